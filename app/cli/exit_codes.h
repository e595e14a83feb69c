#pragma once

namespace loopwright {

/// What the command line's exit codes mean.
enum ExitCode {
  kDone = 0,
  kWrongUsage = 1,      ///< also a file that is not canonical, of `format --check`
  kInvalidDiagram = 2,  ///< diagnostics are on standard error
  kRunFailed = 3,       ///< what was recorded until then is written; an analysis has no result
  kFileTrouble = 4,     ///< a file that cannot be read or written
  kInterrupted = 130,   ///< what was recorded until then is written
};

}  // namespace loopwright
