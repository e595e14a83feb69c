#pragma once

namespace loopwright {

/// Reads the arguments of the program and carries out the command. Returns the exit code.
int RunCommandLine(int argc, char** argv);

}  // namespace loopwright
