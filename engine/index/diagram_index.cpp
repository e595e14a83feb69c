#include "engine/index/diagram_index.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "engine/context/context_data.h"
#include "engine/diagram/random_samples.h"
#include "engine/traits/state_names.h"

namespace loopwright {
namespace {

// `name`, or with its number where there are several.
std::string Numbered(const std::string& name, int number, int count) {
  return count > 1 ? name + std::to_string(number) : name;
}

// The outermost diagram has an empty path; its own quantities are named without a point before
// them.
std::string JoinNames(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

}  // namespace

// Lists the quantities of a plan, kind by kind.
template <typename T>
class DiagramIndex<T>::Maker {
 public:
  explicit Maker(DiagramIndex* index)
      : index_(*index),
        plan_(*index->plan_),
        inports_(index->document_.inports.begin(), index->document_.inports.end()) {}

  // The kinds follow each other as in QuantityKind, and Mark() behind each notes where the next
  // begins: then the quantities of a kind are one range of the list.
  void Make(bool has_document) {
    if (!has_document) ListSignals();
    AddInports();
    Mark(QuantityKind::kInport);
    AddPorts(QuantityKind::kOutport, plan_.nodes[0].num_outputs);
    ForEachLeaf(QuantityKind::kContinuousState, &Maker::AddContinuousState);
    ForEachLeaf(QuantityKind::kDiscreteState, &Maker::AddDiscreteState);
    ForEachLeaf(QuantityKind::kAbstractState, &Maker::AddAbstractState);
    ForEachLeaf(QuantityKind::kMode, &Maker::AddModes);
    ForEachLeaf(QuantityKind::kParameter, &Maker::AddParameters);
    ForEachLeaf(QuantityKind::kAbstractParameter, &Maker::AddAbstractParameters);
    AddRandomPorts();
    ForEachLeaf(QuantityKind::kRandomInput, &Maker::AddRandomInput);
    AddWitnesses();
    index_.quantities_.shrink_to_fit();
  }

 private:
  using Kind = QuantityKind;
  using Storage = QuantityStorage;

  const System<T>& system(int node) const { return *plan_.systems[node]; }

  // What follows in the list is of later kinds. Every kind has to be marked in its turn, even where
  // a diagram has none of it.
  void Mark(Kind kind) {
    index_.first_of_kind_[static_cast<int>(kind) + 1] = static_cast<int>(index_.quantities_.size());
  }

  void Add(Kind kind, Storage storage, int node, int number, int size, int place) {
    index_.quantities_.push_back({kind, storage, node, number, size, place});
  }

  // Goes through the leaves in the order of the plan, so that within a kind the nodes ascend.
  // quantities(kind, node) relies on that for its binary search.
  void ForEachLeaf(Kind kind, void (Maker::*add)(int node)) {
    for (const int node : plan_.leaves) (this->*add)(node);
    Mark(kind);
  }

  // Lists the signals of a diagram that a program made: all output ports of its leaves, by their
  // paths.
  void ListSignals() {
    auto& signals = index_.document_.port_signals;
    for (const int node : plan_.leaves) {
      for (int i = 0; i < system(node).num_output_ports(); ++i) {
        const OutputPort<T>& port = system(node).get_output_port(i);
        PortSignal<T>& signal = signals.emplace_back();
        signal.path = JoinNames(system(node).GetSystemPathname(), port.get_name());
        signal.width = std::max(port.size(), 0);
        signal.port = &port;
      }
    }
  }

  // The diagram's own ports, and the blocks that stand for its inputs. An own port that is random
  // is a random input.
  void AddInports() {
    for (int i = 0; i < plan_.nodes[0].num_inputs; ++i) {
      const InputPort<T>& port = system(0).get_input_port(i);
      if (!port.is_random()) AddInputPort(Kind::kInport, i);
    }
    for (const int node : plan_.leaves) {
      if (!inports_.contains(&system(node))) continue;
      const Slot& slot = plan_.parameters[plan_.nodes[node].first_parameter];
      Add(Kind::kInport, Storage::kArena, node, 0, slot.size, slot.offset);
    }
  }

