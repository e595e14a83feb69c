#include <QObject>
#include <QTest>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "blocklib/registry.h"
#include "engine/file/load.h"
#include "engine/recording/recording.h"
#include "gui/plots/curve_look.h"
#include "gui/plots/plot_contents.h"
#include "gui/theme/theme.h"
#include "tests/test_main.h"

namespace loopwright::test_plot_contents {

namespace {

Document Load(const std::string& diagram, const std::string& plots = "[]") {
  const LoadResult result = LoadDocument(R"({"format": "loopwright", "version": 1, "diagram": )" +
                                             diagram + R"(, "plots": )" + plots + "}",
                                         BuiltInBlocks());
  return result.document.value_or(Document());
}

const char kTwoScopes[] = R"({
  "blocks": {
    "a": {"type": "Constant"},
    "b": {"type": "Constant", "parameters": {"value": [1, 2]}},
    "first": {"type": "Scope", "parameters": {"inputs": 2, "title": "Both"}},
    "second": {"type": "Scope"}
  },
  "wires": [
    {"from": "b.y", "to": "first.u2"},
    {"from": "a.y", "to": "first.u1"},
    {"from": "b.y", "to": "second.u1"}
  ]
})";

const char kNested[] = R"({
  "blocks": {
    "source": {"type": "Constant"},
    "inner": {"type": "Subsystem", "diagram": {
      "blocks": {
        "in": {"type": "Inport"},
        "gain": {"type": "Gain"},
        "out": {"type": "Outport"},
        "scope": {"type": "Scope"}
      },
      "wires": [
        {"from": "in.y", "to": "gain.u"},
        {"from": "gain.y", "to": "out.u"},
        {"from": "in.y", "to": "scope.u1"}
      ]
    }},
    "scope": {"type": "Scope"}
  },
  "wires": [
    {"from": "source.y", "to": "inner.in"},
    {"from": "inner.out", "to": "scope.u1"}
  ]
})";

std::unique_ptr<Recording> TwoSignals() {
  return std::make_unique<Recording>(
      std::vector<RecordedSignal>{{"a.y", "level", 1, 0, true, 0.1}, {"b.y", "", 2, 0, false, 0}});
}

QStringList Paths(const PlotContent& content) {
  QStringList paths;
  for (const CurveSetting& curve : content.curves) paths.append(curve.path);
  return paths;
}

}  // namespace

class TestPlotContents : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void curvesHaveTheColoursOfTheirWires() {
    const auto held = [](std::optional<int> rate) { return CurveSetting{"a.y", "a", true, rate}; };
    const CurveSetting smooth{"b.y", "b", false, Theme::kContinuousRate};
    using Rates = std::vector<int>;
    QCOMPARE(curveRates({smooth, held(1)}), (Rates{Theme::kContinuousRate, 1}));
    QCOMPARE(curveRates({held(Theme::kEventRate), smooth}),
             (Rates{Theme::kEventRate, Theme::kContinuousRate}));
    // No two have the same: the second takes the next that is free.
    QCOMPARE(curveRates({held(0), held(0), held(1)}), (Rates{0, 2, 1}));
    QCOMPARE(curveRates({smooth, smooth}), (Rates{Theme::kContinuousRate, 0}));
    // Unknown ones, constants, and more rates than there are colours.
    QCOMPARE(curveRates({held({}), held(Theme::kConstantRate), held(6)}), (Rates{0, 2, 1}));
  }

  void plotsOfTheDocumentComeFirst();
  void aPlotForEachScope();
  void scopesAreFedThroughSubsystems();
  void scopesAreFedByTags();
  void allThatWasRecordedWhereNothingIsChosen();
  void unitsChooseTheAxes();
  void labelsSayTheUnit();
};

void TestPlotContents::plotsOfTheDocumentComeFirst() {
  const Document document =
      Load(kTwoScopes, R"([{"title": "Chosen", "signals": ["b.y[1]", "a.y", "gone.y"],
                            "axes": {"y": {"label": "height, m"}}}])");
  const auto contents = plotContents(document, BuiltInBlocks(), *TwoSignals());
  QCOMPARE(contents.size(), size_t{1});
  QCOMPARE(contents[0].title, "Chosen");
  QCOMPARE(contents[0].valueLabel, "height, m");
  QCOMPARE(Paths(contents[0]), QStringList({"b.y[1]", "a.y"}));
  QCOMPARE(contents[0].curves[1].name, "level");
  QVERIFY(contents[0].curves[1].discrete);
}

void TestPlotContents::aPlotForEachScope() {
  const auto contents = plotContents(Load(kTwoScopes), BuiltInBlocks(), *TwoSignals());
  QCOMPARE(contents.size(), size_t{2});
  QCOMPARE(contents[0].title, "Both");
  QCOMPARE(Paths(contents[0]), QStringList({"a.y", "b.y[0]", "b.y[1]"}));
  QCOMPARE(contents[1].title, "second");
  QCOMPARE(Paths(contents[1]), QStringList({"b.y[0]", "b.y[1]"}));
}

