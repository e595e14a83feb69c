#include "app/cli/table_file.h"

#include "engine/common/exceptions.h"

namespace loopwright {

// Refuses before the study begins what could not be written after it: a mat file is no stream.
TableFile::TableFile(const std::string& option, const std::string& path,
                     const std::optional<std::string>& format)
    : format_(FormatOfOutput(option, path, format)), output_(path) {
  if (format_ == ResultFormat::kMat && output_.written_path().empty()) {
    throw UsageError(option + ": a table as mat goes to a file, not to standard output");
  }
}

// The file appears whole, when everything is written.
void TableFile::Write(const Table& table) {
  const TableSink sink = [this](std::string_view bytes) { output_.Write(bytes); };
  if (format_ == ResultFormat::kJson) {
    WriteTableJson(table, sink);
  } else if (format_ == ResultFormat::kMat) {
    WriteTableMat(table, output_.written_path());
  } else {
    WriteTableCsv(table, sink);
  }
  output_.Commit();
}

}  // namespace loopwright
