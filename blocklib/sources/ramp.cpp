#include <algorithm>
#include <cmath>
#include <memory>

#include "blocklib/common/finite.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// The parameters lie one after another.
template <typename T>
void CalcRamp(const BoundKernel<T>& op) {
  using std::max;
  const T *slope = op.in[0], *initial = slope + op.size, *start_sec = initial + op.size;
  const T since = max(T(op.in[1][0] - start_sec[0]), T(0));
  for (int i = 0; i < op.size; ++i) op.out[i] = initial[i] + slope[i] * since;
}

}  // namespace

// A ramp, y = initial + slope*max(0, t - start time), elementwise.
//
//     Ramp → y
//
// A step of the integration ends at the start time (semantics 12).
//
// Numeric parameters: 0 slope (1/s), 1 initial, 2 start time (s; the corner stays where it was
// declared).
template <typename T>
class Ramp final : public LeafSystem<T> {
 public:
  // `slope` and `initial` have the width of the signal, or a single element that is spread. The
  // start is a corner, at which a step of the integration ends. A ramp that never starts has none.
  Ramp(const Known<T>& start_sec, const VectorX<T>& slope, const VectorX<T>& initial)
      : LeafSystem<T>(KeepArguments<Ramp, T>(start_sec, slope, initial)) {
    const auto width = static_cast<int>(std::max(slope.size(), initial.size()));
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(slope, width)));
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial, width)));
    this->DeclareNumericParameter(BasicVector<T>{start_sec.value});
    if (std::isfinite(start_sec.number)) {
      this->DeclareCorners(std::make_shared<EventTimes>(std::vector<double>{start_sec.number}));
    }
    this->DeclareVectorOutputPort(
        "y", MakeKernel<T>(width, {{Operand::kAllParameters}, {Operand::kTime}}, &CalcRamp<T>));
  }

  // From the parameters `start_time`, `slope` and `initial`.
  explicit Ramp(const BlockArguments& arguments)
      : Ramp(arguments.known<T>("start_time"), arguments.vector<T>("slope"),
             arguments.vector<T>("initial")) {}

 private:
  enum Parameter { kSlope, kInitial, kStartTime };
};

LOOPWRIGHT_INSTANTIATE_CLASS(Ramp)

// The corner ends a step, since methods of higher order expect smooth signals within one.
BlockDescriptor RampBlock() {
  BlockDescriptor block;
  block.type = "Ramp";
  block.category = "sources";
  block.title = "Ramp";
  block.summary = "A ramp.";
  block.search_words = "slope, linear rise, unit ramp";
  block.names_elsewhere = "RAMP";
  block.icon = R"(
  <path d="M3 18.5 H9 L20.5 5"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("start_time", ParameterKind::kNumber, 0, "s", "", "start"),
      MakeParameter("slope", ParameterKind::kVector, 1, "1/s", "", "slope"),
      MakeParameter("initial", ParameterKind::kVector, 0, "", "", "value before the start"),
  };
  block.behaviour = "y = initial + slope*max(0, t - start_time); the corner is a timed event";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"slope", "initial"});
  };
  block.timing = [](const BlockArguments&) { return BlockTiming::kContinuous; };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"slope"}, problems);
  };
  block.face = [](const FaceParameters&) { return Face::Curve("M-15 9 H-5 L15 -9"); };
  block.UseSystem<Ramp>();
  return block;
}

}  // namespace loopwright
