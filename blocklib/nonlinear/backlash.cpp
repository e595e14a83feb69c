#include <algorithm>
#include <cmath>
#include <limits>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/conditions.h"
#include "blocklib/common/element_witness.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

// A change of u by less than this part of it is rounding, not a turn.
constexpr double kNoise = 8 * std::numeric_limits<double>::epsilon();
// A sample that follows the one before within this part of a step is no new information.
constexpr double kTooClose = 0.01;

// The extremum of the parabola through three points (time, value), newest first, if it is one in
// `direction` (1: a maximum, -1: a minimum) between them; otherwise `otherwise`.
template <typename T>
T Extremum(const T (&time)[3], const T (&value)[3], const T& direction, const T& otherwise) {
  const T newer = (value[0] - value[1]) / (time[0] - time[1]);
  const T older = (value[1] - value[2]) / (time[1] - time[2]);
  const T curvature = (newer - older) / (time[0] - time[2]);
  const T slope = older + curvature * (time[1] - time[2]);  // at time[1]
  const T at = time[1] - slope / (2 * curvature);
  const auto is_inside = at > time[2] && at < time[0] && direction * curvature < 0;
  return select(is_inside, T(value[1] - slope * slope / (4 * curvature)), otherwise);
}

}  // namespace

// The play of a gear, for each element of a signal: y rests until u has moved width/2 away from
// it, and is then pushed or pulled along.
//
//     u → Backlash → y
//
// Where y is engaged, it is u - width/2 (pushed up) or u + width/2 (pushed down), and stays where
// u turns back; where it is free, it is a constant. Which of the three it is, and the constant, is
// discrete state. Engagement is isolated in time. Letting go is isolated against the furthest u
// seen at the end of a step; a turn within a step is found by a parabola through the last three of
// these points, so that the error of y is of third order in the step (of first order where u jumps
// in the direction of the push and turns at that instant). For this the block has an update at
// every step, which a multistep method begins anew after: use a one-step method where y drives
// continuous state. When a run starts, y is the initial value moved into the play around u.
//
// Discrete state: group 0 the side (1, -1, or 0: free) of each element, then the constant of each;
// group 1 what is known of the turn, for each element: see Memory. Numeric parameters: 0 width,
// 1 initial value.
template <typename T>
class Backlash final : public BlockLeaf<T> {
 public:
  // `play` is not negative; `width` is that of the signal. Declares two groups of state, an update
  // at every step and three witnesses for each element.
  Backlash(const T& play, const T& initial_value, int width)
      : BlockLeaf<T>(KeepArguments<Backlash, T>(play, initial_value, width)), width_(width) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(play >= 0));
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{play});
    this->DeclareNumericParameter(BasicVector<T>{initial_value});
    this->DeclareDiscreteState(2 * width);
    this->DeclareDiscreteState(kMemorySize * width);
    this->DeclareOrderedInitialization(&Backlash::Initialize);
    this->DeclarePerStepDiscreteUpdateEvent(&Backlash::Sample);
    // y also reads the furthest u, but a sample leaves y as it is: the furthest u becomes the
    // present one where y follows it. So samples are no prerequisite.
    this->template DeclareVectorOutputPort<&Backlash::CalcOutput>(
        "y", width,
        {this->all_input_ports_ticket(), this->all_parameters_ticket(),
         this->discrete_state_ticket(kSides)});
    for (int i = 0; i < width; ++i) {
      this->Watch(MakeElementWitness<T>(*this, "engages upwards", i, &Backlash::CalcEngagesUp,
                                        &Backlash::ChangeSides));
      this->Watch(MakeElementWitness<T>(*this, "engages downwards", i, &Backlash::CalcEngagesDown,
                                        &Backlash::ChangeSides));
      this->Watch(MakeElementWitness<T>(*this, "lets go", i, &Backlash::CalcLetsGo,
                                        &Backlash::ChangeSides));
    }
  }

  // From the parameters `width`, which is the play, and `initial_value`.
  explicit Backlash(const BlockArguments& arguments)
      : Backlash(arguments.number<T>("width"), arguments.number<T>("initial_value"),
                 arguments.input_width(0)) {}

 private:
  enum Parameter { kPlay, kInitialValue };
  enum Group { kSides, kMemory };
  // One element's part of group 1: how many samples (time, u) are known since it engaged, the
  // furthest u, and the last samples, newest first.
  struct Memory {
    static constexpr int kSamples = 3;
    T count;
    T furthest;
    T time[kSamples];
    T u[kSamples];
  };
  static constexpr int kMemorySize = 2 + 2 * Memory::kSamples;

  // All elements are free and hold the initial value; Initialize() sets the rest when a run starts.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override {
    T* sides = state->get_mutable_discrete_state(kSides).data();
    std::fill_n(sides, width_, T(0));
    std::fill_n(sides + width_, width_, this->parameter_data(context, kInitialValue)[0]);
    std::fill_n(state->get_mutable_discrete_state(kMemory).data(), kMemorySize * width_, T(0));
  }

  // A free element shows its constant. One that is engaged upwards shows u - width/2, but no less
  // than what the furthest u so far has pushed it to, and never leaves the play around u.
  void CalcOutput(const Context<T>& context, T* y) const {
    using std::max;
    using std::min;
    const T* u = this->input_data(context, 0);
    const T half = HalfPlay(context);
    const T* sides = this->discrete_data(context, kSides);
    for (int i = 0; i < width_; ++i) {
      // What is engaged follows u, but where u has turned or jumped back it stays.
      const T furthest = ReadMemory(context, i).furthest;
      const T up = max(T(u[i] - half), min(T(furthest - half), T(u[i] + half)));
      const T down = min(T(u[i] + half), max(T(furthest + half), T(u[i] - half)));
      y[i] = select(sides[i] == 0, sides[width_ + i], select(sides[i] > 0, up, down));
    }
  }

  // The initial value is moved into the play around u by engaging where it is outside.
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* next) const {
    for (int i = 0; i < width_; ++i) {
      SetSide(context, i, this->parameter_data(context, kInitialValue)[0], BoolOf<T>(true), next);
    }
    return EventStatus::Succeeded();
  }

  // Takes a sample of each engaged element. At the end of each step an engaged element remembers
  // where u was. A second call at one time changes nothing.
  EventStatus Sample(const Context<T>& context, DiscreteValues<T>* next) const {
    const T* u = this->input_data(context, 0);
    const T& time = context.get_time();
    for (int i = 0; i < width_; ++i) {
      const Memory memory = ReadMemory(context, i);
      const T side = Side(context, i);
      const auto is_new = side != 0 && time > memory.time[0];
      const auto is_further = is_new && side * (u[i] - memory.furthest) > 0;
      Memory sampled{select(is_new, T(memory.count + 1), memory.count),
                     select(is_further, u[i], memory.furthest),
                     {},
                     {}};
      for (int k = 0; k < Memory::kSamples; ++k) {
        sampled.time[k] = select(is_new, k == 0 ? time : memory.time[k - 1], memory.time[k]);
        sampled.u[k] = select(is_new, k == 0 ? u[i] : memory.u[k - 1], memory.u[k]);
      }
      WriteMemory(sampled, i, next);
    }
    return EventStatus::Succeeded();
  }

  // Engages or lets go whatever has to be. Several elements may have to change at one instant; each
  // that does is set, from its constant or from the place where it turned. One that a jump took
  // exactly to an edge of the play engages there, as it will not trigger again by going on; until
  // it does, its y is the same as if it were free.
  EventStatus ChangeSides(const Context<T>& context, DiscreteValues<T>* next) const {
    const T half = HalfPlay(context);
    for (int i = 0; i < width_; ++i) {
      const auto changes = CalcEngagesUp(context, i) >= 0 || CalcEngagesDown(context, i) >= 0 ||
                           CalcLetsGo(context, i) > 0;
      const T side = Side(context, i);
      const T held = this->discrete_data(context, kSides)[width_ + i];
      const T y = select(side == 0, held, T(FindTurn(context, i) - side * half));
      SetSide(context, i, y, changes, next);
    }
    return EventStatus::Succeeded();
  }

  // Sets the side of element `i`, whose y was `y` before, where that applies. An element whose y
  // lies at or beyond an edge of the play is engaged at that edge, otherwise it is free at y. Its
  // memory begins anew with the present sample. All of this is computed in any case and chosen by
  // `applies`, so that it works over expressions as well.
  void SetSide(const Context<T>& context, int i, const T& y, const BoolOf<T>& applies,
               DiscreteValues<T>* next) const {
    const auto set = [&applies](T* place, const T& value) {
      *place = select(applies, value, *place);
    };
    const T& u = this->input_data(context, 0)[i];
    const T half = HalfPlay(context);
    T* sides = next->data(kSides);
    set(&sides[i], select(u - half >= y, T(1), select(u + half <= y, T(-1), T(0))));
    set(&sides[width_ + i], y);
    T* memory = next->data(kMemory) + i * kMemorySize;
    set(&memory[0], T(1));
    set(&memory[1], u);
    for (int k = 0; k < Memory::kSamples; ++k) {
      set(&memory[2 + 2 * k], context.get_time());
      set(&memory[3 + 2 * k], u);
    }
  }

  // Where element `i`, that is engaged, turned: its furthest u. Fits a parabola to the last three
  // samples and takes its extremum where that is further than the furthest sample. With fewer than
  // three samples it is the furthest sample itself.
  T FindTurn(const Context<T>& context, int i) const {
    const T& u = this->input_data(context, 0)[i];
    const T& time = context.get_time();
    const T side = Side(context, i);
    const Memory memory = ReadMemory(context, i);
    // With the present as the newest point, unless it is the same as the last sample.
    const auto is_new = time - memory.time[0] > kTooClose * (memory.time[0] - memory.time[1]);
    T times[3], values[3];
    for (int k = 0; k < 3; ++k) {
      times[k] = select(is_new, k == 0 ? time : memory.time[k - 1], memory.time[k]);
      values[k] = select(is_new, k == 0 ? u : memory.u[k - 1], memory.u[k]);
    }
    const T turn = Extremum(times, values, side, memory.furthest);
    const auto is_known = memory.count >= select(is_new, T(2), T(3));
    return select(is_known && side * (turn - memory.furthest) > 0, turn, memory.furthest);
  }

  // What is known of element `i`. Unpacks one element's part of group 1: count, furthest u, then
  // pairs of time and u.
  Memory ReadMemory(const Context<T>& context, int i) const {
    const T* data = this->discrete_data(context, kMemory) + i * kMemorySize;
    Memory memory{data[0], data[1], {}, {}};
    for (int k = 0; k < Memory::kSamples; ++k) {
      memory.time[k] = data[2 + 2 * k];
      memory.u[k] = data[3 + 2 * k];
    }
    return memory;
  }

  // Writes the memory of an element in the order in which it is read.
  static void WriteMemory(const Memory& memory, int i, DiscreteValues<T>* next) {
    T* data = next->data(kMemory) + i * kMemorySize;
    data[0] = memory.count;
    data[1] = memory.furthest;
    for (int k = 0; k < Memory::kSamples; ++k) {
      data[2 + 2 * k] = memory.time[k];
      data[3 + 2 * k] = memory.u[k];
    }
  }

  // Half of the play, width/2: so far u moves to either side of y without taking it along.
  T HalfPlay(const Context<T>& context) const {
    return 0.5 * this->parameter_data(context, kPlay)[0];
  }

  T Side(const Context<T>& context, int i) const { return this->discrete_data(context, 0)[i]; }

  // Rise through 0 where element `i` is free and engages (up, down), or is engaged and lets go. How
  // far u pushes beyond a free element's y; -1 for one that is engaged, which cannot engage again.
  T CalcEngagesUp(const Context<T>& context, int i) const {
    const T above = this->input_data(context, 0)[i] - HalfPlay(context) -
                    this->discrete_data(context, kSides)[width_ + i];
    return select(Side(context, i) == 0, above, T(-1));
  }

  // As CalcEngagesUp() at the other end of the play.
  T CalcEngagesDown(const Context<T>& context, int i) const {
    const T below = this->discrete_data(context, kSides)[width_ + i] -
                    (this->input_data(context, 0)[i] + HalfPlay(context));
    return select(Side(context, i) == 0, below, T(-1));
  }

  // A truth, not a distance: the distance is zero when a step starts, and a witness function does
  // not trigger by leaving zero.
  T CalcLetsGo(const Context<T>& context, int i) const {
    using std::abs;
    const T side = Side(context, i);
    const T furthest = ReadMemory(context, i).furthest;
    const T back = side * (furthest - this->input_data(context, 0)[i]);
    return select(back > kNoise * abs(furthest), T(1), T(-1));
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Backlash)

