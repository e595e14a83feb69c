// Checking a document again and again gives what checking it once gives, and costs what changed.
#include <QDir>
#include <QObject>
#include <QTest>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/check/analysis.h"
#include "engine/check/incremental_check.h"
#include "engine/check/ports.h"
#include "engine/edits/edit_helpers.h"
#include "engine/edits/group_blocks.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_incremental_check {

namespace {

std::vector<std::string> AllDiagrams() {
  std::vector<std::string> paths;
  for (const char* folder : {"help/diagrams", "examples"}) {
    const QDir dir(QString(LOOPWRIGHT_SOURCE_DIR "/resources/") + folder);
    for (const QString& name : dir.entryList({"*.loop.json"}, QDir::Files, QDir::Name)) {
      paths.push_back(dir.filePath(name).toStdString());
    }
  }
  return paths;
}

/// Edits of every kind that concerns a check, many of them wrong, the same for the same seed.
class RandomEdits {
 public:
  RandomEdits(Document* document, std::uint64_t seed) : document_(*document), generator_(seed) {}

  /// Another diagram as a subsystem of any level.
  void AddSubsystem(const Document& inside) {
    Block block;
    block.name = "part";
    block.type = "Subsystem";
    block.diagram.emplace() = inside.root;
    block.diagram_parameters = inside.parameters;
    Transaction transaction(&document_);
    AddBlock(&transaction, AnyLevel(), std::move(block));
    transaction.Commit();
  }

  /// Makes one edit; some cannot be made and change nothing.
  void MakeOne() {
    if (undone_ && OneIn(2)) {
      undone_->Swap(&document_);
      done_.push_back(std::move(*undone_));
      undone_.reset();
      return;
    }
    undone_.reset();
    if (OneIn(12) && !done_.empty()) {
      done_.back().Swap(&document_);
      undone_ = std::move(done_.back());
      done_.pop_back();
      return;
    }
    if (OneIn(25)) return WriteData();
    if (OneIn(60)) {
      document_.folder.path = OneIn(3) ? "" : OneIn(2) ? "/no/such/folder" : TestFolder();
      return;
    }
    if (OneIn(60)) {
      // Files that the person allowed, and not any more.
      for (auto* files : {&document_.folder.allowed_outside, &document_.folder.replaceable}) {
        if (files->empty()) {
          files->insert(TestFolder() + "/data.csv");
        } else {
          files->clear();
        }
      }
      return;
    }
    try {
      Transaction transaction(&document_);
      Change(&transaction);
      done_.push_back(transaction.Commit());
    } catch (const EditError&) {  // Taken back.
    }
  }

  bool OneIn(std::size_t count) { return Below(count) == 0; }

 private:
  std::size_t Below(std::size_t count) { return generator_() % count; }
  template <typename T>
  const T& Any(const std::vector<T>& of) {
    return of[Below(of.size())];
  }

  void AddLevels(const DiagramModel& diagram, const std::string& path,
                 std::vector<std::string>* levels) {
    levels->push_back(path);
    for (const Block& block : diagram.blocks) {
      if (block.diagram) AddLevels(*block.diagram, JoinPath(path, block.name), levels);
    }
  }
  std::string AnyLevel() {
    std::vector<std::string> levels;
    AddLevels(document_.root, "", &levels);
    return Any(levels);
  }
  const Block& AnyBlock(const DiagramModel& diagram) {
    if (diagram.blocks.empty()) throw EditError("no blocks");
    return diagram.blocks[Below(diagram.blocks.size())];
  }
  std::string AnyName() {
    static const std::vector<std::string> names = {"a", "b", "c", "k", "m", "tau", "x1", "part"};
    return Any(names);
  }

