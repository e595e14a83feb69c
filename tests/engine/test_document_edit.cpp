#include <QObject>
#include <QTest>
#include <algorithm>
#include <cstdlib>
#include <random>

#include "engine/edits/edit_helpers.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "tests/engine/fake_block_types.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_document_edit {

namespace {

// Two subsystems deep, everything named everywhere.
Document MakeDocument() {
  const std::string path = LOOPWRIGHT_SOURCE_DIR "/tests/canonical_files/nested.loop.json";
  return *LoadFile(path, FakeBlockTypes()).document;
}

Wire MakeWire(const std::string& from, const std::string& to) {
  Wire wire;
  wire.from = from;
  wire.to = to;
  return wire;
}

Block MakeBlock(const std::string& name, const std::string& type) {
  Block block;
  block.name = name;
  block.type = type;
  return block;
}

// The text of the EditError that `edit` throws in a transaction, which leaves no trace.
template <typename Function>
QString ErrorOf(Function edit) {
  Document document = MakeDocument();
  try {
    Transaction transaction(&document);
    edit(&transaction);
  } catch (const EditError& error) {
    return document == MakeDocument() ? error.what() : "the document changed";
  }
  return "no error";
}

bool Contains(const Document& document, const char* text) {
  return SaveCanonical(document).find(text) != std::string::npos;
}

QString Print(const ChangeSet& set) {
  QStringList lines;
  for (const Change& c : set.changes()) {
    const char* kinds[] = {"+", "-", "~"};
    lines << QString("%1%2 %3 %4")
                 .arg(kinds[static_cast<int>(c.kind)])
                 .arg(static_cast<int>(c.subject))
                 .arg(QString::fromStdString(JoinPath(c.level, c.name)),
                      QString::fromStdString(c.old_name))
                 .trimmed();
  }
  lines.sort();
  return lines.join(", ");
}

// A random edit of a random kind; many are refused, which leaves the document as it is.
class RandomEdits {
 public:
  explicit RandomEdits(unsigned seed) : random_(seed) {}

  void Apply(Transaction* transaction) {
    const Document& document = transaction->document();
    const std::string level = Level(document);
    const DiagramModel& diagram = *document.FindDiagram(level);
    const std::string block = Pick(diagram);
    switch (Below(14)) {
      case 0:
        AddBlock(transaction, level, MakeBlock("", Below(4) == 0 ? "Subsystem" : "Gain"));
        break;
      case 1:
        RemoveBlocks(transaction, level, {block, Pick(diagram)});
        break;
      case 2:
        RenameBlock(transaction, level, block, UniqueBlockName(diagram, block));
        break;
      case 3:
        SetBlockParameter(transaction, level, block, "gain", Below(5));
        break;
      case 4:
        ModifyBlock(transaction, level, block, [this](Block* b) {
          b->layout.emplace().x = Below(100);
          b->enabled = Below(2) == 0;
        });
        break;
      case 5:
        Connect(transaction, level, MakeWire(Pick(diagram) + ".y", block + ".u"), Below(2) == 0);
        break;
      case 6:
        if (!diagram.wires.empty()) Disconnect(transaction, level, diagram.wires[0].to);
        break;
      case 7:
        SetSignal(transaction, level,
                  {block + ".y", std::to_string(Below(9)), "m", Below(2) == 0, {}, {}});
        break;
      case 8:
        SetSignal(transaction, level, {block + ".y", {}, {}, {}, {}, {}});
        break;
      case 9:
        transaction->Apply(NoteEdit{level, diagram.notes.size(), ListAction::kInsert,
                                    Note{std::to_string(Below(99)), 0, 0, {}, {}, {}}});
        break;
      case 10:
        RenameParameter(transaction, "", document.parameters[0].name,
                        UniqueParameterName(document.parameters, "k"), FakeBlockTypes());
        break;
      case 11:
        transaction->Apply(HeaderEdit{std::to_string(Below(9)), document.description});
        break;
      case 12: {
        SimulationSettings settings = document.simulation;
        settings.Set("seed", Below(3));
        transaction->Apply(SimulationEdit{settings});
        break;
      }
      default:
        if (!diagram.notes.empty()) {
          transaction->Apply(NoteEdit{level, 0, ListAction::kRemove, {}});
        }
    }
  }

