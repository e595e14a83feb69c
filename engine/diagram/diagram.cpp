#include "engine/diagram/diagram.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <stdexcept>

#include "engine/diagram/loop_part_maker.h"
#include "engine/diagram/part_of_state.h"
#include "engine/loops/loop_solver.h"
#include "engine/system/leaf_system.h"
#include "engine/system/plan_maker.h"
#include "engine/system/system_extras.h"

namespace loopwright {

// A later system may refer to an earlier one, so the last goes first.
template <typename T>
Diagram<T>::~Diagram() {
  while (!subsystems_.empty()) subsystems_.pop_back();
}

// In the order in which they were added.
template <typename T>
std::vector<const System<T>*> Diagram<T>::GetSystems() const {
  std::vector<const System<T>*> result;
  for (const auto& subsystem : subsystems_) result.push_back(subsystem.get());
  return result;
}

// The table is one of hashing with linear probing (Knuth, The Art of Computer Programming 3,
// section 6.4, algorithm L), for which it is a power of two long and at least a fifth of it is -1,
// empty.
template <typename T>
void Diagram<T>::TakeNames(const std::vector<std::unique_ptr<System<T>>>& systems) {
  std::vector<int> table(std::bit_ceil(systems.size() + systems.size() / 4 + 1), -1);
  const size_t mask = table.size() - 1;
  for (size_t i = 0; i < systems.size(); ++i) {
    const std::string& name = systems[i]->get_name();
    if (name.empty()) {
      throw std::runtime_error("A system of class " + systems[i]->GetSystemType() +
                               " has an empty name: each system of a diagram must have one");
    }
    size_t place = std::hash<std::string_view>()(name) & mask;
    for (; table[place] >= 0; place = (place + 1) & mask) {
      if (systems[table[place]]->get_name() != name) continue;
      throw std::runtime_error("Two systems of one diagram are named '" + name + "'");
    }
    table[place] = static_cast<int>(i);
  }
  by_name_ = std::move(table);
}

// Names may have been changed since the diagram was built: what the table does not know under its
// name is looked for everywhere.
template <typename T>
int Diagram<T>::FindSubsystem(std::string_view name) const {
  if (!by_name_.empty()) {
    const size_t mask = by_name_.size() - 1;
    size_t place = std::hash<std::string_view>()(name) & mask;
    for (; by_name_[place] >= 0; place = (place + 1) & mask) {
      if (subsystems_[by_name_[place]]->get_name() == name) return by_name_[place];
    }
  }
  const auto found = std::find_if(subsystems_.begin(), subsystems_.end(),
                                  [name](const auto& s) { return s->get_name() == name; });
  return found == subsystems_.end() ? -1 : static_cast<int>(found - subsystems_.begin());
}
// The error lists the names that there are.
template <typename T>
const System<T>& Diagram<T>::GetSubsystemByName(std::string_view name) const {
  const int found = FindSubsystem(name);
  if (found < 0) {
    std::string names;
    for (const auto& subsystem : subsystems_) {
      names += (names.empty() ? "" : ", ") + subsystem->get_name();
    }
    throw std::logic_error("Diagram '" + this->GetSystemPathname() + "' has no subsystem named '" +
                           std::string(name) + "': it has [" + names + "]");
  }
  return *subsystems_[found];
}
// All sources in one list, with the place where each system's begin.
template <typename T>
void Diagram<T>::AdoptSources(const std::vector<std::vector<Source>>& sources) {
  size_t count = 0;
  for (const auto& of_one : sources) count += of_one.size();
  sources_.reserve(count);
  first_source_.reserve(sources.size());
  for (const auto& of_one : sources) {
    first_source_.push_back(static_cast<int>(sources_.size()));
    sources_.insert(sources_.end(), of_one.begin(), of_one.end());
  }
}
template <typename T>
void Diagram<T>::ThrowNotOfClass(const System<T>& system, const std::type_info& wanted) const {
  throw std::logic_error("Subsystem '" + system.get_name() + "' of diagram '" +
                         this->GetSystemPathname() + "' is a " + system.GetSystemType() +
                         ", not a " + DemangledName(wanted));
}

// At any depth. A context of a tree of equal structure is taken over first.
template <typename T>
const Context<T>& Diagram<T>::GetSubsystemContext(const System<T>& subsystem,
                                                  const Context<T>& context) const {
  const auto place = [&] { return context.data().plan->node_of(subsystem); };
  int node = place();
  if (node < 0 && internal::AdoptTree(subsystem, context)) node = place();
  if (node < context.node() || node >= context.plan_node().end) {
    throw std::logic_error("System '" + subsystem.GetSystemPathname() +
                           "' is not a subsystem of diagram '" + this->GetSystemPathname() + "'");
  }
  return context.data().views[node];
}

// The part of `state`, which need not be the context's own: it may be the buffer of an update.
template <typename T>
State<T> Diagram<T>::GetMutableSubsystemState(const System<T>& subsystem, const Context<T>& context,
                                              State<T>* state) const {
  const Context<T>& part = GetSubsystemContext(subsystem, context);
  const PlanNode& whole = context.plan_node();
  const PlanNode& node = part.plan_node();
  const auto& models = context.data().plan->vector_models.continuous;
  return internal::PartOf(state, whole, node, VectorModels<T>::Find(models, part.node()));
}

namespace {
// The part of a diagram's parameters that is a subsystem's. A list of pointers: nothing is copied.
template <typename T>
Parameters<T> PartOf(Parameters<T>* parameters, const PlanNode& whole, const PlanNode& part) {
  std::vector<BasicVector<T>*> numeric;
  std::vector<AbstractValue*> abstract;
  for (int i = 0; i < part.num_parameters; ++i) {
    numeric.push_back(&parameters->get_mutable_numeric_parameter(part.first_parameter -
                                                                 whole.first_parameter + i));
  }
  for (int i = 0; i < part.num_abstract_parameters; ++i) {
    abstract.push_back(&parameters->get_mutable_abstract_parameter(
        part.first_abstract_parameter - whole.first_abstract_parameter + i));
  }
  return Parameters<T>(std::move(numeric), std::move(abstract));
}
}  // namespace

// Each subsystem writes its own part; which it is follows from the plan.
template <typename T>
void Diagram<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  for (const auto& subsystem : subsystems_) {
    State<T> own = GetMutableSubsystemState(*subsystem, context, state);
    subsystem->SetDefaultState(GetSubsystemContext(*subsystem, context), &own);
  }
}
// Each subsystem writes its own part of the parameters.
template <typename T>
void Diagram<T>::SetDefaultParameters(const Context<T>& context, Parameters<T>* parameters) const {
  for (const auto& subsystem : subsystems_) {
    const Context<T>& part = GetSubsystemContext(*subsystem, context);
    Parameters<T> own = PartOf(parameters, context.plan_node(), part.plan_node());
    subsystem->SetDefaultParameters(part, &own);
  }
}
// One generator for all, in build order, so that the result depends on it alone.
template <typename T>
void Diagram<T>::SetRandomState(const Context<T>& context, State<T>* state,
                                RandomGenerator* generator) const {
  for (const auto& subsystem : subsystems_) {
    State<T> own = GetMutableSubsystemState(*subsystem, context, state);
    subsystem->SetRandomState(GetSubsystemContext(*subsystem, context), &own, generator);
  }
}
template <typename T>
void Diagram<T>::SetRandomParameters(const Context<T>& context, Parameters<T>* parameters,
                                     RandomGenerator* generator) const {
  for (const auto& subsystem : subsystems_) {
    const Context<T>& part = GetSubsystemContext(*subsystem, context);
    Parameters<T> own = PartOf(parameters, context.plan_node(), part.plan_node());
    subsystem->SetRandomParameters(part, &own, generator);
  }
}