void TestPlotContents::scopesAreFedThroughSubsystems() {
  const Document document = Load(kNested);
  const Recording recording(
      {{"source.y", "", 1, 0, false, 0}, {"inner/gain.y", "", 1, 0, false, 0}});
  QCOMPARE(findRecordedSource(document, BuiltInBlocks(), recording, "scope.u1"),
           std::string("inner/gain.y"));
  QCOMPARE(findRecordedSource(document, BuiltInBlocks(), recording, "inner/scope.u1"),
           std::string("source.y"));
  QCOMPARE(findRecordedSource(document, BuiltInBlocks(), recording, "scope.u2"), std::string());
  const auto contents = plotContents(document, BuiltInBlocks(), recording);
  QCOMPARE(contents.size(), size_t{2});
  QCOMPARE(contents[0].title, "inner/scope");
  QCOMPARE(Paths(contents[0]), QStringList({"source.y"}));
}

// One tag after another, and tags that lead in a circle.
void TestPlotContents::scopesAreFedByTags() {
  const Document document = Load(R"({
    "blocks": {
      "source": {"type": "Constant"},
      "send": {"type": "Goto"},
      "got": {"type": "From"},
      "on": {"type": "Goto", "parameters": {"tag": "B"}},
      "far": {"type": "From", "parameters": {"tag": "B"}},
      "round": {"type": "Goto", "parameters": {"tag": "C"}},
      "back": {"type": "From", "parameters": {"tag": "C"}},
      "alone": {"type": "From", "parameters": {"tag": "D"}},
      "scope": {"type": "Scope", "parameters": {"inputs": 3}}
    },
    "wires": [
      {"from": "source.y", "to": "send.u"},
      {"from": "got.y", "to": "on.u"},
      {"from": "back.y", "to": "round.u"},
      {"from": "far.y", "to": "scope.u1"},
      {"from": "back.y", "to": "scope.u2"},
      {"from": "alone.y", "to": "scope.u3"}
    ]
  })");
  const Recording recording({{"source.y", "", 1, 0, false, 0}});
  const auto source = [&](const char* input) {
    return findRecordedSource(document, BuiltInBlocks(), recording, input);
  };
  QCOMPARE(source("scope.u1"), std::string("source.y"));
  QCOMPARE(source("scope.u2"), std::string());
  QCOMPARE(source("scope.u3"), std::string());
  const auto contents = plotContents(document, BuiltInBlocks(), recording);
  QCOMPARE(contents.size(), size_t{1});
  QCOMPARE(Paths(contents[0]), QStringList({"source.y"}));
}

void TestPlotContents::allThatWasRecordedWhereNothingIsChosen() {
  const Document document = Load(R"({"blocks": {"a": {"type": "Constant"}}})");
  const auto contents = plotContents(document, BuiltInBlocks(), *TwoSignals());
  QCOMPARE(contents.size(), size_t{1});
  QCOMPARE(Paths(contents[0]), QStringList({"a.y", "b.y[0]", "b.y[1]"}));
}

void TestPlotContents::unitsChooseTheAxes() {
  const auto axesOf = [](const char* units, const char* curves) {
    std::string diagram = kTwoScopes;
    diagram.insert(diagram.rfind('}'), std::string(R"(, "signals": )") + units);
    const Document document =
        Load(diagram, std::string(R"([{"signals": ["a.y", "b.y[0]", "b.y[1]"], "curves": )") +
                          curves + "}]");
    const auto contents = plotContents(document, BuiltInBlocks(), *TwoSignals());
    QStringList axes;
    for (const CurveSetting& curve : contents.at(0).curves) axes += curve.axis;
    return axes;
  };
  const char* const kBoth = R"({"a.y": {"unit": "m"}, "b.y": {"unit": "m/s"}})";
  QCOMPARE(axesOf(kBoth, "{}"), QStringList({"y", "y2", "y2"}));
  // One unit needs one axis, and a curve without a unit stays on the first.
  QCOMPARE(axesOf(R"({"a.y": {"unit": "m"}, "b.y": {"unit": "m"}})", "{}"),
           QStringList({"y", "y", "y"}));
  QCOMPARE(axesOf(R"({"b.y": {"unit": "m"}})", "{}"), QStringList({"", "y", "y"}));
  // What is chosen stays, curves of the same unit join it, and none is driven away.
  QCOMPARE(axesOf(kBoth, R"({"b.y[0]": {"axis": "y"}})"), QStringList({"y", "y", "y"}));
  QCOMPARE(axesOf(kBoth, R"({"b.y[1]": {"axis": "y3"}})"), QStringList({"y", "y3", "y3"}));
}

void TestPlotContents::labelsSayTheUnit() {
  PlotContent content{"", "", {{"a.y", "a"}, {"b.y", "b"}}};
  content.curves[0].unit = content.curves[1].unit = "V";
  QCOMPARE(content.axisLabel("y"), QString("V"));
  QCOMPARE(content.curves[0].nameAndUnit(), QString("a, V"));
  content.curves[1].unit.clear();  // It may be something else.
  QCOMPARE(content.axisLabel("y"), QString());
  content.curves[1].axis = "y2";
  QCOMPARE(content.axisLabel("y"), QString("V"));
  QCOMPARE(content.axisLabel("y2"), QString());
  content.valueLabel = "voltage, V";
  content.axes = {{"y2", "share"}};
  QCOMPARE(content.axisLabel("y"), QString("voltage, V"));
  QCOMPARE(content.axisLabel("y2"), QString("share"));
  QCOMPARE(densityUnit(""), QString("1/Hz"));
  QCOMPARE(densityUnit("V"), QString("V²/Hz"));
  QCOMPARE(densityUnit("m/s"), QString("(m/s)²/Hz"));
}

LOOPWRIGHT_TEST(TestPlotContents)

}  // namespace loopwright::test_plot_contents

#include "test_plot_contents.moc"
