#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <typeinfo>
#include <utility>

#include "engine/common/checks.h"

namespace loopwright {

/// A class's name as it is written in a program.
std::string DemangledName(const std::type_info& type);

/// What is common to systems of every scalar: their name and their place in a diagram.
class SystemBase {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(SystemBase);
  virtual ~SystemBase() = default;

  const std::string& get_name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  /// Names from the outermost diagram inwards, `plant/controller`; the outermost diagram itself is
  /// left out, alone it is its own name.
  std::string GetSystemPathname() const;
  /// The name, `_` where there is none.
  const std::string& GetSystemName() const;
  /// The class, as `loopwright::Adder<double>`.
  std::string GetSystemType() const;
  /// Class and address, as `loopwright/Adder<double>@00005555557b2eb0`: for diagnostic output only.
  std::string GetMemoryObjectName() const;
  /// The names of all enclosing diagrams and the own one, `::diagram::plant::controller`.
  std::string GetPath() const;
  void GetPath(std::stringstream* output) const;
  /// `TYPE System PATH`: which system an error text is about.
  std::string GetSystemIdString() const;
  /// Identifies this system in a Graphviz text.
  int64_t GetGraphvizId() const;
  const SystemBase* parent() const { return parent_; }
  /// Whether events of this EventKind run through DoPublish() or the like, which the system's class
  /// overrides.
  bool has_event_hook(int kind) const { return (event_hooks_ >> kind & 1) != 0; }

 protected:
  SystemBase() = default;
  void set_event_hook(int kind) { event_hooks_ = static_cast<uint8_t>(event_hooks_ | 1 << kind); }
  static void SetParent(SystemBase* child, const SystemBase* parent) { child->parent_ = parent; }

 private:
  std::string name_;
  const SystemBase* parent_ = nullptr;
  uint8_t event_hooks_ = 0;
};

}  // namespace loopwright
