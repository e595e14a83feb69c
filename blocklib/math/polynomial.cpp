#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Evaluates a polynomial of each element of a signal, y = c_1 u^n + ... + c_n u + c_{n+1}, by
// Horner's rule.
//
//     u → Polynomial → y
//
// Numeric parameter 0 holds the coefficients, highest power first.
template <typename T>
class Polynomial final : public LeafSystem<T> {
 public:
  // `coefficients` has at least one element. The coefficients are a parameter of the context and
  // can be changed in a run.
  Polynomial(const VectorX<T>& coefficients, int width)
      : LeafSystem<T>(KeepArguments<Polynomial, T>(coefficients, width)),
        num_coefficients_(static_cast<int>(coefficients.size())),
        width_(width) {
    LOOPWRIGHT_THROW_UNLESS(num_coefficients_ > 0);
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>(coefficients));
    this->template DeclareVectorOutputPort<&Polynomial::CalcOutput>(
        "y", width, {this->all_input_ports_ticket(), this->all_parameters_ticket()});
  }

  // From the parameter `coefficients` and the width of the input.
  explicit Polynomial(const BlockArguments& arguments)
      : Polynomial(arguments.vector<T>("coefficients"), arguments.input_width(0)) {}

 private:
  // Horner's rule: as many products as the degree, and no powers.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* u = this->input_data(context, 0);
    const T* coefficients = this->parameter_data(context, 0);
    for (int i = 0; i < width_; ++i) {
      T sum = coefficients[0];
      for (int k = 1; k < num_coefficients_; ++k) sum = sum * u[i] + coefficients[k];
      y[i] = sum;
    }
  }

  int num_coefficients_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Polynomial)

// Highest power first, as polynomials are written: [1, 0, 2] is u² + 2.
BlockDescriptor PolynomialBlock() {
  BlockDescriptor block;
  block.type = "Polynomial";
  block.category = "math";
  block.title = "Polynomial";
  block.summary = "Evaluates a polynomial.";
  block.search_words = "polyval, power series, calibration curve";
  block.icon = R"(
  <path d="M3 12 H21 M12 3 V21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M4 20.5 C9 -9 15 33 20 3.5"/>
)";
  block.shape = {.width = 80};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("coefficients", ParameterKind::kVector, ParameterSetting::List{1, 0}, "", "",
                    "highest power first"),
  };
  block.behaviour = "Horner";
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireElements(arguments, {"coefficients"}, problems);
    RequireFinite(arguments, {"coefficients"}, problems);
  };
  block.face = [](const FaceParameters& p) {
    return Face::TextOr(p.Polynomial("coefficients", "u"), "p(u)");
  };
  block.UseSystem<Polynomial>();
  return block;
}

}  // namespace loopwright
