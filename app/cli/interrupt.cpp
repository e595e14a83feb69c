#include "app/cli/interrupt.h"

#include <csignal>

namespace loopwright {
namespace {

volatile std::sig_atomic_t interrupted = 0;

// A handler of signals may do little more than set a flag.
void HandleInterrupt(int) { interrupted = 1; }

}  // namespace

// The handler is used once. Afterwards the system's own is back, so that a second Ctrl+C ends a
// program that does not stop.
void CatchInterrupts() {
  struct sigaction action {};
  action.sa_handler = HandleInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

bool WasInterrupted() { return interrupted != 0; }

}  // namespace loopwright
