#include "gui/threads/background.h"

#include <QCoreApplication>
#include <QEvent>
#include <utility>

namespace loopwright {

Background::Background(QObject* parent) : QObject(parent) {}

// What waits for its turn is dropped, what is under way waited for: it may use what its owner is
// about to destroy. Its consequence is not called any more, as Qt drops calls to an object that is
// gone.
Background::~Background() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  thread_.request_stop();
}

// The thread begins with the first piece of work, as most panels never ask for any.
void Background::start(std::function<Consequence()> work) {
  if (!thread_.joinable()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { workOff(stop); });
  }
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(work));
  changed_.notify_all();
}

// The thread's own function. The consequence of a piece is put into the queue of the window's
// thread, and so is called between two events there, never beside them.
void Background::workOff(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
    std::function<Consequence()> work = std::move(waiting_.front());
    waiting_.pop_front();
    isWorking_ = true;
    lock.unlock();
    Consequence consequence = work();
    work = nullptr;  // what it holds goes before anyone is told that it is done
    lock.lock();
    done_.push_back(std::move(consequence));
    isWorking_ = false;
    changed_.notify_all();
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
  }
}

// A piece of work is done; the event says no more than that.
void Background::customEvent(QEvent* /*event*/) { takeOver(); }

// Calls the first consequence that waits; false where there is none, as finish() was faster.
bool Background::takeOver() {
  Consequence consequence;
  {
    const std::lock_guard lock(mutex_);
    if (done_.empty()) return false;
    consequence = std::move(done_.front());
    done_.pop_front();
  }
  if (consequence) consequence();
  return true;
}

bool Background::isBusy() const {
  const std::lock_guard lock(mutex_);
  return isWorking_ || !waiting_.empty() || !done_.empty();
}

void Background::waitForDone() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.empty() && !isWorking_; });
}

void Background::finish() {
  waitForDone();
  while (takeOver()) {
  }
}

}  // namespace loopwright