 private:
  int Below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string Pick(const DiagramModel& diagram) {
    if (diagram.blocks.empty()) return "none";
    return diagram.blocks[static_cast<std::size_t>(Below(static_cast<int>(diagram.blocks.size())))]
        .name;
  }
  std::string Level(const Document& document) {
    std::string level;
    while (Below(2) == 0) {
      const std::string inner = JoinPath(level, Pick(*document.FindDiagram(level)));
      if (!document.FindDiagram(inner)) break;
      level = inner;
    }
    return level;
  }

  std::mt19937 random_;
};

}  // namespace

class TestDocumentEdit : public QObject {
  Q_OBJECT

 private slots:
  void randomEditsAreUndoneAndRedone() {
    const int count = RandomCount(4000);
    RandomEdits random(7);
    Document document = MakeDocument();
    std::vector<std::string> states = {SaveCanonical(document)};
    std::vector<UndoRecord> undo;
    std::vector<Document> copies;  // as a check that runs beside keeps one
    while (static_cast<int>(undo.size()) < count) {
      Transaction transaction(&document, "edit");
      try {
        random.Apply(&transaction);
        if (undo.size() % 3 == 0) random.Apply(&transaction);
      } catch (const EditError&) {
        continue;
      }
      UndoRecord record = transaction.Commit();
      if (record.empty()) {
        QCOMPARE(SaveCanonical(document), states.back());
        continue;
      }
      QVERIFY(!record.changes().empty());
      undo.push_back(std::move(record));
      states.push_back(SaveCanonical(document));
      if (undo.size() % 10 == 0) copies.push_back(document);
    }
    const Document end = document;
    for (std::size_t i = undo.size(); i-- > 0;) {
      undo[i].Swap(&document);
      QCOMPARE(SaveCanonical(document), states[i]);
    }
    QVERIFY(document == MakeDocument());
    for (std::size_t i = 0; i < undo.size(); ++i) {
      undo[i].Swap(&document);
      QCOMPARE(SaveCanonical(document), states[i + 1]);
    }
    QVERIFY(document == end);
    for (std::size_t i = 0; i < copies.size(); ++i) {
      QCOMPARE(SaveCanonical(copies[i]), states[10 * (i + 1)]);
    }
  }

  void transactionRollsBack() {
    Document document = MakeDocument();
    {
      Transaction transaction(&document);
      RemoveBlocks(&transaction, "", {"S", "source", "scope"});
      QCOMPARE(document.root.blocks.size(), std::size_t{1});
    }
    QVERIFY(document == MakeDocument());
  }

  void transactionStartsOver() {
    Document document = MakeDocument();
    Transaction transaction(&document, "Move");
    for (int x = 0; x < 5; ++x) {
      transaction.Restart();
      ModifyBlock(&transaction, "", "source", [x](Block* block) { block->layout.emplace().x = x; });
    }
    QCOMPARE(document.FindBlock("source")->layout->x, 4.0);
    QCOMPARE(Print(transaction.changes()), QString("~0 source"));
    QCOMPARE(Print(transaction.Restart()), QString("~0 source"));
    QVERIFY(document == MakeDocument());
    QVERIFY(transaction.Commit().empty());
  }