// The sum of what all parts answer, as energies add up.
template <typename T>
T Diagram<T>::SumOverSubsystems(const Context<T>& context, EvalEnergy eval) const {
  T sum(0);
  for (const auto& subsystem : subsystems_) {
    sum += (*subsystem.*eval)(GetSubsystemContext(*subsystem, context));
  }
  return sum;
}
// From the cache of each part, so that only parts that moved are computed.
template <typename T>
T Diagram<T>::DoCalcPotentialEnergy(const Context<T>& context) const {
  return SumOverSubsystems(context, &System<T>::EvalPotentialEnergy);
}
// As the potential energy: each part's from its own part of the context.
template <typename T>
T Diagram<T>::DoCalcKineticEnergy(const Context<T>& context) const {
  return SumOverSubsystems(context, &System<T>::EvalKineticEnergy);
}
template <typename T>
T Diagram<T>::DoCalcConservativePower(const Context<T>& context) const {
  return SumOverSubsystems(context, &System<T>::EvalConservativePower);
}
template <typename T>
T Diagram<T>::DoCalcNonConservativePower(const Context<T>& context) const {
  return SumOverSubsystems(context, &System<T>::EvalNonConservativePower);
}

// The vectors of a diagram are those of its subsystems one after another. Each subsystem maps its
// own segment; those without q are passed over.
template <typename T>
void Diagram<T>::DoMapVelocityToQDot(const Context<T>& context,
                                     const Eigen::Ref<const VectorX<T>>& velocity,
                                     VectorBase<T>* qdot) const {
  int q = 0, v = 0;
  for (const auto& subsystem : subsystems_) {
    BasicVector<T> own(VectorX<T>(VectorX<T>::Zero(subsystem->num_q())));
    if (own.size() > 0) {
      subsystem->MapVelocityToQDot(GetSubsystemContext(*subsystem, context),
                                   velocity.segment(v, subsystem->num_v()), &own);
    }
    for (int i = 0; i < own.size(); ++i) (*qdot)[q + i] = own[i];
    q += subsystem->num_q();
    v += subsystem->num_v();
  }
}
template <typename T>
void Diagram<T>::DoMapQDotToVelocity(const Context<T>& context,
                                     const Eigen::Ref<const VectorX<T>>& qdot,
                                     VectorBase<T>* velocity) const {
  int q = 0, v = 0;
  for (const auto& subsystem : subsystems_) {
    BasicVector<T> own(VectorX<T>(VectorX<T>::Zero(subsystem->num_v())));
    if (subsystem->num_q() > 0) {
      subsystem->MapQDotToVelocity(GetSubsystemContext(*subsystem, context),
                                   qdot.segment(q, subsystem->num_q()), &own);
    }
    for (int i = 0; i < own.size(); ++i) (*velocity)[v + i] = own[i];
    q += subsystem->num_q();
    v += subsystem->num_v();
  }
}

