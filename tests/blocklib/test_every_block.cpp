#include <QObject>
#include <QTest>
#include <limits>
#include <map>

#include "tests/allocation_count.h"
#include "tests/blocklib/block_cases.h"

// After the header that takes Qt's keyword away.
#include "engine/diagram/diagram.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_every_block {

namespace {

/// A context of the block alone with inputs u and continuous state x, counted through; elements of
/// discrete state too, so that feedthrough does not hide behind a zero.
template <typename T>
std::unique_ptr<Context<T>> MakeContext(const System<T>& block, const std::vector<T>& values) {
  auto context = block.CreateDefaultContext();
  size_t next = 0;
  const auto take = [&] { return values.at(next++ % values.size()); };
  for (int i = 0; i < block.num_input_ports(); ++i) {
    VectorX<T> u(block.get_input_port(i).size());
    for (int k = 0; k < u.size(); ++k) u[k] = take();
    block.get_input_port(i).FixValue(context.get(), u);
  }
  VectorX<T> x(block.num_continuous_states());
  for (int k = 0; k < x.size(); ++k) x[k] = take();
  context->SetContinuousState(x);
  for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
    VectorX<T> xd(context->get_discrete_state(g).size());
    for (int k = 0; k < xd.size(); ++k) xd[k] = T(ValueOf(take()));
    context->SetDiscreteState(g, xd);
  }
  context->SetTime(T(0.4));
  return context;
}

/// All outputs, then all derivatives.
template <typename T>
std::vector<T> Evaluate(const System<T>& block, const Context<T>& context) {
  std::vector<T> result;
  for (int i = 0; i < block.num_output_ports(); ++i) {
    const auto y = block.get_output_port(i).Eval(context);
    for (int k = 0; k < y.size(); ++k) result.push_back(y[k]);
  }
  if (block.num_continuous_states() > 0) {
    const VectorX<T> derivatives = block.EvalTimeDerivatives(context).CopyToVector();
    for (const T& derivative : derivatives) result.push_back(derivative);
  }
  return result;
}

/// What the tests of one sign or another start from: not where branches meet, and more numbers than
/// inputs and state repeat at a distance.
const std::vector<std::vector<double>> kPoints{{0.11, -0.13, 0.12, 0.14, -0.16},
                                               {-0.11, 0.13, -0.17, 0.15, 0.12},
                                               {0.43, 0.37, -0.57, -0.63, 0.52}};

/// The block's parameters, each given as its default.
std::string DefaultsSpelledOut(const std::string& type) {
  std::string text;
  for (const ParameterDescriptor& parameter : BuiltInBlocks().Find(type)->parameters) {
    text +=
        (text.empty() ? "\"" : ", \"") + parameter.name + "\": " + ToJson(parameter.default_value);
  }
  return text;
}

}  // namespace

/// What holds for every block type, with its defaults and with other parameters.
class TestEveryBlock : public QObject {
  Q_OBJECT

 private:
  static std::string Type() { return RowText("type"); }
  static std::string Text() { return LeastDiagram(Type(), RowText("parameters")); }

 private slots:
  void isFoundValid_data() { AddBlockRows(IsAny); }
  void isFoundValid() {
    for (const Diagnostic& problem : CheckDocument(LoadText(Text()), BuiltInBlocks())) {
      if (problem.severity != Severity::kInfo) QFAIL(problem.text.c_str());
    }
  }

  void survivesAFile_data() { AddBlockRows(IsAny); }
  void survivesAFile() {
    const Document document = LoadText(Text());
    const std::string bytes = SaveCanonical(document);
    const Document again = LoadText(bytes);
    QVERIFY(again == document);
    QCOMPARE(SaveCanonical(again), bytes);
  }

  void isTheSameWithItsDefaultsSpelledOut_data() { AddBlockRows(IsAny); }
  void isTheSameWithItsDefaultsSpelledOut() {
    if (!RowText("parameters").empty()) QSKIP("these are no defaults");
    RunOptions options;
    options.all_signals = true;
    std::string spelled_out = Text();
    const size_t at = spelled_out.find("\"parameters\": {}", spelled_out.find("\"b\""));
    QVERIFY(at != std::string::npos);
    spelled_out.replace(at, 16, "\"parameters\": {" + DefaultsSpelledOut(Type()) + "}");
    QVERIFY(RunDiagram(spelled_out, {}, 1, options).rows ==
            RunDiagram(Text(), {}, 1, options).rows);
  }

