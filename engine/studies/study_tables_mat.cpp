#include <matio.h>

#include <filesystem>
#include <memory>

#include "engine/common/exceptions.h"
#include "engine/common/result_file.h"
#include "engine/recording/results.h"
#include "engine/studies/study_tables.h"

namespace loopwright {
namespace {

struct CloseMat {
  void operator()(mat_t* file) const { Mat_Close(file); }
};
struct FreeMat {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using MatVariable = std::unique_ptr<matvar_t, FreeMat>;

MatVariable NumbersVariable(const std::string& name, const std::vector<double>& numbers) {
  size_t sizes[2] = {numbers.size(), 1};
  return MatVariable(Mat_VarCreate(name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2, sizes,
                                   const_cast<double*>(numbers.data()), 0));
}

MatVariable TextsVariable(const std::string& name, const std::vector<std::string>& texts) {
  size_t sizes[2] = {texts.size(), 1};
  MatVariable cells(Mat_VarCreate(name.c_str(), MAT_C_CELL, MAT_T_CELL, 2, sizes, nullptr, 0));
  for (size_t i = 0; cells != nullptr && i < texts.size(); ++i) {
    size_t length[2] = {texts[i].empty() ? size_t{0} : size_t{1}, texts[i].size()};
    Mat_VarSetCell(cells.get(), static_cast<int>(i),
                   Mat_VarCreate(nullptr, MAT_C_CHAR, MAT_T_UTF8, 2, length,
                                 const_cast<char*>(texts[i].c_str()), 0));
  }
  return cells;
}

}  // namespace

void WriteTableMat(const Table& table, const std::string& path) {
  const auto require = [&path](bool is_right) {
    if (!is_right) throw FileError("Cannot write " + path + ": is it full?");
  };
  std::unique_ptr<mat_t, CloseMat> file(
      Mat_CreateVer(path.c_str(), std::string(kMatResultBegin).c_str(), MAT_FT_MAT5));
  require(file != nullptr);
  std::vector<std::string> labels;
  for (const TableColumn& column : table) labels.push_back(column.name);
  const std::vector<std::string> names = MatNames(labels);
  for (size_t i = 0; i < table.size(); ++i) {
    const MatVariable variable = table[i].texts.empty()
                                     ? NumbersVariable(names[i], table[i].numbers)
                                     : TextsVariable(names[i], table[i].texts);
    require(variable != nullptr &&
            Mat_VarWrite(file.get(), variable.get(), MAT_COMPRESSION_NONE) == 0);
  }
  require(Mat_Close(file.release()) == 0);
}

}  // namespace loopwright