  void AddInputPort(Kind kind, int i) {
    Add(kind, Storage::kInputPort, 0, i, std::max(system(0).get_input_port(i).size(), 1),
        plan_.nodes[0].first_input + i);
  }

  void AddPorts(Kind kind, int count) {
    for (int i = 0; i < count; ++i) {
      Add(kind, Storage::kOutputPort, 0, i, std::max(system(0).get_output_port(i).size(), 1),
          plan_.nodes[0].first_output + i);
    }
    Mark(kind);
  }

  // The arena holds the q of all leaves first, then all v, then all z. A leaf's three parts
  // therefore lie far apart and are three quantities.
  void AddContinuousState(int node) {
    int part = 0;
    for (const auto& [place, size] : plan_.continuous_slots(node)) {
      if (size > 0) Add(Kind::kContinuousState, Storage::kArena, node, part, size, place);
      ++part;
    }
  }

  void AddDiscreteState(int node) {
    const PlanNode& n = plan_.nodes[node];
    for (int g = 0; g < n.num_groups; ++g) {
      const Slot& slot = plan_.groups[n.first_group + g];
      Add(Kind::kDiscreteState, Storage::kArena, node, g, slot.size, slot.offset);
    }
  }

  void AddAbstractState(int node) {
    const PlanNode& n = plan_.nodes[node];
    for (int i = 0; i < n.num_abstract_states; ++i) {
      Add(Kind::kAbstractState, Storage::kAbstractState, node, i, 1, n.first_abstract_state + i);
    }
  }

  void AddModes(int node) {
    const PlanNode& n = plan_.nodes[node];
    if (n.num_modes > 0) Add(Kind::kMode, Storage::kModes, node, 0, n.num_modes, n.first_mode);
  }

  // The stand-ins of Inports have one parameter each, which was listed as an input of the diagram,
  // and nothing is listed twice.
  void AddParameters(int node) {
    if (inports_.contains(&system(node))) return;
    const PlanNode& n = plan_.nodes[node];
    for (int i = 0; i < n.num_parameters; ++i) {
      const Slot& slot = plan_.parameters[n.first_parameter + i];
      Add(Kind::kParameter, Storage::kArena, node, i, slot.size, slot.offset);
    }
  }

  void AddAbstractParameters(int node) {
    const PlanNode& n = plan_.nodes[node];
    for (int i = 0; i < n.num_abstract_parameters; ++i) {
      Add(Kind::kAbstractParameter, Storage::kAbstractParameter, node, i, 1,
          n.first_abstract_parameter + i);
    }
  }

  void AddRandomPorts() {
    for (int i = 0; i < plan_.nodes[0].num_inputs; ++i) {
      if (system(0).get_input_port(i).is_random()) AddInputPort(Kind::kRandomInput, i);
    }
  }

  void AddRandomInput(int node) {
    if constexpr (!kIsSymbolic<T>) {  // Draws are numbers: there are none over symbols.
      if (dynamic_cast<const RandomSamples<T>*>(&system(node)) == nullptr) return;
      const Slot& slot = plan_.groups[plan_.nodes[node].first_group];
      Add(Kind::kRandomInput, Storage::kArena, node, 0, slot.size, slot.offset);
    }
  }

  void AddWitnesses() {
    std::vector<const WitnessFunction<T>*> found;
    for (const int node : plan_.leaves) {
      const auto& leaf = static_cast<const LeafSystem<T>&>(system(node));
      // Asking takes a context, which most diagrams need not make for this.
      if (!leaf.has_witness_functions()) continue;
      found.clear();
      leaf.CollectWitnessFunctions(index_.initial().data().views[node], &found);
      int number = 0;
      for (const WitnessFunction<T>* witness : found) {
        if (witness == nullptr) continue;
        Add(Kind::kWitness, Storage::kWitness, node, number++, 1,
            static_cast<int>(index_.witnesses_.size()));
        index_.witnesses_.push_back(witness);
      }
    }
    Mark(Kind::kWitness);
  }

