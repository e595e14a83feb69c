// Derivatives of all that blocks compute with respect to their parameters: AutoDiff against
// differences, for every block type and each element of every numeric parameter.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <set>

#include "tests/blocklib/block_results.h"

// After the header that takes Qt's keyword away.
#include "engine/check/analysis.h"
#include "tests/test_main.h"

namespace loopwright::test_parameter_derivatives {

namespace {

/// TYPE.PARAMETER that a block takes as numbers: the data of tables, and a term that is not there
/// where its numbers are 0.
const std::set<std::string>& TakenAsNumbers() {
  static const std::set<std::string> parameters{
      "DiscreteStateSpace.D", "StateSpace.D",          "LookupTable1D.breakpoints",
      "LookupTable1D.values", "LookupTable2D.columns", "LookupTable2D.rows",
      "LookupTable2D.values", "SignalTable.times",     "SignalTable.values"};
  return parameters;
}

/// All that a block of these arguments computes at one point.
template <typename T>
std::vector<T> EvaluateAt(const System<T>& block, const std::vector<double>& point) {
  auto context = block.CreateDefaultContext();
  std::vector<Eigen::Index> sizes;
  for (int i = 0; i < block.num_input_ports(); ++i) {
    sizes.push_back(block.get_input_port(i).size());
  }
  sizes.push_back(context->num_continuous_states());
  for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
    sizes.push_back(context->get_discrete_state(g).size());
  }
  SetValues<T>(block, sizes, std::vector<T>(point.begin(), point.end()), context.get(), true);
  return EvaluateAll<T>(block, *context);
}

/// How what a block computes changes with an element of one of its parameters, by differences.
class ByDifferences {
 public:
  ByDifferences(const BlockDescriptor& type, const BlockArguments& arguments, int parameter,
                Eigen::Index element) {
    for (const double step : {-kStep, 0.0, kStep}) {
      BlockArguments changed = arguments;
      const ParameterDescriptor& descriptor = type.parameters[static_cast<size_t>(parameter)];
      if (descriptor.kind == ParameterKind::kNumber) {
        changed.Set(parameter, arguments.number(descriptor.name) + step);
      } else {
        const FormulaValue& value = arguments.value(descriptor.name);
        Eigen::MatrixXd elements = value.elements();
        elements(element / elements.cols(), element % elements.cols()) += step;
        changed.Set(parameter, value.is_matrix()   ? FormulaValue::Matrix(elements)
                               : value.is_number() ? FormulaValue(elements(0, 0))
                                                   : FormulaValue::Vector(elements.col(0)));
      }
      blocks_.push_back(type.make(changed));
    }
  }

  const System<double>& block() const { return *blocks_[1]; }
  /// Each derivative; nothing where there is a kink between.
  std::vector<std::optional<double>> At(const std::vector<double>& point) const {
    const std::vector<double> below = EvaluateAt(*blocks_[0], point);
    const std::vector<double> at = EvaluateAt(*blocks_[1], point);
    const std::vector<double> above = EvaluateAt(*blocks_[2], point);
    std::vector<std::optional<double>> slopes(at.size());
    if (below.size() != at.size() || above.size() != at.size()) return slopes;
    for (size_t i = 0; i < at.size(); ++i) {
      const double left = (at[i] - below[i]) / kStep, right = (above[i] - at[i]) / kStep;
      const double slope = 0.5 * (left + right);
      const double bend = std::abs(right - left), size = 1 + std::abs(slope);
      if (bend <= 1e-2 * size && std::abs(at[i]) < 1e3) slopes[i] = slope;
    }
    return slopes;
  }

 private:
  static constexpr double kStep = 1e-6;
  std::vector<std::unique_ptr<System<double>>> blocks_;
};

}  // namespace

class TestParameterDerivatives : public QObject {
  Q_OBJECT

