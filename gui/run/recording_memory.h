#pragma once

#include <cstdint>

namespace loopwright {

/// How much memory the recording of a run may take: beyond, its older rows are thinned. Kept
/// between starts (QSettings, key `recordingMemory`, in mebibytes); without a choice it is a
/// quarter of the machine's memory.
class RecordingMemory {
 public:
  static constexpr int kLeastMebibytes = 64;

  /// Of the machine, in mebibytes.
  static int machineMebibytes();
  /// What the user wants, else the quarter.
  static int mebibytes();
  /// 0: the quarter, whatever the machine.
  static void setMebibytes(int mebibytes);
  /// Whether the user wants another than the quarter.
  static bool isChosen();
};

}  // namespace loopwright
