#include "blocklib/math/sum.h"

#include <algorithm>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/convert.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"

namespace loopwright {

template <typename T>
Sum<T>::Sum(const std::string& signs, const std::vector<int>& widths)
    : LeafSystem<T>(SystemTypeTag<Sum>{}) {
  LOOPWRIGHT_THROW_UNLESS(!signs.empty() && signs.size() == widths.size());
  width_ = *std::max_element(widths.begin(), widths.end());
  for (size_t i = 0; i < signs.size(); ++i) {
    LOOPWRIGHT_THROW_UNLESS(signs[i] == '+' || signs[i] == '-');
    LOOPWRIGHT_THROW_UNLESS(widths[i] == 1 || widths[i] == width_);
    this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
    inputs_.push_back({signs[i] == '-', Stride(widths[i])});
  }
  this->DeclareVectorOutputPort("y", width_, &Sum::CalcOutput, {this->all_input_ports_ticket()});
}

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

template <typename T>
std::string Sum<T>::Signs() const {
  std::string text;
  for (const Input& input : inputs_) text += input.is_negative ? '-' : '+';
  return text;
}

template <typename T>
template <typename U>
Sum<T>::Sum(const Sum<U>& other) : Sum(other.Signs(), InputWidths(other)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(Sum)

BlockDescriptor SumBlock() {
  BlockDescriptor block;
  block.type = "Sum";
  block.category = "math";
  block.title = "Sum";
  block.summary = "Adds and subtracts.";
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("signs", ParameterKind::kText, "++", "", "only + and -", "one sign per input"),
  };
  block.behaviour = "y = sum of sign_i*u_i; a scalar input is added to every element of a vector";
  block.ports = [](const BlockArguments& arguments) {
    return PortNames{NumberedPorts("u", static_cast<int>(arguments.text("signs").size())), {"y"}};
  };
  block.UseSystem<Sum>();
  return block;
}

}  // namespace loopwright
