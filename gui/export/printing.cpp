#include "gui/export/printing.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPageLayout>
#include <QPainter>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <algorithm>
#include <memory>

#include "gui/document/diagram_document.h"
#include "gui/export/export.h"
#include "gui/plots/plot_view.h"
#include "gui/scene/diagram_scene.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// What of a page can be printed on, in the printer's own pixels.
QSize printedSize(const QPrinter& printer) {
  return printer.pageLayout().paintRectPixels(printer.resolution()).size();
}

// Plots take the colours of the theme when their palette changes.
void takeColours(PlotView* plot) {
  QEvent change(QEvent::PaletteChange);
  QCoreApplication::sendEvent(plot, &change);
}

}  // namespace

// In light colours whatever the theme is. As large as on the screen where it fits on the page, else
// smaller, in the middle of the page's width.
void printDiagram(DiagramDocument* document, const QString& level, QPrinter* printer) {
  DiagramScene scene(document);
  showLevel(document, level, &scene);
  const ThemeForDrawing onPaper(Theme::Mode::kLight);
  const QRectF source = scene.contentRect();
  printer->setDocName(document->displayName());
  QPainter painter(printer);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  if (source.isEmpty()) return;
  const QSizeF page = printedSize(*printer);
  const double scale = std::min({double(printer->resolution()) / kPrintedPixels,
                                 page.width() / source.width(), page.height() / source.height()});
  const QSizeF size = source.size() * scale;
  scene.render(&painter, QRectF(QPointF((page.width() - size.width()) / 2, 0), size), source);
}

// Vectors, as a page has more pixels than a screen. The plot on the screen gets its colours back.
void printPlot(PlotView* plot, QPrinter* printer) {
  constexpr double kFlat = 0.5;  // how high, of its width
  const QSize page = printedSize(*printer);
  const QSize size(page.width(), std::min(page.height(), qRound(kFlat * page.width())));
  {
    const ThemeForDrawing onPaper(Theme::Mode::kLight);
    takeColours(plot);
    plot->paintOn(printer, size, true);
  }
  takeColours(plot);
}

// The printer lives as long as the window that refers to it.
void showPrintPreview(QWidget* parent, const QString& name, bool isWide,
                      const std::function<void(QPrinter*)>& print) {
  const auto printer = std::make_shared<QPrinter>();
  printer->setResolution(kPrintedPixels);
  printer->setDocName(name);
  printer->setPageOrientation(isWide ? QPageLayout::Landscape : QPageLayout::Portrait);
  auto* const preview = new QPrintPreviewDialog(printer.get(), parent);
  preview->setObjectName(QStringLiteral("printPreview"));
  preview->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(preview, &QPrintPreviewDialog::paintRequested, preview,
                   [printer, print] { print(printer.get()); });
  preview->open();
}

}  // namespace loopwright
