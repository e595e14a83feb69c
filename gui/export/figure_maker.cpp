#include "gui/export/figure_maker.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPainter>
#include <algorithm>
#include <iterator>

#include "engine/analysis/response_picture.h"
#include "engine/common/ulp.h"
#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/run/run_instant.h"
#include "engine/studies/study_plan.h"
#include "engine/text/number_format.h"
#include "engine/timeline/timeline.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/export/export.h"
#include "gui/export/figure_responses.h"
#include "gui/export/picture.h"
#include "gui/figures/diagram_figure.h"
#include "gui/figures/diagram_tikz.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_files.h"
#include "gui/figures/figure_tikz.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/plots/plot_view.h"
#include "gui/responses/response_figure.h"
#include "gui/scene/diagram_scene.h"
#include "gui/study/fan_figure.h"
#include "gui/theme/theme.h"
#include "gui/timeline/timeline_figure.h"

namespace loopwright {

namespace {

constexpr double kBetweenParts = 1.2;  // sizes of the text, between a diagram and its plots

// Whose texts these are, for translators.
class FigureTexts {
  Q_DECLARE_TR_FUNCTIONS(Export)
};

// One figure from what the file says of it. Each step leaves a text in `problem` where it finds
// that the figure cannot be made, and nothing more is done then.
class FigureMaker {
 public:
  FigureMaker(const FigureSource& source, const FigureSetting& setting,
              const FigureOptions* options)
      : source_(source),
        setting_(setting),
        file_(toQt(setting.file)),
        suffix_(QFileInfo(file_).suffix()) {
    if (options != nullptr) {
      options_ = *options;
    } else {
      readOptions();
    }
    if (suffix_ == u"tex") options_ = forTex(options_);
  }

  // What is missing is told before anything is drawn: a level, a run, a study, a plot.
  MadeFigure make() {
    const QString level = toQt(setting_.level.value_or(""));
    if (source_.document->document().FindDiagram(level.toStdString()) == nullptr) {
      made_.problem = FigureTexts::tr("there is no subsystem \"%1\"").arg(level);
    }
    if (made_.problem.isEmpty()) made_.problem = missingSource();
    if (made_.problem.isEmpty() && setting_.shows_plots()) choosePlots();
    if (!made_.problem.isEmpty()) return std::move(made_);
    source_.document->finishCheck();  // While a theme is only for drawing, nobody may be told.
    // In light colours whatever the theme of the window is.
    const ThemeForDrawing onPaper(Theme::Mode::kLight);
    if (setting_.shows_timeline()) {
      makeTimeline();
    } else if (setting_.shows_study()) {
      makeFan();
    } else if (setting_.shows_analysis()) {
      makeResponse();
    } else if (!setting_.shows_plots()) {
      const RunInstant* const instant = setting_.shows_instant() ? source_.instant.get() : nullptr;
      add(diagramBytes(source_.document, level, suffix_, options_, &made_.warning, instant));
    } else if (suffix_ == u"tex") {
      makeTex(level);
    } else if (setting_.shows_both() && options_.style != FigureStyle::kPaper) {
      add(bothOnScreen(level));
    } else {
      add(figureBytes(figureWithPlots(level), suffix_));
    }
    return std::move(made_);
  }

 private:
  // There are no bytes where no format has the file's suffix.
  void add(const QByteArray& bytes) {
    if (bytes.isEmpty()) {
      made_.problem =
          FigureTexts::tr("%1: the name of a figure ends in .pdf, .svg, .png or .tex").arg(file_);
    } else {
      made_.files.emplace_back(file_, bytes);
    }
  }

