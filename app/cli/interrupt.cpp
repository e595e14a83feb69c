#include "app/cli/interrupt.h"

#include <csignal>

namespace loopwright {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void HandleInterrupt(int) { interrupted = 1; }

}  // namespace

void CatchInterrupts() {
  struct sigaction action {};
  action.sa_handler = HandleInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

bool WasInterrupted() { return interrupted != 0; }

}  // namespace loopwright
