#pragma once

#include "gui/plots/qcustomplot_header.h"

namespace loopwright {

/// The plot of a response in two parts: what stays as it is while a hand drags something (axes,
/// grids, a locus, earlier curves), and above it on a layer of its own what follows the hand. The
/// second is painted anew without the first.
class ResponseArea : public QCustomPlot {
 public:
  explicit ResponseArea(QWidget* parent);

  /// What is made as long as this lives follows the hand.
  class Following {
   public:
    explicit Following(ResponseArea* area);
    ~Following();
    Following(const Following&) = delete;
    Following& operator=(const Following&) = delete;

   private:
    ResponseArea* area_;
    QCPLayer* before_;
  };

  /// Takes away all that follows.
  void clearFollowing();
  /// Paints what follows, once control returns to the loop of events. For more than that to be
  /// painted there is replot().
  void replotFollowing();
  /// How often only what follows was painted.
  int followingReplots() const { return followingReplots_; }

 private:
  void paintFollowing();

  QCPLayer* following_ = nullptr;
  bool isPainted_ = false;  // all of it, for the first time
  bool isQueued_ = false;
  int followingReplots_ = 0;
};

}  // namespace loopwright
