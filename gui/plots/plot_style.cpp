#include "gui/plots/plot_style.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QLineF>
#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <typeinfo>
#include <utility>

#include "engine/recording/recording.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kTitleHeight = 26;
constexpr double kLookEach = 4;  // pixels along a curve, to see whether it passes an area

// Whose texts these are, for translators.
class PlotTexts {
  Q_DECLARE_TR_FUNCTIONS(Plots)
};

// How many places along the line from one point to another lie in an area. In pixels.
int placesWithin(const QRectF& area, const QPointF& from, const QPointF& to) {
  const QRectF line = QRectF(from, to).normalized().adjusted(-1, -1, 1, 1);
  if (!line.intersects(area)) return 0;
  const int steps = 1 + static_cast<int>(QLineF(from, to).length() / kLookEach);
  int count = 0;
  for (int step = 0; step <= steps; ++step) {
    count += area.contains(from + (to - from) * step / steps) ? 1 : 0;
  }
  return count;
}

// How much of all curves and bars lies in an area of the plot, as a count of places. A bar is the
// line from its end down to the axis.
int coveredBy(QCustomPlot* plot, const QRectF& area) {
  int count = 0;
  for (int i = 0; i < plot->plottableCount(); ++i) {
    auto* const plottable = plot->plottable(i);
    const QCPPlottableInterface1D* const points = plottable->interface1D();
    const bool areBars = qobject_cast<const QCPBars*>(plottable) != nullptr;
    const double base = plottable->valueAxis()->coordToPixel(0);
    std::optional<QPointF> last;
    for (int at = 0; at < points->dataCount(); ++at) {
      const QPointF point(plottable->keyAxis()->coordToPixel(points->dataMainKey(at)),
                          plottable->valueAxis()->coordToPixel(points->dataMainValue(at)));
      if (areBars) last = QPointF(point.x(), base);
      if (last) count += placesWithin(area, *last, point);
      last = point;
    }
  }
  return count;
}

}  // namespace

bool keepLegendOffData(QCustomPlot* plot) {
  if (!plot->legend->visible()) return false;
  QCPLayoutInset* const inset = plot->axisRect()->insetLayout();
  const QRectF room = inset->rect();
  const QSizeF size = plot->legend->outerRect().size();
  const Qt::Alignment now = inset->insetAlignment(0);
  Qt::Alignment best = now;
  int least = std::numeric_limits<int>::max();
  for (const Qt::Alignment corner :
       {now, Qt::AlignTop | Qt::AlignRight, Qt::AlignTop | Qt::AlignLeft,
        Qt::AlignBottom | Qt::AlignRight, Qt::AlignBottom | Qt::AlignLeft}) {
    const double left = corner & Qt::AlignLeft ? room.left() : room.right() - size.width();
    const double top = corner & Qt::AlignTop ? room.top() : room.bottom() - size.height();
    const int covered = coveredBy(plot, QRectF(QPointF(left, top), size));
    if (covered < least) std::tie(least, best) = std::pair(covered, corner);
  }
  inset->setInsetAlignment(0, best);
  return best != now;
}

QSharedPointer<QCPAxisTicker> makeTicker(bool isLogarithmic) {
  if (isLogarithmic) return QSharedPointer<QCPAxisTickerLog>::create();
  return QSharedPointer<MinusTicker<QCPAxisTicker>>::create();
}

void scaleAxis(QCPAxis* axis, bool isLogarithmic) {
  axis->setScaleType(isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  axis->setTicker(makeTicker(isLogarithmic));
  axis->setNumberFormat(isLogarithmic ? QStringLiteral("gbc") : QStringLiteral("gb"));
  axis->setNumberPrecision(isLogarithmic ? 0 : 6);
}

// Axes without ticks and with faint grids, so that the curves stand out.
void styleAxis(QCPAxis* axis) {
  const Theme& theme = Theme::current();
  const QCPAxisTicker& ticker = *axis->ticker();
  if (typeid(ticker) == typeid(QCPAxisTicker)) axis->setTicker(makeTicker(false));
  axis->setBasePen(QPen(theme.hairline, 1));
  axis->setTickPen(Qt::NoPen);
  axis->setSubTickPen(Qt::NoPen);
  axis->setTickLength(0);
  axis->setSubTicks(false);
  axis->setTickLabelFont(captionFont());
  axis->setTickLabelColor(theme.muted);
  axis->setTickLabelPadding(6);
  axis->setLabelFont(secondaryFont());
  axis->setLabelColor(theme.muted);
  axis->setLabelPadding(3);
  axis->grid()->setPen(QPen(theme.grid, 1));
  axis->grid()->setZeroLinePen(QPen(theme.grid, 1));
  axis->grid()->setSubGridVisible(false);
}

void stylePlot(QCustomPlot* plot) {
  const Theme& theme = Theme::current();
  // Numbers look as in fields and files, whatever the system's language.
  plot->setLocale(QLocale::c());
  plot->setBackground(QBrush(theme.panel));
  plot->axisRect()->setBackground(QBrush(theme.canvas));
  for (QCPAxis* axis : {plot->xAxis, plot->yAxis, plot->xAxis2, plot->yAxis2}) styleAxis(axis);
}

// Half of the last number lies right of the axis.
int rightMarginOf(const QCPAxis* axis) {
  constexpr int kLeast = 18;
  const QVector<QString> labels = axis->tickVectorLabels();
  if (labels.isEmpty()) return kLeast;
  const int last = QFontMetrics(axis->tickLabelFont()).horizontalAdvance(labels.last());
  return std::max(kLeast, last / 2 + 4);
}

// On paper the background is that of the canvas; the one on the screen is set back afterwards.
void paintPlot(QCustomPlot* plot, const QString& title, QPaintDevice* device, const QSize& size,
               bool vectors) {
  QCPPainter painter(device);
  painter.setMode(QCPPainter::pmVectorized, vectors);
  painter.setMode(QCPPainter::pmNoCaching);
  const Theme& theme = Theme::current();
  painter.fillRect(QRect(QPoint(0, 0), size), theme.canvas);
  int top = 0;
  if (!title.isEmpty()) {
    top = scaled(kTitleHeight);
    painter.setFont(titleFont());
    painter.setPen(theme.ink);
    painter.drawText(QRect(0, 4, size.width(), top), Qt::AlignCenter, title);
    painter.translate(0, top);
  }
  plot->setBackground(QBrush(theme.canvas));
  plot->toPainter(&painter, size.width(), size.height() - top);
  plot->setBackground(QBrush(theme.panel));
}

// A note in a corner of the plot, made when it is first needed: old rows are fewer than were
// computed.
void noteThinning(QCustomPlot* plot, const Recording* recording) {
  const QString name = QStringLiteral("thinned");
  auto* note = plot->findChild<QCPItemText*>(name);
  const bool isThinned = recording != nullptr && recording->thinned_until().has_value();
  if (note == nullptr && !isThinned) return;
  if (note == nullptr) {
    note = new QCPItemText(plot);
    note->setObjectName(name);
    note->setLayer(QStringLiteral("overlay"));
    note->position->setType(QCPItemPosition::ptAxisRectRatio);
    note->position->setCoords(1, 1);
    note->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    note->setPadding(QMargins(6, 2, 6, 3));
    note->setSelectable(false);
  }
  note->setVisible(isThinned);
  note->setFont(captionFont());
  note->setColor(Theme::current().muted);
  if (!isThinned) return;
  note->setText(PlotTexts::tr("thinned before t = %1 s to save memory; extremes are kept")
                    .arg(*recording->thinned_until()));
}

}  // namespace loopwright
