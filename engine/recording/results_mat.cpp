#include <matio.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/common/atomic_file.h"
#include "engine/common/exceptions.h"
#include "engine/common/result_file.h"
#include "engine/common/temporary_folder.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

constexpr size_t kLongestName = 63;
constexpr size_t kCopiedBytes = size_t{1} << 16;
// A variable of a MAT-file of level 5 says its size in bytes in 31 bits.
constexpr double kMostBytes = 0x7fff0000;

struct CloseFile {
  void operator()(mat_t* file) const { Mat_Close(file); }
};
struct FreeVariable {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using File = std::unique_ptr<mat_t, CloseFile>;
using Variable = std::unique_ptr<matvar_t, FreeVariable>;

// Names of MATLAB have letters, digits and underscores.
bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Anything else becomes an underscore, one for each character and not for each byte.
std::string ToName(std::string_view path) {
  std::string name;
  for (const char c : path) {
    if (IsUtf8Start(c)) name += IsNameCharacter(c) ? c : '_';
  }
  return name.substr(0, kLongestName);
}

// Texts of MAT-files are of 16-bit units; characters beyond them become surrogate pairs (Unicode).
std::vector<uint16_t> ToUtf16(std::string_view text) {
  std::vector<uint16_t> units;
  for (size_t at = 0; at < text.size();) {
    const char32_t point = DecodeUtf8(text, &at);
    if (point == kNotUtf8) {
      units.push_back('?');
    } else if (point < 0x10000) {
      units.push_back(static_cast<uint16_t>(point));
    } else {
      units.push_back(static_cast<uint16_t>(0xd7c0 + (point >> 10)));
      units.push_back(static_cast<uint16_t>(0xdc00 + (point & 0x3ff)));
    }
  }
  return units;
}

// An array of `rows` by `columns` elements, column after column, of one field of a struct.
template <typename T>
void AddField(matvar_t* parent, const char* name, matio_classes kind, matio_types type, size_t rows,
              size_t columns, const std::vector<T>& elements) {
  size_t sizes[2] = {rows, columns};
  // The library copies the elements; it wants a place also where there are none.
  T nothing{};
  const T* data = elements.empty() ? &nothing : elements.data();
  Mat_VarSetStructFieldByName(parent, name, 0,
                              Mat_VarCreate(name, kind, type, 2, sizes, const_cast<T*>(data), 0));
}

// Writes a struct for each signal, with the fields time, side, value and label. Errors name the
// file that the user knows.
class MatWriter {
 public:
  // Writes to the regular file `written_path`, which errors call `path`.
  MatWriter(const Recording& recording, std::string path, std::string written_path)
      : recording_(recording),
        path_(std::move(path)),
        written_path_(std::move(written_path)),
        rows_(recording.size()) {
    file_.reset(
        Mat_CreateVer(written_path_.c_str(), std::string(kMatResultBegin).c_str(), MAT_FT_MAT5));
    if (file_ == nullptr) Fail("it cannot be opened");
    for (int64_t row = 0; row < rows_; ++row) {
      times_.push_back(recording.time(row));
      sides_.push_back(recording.side(row) == Side::kAfter ? 1 : -1);
    }
  }

  void Write() {
    std::vector<std::string> paths;
    for (const RecordedSignal& signal : recording_.recorded_signals()) paths.push_back(signal.path);
    const std::vector<std::string> names = MatNames(paths);
    for (size_t i = 0; i < names.size(); ++i) {
      Write(recording_.recorded_signals()[i], names[i]);
    }
    Close();
  }

 private:
  static constexpr const char* kIncomplete = "it could not be written to the end (is it full?)";
  static constexpr uintmax_t kHeaderBytes = 128;

