#pragma once

#include <QObject>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace loopwright {

/// Does pieces of work on a thread of its own, one after the other, and what follows from each on
/// the window's thread. For example a document is checked there, and the list of problems is filled
/// when the check has ended. Its destructor waits for the piece under way; what follows is left out
/// then. All functions are for the window's thread.
class Background : public QObject {
  Q_OBJECT

 public:
  /// What is done on the window's thread with what came of a piece of work; may be empty.
  using Consequence = std::function<void()>;

  explicit Background(QObject* parent = nullptr);
  ~Background() override;

  /// `work` must not throw.
  void start(std::function<Consequence()> work);
  /// Whether something is under way or waits for its turn, or its consequence does.
  bool isBusy() const;
  /// Waits until all work is done. Its consequences follow later, as usual.
  void waitForDone();
  /// Waits until all work is done, and does what follows from it.
  void finish();

 protected:
  void customEvent(QEvent* event) override;

 private:
  void workOff(const std::stop_token& stop);
  bool takeOver();

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by the mutex.
  std::deque<std::function<Consequence()>> waiting_;
  std::deque<Consequence> done_;
  bool isWorking_ = false;

  std::jthread thread_;  // the last member, so that it ends before what it uses
};

}  // namespace loopwright
