#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/expression/tape_branches.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// The Euclidean norm. The squares are summed as they are, which is right for nearly all vectors;
// only where the sum has left the safe range are they scaled by the greatest element.
template <typename T>
T RootOfSquares(const T* u, int width) {
  using std::sqrt;
  T sum = u[0] * u[0];
  for (int i = 1; i < width; ++i) sum += u[i] * u[i];
  if constexpr (!kIsSymbolic<T>) {
    constexpr double kSmall = 1e-280, kLarge = 1e300;
    if (!(ValueOf(sum) > kSmall && ValueOf(sum) < kLarge)) {
      // A square was too small or too large: once more, with the greatest magnitude as the unit.
      double unit = 0;
      for (int i = 0; i < width; ++i) unit = std::max(unit, std::abs(ValueOf(u[i])));
      if constexpr (std::is_same_v<T, AutoDiff>) {
        // What moves away from the origin has a norm that grows.
        if (unit == 0 && sum.is_series()) return sqrt(sum);
      }
      if (unit == 0 || !std::isfinite(unit)) return T(ValueOf(sum) + unit);
      sum = T(0);
      for (int i = 0; i < width; ++i) sum += (u[i] / unit) * (u[i] / unit);
      return sqrt(sum) * unit;
    }
  }
  return sqrt(sum);
}

// The magnitude in a branch of its sign.
template <typename T>
T Magnitude(const T& u, bool is_negative) {
  return is_negative ? T(-u) : u;
}

}  // namespace

// A norm of a vector: the sum of its magnitudes (1), the root of the sum of its squares (2) or its
// greatest magnitude (inf).
//
//     u → Norm → y (one element)
//
// Modes (semantics 11): of `1`, and of `2` where u has one element, the sign of each element, 1 or
// -1; of `inf`, the sign and the number, from 1, of the element that is the greatest. The
// derivative at u = 0 is taken as 0. Squares neither overflow nor vanish.
// Modes by hand: as a formula a run takes 2.5 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Norm final : public LeafSystem<T> {
 public:
  enum class Order { kOne, kTwo, kInfinity };

  // Of a vector of `width` elements. Which modes there are depends on where the norm has corners.
  Norm(Order order, int width)
      : LeafSystem<T>(KeepArguments<Norm, T>(order, width)), order_(order), width_(width) {
    this->DeclareVectorInputPort("u", width);
    std::set<DependencyTicket> prerequisites{this->all_input_ports_ticket()};
    if (order == Order::kOne || width == 1) this->DeclareModes(width);
    if (order == Order::kInfinity && width > 1) this->DeclareModes(1);
    if (this->num_modes() > 0) prerequisites.insert(this->modes_ticket());
    this->template DeclareVectorOutputPort<&Norm::CalcOutput>("y", 1, prerequisites);
  }

  // From the parameter `order` and the width of the input.
  explicit Norm(const BlockArguments& arguments)
      : Norm(arguments.text("order") == "1"   ? Order::kOne
             : arguments.text("order") == "2" ? Order::kTwo
                                              : Order::kInfinity,
             arguments.input_width(0)) {}

 private:
  // The sum of magnitudes, the root of squares, or the greatest magnitude, the last by nested max
  // over expressions.
  void CalcOutput(const Context<T>& context, T* y) const {
    using std::abs;
    const T* u = this->input_data(context, 0);
    const int64_t* held = this->held_modes(context);
    if (order_ == Order::kOne || width_ == 1) {
      T sum = held ? Magnitude(u[0], held[0] < 0) : T(abs(u[0]));
      for (int i = 1; i < width_; ++i) sum += held ? Magnitude(u[i], held[i] < 0) : T(abs(u[i]));
      y[0] = sum;
    } else if (order_ == Order::kTwo) {
      y[0] = RootOfSquares(u, width_);
    } else if constexpr (kIsSymbolic<T>) {
      y[0] = abs(u[0]);
      for (int i = 1; i < width_; ++i) y[0] = max(y[0], abs(u[i]));
    } else if (held) {
      y[0] = Magnitude(u[std::abs(held[0]) - 1], held[0] < 0);
    } else {
      y[0] = abs(u[Greatest(u)]);
    }
  }

  // Of the greatest magnitude the number counts from 1, so that its sign can tell that of the
  // element.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* u = this->input_data(context, 0);
    if (order_ == Order::kInfinity && width_ > 1) {
      const int greatest = Greatest(u);
      modes[0] = IsTrue(u[greatest] < 0) ? -greatest - 1 : greatest + 1;
    } else {
      for (int i = 0; i < this->num_modes(); ++i) modes[i] = IsTrue(u[i] < 0) ? -1 : 1;
    }
  }

  // Of the greatest magnitude, the distance to a change of its sign or to the next greatest,
  // whichever is smaller.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    const T* u = this->input_data(context, 0);
    if (order_ != Order::kInfinity || width_ == 1) {
      for (int i = 0; i < this->num_modes(); ++i) margins[i] = Magnitude(u[i], modes[i] < 0);
      return;
    }
    using std::abs;
    const int64_t greatest = std::abs(modes[0]) - 1;
    const T magnitude = Magnitude(u[greatest], modes[0] < 0);
    margins[0] = magnitude;
    for (int i = 0; i < width_; ++i) {
      const T distance = magnitude - abs(u[i]);
      if (i != greatest) margins[0] = select(distance < margins[0], distance, margins[0]);
    }
  }

  // The number of the greatest magnitude. The first of those that are equal, as max in formulas
  // takes it.
  int Greatest(const T* u) const {
    using std::abs;
    int greatest = 0;
    for (int i = 1; i < width_; ++i) {
      const T known = abs(u[greatest]), next = abs(u[i]);
      if (tape_branches::IndexOf(Operation::kMax, known, next) == 1) greatest = i;
    }
    return greatest;
  }

  Order order_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Norm)

// Of a vector of any width a single number.
BlockDescriptor NormBlock() {
  BlockDescriptor block;
  block.type = "Norm";
  block.category = "math";
  block.title = "Norm";
  block.summary = "Norm of a vector.";
  block.search_words = "length of a vector, magnitude, Euclidean, distance, modulus of a vector";
  block.icon = R"(
  <path d="M3.5 4 V20 M6.8 4 V20 M17.2 4 V20 M20.5 4 V20"/>
  <path d="M9.83 8.2 L14.16 15.8 M14.16 8.2 L9.83 15.8"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("order", ParameterKind::kChoice, "2", "", "1 | 2 | inf", ""),
  };
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->set_out(0, 1); };
  block.face = [](const FaceParameters& p) {
    const std::string order = p.Text("order");
    return Face::Text(order == "1" ? "‖u‖₁" : order == "2" ? "‖u‖₂" : "‖u‖∞", 14);
  };
  block.UseSystem<Norm>();
  return block;
}

}  // namespace loopwright
