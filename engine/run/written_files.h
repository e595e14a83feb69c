#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/build/build.h"
#include "engine/document/file_folder.h"
#include "engine/file/diagram_files.h"
#include "engine/run/non_finite.h"
#include "engine/run/signal_recorder.h"

namespace loopwright {

class AtomicFile;

/// The files that blocks of a diagram write in a run (FileSink): they are made before the run, so
/// that what is in the way is told at once, and written when it has ended.
///
/// In a study, where runs go on beside each other, no run writes them: there is one name, and which
/// of the runs came last would be in the file. The run whose file is wanted is made alone.
class WrittenFiles {
 public:
  /// Of `options`: allow_paths, is_study, no_files. FileError: a file that cannot be made or may
  /// not be replaced (ObstacleToResults()).
  WrittenFiles(const BuildResult& build, const FileFolder& folder, const RunOptions& options);
  /// Files that were not written leave nothing behind.
  ~WrittenFiles();

  /// What records the rows of the files.
  std::vector<SignalRecorder*> recorders();
  /// Appends a row of each file's signals.
  void Record(const Context<double>& context, Side side) {
    for (Output& output : outputs_) output.recorder.Record(context, side);
  }
  /// The earliest value that is no finite number, if there is one.
  std::optional<NonFiniteValue> FirstNonFinite() const;
  /// After the run. FileError.
  void Write();

 private:
  /// One block's file.
  struct Output {
    std::string block;
    SignalRecorder recorder;
    std::unique_ptr<AtomicFile> file;  ///< null where none is to be made
  };
  void RequireFreeWay(const std::string& block, const std::string& file) const;
  void Open(const BuildResult& build, const WrittenFile<double>& written, bool makes_file);

  const DiagramFiles files_;
  std::list<Output> outputs_;  ///< which stay where they are
};

}  // namespace loopwright
