#include "gui/plots/plot_style.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <algorithm>
#include <typeinfo>

#include "engine/recording/recording.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kTitleHeight = 26;

// Whose texts these are, for translators.
class PlotTexts {
  Q_DECLARE_TR_FUNCTIONS(Plots)
};

}  // namespace

QSharedPointer<QCPAxisTicker> makeTicker(bool isLogarithmic) {
  if (isLogarithmic) return QSharedPointer<QCPAxisTickerLog>::create();
  return QSharedPointer<MinusTicker<QCPAxisTicker>>::create();
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

// A recording has a column for each element of a signal; the column's label is `PATH` or `PATH[k]`.
// −1 where there is none of this label.
int findColumn(const Recording& recording, const QString& label, const RecordedSignal** found) {
  const std::string wanted = label.toStdString();
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    for (int k = 0; k < signal.width; ++k) {
      if (recording.ColumnLabel(signal.first_column + k) != wanted) continue;
      *found = &signal;
      return signal.first_column + k;
    }
  }
  return -1;
}

}  // namespace loopwright
