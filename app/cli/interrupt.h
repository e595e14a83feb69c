#pragma once

namespace loopwright {

/// From here on the first interrupt (Ctrl+C) only makes WasInterrupted() true; a second one kills
/// the program. `termination_too`: likewise of what `kill` sends, and a launcher of processes to
/// all of them where one has died.
void CatchInterrupts(bool termination_too = false);
/// Whether there was an interrupt, or a termination; a run asks this between its steps.
bool WasInterrupted();
/// Whether it was a termination.
bool WasTerminated();

}  // namespace loopwright