  ParameterSetting AnySetting(int depth = 0) {
    static const std::vector<std::string> texts = {
        "k",    "k + 1",    "m/tau",     "x1",       "u1",   "2*",    "sin(u1)",
        "a.y",  "data.csv", "sin",       "++",       "+x",   "true",  "max",
        "1/k",  "[1, 2]",   "tag",       "other",    "c",    "nan",   "1 + 2i",
        "2.4k", "-x1 + u1", "[k, m, 3]", "../x.csv", "none", "value", "b"};
    switch (Below(depth < 2 ? 8 : 5)) {
      case 0:
        return ParameterSetting(static_cast<double>(Below(4)));
      case 1:
        return ParameterSetting(0.25 * static_cast<double>(Below(9)) - 1);
      case 2:
      case 3:
        return ParameterSetting(Any(texts));
      case 4:
        return OneIn(4) ? ParameterSetting(OneIn(2)) : ParameterSetting(1);
      default: {
        ParameterSetting::List list;
        for (std::size_t i = Below(4); i > 0; --i) list.push_back(AnySetting(depth + 1));
        return list;
      }
    }
  }

  RandomSetting AnyRandom() {
    RandomSetting random;
    random.distribution = "uniform";
    random.arguments = {{"lower", AnySetting()}, {"upper", AnySetting()}};
    return random;
  }

  DiagramParameter AnyParameter() {
    DiagramParameter parameter;
    parameter.name = AnyName();
    parameter.value = AnySetting();
    if (OneIn(6)) parameter.random = AnyRandom();
    return parameter;
  }

  std::string AnyPort(const std::string& level, const Block& block, bool is_input) {
    const PortNames ports = FindPorts(document_, level, block, BuiltInBlocks());
    const std::vector<std::string>& names = is_input ? ports.inputs : ports.outputs;
    return block.name + "." + (names.empty() || OneIn(10) ? "bogus" : Any(names));
  }

  void Change(Transaction* t) {
    const std::string level = AnyLevel();
    const DiagramModel& diagram = t->Diagram(level);
    const auto& parameters = t->Parameters(level);
    switch (Below(22)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5: {
        const Block& block = AnyBlock(diagram);
        const BlockDescriptor* type = BuiltInBlocks().Find(block.type);
        const bool bogus = OneIn(20) || type == nullptr || type->parameters.empty();
        const std::string parameter = bogus ? "bogus" : Any(type->parameters).name;
        std::optional<ParameterSetting> setting = AnySetting();
        if (OneIn(4)) setting.reset();
        if (!bogus && OneIn(4)) setting = type->FindParameter(parameter)->default_value;
        return SetBlockParameter(t, level, block.name, parameter, setting);
      }
      case 6:
        return RemoveBlocks(t, level, {AnyBlock(diagram).name});
      case 7:
        return RenameBlock(t, level, AnyBlock(diagram).name, AnyName());
      case 8:
      case 9:
      case 10: {
        Wire wire;
        wire.from = AnyPort(level, AnyBlock(diagram), false);
        wire.to = AnyPort(level, AnyBlock(diagram), true);
        return Connect(t, level, wire, OneIn(2));
      }
      case 11:
        if (diagram.wires.empty()) return;
        return Disconnect(t, level, Any(diagram.wires).to);
      case 12: {
        Block block;
        const auto all = BuiltInBlocks().all();
        block.type = OneIn(15) ? "Bogus" : all[Below(all.size())].type;
        AddBlock(t, level, std::move(block));
        return;
      }
      case 13: {
        const Block copy = AnyBlock(diagram);  // A copied subsystem shares its blocks.
        AddBlock(t, OneIn(2) ? level : AnyLevel(), copy);
        return;
      }
      case 14:
        if (parameters.empty() || OneIn(3)) {
          return t->Apply(ParameterEdit{level, Below(parameters.size() + 1), ListAction::kInsert,
                                        AnyParameter()});
        }
        if (OneIn(3)) {
          return t->Apply(
              ParameterEdit{level, Below(parameters.size()), ListAction::kRemove, std::nullopt});
        }
        return t->Apply(
            ParameterEdit{level, Below(parameters.size()), ListAction::kReplace, AnyParameter()});
      case 15:
        if (parameters.empty()) return;
        return RenameParameter(t, level, Any(parameters).name, AnyName(), BuiltInBlocks());
      case 16: {
        GroupParts parts;
        for (std::size_t i = Below(3) + 1; i > 0; --i) {
          const std::string name = AnyBlock(diagram).name;
          if (std::find(parts.blocks.begin(), parts.blocks.end(), name) == parts.blocks.end()) {
            parts.blocks.push_back(name);
          }
        }
        GroupBlocks(t, level, parts, BuiltInBlocks());
        return;
      }
      case 17:
        DissolveSubsystem(t, level, AnyBlock(diagram).name, BuiltInBlocks());
        return;
      case 18:
        return ModifyBlock(t, level, AnyBlock(diagram).name, [this](Block* block) {
          switch (Below(4)) {
            case 0:
              block->enabled = !block->is_enabled();
              return;
            case 1:
              block->random = {{OneIn(2) ? "gain" : "value", AnyRandom()}};
              return;
            case 2:
              block->type = Any(std::vector<std::string>{"Gain", "Sum", "Constant", "Integrator"});
              return;
            default:
              block->layout.emplace().x = static_cast<double>(Below(100));
          }
        });
      case 19: {
        const std::size_t from = Below(std::max<std::size_t>(diagram.blocks.size(), 1));
        const Block block = AnyBlock(diagram);
        t->Apply(BlockEdit{level, diagram.blocks.IndexOf(block.name), ListAction::kRemove, {}});
        return t->Apply(BlockEdit{level, std::min(from, t->Diagram(level).blocks.size()),
                                  ListAction::kInsert, block});
      }
      case 20: {
        SignalSetting setting;
        setting.key = AnyPort(level, AnyBlock(diagram), false);
        setting.log = OneIn(2);
        return SetSignal(t, level, setting);
      }
      default: {
        SimulationSettings settings = t->document().simulation;
        settings.Set(OneIn(2) ? "stop_time" : "accuracy", AnySetting());
        return t->Apply(SimulationEdit{settings});
      }
    }
  }

