#include <algorithm>
#include <string>
#include <vector>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Multiplies and divides signals elementwise, from the first to the last; with `/` in the first
// place y begins with 1/u1. A division by zero gives IEEE's result.
//
//     u1 → ┌─────────┐
//     …    │ Product │ → y
//     un → └─────────┘
//
// An input of one element is spread.
template <typename T>
class Product final : public LeafSystem<T> {
 public:
  // `operators` has a '*' or '/' for each input, `widths` the width of each: 1 or a common one.
  // Notes for each input whether it divides, and its stride.
  Product(const std::string& operators, const std::vector<int>& widths)
      : LeafSystem<T>(KeepArguments<Product, T>(operators, widths)) {
    LOOPWRIGHT_THROW_UNLESS(!operators.empty() && operators.size() == widths.size());
    width_ = *std::max_element(widths.begin(), widths.end());
    for (size_t i = 0; i < operators.size(); ++i) {
      LOOPWRIGHT_THROW_UNLESS(operators[i] == '*' || operators[i] == '/');
      LOOPWRIGHT_THROW_UNLESS(widths[i] == 1 || widths[i] == width_);
      this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
      inputs_.push_back({operators[i] == '/', Stride(widths[i])});
    }
    this->template DeclareVectorOutputPort<&Product::CalcOutput>("y", width_,
                                                                 {this->all_input_ports_ticket()});
  }

  // From the parameter `operators` and the widths of the inputs.
  explicit Product(const BlockArguments& arguments)
      : Product(arguments.text("operators"), InputWidths(arguments)) {}

 private:
  // Input by input over all elements, so that each port is looked up once.
  void CalcOutput(const Context<T>& context, T* y) const {
    const int count = static_cast<int>(inputs_.size());
    for (int port = 0; port < count; ++port) {
      const T* u = this->input_data(context, port);
      const auto [divides, stride] = inputs_[port];
      if (port == 0) {
        for (int i = 0; i < width_; ++i) y[i] = divides ? T(1) / u[i * stride] : u[i * stride];
      } else if (divides) {
        for (int i = 0; i < width_; ++i) y[i] /= u[i * stride];
      } else {
        for (int i = 0; i < width_; ++i) y[i] *= u[i * stride];
      }
    }
  }

  struct Input {
    bool divides;
    int stride;
  };

  std::vector<Input> inputs_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Product)

// The signs stand at the inputs only where one of them divides; a product alone needs none.
BlockDescriptor ProductBlock() {
  BlockDescriptor block;
  block.type = "Product";
  block.category = "math";
  block.title = "Product";
  block.summary = "Multiplies and divides elementwise.";
  block.search_words = "multiply, divide, division, times, quotient, ratio, modulate, mixer, *, /";
  block.names_elsewhere = "Divide, PROD_f, PRODUCT, PROD, Product of Elements, INVBLK, MATMUL";
  block.icon = R"(
  <path d="M5.5 5.5 L18.5 18.5 M18.5 5.5 L5.5 18.5"/>
)";
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("operators", ParameterKind::kText, "**", "", "only * and /",
                    "one operator per input"),
  };
  block.behaviour =
      "division by zero is an IEEE result; a non-finite derivative fails the run and names the "
      "block";
  block.ports = [](const BlockArguments& arguments) {
    const int count = static_cast<int>(arguments.text("operators").size());
    return PortNames{NumberedPorts("u", count), {"y"}};
  };
  block.face = [](const FaceParameters&) { return Face::Text("×", 18); };
  block.input_sign = [](const FaceParameters& p, int i) -> std::string {
    if (p.Text("operators").find('/') == std::string::npos) return "";
    return p.Letter("operators", i) == "/" ? "÷" : "×";
  };
  block.UseSystem<Product>();
  return block;
}

}  // namespace loopwright
