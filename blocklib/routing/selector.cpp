#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// The parameter `indices` as whole numbers.
std::vector<int> Indices(const BlockArguments& arguments) {
  std::vector<int> indices;
  for (const double index : arguments.vector("indices")) indices.push_back(static_cast<int>(index));
  return indices;
}

// Tells a list without elements, and the first element that can be no index.
void ValidateIndices(const BlockArguments& arguments, ArgumentProblems* problems) {
  constexpr double kWidest = 1e6;
  if (arguments.size("indices") == 0)
    problems->Add("indices", "is empty: name one element or more");
  for (const double index : arguments.vector("indices")) {
    if (index >= 0 && index < kWidest && index == std::floor(index)) continue;
    problems->Add("indices", "has the element " + FormatNumber(index) +
                                 ": each must be a whole number from 0 to 999999");
    return;
  }
}

// The output is as wide as there are indices. How wide the input is they do not say, only that it
// must have the largest index.
void InferSelectorWidths(const BlockArguments& arguments, BlockWidths* widths) {
  const std::vector<int> indices = Indices(arguments);
  widths->set_out(0, static_cast<int>(indices.size()));
  const int last = *std::max_element(indices.begin(), indices.end());
  if (widths->in(0) == 0 || last < widths->in(0)) return;
  widths->WrongInput(
      0, "`indices` names its element " + std::to_string(last) + "; elements are counted from 0");
}

}  // namespace

// Picks elements of a vector, y[i] = u[indices[i]].
//
//     u → Selector → y (as wide as there are indices)
template <typename T>
class Selector final : public LeafSystem<T> {
 public:
  // `indices` are counted from 0; std::logic_error where one is no element of u. An element may be
  // picked several times.
  Selector(std::vector<int> indices, int input_width)
      : LeafSystem<T>(KeepArguments<Selector, T>(indices, input_width)),
        indices_(std::move(indices)) {
    for (const int index : indices_) LOOPWRIGHT_THROW_UNLESS(index >= 0 && index < input_width);
    this->DeclareVectorInputPort("u", input_width);
    this->template DeclareVectorOutputPort<&Selector::CalcOutput>(
        "y", static_cast<int>(indices_.size()), {this->all_input_ports_ticket()});
  }

  // From the parameter `indices` and the width of the input.
  explicit Selector(const BlockArguments& arguments)
      : Selector(Indices(arguments), arguments.input_width(0)) {}

 private:
  // Copies the chosen elements, in the order of the indices; one may be chosen several times.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* u = this->input_data(context, 0);
    for (const int index : indices_) *y++ = u[index];
  }

  std::vector<int> indices_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Selector)

// Elements are counted from 0, as in the names of signals: u[0] is the first.
BlockDescriptor SelectorBlock() {
  BlockDescriptor block;
  block.type = "Selector";
  block.category = "routing";
  block.title = "Selector";
  block.summary = "Picks elements.";
  block.search_words = "element, index, pick, extract, subvector, slice";
  block.names_elsewhere = "EXTRACTOR, INDEX, SUBMAT";
  block.icon = R"(
  <circle cx="5.5" cy="5.5" r="1.8"/>
  <circle cx="5.5" cy="12" r="2.5" fill="currentColor" stroke="none"/>
  <circle cx="5.5" cy="18.5" r="1.8"/>
  <path d="M10 12 H20.5 M16.8 8.3 L20.6 12 L16.8 15.7"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("indices", ParameterKind::kVector, ParameterSetting::List{0}, "",
                    "counted from 0", ""),
  };
  block.infer_widths = InferSelectorWidths;
  block.validate = ValidateIndices;
  block.face = [](const FaceParameters& p) {
    std::string indices = p.Text("indices");
    if (!indices.starts_with('[')) indices = "[" + indices + "]";
    return Face::TextOr("u" + indices, "u[…]");
  };
  block.UseSystem<Selector>();
  return block;
}

}  // namespace loopwright
