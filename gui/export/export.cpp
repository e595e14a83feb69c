#include "gui/export/export.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QGraphicsSimpleTextItem>
#include <QPainter>
#include <QRegularExpression>
#include <cmath>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "engine/run/run_instant.h"
#include "gui/curves/curve_geometry.h"
#include "gui/document/diagram_document.h"
#include "gui/export/picture.h"
#include "gui/figures/diagram_figure.h"
#include "gui/figures/diagram_tikz.h"
#include "gui/figures/figure_files.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_tex.h"
#include "gui/plots/plot_contents.h"
#include "gui/plots/plot_view.h"
#include "gui/readings/wire_value.h"
#include "gui/scene/block_item.h"
#include "gui/scene/detail_level.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/value_bubble.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kDiagramMargin = 24;
constexpr QSize kPlotSize(800, 360);
constexpr double kPixelsPerMm = 96 / 25.4;  // of the canvas in its actual size

// The title of a plot, or else the names of its first curves.
QString titleOf(const PlotContent& content) {
  constexpr int kMostNamed = 3;  // curves
  if (!content.title.trimmed().isEmpty()) return content.title;
  QStringList curves;
  for (const CurveSetting& curve : content.curves) curves += curve.name;
  return curves.mid(0, kMostNamed).join(QStringLiteral(", "));
}

// With a number behind those that were there before.
QStringList distinct(const QStringList& wanted, const QString& beforeNumber) {
  QStringList names;
  for (const QString& first : wanted) {
    QString name = first;
    for (int number = 2; names.contains(name, Qt::CaseInsensitive); ++number) {
      name = first + beforeNumber + QString::number(number);
    }
    names += name;
  }
  return names;
}

}  // namespace

// In a scene of its own nothing is selected, and nothing lights up.
void showLevel(DiagramDocument* document, const QString& level, DiagramScene* scene) {
  document->finishCheck();  // Wires have the colours of their sample times.
  scene->setLevel(level);
  for (BlockItem* block : scene->blocks()) {
    block->setProblems(QString(), false);
    block->setRecordedPorts({});
  }
}

// Some systems do not tell capitals apart.
QStringList fileNamesOf(const QStringList& titles, const QString& otherwise) {
  constexpr int kLongest = 80;
  static const QRegularExpression kRefused(QStringLiteral("[/\\\\:*?\"<>|\\x00-\\x1f]+"));
  QStringList names;
  for (QString name : titles) {
    name = name.replace(kRefused, QStringLiteral("-")).simplified().left(kLongest).trimmed();
    while (name.startsWith(u'.')) name.remove(0, 1);
    names += name.isEmpty() ? otherwise : name;
  }
  return distinct(names, QStringLiteral(" "));
}

QStringList texFileNamesOf(const QStringList& titles) {
  QStringList names;
  for (const QString& title : titles) names += texFileName(title);
  return distinct(names, QStringLiteral("-"));
}

QStringList plotFileNames(const std::vector<PlotContent>& contents) {
  QStringList titles;
  for (const PlotContent& content : contents) titles += titleOf(content);
  return fileNamesOf(titles, QStringLiteral("plot"));
}

// A signal without a value, as one of a block that is switched off, has none on its wire.
InstantValues valuesOn(const DiagramScene& scene, const RunInstant& instant) {
  InstantValues values;
  values.time = QStringLiteral("t = %1 s").arg(tickText(instant.time));
  for (const WireItem* wire : scene.wires()) {
    if (values.onWires.contains(wire->from())) continue;
    const std::string path = JoinPath(scene.level().toStdString(), wire->from().toStdString());
    if (const auto value = valueAtInstant(instant, path))
      values.onWires.insert(wire->from(), *value);
  }
  return values;
}

