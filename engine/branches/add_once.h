#pragma once

#include <algorithm>
#include <vector>

namespace loopwright {

/// Appends a value to a short list that does not have it yet; whether it did.
template <typename Value>
bool AddOnce(const Value& value, std::vector<Value>* list) {
  const bool is_new = std::find(list->begin(), list->end(), value) == list->end();
  if (is_new) list->push_back(value);
  return is_new;
}

}  // namespace loopwright
