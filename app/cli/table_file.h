#pragma once

#include <optional>
#include <string>

#include "app/cli/output.h"
#include "engine/studies/study_tables.h"

namespace loopwright {

/// One of the tables that a study writes: CSV, JSON or a MAT-file, as FormatOfOutput() says.
class TableFile {
 public:
  /// `option` names `path`. UsageError, FileError.
  TableFile(const std::string& option, const std::string& path,
            const std::optional<std::string>& format);
  /// Writes the table and commits the file. FileError.
  void Write(const Table& table);

 private:
  const ResultFormat format_;
  Output output_;
};

}  // namespace loopwright
