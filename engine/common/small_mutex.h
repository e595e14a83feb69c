#pragma once

#include <atomic>

namespace loopwright {

/// A mutex of one byte, for std::lock_guard: where there are many that are hardly ever contended.
class SmallMutex {
 public:
  /// Sleeps while another thread has it.
  void lock() {
    while (locked_.test_and_set(std::memory_order_acquire)) {
      locked_.wait(true, std::memory_order_relaxed);
    }
  }
  /// Called by the thread that has it; lets one of those go on that wait.
  void unlock() {
    locked_.clear(std::memory_order_release);
    locked_.notify_one();
  }

 private:
  std::atomic_flag locked_;
};

}  // namespace loopwright
