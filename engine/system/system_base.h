#pragma once

#include <string>
#include <utility>

#include "engine/common/checks.h"

namespace loopwright {

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
  const SystemBase* parent() const { return parent_; }

 protected:
  SystemBase() = default;
  static void SetParent(SystemBase* child, const SystemBase* parent) { child->parent_ = parent; }

 private:
  std::string name_;
  const SystemBase* parent_ = nullptr;
};

}  // namespace loopwright
