#pragma once

namespace loopwright {

/// From here on the first interrupt (Ctrl+C) only makes WasInterrupted() true; a second one kills
/// the program.
void CatchInterrupts();
bool WasInterrupted();

}  // namespace loopwright
