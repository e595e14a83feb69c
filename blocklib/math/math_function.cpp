#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// An elementary function of each element of a signal.
//
//     u → MathFunction → y
//
// `abs` and `sign` have a mode for each element (semantics 11): the sign of u, -1, 0 or 1 (abs: -1
// or 1).
// Modes by hand: as a formula a run takes 2.3 times as long (resources/docs/decisions/modes.md).
template <typename T>
class MathFunction final : public LeafSystem<T> {
 public:
  // The functions; angles are in radians, and where a function is not real, as log of -1, y is
  // NaN.
  enum class Function {
    kAbs,
    kSign,
    kSqrt,
    kSquare,
    kCube,
    kExp,
    kLog,
    kLog10,
    kReciprocal,
    kSin,
    kCos,
    kTan,
    kAsin,
    kAcos,
    kAtan,
    kSinh,
    kCosh,
    kTanh,
    kAsinh,
    kAcosh,
    kAtanh,
  };

  // `function` is one of names(); std::logic_error otherwise. Only abs and sign have a corner or a
  // jump, and so modes; the others are smooth where they are defined.
  MathFunction(const std::string& function, int width)
      : LeafSystem<T>(KeepArguments<MathFunction, T>(function, width)), width_(width) {
    const auto found = std::find(names().begin(), names().end(), function);
    LOOPWRIGHT_THROW_UNLESS(found != names().end());
    function_ = static_cast<Function>(found - names().begin());
    this->DeclareVectorInputPort("u", width);
    if (function_ == Function::kAbs || function_ == Function::kSign) {
      this->DeclareModes(width);
      this->template DeclareVectorOutputPort<&MathFunction::CalcOutput>(
          "y", width, {this->all_input_ports_ticket(), this->modes_ticket()});
    } else {
      this->template DeclareVectorOutputPort<&MathFunction::CalcOutput>(
          "y", width, {this->all_input_ports_ticket()});
    }
  }

  // In the order of the enumeration Function: the place of a name is its value.
  static const std::vector<std::string>& names() {
    static const std::vector<std::string> names{
        "abs",   "sign",       "sqrt", "square", "cube",  "exp",   "log",
        "log10", "reciprocal", "sin",  "cos",    "tan",   "asin",  "acos",
        "atan",  "sinh",       "cosh", "tanh",   "asinh", "acosh", "atanh"};
    return names;
  }

  // From the parameter `function` and the width of the input.
  explicit MathFunction(const BlockArguments& arguments)
      : MathFunction(arguments.text("function"), arguments.input_width(0)) {}

