#include <algorithm>
#include <cmath>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/conditions.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/traits/rests.h"

namespace loopwright {
namespace {

// Shorter flights are none, in seconds at |t| <= 1.
constexpr double kShortestFlight = 1e-9;

// The height is the configuration, the velocity the velocity of the continuous state.
template <typename T>
const T& Height(const Context<T>& context) {
  return context.continuous().q[0];
}

template <typename T>
const T& Velocity(const Context<T>& context) {
  return context.continuous().v[0];
}

}  // namespace

// A ball in free fall that bounces on the floor at height 0.
//
//     BouncingBall → height (m)
//                  → velocity (m/s)
//
// At an isolated impact height⁺ = 0 and velocity⁺ = -restitution*velocity⁻. Where the next flight
// would last less than 1e-9*max(1, |t|) s the ball rests from then on: height, velocity and
// derivatives are 0 and there are no more events.
//
// Configuration is the height, velocity the velocity; discrete state 0 is 1 while it rests, else
// 0. Numeric parameters: 0 initial height (m), 1 initial velocity (m/s), 2 gravity (m/s²), 3
// restitution.
template <typename T>
class BouncingBall final : public BlockLeaf<T>, public ComesToRest {
 public:
  struct Settings {
    T initial_height = 1;  ///< >= 0
    T initial_velocity = 0;
    T gravity = 9.81;  ///< > 0
    T restitution = 0.8;

    // The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename BouncingBall<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(initial_height), as(initial_velocity), as(gravity), as(restitution)};
    }
  };

  // std::logic_error unless the height is >= 0 and gravity > 0. Height and velocity are continuous,
  // whether the ball rests is discrete; one witness watches the floor.
  explicit BouncingBall(const Settings& settings)
      : BlockLeaf<T>(KeepArguments<BouncingBall, T>(settings)) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(settings.initial_height >= 0) && MayHold(settings.gravity > 0));
    for (const T& parameter : {settings.initial_height, settings.initial_velocity, settings.gravity,
                               settings.restitution}) {
      this->DeclareNumericParameter(BasicVector<T>{parameter});
    }
    this->template DeclareTimeDerivatives<&BouncingBall::CalcDerivatives>();
    this->DeclareContinuousState(1, 1, 0);
    this->DeclareDiscreteState(1);
    this->template DeclareVectorOutputPort<&BouncingBall::CalcHeight>("height", 1,
                                                                      {this->q_ticket()});
    this->template DeclareVectorOutputPort<&BouncingBall::CalcVelocity>("velocity", 1,
                                                                        {this->v_ticket()});
    this->Watch(this->template MakeWitnessFunction<&BouncingBall::CalcImpact>(
        "impact", WitnessFunctionDirection::kPositiveThenNonPositive, &BouncingBall::Bounce));
  }

  explicit BouncingBall(const BlockArguments& arguments)
      : BouncingBall(
            Settings{arguments.number<T>("initial_height"), arguments.number<T>("initial_velocity"),
                     arguments.number<T>("gravity"), arguments.number<T>("restitution")}) {}

 private:
  enum Parameter { kInitialHeight, kInitialVelocity, kGravity, kRestitution };

  // The ball starts as the parameters of the context say. On the floor it starts with the bounce,
  // or at rest where the flight after it would be too short.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override {
    const T& height = this->parameter_data(context, kInitialHeight)[0];
    T velocity = this->parameter_data(context, kInitialVelocity)[0];
    const T& gravity = this->parameter_data(context, kGravity)[0];
    // Where it starts on the floor, what would hit it now has bounced.
    const auto on_floor = height <= 0;
    const T bounced = -this->parameter_data(context, kRestitution)[0] * velocity;
    velocity = select(on_floor && velocity < 0, bounced, velocity);
    const auto rests = on_floor && 2.0 * velocity / gravity < kShortestFlight;
    ContinuousState<T>& x = state->get_mutable_continuous_state();
    x.get_mutable_generalized_position()[0] = height;
    x.get_mutable_generalized_velocity()[0] = select(rests, T(0), velocity);
    state->get_mutable_discrete_state(0)[0] = T(rests);
  }

  // Height and velocity are shown as they are.
  void CalcHeight(const Context<T>& context, T* height) const { height[0] = Height(context); }

  void CalcVelocity(const Context<T>& context, T* velocity) const {
    velocity[0] = Velocity(context);
  }

  // Free fall, or nothing at all while the ball rests.
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const {
    const auto rests = this->discrete_data(context, 0)[0] != 0;
    derivatives.q[0] = select(rests, T(0), Velocity(context));
    derivatives.v[0] = select(rests, T(0), -this->parameter_data(context, kGravity)[0]);
  }

  // What falls through zero when the ball hits the floor. The witness: it falls through zero at an
  // impact, and is 1 while the ball rests.
  T CalcImpact(const Context<T>& context) const {
    // While it rises, the top of this flight instead of the height: positive from the bounce on, so
    // that a step that covers the whole flight cannot miss its end. All of it times 2 gravity,
    // which spares a division, and with a maximum, which spares a branch.
    using std::max;
    const T& velocity = Velocity(context);
    const T& gravity = this->parameter_data(context, kGravity)[0];
    const T scaled = 2.0 * gravity * Height(context) + velocity * max(velocity, T(0));
    return select(this->discrete_data(context, 0)[0] != 0, T(1), scaled);
  }

  // Turns the velocity round, or lets the ball rest. The next flight lasts 2 v/g. Flights that are
  // shorter than what event times can tell apart would never end, so the ball comes to rest
  // instead.
  EventStatus Bounce(const Context<T>& context, ContinuousState<T>* x,
                     DiscreteValues<T>* resting) const {
    // What is left of the speed after the bounce.
    const T velocity = -this->parameter_data(context, kRestitution)[0] * Velocity(context);
    const T& gravity = this->parameter_data(context, kGravity)[0];
    // At large times a flight must be longer, since instants there lie farther apart.
    using std::abs;
    using std::max;
    const T shortest = kShortestFlight * max(T(1), abs(context.get_time()));
    const auto rests = 2.0 * velocity / gravity < shortest;
    x->get_mutable_generalized_position()[0] = T(0);
    x->get_mutable_generalized_velocity()[0] = select(rests, T(0), velocity);
    resting->data(0)[0] = T(rests);
    return EventStatus::Succeeded();
  }
};