  DiagramIndex& index_;
  const Plan<T>& plan_;
  const std::unordered_set<const System<T>*> inports_;
};

template <typename T>
DiagramIndex<T>::DiagramIndex(std::shared_ptr<const Plan<T>> plan,
                              std::optional<DocumentQuantities<T>> document)
    : plan_(std::move(plan)) {
  const bool has_document = document.has_value();
  if (has_document) document_ = std::move(*document);
  Maker(this).Make(has_document);
}

template <typename T>
const Context<T>& DiagramIndex<T>::initial() const {
  std::call_once(initial_is_made_,
                 [this] { initial_ = plan_->systems[0]->CreateDefaultContext(); });
  return *initial_;
}

template <typename T>
std::span<const Quantity> DiagramIndex<T>::quantities(QuantityKind kind) const {
  const int k = static_cast<int>(kind);
  const Quantity* first = quantities_.data();
  return {first + first_of_kind_[k], first + first_of_kind_[k + 1]};
}

// Nodes ascend within a kind, so the quantities of one node are found by halving.
template <typename T>
std::span<const Quantity> DiagramIndex<T>::quantities(QuantityKind kind, int node) const {
  const auto all = quantities(kind);
  const auto first = std::ranges::lower_bound(all, node, {}, &Quantity::node);
  return {first, std::ranges::upper_bound(first, all.end(), node, {}, &Quantity::node)};
}

template <typename T>
bool DiagramIndex<T>::HasElementNames(const Quantity& quantity) const {
  const bool is_state = quantity.kind == QuantityKind::kContinuousState ||
                        quantity.kind == QuantityKind::kDiscreteState;
  return is_state && dynamic_cast<const StateNames*>(&system(quantity)) != nullptr;
}

// A leaf that has names for its state gives them (`height`, `speed`): continuous state is numbered
// over q, v and z together, groups of discrete state each from 0. All others have the short names
// that the header lists.
template <typename T>
std::string DiagramIndex<T>::NameOf(const Quantity& quantity, int element) const {
  const PlanNode& node = plan_->nodes[quantity.node];
  const int number = quantity.number;
  if (HasElementNames(quantity)) {
    const auto& names = dynamic_cast<const StateNames&>(system(quantity));
    if (quantity.kind == QuantityKind::kDiscreteState) return names.NameOfState(number, element);
    const int before = number == 0 ? 0 : number == 1 ? node.nq : node.nq + node.nv;
    return names.NameOfState(-1, before + element);
  }
  switch (quantity.kind) {
    case QuantityKind::kInport:
    case QuantityKind::kRandomInput:
      return quantity.storage == QuantityStorage::kInputPort
                 ? system(quantity).get_input_port(number).get_name()
                 : system(quantity).get_output_port(0).get_name();
    case QuantityKind::kOutport:
      return system(quantity).get_output_port(number).get_name();
    case QuantityKind::kContinuousState:
      if (number < 2) return number == 0 ? "q" : "v";
      return node.nq + node.nv > 0 ? "z" : "x";
    case QuantityKind::kDiscreteState:
      return Numbered(node.nq + node.nv + node.nz > 0 ? "xd" : "x", number, node.num_groups);
    case QuantityKind::kAbstractState:
      return "a" + std::to_string(number);
    case QuantityKind::kMode:
      return "mode";
    case QuantityKind::kParameter: {
      const ParameterName known = FindParameterName(quantity);
      return known.name.empty() ? "p" + std::to_string(number) : known.name;
    }
    case QuantityKind::kAbstractParameter:
      return "o" + std::to_string(number);
    case QuantityKind::kWitness:
      return witness(quantity).description();
  }
  return {};
}

template <typename T>
std::string DiagramIndex<T>::PathOf(const Quantity& quantity) const {
  // The ports of the diagram itself have no block in their name.
  const bool is_port_of_diagram = quantity.storage == QuantityStorage::kInputPort ||
                                  quantity.storage == QuantityStorage::kOutputPort;
  if (is_port_of_diagram) return NameOf(quantity);
  return JoinNames(system(quantity).GetSystemPathname(), NameOf(quantity));
}

template <typename T>
std::string DiagramIndex<T>::ElementPath(const Quantity& quantity, int element) const {
  if (HasElementNames(quantity)) {
    return JoinNames(system(quantity).GetSystemPathname(), NameOf(quantity, element));
  }
  const std::string path = PathOf(quantity);
  return quantity.size == 1 ? path : path + "[" + std::to_string(element) + "]";
}

template <typename T>
std::string DiagramIndex<T>::UnitOf(const Quantity& quantity) const {
  return quantity.kind == QuantityKind::kParameter ? FindParameterName(quantity).unit : "";
}

template <typename T>
ParameterName DiagramIndex<T>::FindParameterName(const Quantity& quantity) const {
  if (!document_.name_parameter) return {};
  return document_.name_parameter(system(quantity), quantity.number);
}

// Only quantities in the arena or among the modes have a place for each element and an initial
// value; what is computed or an object has one place for all.
template <typename T>
QuantityElement<T> DiagramIndex<T>::Describe(const Quantity& quantity, int element) const {
  QuantityElement<T> result;
  result.path = ElementPath(quantity, element);
  result.leaf = &system(quantity);
  result.kind = quantity.kind;
  result.element = element;
  result.storage = quantity.storage;
  const bool has_elements =
      quantity.storage == QuantityStorage::kArena || quantity.storage == QuantityStorage::kModes;
  result.place = quantity.place + (has_elements ? element : 0);
  result.unit = UnitOf(quantity);
  if (has_elements) result.initial = Read(initial(), quantity, element);
  return result;
}

template <typename T>
typename Plan<T>::OutputPlace DiagramIndex<T>::PlaceOf(const PortSignal<T>& signal) const {
  const int node = plan_->node_of(signal.port->get_system());
  return plan_->outputs[plan_->nodes[node].first_output + signal.port->get_index()];
}

template <typename T>
int DiagramIndex<T>::FindLeaf(std::string_view path) const {
  // From the outermost diagram inwards; names hold no slash.
  int node = 0;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    int child = node + 1;
    const int end = plan_->nodes[node].end;
    while (child < end && plan_->systems[child]->get_name() != name) {
      child = plan_->nodes[child].end;
    }
    if (child >= end) return -1;
    node = child;
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  const bool is_leaf = plan_->systems[node]->num_subsystems() == 0;
  return is_leaf ? node : -1;
}

// `BLOCK.x[1]` is cut into `BLOCK.x` and 1. A name that the leaf itself gave to an element is
// compared whole, because it may end in a bracket as well.
template <typename T>
typename DiagramIndex<T>::Found DiagramIndex<T>::Find(std::string_view path) const {
  std::string_view whole = path;
  int element = 0;
  if (const size_t bracket = path.rfind('['); bracket != path.npos && path.back() == ']') {
    const char* end = path.data() + path.size() - 1;
    const auto [stop, error] = std::from_chars(path.data() + bracket + 1, end, element);
    if (error == std::errc() && stop == end) whole = path.substr(0, bracket);
  }
  for (const Quantity& quantity : quantities_) {
    if (HasElementNames(quantity)) {
      for (int k = 0; k < quantity.size; ++k) {
        if (ElementPath(quantity, k) == path) return {&quantity, k};
      }
    } else if (PathOf(quantity) == whole && element >= 0 && element < quantity.size) {
      return {&quantity, element};
    }
  }
  return {};
}

template <typename T>
void DiagramIndex<T>::Refuse(const Quantity& quantity, const char* what) const {
  throw std::logic_error("DiagramIndex: " + PathOf(quantity) + " " + what);
}

// State and parameters lie in the context; ports and witness functions are evaluated, which
// computes what they need and is out of date.
template <typename T>
T DiagramIndex<T>::Read(const Context<T>& context, const Quantity& quantity, int element) const {
  auto& data = context.data();
  LOOPWRIGHT_THROW_UNLESS(element >= 0 && element < quantity.size);
  switch (quantity.storage) {
    case QuantityStorage::kArena:
      return data.arena[quantity.place + element];
    case QuantityStorage::kModes:
      return T(static_cast<double>(data.modes[quantity.place + element]));
    case QuantityStorage::kInputPort:
      return system(quantity).get_input_port(quantity.number).EvalData(context)[element];
    case QuantityStorage::kOutputPort:
      return system(quantity).get_output_port(quantity.number).EvalData(context)[element];
    case QuantityStorage::kWitness:
      return witness(quantity).CalcWitnessValue(data.views[quantity.node]);
    case QuantityStorage::kAbstractState:
    case QuantityStorage::kAbstractParameter:
      break;
  }
  Refuse(quantity, "is an object, not a number");
}

// Marks as out of date what depends on the quantity, and nothing else: each part of a leaf's state
// and each group of parameters is a source of its own in the plan.
template <typename T>
void DiagramIndex<T>::Invalidate(Context<T>* context, const Quantity& quantity) const {
  auto& data = context->data();
  const PlanNode& node = plan_->nodes[quantity.node];
  switch (quantity.kind) {
    case QuantityKind::kContinuousState:
      return data.Invalidate(plan_->q_source(quantity.node) + quantity.number);
    case QuantityKind::kDiscreteState:
    case QuantityKind::kRandomInput:
      return data.Invalidate(plan_->group_source(node.first_group + quantity.number));
    case QuantityKind::kMode:
      return data.Invalidate(plan_->modes_source(quantity.node));
    default:
      return data.Invalidate(plan_->parameter_source(node.first_parameter + quantity.number));
  }
}

// An input port takes values as a whole. To change one element, the others are read from what the
// port has at present, or are 0 where it has nothing.
template <typename T>
void DiagramIndex<T>::Write(Context<T>* context, const Quantity& quantity, int element,
                            const T& value) const {
  auto& data = context->data();
  LOOPWRIGHT_THROW_UNLESS(element >= 0 && element < quantity.size);
  switch (quantity.storage) {
    case QuantityStorage::kArena:
      data.arena[quantity.place + element] = value;
      return Invalidate(context, quantity);
    case QuantityStorage::kModes:
      data.modes[quantity.place + element] = std::llround(ValueOf(value));
      return Invalidate(context, quantity);
    case QuantityStorage::kInputPort: {
      const InputPort<T>& port = system(quantity).get_input_port(quantity.number);
      VectorX<T> values = VectorX<T>::Constant(quantity.size, T(0));
      if (port.HasValue(*context)) {
        const T* present = port.EvalData(*context);
        std::copy(present, present + quantity.size, values.data());
      }
      values[element] = value;
      port.FixValue(context, values);
      return;
    }
    case QuantityStorage::kOutputPort:
    case QuantityStorage::kWitness:
      Refuse(quantity, "is computed and cannot be set");
    case QuantityStorage::kAbstractState:
    case QuantityStorage::kAbstractParameter:
      Refuse(quantity, "is an object, not a number");
  }
}

template <typename T>
void DiagramIndex<T>::Write(Context<T>* context, const Quantity& quantity,
                            const VectorX<T>& values) const {
  LOOPWRIGHT_THROW_UNLESS(values.size() == quantity.size);
  if (quantity.storage == QuantityStorage::kInputPort) {
    system(quantity).get_input_port(quantity.number).FixValue(context, values);
    return;
  }
  if (quantity.storage != QuantityStorage::kArena) {
    for (int k = 0; k < quantity.size; ++k) Write(context, quantity, k, values[k]);
    return;
  }
  std::copy_n(values.data(), quantity.size, context->data().arena.begin() + quantity.place);
  Invalidate(context, quantity);
}

LOOPWRIGHT_INSTANTIATE_CLASS(DiagramIndex)

}  // namespace loopwright
