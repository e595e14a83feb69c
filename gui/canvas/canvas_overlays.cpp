#include "gui/canvas/canvas_overlays.h"

#include <QLabel>
#include <algorithm>
#include <initializer_list>

#include "engine/document/document.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/minimap.h"
#include "gui/overlays/canvas_hint.h"
#include "gui/overlays/rate_legend.h"
#include "gui/scene/diagram_scene.h"
#include "gui/theme/theme.h"

namespace loopwright {

// All of them are children of the view and not of its viewport, so that they stay where they are
// while the diagram is scrolled. place() puts them into the corners.
CanvasOverlays::CanvasOverlays(DiagramView* view)
    : CanvasPart(view),
      legend_(new RateLegend(document_, view)),
      minimap_(new Minimap(view)),
      hint_(new CanvasHint(view)),
      emptyHint_(new QLabel(view)) {
  emptyHint_->setObjectName("emptyHint");
  emptyHint_->setAttribute(Qt::WA_TransparentForMouseEvents);
  emptyHint_->setAlignment(Qt::AlignCenter);
  emptyHint_->setWordWrap(true);
  emptyHint_->setProperty("role", "secondary");
  connect(scene_, &DiagramScene::contentChanged, this, &CanvasOverlays::showEmptyHint);
  connect(legend_, &RateLegend::changed, this, [this] {
    place();
    Q_EMIT legendChanged();
  });
  showEmptyHint();
}

void CanvasOverlays::showMessage(const QString& text) { CanvasPart::showMessage(text); }

void CanvasOverlays::showHint(const QString& text, const QPointF& place) {
  hint_->say(text, view_->mapFromScene(place), view_->viewport()->size());
}

// What the status bar said goes with it.
void CanvasOverlays::hideHint() {
  if (!hint_->isVisible()) return;
  hint_->hide();
  showMessage(QString());
}

// Says on an empty level how to begin.
void CanvasOverlays::showEmptyHint() {
  const DiagramModel& diagram = scene_->diagram();
  const bool isEmpty = diagram.blocks.empty() && diagram.notes.empty() && diagram.frames.empty();
  if (!isEmpty && !emptyHint_->isVisibleTo(view_)) return;
  emptyHint_->setVisible(isEmpty);
  emptyHint_->setText(
      level().isEmpty()
          ? tr("<p style='font-size:%1px'><b>Double-click, or just type, to add a block</b></p>"
               "<p>Type for example <i>sine</i>, <i>gain 5</i> or <i>scope</i>, or drag blocks "
               "from the list on the left.</p>"
               "<p>Drag from a block's output to an input to wire them. F5 runs the diagram.</p>")
                .arg(scaled(15))
          : tr("<p style='font-size:%1px'><b>This subsystem is empty</b></p>"
               "<p>Double-click, or just type, to add a block. Each <i>Inport</i> and "
               "<i>Outport</i> gives the subsystem a port.</p>")
                .arg(scaled(15)));
  place();
}

// How many pixels at the bottom of the viewport are to be left free for `content` to be seen. The
// legend appears only after the first check of a document; until then it is taken for as wide as it
// usually becomes, so that the view is not fitted twice.
int CanvasOverlays::stripBelow(const QRectF& content) const {
  constexpr int kLegendWidth = 220;  // while it is not known yet
  QRect legend = legend_->geometry();
  if (!legend_->isVisible()) legend.setWidth(kLegendWidth);
  if (!legend_->hasRoom()) legend = QRect();
  int strip = 0;
  for (const QRect& overlay : {legend, minimap_->isVisible() ? minimap_->geometry() : QRect()}) {
    const QRectF covered = view_->mapToScene(overlay).boundingRect() & content;
    if (overlay.isEmpty() || covered.isEmpty()) continue;
    if (scene_->items(covered, Qt::IntersectsItemBoundingRect).isEmpty()) continue;
    strip = std::max(strip, view_->viewport()->height() - overlay.top());
  }
  return strip;
}

// The legend stands at the lower left, the map at the lower right, the words of an empty level in
// the middle. Both are left out where the view is less than four or eight times their size.
void CanvasOverlays::place() {
  constexpr int kEdge = 12;
  legend_->move(kEdge, view_->height() - legend_->height() - kEdge);
  minimap_->move(view_->width() - minimap_->width() - kEdge,
                 view_->height() - minimap_->height() - kEdge);
  const int room = std::min(scaled(620), view_->width() - 24);
  emptyHint_->resize(room, emptyHint_->heightForWidth(room));
  emptyHint_->move((view_->width() - emptyHint_->width()) / 2,
                   (view_->height() - emptyHint_->height()) / 2);
  // In a small view they would only be in the way.
  constexpr int kLeastLegends = 8;  // above each other
  legend_->setHasRoom(view_->height() >= kLeastLegends * legend_->height());
  minimap_->setVisible(wantsMinimap_ && view_->width() > 4 * minimap_->width() &&
                       view_->height() > 4 * minimap_->height() && !emptyHint_->isVisibleTo(view_));
}

void CanvasOverlays::setMinimapShown(bool shown) {
  wantsMinimap_ = shown;
  place();
}

void CanvasOverlays::refresh() { minimap_->invalidate(); }

// The part of the viewport above the overlays, in its pixels: what is put there is not covered.
QRect CanvasOverlays::openArea() const {
  QRect seen = view_->viewport()->rect();
  for (const QWidget* overlay : std::initializer_list<const QWidget*>{legend_, minimap_}) {
    if (overlay->isVisible()) seen.setBottom(std::min(seen.bottom(), overlay->geometry().top()));
  }
  return seen;
}

// A field for a name that would open under the legend hides it as long as the field lives.
void CanvasOverlays::giveWayTo(QWidget* field) {
  if (!legend_->geometry().intersects(field->geometry())) return;
  legend_->hide();
  connect(field, &QObject::destroyed, legend_, &RateLegend::refresh);
}

}  // namespace loopwright
