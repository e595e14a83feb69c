#include "engine/blocks/block_arguments.h"

#include <algorithm>
#include <stdexcept>

#include "engine/blocks/block_descriptor.h"
#include "engine/file/diagram_files.h"

namespace loopwright {

BlockArguments::BlockArguments(const BlockDescriptor& descriptor, std::string path,
                               const NameScope* scope, const DiagramFiles* files)
    : descriptor_(&descriptor), path_(std::move(path)), scope_(scope), files_(files) {}

// A diagram that was never saved has no folder, and so no files.
const DiagramFiles& BlockArguments::files() const {
  static const DiagramFiles none({}, false);
  return files_ != nullptr ? *files_ : none;
}

// What was set, or else the type's default. Few parameters differ from their defaults, so a list is
// searched and no table kept.
const ArgumentValue& BlockArguments::Value(std::string_view name) const {
  const int index = descriptor_->ParameterIndex(name);
  if (index < 0) {
    throw std::logic_error(descriptor_->type + " has no parameter '" + std::string(name) + "'");
  }
  for (const auto& [parameter, value] : values_) {
    if (parameter == index) return value;
  }
  return descriptor_->default_arguments.at(index);
}

// Reading a parameter as something else than its kind is a mistake in the block's own code, hence
// the logic_error.
template <typename V>
const V& BlockArguments::Get(std::string_view name) const {
  const V* value = std::get_if<V>(&Value(name));
  if (value == nullptr) {
    const ParameterDescriptor& parameter = *descriptor_->FindParameter(name);
    throw std::logic_error("the parameter '" + parameter.name + "' of " + descriptor_->type +
                           " is a " + std::string(ToText(parameter.kind)) +
                           ", it is read as something else");
  }
  return *value;
}

double BlockArguments::number(std::string_view name) const { return Get<double>(name); }

std::int64_t BlockArguments::integer(std::string_view name) const {
  return Get<std::int64_t>(name);
}

bool BlockArguments::boolean(std::string_view name) const { return Get<bool>(name); }

const std::string& BlockArguments::text(std::string_view name) const {
  return Get<std::string>(name);
}

Eigen::VectorXd BlockArguments::vector(std::string_view name) const {
  const Eigen::MatrixXd& elements = matrix(name);
  return Eigen::Map<const Eigen::VectorXd>(elements.data(), elements.size());
}

Eigen::VectorXd BlockArguments::vector(std::string_view name, int size) const {
  return vector<double>(name, size);
}

// The elements over T of a parameter that is more than its numbers; null where it is a plain
// constant.
template <typename T>
const std::vector<T>* BlockArguments::FindOver(std::string_view name) const {
  const int index = descriptor_->ParameterIndex(name);
  for (const auto& [parameter, elements] : values_over_) {
    if (parameter == index) return std::get_if<std::vector<T>>(&elements);
  }
  return nullptr;
}
template <>
const std::vector<double>* BlockArguments::FindOver(std::string_view) const {
  return nullptr;
}

template <typename T>
T BlockArguments::number(std::string_view name) const {
  const std::vector<T>* over = FindOver<T>(name);
  return over != nullptr ? over->front() : T(number(name));
}

template <typename T>
VectorX<T> BlockArguments::vector(std::string_view name) const {
  const MatrixX<T> elements = matrix<T>(name);
  return Eigen::Map<const VectorX<T>>(elements.data(), elements.size());
}

// The shape is that of the numbers; the elements over T are listed row by row.
template <typename T>
MatrixX<T> BlockArguments::matrix(std::string_view name) const {
  const Eigen::MatrixXd& numbers = matrix(name);
  const std::vector<T>* over = FindOver<T>(name);
  if (over == nullptr) return numbers.cast<T>();
  MatrixX<T> elements(numbers.rows(), numbers.cols());
  for (Eigen::Index i = 0; i < elements.size(); ++i) {
    elements(i / elements.cols(), i % elements.cols()) = (*over)[i];
  }
  return elements;
}

// One element stands for all, as a gain of 2 for a signal of three elements.
template <typename T>
VectorX<T> BlockArguments::vector(std::string_view name, int size) const {
  VectorX<T> elements = vector<T>(name);
  if (elements.size() == size) return elements;
  if (elements.size() == 1) return VectorX<T>::Constant(size, elements[0]);
  throw std::invalid_argument("`" + std::string(name) + "` has " + std::to_string(elements.size()) +
                              " elements; give one or " + std::to_string(size));
}

const Eigen::MatrixXd& BlockArguments::matrix(std::string_view name) const {
  return value(name).elements();
}

const FormulaValue& BlockArguments::value(std::string_view name) const {
  return Get<FormulaValue>(name);
}

const Eigen::VectorXcd& BlockArguments::complex_vector(std::string_view name) const {
  return Get<Eigen::VectorXcd>(name);
}

const std::vector<std::string>& BlockArguments::text_list(std::string_view name) const {
  return Get<std::vector<std::string>>(name);
}

const std::vector<std::vector<std::string>>& BlockArguments::text_matrix(
    std::string_view name) const {
  return Get<std::vector<std::vector<std::string>>>(name);
}

int BlockArguments::size(std::string_view name) const {
  const ArgumentValue& found = Value(name);
  if (const auto* formula = std::get_if<FormulaValue>(&found)) {
    return static_cast<int>(formula->elements().size());
  }
  if (const auto* list = std::get_if<Eigen::VectorXcd>(&found)) {
    return static_cast<int>(list->size());
  }
  if (const auto* list = std::get_if<std::vector<std::string>>(&found)) {
    return static_cast<int>(list->size());
  }
  return 1;
}

bool BlockArguments::has(std::string_view name) const {
  return descriptor_->ParameterIndex(name) >= 0;
}

// The path makes streams of different blocks independent without the user naming any.
const std::string& BlockArguments::stream() const {
  const std::string& name = text("stream");
  return name.empty() ? path_ : name;
}

// New numbers take away what was set over another scalar: it belonged to the old ones.
void BlockArguments::Set(int parameter, ArgumentValue value) {
  std::erase_if(values_over_, [&](const auto& over) { return over.first == parameter; });
  for (auto& [index, present] : values_) {
    if (index == parameter) {
      present = std::move(value);
      return;
    }
  }
  values_.emplace_back(parameter, std::move(value));
}

void BlockArguments::SetNumber(int parameter, double number) {
  const auto present = std::ranges::find_if(
      values_, [parameter](const auto& one) { return one.first == parameter; });
  auto* const value =
      present == values_.end() ? nullptr : std::get_if<FormulaValue>(&present->second);
  if (value != nullptr && values_over_.empty()) return value->SetNumber(number);
  const bool is_scalar = descriptor_->parameters.at(parameter).kind == ParameterKind::kNumber;
  Set(parameter, is_scalar ? ArgumentValue(number) : ArgumentValue(FormulaValue(number)));
}

template <typename T>
void BlockArguments::SetOver(int parameter, std::vector<T> elements) {
  const std::string& name = descriptor_->parameters.at(parameter).name;
  if (static_cast<int>(elements.size()) != size(name)) {
    throw std::logic_error("`" + name + "` has " + std::to_string(size(name)) +
                           " elements, it is set to " + std::to_string(elements.size()));
  }
  values_over_.emplace_back(parameter, std::move(elements));
}

#define LOOPWRIGHT_INSTANTIATE_ACCESS(T)                                      \
  template T BlockArguments::number<T>(std::string_view) const;               \
  template VectorX<T> BlockArguments::vector<T>(std::string_view) const;      \
  template VectorX<T> BlockArguments::vector<T>(std::string_view, int) const; \
  template MatrixX<T> BlockArguments::matrix<T>(std::string_view) const
LOOPWRIGHT_INSTANTIATE_ACCESS(double);
LOOPWRIGHT_INSTANTIATE_ACCESS(AutoDiff);
LOOPWRIGHT_INSTANTIATE_ACCESS(Expression);
template void BlockArguments::SetOver(int, std::vector<AutoDiff>);
template void BlockArguments::SetOver(int, std::vector<Expression>);

}  // namespace loopwright