  void changeOfNothingLeavesNoRecord() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    SetBlockParameter(&transaction, "", "source", "final", "k");
    SetBlockParameter(&transaction, "S", "gain", "gain", 5);
    SetBlockParameter(&transaction, "S", "gain", "gain", ParameterSetting::List{"g", "2*k"});
    transaction.Apply(HeaderEdit{});
    AddBlock(&transaction, "", MakeBlock("gone", "Gain"));
    RemoveBlocks(&transaction, "", {"gone"});
    RenameBlock(&transaction, "", "source", "source");
    const UndoRecord record = transaction.Commit();
    QVERIFY(record.empty());
    QVERIFY(record.changes().empty());
  }

  void recordsAppend() {
    Document document = MakeDocument();
    UndoRecord all;
    for (int x = 0; x < 3; ++x) {
      Transaction transaction(&document, "Nudge");
      ModifyBlock(&transaction, "", "source", [x](Block* block) { block->layout.emplace().x = x; });
      AddBlock(&transaction, "", MakeBlock("b", "Gain"));
      all.Append(transaction.Commit());
    }
    const Document end = document;
    QCOMPARE(Print(all.changes()), QString("+0 b, +0 b2, +0 b3, ~0 source"));
    all.Swap(&document);
    QVERIFY(document == MakeDocument());
    all.Swap(&document);
    QVERIFY(document == end);
  }

  void changesAreNetted() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    AddBlock(&transaction, "", MakeBlock("new", "Gain"));
    RenameBlock(&transaction, "", "new", "newer");
    SetBlockParameter(&transaction, "", "newer", "gain", 3);
    SetBlockParameter(&transaction, "S", "gain", "gain", 3);
    RenameBlock(&transaction, "", "S", "R");
    RenameBlock(&transaction, "", "R", "Q");
    AddBlock(&transaction, "", MakeBlock("gone", "Gain"));
    RemoveBlocks(&transaction, "", {"gone"});
    RemoveBlocks(&transaction, "", {"scope"});
    AddBlock(&transaction, "", MakeBlock("scope", "Scope"));
    QCOMPARE(Print(transaction.changes()),
             QString("+0 newer, -1 scope.u, ~0 Q S, ~0 Q/gain, ~0 scope, ~1 Q.in S.in, "
                     "~1 formula.u1, ~2 Q.out S.out, ~2 Q/T/inner.y S/T/inner.y, "
                     "~2 Q/gain.y S/gain.y, ~6"));
    for (const Change& change : transaction.changes().changes()) {
      if (change.name == "gain") QCOMPARE(change.block_parts, unsigned{kBlockParameters});
    }
    QVERIFY(transaction.changes().contains(ChangeSubject::kPlots));
    QVERIFY(!transaction.changes().contains(ChangeSubject::kNotes));
  }

  void renamingASubsystemFollowsItsUses() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    RenameBlock(&transaction, "", "S", "sub system");
    transaction.Commit();
    QVERIFY(!Contains(document, "\"S.") && !Contains(document, "\"S/"));
    QCOMPARE(document.root.wires[0].to, std::string("sub system.in"));
    QCOMPARE(document.root.signal_settings[2].key, std::string("sub system/T/inner.y"));
    QCOMPARE(document.plots[0].signal_paths[0], std::string("sub system/gain.y[1]"));
    QCOMPARE(document.FindDiagram("sub system")->signal_settings[0].key, std::string("T/inner.y"));
  }

  // In measures the names of signals and blocks, with quotes where a new name needs them; among
  // parameters the blocks. What is removed stays named, for the check of the study to report.
  void aStudyFollowsTheNamesOfItsBlocks() {
    Document document = MakeDocument();
    StudySettings& study = document.study.emplace();
    study.measures = {{"peak", R"(greatest(S/gain.y[1]) - max(2.5, final( "S/T/inner.y" )))", {}},
                      {"bad", "failed(S/gain) + count(S/T) + mean(S.out)", {}}};
    study.signal = "S/gain.y[1]";
    study.common.push_back({"high", {{"S/gain.gain", 3}, {"k", 2}}, {}});
    study.sweep = {{"S.in", ParameterSetting::List{1, 2}}};  // a parameter called as the port is
    const Document before = document;
    Transaction transaction(&document);
    RenameBlock(&transaction, "S", "in", "input");
    RenameBlock(&transaction, "S", "out", "output");
    RenameBlock(&transaction, "", "S", "R");
    RenameBlock(&transaction, "R", "gain", "fac(t)or");
    QVERIFY(transaction.changes().contains(ChangeSubject::kStudy));
    UndoRecord undo = transaction.Commit();
    QCOMPARE(document.study->measures[0].formula,
             std::string(R"(greatest("R/fac(t)or.y[1]") - max(2.5, final( "R/T/inner.y" )))"));
    QCOMPARE(document.study->measures[1].formula,
             std::string(R"(failed("R/fac(t)or") + count(R/T) + mean(R.output))"));
    QCOMPARE(*document.study->signal, std::string("R/fac(t)or.y[1]"));
    QCOMPARE(document.study->common[0].parameters[0].first, std::string("R/fac(t)or.gain"));
    QCOMPARE(document.study->common[0].parameters[1].first, std::string("k"));
    QCOMPARE(document.study->sweep[0].first, std::string("R.in"));
    undo.Swap(&document);
    QVERIFY(document == before);
    Transaction removal(&document);
    RemoveBlocks(&removal, "", {"S"});
    removal.Commit();
    QVERIFY(document.study == before.study);
  }

  // In what it gives other values, in those values, in its numbers, and in measures but the names
  // of signals; a measure of the name, and a subsystem with a parameter of it, hide the parameter.
  void aStudyFollowsTheNamesOfParameters() {
    Document document = MakeDocument();
    StudySettings& study = document.study.emplace();
    study.runs = "100*k";
    study.grid = 0.5;
    study.measures = {{"high", "value(S/T/k.k, 2*k, -) - k*max(k, kk)", {}},
                      {"k", "final(k.y) + k", {}},
                      {"last", R"(k + crossing("k.y", k))", {}}};
    StudyStop& stop = study.stop.emplace();
    stop.measure = "high";
    stop.of = "quantile";
    stop.quantile = "k/4";
    stop.half_width = 0.1;
    study.common = {{"a", {{"k", 3}, {"m", "k + 1"}, {"S.g", "2*k"}, {"formula.tag", "k"}}, {}},
                    {"b", {{"S/T.k", 5}, {"S/T/inner.gain", "k"}, {"S/gain.gain", "k"}}, {}}};
    study.sweep = {{"k", ParameterSetting::List{1, "m"}}, {"S.g", ParameterSetting::List{"k", 2}}};
    const Document before = document;
    Transaction transaction(&document);
    RenameParameter(&transaction, "", "k", "stiffness", FakeBlockTypes());
    QVERIFY(transaction.changes().contains(ChangeSubject::kStudy));
    UndoRecord undo = transaction.Commit();
    StudySettings renamed = *before.study;
    renamed.runs = "100*stiffness";
    renamed.measures[0].formula = "value(S/T/k.k, 2*stiffness, -) - stiffness*max(stiffness, kk)";
    renamed.measures[1].formula = "final(k.y) + stiffness";
    renamed.measures[2].formula = R"(k + crossing("k.y", stiffness))";
    renamed.stop->quantile = "stiffness/4";
    renamed.common[0].parameters = {
        {"stiffness", 3}, {"m", "stiffness + 1"}, {"S.g", "2*stiffness"}, {"formula.tag", "k"}};
    renamed.common[1].parameters[2].second = "stiffness";
    renamed.sweep = {{"stiffness", ParameterSetting::List{1, "m"}},
                     {"S.g", ParameterSetting::List{"stiffness", 2}}};
    QVERIFY(document.study == renamed);
    undo.Swap(&document);
    QVERIFY(document == before);

    Transaction inside(&document);
    RenameParameter(&inside, "S/T", "k", "q", FakeBlockTypes());
    RenameParameter(&inside, "S", "g", "factor", FakeBlockTypes());
    inside.Commit();
    renamed = *before.study;
    renamed.common[0].parameters[2].first = "S.factor";
    renamed.common[1].parameters[0] = {"S/T.q", 5};
    renamed.common[1].parameters[1].second = "q";
    renamed.sweep[1].first = "S.factor";
    QVERIFY(document.study == renamed);
  }

  // The renamed parameter would be a measure behind the one of that name, or one of a subsystem.
  void aStudyRefusesWhatWouldMeanSomethingElse() {
    const auto problem_of = [](const StudySettings& study) {
      Document document = MakeDocument();
      document.study = study;
      try {
        Transaction transaction(&document);
        RenameParameter(&transaction, "", "k", "w", FakeBlockTypes());
      } catch (const EditError& error) {
        return QString(error.what());
      }
      return QString("no error");
    };
    StudySettings study;
    study.measures = {{"w", "final(source.y)", {}}, {"other", "w + value(source.y, k)", {}}};
    QCOMPARE(problem_of(study), QString("no error"));
    study.measures[1].formula = "w + k";
    QCOMPARE(
        problem_of(study),
        QString("k cannot become w: the study has a measure of that name and uses k behind it; "
                "choose another name"));
  }

  // A figure is known by its file, and one of a subsystem or a signal goes where that goes.
  void figuresAreEditedAndFollowTheirSubsystem() {
    Document document = MakeDocument();
    const auto figure = [](const char* file, const char* level) {
      FigureSetting setting;
      setting.file = file;
      if (*level != 0) setting.level = level;
      return setting;
    };
    document.figures = {figure("top.pdf", ""), figure("inner.pdf", "S/T"), figure("fan.pdf", "")};
    document.figures[2].signal = "S/T/inner.y";
    document.figures[2].input = ">S/T/inner.u";
    document.figures[2].output = "source.y";
    const Document before = document;
    Transaction transaction(&document);
    QVERIFY_THROWS_EXCEPTION(EditError, transaction.Apply(FigureEdit{
                                            {}, 2, ListAction::kInsert, figure("top.pdf", "S")}));
    transaction.Apply(FigureEdit{{}, 3, ListAction::kInsert, figure("s.tex", "S")});
    RenameBlock(&transaction, "", "S", "R");
    QVERIFY(transaction.changes().contains(ChangeSubject::kFigures));
    UndoRecord undo = transaction.Commit();
    QCOMPARE(document.figures.size(), std::size_t{4});
    QVERIFY(!document.figures[0].level);
    QCOMPARE(*document.figures[1].level, std::string("R/T"));
    QCOMPARE(*document.figures[2].signal, std::string("R/T/inner.y"));
    QCOMPARE(*document.figures[2].input, std::string(">R/T/inner.u"));
    QCOMPARE(*document.figures[2].output, std::string("source.y"));
    QCOMPARE(*document.figures[3].level, std::string("R"));
    undo.Swap(&document);
    QVERIFY(document == before);
    Transaction removal(&document);
    RemoveBlocks(&removal, "", {"S"});
    undo = removal.Commit();
    QCOMPARE(document.figures.size(), std::size_t{1});
    undo.Swap(&document);
    QVERIFY(document == before);
  }

  // Points of analyses are followed as signals, also as single wires; what an equilibrium is asked
  // for goes with its blocks and parameters.
  void analysesFollowTheirBlocks() {
    Document document = MakeDocument();
    AnalysisSetting analysis;
    analysis.name = "loop";
    analysis.inputs = {"source.y", ">S/gain.u"};
    analysis.outputs = {"S/T/inner.y", "S.out"};
    analysis.open = {">formula.u1"};
    analysis.loop = "S/gain.y[1]";
    AnalysisTrim& trim = analysis.at.emplace().trim.emplace();
    trim.frees = {"k=0..1", "S/gain.gain", "S.g", "source.y=-1..1"};
    trim.targets = {"S/gain.y=[1, 2]", "S.out=3"};
    document.analyses = {analysis};
    const Document before = document;
    Transaction transaction(&document);
    QVERIFY_THROWS_EXCEPTION(EditError,
                             transaction.Apply(AnalysisEdit{{}, 1, ListAction::kInsert, analysis}));
    RenameBlock(&transaction, "S", "gain", "factor");
    RenameBlock(&transaction, "S", "out", "result");
    RenameBlock(&transaction, "", "S", "R");
    RenameParameter(&transaction, "", "k", "stiffness", FakeBlockTypes());
    RenameParameter(&transaction, "R", "g", "q", FakeBlockTypes());
    QVERIFY(transaction.changes().contains(ChangeSubject::kAnalyses));
    UndoRecord undo = transaction.Commit();
    using Texts = std::vector<std::string>;
    const AnalysisSetting& after = document.analyses.at(0);
    QVERIFY((after.inputs == Texts{"source.y", ">R/factor.u"}));
    QVERIFY((after.outputs == Texts{"R/T/inner.y", "R.result"}));
    QVERIFY((after.open == Texts{">formula.u1"}));
    QCOMPARE(*after.loop, std::string("R/factor.y[1]"));
    QVERIFY((after.at->trim->frees ==
             Texts{"stiffness=0..1", "R/factor.gain", "R.q", "source.y=-1..1"}));
    QVERIFY((after.at->trim->targets == Texts{"R/factor.y=[1, 2]", "R.result=3"}));
    undo.Swap(&document);
    QVERIFY(document == before);
    Transaction removal(&document);
    RemoveBlocks(&removal, "", {"S", "formula"});
    undo = removal.Commit();
    const AnalysisSetting& left = document.analyses.at(0);
    QVERIFY((left.inputs == Texts{"source.y"}));
    QVERIFY(left.outputs.empty() && left.open.empty() && !left.loop);
    QVERIFY((left.at->trim->frees == Texts{"k=0..1", "source.y=-1..1"}));
    QVERIFY(left.at->trim->targets.empty());
    undo.Swap(&document);
    QVERIFY(document == before);
  }

  // One of a block goes with it; one of a parameter has its new name.
  void slidersFollowTheirParameters() {
    Document document = MakeDocument();
    const auto slider = [](const char* parameter) {
      SliderSetting setting;
      setting.parameter = parameter;
      setting.upper = 3;
      return setting;
    };
    document.sliders = {slider("k"), slider("S/T.k"), slider("S/T/inner.gain")};
    const Document before = document;
    Transaction transaction(&document);
    QVERIFY_THROWS_EXCEPTION(
        EditError, transaction.Apply(SliderEdit{{}, 3, ListAction::kInsert, slider("k")}));
    RenameParameter(&transaction, "", "k", "stiffness", FakeBlockTypes());
    RenameParameter(&transaction, "S/T", "k", "q", FakeBlockTypes());
    RenameBlock(&transaction, "S/T", "inner", "core");
    RenameBlock(&transaction, "", "S", "R");
    QVERIFY(transaction.changes().contains(ChangeSubject::kSliders));
    UndoRecord undo = transaction.Commit();
    QCOMPARE(document.sliders[0].parameter, std::string("stiffness"));
    QCOMPARE(document.sliders[1].parameter, std::string("R/T.q"));
    QCOMPARE(document.sliders[2].parameter, std::string("R/T/core.gain"));
    QCOMPARE(*document.sliders[2].upper, 3.0);
    undo.Swap(&document);
    QVERIFY(document == before);
    Transaction removal(&document);
    RemoveBlocks(&removal, "S", {"T"});
    removal.Commit();
    QCOMPARE(document.sliders.size(), std::size_t{1});
  }

  void renamingADeepBlockFollowsItsUses() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    RenameBlock(&transaction, "S/T", "inner", "core");
    RenameBlock(&transaction, "S", "gain", "factor");
    transaction.Commit();
    QVERIFY(!Contains(document, "inner") && !Contains(document, "/gain."));
    const DiagramModel& inside = *document.FindDiagram("S");
    QCOMPARE(inside.wires[0].to, std::string("factor.u"));
    QCOMPARE(inside.signal_settings[0].key, std::string("T/core.y"));
    QCOMPARE(document.root.signal_settings[0].key, std::string("S/factor.y"));
    QCOMPARE(document.plots[0].signal_paths[0], std::string("S/factor.y[1]"));
  }

  void renamingAPortFollowsOutside() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    RenameBlock(&transaction, "S", "in", "force");
    RenameBlock(&transaction, "S", "out", "position");
    transaction.Commit();
    QCOMPARE(document.root.wires[0].to, std::string("S.force"));
    QCOMPARE(document.root.wires[2].from, std::string("S.position"));
    QCOMPARE(document.root.signal_settings[1].key, std::string("S.position"));
    QVERIFY((document.plots[0].signal_paths ==
             std::vector<std::string>{"S/gain.y[1]", "S.position", "source.y", "S/force.y"}));
    QCOMPARE(document.FindDiagram("S")->wires[0].from, std::string("force.y"));
  }

  void removingBlocksTakesTheirWires() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    RemoveBlocks(&transaction, "S", {"out", "gain", "gain"});
    QCOMPARE(document.FindDiagram("S")->wires.size(), std::size_t{0});
    QCOMPARE(document.FindDiagram("S")->signal_settings.size(), std::size_t{1});
    QCOMPARE(document.root.wires.size(), std::size_t{1});
    QCOMPARE(document.root.signal_settings.size(), std::size_t{1});
    QVERIFY((document.plots[0].signal_paths == std::vector<std::string>{"source.y", "S/in.y"}));
    RemoveBlocks(&transaction, "", {"S"});
    QVERIFY((document.plots[0].signal_paths == std::vector<std::string>{"source.y"}));
    QVERIFY(document.root.wires.empty() && document.root.signal_settings.empty());
  }

  void plotsOfSinksFollowTheirBlocks() {
    Document document = MakeDocument();
    PlotSetting ofGain;
    ofGain.block = "S/gain";
    ofGain.curves.resize(2);
    ofGain.curves[0].signal_path = "S/gain.y[1]";
    ofGain.curves[1].signal_path = "source.y";
    document.plots.push_back(ofGain);
    Transaction transaction(&document);
    RenameBlock(&transaction, "S", "gain", "factor");
    QCOMPARE(*document.plots[1].block, std::string("S/factor"));
    QCOMPARE(document.plots[1].curves[0].signal_path, std::string("S/factor.y[1]"));
    RemoveBlocks(&transaction, "", {"source"});
    QCOMPARE(document.plots[1].curves.size(), std::size_t{1});
    RemoveBlocks(&transaction, "S", {"factor"});
    QCOMPARE(document.plots.size(), std::size_t{1});
    transaction.Restart();
    QCOMPARE(*document.plots[1].block, std::string("S/gain"));
  }

  void connecting() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    Connect(&transaction, "", MakeWire("source.y", "scope.u"), true);
    QCOMPARE(document.root.wires[2].from, std::string("source.y"));
    Connect(&transaction, "", MakeWire("source.y", "scope.u2"));
    SetWire(&transaction, "", "scope.u2", MakeWire("S.out", "scope.u3"));
    QCOMPARE(document.root.wires[3].to, std::string("scope.u3"));
    Disconnect(&transaction, "", "scope.u");
    QCOMPARE(document.root.wires.size(), std::size_t{3});
    QCOMPARE(Print(transaction.changes()), QString("+1 scope.u3, -1 scope.u"));
  }

  void uniqueNames() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    QCOMPARE(AddBlock(&transaction, "", MakeBlock("", "Gain")), std::string("Gain"));
    QCOMPARE(AddBlock(&transaction, "", MakeBlock("", "Gain")), std::string("Gain2"));
    QCOMPARE(AddBlock(&transaction, "", MakeBlock("Gain2", "Gain")), std::string("Gain3"));
    QCOMPARE(AddBlock(&transaction, "", MakeBlock("a.b", "Gain")), std::string("a_b"));
    QCOMPARE(AddBlock(&transaction, "S", MakeBlock("U", "Subsystem")), std::string("U"));
    QVERIFY(document.FindDiagram("S/U"));
    const std::string longest(200, 'x');
    QCOMPARE(AddBlock(&transaction, "", MakeBlock(longest, "Gain")), longest);
    QCOMPARE(AddBlock(&transaction, "", MakeBlock(longest, "Gain")), std::string(190, 'x'));
    QCOMPARE(AddBlock(&transaction, "", MakeBlock(longest, "Gain")), std::string(190, 'x') + "2");
    QCOMPARE(UniqueParameterName(document.parameters, "k"), std::string("k2"));
    QCOMPARE(UniqueParameterName(document.parameters, "q"), std::string("q"));
  }

  void renamingAParameterFollowsItsUses() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    RenameParameter(&transaction, "", "k", "stiffness", FakeBlockTypes());
    transaction.Commit();
    QCOMPARE(document.parameters[0].name, std::string("stiffness"));
    QVERIFY(document.parameters[1].value == ParameterSetting("3*stiffness"));
    QVERIFY(document.parameters[1].random->arguments[0].second == ParameterSetting("-stiffness"));
    QVERIFY(document.simulation.Get("stop_time") == ParameterSetting("5*stiffness"));
    QVERIFY(document.FindBlock("source")->parameters[0].value == ParameterSetting("stiffness"));
    QVERIFY((*document.FindParameters("S"))[0].value == ParameterSetting("stiffness+1"));
    const Block& gain = *document.FindBlock("S/gain");
    QVERIFY((gain.parameters[0].value == ParameterSetting::List{"g", "2*stiffness"}));
    QVERIFY(gain.random[0].second.arguments[0].second == ParameterSetting("stiffness"));
    const Block& formula = *document.FindBlock("formula");
    QVERIFY(
        (formula.parameters[0].value == ParameterSetting::List{"stiffness*u1", "kk + stiffness"}));
    QVERIFY(formula.parameters[1].value == ParameterSetting("k"));
    QVERIFY(document.FindBlock("S/T/inner")->parameters[0].value == ParameterSetting("k"));
    QCOMPARE((*document.FindParameters("S/T"))[0].name, std::string("k"));
  }

  void renamingAnInnerParameterStaysInside() {
    Document document = MakeDocument();
    Transaction transaction(&document);
    RenameParameter(&transaction, "S/T", "k", "q", FakeBlockTypes());
    QVERIFY(document.FindBlock("S/T/inner")->parameters[0].value == ParameterSetting("q"));
    QVERIFY(document.parameters[1].value == ParameterSetting("3*k"));
  }

  void refusalsSayWhy_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("text");
    const char* texts[] = {
        "There is a block \"scope\" already; names in a diagram differ",
        // NOLINTNEXTLINE(bugprone-suspicious-missing-comma)
        "\"a/b\" cannot be a block's name: a name has no /; / . [ ] , and quotes are for paths and "
        "signals",
        "There is no block \"none\"",
        "There is no subsystem \"source\"",
        "\"scope.u\" has a wire already; an input takes one",
        "\"none.y\" is no port here; a wire joins ports BLOCK.PORT of one diagram",
        "There is no wire to \"scope.u9\"",
        "\"m\" is there already; each is there once",
        "\"pi\" cannot be a parameter's name: 'pi' is a constant",
        "There is no parameter \"S/k\"",
        "k cannot become g: S uses k and has a parameter g of its own; choose another name",
        "g cannot become k: k is used here for the parameter of a diagram around; choose another "
        "name",
        "There is no element 1; there are 1",
        "An edit that puts something in needs a value",
        "A Subsystem, and no other block, has a diagram",
        "Subsystems nest at most 64 levels deep",
        "Rename \"source\" by RenameBlock()",
    };
    int which = 0;
    for (const char* text : texts) QTest::newRow(text) << which++ << text;
  }
  void refusalsSayWhy() {
    QFETCH(int, which);
    QFETCH(QString, text);
    const FakeBlockTypes types;
    const std::vector<std::function<void(Transaction*)>> edits = {
        [](Transaction* t) { RenameBlock(t, "", "source", "scope"); },
        [](Transaction* t) { RenameBlock(t, "", "source", "a/b"); },
        [](Transaction* t) {
          RemoveBlocks(t, "", {"source", "none"});
        },
        [](Transaction* t) { AddBlock(t, "source", MakeBlock("a", "Gain")); },
        [](Transaction* t) { Connect(t, "", MakeWire("source.y", "scope.u")); },
        [](Transaction* t) { Connect(t, "", MakeWire("none.y", "scope.u2")); },
        [](Transaction* t) { Disconnect(t, "", "scope.u9"); },
        [&](Transaction* t) { RenameParameter(t, "", "k", "m", types); },
        [&](Transaction* t) { RenameParameter(t, "", "k", "pi", types); },
        [&](Transaction* t) { RenameParameter(t, "S", "k", "q", types); },
        [&](Transaction* t) { RenameParameter(t, "", "k", "g", types); },
        [&](Transaction* t) { RenameParameter(t, "S", "g", "k", types); },
        [](Transaction* t) {
          t->Apply(NoteEdit{"", 1, ListAction::kRemove, {}});
        },
        [](Transaction* t) {
          t->Apply(NoteEdit{"", 1, ListAction::kInsert, {}});
        },
        [](Transaction* t) {
          t->Apply(BlockEdit{"", 0, ListAction::kInsert, MakeBlock("a", "Subsystem")});
        },
        [](Transaction* t) {
          std::string level;
          for (int i = 0; i < 70; ++i) {
            level = JoinPath(level, AddBlock(t, level, MakeBlock("N", "Subsystem")));
          }
        },
        [](Transaction* t) {
          ModifyBlock(t, "", "source", [](Block* block) { block->name = "other"; });
        },
    };
    QCOMPARE(ErrorOf(edits[static_cast<std::size_t>(which)]), text);
  }
};

LOOPWRIGHT_TEST(TestDocumentEdit)

}  // namespace loopwright::test_document_edit

#include "test_document_edit.moc"