// Bubbles count, which may stand beyond what the level has.
QRectF pictureArea(const DiagramScene& scene) {
  QRectF content = scene.contentRect();
  if (content.isNull()) return {0, 0, 320, 200};
  for (const QGraphicsItem* item : scene.items()) {
    const bool isAdded = dynamic_cast<const ValueBubble*>(item) != nullptr ||
                         dynamic_cast<const QGraphicsSimpleTextItem*>(item) != nullptr;
    if (isAdded) content |= item->sceneBoundingRect();
  }
  const double margin = kDiagramMargin;
  return content.adjusted(-margin, -margin, margin, margin);
}

// Whole mm: the rounding of a picture to pixels makes no difference then.
QString leftOutWarning(double length, double factor, bool isWidth) {
  if (factor >= kDetailsFrom) return {};
  const double enough = std::ceil(length * kDetailsFrom / kPixelsPerMm);
  const QString text =
      isWidth ? QCoreApplication::translate(
                    "Export",
                    "the diagram is so small that names, ports and values are left out: "
                    "from %1 mm of width on it has them")
              : QCoreApplication::translate(
                    "Export",
                    "the diagram is so small that names, ports and values are left out: "
                    "from %1 mm of height on it has them");
  return text.arg(enough);
}

namespace {

// Bubbles on the wires as on the canvas, and the instant below all.
void showValues(const InstantValues& values, DiagramScene* scene) {
  for (auto value = values.onWires.begin(); value != values.onWires.end(); ++value) {
    auto* const bubble = new ValueBubble;
    scene->addItem(bubble);
    showOnWire(*value, *scene->wiresFrom(value.key()).front(), false, bubble);
  }
  constexpr int kPixels = 12;
  constexpr double kBelow = 12;
  QGraphicsSimpleTextItem* const text = scene->addSimpleText(values.time, diagramFont(kPixels));
  text->setBrush(Theme::current().ink);
  text->setPos(scene->contentRect().bottomLeft() + QPointF(0, kBelow));
}

}  // namespace

