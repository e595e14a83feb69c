#include "app/cli/interrupt.h"

#include <csignal>

namespace loopwright {
namespace {

volatile std::sig_atomic_t interrupted = 0;

// A handler of signals may do little more than set a flag: the number of the signal.
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
