#pragma once

#include "gui/plots/qcustomplot_header.h"

#include <QString>

namespace loopwright {

class Recording;

// What all plots look like. For the sources of gui/plots only: includes QCustomPlot.

/// The numbers of a linear axis as `Ticker` makes them, with a real minus sign (−) in place of the
/// hyphen at their start. One in an exponent stays, since QCustomPlot reads the exponent from this
/// text before it sets it as a superscript.
template <class Ticker>
class MinusTicker : public Ticker {
 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
    QString label = Ticker::getTickLabel(tick, locale, format, precision);
    if (label.startsWith(u'-')) label[0] = QChar(0x2212);
    return label;
  }
};

/// The look of an axis in the current theme: hairlines, no ticks, small muted numbers. One with
/// QCustomPlot's own numbers gets those of makeTicker().
void styleAxis(QCPAxis* axis);

/// Gives an axis its scale, with numbers of makeTicker() that are written as this scale has them.
void scaleAxis(QCPAxis* axis, bool isLogarithmic);

/// Numbers for an axis, with real minus signs, or of powers of ten, which have no sign.
QSharedPointer<QCPAxisTicker> makeTicker(bool isLogarithmic);

/// Colours of background and axes in the current theme.
void stylePlot(QCustomPlot* plot);

/// Draws a whole plot, below its title, on a device on which nobody is painting. `vectors`: the
/// device keeps shapes rather than pixels.
void paintPlot(QCustomPlot* plot, const QString& title, QPaintDevice* device, const QSize& size,
               bool vectors);

/// Says in a quiet line at the bottom of the axes that the older rows of a recording (may be null)
/// were thinned, where they were; see Recording::thinned_until(). Object name `thinned`.
void noteThinning(QCustomPlot* plot, const Recording* recording);

/// Puts the legend into the corner of the axes where it covers least of what was drawn last, and
/// leaves it where it is as long as nothing is below it. Whether it was moved: then the plot has to
/// be drawn once more.
bool keepLegendOffData(QCustomPlot* plot);

/// The room that a horizontal axis needs at the right of it for the whole of its last number,
/// pixels.
int rightMarginOf(const QCPAxis* axis);

}  // namespace loopwright
