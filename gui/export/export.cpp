#include "gui/export/export.h"

#include <QCoreApplication>
#include <QDir>
#include <QPainter>
#include <QPrinter>
#include <QRegularExpression>
#include <algorithm>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "gui/document/diagram_document.h"
#include "gui/export/picture.h"
#include "gui/figures/diagram_figure.h"
#include "gui/figures/diagram_tikz.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_tex.h"
#include "gui/plots/plot_contents.h"
#include "gui/plots/plot_view.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kDiagramMargin = 24;
constexpr QSize kPlotSize(800, 360);

// Shows a level in a scene of its own, which is drawn: nothing is selected in it, nothing lights
// up, no block is marked as wrong, and no signal as recorded.
void showLevel(DiagramDocument* document, const QString& level, DiagramScene* scene) {
  document->finishCheck();  // Wires have the colours of their sample times.
  scene->setLevel(level);
  for (BlockItem* block : scene->blocks()) {
    block->setProblems(QString(), false);
    block->setRecordedPorts({});
  }
}

// A title as a file's name that every file system takes.
QString fileName(const PlotContent& content) {
  constexpr int kMostNamed = 3;  // curves
  constexpr int kLongest = 80;
  QString name = content.title;
  if (name.trimmed().isEmpty()) {
    QStringList curves;
    for (const CurveSetting& curve : content.curves) curves += curve.name;
    name = curves.mid(0, kMostNamed).join(QStringLiteral(", "));
  }
  static const QRegularExpression kRefused(QStringLiteral("[/\\\\:*?\"<>|\\x00-\\x1f]+"));
  name = name.replace(kRefused, QStringLiteral("-")).simplified().left(kLongest).trimmed();
  while (name.startsWith(u'.')) name.remove(0, 1);
  return name.isEmpty() ? QStringLiteral("plot") : name;
}

}  // namespace

// Names that would be one file get numbers, also where only capitals differ: some systems do not
// tell them apart.
QStringList plotFileNames(const std::vector<PlotContent>& contents) {
  QStringList names;
  for (const PlotContent& content : contents) {
    const QString wanted = fileName(content);
    QString name = wanted;
    for (int number = 2; names.contains(name, Qt::CaseInsensitive); ++number) {
      name = QStringLiteral("%1 %2").arg(wanted).arg(number);
    }
    names += name;
  }
  return names;
}

// A scene of its own is drawn, so that what is selected or hovered on the canvas is not in the
// picture.
QString exportDiagram(DiagramDocument* document, const QString& level, const QString& path,
                      const FigureOptions& options, QString* warning) {
  DiagramScene scene(document);
  showLevel(document, level, &scene);
  if (path.endsWith(QLatin1String(".tex"), Qt::CaseInsensitive)) {
    QString tooSmall;
    const QByteArray tex = diagramTikz(scene, options, &tooSmall);
    if (warning != nullptr) *warning = tooSmall;
    return writeWholeFile(path, tex);
  }
  if (options.style == FigureStyle::kPaper) {
    QString tooSmall;
    const Figure figure = diagramFigure(scene, options, &tooSmall);
    if (warning != nullptr) *warning = tooSmall;
    return writeFigure(path, figure);
  }
  const bool isMono = options.style == FigureStyle::kMono;
  const ThemeForDrawing inBlack(isMono ? Theme::Mode::kMono : Theme::current().mode);
  const QRectF content = scene.contentRect();
  const double margin = kDiagramMargin;
  const QRectF source = content.isNull() ? QRectF(0, 0, 320, 200)
                                         : content.adjusted(-margin, -margin, margin, margin);
  constexpr double kPixelsPerPoint = 96.0 / 72;
  double factor = 1;
  if (options.width) factor = *options.width * kPixelsPerPoint / source.width();
  if (options.height) {
    const double toHeight = *options.height * kPixelsPerPoint / source.height();
    factor = options.width ? std::min(factor, toHeight) : toHeight;
  }
  const QSize size = (source.size() * factor).toSize();
  const QString title = document->displayName();
  return writePicture(path, size, title, [&](QPaintDevice* device, bool) {
    QPainter painter(device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const QRectF target(QPointF(0, 0), QSizeF(size));
    painter.fillRect(target, Theme::current().canvas);
    scene.render(&painter, target, source);
  });
}

// In light colours whatever the theme is. As large as on the screen where it fits on the page, else
// smaller.
void printDiagram(DiagramDocument* document, const QString& level, QPrinter* printer) {
  DiagramScene scene(document);
  showLevel(document, level, &scene);
  const ThemeForDrawing onPaper(Theme::Mode::kLight);
  const QRectF source = scene.contentRect();
  printer->setDocName(document->displayName());
  QPainter painter(printer);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  if (source.isEmpty()) return;
  const QRectF page(QPointF(0, 0),
                    printer->pageLayout().paintRectPixels(printer->resolution()).size());
  constexpr double kScreen = 96;  // pixels per inch of the canvas
  const double scale = std::min({printer->resolution() / kScreen, page.width() / source.width(),
                                 page.height() / source.height()});
  scene.render(&painter, QRectF(QPointF(0, 0), source.size() * scale), source);
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
    for (int column = 0; column < recording.num_columns(); ++column) {
      if (curve.path == QString::fromStdString(recording.ColumnLabel(column))) {
        columns.push_back(column);
      }
    }
  }
  QByteArray bytes;
  WriteCsv(recording, columns, [&](std::string_view part) {
    bytes.append(part.data(), static_cast<qsizetype>(part.size()));
  });
  return writeWholeFile(path, bytes);
}

