#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Ends the run when an element of its input becomes non-zero: the instant is isolated, across
// jumps and at the start time too (semantics 7 and 10).
//
//     u → StopWhen
template <typename T>
class StopWhen final : public BlockLeaf<T> {
 public:
  // For an input of `width` elements. A check at the start and a witness, since a witness sees only
  // what changes.
  explicit StopWhen(int width) : BlockLeaf<T>(KeepArguments<StopWhen, T>(width)), width_(width) {
    this->DeclareVectorInputPort("u", width);
    this->DeclareInitializationPublishEvent(&StopWhen::CheckAtStart);
    this->Watch(this->MakeWitnessFunction("u becomes non-zero",
                                          WitnessFunctionDirection::kNegativeThenNonNegative,
                                          &StopWhen::CalcTruth, &StopWhen::Stop));
  }

  explicit StopWhen(const BlockArguments& arguments) : StopWhen(arguments.input_width(0)) {}

 private:
  // Stops where an element is non-zero before the first step. What is true from the beginning ends
  // the run at its start time.
  EventStatus CheckAtStart(const Context<T>& context) const {
    return IsTrue(CalcTruth(context) > 0) ? Stop(context) : EventStatus::DidNothing();
  }

  // Ends the run, which counts as done and not as failed.
  EventStatus Stop(const Context<T>&) const {
    return EventStatus::ReachedTermination(this, "the input u became non-zero");
  }

  // -1 while all elements are zero and 1 otherwise, so that it rises through zero when the first
  // becomes another number.
  T CalcTruth(const Context<T>& context) const {
    const T* u = this->input_data(context, 0);
    BoolOf<T> any{};
    for (int i = 0; i < width_; ++i) any = any || u[i] != 0;
    return select(any, T(1), T(-1));
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(StopWhen)

// An end that was wanted, and no failure; what was recorded until then is the result.
BlockDescriptor StopWhenBlock() {
  BlockDescriptor block;
  block.type = "StopWhen";
  block.category = "sinks";
  block.title = "Stop when";
  block.summary = "Ends the run.";
  block.search_words = "stop, end simulation, terminate, halt, quit when, finish";
  block.names_elsewhere = "Stop Simulation, STOP, STOP_f, HALT_f, ENDBLK, END_c";
  block.icon = R"(
  <path d="M8.3 3 H15.7 L21 8.3 V15.7 L15.7 21 H8.3 L3 15.7 V8.3 Z"/>
  <path d="M9 9 H15 V15 H9 Z" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u"};
  block.behaviour =
      "when u becomes non-zero (located, across jumps and at the start time too), the run ends "
      "there with status `terminated`, naming the block";
  block.is_sink = true;
  block.face = [](const FaceParameters&) {
    return Face::Picture(
        {{"M-5 -12 H5 L12 -5 V5 L5 12 H-5 L-12 5 V-5 Z", FaceStroke::Colour::kInk, 1.3, 0.06},
         {"M-4 -4 H4 V4 H-4 Z", FaceStroke::Colour::kInk, 0, 1}},
        {40, 26});
  };
  block.UseSystem<StopWhen>();
  return block;
}

}  // namespace loopwright
