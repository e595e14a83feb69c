#pragma once

#include <QObject>
#include <QThreadPool>
#include <functional>

namespace loopwright {

/// Does pieces of work on a thread of its own, one after the other, and what follows from each on
/// the window's thread. Its destructor waits for the piece under way; what follows is left out
/// then.
class Background : public QObject {
  Q_OBJECT

 public:
  /// What is done on the window's thread with what came of a piece of work.
  using Consequence = std::function<void()>;

  explicit Background(QObject* parent = nullptr);
  ~Background() override;

  /// `work` must not throw.
  void start(std::function<Consequence()> work);
  /// Whether something is under way, or waits for its turn.
  bool isBusy() const { return pending_ > 0; }

 private:
  QThreadPool pool_;
  int pending_ = 0;
};

}  // namespace loopwright