namespace {

// Whether a plot has a form for print; histograms and spectra have that of the screen alone.
bool isForPrint(const PlotContent& content) {
  return content.kind == PlotKind::kTime || content.kind == PlotKind::kXY;
}

// Writes the plots of a run between two times for PGFPlots.
QString writePlotsAsTex(const std::vector<PlotContent>& contents, const Recording& recording,
                        std::pair<double, double> span, const QString& folder,
                        const FigureOptions& options, QStringList* written) {
  const QDir directory(folder);
  QStringList names;
  for (const QString& wanted : plotFileNames(contents)) {
    QString name = texFileName(wanted);
    for (int number = 2; names.contains(name, Qt::CaseInsensitive); ++number) {
      name = QStringLiteral("%1-%2").arg(texFileName(wanted)).arg(number);
    }
    names += name;
  }
  for (const PlotContent& content : contents) {
    const QString name = names.takeFirst();
    if (!isForPrint(content)) continue;
    for (const auto& [file, bytes] :
         plotTex(content, recording, span.first, span.second, options, name)) {
      QString problem = writeWholeFile(directory.filePath(file), bytes);
      if (!problem.isEmpty()) return problem;
      written->append(directory.filePath(file));
    }
  }
  return QString();
}

}  // namespace

// Every plot of the document as three pictures and its data, by the plots' titles. Plots are made
// for it and drawn without a window.
QString exportPlots(DiagramDocument* document, const std::shared_ptr<const Recording>& recording,
                    double start, double end, const QString& folder, QStringList* written,
                    const FigureOptions& options) {
  const QDir directory(folder);
  if (!directory.mkpath(QStringLiteral("."))) {
    return QCoreApplication::translate("Export", "the folder %1 cannot be made").arg(folder);
  }
  document->finishCheck();  // It finds the sample times.
  const auto rates = [document](const std::string& path) { return document->rateOf(path); };
  std::vector<PlotContent> contents =
      plotContents(document->document(), document->registry(), *recording, rates);
  choosePeriods(start, end, &contents);
  const bool isScreen = options.style == FigureStyle::kScreen;
  const ThemeForDrawing inBlack(isScreen ? Theme::current().mode : Theme::Mode::kMono);
  QStringList names = plotFileNames(contents);
  if (options.tex)
    return writePlotsAsTex(contents, *recording, {start, end}, folder, options, written);
  for (const PlotContent& content : contents) {
    const QString base = directory.filePath(names.takeFirst());
    const std::unique_ptr<PlotView> plot = makePlotView(content);
    plot->resize(kPlotSize);
    plot->setRunSpan(start, end);
    plot->setRecording(recording);
    plot->fit();
    const bool isFigure = options.style == FigureStyle::kPaper && isForPrint(content);
    const Figure figure =
        isFigure ? plotFigure(content, *recording, start, end, options) : Figure();
    for (const char* suffix : {".png", ".svg", ".pdf", ".csv"}) {
      const QString path = base + QLatin1String(suffix);
      const bool data = path.endsWith(QLatin1String(".csv"));
      QString problem = data       ? exportPlotData(content, *recording, path)
                        : isFigure ? writeFigure(path, figure)
                                   : exportPlot(plot.get(), path, kPlotSize);
      if (!problem.isEmpty()) return problem;
      written->append(path);
    }
  }
  return QString();
}

}  // namespace loopwright
