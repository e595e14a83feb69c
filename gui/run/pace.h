#pragma once

#include <QComboBox>

namespace loopwright {

class DiagramDocument;

/// How fast a diagram's simulation goes (`realtime_rate`), to be chosen: full speed (as fast as
/// possible), as the clock, some steps slower or faster, or what the diagram says otherwise. A run
/// that goes on follows at once. Object name: `pace`.
class PaceBox : public QComboBox {
  Q_OBJECT

 public:
  explicit PaceBox(DiagramDocument* document, QWidget* parent = nullptr);

 protected:
  void wheelEvent(QWheelEvent* event) override;

 private:
  void refresh();

  DiagramDocument* document_;
};

/// Makes the simulation one step slower (-1) or faster (1). What is faster than the fastest step is
/// as fast as possible.
void changePace(DiagramDocument* document, int direction);

}  // namespace loopwright