// Parts that declared more after the diagram was built are finished again first.
template <typename T>
void Diagram<T>::DoFinishDeclarations() {
  for (const auto& subsystem : subsystems_) {
    if (subsystem->declarations_finished_) continue;  // all but those that declared more since then
    subsystem->FindSymbolicInputs();
    subsystem->FinishDeclarations();
  }
  this->DeclareEnergyEntries();
}

// A subsystem's constraint, computed from its part of the context.
template <typename T>
void Diagram<T>::AdoptConstraints() {
  for (const auto& subsystem : subsystems_) {
    for (int i = 0; i < subsystem->num_constraints(); ++i) {
      const SystemConstraint<T>& own = subsystem->get_constraint(SystemConstraintIndex(i));
      ContextConstraintCalc<T> calc = [this, &own](const Context<T>& context, VectorX<T>* value) {
        own.Calc(GetSubsystemContext(own.get_system(), context), value);
      };
      this->AddConstraint(std::make_unique<SystemConstraint<T>>(this, std::move(calc), own.bounds(),
                                                                own.description()));
    }
  }
}

// --- algebraic loops ---

// The solver of engine/loops, or null where loops are to be refused. Over symbols there are no
// parts to differentiate.
template <typename T>
internal::LoopSearchMaker<T> Diagram<T>::loop_search_maker() const {
  if (!solves_algebraic_loops_) return nullptr;
  return [](internal::ContextData<T>* data,
            const internal::Loop& loop) -> std::unique_ptr<internal::LoopSearch<T>> {
    if constexpr (kIsSymbolic<T>) {
      return std::make_unique<internal::LoopSolver<T>>(data, loop);
    } else {
      return std::make_unique<internal::LoopSolver<T>>(data, loop,
                                                       internal::MakersOfLoopParts<T>());
    }
  };
}

LOOPWRIGHT_INSTANTIATE_CLASS(Diagram)

}  // namespace loopwright
