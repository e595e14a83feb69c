#include "engine/cluster/run_threads.h"

#include <utility>

namespace loopwright {

RunThreads::RunThreads(int num_threads,
                       std::function<std::unique_ptr<RunMaker>(uint64_t study)> new_maker)
    : new_maker_(std::move(new_maker)) {
  for (int i = 0; i < num_threads; ++i) threads_.emplace_back([this] { MakeRuns(); });
}

RunThreads::~RunThreads() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  asked_changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void RunThreads::Ask(Task task) {
  {
    const std::lock_guard lock(mutex_);
    asked_.push_back(std::move(task));
  }
  asked_changed_.notify_one();
}

std::optional<RunThreads::Task> RunThreads::Take() {
  const std::lock_guard lock(mutex_);
  if (problem_) std::rethrow_exception(problem_);
  if (made_.empty()) return std::nullopt;
  Task task = std::move(made_.front());
  made_.pop_front();
  return task;
}

void RunThreads::Wait(std::chrono::microseconds at_most) {
  std::unique_lock lock(mutex_);
  made_changed_.wait_for(lock, at_most, [this] { return problem_ || !made_.empty(); });
}

// A thread keeps what it makes runs with as long as it is asked for runs of the same study.
void RunThreads::MakeRuns() {
  std::unique_ptr<RunMaker> maker;
  uint64_t study = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    asked_changed_.wait(lock, [this] { return ends_ || !asked_.empty(); });
    if (ends_) return;
    Task task = std::move(asked_.front());
    asked_.pop_front();
    lock.unlock();
    std::exception_ptr problem;
    try {
      if (maker == nullptr || study != task.study) maker = new_maker_(task.study);
      study = task.study;
      maker->Make(&task.block, [this] { return !ends_.load(std::memory_order_relaxed); });
    } catch (...) {
      problem = std::current_exception();
    }
    lock.lock();
    if (problem) problem_ = problem;
    made_.push_back(std::move(task));
    made_changed_.notify_one();
  }
}

}  // namespace loopwright
