#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/studies/study_results.h"

namespace loopwright {

class Document;
struct RunOptions;
struct StudyOptions;

/// What tells a study from others: a hash of the document, of the options that its results depend
/// on (not of threads and blocks, and not of the number of runs: a study may be made longer), and
/// of `more`. Files that blocks read do not count.
uint64_t StudyFingerprint(const Document& document, const StudyOptions& options,
                          std::string_view more);

/// Writes what studies know so far, one for each variant, whole or not at all: a header with the
/// length and a checksum of what follows, then numbers as they lie in memory, so that a study that
/// goes on from it ends with the bytes of one that was never interrupted. FileError.
void WriteCheckpoint(const std::string& path, uint64_t fingerprint,
                     const std::vector<const StudyResults*>& results);

/// Reads them back; nothing where there is no file. A file that is cut or changed, or is none of
/// these, is a FileError that says so; one of another study, or a longer one, is a UsageError.
/// `empty` are the results of the study's variants without any run; those come back that had begun.
std::optional<std::vector<StudyResults>> ReadCheckpoint(
    const std::string& path, uint64_t fingerprint, const std::vector<const StudyResults*>& empty);

}  // namespace loopwright
