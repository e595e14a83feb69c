#include <string>
#include <utility>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Fails the run when an element of its input is zero: the instant at which it becomes so is
// isolated, across jumps and at the start time too (semantics 7 and 10).
//
//     u → Assert
template <typename T>
class Assert final : public BlockLeaf<T> {
 public:
  // `message` is what the failure says; empty: that the input is zero. A check at the start and a
  // witness, since a witness sees only what changes.
  Assert(int width, std::string message)
      : BlockLeaf<T>(KeepArguments<Assert, T>(width, message)),
        width_(width),
        message_(std::move(message)) {
    this->DeclareVectorInputPort("u", width);
    this->DeclareInitializationPublishEvent(&Assert::CheckAtStart);
    this->Watch(this->MakeWitnessFunction("u becomes zero",
                                          WitnessFunctionDirection::kPositiveThenNonPositive,
                                          &Assert::CalcTruth, &Assert::Fail));
  }

  explicit Assert(const BlockArguments& arguments)
      : Assert(arguments.input_width(0), arguments.text("message")) {}

 private:
  // Fails where an element is zero before the first step. What is false from the beginning is told
  // at the start time.
  EventStatus CheckAtStart(const Context<T>& context) const {
    return IsTrue(CalcTruth(context) < 0) ? Fail(context) : EventStatus::DidNothing();
  }

  // Ends the run as failed, with the block's message.
  EventStatus Fail(const Context<T>&) const {
    return EventStatus::Failed(this, message_.empty() ? "the input u is zero" : message_);
  }

  // 1 while no element is zero and -1 otherwise, so that it falls through zero when the condition
  // ceases to hold. A NaN is not zero and so passes.
  T CalcTruth(const Context<T>& context) const {
    const T* u = this->input_data(context, 0);
    BoolOf<T> any_zero{};
    for (int i = 0; i < width_; ++i) any_zero = any_zero || u[i] == 0;
    return select(any_zero, T(-1), T(1));
  }

  int width_;
  std::string message_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Assert)

// For what must hold all through a run, such as a level that stays below its limit.
BlockDescriptor AssertBlock() {
  BlockDescriptor block;
  block.type = "Assert";
  block.category = "sinks";
  block.title = "Assert";
  block.summary = "Fails the run when its input is zero.";
  block.search_words = "check, verify, test, limit check, fail, assertion, requirement";
  block.names_elsewhere = "Assertion, Check Static Range, Check Dynamic Range";
  block.icon = R"(
  <path d="M12 2.8 L20 5.8 V11.5 C20 16.5 16.6 19.6 12 21.3 C7.4 19.6 4 16.5 4 11.5 V5.8 Z"/>
  <path d="M8.2 11.8 L11 14.6 L16 9.3"/>
)";
  block.inputs = {"u"};
  block.parameters = {
      MakeParameter("message", ParameterKind::kText, "", "", "", ""),
  };
  block.behaviour = "the failure names block, time and message";
  block.is_sink = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.UseSystem<Assert>();
  return block;
}

}  // namespace loopwright
