#include <algorithm>
#include <cstdint>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "blocklib/nonlinear/bounded_table.h"
#include "blocklib/nonlinear/lookup_table_1d.h"
#include "blocklib/nonlinear/table_arguments.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// The grid must have a value for each pair of a row and a column.
void ValidateGrid(const BlockArguments& arguments, ArgumentProblems* problems) {
  ValidateBreakpoints(arguments, "rows", problems);
  ValidateBreakpoints(arguments, "columns", problems);
  RequireFinite(arguments, {"values"}, problems);
  const Eigen::MatrixXd& values = arguments.matrix("values");
  const int rows = arguments.size("rows"), columns = arguments.size("columns");
  if (values.rows() != rows || values.cols() != columns) {
    problems->Add("values", "is " + std::to_string(values.rows()) + " x " +
                                std::to_string(values.cols()) + "; it must be " +
                                std::to_string(rows) + " x " + std::to_string(columns) +
                                ", as many as `rows` x `columns`");
  }
}

}  // namespace

// Interpolates bilinearly in a grid, elementwise: u1 goes along the rows' breakpoints, u2 along
// the columns'.
//
//     u1 → ┌───────────────┐
//     u2 → │ LookupTable2D │ → y
//          └───────────────┘
//
// Outside, `hold` takes the nearest point of the grid's rectangle and `linear` goes on with the
// outermost cells. With `error`, the same as hold is computed, and a run in which an element of u1
// or u2 leaves the range of its breakpoints fails there (located; at the start time and across
// jumps too).
//
// Each element of y has two modes (semantics 11), its row and its column of cells: the number of
// breakpoints not above u1 (u2). An input of one element is spread.
// Modes by hand: one for n rows or columns, which are n - 1 comparisons in a formula.
template <typename T>
class LookupTable2D final : public BoundedTable<T> {
 public:
  // `rows` and `columns` are strictly increasing and finite; `values` is rows x columns. Each
  // element of y has two modes, one for each axis, since its inputs cross grid lines separately.
  LookupTable2D(const Eigen::VectorXd& rows, const Eigen::VectorXd& columns,
                const Eigen::MatrixXd& values, TableExtrapolation extrapolation, int u1_width,
                int u2_width)
      : BoundedTable<T>(KeepArguments<LookupTable2D, T>(rows, columns, values, extrapolation,
                                                        u1_width, u2_width)),
        rows_(rows),
        columns_(columns),
        values_(values),
        extrapolation_(extrapolation),
        widths_{u1_width, u2_width},
        width_(std::max(u1_width, u2_width)) {
    LOOPWRIGHT_THROW_UNLESS(values.rows() == rows.size() && values.cols() == columns.size());
    LOOPWRIGHT_THROW_UNLESS(values.size() > 0);
    for (int input = 0; input < 2; ++input) {
      LOOPWRIGHT_THROW_UNLESS(widths_[input] == 1 || widths_[input] == width_);
      this->DeclareVectorInputPort(NumberedPort("u", input), widths_[input]);
    }
    this->DeclareModes(2 * width_);
    this->template DeclareVectorOutputPort<&LookupTable2D::CalcOutput>(
        "y", width_, {this->all_input_ports_ticket(), this->modes_ticket()});
    if (extrapolation == TableExtrapolation::kError) {
      this->FailOutside({{NumberedPort("u", 0), u1_width, rows[0], rows[rows.size() - 1]},
                         {NumberedPort("u", 1), u2_width, columns[0], columns[columns.size() - 1]}},
                        "an input leaves the table");
    }
  }

  // From the parameters `rows`, `columns`, `values` and `extrapolation`.
  explicit LookupTable2D(const BlockArguments& arguments)
      : LookupTable2D(arguments.vector("rows"), arguments.vector("columns"),
                      arguments.matrix("values"), ExtrapolationOf(arguments),
                      arguments.input_width(0), arguments.input_width(1)) {}

 private:
  // Where along an axis: between point `index` and the next, the latter weighing `weight`.
  struct Place {
    int index;
    T weight;
  };

  // The branch of an axis that `u` lies in. The number of points not above u: 0 before the first,
  // all of them behind the last. Where the outermost cells go on, those two belong to them.
  int64_t FindCell(const Eigen::VectorXd& axis, double u) const {
    const int64_t below = std::upper_bound(axis.begin(), axis.end(), u) - axis.begin();
    if (extrapolation_ != TableExtrapolation::kLinear) return below;
    return std::clamp<int64_t>(below, 1, std::max<int64_t>(axis.size() - 1, 1));
  }

  // The place of `u` by branch `cell` of an axis. Outside, and on an axis of one point, the weight
  // is 0, so that the value of a point is held. Compiled into its caller, which needs it twice for
  // each value.
  [[gnu::always_inline]] Place Locate(const Eigen::VectorXd& axis, int64_t cell, const T& u) const {
    const int index = static_cast<int>(cell) - 1;
    if (cell == 0 || axis.size() == 1) return {0, T(0)};
    if (cell == axis.size()) return {index, T(0)};
    return {index, (u - T(axis[index])) / T(axis[index + 1] - axis[index])};
  }

  // How far u is inside branch `cell`. The distance to the nearer bound of the cell; a cell without
  // a bound on a side goes on for ever there.
  T Margin(const Eigen::VectorXd& axis, int64_t cell, const T& u) const {
    const bool is_linear = extrapolation_ == TableExtrapolation::kLinear;
    const int64_t first = is_linear ? 1 : 0;
    const int64_t last = is_linear ? std::max<int64_t>(axis.size() - 1, 1) : axis.size();
    T margin(1);
    if (cell > first) margin = u - T(axis[cell - 1]);
    if (cell == last) return margin;
    const T below = T(axis[cell]) - u;
    return cell > first ? select(below < margin, below, margin) : below;
  }