  void runsTheSameWithAndWithoutCache_data() { AddBlockRows(IsAny); }
  void runsTheSameWithAndWithoutCache() {
    const std::string text = Text();
    RunOptions options;
    options.all_signals = true;
    const RunResult cached = RunDiagram(text, {}, 1, options);
    QVERIFY2(cached.outcome.end == RunEnd::kDone || cached.outcome.end == RunEnd::kTerminated,
             cached.outcome.message.c_str());
    QVERIFY(!cached.rows.empty());
    options.no_cache = true;
    QVERIFY(RunDiagram(text, {}, 1, options).rows == cached.rows);
    options.no_cache = false;
    options.check_cache = true;
    QVERIFY(RunDiagram(text, {}, 1, options).rows == cached.rows);
  }

  void derivativesAreThoseOfFiniteDifferences_data() { AddBlockRows(IsComputed); }
  void derivativesAreThoseOfFiniteDifferences() {
    const std::string text = Text();
    const Built<double> plain = Build<double>(text);
    const Built<AutoDiff> differentiated = Build<AutoDiff>(text);
    constexpr double kStep = 1e-6;
    for (const std::vector<double>& point : kPoints) {
      std::vector<AutoDiff> seeded;
      for (size_t k = 0; k < point.size(); ++k) {
        seeded.emplace_back(point[k], static_cast<int>(k));
      }
      const std::vector<AutoDiff> exact =
          Evaluate(*differentiated.block, *MakeContext(*differentiated.block, seeded));
      const std::vector<double> value = Evaluate(*plain.block, *MakeContext(*plain.block, point));
      QCOMPARE(exact.size(), value.size());
      for (size_t k = 0; k < point.size(); ++k) {
        std::vector<double> up = point, down = point;
        up[k] += kStep;
        down[k] -= kStep;
        const std::vector<double> above = EvaluateAt(*plain.block, point, up);
        const std::vector<double> below = EvaluateAt(*plain.block, point, down);
        for (size_t i = 0; i < value.size(); ++i) {
          QCOMPARE(exact[i].value(), value[i]);
          const double slope = (above[i] - below[i]) / (2 * kStep);
          QVERIFY2(
              std::abs(exact[i].derivatives()[k] - slope) <= 1e-6 * std::max(1.0, std::abs(slope)),
              qPrintable(QString("result %1 by value %2: %3, by differences %4")
                             .arg(i)
                             .arg(k)
                             .arg(exact[i].derivatives()[k])
                             .arg(slope)));
        }
      }
    }
  }

  // Left open, prerequisites would be looked up in the symbolic form whenever a diagram is built.
  void saysWhatItsOutputsDependOn_data() { AddBlockRows(IsSystem); }
  void saysWhatItsOutputsDependOn() {
    const Built<double> built = Build<double>(Text());
    const Diagram<double>& diagram = *built.result.diagram;
    for (int i = 0; i < diagram.num_subsystems(); ++i) {
      QVERIFY(!diagram.subsystem(i).has_symbolic_inputs());
      for (int o = 0; o < diagram.subsystem(i).num_output_ports(); ++o) {
        const CacheEntry<double>* entry = diagram.subsystem(i).get_output_port(o).cache_entry();
        QVERIFY(entry == nullptr || !entry->has_default_prerequisites());
      }
    }
  }

  void doesNotAllocateWhileStepping_data() { AddBlockRows(IsSystem); }
  void doesNotAllocateWhileStepping() {
    // To end a run takes a text that says why. So the input of StopWhen stays 0 here.
    const std::string text = Type() == "StopWhen"
                                 ? DiagramText(
                                       "'c': {'type': 'Sine', 'parameters': {'amplitude': 0}},"
                                       "'b': {'type': 'StopWhen'}",
                                       "c.y>b.u")
                                 : Text();
    const Built<double> built = Build<double>(text);
    Simulator<double> simulator(*built.result.diagram);
    QCOMPARE(simulator.Initialize().reason(), SimulatorStatus::kReachedBoundaryTime);
    // Until every block has had an event: buffers are made at the first.
    for (double t = 0.05; t < 2.1; t += 0.1) {
      QCOMPARE(simulator.AdvanceTo(t).reason(), SimulatorStatus::kReachedBoundaryTime);
    }
    const long before = AllocationCount();
    for (double t = 2.1; t < 4.1; t += 0.1) simulator.AdvanceTo(t);
    QCOMPARE(AllocationCount() - before, 0L);
    QVERIFY(simulator.get_context().get_time() > 3.9);
  }

 private:
  /// Inputs and continuous state as in `moved`, discrete state as in `point`.
  static std::vector<double> EvaluateAt(const System<double>& block,
                                        const std::vector<double>& point,
                                        const std::vector<double>& moved) {
    const auto context = MakeContext(block, moved);
    const auto fixed = MakeContext(block, point);
    for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
      context->SetDiscreteState(g, VectorX<double>(fixed->get_discrete_state(g).value()));
    }
    return Evaluate(block, *context);
  }
};

LOOPWRIGHT_TEST(TestEveryBlock)

}  // namespace loopwright::test_every_block

#include "test_every_block.moc"