  // One signal as one variable. Time and side are repeated in each, so that each can be plotted
  // alone.
  void Write(const RecordedSignal& signal, const std::string& name) {
    // Times and sides count as well.
    if (8.0 * static_cast<double>(rows_) * (signal.width + 2.0) > kMostBytes) {
      Fail(signal.path + " has more than 2 GB, which a .mat file has no room for; write .csv");
    }
    const size_t sizes[2] = {1, 1};
    const char* const fields[] = {"time", "side", "value", "label", nullptr};
    const Variable variable(Mat_VarCreateStruct2(name.c_str(), 2, sizes, fields));
    if (variable == nullptr) Fail("there is no memory");
    const size_t rows = rows_;
    const size_t width = signal.width;
    AddField(variable.get(), "time", MAT_C_DOUBLE, MAT_T_DOUBLE, rows, 1, times_);
    AddField(variable.get(), "side", MAT_C_INT8, MAT_T_INT8, rows, 1, sides_);
    AddField(variable.get(), "value", MAT_C_DOUBLE, MAT_T_DOUBLE, rows, width, Values(signal));
    const std::vector<uint16_t> label = ToUtf16(signal.path);
    AddField(variable.get(), "label", MAT_C_CHAR, MAT_T_UINT16, 1, label.size(), label);
    if (Mat_VarWrite(file_.get(), variable.get(), MAT_COMPRESSION_NONE) != 0) {
      Fail(kIncomplete);
    }
  }

  // The library does not say whether all bytes came to the file, so their number is compared.
  void Close() {
    const bool is_closed = Mat_Close(file_.release()) == 0;
    if (!is_closed || std::filesystem::file_size(written_path_) != WrittenBytes()) {
      Fail(kIncomplete);
    }
  }

  // How long the file is by what its elements, one for each variable, say of themselves.
  uintmax_t WrittenBytes() const {
    std::ifstream file(written_path_, std::ios::binary);
    uintmax_t at = kHeaderBytes;
    for (size_t i = 0; i < recording_.recorded_signals().size(); ++i) {
      uint32_t type_and_bytes[2] = {};
      file.seekg(static_cast<std::streamoff>(at));
      file.read(reinterpret_cast<char*>(type_and_bytes), sizeof type_and_bytes);
      if (!file) return 0;
      at += sizeof type_and_bytes + type_and_bytes[1];
    }
    return at;
  }

  [[noreturn]] void Fail(const std::string& why) const {
    throw FileError("Cannot write " + path_ + ": " + why);
  }

  // Column after column, as MATLAB stores matrices: rows times width.
  std::vector<double> Values(const RecordedSignal& signal) const {
    std::vector<double> values;
    values.reserve(static_cast<size_t>(rows_) * static_cast<size_t>(signal.width));
    for (int k = 0; k < signal.width; ++k) {
      for (int64_t row = 0; row < rows_;) {
        const auto part = recording_.Values(signal.first_column + k, row, rows_);
        values.insert(values.end(), part.begin(), part.end());
        row += static_cast<int64_t>(part.size());
      }
    }
    return values;
  }

  const Recording& recording_;
  const std::string path_;
  const std::string written_path_;
  int64_t rows_;
  File file_;
  std::vector<double> times_;
  std::vector<int8_t> sides_;
};

}  // namespace

// Paths that become the same name are numbered: a.y and a_y are a_y and a_y_2.
std::vector<std::string> MatNames(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& path : paths) {
    const std::string stem = ToName(path);
    std::string name = stem;
    for (int number = 2; !taken.insert(name).second; ++number) {
      const std::string end = "_" + std::to_string(number);
      name = stem.substr(0, kLongestName - end.size()) + end;
    }
    names.push_back(name);
  }
  return names;
}

// Directly into the file that is going to be renamed.
void WriteMat(const Recording& recording, const AtomicFile& file) {
  MatWriter(recording, file.path(), file.written_path()).Write();
}

// The library writes files only, so bytes for anything else come from a temporary one.
void WriteMat(const Recording& recording, const ByteSink& sink) {
  const TemporaryFolder temporary;
  const std::string path = temporary.path() + "/result.mat";
  MatWriter(recording, path, path).Write();
  std::ifstream file(path, std::ios::binary);
  std::vector<char> buffer(kCopiedBytes);
  while (file.read(buffer.data(), std::ssize(buffer)) || file.gcount() > 0) {
    sink({buffer.data(), static_cast<size_t>(file.gcount())});
  }
}

}  // namespace loopwright
