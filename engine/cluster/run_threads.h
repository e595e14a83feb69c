#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/studies/monte_carlo_study.h"
#include "engine/studies/run_block.h"

namespace loopwright {

/// Threads of a process that make the blocks of runs that it is asked for, in any order, while its
/// main thread speaks with other processes.
class RunThreads {
 public:
  /// A block of the study with that number.
  struct Task {
    uint64_t study = 0;
    RunBlock block;
  };

  /// `new_maker` makes what a thread makes runs of a study with; called on that thread.
  RunThreads(int num_threads, std::function<std::unique_ptr<RunMaker>(uint64_t study)> new_maker);
  /// Ends the runs under way; blocks that are not whole are lost.
  ~RunThreads();
  RunThreads(const RunThreads&) = delete;
  RunThreads& operator=(const RunThreads&) = delete;

  int num_threads() const { return static_cast<int>(threads_.size()); }
  void Ask(Task task);
  /// A block that is made. Throws what making one threw.
  std::optional<Task> Take();
  /// Until there is something to take, or the time is over.
  void Wait(std::chrono::microseconds at_most);

 private:
  void MakeRuns();

  const std::function<std::unique_ptr<RunMaker>(uint64_t)> new_maker_;
  std::mutex mutex_;
  std::condition_variable asked_changed_, made_changed_;
  std::deque<Task> asked_, made_;
  std::exception_ptr problem_;
  std::atomic<bool> ends_{false};
  std::vector<std::thread> threads_;
};

}  // namespace loopwright
