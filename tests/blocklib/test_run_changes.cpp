// Numbers that a run takes over while it goes on: of every parameter of every block that is found
// to be a number of the context, a run that is given the other value before its first step goes on
// as a run that was started with it, to the bit.

#include <QObject>
#include <QTest>

#include "tests/blocklib/every_block.h"

// After the header that takes Qt's keyword away.
#include "engine/build/run_changes.h"
#include "tests/test_main.h"

namespace loopwright::test_run_changes {

namespace {

/// The setting with every number another one.
ParameterSetting Other(const ParameterSetting& setting) {
  if (setting.is_number()) return {1.125 * setting.number() + 0.03125};
  if (!setting.is_list()) return setting;
  ParameterSetting::List list;
  for (const ParameterSetting& element : setting.list()) list.push_back(Other(element));
  return {std::move(list)};
}

/// What a run has recorded last; before its first step it takes over `numbers`.
std::vector<double> Last(const Document& document, std::vector<BlockNumbers> numbers) {
  RunOptions options;
  options.all_signals = true;
  options.stop_time = 1;
  options.integrator = "rk4";
  options.fixed_step = 0.01;
  RunSetup setup(document, BuiltInBlocks(), options);
  if (!setup.ok()) throw std::runtime_error(setup.diagnostics().at(0).text);
  const RunOutcome outcome = setup.Run([&](double, int64_t steps) {
    if (steps == 0 && !numbers.empty()) setup.ChangeNumbers(std::exchange(numbers, {}));
    return true;
  });
  if (outcome.end == RunEnd::kFailed) throw std::runtime_error(outcome.message);
  const Recording& recording = *setup.recording();
  std::vector<double> last{recording.time(recording.size() - 1)};
  for (int k = 0; k < recording.num_columns(); ++k) {
    last.push_back(recording.value(recording.size() - 1, k));
  }
  return last;
}

/// To the bit; what is not a number in both is the same.
bool AreSame(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

}  // namespace

class TestRunChanges : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbersAreTakenOver_data();
  void numbersAreTakenOver();
  void howManyThereAre();

 private:
  static inline int taken_over_ = 0;
};

void TestRunChanges::numbersAreTakenOver_data() { AddBlockRows(); }

void TestRunChanges::numbersAreTakenOver() {
  QFETCH(QString, type);
  QFETCH(QString, parameters);
  const Document running = LoadText(DiagramWith(type.toStdString(), parameters.toStdString()));
  const BlockDescriptor& descriptor = *BuiltInBlocks().Find(type.toStdString());
  for (const ParameterDescriptor& parameter : descriptor.parameters) {
    Document edited = running;
    const std::size_t index = edited.root.blocks.IndexOf("b");
    Block block = edited.root.blocks[index];
    const BlockParameter* given = block.FindParameter(parameter.name);
    const ParameterSetting before = given != nullptr ? given->value : parameter.default_value;
    if (Other(before) == before) continue;
    block.SetParameter(parameter.name, Other(before));
    edited.root.blocks.Replace(index, std::move(block));
    const RunChanges changes = FindRunChanges(running, edited, BuiltInBlocks());
    if (!changes.is_known) continue;  // the block refuses this value
    QCOMPARE(changes.changes.size(), std::size_t{1});
    QCOMPARE(changes.changes[0].path, "b." + parameter.name);
    QCOMPARE(changes.changes[0].is_number_of_context, !changes.numbers.empty());
    if (changes.numbers.empty()) continue;
    ++taken_over_;
    QVERIFY2(AreSame(Last(running, changes.numbers), Last(edited, {})), parameter.name.c_str());
    QVERIFY2(FindRunChanges(changes.taken_over, edited, BuiltInBlocks()).changes.empty(),
             parameter.name.c_str());
  }
}

void TestRunChanges::howManyThereAre() {
  QVERIFY2(taken_over_ > 60, qPrintable(QString::number(taken_over_)));
}

LOOPWRIGHT_TEST(TestRunChanges)

}  // namespace loopwright::test_run_changes

#include "test_run_changes.moc"
