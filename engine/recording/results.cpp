#include "engine/recording/results.h"

#include "engine/common/atomic_file.h"
#include "engine/common/result_file.h"

namespace loopwright {

// Whatever the format, bytes go to the sink in order.
void WriteResults(const Recording& recording, ResultFormat format, const ByteSink& sink) {
  switch (format) {
    case ResultFormat::kCsv:
      WriteCsv(recording, sink);
      break;
    case ResultFormat::kMat:
      WriteMat(recording, sink);
      break;
    case ResultFormat::kJson:
      WriteJson(recording, sink);
      break;
  }
}

// The file appears under its name only when it is whole.
void WriteResults(const Recording& recording, ResultFormat format, AtomicFile* file) {
  if (format == ResultFormat::kMat && !file->is_in_place()) {
    WriteMat(recording, *file);
  } else {
    WriteResults(recording, format, [file](std::string_view bytes) { file->Write(bytes); });
  }
  file->Commit();
}

}  // namespace loopwright