  void WriteData() {
    static const std::vector<std::string> contents = {"t,a\n0,1\n1,2\n", "t,a,b\n0,1,2\n",
                                                      "t,a\n0,x\n", ""};
    WriteTestFile("data.csv", Any(contents));
  }

  Document& document_;
  std::mt19937_64 generator_;
  std::vector<UndoRecord> done_;
  std::optional<UndoRecord> undone_;
};

/// All that is said of a diagram, a line each.
std::string Describe(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += FormatDiagnostic("", diagnostic) + "\n";
  return text;
}

/// A row of `count` gains behind a constant, in a subsystem "part" as well.
Document Gains(int count) {
  Document document;
  DiagramParameter k;
  k.name = "k";
  k.value = 2;
  document.parameters = {k};
  const auto add_row = [count](DiagramModel* diagram) {
    Block source;
    source.name = "g0";
    source.type = "Constant";
    diagram->blocks.Append(source);
    for (int i = 1; i < count; ++i) {
      Block gain;
      gain.name = "g" + std::to_string(i);
      gain.type = "Gain";
      gain.SetParameter("gain", "k");
      diagram->blocks.Append(gain);
      Wire wire;
      wire.from = "g" + std::to_string(i - 1) + ".y";
      wire.to = gain.name + ".u";
      diagram->wires.push_back(wire);
    }
  };
  add_row(&document.root);
  Block part;
  part.name = "part";
  part.type = "Subsystem";
  add_row(&part.diagram.emplace());
  DiagramParameter m = k;
  m.name = "m";
  part.diagram_parameters = {m};
  document.root.blocks.Append(part);
  return document;
}

void MakeEdit(Document* document, const std::function<void(Transaction*)>& change) {
  Transaction transaction(document);
  change(&transaction);
  transaction.Commit();
}

}  // namespace

