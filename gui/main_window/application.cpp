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
#include <memory>

#include "blocklib/registry.h"
#include "engine/run/run_failure.h"
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
  QString screenshot;
  QString selected;
  QString helpFolder;
  FigureOptionTexts figureTexts;
  FigureOptions figure;
  bool figures = false;  // those that the files ask for
  bool run = false;
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

// The command line, or what is wrong with it.
QString Parse(const QStringList& arguments, CommandLine* result) {
  QCommandLineParser parser;
  const QCommandLineOption diagram("export-diagram", "Draw the diagram into OUT.", "OUT");
  const QCommandLineOption run("run", "Run the diagram.");
  const QCommandLineOption plots("export-plots", "Draw the plots of the run into DIR.", "DIR");
  const QCommandLineOption figures("export", "Make the figures that each FILE lists.");
  const QCommandLineOption screenshot("screenshot", "Draw the window after a run into OUT.", "OUT");
  const QCommandLineOption select("select", "Show the block PATH in the screenshot.", "PATH");
  const QCommandLineOption pages("help-pages", "Write the help of all blocks into DIR.", "DIR");
  const QCommandLineOption dark("dark", "Use the dark theme.");
  const QCommandLineOption style("style", "Draw as on the screen, in black, or for print.",
                                 "STYLE");
  const QCommandLineOption width("width", "The width of a figure, mm or a journal's.", "WIDTH");
  const QCommandLineOption height("height", "The height of a figure, mm.", "HEIGHT");
  const QCommandLineOption size("font-size", "The size of a figure's texts, points.", "PT");
  const QCommandLineOption font("font", "The font of a figure.", "NAME");
  const QCommandLineOption names("names", "Write the names of blocks into a figure.");
  parser.addOptions({diagram, run, plots, figures, screenshot, select, pages, dark});
  const QCommandLineOption format("format", "Make pictures of plots, or files for TeX.", "FORMAT");
  const QCommandLineOption standalone("standalone", "Make a TeX document of its own.");
  const QCommandLineOption layout("figure", "Put all plots into one figure.", "ROWSxCOLUMNS");
  parser.addOptions({style, width, height, size, font, names, format, standalone, layout});
  const QCommandLineOption help = parser.addHelpOption();
  parser.addPositionalArgument("FILE", "A diagram (.loop.json).", "[FILE]");
  if (!parser.parse(arguments)) return parser.errorText();
  if (parser.isSet(help)) parser.showHelp(kDone);
  result->files = parser.positionalArguments();
  result->diagramPicture = parser.value(diagram);
  result->plotFolder = parser.value(plots);
  result->screenshot = parser.value(screenshot);
  result->selected = parser.value(select);
  result->helpFolder = parser.value(pages);
  result->run = parser.isSet(run);
  result->dark = parser.isSet(dark);
  result->figureTexts = {parser.value(style), parser.value(width), parser.value(height),
                         parser.value(size),  parser.value(font),  parser.value(format),
                         parser.value(layout)};
  result->figures = parser.isSet(figures);
  result->figure.standalone = parser.isSet(standalone);
  result->figure.names = parser.isSet(names);
  const bool pictures = parser.isSet(diagram) || parser.isSet(plots) || parser.isSet(screenshot);
  if (pictures && result->files.size() != 1) return "name the one diagram to make pictures of";
  if (result->figures && (pictures || result->files.isEmpty())) {
    return "--export stands alone, with the diagrams whose figures are made";
  }
  if (parser.isSet(layout) && !parser.isSet(plots)) return "--figure needs --export-plots DIR";
  if (parser.isSet(select) && !parser.isSet(screenshot)) return "--select needs --screenshot OUT";
  if (parser.isSet(plots) && !result->run) return "--export-plots needs --run";
  if (result->run && !pictures) return "--run needs --export-plots DIR";
  return QString();
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
  say(QStringLiteral("%1 cannot be written").arg(command.screenshot));
  return kFileTrouble;
}

// Pictures look the same whatever the desktop's theme is.
int makePictures(QApplication* application, const CommandLine& command) {
  applyTheme(application, command.dark ? Theme::Mode::kDark : Theme::Mode::kLight);
  int exitCode = kDone;
  if (!command.diagramPicture.isEmpty()) {
    exitCode = exportDiagramOf(command.files[0], command.diagramPicture, command.figure);
  }
  if (exitCode == kDone && !command.plotFolder.isEmpty()) {
    exitCode = exportPlotsOf(command.files[0], command.plotFolder, command.figure);
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

// Writes the help pages of all block types into a folder. Answers the exit code.
int WriteHelp(const QString& folder) {
  QStringList written;
  const QString problem = writeHelp(BuiltInBlocks(), folder, &written);
  if (problem.isEmpty()) return kDone;
  say(problem);
  return kFileTrouble;
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
                        !command.screenshot.isEmpty();
  if (!command.helpFolder.isEmpty()) {
    applyTheme(&application, Theme::Mode::kLight);
    return WriteHelp(command.helpFolder);
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