  // Of all that the block computes, by element `element` (row by row) of `parameter`.
  void CompareDerivatives(const BlockDescriptor& type, const BlockArguments& arguments,
                          int parameter, int element) {
    const std::string& name = type.parameters[static_cast<size_t>(parameter)].name;
    std::optional<ByDifferences> differences;
    std::unique_ptr<System<AutoDiff>> dual;
    try {
      differences.emplace(type, arguments, parameter, element);
      BlockArguments with_derivative = arguments;
      std::vector<AutoDiff> elements;
      const MatrixX<double> numbers =
          type.parameters[static_cast<size_t>(parameter)].kind == ParameterKind::kNumber
              ? MatrixX<double>::Constant(1, 1, arguments.number(name))
              : arguments.matrix(name);
      for (Eigen::Index i = 0; i < numbers.size(); ++i) {
        elements.emplace_back(numbers(i / numbers.cols(), i % numbers.cols()));
      }
      if (!std::isfinite(elements[static_cast<size_t>(element)].value())) return;
      elements[static_cast<size_t>(element)].derivatives()[0] = 1;
      with_derivative.SetOver(parameter, std::move(elements));
      dual = type.make_autodiff(with_derivative);
    } catch (const std::exception&) {
      return;  // It refuses a value beside its own: indices, widths.
    }
    std::mt19937_64 generator(3);
    std::uniform_real_distribution<double> near(-1, 1);
    auto context = differences->block().CreateDefaultContext();
    size_t count = 1;
    const std::vector<Eigen::Index> sizes = SizesOf(*context, differences->block());
    for (const Eigen::Index size : sizes) count += static_cast<size_t>(size);
    bool differs = false;
    for (int k = 0; k < 20; ++k) {
      std::vector<double> point;
      for (size_t i = 0; i < count; ++i) point.push_back(near(generator));
      const auto slopes = differences->At(point);
      const std::vector<AutoDiff> results = EvaluateAt(*dual, point);
      QCOMPARE(results.size(), slopes.size());
      for (size_t i = 0; i < slopes.size(); ++i) {
        if (!slopes[i] || !std::isfinite(results[i].value())) continue;
        const double derivative = results[i].derivatives()[0];
        num_derivatives_ += derivative != 0;
        const bool is_same = std::abs(derivative - *slopes[i]) <= 1e-3 * (1 + std::abs(*slopes[i]));
        if (is_same) continue;
        differs = true;
        QVERIFY2(
            TakenAsNumbers().contains(type.type + "." + name),
            qPrintable(QString("%1.%2[%3], result %4: %5, by differences %6")
                           .arg(QString::fromStdString(type.type), QString::fromStdString(name))
                           .arg(element)
                           .arg(i)
                           .arg(derivative)
                           .arg(*slopes[i])));
      }
    }
    if (differs) taken_as_numbers_.insert(type.type + "." + name);
  }

  std::set<std::string> taken_as_numbers_;
  int num_derivatives_ = 0;

 private slots:
  // A parameter with a derivative gives all that follows from it one: as by differences.
  void hasDerivativesByItsParameters_data() { AddRowsOfVariants(); }
  void hasDerivativesByItsParameters() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    const Document document = LoadText(DiagramWith(type.toStdString(), parameters.toStdString()));
    const Analysis analysis = Analyse(document, BuiltInBlocks(), true);
    const auto& blocks = analysis.structure.blocks;
    const auto node = std::find_if(blocks.begin(), blocks.end(),
                                   [](const auto& block) { return block.block->name == "b"; });
    const BlockDescriptor& descriptor = *node->type;
    for (int p = 0; p < static_cast<int>(descriptor.parameters.size()); ++p) {
      const ParameterDescriptor& parameter = descriptor.parameters[static_cast<size_t>(p)];
      if (parameter.kind != ParameterKind::kNumber && parameter.kind != ParameterKind::kVector &&
          parameter.kind != ParameterKind::kMatrix) {
        continue;
      }
      for (int e = 0; e < node->arguments->size(parameter.name); ++e) {
        CompareDerivatives(descriptor, *node->arguments, p, e);
      }
    }
  }

  // After all rows: the list is no longer than it must be.
  void everyParameterTakenAsNumbersWasSeen() {
    QCOMPARE(taken_as_numbers_.size(), TakenAsNumbers().size());
    QVERIFY(num_derivatives_ > 1000);
  }
};

LOOPWRIGHT_TEST(TestParameterDerivatives)

}  // namespace loopwright::test_parameter_derivatives

#include "test_parameter_derivatives.moc"
