#include "gui/overlays/legend_box.h"

#include "gui/theme/theme.h"

namespace loopwright {

void paintLegendBox(QPainter* painter, const QWidget& legend) {
  const Theme& theme = Theme::current();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(theme.hairline);
  painter->setBrush(theme.canvas);
  painter->drawRoundedRect(QRectF(legend.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
  painter->setFont(captionFont());
}

}  // namespace loopwright