class TestIncrementalCheck : public QObject {
  Q_OBJECT
 private slots:
  void theAnswersAreThoseOfAFullCheck() {
    const std::vector<std::string> diagrams = AllDiagrams();
    QVERIFY(diagrams.size() > 100);
    const int num_documents = RandomCount(2000);
    constexpr int kEdits = 40;
    std::size_t num_diagnostics = 0;
    int num_evaluated = 0;
    int num_blocks = 0;
    std::mt19937_64 generator(7);
    const auto any_diagram = [&] {
      return *LoadFile(diagrams[generator() % diagrams.size()], BuiltInBlocks()).document;
    };
    for (int i = 0; i < num_documents; ++i) {
      Document document = any_diagram();
      document.folder.path = TestFolder();
      RandomEdits edits(&document, generator());
      for (int k = 0; k < 3; ++k) edits.AddSubsystem(any_diagram());
      IncrementalCheck check(BuiltInBlocks());
      for (int k = 0; k < kEdits; ++k) {
        check.Check(std::make_shared<const Document>(document));
        const Analysis full = Analyse(document, BuiltInBlocks());
        QCOMPARE(Describe(check.diagnostics()), Describe(full.diagnostics));
        QVERIFY(check.FindSampleTimes() == SampleTimesByPath(full));
        num_diagnostics += full.diagnostics.size();
        num_evaluated += check.num_evaluated();
        num_blocks += full.structure.num_evaluated;
        do {
          edits.MakeOne();
        } while (edits.OneIn(4));
      }
    }
    // The edits are of some use.
    QVERIFY(num_diagnostics > static_cast<std::size_t>(num_documents * kEdits));
    QVERIFY2(num_evaluated < num_blocks / 3,
             qPrintable(QString("%1 of %2").arg(num_evaluated).arg(num_blocks)));
  }

  void onlyWhatChangedIsEvaluated() {
    constexpr int kGains = 1000;
    Document document = Gains(kGains);
    IncrementalCheck check(BuiltInBlocks());
    const auto num_evaluated = [&] {
      check.Check(std::make_shared<const Document>(document));
      return check.num_evaluated();
    };
    QCOMPARE(num_evaluated(), 2 * kGains + 1);
    QCOMPARE(num_evaluated(), 0);
    QVERIFY(check.diagnostics().empty());
    // A block at the top, and one inside: the subsystem is another object then.
    MakeEdit(&document, [](Transaction* t) { SetBlockParameter(t, "", "g7", "gain", "wrong"); });
    QCOMPARE(num_evaluated(), 1);
    QCOMPARE(check.diagnostics().size(), std::size_t{1});
    QCOMPARE(check.diagnostics().front().path, std::string("g7.gain"));
    MakeEdit(&document, [](Transaction* t) { SetBlockParameter(t, "part", "g7", "gain", "m"); });
    QCOMPARE(num_evaluated(), 2);
    QCOMPARE(check.diagnostics().size(), std::size_t{1});
    // One more block moves all numbers behind it.
    MakeEdit(&document, [](Transaction* t) {
      Block block;
      block.name = "first";
      block.type = "Constant";
      t->Apply(BlockEdit{"", 0, ListAction::kInsert, block});
    });
    QCOMPARE(num_evaluated(), 1);
    MakeEdit(&document, [](Transaction* t) { RemoveBlocks(t, "", {"g3"}); });
    QCOMPARE(num_evaluated(), 0);
    QCOMPARE(check.diagnostics().size(), std::size_t{2});
    MakeEdit(&document, [](Transaction* t) { Disconnect(t, "part", "g9.u"); });
    QCOMPARE(num_evaluated(), 1);  // The subsystem.
    // A parameter concerns the blocks of its diagram and below.
    MakeEdit(&document, [](Transaction* t) {
      DiagramParameter m = t->Parameters("part").front();
      m.value = 3;
      t->Apply(ParameterEdit{"part", 0, ListAction::kReplace, m});
    });
    QCOMPARE(num_evaluated(), kGains + 1);
    MakeEdit(&document, [](Transaction* t) {
      DiagramParameter k = t->Parameters("").front();
      k.value = 3;
      t->Apply(ParameterEdit{"", 0, ListAction::kReplace, k});
    });
    QCOMPARE(num_evaluated(), 2 * kGains + 1);
    // So does the name of a subsystem, which is in the paths.
    MakeEdit(&document, [](Transaction* t) { RenameBlock(t, "", "part", "piece"); });
    QCOMPARE(num_evaluated(), kGains + 1);
    // Another folder may have other files.
    document.folder.path = TestFolder();
    QCOMPARE(num_evaluated(), 2 * kGains + 1);
  }

