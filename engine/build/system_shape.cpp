#include "engine/build/system_shape.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/common/same_bits.h"
#include "engine/context/context_data.h"
#include "engine/traits/diffusion.h"

namespace loopwright {
namespace {

// Fills inputs, time and state with numbers that follow from `sample`.
void Fill(const System<double>& system, double sample, Context<double>* context) {
  for (int i = 0; i < system.num_input_ports(); ++i) {
    const auto& port = system.get_input_port(i);
    if (port.get_data_type() != PortDataType::kVectorValued) continue;
    port.FixValue(context, Eigen::VectorXd(Eigen::VectorXd::Constant(port.size(), sample)));
  }
  context->SetTime(std::abs(sample));
  if (context->num_continuous_states() > 0) {
    context->SetContinuousState(
        Eigen::VectorXd(Eigen::VectorXd::Constant(context->num_continuous_states(), 0.5 * sample)));
  }
}

// Everything that a leaf computes in a context, one number after another. Outputs, derivatives,
// updates, witnesses, modes and diffusion, in this order, as one list that can be compared.
class Computed {
 public:
  Computed(const LeafSystem<double>& system, const Context<double>& context)
      : system_(system), context_(context) {
    AddOutputs();
    if (context.num_continuous_states() > 0)
      Add(system.EvalTimeDerivatives(context).CopyToVector());
    for (const Event<double>* event : system.events()) AddUpdate(*event);
    AddWitnesses();
    AddModes();
    if (const Diffusion<double>* diffusion = system.diffusion()) AddDiffusion(*diffusion);
  }

  bool IsLike(const Computed& other) const {
    return std::ranges::equal(numbers_, other.numbers_, HasSameBits);
  }

 private:
  void Add(const Eigen::VectorXd& values) {
    numbers_.insert(numbers_.end(), values.begin(), values.end());
  }

  void AddOutputs() {
    for (int i = 0; i < system_.num_output_ports(); ++i) {
      const OutputPort<double>& port = system_.get_output_port(i);
      if (port.get_data_type() == PortDataType::kVectorValued) Add(port.Eval(context_));
    }
  }

  // What an update makes of all state. Objects in it are left out, and so are unrestricted updates
  // where there are some.
  void AddUpdate(const Event<double>& event) {
    const bool has_objects = context_.num_abstract_states() > 0;
    if (event.is_publish() || has_objects) return;
    // Handlers may expect the groups one after another.
    std::vector<double> elements;
    std::vector<Slot> places;
    for (int g = 0; g < context_.num_discrete_state_groups(); ++g) {
      const Eigen::VectorXd group = context_.get_discrete_state(g).CopyToVector();
      places.push_back({static_cast<int>(elements.size()), static_cast<int>(group.size())});
      elements.insert(elements.end(), group.begin(), group.end());
    }
    DiscreteValues<double> discrete(elements.data(), places.data(),
                                    static_cast<int>(places.size()));
    ContinuousState<double> continuous(system_.num_q(), system_.num_v(), system_.num_z());
    continuous.SetFromVector(context_.get_continuous_state_vector().CopyToVector());
    State<double> state(&continuous, &discrete, {});
    EventTarget<double> target{&discrete, &continuous, &state, elements.data()};
    const EventStatus status = event.Handle(system_, context_, target);
    numbers_.push_back(static_cast<double>(status.severity()));
    numbers_.insert(numbers_.end(), elements.begin(), elements.end());
    Add(continuous.CopyToVector());
  }

  void AddWitnesses() {
    std::vector<const WitnessFunction<double>*> witnesses;
    system_.GetWitnessFunctions(context_, &witnesses);
    for (const WitnessFunction<double>* witness : witnesses) {
      if (witness == nullptr) continue;
      numbers_.push_back(witness->CalcWitnessValue(context_));
      if (witness->get_event() != nullptr) AddUpdate(*witness->get_event());
    }
  }

  void AddModes() {
    const int count = system_.num_modes();
    if (count == 0) return;
    std::vector<int64_t> modes(count);
    std::vector<double> margins(count);
    system_.CalcModes(context_, modes.data());
    system_.CalcModeMargins(context_, modes.data(), margins.data());
    for (const int64_t mode : modes) numbers_.push_back(static_cast<double>(mode));
    numbers_.insert(numbers_.end(), margins.begin(), margins.end());
  }

