#include "engine/inspection/object_text.h"

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "engine/common/demangled_name.h"
#include "engine/common/value.h"
#include "engine/context/basic_vector.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {

constexpr size_t kMostElements = 8;

// `[1, 2, 3]`; of a long list the beginning and how many there are.
template <typename List>
std::string TextOfList(const List& list, size_t size) {
  std::string text = "[";
  for (size_t i = 0; i < size && i < kMostElements; ++i) {
    text += (i > 0 ? ", " : "") + FormatNumber(list[static_cast<int>(i)]);
  }
  if (size > kMostElements) text += ", … " + std::to_string(size);
  return text + "]";
}

}  // namespace

std::string TextOfObject(const AbstractValue& object) {
  if (const auto* text = object.maybe_get_value<std::string>()) return *text;
  if (const auto* truth = object.maybe_get_value<bool>()) return *truth ? "true" : "false";
  if (const auto* number = object.maybe_get_value<double>()) return FormatNumber(*number);
  if (const auto* number = object.maybe_get_value<int>()) return std::to_string(*number);
  if (const auto* number = object.maybe_get_value<int64_t>()) return std::to_string(*number);
  if (const auto* list = object.maybe_get_value<std::vector<double>>()) {
    return TextOfList(*list, list->size());
  }
  if (const auto* list = object.maybe_get_value<std::deque<double>>()) {
    return TextOfList(*list, list->size());
  }
  if (const auto* list = object.maybe_get_value<BasicVector<double>>()) {
    return TextOfList(*list, list->size());
  }
  // Of the project's own types the name alone.
  const std::string name = DemangledName(object.type_info());
  const std::string_view own = "loopwright::";
  return name.starts_with(own) ? name.substr(own.size()) : name;
}

}  // namespace loopwright