  // The words and numbers were looked at when the file was read; fonts are those of the machine.
  void readOptions() {
    FigureOptionTexts texts;
    texts.style = toQt(setting_.style.value_or("paper"));
    if (setting_.width && setting_.width->is_number()) {
      texts.width = toQt(FormatNumber(setting_.width->number()));
    } else if (setting_.width) {
      texts.width = toQt(setting_.width->text());
    }
    if (setting_.height) texts.height = toQt(FormatNumber(*setting_.height));
    if (setting_.font_size) texts.fontSize = toQt(FormatNumber(*setting_.font_size));
    if (setting_.shows_plots()) texts.layout = toQt(setting_.layout.value_or(""));
    made_.problem = readFigureOptions(texts, &options_);
    if (made_.problem.isEmpty() && setting_.font) {
      made_.problem = findFigureFont(toQt(*setting_.font), &options_);
    }
    options_.names = setting_.names.value_or(false);
    options_.standalone = setting_.standalone.value_or(false);
  }

  // Why what the figure shows is not there; "" where it is.
  QString missingSource() {
    if (setting_.shows_plots() && source_.recording == nullptr) {
      return FigureTexts::tr("plots need a run");
    }
    if (setting_.shows_instant()) {
      if (source_.instant == nullptr) {
        return FigureTexts::tr("an instant needs a run, which is paused or over");
      }
      if (setting_.time && source_.instant->time > aimFor(*setting_.time)) {
        return FigureTexts::tr("the run shows the instant at %1 s, which is after %2 s")
            .arg(toQt(FormatNumber(source_.instant->time)), toQt(FormatNumber(*setting_.time)));
      }
      if (source_.instant->before.empty()) {
        return FigureTexts::tr("the values at this instant cannot be computed");
      }
    }
    if (setting_.shows_timeline() && source_.timeline == nullptr) {
      return FigureTexts::tr("a timeline needs a run that began while the panel Timeline was open");
    }
    if (setting_.shows_analysis()) return missingResponse();
    return setting_.shows_study() ? missingStudy() : QString();
  }

  // Where all is right it is chosen what is shown.
  QString missingResponse() {
    const FoundResponse& response = source_.response;
    if (response.picture == nullptr) {
      made_.hasNoResult = !response.isWrong;
      return response.problem.isEmpty() ? FigureTexts::tr("the diagram is not analysed")
                                        : response.problem;
    }
    AnalysisSetting analysis;
    const Document& document = source_.document->document();
    QString problem = findAnalysis(document, setting_, &analysis);
    if (!problem.isEmpty()) return problem;
    view_ = viewOf(setting_, analysis);
    problem = missingInView(*response.picture, view_);
    made_.hasNoResult = !problem.isEmpty();
    return problem;
  }

  // Why there is no fan of the wanted signal; empty where there is one.
  QString missingStudy() const {
    const StudyPicture* const study = source_.study.get();
    if (study == nullptr || study->signal < 0 || study->fan.empty()) {
      return FigureTexts::tr("a fan needs a study that has made runs");
    }
    const int wanted =
        setting_.signal ? findSignal(study->signals, *setting_.signal) : study->signal;
    const QString signal = toQt(study->signals[study->signal]);
    if (wanted != study->signal) {
      return FigureTexts::tr("the study shows the signal %1, and not %2")
          .arg(signal, toQt(*setting_.signal));
    }
    const auto isOf = [this](const std::string& name, const auto& overrides) {
      std::vector<Diagnostic> problems;
      const auto variants = EvaluateStudy(source_.document->document(), &problems).variants;
      return std::any_of(variants.begin(), variants.end(), [&](const NamedVariant& variant) {
        return variant.name == name && variant.overrides == overrides;
      });
    };
    if (setting_.variant && !isOf(*setting_.variant, study->overrides)) {
      return FigureTexts::tr("the study is not of the variant \"%1\"").arg(toQt(*setting_.variant));
    }
    const StudyComparison* const kept = study->comparison.get();
    if (setting_.beside && (kept == nullptr || !isOf(*setting_.beside, kept->overrides))) {
      return FigureTexts::tr("no study of the variant \"%1\" is kept").arg(toQt(*setting_.beside));
    }
    const bool showsKept = setting_.beside || source_.showsKept;
    if (showsKept && (kept == nullptr || kept->fan.empty())) {
      return FigureTexts::tr("no other study with the signal %1 is kept").arg(signal);
    }
    if (!setting_.theory.value_or(false) || source_.theory != nullptr) return {};
    return FigureTexts::tr("there is no theory of %1: %2").arg(signal, source_.noTheory);
  }

