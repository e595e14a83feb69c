#pragma once

#include <QLabel>
#include <QPoint>
#include <QWidget>

namespace loopwright {

class PlotView;

/// A plot below its title, by which it can be dragged to another place. Object name of the title:
/// `plotTitle`.
class PlotFrame : public QWidget {
  Q_OBJECT

 public:
  /// Takes the plot. Without a title there is nothing to drag.
  PlotFrame(PlotView* plot, const QString& title);

  /// The plot in it, which goes with the frame.
  PlotView* plot() const { return plot_; }

 Q_SIGNALS:
  /// The plot is being dragged, and was let go, at a place of the screen.
  void dragged(const QPoint& global);
  void dropped(const QPoint& global);

 protected:
  /// Watches the title: a press that moves far enough is a drag.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  PlotView* plot_;
  /// Null without a title.
  QLabel* title_ = nullptr;
  QPoint start_;
  bool isDragged_ = false;
};

}  // namespace loopwright