// A scene of its own is drawn, so that what is selected or hovered on the canvas is not in the
// picture.
QByteArray diagramBytes(DiagramDocument* document, const QString& level, const QString& suffix,
                        const FigureOptions& options, QString* warning, const RunInstant* instant) {
  DiagramScene scene(document);
  showLevel(document, level, &scene);
  const InstantValues values = instant != nullptr ? valuesOn(scene, *instant) : InstantValues();
  if (suffix == u"tex") return diagramTikz(scene, options, warning, values);
  if (options.style == FigureStyle::kPaper) {
    return figureBytes(diagramFigure(scene, options, warning, values), suffix);
  }
  const bool isMono = options.style == FigureStyle::kMono;
  const ThemeForDrawing inBlack(isMono ? Theme::Mode::kMono : Theme::current().mode);
  if (instant != nullptr) showValues(values, &scene);
  const QRectF source = pictureArea(scene);
  constexpr double kPixelsPerPoint = 96.0 / 72;
  double factor = 1;
  bool isToWidth = options.width.has_value();
  if (isToWidth) factor = *options.width * kPixelsPerPoint / source.width();
  if (options.height) {
    const double toHeight = *options.height * kPixelsPerPoint / source.height();
    isToWidth = isToWidth && factor <= toHeight;
    if (!isToWidth) factor = toHeight;
  }
  *warning = leftOutWarning(isToWidth ? source.width() : source.height(), factor, isToWidth);
  const QSize size = (source.size() * factor).toSize();
  return pictureBytes(suffix, size, document->displayName(), [&](QPaintDevice* device, bool) {
    QPainter painter(device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const QRectF target(QPointF(0, 0), QSizeF(size));
    painter.fillRect(target, Theme::current().canvas);
    scene.render(&painter, target, source);
  });
}

// The suffix of the path chooses the format. `warning` is set where texts are too small to be read
// at the size that was asked for; the file is written all the same.
QString exportDiagram(DiagramDocument* document, const QString& level, const QString& path,
                      const FigureOptions& options, QString* warning, const RunInstant* instant) {
  QString tooSmall;
  const QString suffix = QFileInfo(path).suffix().toLower();
  const QByteArray bytes = diagramBytes(document, level, suffix, options, &tooSmall, instant);
  if (warning != nullptr) *warning = tooSmall;
  if (!bytes.isEmpty()) return writeWholeFile(path, bytes);
  return QCoreApplication::translate("Export",
                                     "%1: the name of a figure ends in .pdf, .svg, .png or .tex")
      .arg(path);
}

QString exportPlot(PlotView* plot, const QString& path, const QSize& size) {
  return writePicture(path, size, plot->content().title, [&](QPaintDevice* device, bool vectors) {
    plot->paintOn(device, size, vectors);
  });
}

// The columns of the plot's curves as the command line writes them, both sides of updates included.
QString exportPlotData(const PlotContent& content, const Recording& recording,
                       const QString& path) {
  std::vector<int> columns;
  for (const CurveSetting& curve : content.curves) {
    const int column = requestFor(&recording, curve.path).column;
    if (column >= 0) columns.push_back(column);
  }
  QByteArray bytes;
  WriteCsv(recording, columns, [&](std::string_view part) {
    bytes.append(part.data(), static_cast<qsizetype>(part.size()));
  });
  return writeWholeFile(path, bytes);
}

namespace {

// Whether plots are to be figures. Those of the screen without a size are pictures of its plots.
bool asksForFigures(const FigureOptions& options) {
  return options.style == FigureStyle::kPaper || options.width || options.height ||
         options.fontSize ||
         (!options.font.isEmpty() && options.font != defaultFigureFont(options.style));
}

}  // namespace

// What the plots of a diagram show of a run, with what a check knows of rates.
std::vector<PlotContent> contentsOfRun(DiagramDocument* document, const Recording& recording,
                                       double start, double end, const DensityFinder& theories) {
  document->finishCheck();
  const auto rates = [document](const std::string& path) {
    return document->report().rateOf(path);
  };
  std::vector<PlotContent> contents =
      plotContents(document->document(), document->registry(), recording, rates);
  choosePeriods(start, end, &contents);
  if (theories) {
    for (PlotContent& content : contents) findTheories(start, end, theories, &content);
  }
  return contents;
}

// Why plots do not fit into the rows and columns that were asked for; empty where they do.
QString gridProblem(const std::vector<PlotContent>& contents, const FigureOptions& options) {
  const auto [rows, columns] = options.grid.value_or(FigureGrid{static_cast<int>(contents.size())});
  const size_t places = static_cast<size_t>(rows) * static_cast<size_t>(columns);
  if (contents.empty()) {
    return QCoreApplication::translate("Export", "there is no plot for a figure");
  }
  if (contents.size() <= places) return QString();
  return QCoreApplication::translate("Export", "%1 plots do not fit into a figure of %2x%3")
      .arg(contents.size())
      .arg(rows)
      .arg(columns);
}

namespace {

// Writes plots of a run into a folder, in the forms that the options ask for.
class PlotExport {
 public:
  PlotExport(const std::shared_ptr<const Recording>& recording, std::pair<double, double> span,
             const QString& folder, const FigureOptions& options,
             const std::vector<RunOverlay>* behind, QStringList* written)
      : recording_(recording),
        start_(span.first),
        end_(span.second),
        folder_(folder),
        options_(options),
        behind_(behind),
        written_(*written) {}

  // Each plot as three pictures and its data, by the plots' titles. Plots are made for it and drawn
  // without a window.
  QString writePictures(const std::vector<PlotContent>& contents) {
    QStringList names = plotFileNames(contents);
    for (const PlotContent& content : contents) {
      const QString base = folder_.filePath(names.takeFirst());
      const bool isFigure = asksForFigures(options_) || behind_ != nullptr;
      QString problem = isFigure ? writeFigure({content}, base) : writeAsOnScreen(content, base);
      if (problem.isEmpty())
        problem = exportPlotData(content, *recording_, base + QStringLiteral(".csv"));
      if (!problem.isEmpty()) return problem;
      written_.append(base + QStringLiteral(".csv"));
    }
    return QString();
  }

  // Each plot as a file of TeX with its data beside it.
  QString writeTexFiles(const std::vector<PlotContent>& contents) {
    QStringList names = texFileNamesOf(plotFileNames(contents));
    for (const PlotContent& content : contents) {
      const QString name = names.takeFirst();
      QString problem = writeTex({content}, name);
      if (!problem.isEmpty()) return problem;
    }
    return QString();
  }

  // All plots as one figure.
  QString writeTogether(const std::vector<PlotContent>& contents) {
    const QString name = QStringLiteral("figure");
    return options_.tex ? writeTex(contents, name) : writeFigure(contents, folder_.filePath(name));
  }

 private:
  // All plots of a figure in one .tex, the data of each in a file beside it.
  QString writeTex(const std::vector<PlotContent>& contents, const QString& name) {
    std::vector<NamedBytes> files =
        plotTex(contents, *recording_, start_, end_, options_, name, 0, behind_);
    for (NamedBytes& file : files) file.first = folder_.filePath(file.first);
    QString problem = writeWholeFiles(files);
    if (problem.isEmpty()) {
      for (const NamedBytes& file : files) written_.append(file.first);
    }
    return problem;
  }

  // The same figure in three formats.
  QString writeFigure(const std::vector<PlotContent>& contents, const QString& base) {
    const ThemeForDrawing onPaper(Theme::Mode::kLight);  // whatever the theme of the window is
    const Figure figure = plotFigure(contents, *recording_, start_, end_, options_, 0, behind_);
    for (const char* suffix : {"png", "svg", "pdf"}) {
      const QString path = base + u'.' + QLatin1String(suffix);
      QString problem = writeWholeFile(path, figureBytes(figure, QLatin1String(suffix)));
      if (!problem.isEmpty()) return problem;
      written_.append(path);
    }
    return QString();
  }

  // As the editor draws the plot, at one size for all.
  QString writeAsOnScreen(const PlotContent& content, const QString& base) {
    const std::unique_ptr<PlotView> plot = makePlotView(content);
    plot->resize(kPlotSize);
    plot->setRunSpan(start_, end_);
    plot->setRecording(recording_);
    plot->fit();
    for (const char* suffix : {".png", ".svg", ".pdf"}) {
      const QString path = base + QLatin1String(suffix);
      QString problem = exportPlot(plot.get(), path, kPlotSize);
      if (!problem.isEmpty()) return problem;
      written_.append(path);
    }
    return QString();
  }

  const std::shared_ptr<const Recording>& recording_;
  const double start_;
  const double end_;
  const QDir folder_;
  const FigureOptions& options_;
  const std::vector<RunOverlay>* behind_;  // may be null
  QStringList& written_;
};

}  // namespace

// Without a grid a file for each plot, with one a single figure of them all. On paper everything is
// drawn in black; the theme is put back in the end.
QString exportPlots(DiagramDocument* document, const std::shared_ptr<const Recording>& recording,
                    double start, double end, const QString& folder, QStringList* written,
                    const FigureOptions& options, const std::vector<RunOverlay>* behind,
                    const DensityFinder& theories) {
  if (!QDir(folder).mkpath(QStringLiteral("."))) {
    return QCoreApplication::translate("Export", "the folder %1 cannot be made").arg(folder);
  }
  const std::vector<PlotContent> contents =
      contentsOfRun(document, *recording, start, end, theories);
  const bool isScreen = options.style == FigureStyle::kScreen;
  const ThemeForDrawing inBlack(isScreen ? Theme::current().mode : Theme::Mode::kMono);
  PlotExport plots(recording, {start, end}, folder, options, behind, written);
  if (options.grid) return plots.writeTogether(contents);
  return options.tex ? plots.writeTexFiles(contents) : plots.writePictures(contents);
}

}  // namespace loopwright