  // The part of the run that is asked for; all of it otherwise.
  void makeTimeline() {
    const double from = setting_.from.value_or(source_.start);
    const double to = setting_.to.value_or(source_.end);
    if (!(to > from)) {
      made_.problem = FigureTexts::tr("there is no time between %1 s and %2 s")
                          .arg(toQt(FormatNumber(from)), toQt(FormatNumber(to)));
      return;
    }
    const Figure figure =
        timelineFigure(source_.timeline->Read(), from, to, options_, &made_.warning);
    if (suffix_ != u"tex") return add(figureBytes(figure, suffix_));
    const QByteArray picture = figureTikz(figure);
    add(options_.standalone ? standaloneTex(kDiagramPackages, options_.textSize(), picture)
                            : picture);
  }

  // The one behind that the setting names, or all.
  void makeResponse() {
    std::vector<ResponseBehind> behind;
    std::copy_if(source_.responsesBehind.begin(), source_.responsesBehind.end(),
                 std::back_inserter(behind), [this](const ResponseBehind& other) {
                   return setting_.beside ? other.name == toQt(*setting_.beside)
                                          : source_.showsKept;
                 });
    const ResponsePicture& picture = *source_.response.picture;
    if (suffix_ != u"tex") {
      return add(figureBytes(responseFigure(picture, view_, options_, behind), suffix_));
    }
    takeTexFiles(responseTex(picture, view_, options_, texName(), behind));
  }

  // As a drawing, or of .tex as a file that TeX draws, with its data beside it.
  void makeFan() {
    const FanContent content = fanContent();
    if (suffix_ != u"tex") return add(figureBytes(fanFigure(content, options_), suffix_));
    takeTexFiles(fanTex(content, options_, texName()));
  }

  // A run whose path is not kept any more is left out.
  FanContent fanContent() const {
    const StudyPicture& study = *source_.study;
    FanContent content{study.fan, nameOfSignal(study.signals[study.signal])};
    const auto runs =
        std::min<uint64_t>(study.numRuns, static_cast<uint64_t>(setting_.paths.value_or(0)));
    for (uint64_t run = 0; run < runs; ++run) {
      std::vector<double> path = pathOf(study, run);
      if (!path.empty()) content.paths.push_back(std::move(path));
    }
    if (setting_.theory.value_or(false)) content.theory = source_.theory;
    if (setting_.beside || source_.showsKept) {
      content.kept = study.comparison->fan;
      content.keptName = setting_.beside ? toQt(*setting_.beside) : source_.keptName;
    }
    return content;
  }

  // The name that somebody gave a signal, or else its path.
  QString nameOfSignal(const std::string& label) const {
    const std::optional<SignalPath> path = ParseSignalPath(label);
    if (!path) return toQt(label);
    const auto [level, block] = SplitPath(path->block);
    const DiagramModel* const diagram = source_.document->document().FindDiagram(level);
    if (diagram == nullptr) return toQt(label);
    const std::string key = block + '.' + path->port;
    for (const SignalSetting& setting : diagram->signal_settings) {
      if (setting.key != key || !setting.name || setting.name->empty()) continue;
      const bool isElement = path->element >= 0;
      const QString element = isElement ? QStringLiteral("[%1]").arg(path->element) : QString();
      return toQt(*setting.name) + element;
    }
    return toQt(label);
  }