// The output moves only while the input pushes it at one end of the play.
BlockDescriptor BacklashBlock() {
  BlockDescriptor block;
  block.type = "Backlash";
  block.category = "nonlinear";
  block.title = "Backlash";
  block.summary = "Play in a gear.";
  block.search_words = "play, gear play, slack, clearance, hysteresis of a gear";
  block.names_elsewhere = "BACKLASH";
  block.icon = R"(
  <path d="M12 3 V21 M3 12 H21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3.5 18.5 H11.5 L20.5 5.5 H12.5 Z"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("width", ParameterKind::kNumber, 1, "", ">= 0", ""),
      MakeParameter("initial_value", ParameterKind::kNumber, 0, "", "", ""),
  };
  block.state = "discrete";
  block.states = {
      {StateDescriptor::Kind::kDiscrete, 0, {"side that is engaged", "output while it is free"}},
      {StateDescriptor::Kind::kDiscrete, 1, {"what is known of the turn"}}};
  block.behaviour = "y follows u only once u has moved width/2 away; engagement is located";
  block.characteristic = [](const ParameterReader& number) -> Characteristic {
    return PlayCharacteristic{number("width")};
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-14 8 H-2 L14 -8 H2 Z", Face::kCross);
  };
  block.UseSystem<Backlash>();
  return block;
}

}  // namespace loopwright
