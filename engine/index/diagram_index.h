#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/context/context.h"
#include "engine/context/plan.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// What a quantity is to the diagram that it belongs to.
enum class QuantityKind : uint8_t {
  kInport,             ///< an input of the diagram: what comes from outside
  kOutport,            ///< an output of the diagram, computed
  kContinuousState,    ///< configuration q, velocity v or other state z of a leaf
  kDiscreteState,      ///< a group of discrete state of a leaf
  kAbstractState,      ///< state that is an object: one value, which is no number
  kMode,               ///< the branches that a leaf's computations hold, whole numbers
  kParameter,          ///< a group of numeric parameters of a leaf
  kAbstractParameter,  ///< a parameter that is an object
  kRandomInput,        ///< an input of the diagram that is drawn: the sample that is held
  kWitness             ///< a function of a leaf whose change of sign is an event, computed
};
inline constexpr int kNumQuantityKinds = 10;

/// Which array of a context a quantity lies in, or how else it is had.
enum class QuantityStorage : uint8_t {
  kArena,              ///< `place` is the first element in ContextData::arena
  kModes,              ///< … in ContextData::modes
  kAbstractState,      ///< `place` is the number in ContextData::abstract_states
  kAbstractParameter,  ///< … in ContextData::abstract_parameters
  kInputPort,          ///< `place` is an input port of the plan, to which a value can be fixed
  kOutputPort,         ///< computed; `place` is an output port of the plan
  kWitness             ///< computed; `place` is the number of the witness function in the index
};

/// A vector of numbers that belong together (a group of state, a port, a parameter), or one object.
struct Quantity {
  QuantityKind kind;
  QuantityStorage storage;
  int node;    ///< its system, by its number in the plan
  int number;  ///< which one of its kind the system has; of continuous state 0 is q, 1 v, 2 z
  int size;    ///< elements; 1 of an object
  int place;   ///< see QuantityStorage; element k lies k behind it
};

/// One element of a quantity, with all that is known of it.
template <typename T>
struct QuantityElement {
  std::string path;  ///< `SUB/BLOCK.x`, `SUB/BLOCK.x[1]` where there are several
  const System<T>* leaf = nullptr;
  QuantityKind kind;
  int element = 0;
  QuantityStorage storage;
  int place = 0;
  std::string unit;  ///< empty: none, or unknown
  T initial{0};      ///< 0 of what is no number or is computed
};

/// An output port of a block at any level, by the name under which it is recorded.
template <typename T>
struct PortSignal {
  std::string path;  ///< SUB/BLOCK.PORT
  std::string name;  ///< the signal's name, or empty
  int width = 0;
  /// Where its value is: the block's own port, or the one it stands for (subsystems, Inports,
  /// tags). Null where a block has no system.
  const OutputPort<T>* port = nullptr;
  bool is_continuous = false;  ///< it changes between updates
  bool discrete = false;       ///< held between updates
  double period = 0;           ///< of a periodic one, seconds, else 0
  double offset = 0;           ///< of its updates at offset + k*period, seconds
  bool logged_by_default = false;
};

/// What a group of numeric parameters is called, and its unit.
struct ParameterName {
  std::string name;  ///< empty: unknown
  std::string unit;
};

/// What only the document of a diagram says of it, given to its index.
template <typename T>
struct DocumentQuantities {
  std::vector<PortSignal<T>> port_signals;  ///< in the order of blocks and ports in the file
  /// The stand-ins of Inports: their only parameter is the value of their only output.
  std::vector<const System<T>*> inports;
  /// Names a leaf's group of numeric parameters, where a parameter of its block lies in it as it
  /// is. It may be called by several threads at once; may be empty.
  std::function<ParameterName(const System<T>& leaf, int number)> name_parameter;
};

