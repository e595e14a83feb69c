#include "engine/linear/model_file.h"

#include <matio.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/common/atomic_file.h"
#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

[[noreturn]] void RefuseModel(const std::string& path, const std::string& why) {
  throw UsageError("\"" + path + "\" holds no model: " + why +
                   "; expected the matrices A, B, C and D, as --out writes them");
}

// A list of rows of one length. Empty lists are matrices without rows, as those of a gain are.
Eigen::MatrixXd MatrixOf(const std::string& path, const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) RefuseModel(path, std::string(key) + " is missing");
  if (!found->is_array()) RefuseModel(path, std::string(key) + " is no list of rows");
  const auto rows = static_cast<Eigen::Index>(found->size());
  const auto columns = rows == 0 ? 0 : static_cast<Eigen::Index>(found->front().size());
  Eigen::MatrixXd matrix(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto& row = (*found)[i];
    if (!row.is_array() || static_cast<Eigen::Index>(row.size()) != columns) {
      RefuseModel(path, std::string(key) + " has rows of different lengths");
    }
    for (Eigen::Index j = 0; j < columns; ++j) {
      const auto& element = row[j];
      if (!element.is_number()) {
        RefuseModel(path, std::string(key) + " has an element that is no number");
      }
      matrix(i, j) = element.get<double>();
    }
  }
  return matrix;
}

// Of what both kinds of file hold: matrices, period and delays. Delays are the last inputs and
// outputs of the matrices, and have no names.
LinearModel Assemble(const std::string& path, LinearModel parts) {
  const int q = parts.num_delays();
  LinearModel model = MakeModel(parts.A, parts.B, parts.C, parts.D, parts.period_sec);
  if (q > model.B.cols() || q > model.C.rows()) {
    RefuseModel(path, "it has more delays than inputs or outputs");
  }
  if (q > 0 && model.is_sampled()) {
    RefuseModel(path, "it has delays and the period Ts, with which dead time is state");
  }
  const bool are_positive = std::all_of(parts.delays_sec.begin(), parts.delays_sec.end(),
                                        [](double delay) { return delay > 0; });
  if (!are_positive) RefuseModel(path, "a delay is not above 0");
  model.inputs.resize(model.inputs.size() - q);
  model.outputs.resize(model.outputs.size() - q);
  model.delays_sec = std::move(parts.delays_sec);
  return model;
}

// Names that do not fit are passed over: they change nothing of the model.
void TakeNames(const nlohmann::json& json, const char* key, std::vector<std::string>* names) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array() || found->size() != names->size()) return;
  for (size_t i = 0; i < names->size(); ++i) {
    if ((*found)[i].is_string()) (*names)[i] = (*found)[i].get<std::string>();
  }
}

LinearModel ReadJson(const std::string& path) {
  const nlohmann::json json = nlohmann::json::parse(ReadFile(path), nullptr, false);
  if (!json.is_object()) RefuseModel(path, "it is no JSON object");
  LinearModel parts;
  parts.A = MatrixOf(path, json, "A");
  parts.B = MatrixOf(path, json, "B");
  parts.C = MatrixOf(path, json, "C");
  parts.D = MatrixOf(path, json, "D");
  if (const auto period = json.find("Ts"); period != json.end() && period->is_number()) {
    parts.period_sec = period->get<double>();
  }
  if (const auto delays = json.find("delays"); delays != json.end() && delays->is_array()) {
    for (const auto& delay : *delays) {
      if (!delay.is_number()) RefuseModel(path, "a delay is no number");
      parts.delays_sec.push_back(delay.get<double>());
    }
  }
  LinearModel model = Assemble(path, std::move(parts));
  TakeNames(json, "states", &model.states);
  TakeNames(json, "inputs", &model.inputs);
  TakeNames(json, "outputs", &model.outputs);
  return model;
}

