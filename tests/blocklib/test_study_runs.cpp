// Runs of a study: whatever parameter of whatever block is random, run K of a shared model has the
// bits of a diagram that was built with the drawn value.

#include <QObject>
#include <QTest>

#include "tests/blocklib/every_block.h"

// After the header that takes Qt's keyword away.
#include "engine/build/random_parameters.h"
#include "engine/run/run_model.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_study_runs {

namespace {

RunOptions Options() {
  RunOptions options;
  options.all_signals = true;
  options.is_study = true;
  options.stop_time = 1;
  options.integrator = "rk4";
  options.fixed_step = 0.01;
  // Not as finely as curves need it: the residual of a loop is noise as far down as one may look.
  options.log_interval = 0.01;
  options.seed = 3;
  return options;
}

/// How a run ended, and all that it recorded, as text with every bit.
std::string Told(RunSetup* setup) {
  std::string text;
  for (const Diagnostic& diagnostic : setup->diagnostics()) text += diagnostic.text + "\n";
  if (!setup->ok()) return text;
  const RunOutcome outcome = setup->Run([](double, int64_t) { return true; });
  text += std::to_string(static_cast<int>(outcome.end)) + outcome.message + "\n";
  const Recording& recording = *setup->recording();
  char number[32];
  for (int64_t row = 0; row < recording.size(); ++row) {
    for (int c = -1; c < recording.num_columns(); ++c) {
      const double value = c < 0 ? recording.time(row) : recording.value(row, c);
      std::snprintf(number, sizeof number, "%a ", value);
      text += number;
    }
    text += recording.side(row) == Side::kAfter ? "+\n" : "-\n";
  }
  return text;
}

/// Run `run` of a diagram in which the drawn values are numbers of the file.
std::string Alone(Document document, uint64_t run) {
  SetRandomParameters(ListRandomParameters(document), {3, run}, &document);
  for (DiagramParameter& parameter : document.parameters) parameter.random.reset();
  for (std::size_t i = 0; i < document.root.blocks.size(); ++i) {
    Block block = document.root.blocks[i];
    block.random.clear();
    document.root.blocks.Replace(i, std::move(block));
  }
  RunOptions options = Options();
  options.run = run;
  RunSetup setup(document, BuiltInBlocks(), options);
  return Told(&setup);
}

/// `document` with the parameter of the block "b" following a random parameter k of the diagram:
/// near `value`, and in one run of 20 `special`.
Document WithRareValue(Document document, const std::string& parameter, double value,
                       const std::string& special) {
  DiagramParameter k;
  k.name = "k";
  k.value = 1.5;
  k.random.emplace();
  k.random->distribution = "uniform";
  k.random->arguments = {{"lower", 1}, {"upper", 2}};
  document.parameters.push_back(std::move(k));
  const std::size_t index = document.root.blocks.IndexOf("b");
  Block block = document.root.blocks[index];
  block.SetParameter(parameter, ParameterSetting("if(k > 1.95, " + special + ", " +
                                                 std::to_string(value) + " + 0.01*k)"));
  document.root.blocks.Replace(index, std::move(block));
  return document;
}

/// The first run that has the special value, k > 1.95.
uint64_t RareRun(const Document& document) {
  const RandomParameter k = ListRandomParameters(document).at(0);
  uint64_t run = 0;
  while (k.Draw({3, run}) <= 1.95) ++run;
  return run;
}

/// A distribution around the setting; nothing where that is no number.
std::optional<RandomSetting> Around(const ParameterSetting& setting) {
  if (!setting.is_number()) return std::nullopt;
  RandomSetting random;
  random.distribution = "uniform";
  const double value = setting.number();
  const double width = 0.1 * std::abs(value);
  random.arguments = {{"lower", value - width - 0.01}, {"upper", value + width + 0.02}};
  return random;
}

}  // namespace

class TestStudyRuns : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyParameterOfEveryBlockMayBeRandom_data() { AddBlockRows(); }

  void everyParameterOfEveryBlockMayBeRandom() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    const Document document = LoadText(DiagramWith(type.toStdString(), parameters.toStdString()));
    const BlockDescriptor& descriptor = *BuiltInBlocks().Find(type.toStdString());
    for (const ParameterDescriptor& parameter : descriptor.parameters) {
      Document random = document;
      const std::size_t index = random.root.blocks.IndexOf("b");
      Block block = random.root.blocks[index];
      const BlockParameter* given = block.FindParameter(parameter.name);
      const auto distribution = Around(given != nullptr ? given->value : parameter.default_value);
      if (!distribution) continue;
      block.random.emplace_back(parameter.name, *distribution);
      random.root.blocks.Replace(index, std::move(block));
      const auto model = std::make_shared<const RunModel>(random, BuiltInBlocks(), Options());
      QCOMPARE(model->random_parameters().size(), std::size_t{1});
      RunSetup setup(model, Options());
      for (const uint64_t run : {5, 2}) {
        setup.Begin(run);
        const std::string here = Told(&setup), alone = Alone(random, run);
        QVERIFY2(here == alone,
                 (parameter.name + "\n" + here.substr(0, 400) + "\nalone\n" + alone.substr(0, 400))
                     .c_str());
      }
      ++tried_;
      if (model->num_builds() == 1) {
        ++set_in_contexts_;
      } else if (model->structural().empty()) {
        ++refused_;
      }
    }
  }

  // 0 may mean that there is no such term, and an infinity that there is no such limit. Where few
  // draws are made, 0 alone is tried.
  void aPartOfABlockMayBeMissingInFewRuns_data() { AddBlockRows(); }

  void aPartOfABlockMayBeMissingInFewRuns() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    const Document document = LoadText(DiagramWith(type.toStdString(), parameters.toStdString()));
    const Block& block = document.root.blocks[document.root.blocks.IndexOf("b")];
    for (const ParameterDescriptor& parameter :
         BuiltInBlocks().Find(type.toStdString())->parameters) {
      const BlockParameter* given = block.FindParameter(parameter.name);
      const ParameterSetting& setting = given != nullptr ? given->value : parameter.default_value;
      if (!IsNumeric(parameter.kind) || !setting.is_number()) continue;
      for (const std::string special : {"0", "inf", "-inf"}) {
        if (special != "0" && !DrawsAreJudged()) continue;
        const Document random = WithRareValue(document, parameter.name, setting.number(), special);
        const uint64_t rare = RareRun(random);
        RunSetup setup(random, BuiltInBlocks(), Options());
        for (const uint64_t run : {rare, rare + 1}) {
          setup.Begin(run);
          const std::string here = Told(&setup), alone = Alone(random, run);
          QVERIFY2(here == alone, (parameter.name + " " + special + "\n" + here.substr(0, 400) +
                                   "\nalone\n" + alone.substr(0, 400))
                                      .c_str());
        }
      }
    }
  }

  // Most numbers of blocks are numbers of a context.
  void mostAreSetInTheContext() {
    const QString counts =
        QString("%1 of %2, %3 refused a value").arg(set_in_contexts_).arg(tried_).arg(refused_);
    qInfo("%s", qPrintable(counts));
    QVERIFY2(set_in_contexts_ > 100, qPrintable(counts));
  }

 private:
  static inline int tried_ = 0, set_in_contexts_ = 0, refused_ = 0;
};

LOOPWRIGHT_TEST(TestStudyRuns)

}  // namespace loopwright::test_study_runs

#include "test_study_runs.moc"
