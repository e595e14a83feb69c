// Vector signals through every block: what a block does to a vector it does to each element.

#include <QObject>
#include <QTest>
#include <set>

#include "tests/blocklib/block_cases.h"
#include "tests/test_main.h"

namespace loopwright::test_every_block_widths {

namespace {

/// Types that are not elementwise by their nature.
const std::set<std::string>& NotElementwise() {
  static const std::set<std::string> types{
      // Their widths are parameters, or they join and split.
      "Mux",
      "Demux",
      "Selector",
      "StateSpace",
      "DiscreteStateSpace",
      "KalmanFilter",
      // Their output is one number of a vector.
      "DotProduct",
      "Norm",
      // Formulas of numbers, or single input and output.
      "DifferentialEquation",
      "DifferenceEquation",
      "StochasticEquation",
      "TransferFunction",
      "ZeroPoleGain",
      "DiscreteTransferFunction",
      "DiscreteZeroPoleGain",
      // Plants.
      "MassSpringDamper",
      "Pendulum",
      "CartPole",
      "DcMotor",
  };
  return types;
}

constexpr double kAmplitudes[] = {1, -0.6, 1.4};

/// The block with sines of these amplitudes at every input.
std::string DiagramDriven(const std::string& type, const std::string& parameters,
                          const std::vector<double>& amplitudes) {
  const std::string block = "'b': {'type': '" + type + "', 'parameters': {" + parameters + "}}";
  const Document alone = LoadText(DiagramText(block, ""));
  const PortNames ports = FindPorts(alone, "", alone.root.blocks[0], BuiltInBlocks());
  std::string blocks = block, wires;
  for (size_t i = 0; i < ports.inputs.size(); ++i) {
    const std::string source = "s" + std::to_string(i + 1);
    // The index of a MultiportSwitch goes between 0.6 and 2.4.
    const bool is_index = ports.inputs[i] == "index";
    std::string list;
    for (const double amplitude : amplitudes) {
      list += (list.empty() ? "" : ", ") + std::to_string((is_index ? 0.6 : 1) * amplitude);
    }
    blocks += ", '" + source + "': {'type': 'Sine', 'parameters': {'amplitude': [" + list +
              "], 'frequency': " + std::to_string(3 + i) +
              ", 'phase': 0.7, 'bias': " + (is_index ? "1.5" : "0.2") + "}}";
    wires += source + ".y>b." + ports.inputs[i] + " ";
  }
  return DiagramText(blocks, wires);
}

/// The paths of the block's outputs.
std::vector<std::string> OutputPaths(const std::string& text) {
  const Document document = LoadText(text);
  std::vector<std::string> paths;
  for (const std::string& name :
       FindPorts(document, "", document.root.blocks[0], BuiltInBlocks()).outputs) {
    paths.push_back("b." + name);
  }
  return paths;
}

/// With fixed steps and without isolation, so that elements do not share their events.
RunResult Run(const std::string& text) {
  RunOptions options;
  options.fixed_step = 0.01;
  options.no_isolation = true;
  return RunDiagram(text, OutputPaths(text), 1, options);
}

bool IsClose(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-12 * std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace

class TestEveryBlockWidths : public QObject {
  Q_OBJECT

 private slots:
  void isElementwise_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("parameters");
    for (const BlockDescriptor& block : BuiltInBlocks().all()) {
      if (block.role != BlockRole::kSystem || block.inputs.empty()) continue;
      if (NotElementwise().count(block.type) > 0) continue;
      const QString type = QString::fromStdString(block.type);
      QTest::newRow(qPrintable(type)) << type << "";
      const auto [begin, end] = Variants().equal_range(block.type);
      for (auto i = begin; i != end; ++i) {
        const QString parameters = QString::fromStdString(i->second);
        QTest::newRow(qPrintable(type + " " + parameters)) << type << parameters;
      }
    }
  }
  void isElementwise() {
    const std::string type = RowText("type"), parameters = RowText("parameters");
    const std::string text =
        DiagramDriven(type, parameters, {std::begin(kAmplitudes), std::end(kAmplitudes)});
    if (!Problems(DiagramDriven(type, parameters, {1})).empty()) {
      QSKIP("needs other parameters");  // a file; or a matrix, which wants a vector of its own
    }
    if (!parameters.empty() && !Problems(text).empty()) {
      QSKIP("takes no vector with these parameters");  // a vector of another width, a formula
    }
    const auto problems = CheckDocument(LoadText(text), BuiltInBlocks());
    QVERIFY2(!HasErrors(problems), problems.empty() ? "" : problems[0].text.c_str());
    const std::vector<std::string> outputs = OutputPaths(text);
    const RunResult together = Run(text);
    const RunEnd end = together.outcome.end;
    QVERIFY2(end == RunEnd::kDone || end == RunEnd::kTerminated, together.outcome.message.c_str());
    if (outputs.empty()) return;
    const size_t columns = together.rows[0].values.size();
    if (!parameters.empty() && columns != 3 * outputs.size()) QSKIP("is not elementwise so");
    QCOMPARE(columns, 3 * outputs.size());
    for (size_t element = 0; element < 3; ++element) {
      const RunResult alone = Run(DiagramDriven(type, parameters, {kAmplitudes[element]}));
      for (double t = 0; t < 1; t += 0.05) {
        for (size_t k = 0; k < outputs.size(); ++k) {
          const double vector = together.at(t + 1e-9, '-', 3 * k + element);
          const double number = alone.at(t + 1e-9, '-', k);
          QVERIFY2(IsClose(vector, number),
                   qPrintable(QString("element %1 of %2 is %3 at %4, alone %5")
                                  .arg(element)
                                  .arg(outputs[k].c_str())
                                  .arg(vector, 0, 'g', 17)
                                  .arg(t)
                                  .arg(number, 0, 'g', 17)));
        }
      }
    }
  }
};

LOOPWRIGHT_TEST(TestEveryBlockWidths)

}  // namespace loopwright::test_every_block_widths

#include "test_every_block_widths.moc"