  // The value in the cell of these branches. First along the two rows, then between them. At the
  // last row or column the next one is itself.
  T Interpolate(int64_t row, int64_t column, const T& u1, const T& u2) const {
    const Place i = Locate(rows_, row, u1);
    const Place j = Locate(columns_, column, u2);
    const int next_i = std::min(i.index + 1, static_cast<int>(rows_.size()) - 1);
    const int next_j = std::min(j.index + 1, static_cast<int>(columns_.size()) - 1);
    const T along = T(1) - j.weight;
    const T upper = along * T(values_(i.index, j.index)) + j.weight * T(values_(i.index, next_j));
    const T lower = along * T(values_(next_i, j.index)) + j.weight * T(values_(next_i, next_j));
    return (T(1) - i.weight) * upper + i.weight * lower;
  }

  // The value by whatever branches are right, as one expression. Nested choices, from the last cell
  // to the first: the form over expressions, which have no value to find a cell by.
  T InterpolateBySelection(const T& u1, const T& u2) const {
    const auto cells = [this](const Eigen::VectorXd& axis) {
      const bool is_linear = extrapolation_ == TableExtrapolation::kLinear && axis.size() > 1;
      return is_linear ? std::pair<int64_t, int64_t>(1, axis.size() - 1)
                       : std::pair<int64_t, int64_t>(0, axis.size());
    };
    const auto [first_row, last_row] = cells(rows_);
    const auto [first_column, last_column] = cells(columns_);
    // The choice between the cells of one row, and below the choice between rows.
    const auto in_row = [&, first = first_column, last = last_column](int64_t row) {
      T value = Interpolate(row, last, u1, u2);
      for (int64_t column = last - 1; column >= first; --column) {
        value = select(u2 < T(columns_[column]), Interpolate(row, column, u1, u2), value);
      }
      return value;
    };
    T value = in_row(last_row);
    for (int64_t row = last_row - 1; row >= first_row; --row) {
      value = select(u1 < T(rows_[row]), in_row(row), value);
    }
    return value;
  }

  // By selection over expressions, by the held cells during a step, otherwise by the cells of the
  // values.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* u1 = this->input_data(context, 0);
    const T* u2 = this->input_data(context, 1);
    const int64_t* held = this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      const T& a = u1[i * Stride(widths_[0])];
      const T& b = u2[i * Stride(widths_[1])];
      if constexpr (kIsSymbolic<T>) {
        y[i] = InterpolateBySelection(a, b);
      } else if (held) {
        y[i] = Interpolate(held[2 * i], held[2 * i + 1], a, b);
      } else {
        y[i] = Interpolate(FindCell(rows_, ValueOf(a)), FindCell(columns_, ValueOf(b)), a, b);
      }
      // In a cell at the end, whose place does not depend on the input, NaN would be lost.
      y[i] = select(a == a, select(b == b, y[i], b), a);  // NOLINT(misc-redundant-expression)
    }
  }

  // The modes of element i are 2i for its row and 2i + 1 for its column.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    for (int input = 0; input < 2; ++input) {
      const T* u = this->input_data(context, input);
      for (int i = 0; i < width_; ++i) {
        modes[2 * i + input] = FindCell(axis(input), JustAfter(u[i * Stride(widths_[input])]));
      }
    }
  }

  // Each axis has its own distances; they are listed in the order of the modes.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    for (int input = 0; input < 2; ++input) {
      const T* u = this->input_data(context, input);
      for (int i = 0; i < width_; ++i) {
        margins[2 * i + input] =
            Margin(axis(input), modes[2 * i + input], u[i * Stride(widths_[input])]);
      }
    }
  }

  const Eigen::VectorXd& axis(int input) const { return input == 0 ? rows_ : columns_; }

  Eigen::VectorXd rows_, columns_;
  Eigen::MatrixXd values_;
  TableExtrapolation extrapolation_;
  int widths_[2];  ///< of the inputs
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(LookupTable2D)

// The first input chooses the row and the second the column; the values are given row by row.
BlockDescriptor LookupTable2DBlock() {
  BlockDescriptor block;
  block.type = "LookupTable2D";
  block.category = "nonlinear";
  block.title = "Lookup table of two inputs";
  block.summary = "Interpolates in a grid.";
  block.search_words = "map, 2D lookup, characteristic map, surface, bilinear, engine map";
  block.names_elsewhere = "2-D Lookup Table, Lookup Table (2-D), LOOKUP2D, INTRP2BLK_f";
  block.icon = R"(
  <path d="M4 4 H20 V20 H4 Z M9.33 4 V20 M14.67 4 V20 M4 9.33 H20 M4 14.67 H20"/>
  <path d="M9.33 9.33 H14.67 V14.67 H9.33 Z" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u1", "u2"};
  block.outputs = {"y"};
  using List = ParameterSetting::List;
  block.parameters = {
      MakeParameter("rows", ParameterKind::kVector, List{0, 1}, "", "strictly increasing", ""),
      MakeParameter("columns", ParameterKind::kVector, List{0, 1}, "", "strictly increasing", ""),
      MakeParameter("values", ParameterKind::kMatrix, List{List{0, 0}, List{0, 1}}, "",
                    "rows x columns", ""),
      ExtrapolationParameter(),
  };
  block.behaviour = "bilinear";
  block.validate = ValidateGrid;
  block.UseSystem<LookupTable2D>();
  return block;
}

}  // namespace loopwright