LOOPWRIGHT_INSTANTIATE_CLASS(BouncingBall)

// Infinitely many bounces lie before the instant at which a real ball rests. Where flights become
// too short to be told apart the ball is at rest, and the run goes on.
BlockDescriptor BouncingBallBlock() {
  BlockDescriptor block;
  block.type = "BouncingBall";
  block.category = "plants";
  block.title = "Bouncing ball";
  block.summary = "Ball that bounces on the floor.";
  block.search_words = "ball, bounce, impact, hybrid example, floor";
  block.names_elsewhere = "BOUNCE_BALL, BOUNCEXY";
  block.icon = R"(
  <path d="M2.5 20 H21.5"/>
  <path d="M4.5 8 C6.5 10 7.8 14 8.3 19 C10 6.5 16.5 6.5 18.2 19"/>
  <circle cx="4.4" cy="6" r="2.5" fill="currentColor" stroke="none"/>
)";
  block.outputs = {"height", "velocity"};
  block.parameters = {
      MakeParameter("initial_height", ParameterKind::kNumber, 1, "m", ">= 0", ""),
      MakeParameter("initial_velocity", ParameterKind::kNumber, 0, "m/s", "", ""),
      MakeParameter("gravity", ParameterKind::kNumber, 9.81, "m/s^2", "> 0", ""),
      MakeParameter("restitution", ParameterKind::kNumber, 0.8, "", "in [0, 1]", ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = {{StateDescriptor::Kind::kPosition, 0, {"height"}},
                  {StateDescriptor::Kind::kVelocity, 0, {"velocity"}},
                  {StateDescriptor::Kind::kDiscrete, 0, {"whether it rests"}}};
  block.behaviour =
      "free fall; at an isolated impact height+ = 0, velocity+ = -restitution*velocity-; where the "
      "next flight 2*v+/gravity would be shorter than 1e-9*max(1, |t|) s the ball rests: height 0, "
      "velocity 0, derivative 0, no more events";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.face = [](const FaceParameters&) {
    return Face::Picture(
        {{"M-20 11 H20", FaceStroke::Colour::kMuted, 1},
         {"M-18 -9 C-13 -8 -10 0 -9 11 C-7 -4 1 -4 3 11 C5 1 10 1 12 11", FaceStroke::Colour::kInk,
          1.2},
         {"M-14.8 -8 C-14.8 -6.2 -16.2 -4.8 -18 -4.8 C-19.8 -4.8 -21.2 -6.2 -21.2 -8 "
          "C-21.2 -9.8 -19.8 -11.2 -18 -11.2 C-16.2 -11.2 -14.8 -9.8 -14.8 -8 Z",
          FaceStroke::Colour::kAccent, 0, 1}},
        {44, 26});
  };
  block.output_signs = {"h", "v"};
  block.UseSystem<BouncingBall>();
  return block;
}

}  // namespace loopwright