 private:
  // One loop for each function, so that the choice is made once and not for every element. For abs
  // and sign a held mode decides.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* u = this->input_data(context, 0);
    const auto apply = [&](auto function) {
      for (int i = 0; i < width_; ++i) y[i] = function(u[i]);
    };
    // clang-format off
  switch (function_) {
    case Function::kAbs: {
      const int64_t* held = this->held_modes(context);
      using std::abs;
      for (int i = 0; i < width_; ++i) y[i] = !held ? abs(u[i]) : held[i] < 0 ? -u[i] : u[i];
      break;
    }
    case Function::kSign: {
      const int64_t* held = this->held_modes(context);
      for (int i = 0; i < width_; ++i) {
        const T branch = held ? T(static_cast<double>(held[i])) : sign(u[i]);
        y[i] = select(u[i] == u[i], branch, T(std::numeric_limits<double>::quiet_NaN()));
      }
      break;
    }
    case Function::kSqrt: apply([](const T& x) { using std::sqrt; return sqrt(x); }); break;
    case Function::kSquare: apply([](const T& x) { return T(x * x); }); break;
    case Function::kCube: apply([](const T& x) { return T(x * x * x); }); break;
    case Function::kExp: apply([](const T& x) { using std::exp; return exp(x); }); break;
    case Function::kLog: apply([](const T& x) { using std::log; return log(x); }); break;
    case Function::kLog10: apply([](const T& x) { using std::log10; return log10(x); }); break;
    case Function::kReciprocal: apply([](const T& x) { return T(1.0 / x); }); break;
    case Function::kSin: apply([](const T& x) { using std::sin; return sin(x); }); break;
    case Function::kCos: apply([](const T& x) { using std::cos; return cos(x); }); break;
    case Function::kTan: apply([](const T& x) { using std::tan; return tan(x); }); break;
    case Function::kAsin: apply([](const T& x) { using std::asin; return asin(x); }); break;
    case Function::kAcos: apply([](const T& x) { using std::acos; return acos(x); }); break;
    case Function::kAtan: apply([](const T& x) { using std::atan; return atan(x); }); break;
    case Function::kSinh: apply([](const T& x) { using std::sinh; return sinh(x); }); break;
    case Function::kCosh: apply([](const T& x) { using std::cosh; return cosh(x); }); break;
    case Function::kTanh: apply([](const T& x) { using std::tanh; return tanh(x); }); break;
    case Function::kAsinh: apply([](const T& x) { using std::asinh; return asinh(x); }); break;
    case Function::kAcosh: apply([](const T& x) { using std::acosh; return acosh(x); }); break;
    case Function::kAtanh: apply([](const T& x) { using std::atanh; return atanh(x); }); break;
  }
    // clang-format on
  }

  // Asked for abs and sign only, as no other function has modes.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* u = this->input_data(context, 0);
    for (int i = 0; i < width_; ++i) modes[i] = Branch(u[i]);
  }

  // The distance of u to zero on its side; the branch 0 of sign has no room.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    using std::abs;
    const T* u = this->input_data(context, 0);
    for (int i = 0; i < width_; ++i) {
      margins[i] = modes[i] > 0 ? u[i] : modes[i] < 0 ? -u[i] : -abs(u[i]);
    }
  }

  // The branch that `u` lies on. abs has no branch at zero of its own: zero counts as positive.
  int64_t Branch(const T& u) const {
    if (IsTrue(u < 0)) return -1;
    return function_ == Function::kAbs || IsTrue(u > 0) ? 1 : 0;
  }

  Function function_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(MathFunction)

namespace {

// A function of u as it is written on paper: |u| for `abs`, sin⁻¹ u for `asin`, `sinh u`.
std::string Written(const std::string& function) {
  if (function == "abs") return "|u|";
  if (function == "sign") return "sgn u";
  if (function == "sqrt") return "√u";
  if (function == "square") return "u²";
  if (function == "cube") return "u³";
  if (function == "log") return "ln u";
  if (function == "log10") return "log₁₀ u";
  if (function.starts_with('a')) return function.substr(1) + "⁻¹ u";
  return function + " u";
}

}  // namespace

// One block for all of them, because a user looks for "a function" first and then chooses which.
BlockDescriptor MathFunctionBlock() {
  BlockDescriptor block;
  block.type = "MathFunction";
  block.category = "math";
  block.title = "Math function";
  block.summary = "An elementary function.";
  block.search_words =
      "function, exp, log, ln, log10, sqrt, square root, abs, absolute value, sign, reciprocal, "
      "inverse, square, sin, cos, tan, trigonometry, exponential";
  block.names_elsewhere =
      "Math Function, Sqrt, Abs, Sign, Signum, SIGNUM, Trigonometric Function, TrigFun, ABS_VALUE, "
      "EXPBLK_m, EXPBLK, LOGBLK_f, SQRT, SINBLK_f, COSBLK_f, TANBLK_f, Reciprocal Sqrt";
  block.icon = R"(
  <path d="M4 3.5 V20 H21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M5 18 C12.5 17.5 16.5 13.5 19.5 4"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter(
          "function", ParameterKind::kChoice, "exp", "",
          "abs | sign | sqrt | square | cube | exp | log | log10 | reciprocal | sin | cos | "
          "tan | asin | acos | atan | sinh | cosh | tanh | asinh | acosh | atanh",
          ""),
  };
  block.behaviour = "elementwise";
  block.face = [](const FaceParameters& p) {
    const std::string function = p.Text("function");
    if (function == "reciprocal") return Face::Fraction("1", "u");
    if (function == "exp") return Face::Power("e", "u");
    return Face::Text(Written(function), 13);
  };
  block.UseSystem<MathFunction>();
  return block;
}

}  // namespace loopwright
