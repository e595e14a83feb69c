#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace loopwright {
namespace {

// The number of the signal that came, 0 before. The threads of a study read it as well, so that it
// has to be atomic; without a lock it may be set by a handler of signals, which can do little more.
std::atomic<int> interrupted = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void HandleInterrupt(int signal) { interrupted = signal; }

}  // namespace

// The handler is used once. Afterwards the system's own is back, so that a second Ctrl+C ends a
// program that does not stop.
void CatchInterrupts(bool termination_too) {
  struct sigaction action {};
  action.sa_handler = HandleInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  // A launcher may send it more than once; SIGKILL follows where a program does not end.
  action.sa_flags = 0;
  if (termination_too) sigaction(SIGTERM, &action, nullptr);
}

bool WasInterrupted() { return interrupted != 0; }
bool WasTerminated() { return interrupted == SIGTERM; }

}  // namespace loopwright
