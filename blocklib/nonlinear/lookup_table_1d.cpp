#include "blocklib/nonlinear/lookup_table_1d.h"

#include <utility>
#include <vector>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "blocklib/nonlinear/table_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// A table that fails outside holds its end values until the failure is told.
PiecewiseCubic::Extrapolation Outside(TableExtrapolation extrapolation) {
  return extrapolation == TableExtrapolation::kLinear ? PiecewiseCubic::Extrapolation::kLinear
                                                      : PiecewiseCubic::Extrapolation::kHold;
}

// The interpolation that the block's choice names; the third one is "cubic".
PiecewiseCubic::Interpolation InterpolationOf(const BlockArguments& arguments) {
  const std::string& name = arguments.text("interpolation");
  return name == "linear"    ? PiecewiseCubic::Interpolation::kLinear
         : name == "nearest" ? PiecewiseCubic::Interpolation::kNearest
                             : PiecewiseCubic::Interpolation::kCubic;
}

// Beyond numbers and sizes, the table itself is made once: steep values may have slopes that no
// number can hold.
void Validate(const BlockArguments& arguments, ArgumentProblems* problems) {
  ValidateBreakpoints(arguments, "breakpoints", problems);
  RequireFinite(arguments, {"values"}, problems);
  const int points = arguments.size("breakpoints");
  const int values = arguments.size("values");
  if (values != points) {
    problems->Add("values", "has " + CountElements(values) + ", `breakpoints` has " +
                                std::to_string(points) + ": give as many");
  }
  if (!problems->empty()) return;
  const PiecewiseCubic table =
      PiecewiseCubic::Interpolate(arguments.vector("breakpoints"), arguments.vector("values"),
                                  InterpolationOf(arguments), Outside(ExtrapolationOf(arguments)));
  if (!table.is_finite()) {
    problems->Add("values", "changes too steeply: its slopes go beyond the range of numbers");
  }
}

// The nearest value changes in the middle between two breakpoints.
Face TableFace(const FaceParameters& parameters) {
  std::vector<double> breakpoints = parameters.Numbers("breakpoints");
  std::vector<double> values = parameters.Numbers("values");
  const bool has_steps = parameters.Text("interpolation") == "nearest";
  if (has_steps && breakpoints.size() > 1 && values.size() == breakpoints.size()) {
    const double last = breakpoints.back();
    for (std::size_t i = breakpoints.size(); i-- > 1;) {
      breakpoints[i] = 0.5 * (breakpoints[i - 1] + breakpoints[i]);
    }
    breakpoints.push_back(last);
    values.push_back(values.back());
  }
  return Face::Function(std::move(breakpoints), std::move(values), has_steps);
}

}  // namespace

// A table that fails outside watches its input.
template <typename T>
LookupTable1D<T>::LookupTable1D(const Eigen::VectorXd& breakpoints, const Eigen::VectorXd& values,
                                PiecewiseCubic::Interpolation interpolation,
                                TableExtrapolation extrapolation, int width)
    : BoundedTable<T>(KeepArguments<LookupTable1D, T>(breakpoints, values, interpolation,
                                                      extrapolation, width)),
      table_(
          PiecewiseCubic::Interpolate(breakpoints, values, interpolation, Outside(extrapolation))),
      width_(width) {
  this->DeclareVectorInputPort("u", width);
  this->DeclareModes(width);
  this->template DeclareVectorOutputPort<&LookupTable1D::CalcOutput>(
      "y", width, {this->all_input_ports_ticket(), this->modes_ticket()});
  if (extrapolation == TableExtrapolation::kError) {
    this->FailOutside({{"u", width, breakpoints[0], breakpoints[breakpoints.size() - 1]}},
                      "u leaves the table");
  }
}

// With held modes each element stays on its piece, as a polynomial.
template <typename T>
void LookupTable1D<T>::CalcOutput(const Context<T>& context, T* y) const {
  const T* u = this->input_data(context, 0);
  const int64_t* held = this->held_modes(context);
  for (int i = 0; i < width_; ++i) {
    y[i] = held ? table_.Evaluate(held[i], u[i]) : table_.Evaluate(u[i]);
  }
}

// A value exactly on a breakpoint belongs to the piece into which it is moving.
template <typename T>
void LookupTable1D<T>::DoCalcModes(const Context<T>& context, int64_t* modes) const {
  const T* u = this->input_data(context, 0);
  for (int i = 0; i < width_; ++i) modes[i] = table_.FindPiece(JustAfter(u[i]));
}

// How far each element is from the ends of its piece.
template <typename T>
void LookupTable1D<T>::DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                                         T* margins) const {
  const T* u = this->input_data(context, 0);
  for (int i = 0; i < width_; ++i) margins[i] = table_.Margin(modes[i], u[i]);
}

template <typename T>
LookupTable1D<T>::LookupTable1D(const BlockArguments& arguments)
    : LookupTable1D(arguments.vector("breakpoints"), arguments.vector("values"),
                    InterpolationOf(arguments), ExtrapolationOf(arguments),
                    arguments.input_width(0)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(LookupTable1D)

// Between updates a table of the nearest values only changes in steps, which is told as its timing,
// unless it goes on outside along a line.
BlockDescriptor LookupTable1DBlock() {
  BlockDescriptor block;
  block.type = "LookupTable1D";
  block.category = "nonlinear";
  block.title = "Lookup table";
  block.summary = "Interpolates in a table.";
  block.search_words =
      "lookup, look-up table, table, map, curve, characteristic, interpolation, interpolate, LUT";
  block.names_elsewhere =
      "1-D Lookup Table, Lookup Table, n-D Lookup Table, Prelookup, LOOKUP_f, INTRPLBLK_f, "
      "INTERPOLATE, Sine Table";
  block.icon = R"(
  <path d="M2.8 5 H9.8 V19 H2.8 Z M2.8 9.7 H9.8 M2.8 14.3 H9.8"/>
  <path d="M12.5 18 C16 18 15.5 6.5 21.5 6.5"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("breakpoints", ParameterKind::kVector, ParameterSetting::List{0, 1}, "",
                    "strictly increasing", ""),
      MakeParameter("values", ParameterKind::kVector, ParameterSetting::List{0, 1}, "", "as many",
                    ""),
      MakeParameter("interpolation", ParameterKind::kChoice, "linear", "",
                    "linear | nearest | cubic", ""),
      ExtrapolationParameter(),
  };
  block.validate = Validate;
  block.timing = [](const BlockArguments& arguments) {
    const bool has_steps =
        arguments.text("interpolation") == "nearest" && arguments.text("extrapolation") != "linear";
    return has_steps ? BlockTiming::kPiecewise : BlockTiming::kInherited;
  };
  block.face = TableFace;
  block.UseSystem<LookupTable1D>();
  return block;
}

}  // namespace loopwright
