#pragma once

namespace loopwright {

/// From here on the first interrupt (Ctrl+C) only makes WasInterrupted() true; a second one kills
/// the program.
void CatchInterrupts();
/// Whether there was an interrupt; a run asks this between its steps.
bool WasInterrupted();

}  // namespace loopwright
