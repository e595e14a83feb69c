#include "gui/run/recording_memory.h"

#include <unistd.h>

#include <QSettings>
#include <algorithm>
#include <limits>

namespace loopwright {

namespace {

constexpr char kKey[] = "recordingMemory";
constexpr int64_t kMebibyte = 1 << 20;
constexpr int kPart = 4;  // of the machine's memory

int chosenMebibytes() { return QSettings().value(QLatin1String(kKey), 0).toInt(); }

}  // namespace

int RecordingMemory::machineMebibytes() {
  const int64_t bytes = int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  const int64_t most = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp<int64_t>(bytes / kMebibyte, kLeastMebibytes, most));
}

int RecordingMemory::mebibytes() {
  const int chosen = chosenMebibytes();
  return std::max(chosen > 0 ? chosen : machineMebibytes() / kPart, kLeastMebibytes);
}

bool RecordingMemory::isChosen() { return chosenMebibytes() > 0; }

void RecordingMemory::setMebibytes(int mebibytes) {
  if (mebibytes > 0) {
    QSettings().setValue(QLatin1String(kKey), mebibytes);
  } else {
    QSettings().remove(QLatin1String(kKey));
  }
}

}  // namespace loopwright