struct CloseMat {
  void operator()(mat_t* file) const { Mat_Close(file); }
};
struct FreeMat {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using MatFile = std::unique_ptr<mat_t, CloseMat>;
using MatVariable = std::unique_ptr<matvar_t, FreeMat>;

std::optional<Eigen::MatrixXd> ReadVariable(mat_t* file, const char* name) {
  const MatVariable variable(Mat_VarRead(file, name));
  if (variable == nullptr || variable->rank != 2 || variable->class_type != MAT_C_DOUBLE ||
      variable->isComplex) {
    return {};
  }
  const auto rows = static_cast<Eigen::Index>(variable->dims[0]);
  const auto columns = static_cast<Eigen::Index>(variable->dims[1]);
  if (rows * columns == 0) return Eigen::MatrixXd(rows, columns);
  return Eigen::Map<const Eigen::MatrixXd>(static_cast<const double*>(variable->data), rows,
                                           columns);
}

LinearModel ReadMat(const std::string& path) {
  const MatFile file(Mat_Open(path.c_str(), MAT_ACC_RDONLY));
  if (file == nullptr) throw FileError("Cannot read \"" + path + "\" as a MATLAB file");
  const auto required = [&](const char* name) {
    const auto matrix = ReadVariable(file.get(), name);
    if (!matrix) RefuseModel(path, std::string(name) + " is missing");
    return *matrix;
  };
  LinearModel parts;
  parts.A = required("A");
  parts.B = required("B");
  parts.C = required("C");
  parts.D = required("D");
  if (const auto period = ReadVariable(file.get(), "Ts"); period && period->size() == 1) {
    parts.period_sec = (*period)(0, 0);
  }
  if (const auto delays = ReadVariable(file.get(), "delays")) {
    parts.delays_sec.assign(delays->data(), delays->data() + delays->size());
  }
  return Assemble(path, std::move(parts));
}

using Kind = ResultTree::Kind;

bool IsRealNumber(const ResultTree& value) {
  return value.kind() == Kind::kNumber || value.kind() == Kind::kWhole ||
         value.kind() == Kind::kTruth;
}

// The value as a real matrix, where it is one: of complex numbers two columns.
std::optional<Eigen::MatrixXd> AsMatrix(const ResultTree& value) {
  if (IsRealNumber(value)) return Eigen::MatrixXd::Constant(1, 1, value.number());
  if (value.kind() == Kind::kMatrix) return value.matrix();
  if (value.kind() != Kind::kList) return {};
  const auto rows = static_cast<Eigen::Index>(value.elements().size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(rows, 2);
  bool is_complex = false;
  for (Eigen::Index i = 0; i < rows; ++i) {
    const ResultTree& element = value.elements()[i].second;
    if (!IsRealNumber(element) && element.kind() != Kind::kComplex) return {};
    is_complex = is_complex || element.kind() == Kind::kComplex;
    matrix.row(i) << element.number(), element.imaginary();
  }
  return Eigen::MatrixXd(matrix.leftCols(is_complex ? 2 : std::min<Eigen::Index>(rows, 1)));
}

void WriteMat(const ResultTree& result, const std::string& path) {
  AtomicFile output(path);
  {
    const MatFile file(Mat_CreateVer(output.written_path().c_str(), nullptr, MAT_FT_MAT5));
    if (file == nullptr) throw FileError("Cannot write \"" + path + "\"");
    for (const auto& [name, value] : result.elements()) {
      auto matrix = AsMatrix(value);
      if (!matrix) continue;
      size_t sizes[2] = {static_cast<size_t>(matrix->rows()), static_cast<size_t>(matrix->cols())};
      double nothing = 0;
      double* data = matrix->size() == 0 ? &nothing : matrix->data();
      const MatVariable variable(
          Mat_VarCreate(name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2, sizes, data, 0));
      if (Mat_VarWrite(file.get(), variable.get(), MAT_COMPRESSION_NONE) != 0) {
        throw FileError("Cannot write \"" + path + "\"");
      }
    }
  }
  output.Commit();
}

using Columns = std::vector<std::pair<std::string, Eigen::VectorXd>>;

void AddColumns(const std::string& name, const Eigen::MatrixXd& matrix, Columns* columns) {
  if (matrix.cols() == 0) return;
  columns->emplace_back(matrix.cols() == 2 ? name + ".re" : name, matrix.col(0));
  if (matrix.cols() == 2) columns->emplace_back(name + ".im", matrix.col(1));
}

// A list of numbers is a column, or two of complex ones; a list of objects a column for each number
// that all of them have, NAME.KEY, one of lists NAME[0], NAME[1]…; an object has those of its
// elements.
void CollectColumns(const std::string& name, const ResultTree& value, Columns* columns) {
  if (value.kind() == Kind::kObject) {
    for (const auto& [key, element] : value.elements()) {
      CollectColumns(name + "." + key, element, columns);
    }
    return;
  }
  if (value.kind() != Kind::kList || value.elements().empty()) return;
  if (const auto matrix = AsMatrix(value)) return AddColumns(name, *matrix, columns);
  const ResultTree& first = value.elements().front().second;
  for (size_t j = 0; j < first.elements().size(); ++j) {
    const std::string& key = first.elements()[j].first;  // of a list's elements it is empty
    ResultTree column = ResultTree::List();
    for (const auto& [index, element] : value.elements()) {
      const bool is_there = j < element.elements().size() && element.elements()[j].first == key;
      if (is_there) column.Append(element.elements()[j].second);
    }
    const bool is_whole = column.elements().size() == value.elements().size();
    const auto matrix = is_whole ? AsMatrix(column) : std::nullopt;
    if (!matrix) continue;
    AddColumns(name + (key.empty() ? "[" + std::to_string(j) + "]" : "." + key), *matrix, columns);
  }
}

// NAME,VALUE of each number that stands alone, of objects as NAME.KEY.
void CollectNumbers(const std::string& name, const ResultTree& value, std::string* out) {
  if (value.kind() == Kind::kObject) {
    for (const auto& [key, element] : value.elements()) {
      CollectNumbers(name + "." + key, element, out);
    }
  }
  if (!IsRealNumber(value)) return;
  *out += name + ",";
  AppendNumber(value.number(), out);
  *out += '\n';
}

// Columns side by side, the shorter ones with empty ends; of a result whose lists hold no plain
// numbers, as the margins of a loop, its numbers one a line.
std::string Csv(const ResultTree& result, const std::string& path) {
  Columns columns;
  std::string numbers, out;
  bool has_list_of_numbers = false;
  for (const auto& [name, value] : result.elements()) {
    if (value.kind() == Kind::kMatrix) {
      throw UsageError("--out: \"" + path + "\": a table has no room for the matrix " + name +
                       " of this result; write it as .json or .mat");
    }
    CollectColumns(name, value, &columns);
    CollectNumbers(name, value, &numbers);
    const bool is_list = value.kind() == Kind::kList && !value.elements().empty();
    has_list_of_numbers = has_list_of_numbers || (is_list && AsMatrix(value));
  }
  if (!has_list_of_numbers && !numbers.empty()) return "name,value\n" + numbers;
  Eigen::Index rows = 0;
  for (size_t j = 0; j < columns.size(); ++j) {
    out += (j > 0 ? "," : "") + columns[j].first;
    rows = std::max(rows, columns[j].second.size());
  }
  out += '\n';
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns.size(); ++j) {
      if (j > 0) out += ',';
      if (i < columns[j].second.size()) AppendNumber(columns[j].second[i], &out);
    }
    out += '\n';
  }
  return out;
}

}  // namespace

void AddModel(const LinearModel& model, ResultTree* result) {
  result->Add("Ts", model.period_sec);
  result->Add("A", model.A);
  result->Add("B", model.B);
  result->Add("C", model.C);
  result->Add("D", model.D);
  if (model.has_delays()) result->Add("delays", model.delays_sec);
  result->Add("states", model.states);
  result->Add("inputs", model.inputs);
  result->Add("outputs", model.outputs);
}

LinearModel ReadModelFile(const std::string& path) {
  return path.ends_with(".mat") ? ReadMat(path) : ReadJson(path);
}

void WriteResultFile(const ResultTree& result, const std::string& path) {
  if (path.ends_with(".mat")) return WriteMat(result, path);
  const bool is_csv = path.ends_with(".csv");
  if (!is_csv && !path.ends_with(".json")) {
    throw UsageError("--out: \"" + path +
                     "\" names no format of results; it must end in .csv, .mat or .json, or be -");
  }
  AtomicFile output(path);
  output.Write(is_csv ? Csv(result, path) : result.ToJson());
  output.Commit();
}

}  // namespace loopwright