  void zeroAndMinusZeroAreTwoValues() {
    Document document = LoadText(DiagramText(
        "'a': {'type': 'Constant', 'parameters': {'value': '1/k'}}", "", "'k': {'value': 0}"));
    IncrementalCheck check(BuiltInBlocks());
    check.Check(std::make_shared<const Document>(document));
    const std::string before = Describe(check.diagnostics());
    document.parameters.front().value = -0.0;
    check.Check(std::make_shared<const Document>(document));
    QCOMPARE(check.num_evaluated(), 1);
    QCOMPARE(Describe(check.diagnostics()), Describe(CheckDocument(document, BuiltInBlocks())));
  }

  void anotherWidthIsAnotherSystem() {
    Document document = LoadText(
        DiagramText("'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}}, 'b': {'type': "
                    "'Expression', 'parameters': {'expression': 'u1[1]'}}, 's': {'type': 'Scope'}",
                    "a.y>b.u1 b.y>s.u1"));
    IncrementalCheck check(BuiltInBlocks());
    const auto problems = [&] {
      check.Check(std::make_shared<const Document>(document));
      return check.diagnostics().size();
    };
    const auto set_value = [&](const ParameterSetting& value) {
      MakeEdit(&document, [&](Transaction* t) { SetBlockParameter(t, "", "a", "value", value); });
    };
    QCOMPARE(problems(), std::size_t{0});
    // The formula is the same, but its input has no second element any more.
    set_value(1);
    QCOMPARE(problems(), std::size_t{1});
    QCOMPARE(check.num_evaluated(), 1);
    QCOMPARE(check.diagnostics().front().path, std::string("b"));
    set_value(ParameterSetting::List{1, 2, 3});
    QCOMPARE(problems(), std::size_t{0});
  }

  void aFileIsReadAgainWhenItChanged() {
    using std::filesystem::last_write_time;
    const std::string file = TestFolder() + "/signal.csv";
    const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
    const auto write = [&](const char* bytes, std::chrono::seconds later) {
      WriteTestFile("signal.csv", bytes);
      last_write_time(file, long_ago + later);
    };
    const Document document = LoadText(DiagramText(
        "'a': {'type': 'FileSource', 'parameters': {'path': 'signal.csv'}}, 'b': {'type': 'Scope'}",
        "a.y>b.u1"));
    IncrementalCheck check(BuiltInBlocks());
    const auto problems = [&] {
      check.Check(std::make_shared<const Document>(document));
      return check.diagnostics().size();
    };
    write("t,a\n0,1\n", std::chrono::seconds(0));
    QCOMPARE(problems(), std::size_t{0});
    // What has the same size and time is not read.
    write("t,a\n0,x\n", std::chrono::seconds(0));
    QCOMPARE(problems(), std::size_t{0});
    write("t,a\n0,x\n", std::chrono::seconds(5));
    QCOMPARE(problems(), std::size_t{1});
    QCOMPARE(problems(), std::size_t{1});
    write("t,a\n0,12\n", std::chrono::seconds(5));
    QCOMPARE(problems(), std::size_t{0});
    std::filesystem::remove(file);
    QCOMPARE(problems(), std::size_t{1});
  }
};

LOOPWRIGHT_TEST(TestIncrementalCheck)

}  // namespace loopwright::test_incremental_check

#include "test_incremental_check.moc"