  // Those that the setting names, or all.
  void choosePlots() {
    const std::vector<PlotContent> contents = contentsOfRun(
        source_.document, *source_.recording, source_.start, source_.end, source_.theories);
    const QStringList names = plotFileNames(contents);
    if (setting_.plots.empty()) contents_ = contents;
    for (const std::string& wanted : setting_.plots) {
      const qsizetype index = names.indexOf(toQt(wanted));
      if (index < 0) {
        made_.problem = FigureTexts::tr("there is no plot \"%1\" (there are: %2)")
                            .arg(toQt(wanted), names.join(QStringLiteral(", ")));
        return;
      }
      contents_.push_back(contents[index]);
    }
    made_.problem = gridProblem(contents_, options_);
    if (made_.problem.isEmpty()) chooseRunsBehind();
  }

  // The one that the setting names, or all.
  void chooseRunsBehind() {
    if (!setting_.beside) {
      if (source_.showsKept) behind_ = source_.behind;
    } else {
      const QString name = toQt(*setting_.beside);
      std::copy_if(source_.behind.begin(), source_.behind.end(), std::back_inserter(behind_),
                   [&](const RunOverlay& run) { return run.name == name; });
      if (!behind_.empty()) return;
      made_.problem =
          FigureTexts::tr("no run of the name \"%1\" is drawn behind the present one").arg(name);
    }
  }

  // How many parts of the figure come before the plots.
  int before() const { return setting_.shows_both() ? 1 : 0; }

  Figure plots() const {
    return plotFigure(contents_, *source_.recording, source_.start, source_.end, options_, before(),
                      &behind_);
  }

  // What a diagram above plots is set for: as wide as they are, and as high as it comes out.
  FigureOptions diagramOptions() const {
    FigureOptions options = options_;
    options.width = options_.width.value_or(kColumnOfJournal);
    options.height.reset();
    options.standalone = false;
    return options;
  }

  // The diagram stands in the middle above the plots, its letter at the left above it.
  Figure figureWithPlots(const QString& level) {
    if (!setting_.shows_both()) return plots();
    Figure figure{options_.font, options_.textSize(), {}};
    const double size = figure.size;
    const FigureOptions options = diagramOptions();
    const DiagramScene* const scene = sceneOf(level);
    const Figure diagram = diagramFigure(*scene, options, &made_.warning);
    const QRectF box = diagram.box();
    figure.write(QStringLiteral("letter"), QPointF(0, Figure::kAscent * size), partLetter(0), size,
                 false);
    const double top = kBetweenParts * size;
    const double left = std::max(0.0, (*options.width - box.width()) / 2);
    figure.add(diagram, QPointF(left, top) - box.topLeft());
    figure.add(plots(), QPointF(0, top + box.height() + kBetweenParts * size));
    return figure;
  }

  // A level in a scene of its own, kept as long as this.
  DiagramScene* sceneOf(const QString& level) {
    scene_ = std::make_unique<DiagramScene>(source_.document);
    showLevel(source_.document, level, scene_.get());
    return scene_.get();
  }