  void AddDiffusion(const Diffusion<double>& diffusion) {
    AddEntry(diffusion.matrix());
    if (diffusion.derivative() != nullptr) AddEntry(*diffusion.derivative());
  }

  void AddEntry(const CacheEntry<double>& entry) {
    Add(Eigen::Map<const Eigen::VectorXd>(entry.EvalData(context_), entry.size()));
  }

  const LeafSystem<double>& system_;
  const Context<double>& context_;
  std::vector<double> numbers_;
};

// In number, kind and timing; handlers cannot be compared.
bool HaveSameEvents(const Plan<double>& a, const Plan<double>& b) {
  const auto same_times = [](const Event<double>& x, const Event<double>& y) {
    if (x.times() == nullptr || y.times() == nullptr) return x.times() == y.times();
    return x.times()->times_sec() == y.times()->times_sec() &&
           HasSameBits(x.times()->period_sec(), y.times()->period_sec());
  };
  return std::ranges::equal(a.events, b.events, [&](const auto& x, const auto& y) {
    return x.event->trigger() == y.event->trigger() && x.event->kind() == y.event->kind() &&
           HasSameBits(x.event->period_sec(), y.event->period_sec()) &&
           HasSameBits(x.event->offset_sec(), y.event->offset_sec()) &&
           same_times(*x.event, *y.event);
  });
}

bool HaveSameWitnesses(const LeafSystem<double>& a, const Context<double>& context_of_a,
                       const LeafSystem<double>& b, const Context<double>& context_of_b) {
  std::vector<const WitnessFunction<double>*> own, its;
  a.GetWitnessFunctions(context_of_a, &own);
  b.GetWitnessFunctions(context_of_b, &its);
  return own.size() == its.size();
}

}  // namespace

SystemShape::SystemShape(const LeafSystem<double>& system)
    : system_(system), context_(system.CreateDefaultContext()) {}

// Whether a context of the one can serve the other.
bool SystemShape::IsLike(const SystemShape& other) const {
  const Plan<double>& own = *context_->data().plan;
  const Plan<double>& its = *other.context_->data().plan;
  // The fingerprint holds class, ports, sizes, modes, and what every entry depends on.
  return own.fingerprint == its.fingerprint && HaveSameEvents(own, its) &&
         HaveSameWitnesses(system_, *context_, other.system_, *other.context_);
}

// Whether both begin with the same state. Objects cannot be compared, so with any of them the
// answer is no.
bool SystemShape::StartsLike(const SystemShape& other) const {
  if (context_->num_abstract_states() > 0) return false;
  const auto& own = context_->data();
  const auto& its = other.context_->data();
  const auto same = [&](int begin, int end) {
    return std::equal(own.arena.begin() + begin, own.arena.begin() + end, its.arena.begin() + begin,
                      HasSameBits);
  };
  return same(0, own.plan->num_continuous()) &&
         same(own.plan->discrete_begin, own.plan->discrete_end);
}

// With the parameters and state of the other, this system must compute what the other does, at
// three samples of inputs and time. That is evidence and no proof: a difference elsewhere is not
// seen.
bool SystemShape::ComputesLike(const SystemShape& other) const {
  const std::unique_ptr<Context<double>> own = context_->Clone();
  const std::unique_ptr<Context<double>> its = other.context_->Clone();
  for (int g = 0; g < own->num_numeric_parameter_groups(); ++g) {
    own->get_mutable_numeric_parameter(g).SetFromVector(
        its->get_numeric_parameter(g).CopyToVector());
  }
  // The state at the start is part of what is taken over.
  if (own->num_continuous_states() > 0) {
    own->SetContinuousState(its->get_continuous_state_vector().CopyToVector());
  }
  for (int g = 0; g < own->num_discrete_state_groups(); ++g) {
    own->SetDiscreteState(g, its->get_discrete_state(g).CopyToVector());
  }
  for (const double sample : {0.37, -1.3, 2.9}) {
    Fill(system_, sample, own.get());
    Fill(other.system_, sample, its.get());
    if (!Computed(system_, *own).IsLike(Computed(other.system_, *its))) return false;
  }
  return true;
}

}  // namespace loopwright
