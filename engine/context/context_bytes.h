#pragma once

#include <cstddef>
#include <vector>

#include "engine/context/context_data.h"

namespace loopwright::internal {

// A context as bytes, in the byte order of the machine:
//
//   "LWCONTXT", version, the structure's fingerprint, then time, accuracy, random source, caching;
//   continuous and discrete state and numeric parameters as they lie in the arena; modes; which
//   entries are disabled; abstract states, abstract parameters, fixed inputs.
//
// Abstract values are written where they are a bool, int, int64_t, double, std::string, a
// std::vector of int, double or std::string, an Eigen vector or matrix of double, or a BasicVector.
// Contexts over Expression are refused with std::logic_error.

template <typename T>
std::vector<std::byte> ContextToBytes(const ContextData<T>& data);
template <typename T>
void ContextFromBytes(const std::vector<std::byte>& bytes, ContextData<T>* data);
template <>
std::vector<std::byte> ContextToBytes(const ContextData<Expression>& data);
template <>
void ContextFromBytes(const std::vector<std::byte>& bytes, ContextData<Expression>* data);

}  // namespace loopwright::internal
