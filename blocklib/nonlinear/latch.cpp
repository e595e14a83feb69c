#include "blocklib/common/block_leaf.h"
#include "blocklib/common/element_witness.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Remembers, elementwise, which of two signals was true last: y is 1 from where `set` becomes true
// until `reset` does, and 0 from there on. True is what is greater than 0. While both are true the
// one that has priority wins; when that one alone becomes false, the other has its way.
//
//     set   → Latch → y
//     reset →
//
// Whether it is on is discrete state (1 or 0), so the output does not depend directly on the
// inputs. The instants at which it switches are isolated. When a run starts the state is set from
// the inputs where one is true, as given where none is. An input of one element is that of all.
template <typename T>
class Latch final : public BlockLeaf<T> {
 public:
  // Each input has one element, or `width`. The initial state is a default of the state itself;
  // what the inputs say at the start comes on top.
  Latch(bool set_has_priority, bool initially_on, int set_width, int reset_width, int width)
      : BlockLeaf<T>(
            KeepArguments<Latch, T>(set_has_priority, initially_on, set_width, reset_width, width)),
        set_has_priority_(set_has_priority),
        width_(width) {
    this->DeclareVectorInputPort("set", set_width);
    this->DeclareVectorInputPort("reset", reset_width);
    this->DeclareDiscreteState(VectorX<T>(VectorX<T>::Constant(width, T(initially_on))));
    this->DeclareOrderedInitialization(&Latch::Update);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
    for (int i = 0; i < width; ++i) {
      this->Watch(MakeElementWitness<T>(*this, "switches", i, &Latch::CalcSwitch, &Latch::Update));
    }
  }

  // From the parameters `priority` and `initially_on` and the widths of the inputs.
  explicit Latch(const BlockArguments& arguments)
      : Latch(arguments.text("priority") == "set", arguments.boolean("initially_on"),
              arguments.input_width(kSet), arguments.input_width(kReset),
              arguments.output_width(0)) {}

 private:
  enum Input { kSet, kReset };

  // What the inputs make of element `i`: 1 or 0. The input with priority is asked first; where
  // neither is true, the state stays.
  T CalcNext(const Context<T>& context, int i) const {
    const auto is_true = [&](Input port) {
      const int stride = Stride(this->get_input_port(port).size());
      return this->input_data(context, port)[i * stride] > 0;
    };
    const T& kept = this->discrete_data(context, 0)[i];
    if (set_has_priority_) {
      return select(is_true(kSet), T(1), T(select(is_true(kReset), T(0), kept)));
    }
    return select(is_true(kReset), T(0), T(select(is_true(kSet), T(1), kept)));
  }

  // 1 where that is another value than the state has, else -1: a truth value has no zero to leave.
  // Rises through zero where the state would become another one: a truth, and no distance, since
  // two inputs decide.
  T CalcSwitch(const Context<T>& context, int i) const {
    return select(CalcNext(context, i) != this->discrete_data(context, 0)[i], T(1), T(-1));
  }

  // All elements are set, not only the one whose witness triggered: several may switch at one
  // instant.
  EventStatus Update(const Context<T>& context, DiscreteValues<T>* on) const {
    for (int i = 0; i < width_; ++i) on->data(0)[i] = CalcNext(context, i);
    return EventStatus::Succeeded();
  }

  bool set_has_priority_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Latch)

// "S" and "R" are the letters under which a flip-flop's inputs are known.
BlockDescriptor LatchBlock() {
  BlockDescriptor block;
  block.type = "Latch";
  block.category = "nonlinear";
  block.title = "Latch";
  block.summary = "Remembers which of two signals was true last.";
  block.search_words =
      "flip-flop, flip flop, SR, RS, bistable, set reset, start stop, hold on, alarm";
  block.names_elsewhere = "S-R Flip-Flop, SR Latch, RSFlipFlop, SRFLIPFLOP";
  block.icon = R"(
  <path d="M2.5 18 H7.5 V9 H16.5 V18 H21.5"/>
  <path d="M7.5 5.5 V2.5 M5.7 4 H9.3 M14.7 4 H18.3"/>
)";
  block.inputs = {"set", "reset"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("priority", ParameterKind::kChoice, "reset", "", "reset | set",
                    "who wins while both are true"),
      MakeParameter("initially_on", ParameterKind::kBoolean, false, "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"whether it is on"});
  block.behaviour =
      "a signal is true when it is > 0; both crossings are isolated; y = 1 after set, 0 after "
      "reset; where one is true at the start, its state is set in Initialize in feedthrough "
      "order, as Relay's";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->Elementwise(); };
  block.input_sign = [](const FaceParameters&, int i) -> std::string {
    constexpr const char* kSigns[] = {"S", "R"};
    return i < 2 ? kSigns[i] : "";
  };
  block.UseSystem<Latch>();
  return block;
}

}  // namespace loopwright
