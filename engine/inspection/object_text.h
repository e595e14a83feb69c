#pragma once

#include <string>

namespace loopwright {

class AbstractValue;

/// An object in a state or at a port for people: a text, a number or truth value as itself, a list
/// of numbers in brackets, of others the name of the type.
std::string TextOfObject(const AbstractValue& object);

}  // namespace loopwright
