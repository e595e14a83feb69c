#include <cstdint>

#include "blocklib/common/conditions.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/expression/tape_branches.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// A remainder that was rounded to the divisor becomes the number before it: a product with
// 1 - 2^-53 is rounded there.
template <typename T>
T BelowDivisor(const T& remainder, const T& divisor) {
  return select(remainder == divisor, T(divisor * (1 - 0x1p-53)), remainder);
}

}  // namespace

// The remainder of a division, elementwise: y = u - n*|divisor| in [0, |divisor|), n a whole
// number.
//
//     u → Modulo → y
//
// Each element has a mode (semantics 11): n; so every jump is located. Where a remainder is
// rounded to |divisor|, y is the number before it. Numeric parameter 0 is the divisor.
// Modes by hand: as a formula a run takes 2.0 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Modulo final : public LeafSystem<T> {
 public:
  // `divisor` is not 0. Only the divisor's magnitude counts; its sign is dropped where it
  // is read.
  Modulo(const T& divisor, int width)
      : LeafSystem<T>(KeepArguments<Modulo, T>(divisor, width)), width_(width) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(divisor != T(0)));
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{divisor});
    this->DeclareModes(width);
    this->template DeclareVectorOutputPort<&Modulo::CalcOutput>(
        "y", width,
        {this->all_input_ports_ticket(), this->all_parameters_ticket(), this->modes_ticket()});
  }

  // From the parameter `divisor` and the width of the input.
  explicit Modulo(const BlockArguments& arguments)
      : Modulo(arguments.number<T>("divisor"), arguments.input_width(0)) {}

 private:
  // With a held n the remainder goes on smoothly beyond its range, until the event that changes n.
  void CalcOutput(const Context<T>& context, T* y) const {
    using std::abs;
    const T* u = this->input_data(context, 0);
    const T divisor = abs(this->parameter_data(context, 0)[0]);
    const int64_t* held = this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      if constexpr (kIsSymbolic<T>) {
        y[i] = BelowDivisor<T>(mod(u[i], divisor), divisor);
      } else {
        const int64_t n =
            held ? held[i] : tape_branches::Index(Operation::kMod, ValueOf(u[i]), ValueOf(divisor));
        y[i] = BelowDivisor<T>(tape_branches::ModValue(n, u[i], divisor), divisor);
      }
    }
  }

  // n is the quotient rounded down, by the rules of mod in formulas.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    using std::abs;
    const T* u = this->input_data(context, 0);
    const T divisor = abs(this->parameter_data(context, 0)[0]);
    for (int i = 0; i < width_; ++i) {
      modes[i] = tape_branches::IndexOf(Operation::kMod, u[i], divisor);
    }
  }

  // How far u is from the next multiple of the divisor.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    using std::abs;
    const T* u = this->input_data(context, 0);
    const T divisor = abs(this->parameter_data(context, 0)[0]);
    for (int i = 0; i < width_; ++i) {
      margins[i] = tape_branches::Margin(Operation::kMod, modes[i], u[i], divisor);
    }
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Modulo)

// Never negative, also for a negative u: an angle stays in [0, 2π).
BlockDescriptor ModuloBlock() {
  BlockDescriptor block;
  block.type = "Modulo";
  block.category = "math";
  block.title = "Modulo";
  block.summary = "Remainder after division.";
  block.search_words = "mod, remainder, rem, wrap, wrap angle, modulus";
  block.names_elsewhere = "Wrap To Zero, WrapToSystem";
  block.icon = R"(
  <path d="M3 18.5 H21 M3 5.5 H21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3.5 18.5 L9 5.5 M9 18.5 L14.5 5.5 M14.5 18.5 L20 5.5"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("divisor", ParameterKind::kNumber, 1, "", "!= 0", ""),
  };
  block.behaviour = "y in [0, |divisor|)";
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"divisor"}, problems);
  };
  block.face = [](const FaceParameters& p) {
    return Face::TextOr("u mod " + p.Formula("divisor"), "u mod d");
  };
  block.UseSystem<Modulo>();
  return block;
}

}  // namespace loopwright
