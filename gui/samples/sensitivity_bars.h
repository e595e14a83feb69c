#pragma once

#include <QRect>
#include <QString>
#include <QWidget>
#include <limits>
#include <optional>
#include <vector>

#include "engine/statistics/confidence.h"

class QPainter;

namespace loopwright {

/// What a measure has to do with one of the random parameters, or what all of them leave.
struct SensitivityBar {
  QString name;
  int parameter = -1;  ///< its number; −1 for what is left
  /// The part of the measure's variance, from 0 to 1; NaN where it is not known.
  double share = std::numeric_limits<double>::quiet_NaN();
  std::optional<Interval> interval;  ///< that holds the share
  QString rank;                      ///< the rank correlation, "−0.61"; "" where there is none
  QString text;                      ///< all of it, in a line
};

/// What the variance of a measure comes from: a bar for each part of it, as long as its share, with
/// a line across its end as long as its interval. At the right stand the share and the rank
/// correlation, whose sign says whether the measure rises or falls. A click on a row chooses its
/// parameter, and the pointer that rests on it says all of it. Object name: `studySensitivityBars`.
class SensitivityBars : public QWidget {
  Q_OBJECT

 public:
  explicit SensitivityBars(QWidget* parent = nullptr);

  /// Shows these, from the top; without any there is nothing to be seen.
  void setBars(std::vector<SensitivityBar> bars);
  const std::vector<SensitivityBar>& bars() const { return bars_; }
  /// The parameter whose row stands out.
  void setChosen(int parameter);

  /// The row of a bar: all of its width.
  QRect rowOf(int bar) const;
  /// Where a bar is drawn that is as long as this share.
  QRectF barOf(int bar, double share) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// A person chose the parameter with this number.
  void parameterChosen(int parameter);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  /// Where the columns are, in pixels from the left.
  struct Columns {
    int bars = 0, barsEnd = 0, shareEnd = 0;
  };
  Columns columns() const;
  int barAt(const QPoint& place) const;
  void paintHeadings(QPainter* painter) const;
  void paintRow(QPainter* painter, int bar) const;

  std::vector<SensitivityBar> bars_;
  int chosen_ = -1;
};

}  // namespace loopwright
