#pragma once

#include <QPointF>
#include <QString>
#include <QWidget>
#include <optional>

class QCustomPlot;

namespace loopwright {

/// A plot across which a person drags to choose some of what it shows (the brush); a click takes
/// the choice away.
class BrushPlot : public QWidget {
  Q_OBJECT

 public:
  /// `area` is the object name of the plot itself.
  explicit BrushPlot(const QString& area, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// A person chose something else, or nothing.
  void brushed();

 protected:
  QCustomPlot* plot() const { return plot_; }
  /// Takes on the colours of the theme.
  virtual void style() = 0;
  /// Chooses what lies between two places, in pixels of the plot.
  virtual void choose(const QPointF& from, const QPointF& to) = 0;
  virtual void chooseNothing() = 0;

  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void dragTo(const QPointF& place);
  void endDrag();

  QCustomPlot* plot_;
  std::optional<QPointF> pressed_;  // where a drag began
  bool isDragging_ = false;
};

}  // namespace loopwright
