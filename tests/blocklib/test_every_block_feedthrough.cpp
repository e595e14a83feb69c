// Declared direct feedthrough against what happens, for every block.

#include <QObject>
#include <QTest>

#include "tests/blocklib/block_cases.h"
#include "tests/test_main.h"

namespace loopwright::test_every_block_feedthrough {

namespace {

/// By how much inputs are moved: far beyond every band, and less than any rounding hides.
constexpr double kSteps[] = {1e-6, -1e-3, 0.1, -1, 10, -1e3};

using Outputs = std::vector<VectorX<double>>;

Outputs EvaluateOutputs(const System<double>& block, const Context<double>& context) {
  Outputs outputs;
  for (int i = 0; i < block.num_output_ports(); ++i) {
    outputs.emplace_back(block.get_output_port(i).Eval(context));
  }
  return outputs;
}

bool IsSame(const VectorX<double>& a, const VectorX<double>& b) {
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && !(std::isnan(a[i]) && std::isnan(b[i]))) return false;
  }
  return true;
}

/// Looks at a block point after point; outside a simulation, so that every branch follows the
/// present values.
class FeedthroughProbe {
 public:
  explicit FeedthroughProbe(const System<double>& block)
      : block_(block),
        values_(11),
        moved_(static_cast<size_t>(block.num_input_ports()),
               std::vector<bool>(static_cast<size_t>(block.num_output_ports()), false)) {}

  /// Moves one input after another at the next point.
  void Probe() {
    values_.ChangeMagnitude();
    const auto context = MakeProbe(block_, &values_);
    const Outputs before = EvaluateOutputs(block_, *context);
    for (int i = 0; i < block_.num_input_ports(); ++i) {
      const VectorX<double> u = block_.get_input_port(i).Eval(*context);
      for (const double step : kSteps) {
        block_.get_input_port(i).FixValue(context.get(), VectorX<double>(u.array() + step));
        context->SetAllCacheEntriesOutOfDate();
        const Outputs after = EvaluateOutputs(block_, *context);
        for (size_t k = 0; k < after.size(); ++k) {
          if (!IsSame(after[k], before[k])) moved_[static_cast<size_t>(i)][k] = true;
        }
      }
      block_.get_input_port(i).FixValue(context.get(), u);
    }
  }

  /// "input u moves output y" of the first pair that moved without being declared (or was declared
  /// and never moved); empty where there is none.
  std::string FirstUndeclared() const { return FirstPair(true, " moves output "); }
  std::string FirstIdle() const { return FirstPair(false, " never moves output "); }

 private:
  std::string FirstPair(bool moves, const std::string& text) const {
    for (int i = 0; i < block_.num_input_ports(); ++i) {
      for (int k = 0; k < block_.num_output_ports(); ++k) {
        if (moved_[static_cast<size_t>(i)][static_cast<size_t>(k)] != moves) continue;
        if (block_.HasDirectFeedthrough(i, k) == moves) continue;
        return "input " + block_.get_input_port(i).get_name() + text +
               block_.get_output_port(k).get_name() + ", which is " + (moves ? "not " : "") +
               "declared";
      }
    }
    return {};
  }

  const System<double>& block_;
  ProbeValues values_;
  std::vector<std::vector<bool>> moved_;  ///< [input][output]
};

}  // namespace

class TestEveryBlockFeedthrough : public QObject {
  Q_OBJECT

 private slots:
  void declaredFeedthroughIsTheTrueOne_data() { AddBlockRows(IsComputed); }
  void declaredFeedthroughIsTheTrueOne() {
    const Built<double> built = Build<double>(DiagramWith(RowText("type"), RowText("parameters")));
    FeedthroughProbe probe(*built.block);
    constexpr int kPoints = 100, kMostPoints = 1000;
    int points = 0;
    for (; points < kPoints; ++points) probe.Probe();
    for (; points < kMostPoints && !probe.FirstIdle().empty(); ++points) probe.Probe();
    QVERIFY2(probe.FirstUndeclared().empty(), probe.FirstUndeclared().c_str());
    QVERIFY2(probe.FirstIdle().empty(), probe.FirstIdle().c_str());
  }

  // The descriptor's word, by which loops are found, is the system's.
  void descriptorSaysTheSame_data() { AddBlockRows(IsSystem); }
  void descriptorSaysTheSame() {
    const std::string& said = BuiltInBlocks().Find(RowText("type"))->feedthrough;
    if (said != "all" && said != "none") return;
    const Built<double> built = Build<double>(DiagramWith(RowText("type"), RowText("parameters")));
    const int pairs = static_cast<int>(built.block->GetDirectFeedthroughs().size());
    const int all = built.block->num_input_ports() * built.block->num_output_ports();
    QCOMPARE(pairs, said == "none" ? 0 : all);
  }
};

LOOPWRIGHT_TEST(TestEveryBlockFeedthrough)

}  // namespace loopwright::test_every_block_feedthrough

#include "test_every_block_feedthrough.moc"
