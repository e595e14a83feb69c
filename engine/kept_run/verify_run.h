#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "engine/document/diagnostics.h"

namespace loopwright {

class BlockRegistry;
struct KeptRun;

/// Whether a kept run comes out the same when it is made again.
struct RunVerification {
  /// The first difference, for the user; empty where there is none.
  std::string difference;
  /// What is wrong with the diagram, for which it cannot be run at all by this program.
  std::vector<Diagnostic> diagnostics;

  bool is_same() const { return difference.empty() && diagnostics.empty(); }
};

/// Makes the run again from what lies in its file alone: the diagram's text, the files that its
/// blocks read, options and changes made while it went on. Compares to the bit all rows that were
/// kept, of which none were left out to save memory, and how the run ended. A run that was stopped,
/// or whose file was cut, is made as far as it was kept. What blocks would write to files is
/// computed and not written.
///
/// The files that blocks read are put into a folder for temporary files; one that lies outside the
/// diagram's own folder is read where it lies. FileError: the folder cannot be made. UsageError:
/// this program does not know an option of the run.
///
/// Where `stop` asks for it, the run that is made again ends at its next step; what is returned
/// then says nothing.
RunVerification VerifyRun(const KeptRun& kept, const BlockRegistry& registry,
                          const std::stop_token& stop = {});

}  // namespace loopwright
