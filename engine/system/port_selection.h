#pragma once

namespace loopwright {

/// In place of the index of an input port.
enum class InputPortSelection { kNoInput = -1, kUseFirstInputIfItExists = -2 };

/// In place of the index of an output port.
enum class OutputPortSelection { kNoOutput = -1, kUseFirstOutputIfItExists = -2 };

}  // namespace loopwright
