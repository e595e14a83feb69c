#include "blocklib/math/sum.h"

#include <algorithm>
#include <utility>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

namespace {

// The sum of `kInputs` inputs; bit i of `kNegative` says that input i is subtracted.
template <typename T, int kInputs, unsigned kNegative>
void AddInputs(const BoundKernel<T>& op) {
  ForEachElement(op, [&](int i, int j, int k) {
    T sum = kNegative & 1u ? T(-op.in[0][i]) : op.in[0][i];
    if constexpr (kInputs > 1) sum = kNegative & 2u ? T(sum - op.in[1][j]) : T(sum + op.in[1][j]);
    if constexpr (kInputs > 2) sum = kNegative & 4u ? T(sum - op.in[2][k]) : T(sum + op.in[2][k]);
    return sum;
  });
}

// The kernel for a pattern of signs, from a table with one for each pattern.
template <typename T, int kInputs, unsigned... kNegatives>
typename BoundKernel<T>::Run Choose(unsigned negative,
                                    std::integer_sequence<unsigned, kNegatives...>) {
  constexpr typename BoundKernel<T>::Run kVariants[] = {&AddInputs<T, kInputs, kNegatives>...};
  return kVariants[negative];
}

constexpr size_t kMostKernelInputs = 3;

// One to three inputs have kernels in which the signs are fixed, so that the loop has no choices.
template <typename T>
typename BoundKernel<T>::Run AddInputsOf(size_t inputs, unsigned negative) {
  switch (inputs) {
    case 1:
      return Choose<T, 1>(negative, std::make_integer_sequence<unsigned, 2>());
    case 2:
      return Choose<T, 2>(negative, std::make_integer_sequence<unsigned, 4>());
    default:
      return Choose<T, 3>(negative, std::make_integer_sequence<unsigned, 8>());
  }
}

}  // namespace

// Few inputs, which is nearly every sum, are a kernel; more than three are added in a function.
template <typename T>
Sum<T>::Sum(const std::string& signs, const std::vector<int>& widths)
    : LeafSystem<T>(KeepArguments<Sum, T>(signs, widths)) {
  LOOPWRIGHT_THROW_UNLESS(!signs.empty() && signs.size() == widths.size());
  width_ = *std::max_element(widths.begin(), widths.end());
  Kernel<T> kernel;
  kernel.size = width_;
  unsigned negative = 0;  // of few inputs: bit i says that input i is subtracted
  // A port for each sign. Its way of being read goes into the kernel, or into the list for many.
  for (size_t i = 0; i < signs.size(); ++i) {
    LOOPWRIGHT_THROW_UNLESS(signs[i] == '+' || signs[i] == '-');
    LOOPWRIGHT_THROW_UNLESS(widths[i] == 1 || widths[i] == width_);
    this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
    if (signs.size() > kMostKernelInputs) {
      inputs_.push_back({signs[i] == '-', Stride(widths[i])});
      continue;
    }
    kernel.operands[i] = ReadElements(Operand::kInput, static_cast<int>(i), widths[i]);
    if (signs[i] == '-') negative |= 1u << i;
  }
  if (signs.size() > kMostKernelInputs) {
    this->template DeclareVectorOutputPort<&Sum::CalcOutput>("y", width_,
                                                             {this->all_input_ports_ticket()});
  } else {
    kernel.run = AddInputsOf<T>(signs.size(), negative);
    this->DeclareVectorOutputPort("y", kernel);
  }
}

// Input by input over all elements, for sums of many inputs.
template <typename T>
void Sum<T>::CalcOutput(const Context<T>& context, T* y) const {
  const int count = static_cast<int>(inputs_.size());
  for (int port = 0; port < count; ++port) {
    const T* u = this->input_data(context, port);
    const auto [is_negative, stride] = inputs_[port];
    if (port == 0) {
      for (int i = 0; i < width_; ++i) y[i] = is_negative ? -u[i * stride] : u[i * stride];
    } else if (is_negative) {
      for (int i = 0; i < width_; ++i) y[i] -= u[i * stride];
    } else {
      for (int i = 0; i < width_; ++i) y[i] += u[i * stride];
    }
  }
}

template <typename T>
Sum<T>::Sum(const BlockArguments& arguments)
    : Sum(arguments.text("signs"), InputWidths(arguments)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(Sum)

// The signs are one text, which says how many inputs there are and stands at the inputs on the
// block: "+-" is u1 - u2. The circle itself stays empty, as a summing point is drawn.
BlockDescriptor SumBlock() {
  BlockDescriptor block;
  block.type = "Sum";
  block.category = "math";
  block.title = "Sum";
  block.summary = "Adds and subtracts.";
  block.search_words =
      "add, subtract, plus, minus, difference, error, summing junction, adder, compare set point, "
      "+, -";
  block.names_elsewhere = "Add, Subtract, Sum of Elements, Adder, SUMMATION, BIGSOM_f, SUM_f";
  block.icon = R"(
  <circle cx="12" cy="12" r="8.7"/>
  <path d="M12 7.7 V16.3 M7.7 12 H16.3"/>
)";
  block.shape.outline = BlockOutline::kCircle;
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("signs", ParameterKind::kText, "++", "", "only + and -", "one sign per input"),
  };
  block.behaviour = "y = sum of sign_i*u_i; a scalar input is added to every element of a vector";
  block.ports = [](const BlockArguments& arguments) {
    return PortNames{NumberedPorts("u", static_cast<int>(arguments.text("signs").size())), {"y"}};
  };
  block.face = [](const FaceParameters&) { return Face::Nothing(); };
  block.input_sign = [](const FaceParameters& p, int i) -> std::string {
    return p.Letter("signs", i);
  };
  block.UseSystem<Sum>();
  return block;
}

}  // namespace loopwright
