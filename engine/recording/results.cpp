#include "engine/recording/results.h"

#include "engine/common/atomic_file.h"
#include "engine/common/result_file.h"

namespace loopwright {

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

void WriteResults(const Recording& recording, ResultFormat format, AtomicFile* file) {
  if (format == ResultFormat::kMat && !file->is_in_place()) {
    WriteMat(recording, *file);
  } else {
    WriteResults(recording, format, [file](std::string_view bytes) { file->Write(bytes); });
  }
  file->Commit();
}

}  // namespace loopwright
