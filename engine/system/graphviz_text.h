#pragma once

#include <sstream>
#include <string>

#include "engine/system/system.h"

namespace loopwright::internal {

/// As part of a quoted string whose label is a record: its own characters escaped. `a|b` becomes
/// `a\|b`, as a bar would end a field.
inline std::string Escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::string("\"\\{}|<>").find(c) != std::string::npos) result += '\\';
    result += c;
  }
  return result;
}

/// `{<u0> name|<u1> name}`, the ports on one side of a node. `prefix` is u or y, `name(i)` the name
/// of port i. Wires end at `ID:u0`.
template <typename Get>
void WritePorts(const char* prefix, int count, Get name, std::stringstream* dot) {
  *dot << "{";
  for (int i = 0; i < count; ++i) {
    *dot << (i > 0 ? "|" : "") << "<" << prefix << i << "> " << Escaped(name(i));
  }
  *dot << "}";
}

/// A node that shows nothing of what is inside. A box with the system's name above and its inputs
/// and outputs side by side below.
template <typename T>
void WriteNode(const System<T>& system, std::stringstream* dot) {
  *dot << system.GetGraphvizId() << " [shape=record, label=\"" << Escaped(system.GetSystemName())
       << "|{";
  WritePorts(
      "u", system.num_input_ports(),
      [&](int i) -> const std::string& { return system.get_input_port(i).get_name(); }, dot);
  *dot << "|";
  WritePorts(
      "y", system.num_output_ports(),
      [&](int i) -> const std::string& { return system.get_output_port(i).get_name(); }, dot);
  *dot << "}\"];\n";
}

}  // namespace loopwright::internal
