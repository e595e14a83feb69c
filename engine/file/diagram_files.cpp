#include "engine/file/diagram_files.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "engine/common/exceptions.h"
#include "engine/common/result_file.h"
#include "engine/document/diagnostics.h"
#include "engine/file/load.h"

namespace loopwright {
namespace {

namespace fs = std::filesystem;

// Compares name by name, so that /a/bc does not lie in /a/b.
bool LiesIn(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
         folder.end();
}

// Paths are long, so more of them is shown than of other texts.
std::string QuotedPath(const std::string& path) { return Quoted(path, 500); }

// The text goes on after the name of the parameter: "file is empty; name a file".
[[noreturn]] void Refuse(const std::string& text) { throw std::invalid_argument(text); }

// Only regular files: a pipe or a device would make the check of a document wait.
std::string ReadData(const std::string& path, const std::string& file) {
  try {
    if (std::optional<std::string> bytes = ReadRegularFile(file)) return std::move(*bytes);
    Refuse("is " + QuotedPath(path) + ", which is not a file with data");
  } catch (const FileError& trouble) {
    Refuse("is " + QuotedPath(path) + ": " + trouble.what());
  }
}

}  // namespace

DiagramFiles::DiagramFiles(FileFolder folder, bool allow_all)
    : folder_(std::move(folder)), allow_all_(allow_all) {}

bool DiagramFiles::AreOf(const FileFolder& folder, bool allow_all) const {
  return folder_.path == folder.path && folder_.allowed_outside == folder.allowed_outside &&
         folder_.replaceable == folder.replaceable && allow_all_ == allow_all;
}

bool DiagramFiles::MayReplace(const std::string& file) const {
  return allow_all_ || folder_.replaceable.contains(file);
}

// The file that a path in a document leads to, links followed. A document from somebody else may
// name any path, so what lies outside of its own folder is refused unless the user has allowed it.
std::string DiagramFiles::Resolve(const std::string& path) const {
  ++num_uses_;
  if (path.empty()) Refuse("is empty; name a file");
  if (path.find('\0') != std::string::npos) Refuse("holds a null character");
  const fs::path given(path);
  if (folder_.path.empty() && given.is_relative()) {
    Refuse("is " + QuotedPath(path) +
           ", relative to the file of the diagram, which has none yet; save the diagram first");
  }
  std::error_code error, no_folder;
  const fs::path folder =
      folder_.path.empty() ? fs::path() : fs::canonical(folder_.path, no_folder);
  if (no_folder && given.is_relative()) {
    Refuse("is " + QuotedPath(path) + ", relative to the diagram's folder " +
           QuotedPath(folder_.path) + ", which cannot be reached: " + no_folder.message() +
           "; make that folder, or save the diagram in another one");
  }
  const fs::path file = fs::weakly_canonical(given.is_relative() ? folder / given : given, error);
  if (error) Refuse("is " + QuotedPath(path) + ", which leads nowhere: " + error.message());
  const bool is_allowed = allow_all_ || folder_.allowed_outside.contains(file.string());
  if (!is_allowed && (folder.empty() || !LiesIn(file, folder))) {
    Refuse("is " + QuotedPath(path) + ", which leads to " + QuotedPath(file.string()) +
           ", outside the diagram's folder " +
           QuotedPath(no_folder ? folder_.path : folder.string()) +
           "; move the file into that folder, or " + kAllowPathsRemedy);
  }
  return file.string();
}

// A file to be written must end as results do, both as it is named and where a link leads: so a
// document cannot have a program or another document overwritten.
std::string DiagramFiles::ResolveWritten(const std::string& path) const {
  std::string file = Resolve(path);
  if (!ResultFormatOf(path) || !ResultFormatOf(file)) {
    const bool is_link = ResultFormatOf(path).has_value();
    Refuse("is " + QuotedPath(path) +
           (is_link ? ", which leads to " + QuotedPath(file) + ", " : ", ") +
           "no name for results; it must end in .csv, .mat or .json, and not in .loop.json");
  }
  return file;
}

// Each file and choice of columns is parsed once and kept while the file's stamp is the same.
std::shared_ptr<const SignalFile> DiagramFiles::ReadSignal(const std::string& path,
                                                           const std::string& columns) const {
  const std::string file = Resolve(path);
  const std::lock_guard lock(mutex_);
  SignalRead& read = read_[{file, columns}];
  if (!read.is_current) Read(path, file, columns, &read);
  if (read.error) {
    Refuse("is " + QuotedPath(path) + ", wrong in line " + std::to_string(read.error->line()) +
           ", column " + std::to_string(read.error->column()) + ": " + read.error->what());
  }
  return read.signal;
}

// Reads anew where the stamp (size and time of the last change) differs from when it was read. An
// error is kept, too, so that it is not looked for again.
void DiagramFiles::Read(const std::string& path, const std::string& file,
                        const std::string& columns, SignalRead* read) const {
  const FileStamp stamp = FileStamp::Of(file);
  if (!stamp.ShowsTheBytesOf(read->stamp)) {
    *read = {};
    ++num_reads_;
    const std::string bytes = ReadData(path, file);
    try {
      read->signal = std::make_shared<const SignalFile>(ParseSignalFile(bytes, columns));
    } catch (const CsvError& error) {
      read->error = error;
    }
    read->stamp = stamp;
  }
  read->path = path;
  read->is_current = true;
}

std::vector<FileRead> DiagramFiles::ListFilesRead() const {
  const std::lock_guard lock(mutex_);
  std::vector<FileRead> files;
  for (const auto& [key, read] : read_) {
    // Neighbours are the same file, read for other columns.
    const bool is_known = !files.empty() && files.back().file == key.first;
    if (read.is_current && !is_known) files.push_back({read.path, key.first});
  }
  return files;
}

// Before another check of the document: what it did not use is dropped, and all else is compared
// with the disk once.
void DiagramFiles::LookAgain() {
  const std::lock_guard lock(mutex_);
  std::erase_if(read_, [](const auto& entry) { return !entry.second.is_current; });
  for (auto& [key, read] : read_) read.is_current = false;
}

}  // namespace loopwright
