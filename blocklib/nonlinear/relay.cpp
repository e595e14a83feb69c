#include "blocklib/common/block_leaf.h"
#include "blocklib/common/conditions.h"
#include "blocklib/common/element_witness.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// A switch with hysteresis for each element of a signal: on when u rises through the on threshold,
// off when it falls through the off threshold, unchanged in between.
//
//     u → Relay → y
//
// Whether it is on is discrete state (1 or 0), so the output does not depend directly on the
// input. Both crossings are isolated; an input that jumps exactly onto a threshold has crossed it.
// Where the two thresholds are one, the relay is on there. When a run starts the state is set from
// u: on from the on threshold upwards, off below the off threshold, as given in between.
//
// Numeric parameters: 0 on threshold, 1 off threshold, 2 on value, 3 off value.
template <typename T>
class Relay final : public BlockLeaf<T> {
 public:
  struct Settings {
    T on_threshold = 0.5;
    T off_threshold = -0.5;  ///< not above the on threshold
    T on_value = 1;
    T off_value = 0;
    bool initially_on = false;

    // The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename Relay<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(on_threshold), as(off_threshold), as(on_value), as(off_value), initially_on};
    }
  };

  // For a signal of `width` elements. std::logic_error where the on threshold is below the other.
  // Each element has two witnesses, of which the one that cannot come next is -1.
  Relay(const Settings& settings, int width)
      : BlockLeaf<T>(KeepArguments<Relay, T>(settings, width)), width_(width) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(settings.on_threshold >= settings.off_threshold));
    this->DeclareVectorInputPort("u", width);
    for (const T& parameter :
         {settings.on_threshold, settings.off_threshold, settings.on_value, settings.off_value}) {
      this->DeclareNumericParameter(BasicVector<T>{parameter});
    }
    this->DeclareDiscreteState(VectorX<T>(VectorX<T>::Constant(width, T(settings.initially_on))));
    this->DeclareOrderedInitialization(&Relay::Initialize);
    this->template DeclareVectorOutputPort<&Relay::CalcOutput>(
        "y", width, {this->xd_ticket(), this->all_parameters_ticket()});
    // All of them are watched always; those that cannot trigger are -1.
    for (int i = 0; i < width; ++i) {
      this->Watch(
          MakeElementWitness<T>(*this, "switches on", i, &Relay::CalcSwitchOn, &Relay::SwitchOn));
      this->Watch(MakeElementWitness<T>(*this, "switches off", i, &Relay::CalcSwitchOff,
                                        &Relay::SwitchOff));
    }
  }

  // From the parameters that are called like the settings.
  explicit Relay(const BlockArguments& arguments)
      : Relay(Settings{arguments.number<T>("on_threshold"), arguments.number<T>("off_threshold"),
                       arguments.number<T>("on_value"), arguments.number<T>("off_value"),
                       arguments.boolean("initially_on")},
              arguments.input_width(0)) {}

 private:
  enum Parameter { kOnThreshold, kOffThreshold, kOnValue, kOffValue };

  // The output follows from the state alone: the input acts on it only through events.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* on = this->discrete_data(context, 0);
    const T& on_value = this->parameter_data(context, kOnValue)[0];
    const T& off_value = this->parameter_data(context, kOffValue)[0];
    for (int i = 0; i < width_; ++i) y[i] = select(on[i] != 0, on_value, off_value);
  }

  // The state at the start, from the input there: on at or above the upper threshold, off at or
  // below the lower one, and between them what `initially_on` says.
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* on) const {
    const T* u = this->input_data(context, 0);
    const T& on_threshold = this->parameter_data(context, kOnThreshold)[0];
    const T& off_threshold = this->parameter_data(context, kOffThreshold)[0];
    // A witness that is zero at the start does not trigger by leaving zero, so a relay that starts
    // on its threshold must start on.
    for (int i = 0; i < width_; ++i) {
      const T kept = select(u[i] <= off_threshold, T(0), on->data(0)[i]);
      on->data(0)[i] = select(u[i] >= on_threshold, T(1), kept);
    }
    return EventStatus::Succeeded();
  }

  // Whether the input is at its threshold or beyond is not asked again: the witness has triggered,
  // and across a jump it also does by reaching zero. Each element has its own event, since another
  // one may rest on its threshold without having crossed it.
  EventStatus SwitchOn(const Context<T>&, int i, DiscreteValues<T>* on) const {
    on->data(0)[i] = T(1);
    return EventStatus::Succeeded();
  }

  EventStatus SwitchOff(const Context<T>&, int i, DiscreteValues<T>* on) const {
    on->data(0)[i] = T(0);
    return EventStatus::Succeeded();
  }

  // How far u is above the on threshold; -1 for an element that is on.
  T CalcSwitchOn(const Context<T>& context, int i) const {
    const T above =
        this->input_data(context, 0)[i] - this->parameter_data(context, kOnThreshold)[0];
    return select(this->discrete_data(context, 0)[i] != 0, T(-1), above);
  }

  // How far u is below the off threshold; -1 for an element that is off. Where both thresholds are
  // one and u is exactly there, -1, too: zero would switch off what has just been switched on
  // there, and so on for ever.
  T CalcSwitchOff(const Context<T>& context, int i) const {
    const T& u = this->input_data(context, 0)[i];
    const T below = this->parameter_data(context, kOffThreshold)[0] - u;
    const auto waits = this->discrete_data(context, 0)[i] == 0 ||
                       (below == 0 && u >= this->parameter_data(context, kOnThreshold)[0]);
    return select(waits, T(-1), below);
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Relay)

// Its output depends on its input through events alone, so that a relay can close a loop.
BlockDescriptor RelayBlock() {
  BlockDescriptor block;
  block.type = "Relay";
  block.category = "nonlinear";
  block.title = "Relay";
  block.summary = "Switch with hysteresis.";
  block.search_words =
      "hysteresis, two-point, bang-bang, thermostat, Schmitt trigger, on-off controller, switch "
      "with hysteresis";
  block.names_elsewhere = "HYSTHERESIS, RELAY_f";
  block.icon = R"(
  <path d="M2.5 18 H15.5 V6 M21.5 6 H8.5 V18"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("on_threshold", ParameterKind::kNumber, 0.5, "", ">= off_threshold", ""),
      MakeParameter("off_threshold", ParameterKind::kNumber, -0.5, "", "", ""),
      MakeParameter("on_value", ParameterKind::kNumber, 1, "", "", ""),
      MakeParameter("off_value", ParameterKind::kNumber, 0, "", "", ""),
      MakeParameter("initially_on", ParameterKind::kBoolean, false, "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"whether it is on"});
  block.behaviour =
      "switches on when u rises through on_threshold, off when it falls through off_threshold; "
      "both crossings are isolated by witness functions; its state is set in Initialize from "
      "u(t0), in feedthrough order, so y- at the start is already right";
  block.characteristic = [](const ParameterReader& number) -> Characteristic {
    return SwitchingCharacteristic{number("on_threshold"), number("off_threshold"),
                                   number("on_value"), number("off_value")};
  };
  block.face = [](const FaceParameters&) { return Face::Curve("M-15 8 H6 V-8 M15 -8 H-6 V8"); };
  block.UseSystem<Relay>();
  return block;
}

}  // namespace loopwright
