#include "gui/export/export.h"

#include <QCoreApplication>
#include <QDir>
#include <QPainter>
#include <QPrinter>
#include <algorithm>

#include "engine/model/document.h"
#include "engine/simulation/recording.h"
#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/document/diagram_document.h"
#include "gui/export/picture.h"
#include "gui/plots/plot_contents.h"
#include "gui/plots/plot_view.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kDiagramMargin = 24;

// Shows a level in a scene of its own, which is drawn: nothing is selected in it, nothing lights
// up, and no block is marked as wrong.
void showLevel(DiagramDocument* document, const QString& level, DiagramScene* scene) {
  document->finishCheck();  // Wires have the colours of their sample times.
  scene->setLevel(level);
  for (BlockItem* block : scene->blocks()) block->setProblems(QString(), false);
}

}  // namespace

QString exportDiagram(DiagramDocument* document, const QString& level, const QString& path) {
  DiagramScene scene(document);
  showLevel(document, level, &scene);
  const QRectF content = scene.contentRect();
  const double margin = kDiagramMargin;
  const QRectF source = content.isNull() ? QRectF(0, 0, 320, 200)
                                         : content.adjusted(-margin, -margin, margin, margin);
  const QSize size = source.size().toSize();
  const QString title = document->displayName();
  return writePicture(path, size, title, [&](QPaintDevice* device, bool) {
    QPainter painter(device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const QRectF target(QPointF(0, 0), QSizeF(size));
    painter.fillRect(target, Theme::current().canvas);
    scene.render(&painter, target, source);
  });
}

void printDiagram(DiagramDocument* document, const QString& level, QPrinter* printer) {
  DiagramScene scene(document);
  showLevel(document, level, &scene);
  const ThemeForDrawing on_paper(Theme::Mode::kLight);
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

QString exportPlots(DiagramDocument* document, const std::shared_ptr<const Recording>& recording,
                    double start, double end, const QString& folder, QStringList* written) {
  const QDir directory(folder);
  if (!directory.mkpath(QStringLiteral("."))) {
    return QCoreApplication::translate("Export", "the folder %1 cannot be made").arg(folder);
  }
  document->finishCheck();  // It finds the sample times.
  const auto rate_of = [document](const std::string& path) { return document->rateOf(path); };
  int number = 0;
  for (const PlotContent& content : plotContents(document->document(), *recording, rate_of)) {
    const std::unique_ptr<PlotView> plot = makePlotView(content);
    plot->resize(800, 360);
    plot->setRunSpan(start, end);
    plot->setRecording(recording);
    plot->fit();
    ++number;
    for (const char* suffix : {"png", "svg"}) {
      const QString path = directory.filePath(QStringLiteral("plot-%1.%2").arg(number).arg(suffix));
      QString problem = exportPlot(plot.get(), path);
      if (!problem.isEmpty()) return problem;
      written->append(path);
    }
  }
  return QString();
}

}  // namespace loopwright