/// Everything that a built diagram has, by name and by its place in a context: the one table that
/// is asked by whoever prints equations, records signals, sets a parameter, draws one, traces state
/// or linearises. It refers to the diagram, which must outlive it, and never changes: threads may
/// share it.
///
/// Quantities are listed kind by kind, those of a kind in the order of leaves. Their names are
///
///     q v z, x    configuration, velocity, other continuous state; x where there is only that
///     x, x0 x1 …  discrete state of one group, of several; xd, xd0 … beside continuous state
///     x1 x2 … n   state of a leaf that has names for it (StateNames)
///     a0 a1 …     objects in the state
///     mode        branches
///     p0 p1 …     numeric parameters, unless the document knows their name
///     o0 o1 …     objects among the parameters
///     PORT        ports; witness functions go by their description
template <typename T>
class DiagramIndex {
 public:
  /// `plan` is that of the diagram.
  explicit DiagramIndex(std::shared_ptr<const Plan<T>> plan,
                        std::optional<DocumentQuantities<T>> document = std::nullopt);
  DiagramIndex(const DiagramIndex&) = delete;
  DiagramIndex& operator=(const DiagramIndex&) = delete;

  const Plan<T>& plan() const { return *plan_; }
  /// The values that a run begins with, unless something else is set: a default context. It is made
  /// when it is first asked for, as runs do; a diagram that is only checked needs none, and is
  /// built in four fifths of the time.
  const Context<T>& initial() const;
  std::span<const Quantity> quantities() const { return quantities_; }
  std::span<const Quantity> quantities(QuantityKind kind) const;
  /// The quantities of a kind that one node of the plan has.
  std::span<const Quantity> quantities(QuantityKind kind, int node) const;
  /// All output ports under the names of the document; of a diagram without one, those of leaves.
  std::span<const PortSignal<T>> port_signals() const { return document_.port_signals; }

  const System<T>& system(const Quantity& quantity) const { return *plan_->systems[quantity.node]; }
  /// The name within its leaf, of all elements together or, where the leaf names each, of one.
  std::string NameOf(const Quantity& quantity, int element = 0) const;
  /// Whether the elements have a name each.
  bool HasElementNames(const Quantity& quantity) const;
  /// `SUB/BLOCK.x`, without element.
  std::string PathOf(const Quantity& quantity) const;
  /// `SUB/BLOCK.x[1]`: the name of one element, as equations and results write it.
  std::string ElementPath(const Quantity& quantity, int element) const;
  std::string UnitOf(const Quantity& quantity) const;
  QuantityElement<T> Describe(const Quantity& quantity, int element) const;
  const WitnessFunction<T>& witness(const Quantity& quantity) const {
    return *witnesses_.at(quantity.place);
  }

  /// Where in a context the value of a signal lies, and the entry that computes it. The signal has
  /// a port.
  typename Plan<T>::OutputPlace PlaceOf(const PortSignal<T>& signal) const;

  /// The node of the leaf with this path; -1 where there is none.
  int FindLeaf(std::string_view path) const;
  /// The quantity whose element the path names (`BLOCK.x`, `BLOCK.x[1]`), and which element; null
  /// where there is none. Takes time in proportion to the number of quantities.
  struct Found {
    const Quantity* quantity = nullptr;
    int element = 0;
  };
  Found Find(std::string_view path) const;

  /// The value of one element in a context of the diagram. std::logic_error for an object.
  T Read(const Context<T>& context, const Quantity& quantity, int element) const;
  /// Gives it another value; what depends on it is out of date. std::logic_error for what is
  /// computed, and for an object. A mode becomes the nearest whole number.
  void Write(Context<T>* context, const Quantity& quantity, int element, const T& value) const;
  void Write(Context<T>* context, const Quantity& quantity, const VectorX<T>& values) const;

 private:
  class Maker;
  void Invalidate(Context<T>* context, const Quantity& quantity) const;
  ParameterName FindParameterName(const Quantity& quantity) const;
  [[noreturn]] void Refuse(const Quantity& quantity, const char* what) const;

  std::shared_ptr<const Plan<T>> plan_;
  mutable std::once_flag initial_is_made_;
  mutable std::unique_ptr<const Context<T>> initial_;
  DocumentQuantities<T> document_;
  std::vector<Quantity> quantities_;
  int first_of_kind_[kNumQuantityKinds + 1] = {};
  std::vector<const WitnessFunction<T>*> witnesses_;
};

LOOPWRIGHT_DECLARE_CLASS(DiagramIndex)

}  // namespace loopwright