  // The diagram as on the canvas, as wide as the figure, above the plots.
  QByteArray bothOnScreen(const QString& level) {
    constexpr double kPixelsPerPoint = 96.0 / 72;
    const bool isMono = options_.style == FigureStyle::kMono;
    const ThemeForDrawing look(isMono ? Theme::Mode::kMono : Theme::Mode::kLight);
    DiagramScene* const scene = sceneOf(level);
    const QRectF area = pictureArea(*scene);
    const double width = *diagramOptions().width;
    const double gap = kBetweenParts * options_.textSize();
    const QSizeF ofDiagram(width, area.height() * width / area.width());
    made_.warning = leftOutWarning(area.width(), kPixelsPerPoint * width / area.width(), true);
    Figure below = plots();
    below.write(QStringLiteral("letter"), {0, -gap - ofDiagram.height() - 0.2 * below.size},
                partLetter(0), below.size, false);
    const double height = 2 * gap + ofDiagram.height() + below.box().bottom();
    const QSize size = (QSizeF(width, height) * kPixelsPerPoint).toSize();
    const QString title = source_.document->displayName();
    return pictureBytes(suffix_, size, title, [&](QPaintDevice* device, bool) {
      QPainter painter(device);
      painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
      painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size)), Qt::white);
      painter.scale(kPixelsPerPoint, kPixelsPerPoint);
      scene->render(&painter, QRectF(QPointF(0, gap), ofDiagram), area);
      painter.translate(0, 2 * gap + ofDiagram.height());
      paintFigure(below, &painter);
    });
  }

  // What files of the figure beside it are called by.
  QString texName() const { return texFileName(QFileInfo(file_).completeBaseName()); }

  // The figure and the files of its points, all in the folder of the figure.
  void takeTexFiles(std::vector<NamedBytes> files) {
    const QString folder = QFileInfo(file_).path();
    for (NamedBytes& file : files) file.first = QDir::cleanPath(folder + u'/' + file.first);
    files.front().first = file_;
    made_.files = std::move(files);
  }

  // Boxes of TeX below each other, which take no package.
  void makeTex(const QString& level) {
    FigureOptions options = options_;
    options.standalone = options_.standalone && !setting_.shows_both();
    takeTexFiles(plotTex(contents_, *source_.recording, source_.start, source_.end, options,
                         texName(), before(), &behind_));
    if (!setting_.shows_both()) return;
    QByteArray& figure = made_.files.front().second;
    const FigureOptions ofDiagram = diagramOptions();
    const QByteArray width = QByteArray::number(*ofDiagram.width, 'f', 2);
    const QByteArray skip = QByteArray::number(kBetweenParts * options_.textSize(), 'f', 2);
    QByteArray text = "\\leavevmode\\vbox{%\n\\hbox to " + width + "bp{" + partLetter(0).toUtf8() +
                      "\\hfil}%\n\\vskip3bp\n\\hbox to " + width + "bp{\\hfil\n" +
                      diagramTikz(*sceneOf(level), ofDiagram, &made_.warning) +
                      "\\hfil}%\n\\vskip" + skip + "bp\n\\hbox{%\n" + figure + "}}%\n";
    if (options_.standalone) {
      text = standaloneTex(QByteArray(kDiagramPackages) + kPlotPackages, options_.textSize(), text);
    }
    figure = text;
  }

  const FigureSource& source_;
  const FigureSetting& setting_;
  const QString file_;
  const QString suffix_;
  FigureOptions options_;
  std::vector<PlotContent> contents_;
  std::vector<RunOverlay> behind_;
  ResponseView view_ = ResponseView::kBode;
  std::unique_ptr<DiagramScene> scene_;
  MadeFigure made_;
};

// Whether a file has these bytes.
bool has(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) && file.size() == bytes.size() && file.readAll() == bytes;
}

}  // namespace

MadeFigure makeFigure(const FigureSource& source, const FigureSetting& setting,
                      const FigureOptions* options) {
  return FigureMaker(source, setting, options).make();
}

double aimFor(double time) {
  constexpr double kRounding = 8;  // units in the last place
  return time + kRounding * Ulp(time);
}

// Files that have these bytes already are left alone, so that their dates say when a figure
// changed.
QString writeFigure(const MadeFigure& figure, const QString& folder, QStringList* written) {
  std::vector<NamedBytes> changed;
  for (const auto& [file, bytes] : figure.files) {
    const QString path = QDir(folder).filePath(file);
    if (has(path, bytes)) continue;
    const QString parent = QFileInfo(path).path();
    if (!QDir().mkpath(parent)) {
      return FigureTexts::tr("the folder %1 cannot be made").arg(parent);
    }
    changed.emplace_back(path, bytes);
  }
  QString problem = writeWholeFiles(changed);
  if (problem.isEmpty()) {
    for (const NamedBytes& file : changed) written->append(file.first);
  }
  return problem;
}

}  // namespace loopwright
