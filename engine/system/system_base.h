#pragma once

#include <atomic>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>

#include "engine/common/checks.h"
#include "engine/common/demangled_name.h"
#include "engine/system/system_tickets.h"

namespace loopwright {

/// What is common to systems of every scalar: their name and their place in a diagram.
class SystemBase : public SystemTickets {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(SystemBase);
  virtual ~SystemBase() = default;

  /// As the program or the document gave it; may be empty. Names need not be unique.
  const std::string& get_name() const { return name_; }
  /// To be called before a diagram is built of it: Build() refuses an empty name, and two that are
  /// equal.
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
  /// std::logic_error: an unrestricted update of this system changed the shape of its state.
  [[noreturn]] void ThrowStateShapeChanged() const;
  /// Identifies this system in a Graphviz text.
  int64_t GetGraphvizId() const;
  /// The diagram that this is a part of; null for the outermost.
  const SystemBase* parent() const { return parent_; }
  /// How many systems there are in this one, itself included, at any depth.
  int num_systems() const { return num_systems_; }
  /// How many systems of its diagram come before it, depth first, the diagram itself included.
  int place_in_parent() const { return place_in_parent_; }
  /// Functions of a leaf that its author may override, and that are called only as long as nobody
  /// knows whether that is so. Those for events come first, each by the number of its EventKind: a
  /// jump and a discrete update have one function.
  enum Hook : uint8_t {
    kPublishHook,
    kDiscreteUpdateHook,
    kJumpHook,
    kUnrestrictedUpdateHook,
    kWitnessHook,
    kNextUpdateHook,
    kPerStepHook
  };
  /// Whether the function is known not to be overridden. That is known after its first call, as
  /// what is called then says so itself (NoteDefaultHook()).
  bool has_default_hook(Hook hook) const {
    return (default_hooks_.load(std::memory_order_relaxed) >> hook & 1) != 0;
  }
  /// Whether a witness function of this leaf has been made: then it may have some to watch.
  bool has_witness_functions() const {
    return has_witness_functions_.load(std::memory_order_relaxed);
  }
  /// Called where one is made, also by a const system.
  void NoteWitnessFunction() const {
    has_witness_functions_.store(true, std::memory_order_relaxed);
  }

 protected:
  SystemBase() = default;
  /// Called by the functions that run where nothing overrides the hook. Several threads may find
  /// that out at once.
  void NoteDefaultHook(Hook hook) const {
    if (!has_default_hook(hook)) {
      default_hooks_.fetch_or(static_cast<uint8_t>(1 << hook), std::memory_order_relaxed);
    }
  }
  /// The class turned out to be another one: it was asked while a constructor was running.
  void ForgetDefaultHooks() { default_hooks_.store(0, std::memory_order_relaxed); }
  /// Makes `child` the next part of `parent`.
  static void SetParent(SystemBase* child, SystemBase* parent) {
    child->parent_ = parent;
    child->place_in_parent_ = parent->num_systems_;
    parent->num_systems_ += child->num_systems_;
  }

 private:
  std::string name_;
  const SystemBase* parent_ = nullptr;
  /// Counted when parts are added, so that nobody has to walk through the tree.
  int num_systems_ = 1;
  int place_in_parent_ = 0;
  /// One bit for each Hook.
  mutable std::atomic<uint8_t> default_hooks_{0};
  mutable std::atomic<bool> has_witness_functions_{false};
};

}  // namespace loopwright
