#include "engine/model/diagram_files.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "engine/common/csv_reader.h"
#include "engine/common/exceptions.h"
#include "engine/model/diagnostics.h"
#include "engine/model/load.h"

namespace loopwright {
namespace {

namespace fs = std::filesystem;

bool LiesIn(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
         folder.end();
}

std::string Quoted(const std::string& path) { return '"' + Printable(path, 500) + '"'; }

[[noreturn]] void Refuse(const std::string& text) { throw std::invalid_argument(text); }

std::string ReadRegularFile(const std::string& path, const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    Refuse("is " + Quoted(path) + ", which is not a file with data");
  }
  try {
    return ReadFile(file);
  } catch (const FileError& trouble) {
    Refuse("is " + Quoted(path) + ": " + trouble.what());
  }
}

}  // namespace

DiagramFiles::DiagramFiles(std::string folder, bool allow_outside)
    : folder_(std::move(folder)), allow_outside_(allow_outside) {}

std::string DiagramFiles::Resolve(const std::string& path) const {
  if (path.empty()) Refuse("is empty; name a file");
  if (path.find('\0') != std::string::npos) Refuse("holds a null character");
  const fs::path given(path);
  if (folder_.empty() && given.is_relative()) {
    Refuse("is " + Quoted(path) +
           ", relative to the file of the diagram, which has none yet; save the diagram first");
  }
  std::error_code error;
  const fs::path folder = folder_.empty() ? fs::path() : fs::canonical(folder_, error);
  const fs::path file = fs::weakly_canonical(given.is_relative() ? folder / given : given, error);
  if (error) Refuse("is " + Quoted(path) + ", which leads nowhere: " + error.message());
  if (!allow_outside_ && (folder.empty() || !LiesIn(file, folder))) {
    Refuse("is " + Quoted(path) + ", which leads to " + Quoted(file.string()) +
           ", outside the diagram's folder " + Quoted(folder.string()) +
           "; move the file into that folder, or " + kAllowPathsRemedy);
  }
  return file.string();
}

std::shared_ptr<const SignalFile> DiagramFiles::ReadSignal(const std::string& path,
                                                           const std::string& columns) const {
  const std::string file = Resolve(path);
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const SignalFile>& entry = read_[{file, columns}];
  if (entry != nullptr) return entry;
  const std::string bytes = ReadRegularFile(path, file);
  try {
    entry = std::make_shared<const SignalFile>(ParseSignalFile(bytes, columns));
  } catch (const CsvError& wrong) {
    Refuse("is " + Quoted(path) + ", wrong in line " + std::to_string(wrong.line()) + ", column " +
           std::to_string(wrong.column()) + ": " + wrong.what());
  }
  return entry;
}

}  // namespace loopwright
