#include <cstdint>
#include <type_traits>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Coulomb friction's parameters.
template <typename T>
struct CoulombFrictionValues {
  T coulomb = 1;            ///< sliding friction, N
  T viscous = 0;            ///< N s/m
  T breakaway = 0;          ///< friction at rest, N, where it is above coulomb
  T stribeck_velocity = 0;  ///< by which that falls to coulomb, m/s; > 0 where it matters

  // The values over another scalar, for the conversion of what holds them.
  template <typename U>
  CoulombFrictionValues<U> As() const {
    const auto as = [](const T& x) { return ConvertScalar<U>(x); };
    return {as(coulomb), as(viscous), as(breakaway), as(stribeck_velocity)};
  }
};

// Dry and viscous friction, elementwise, in N (Stribeck's curve in the form of Armstrong-Hélouvry,
// Dupont, Canudas de Wit, Automatica 30 (1994) 1083-1138):
//
//     force = sign(v) (coulomb + max(breakaway - coulomb, 0) exp(-(v / stribeck_velocity)²))
//             + viscous v
//
//     velocity → CoulombFriction → force
//
// Each element has a mode (semantics 11): the sign of the velocity, -1, 0 or 1. At rest the motion
// slides on v = 0: the force is then the one that keeps v there, as long as that lies between the
// two values that the force has on both sides of v = 0. Numeric parameters: 0 coulomb, 1 viscous,
// 2 breakaway, 3 stribeck_velocity.
// Modes by hand: as a formula a run takes 1.8 times as long (resources/docs/decisions/modes.md).
template <typename T>
class CoulombFriction final : public LeafSystem<T> {
 public:
  // For `width` elements with the same values. The force jumps where the velocity changes its sign,
  // so each element has a mode.
  CoulombFriction(const CoulombFrictionValues<T>& values, int width)
      : LeafSystem<T>(KeepArguments<CoulombFriction, T>(values, width)), width_(width) {
    this->DeclareVectorInputPort("velocity", width);
    for (const T& value :
         {values.coulomb, values.viscous, values.breakaway, values.stribeck_velocity}) {
      this->DeclareNumericParameter(BasicVector<T>{value});
    }
    this->DeclareModes(width);
    this->template DeclareVectorOutputPort<&CoulombFriction::CalcOutput>(
        "force", width,
        {this->all_input_ports_ticket(), this->all_parameters_ticket(), this->modes_ticket()});
  }

  // From the parameters that are called like the values.
  explicit CoulombFriction(const BlockArguments& arguments)
      : CoulombFriction({.coulomb = arguments.number<T>("coulomb"),
                         .viscous = arguments.number<T>("viscous"),
                         .breakaway = arguments.number<T>("breakaway"),
                         .stribeck_velocity = arguments.number<T>("stribeck_velocity")},
                        arguments.input_width(0)) {}

 private:
  enum Parameter { kCoulomb, kViscous, kBreakaway, kStribeckVelocity };

  // The Stribeck curve: friction at rest is larger than the sliding one, and falls off with
  // velocity.
  T CalcDryForce(const Context<T>& context, const T& velocity) const {
    using std::exp;
    const T& coulomb = this->parameter_data(context, kCoulomb)[0];
    const T& breakaway = this->parameter_data(context, kBreakaway)[0];
    const T& stribeck_velocity = this->parameter_data(context, kStribeckVelocity)[0];
    const auto has_stribeck = stribeck_velocity > 0;
    // Numbers need no exponential where there is none; a symbol keeps both cases in its formula.
    if constexpr (std::is_same_v<decltype(has_stribeck), const bool>) {
      if (!has_stribeck) return coulomb;
    }
    // Where there is no Stribeck velocity, nothing is divided by it.
    const T ratio = velocity / if_then_else(has_stribeck, stribeck_velocity, T(1));
    const T excess = if_then_else(breakaway > coulomb, T(breakaway - coulomb), T(0));
    return coulomb + if_then_else(has_stribeck, T(excess * exp(-ratio * ratio)), T(0));
  }

  // With a held mode the direction is the mode's, also where the velocity is a rounding error on
  // the other side.
  void CalcOutput(const Context<T>& context, T* force) const {
    const T* velocity = this->input_data(context, 0);
    const T& viscous = this->parameter_data(context, kViscous)[0];
    const int64_t* held = this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      const T direction = held ? T(static_cast<double>(held[i])) : sign(velocity[i]);
      force[i] = direction * CalcDryForce(context, velocity[i]) + viscous * velocity[i];
    }
  }

  // The sign of the velocity: sliding backwards, at rest, sliding forwards.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* velocity = this->input_data(context, 0);
    for (int i = 0; i < width_; ++i) {
      modes[i] = IsTrue(velocity[i] < 0) ? -1 : IsTrue(velocity[i] > 0) ? 1 : 0;
    }
  }

  // A mode of sliding lasts while the velocity keeps its sign; the mode at rest has no room on
  // either side, so its margin is never above zero.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    using std::abs;
    const T* velocity = this->input_data(context, 0);
    for (int i = 0; i < width_; ++i) {
      margins[i] = modes[i] > 0   ? velocity[i]
                   : modes[i] < 0 ? T(-velocity[i])
                                  : T(-abs(velocity[i]));
    }
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(CoulombFriction)

// The force that keeps a body at rest is no formula of the velocity. It comes out of the branches:
// while the motion is driven to zero from both sides, the simulator slides along that threshold.
BlockDescriptor CoulombFrictionBlock() {
  BlockDescriptor block;
  block.type = "CoulombFriction";
  block.category = "nonlinear";
  block.title = "Coulomb friction";
  block.summary = "Dry and viscous friction force that can hold a body at rest.";
  block.search_words = "friction, stiction, dry friction, viscous, drag";
  block.names_elsewhere = "Coulomb & Viscous Friction, Coulomb and Viscous Friction";
  block.icon = R"(
  <path d="M3 12 H21 M12 3 V21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3.5 19.5 L12 16 V8 L20.5 4.5"/>
)";
  block.inputs = {"velocity"};
  block.outputs = {"force"};
  block.parameters = {
      MakeParameter("coulomb", ParameterKind::kNumber, 1, "N", ">= 0", "sliding friction"),
      MakeParameter("viscous", ParameterKind::kNumber, 0, "N s/m", ">= 0", ""),
      MakeParameter("breakaway", ParameterKind::kNumber, 0, "N", ">= 0",
                    "force that holds at rest, where it is above coulomb; then stribeck_velocity "
                    "must be > 0"),
      MakeParameter("stribeck_velocity", ParameterKind::kNumber, 0, "m/s", ">= 0",
                    "how fast breakaway falls to coulomb"),
  };
  block.behaviour =
      "force = sign(v)*(coulomb + max(breakaway - coulomb, 0)*exp(-(v/stribeck_velocity)^2)) + "
      "viscous*v; at rest the force that keeps v at 0, while it is within the two limits "
      "(semantics 11, sliding)";
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"coulomb", "viscous", "breakaway", "stribeck_velocity"}, problems);
    if (arguments.number("breakaway") > arguments.number("coulomb") &&
        arguments.number("stribeck_velocity") == 0) {
      problems->Add("stribeck_velocity",
                    "must be > 0 where breakaway is above coulomb: it says how fast the friction "
                    "falls");
    }
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-14 9 L0 5 V-5 L14 -9", Face::kCross);
  };
  block.UseSystem<CoulombFriction>();
  return block;
}

}  // namespace loopwright
