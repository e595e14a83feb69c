// The numbers of a block as a tape of its arguments: which there are, in which order, and when
// there is no such tape.

#include <QObject>
#include <QTest>
#include <vector>

#include "blocklib/registry.h"
#include "engine/build/number_program.h"
#include "tests/test_main.h"

namespace loopwright::test_number_program {
namespace {

using Settings = std::vector<std::pair<std::string, FormulaValue>>;

FormulaValue Vector(std::vector<double> elements) {
  return FormulaValue::Vector(
      Eigen::Map<Eigen::VectorXd>(elements.data(), static_cast<Eigen::Index>(elements.size())));
}

// With ports of the given widths.
BlockArguments Arguments(const std::string& type, const Settings& settings,
                         std::vector<int> inputs) {
  BlockArguments arguments(*BuiltInBlocks().Find(type), "b", nullptr);
  for (const auto& [name, value] : settings) {
    arguments.Set(arguments.descriptor().ParameterIndex(name), value);
  }
  arguments.set_widths(std::move(inputs), {1});
  return arguments;
}

// Which arguments vary, by name.
std::optional<NumberProgram> Program(const BlockArguments& arguments,
                                     const std::vector<std::string>& names) {
  std::vector<int> varied;
  for (const std::string& name : names) {
    varied.push_back(arguments.descriptor().ParameterIndex(name));
  }
  return NumberProgram::Make(arguments, varied);
}

std::vector<double> Values(const NumberProgram& program, const BlockArguments& arguments) {
  std::vector<double> buffer{1, 2, 3};
  const std::span<const double> values = program.Evaluate(arguments, &buffer);
  return {values.begin(), values.end()};
}

}  // namespace

class NumberProgramTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void elementsAreCopiedRowByRow() {
    const auto with = [](const Eigen::Matrix2d& gain) {
      return Arguments("Gain", {{"gain", FormulaValue::Matrix(gain)}}, {2});
    };
    const auto program = Program(with((Eigen::Matrix2d() << 1, 2, 3, 4).finished()), {"gain"});
    QVERIFY(program.has_value());
    QVERIFY(program->is_copy());
    QCOMPARE(program->numbers(), (std::vector<int>{0, 1, 2, 3}));
    QCOMPARE(Values(*program, with((Eigen::Matrix2d() << 5, 6, 7, 8).finished())),
             (std::vector<double>{5, 6, 7, 8}));
  }

  // The state comes first, then the coefficients of the denominator and the numerator, divided by
  // the leading one.
  void coefficientsAreDivided() {
    const auto with = [](double numerator, double leading, double last) {
      return Arguments(
          "TransferFunction",
          {{"numerator", Vector({numerator})}, {"denominator", Vector({leading, last})}}, {1});
    };
    const auto program = Program(with(1, 1, 1), {"numerator", "denominator"});
    QVERIFY(program.has_value());
    QVERIFY(!program->is_copy());
    QCOMPARE(program->numbers(), (std::vector<int>{1, 2}));
    QCOMPARE(Values(*program, with(9, 3, 7)), (std::vector<double>{7. / 3, 3}));
    const auto half = Program(with(1, 2, 1), {"numerator"});
    QCOMPARE(half->numbers(), std::vector<int>{2});
    QCOMPARE(Values(*half, with(5, 2, 1)), std::vector<double>{2.5});
  }

  void noiseHasNoSymbolicForm() {
    QVERIFY(!Program(Arguments("GaussianNoise", {}, {}), {"mean"}).has_value());
  }

  // Nothing happens every NaN seconds.
  void aPeriodIsRefused() {
    QVERIFY(!Program(Arguments("UnitDelay", {}, {1}), {"period"}).has_value());
  }

  void manyElementsAreNotTaken() {
    const auto gains = [](int count) {
      return Arguments("Gain", {{"gain", Vector(std::vector<double>(count, 2))}}, {count});
    };
    QVERIFY(Program(gains(NumberProgram::kMaxElements), {"gain"}).has_value());
    QVERIFY(!Program(gains(NumberProgram::kMaxElements + 1), {"gain"}).has_value());
  }
};

LOOPWRIGHT_TEST(NumberProgramTest)

}  // namespace loopwright::test_number_program

#include "test_number_program.moc"
