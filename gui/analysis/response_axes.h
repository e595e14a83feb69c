#pragma once

#include <QColor>
#include <QPen>
#include <cstddef>
#include <vector>

#include "engine/linear/linear_model.h"
#include "gui/plots/qcustomplot_header.h"

namespace loopwright {

/// Of curves in pictures of a response, and of poles and zeros there, pixels.
constexpr double kResponseWidth = 1.6;
constexpr int kPoleSize = 9;

/// The colour, pale where what is drawn is old.
QColor inkOf(QColor colour, bool isStale);
/// Of a line that only helps to read: an axis, a limit, a margin.
QPen helpPen();

/// Axes on all four sides, with numbers below and on the left, as row `row` of the plot.
QCPAxisRect* addAxesBox(QCustomPlot* plot, int row);

/// The number of the one of these frequencies, ascending and at least one, that is nearest on a
/// logarithmic axis.
std::size_t nearestOf(const std::vector<double>& frequencies, double frequency);

/// Where something in the coordinates of these axes stands, in pixels of the plot.
QPointF pixelAt(const QCPAxisRect* axes, double across, double up);

/// Places an item in the coordinates of these axes, which clip it.
void placeIn(QCPAxisRect* axes, QCPAbstractItem* item);
/// A text in the axes; where exactly, the caller says.
QCPItemText* addText(QCPAxisRect* axes, const QString& text, const QColor& colour);
/// A line through all of the axes, at a coordinate of the horizontal (or the vertical) one.
QCPItemLine* addCrossLine(QCPAxisRect* axes, double at, bool isUpright, const QPen& pen);
/// An upright band of this colour behind all curves.
void addBand(QCPAxisRect* axes, double from, double to, const QColor& colour);
/// Marks at points of the plane, drawn where they are whatever lies between them.
QCPGraph* addMarks(QCPAxisRect* axes, const ComplexList& places,
                   QCPScatterStyle::ScatterShape shape, const QColor& colour);

/// In a map of poles: where the damping is 0.2, 0.4, 0.6 and 0.8, rays from the origin of s as long
/// as `reach`; in z spirals, with the unit circle, and lines across them where the natural
/// frequency is a quarter, a half, three quarters and all of half the sampling frequency.
void addDampingGrid(QCPAxisRect* axes, bool isSampled, double reach);

void makeLogarithmic(QCPAxis* axis);
/// Degrees in steps that a person counts in.
void countDegrees(QCPAxis* axis);
/// As many numbers as there is room for, in the usual steps.
void countInRoom(QCPAxis* axis);

/// The gain in decibels; no number, which draws nothing, where it is 0 or without bound.
double decibels(const Complex& value);
std::vector<double> decibels(const ComplexList& values);

}  // namespace loopwright
