#include "gui/main_window/application.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QHashSeed>
#include <QLayout>
#include <QScreen>
#include <QTemporaryDir>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "engine/document/figure_words.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/figures/figure_options.h"
#include "gui/help/write_help.h"
#include "gui/language/language.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/picture_commands.h"
#include "gui/main_window/recovery_dialog.h"
#include "gui/main_window/workspace.h"
#include "gui/run/run_controller.h"
#include "gui/theme/theme.h"
#include "gui/theme/theme_choice.h"

namespace loopwright {

namespace {

struct CommandLine {
  QStringList files;
  QString diagramPicture;
  QString plotFolder;
  QString timelinePicture;
  QString studyPicture;
  QString analysisFolder;
  QString analysis;                // the name of the one that is drawn; "" is all
  FigureSetting study;             // what the fan shows; the variant of plots and analyses
  std::optional<double> time;      // of the instant on the diagram, seconds
  std::optional<double> from, to;  // of the timeline, seconds
  QString screenshot;
  QString selected;
  QString helpFolder;
  FigureOptionTexts figureTexts;
  FigureOptions figure;
  bool figures = false;  // those that the files ask for
  bool dark = false;
};

// Without a display Qt would end the program: it draws offscreen then. Qt looks for a Wayland
// socket in the session's runtime folder all the same, and complains where there is no session:
// such a run gets an empty folder of its own, which goes with what is returned.
std::unique_ptr<QTemporaryDir> choosePlatform() {
  const bool display =
      !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
  if (!display && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
  }
  if (display || !qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR")) return nullptr;
  auto folder = std::make_unique<QTemporaryDir>(QDir::tempPath() + "/loopwright-XXXXXX");
  if (folder->isValid()) qputenv("XDG_RUNTIME_DIR", QFile::encodeName(folder->path()));
  return folder;
}

// What the command line may have.
struct CommandOptions {
  QCommandLineOption diagram{"export-diagram", "Draw the diagram into OUT.", "OUT"};
  QCommandLineOption time{"time", "With --run: the values at SECONDS beside the wires.", "SECONDS"};
  QCommandLineOption run{"run", "Run the diagram."};
  QCommandLineOption plots{"export-plots", "Draw the plots of the run into DIR.", "DIR"};
  QCommandLineOption timeline{"export-timeline", "Draw the phases of the run into OUT.", "OUT"};
  QCommandLineOption from{"from", "Where the timeline begins.", "SECONDS"};
  QCommandLineOption to{"to", "Where the timeline ends.", "SECONDS"};
  QCommandLineOption study{"export-study", "Make the study and draw its fan into OUT.", "OUT"};
  QCommandLineOption signal{"signal", "The signal of the fan.", "PATH"};
  QCommandLineOption variant{"variant", "The variant that is studied, run or analysed.", "NAME"};
  QCommandLineOption beside{"beside", "The variant whose fan, run or analysis is behind.", "NAME"};
  QCommandLineOption theory{"theory", "Draw what theory says of the signal."};
  QCommandLineOption paths{"paths", "Draw the first N runs one by one.", "N"};
  QCommandLineOption analyses{"export-analysis", "Draw the analyses of FILE into DIR.", "DIR"};
  QCommandLineOption analysis{"analysis", "Draw the analysis NAME alone.", "NAME"};
  QCommandLineOption figures{"export", "Make the figures that each FILE lists."};
  QCommandLineOption screenshot{"screenshot", "Draw the window after a run into OUT.", "OUT"};
  QCommandLineOption select{"select", "Show the block PATH in the screenshot.", "PATH"};
  QCommandLineOption pages{"help-pages", "Write the help of all blocks into DIR.", "DIR"};
  QCommandLineOption dark{"dark", "Use the dark theme."};
  QCommandLineOption style{"style", "Draw as on the screen, in black, or for print.", "STYLE"};
  QCommandLineOption width{"width", "The width of a figure, mm or a journal's.", "WIDTH"};
  QCommandLineOption height{"height", "The height of a figure, mm.", "HEIGHT"};
  QCommandLineOption size{"font-size", "The size of a figure's texts, points.", "PT"};
  QCommandLineOption font{"font", "The font of a figure.", "NAME"};
  QCommandLineOption names{"names", "Write the names of blocks into a figure."};
  QCommandLineOption format{"format", "Make pictures of plots, or files for TeX.", "FORMAT"};
  QCommandLineOption standalone{"standalone", "Make a TeX document of its own."};
  QCommandLineOption layout{"figure", "Put all plots into one figure.", "ROWSxCOLUMNS"};

  QList<QCommandLineOption> all() const {
    return {diagram,    time,    run,    plots,      timeline, from,     to,       study,
            signal,     variant, beside, theory,     paths,    analyses, analysis, figures,
            screenshot, select,  pages,  dark,       style,    width,    height,   size,
            font,       names,   format, standalone, layout};
  }
};

// What of the command line does not go together, or "".
QString findMisfit(const QCommandLineParser& parser, const CommandOptions& options) {
  const auto isSet = [&](const QCommandLineOption& option) { return parser.isSet(option); };
  const qsizetype files = parser.positionalArguments().size();
  const bool pictures = isSet(options.diagram) || isSet(options.plots) || isSet(options.timeline) ||
                        isSet(options.study) || isSet(options.analyses) ||
                        isSet(options.screenshot);
  if (pictures && files != 1) return "name the one diagram to make pictures of";
  if (isSet(options.figures) && (pictures || files == 0)) {
    return "--export stands alone, with the diagrams whose figures are made";
  }
  // Options that mean something only beside another one.
  const std::pair<const QCommandLineOption&, const QCommandLineOption&> needs[] = {
      {options.layout, options.plots},     {options.select, options.screenshot},
      {options.time, options.diagram},     {options.from, options.timeline},
      {options.to, options.timeline},      {options.signal, options.study},
      {options.theory, options.study},     {options.paths, options.study},
      {options.analysis, options.analyses}};
  for (const auto& [option, other] : needs) {
    if (!isSet(option) || isSet(other)) continue;
    return QStringLiteral("--%1 needs --%2 %3")
        .arg(option.names().constFirst(), other.names().constFirst(), other.valueName());
  }
  // Plots and analyses are of a variant as well.
  for (const QCommandLineOption* option : {&options.variant, &options.beside}) {
    if (!isSet(*option) || isSet(options.study) || isSet(options.plots)) continue;
    if (isSet(options.analyses)) continue;
    return QStringLiteral(
               "--%1 needs --export-study OUT, --export-plots DIR or --export-analysis DIR")
        .arg(option->names().constFirst());
  }
  for (const QCommandLineOption* option : {&options.plots, &options.timeline, &options.time}) {
    if (!isSet(*option) || isSet(options.run)) continue;
    return QStringLiteral("--%1 needs --run").arg(option->names().constFirst());
  }
  if (isSet(options.run) && !pictures) return "--run needs --export-plots DIR";
  return QString();
}

// Reads a time, where there is one. Returns "" or what is wrong with it.
QString readSeconds(const QCommandLineParser& parser, const QCommandLineOption& option,
                    std::optional<double>* seconds) {
  if (!parser.isSet(option)) return {};
  bool isNumber = false;
  const double value = parser.value(option).toDouble(&isNumber);
  if (isNumber && std::isfinite(value)) {
    *seconds = value;
    return {};
  }
  return QStringLiteral("--%1: '%2' is no time in seconds")
      .arg(option.names().constFirst(), parser.value(option));
}

// Reads what the fan of a study shows. Returns "" or what is wrong with it.
QString readStudy(const QCommandLineParser& parser, const CommandOptions& options,
                  FigureSetting* study) {
  const std::pair<const QCommandLineOption&, std::optional<std::string>*> names[] = {
      {options.signal, &study->signal},
      {options.variant, &study->variant},
      {options.beside, &study->beside}};
  for (const auto& [option, name] : names) {
    const QString value = parser.value(option);
    if (!value.isEmpty()) *name = value.toStdString();
  }
  if (parser.isSet(options.theory)) study->theory = true;
  if (!parser.isSet(options.paths)) return {};
  bool isNumber = false;
  const int paths = parser.value(options.paths).toInt(&isNumber);
  study->paths = paths;
  if (isNumber && paths >= 1 && paths <= kMostFigurePaths) return {};
  return QStringLiteral("--paths: '%1' is no number of runs from 1 to %2")
      .arg(parser.value(options.paths), QString::number(kMostFigurePaths));
}

// The command line, or what is wrong with it.
QString Parse(const QStringList& arguments, CommandLine* result) {
  QCommandLineParser parser;
  const CommandOptions options;
  parser.addOptions(options.all());
  const QCommandLineOption help = parser.addHelpOption();
  parser.addPositionalArgument("FILE", "A diagram (.loop.json).", "[FILE]");
  if (!parser.parse(arguments)) return parser.errorText();
  if (parser.isSet(help)) parser.showHelp(kDone);
  result->files = parser.positionalArguments();
  result->diagramPicture = parser.value(options.diagram);
  result->plotFolder = parser.value(options.plots);
  result->timelinePicture = parser.value(options.timeline);
  result->studyPicture = parser.value(options.study);
  result->analysisFolder = parser.value(options.analyses);
  result->analysis = parser.value(options.analysis);
  result->screenshot = parser.value(options.screenshot);
  result->selected = parser.value(options.select);
  result->helpFolder = parser.value(options.pages);
  result->dark = parser.isSet(options.dark);
  result->figureTexts = {parser.value(options.style),  parser.value(options.width),
                         parser.value(options.height), parser.value(options.size),
                         parser.value(options.font),   parser.value(options.format),
                         parser.value(options.layout)};
  result->figures = parser.isSet(options.figures);
  result->figure.standalone = parser.isSet(options.standalone);
  result->figure.names = parser.isSet(options.names);
  QString problem = readSeconds(parser, options.time, &result->time);
  if (problem.isEmpty()) problem = readSeconds(parser, options.from, &result->from);
  if (problem.isEmpty()) problem = readSeconds(parser, options.to, &result->to);
  if (problem.isEmpty()) problem = readStudy(parser, options, &result->study);
  return problem.isEmpty() ? findMisfit(parser, options) : problem;
}

// Takes `--style STYLE` out of a program's arguments, as Qt would take it for the style of widgets,
// and returns it as one argument for Parse().
QStringList takeStyle(int* argc, char** argv) {
  QStringList taken;
  int kept = 0;
  for (int i = 0; i < *argc; ++i) {
    const QString argument = QString::fromLocal8Bit(argv[i]);
    if (i > 0 && argument == u"--style" && i + 1 < *argc) {
      taken += QStringLiteral("--style=") + QString::fromLocal8Bit(argv[++i]);
    } else if (i > 0 && argument.startsWith(u"--style=")) {
      taken += argument;
    } else {
      argv[kept++] = argv[i];
    }
  }
  *argc = kept;
  argv[kept] = nullptr;
  return taken;
}

// Opens the level of the block `path` and selects it. False where there is no such block.
bool Select(DiagramView* view, const QString& path) {
  const auto [level, name] = SplitPath(path.toStdString());
  view->openLevel(QString::fromStdString(level));
  if (view->level().toStdString() != level) return false;
  view->selectBlocks({QString::fromStdString(name)});
  return !view->selectedBlocks().isEmpty();
}

// Opens the editor's window where nobody sees it, runs the diagram in it, and takes a picture of
// the window when the run is over. One that failed or was refused is shown so, and its exit code is
// answered all the same.
int makeScreenshot(const CommandLine& command) {
  int exitCode = kDone;
  if (!loadDiagram(command.files[0], &exitCode)) return exitCode;
  MainWindow window(BuiltInBlocks());
  // Laid out as if shown: a picture needs no window of the desktop, which would take its size.
  window.setAttribute(Qt::WA_DontShowOnScreen);
  // Nobody makes it smaller, so no desktop has to be told how small it may become; one that draws
  // nowhere complains of that.
  window.layout()->setSizeConstraint(QLayout::SetNoConstraint);
  window.show();
  openFile(&window, command.files[0]);
  // The run goes on in the loop of events until it ends or is refused.
  QEventLoop loop;
  RunController* const runs = window.current()->runs();
  QObject::connect(runs, &RunController::finished, &loop, [&](const RunOutcome& outcome) {
    exitCode = codeAfter(outcome);
    loop.quit();
  });
  QObject::connect(runs, &RunController::refused, &loop, [&] {
    sayDiagnostics(command.files[0], window.current()->document()->diagnostics());
    exitCode = kInvalidDiagram;
    loop.quit();
  });
  runs->start();
  if (runs->isActive()) loop.exec();
  DiagramView* const view = window.current()->view();
  if (!command.selected.isEmpty() && !Select(view, command.selected)) {
    return wrongUsage(QStringLiteral("there is no block %1").arg(command.selected));
  }
  view->camera()->showAll();
  QCoreApplication::processEvents();
  if (window.grab().save(command.screenshot)) return exitCode;
  return fileTrouble(QStringLiteral("%1 cannot be written").arg(command.screenshot));
}

// Pictures look the same whatever the desktop's theme is.
int makePictures(QApplication* application, const CommandLine& command) {
  applyTheme(application, command.dark ? Theme::Mode::kDark : Theme::Mode::kLight);
  int exitCode = kDone;
  if (!command.diagramPicture.isEmpty()) {
    exitCode =
        exportDiagramOf(command.files[0], command.diagramPicture, command.figure, command.time);
  }
  if (exitCode == kDone && !command.timelinePicture.isEmpty()) {
    exitCode = exportTimelineOf(command.files[0], command.timelinePicture, command.from, command.to,
                                command.figure);
  }
  if (exitCode == kDone && !command.studyPicture.isEmpty()) {
    exitCode = exportStudyOf(command.files[0], command.studyPicture, command.study, command.figure);
  }
  if (exitCode == kDone && !command.plotFolder.isEmpty()) {
    exitCode = exportPlotsOf(command.files[0], command.plotFolder, command.figure, command.study);
  }
  if (exitCode == kDone && !command.analysisFolder.isEmpty()) {
    exitCode = exportAnalysesOf(command.files[0], command.analysisFolder, command.analysis,
                                command.figure, command.study);
  }
  if (exitCode == kDone && !command.screenshot.isEmpty()) exitCode = makeScreenshot(command);
  return exitCode;
}

// Shows the window as it was left, or maximised on a screen that is smaller than it, with the files
// that were named or the start page, and offers what a crash left.
int openEditor(QApplication* application, const CommandLine& command) {
  const double textSize = textSizeChoice();
  setTextScale(textSize > 0 ? textSize : desktopTextScale());
  auto* const themes = new ThemeKeeper(application);
  if (command.dark) applyTheme(application, Theme::Mode::kDark);
  MainWindow window(BuiltInBlocks(), themes);
  // A window that the screen cannot hold would open with parts of it out of reach.
  const QSize room = window.screen()->availableSize();
  if (room.width() < window.width() || room.height() < window.height()) {
    window.setWindowState(Qt::WindowMaximized);
  }
  window.restoreLayout();
  window.show();
  for (const QString& file : command.files) openFile(&window, file);
  if (command.files.isEmpty()) window.showStartPage();
  offerRecovery(&window);
  return QApplication::exec();
}

}  // namespace

// The language is not installed for help pages: those are written in English.
int runApplication(int argc, char** argv) {
  const std::unique_ptr<QTemporaryDir> runtimeFolder = choosePlatform();
  // Qt writes the fonts of a PDF in the order of a hash: the same one makes the same bytes each
  // time.
  QHashSeed::setDeterministicGlobalSeed();
  const QStringList style = takeStyle(&argc, argv);
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("Loopwright"));
  QApplication::setOrganizationName(QStringLiteral("Loopwright"));
  QApplication::setApplicationDisplayName(QString());
  CommandLine command;
  const QString problem = Parse(QApplication::arguments() + style, &command);
  if (!problem.isEmpty()) return wrongUsage(problem);
  const bool pictures = !command.diagramPicture.isEmpty() || !command.plotFolder.isEmpty() ||
                        !command.timelinePicture.isEmpty() || !command.studyPicture.isEmpty() ||
                        !command.analysisFolder.isEmpty() || !command.screenshot.isEmpty();
  if (!command.helpFolder.isEmpty()) {
    applyTheme(&application, Theme::Mode::kLight);
    QStringList written;
    const QString trouble = writeHelp(BuiltInBlocks(), command.helpFolder, &written);
    if (!trouble.isEmpty()) return fileTrouble(trouble);
    return kDone;
  }
  const QString wrongOption = readFigureOptions(command.figureTexts, &command.figure);
  if (!wrongOption.isEmpty()) return wrongUsage(wrongOption);
  installLanguage(languageOf(languageChoice()));
  if (command.figures) {
    applyTheme(&application, Theme::Mode::kLight);
    return exportFigures(command.files);
  }
  if (pictures) return makePictures(&application, command);
  return openEditor(&application, command);
}

}  // namespace loopwright
