#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blocklib/design/block_design.h"
#include "blocklib/registry.h"
#include "engine/analysis/response_picture.h"
#include "engine/common/exceptions.h"
#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "engine/file/load.h"
#include "engine/linear/eigenvalues.h"
#include "engine/tuning/loop_sweep.h"
#include "tests/test_main.h"

namespace loopwright::test_loop_tuning {

namespace {

// The text with one word of it replaced, everywhere.
std::string With(std::string text, const std::string& word, const std::string& by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
  return text;
}

Document Read(const std::string& text) {
  LoadResult result = LoadDocument(text, BuiltInBlocks());
  if (!result.document) qFatal("%s", result.diagnostics.front().text.c_str());
  return std::move(*result.document);
}

// L = 2 e^(−0.1 s)/s, and three blocks beside the loop.
constexpr const char* kDelayedLoop =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "set": {"type": "Constant"},
      "error": {"type": "Sum", "parameters": {"signs": "+-"}},
      "gain": {"type": "Gain", "parameters": {"gain": 2}},
      "late": {"type": "TransportDelay", "parameters": {"delay": 0.1}},
      "state": {"type": "Integrator"},
      "beside": {"type": "Gain"},
      "wide": {"type": "Gain", "parameters": {"gain": [1, 2]}},
      "pid": {"type": "PidController"}},
    "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
              {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "late.u"},
              {"from": "late.y", "to": "state.u"}, {"from": "set.y", "to": "beside.u"},
              {"from": "set.y", "to": "wide.u"}, {"from": "set.y", "to": "pid.u"}]}})";

Document DelayedLoop() { return Read(kDelayedLoop); }

// The same without the dead time.
Document PlainLoop() {
  return Read(
      With(kDelayedLoop, "\"TransportDelay\", \"parameters\": {\"delay\": 0.1}", "\"Gain\""));
}

// A PID, a lag and a dead time in a loop, which come in this order behind the PID.
constexpr const char* kPidLoop =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "error": {"type": "Sum", "parameters": {"signs": "+-"}},
      "set": {"type": "Constant"}, "pid": {"type": "PidController"},
      "lag": {"type": "FirstOrderLag", "parameters": {"time_constant": 1}},
      "late": {"type": "TransportDelay", "parameters": {"delay": 0.5}}},
    "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "SECOND.y", "to": "error.u2"},
              {"from": "error.y", "to": "pid.u"}, {"from": "pid.y", "to": "FIRST.u"},
              {"from": "FIRST.y", "to": "SECOND.u"}]}})";

// An integrator fed back by a Gain; and one, with a controller in the place of the Gain.
constexpr const char* kCostLoop =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "gain": {"type": "Gain", "parameters": {"gain": GAIN}}, "state": {"type": "Integrator"},
      "other": {"type": "Integrator"},
      "controller": {"type": "StateSpace", "parameters": {
        "A": [[-3]], "B": [[1]], "C": [[-2]], "D": [[0]]}}},
    "wires": [{"from": "gain.y", "to": "state.u"}, {"from": "state.y", "to": "gain.u"},
              {"from": "controller.y", "to": "other.u"},
              {"from": "other.y", "to": "controller.u"}]}})";
constexpr const char* kSampledCostLoop =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "state": {"type": "Integrator"},
      "sampled": {"type": "DiscreteStateSpace", "parameters": {"period": 0.25,
        "A": [[0.2]], "B": [[1]], "C": [[-1]], "D": [[0]]}}},
    "wires": [{"from": "sampled.y", "to": "state.u"}, {"from": "state.y", "to": "sampled.u"}]}})";

std::optional<LoopSweep> Sweep(const std::string& parameter, double value) {
  const Document document = DelayedLoop();
  const ResponsePicture picture = PictureLoop(document, BuiltInBlocks(), "gain.y");
  return SweepLoop(document, BuiltInBlocks(), "gain.y", {}, parameter, value, picture);
}

bool IsNear(const std::optional<double>& value, double expected, double tolerance = 5e-3) {
  return value && std::abs(*value / expected - 1) <= tolerance;
}

// What the design is refused for; "" where it is not.
std::string RefusalOf(const Document& document, const std::string& block,
                      DesignRequest::Method method) {
  DesignRequest request;
  request.block = block;
  request.method = method;
  try {
    DesignBlock(document, BuiltInBlocks(), request, {});
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

// A force moves a cart; its speed and place are states, between which no gain is needed.
constexpr const char* kCart =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "force": {"type": "Constant"}, "between": {"type": "Gain"},
      "speed": {"type": "Integrator"}, "place": {"type": "Integrator"}},
    "wires": [{"from": "force.y", "to": "between.u"}, {"from": "between.y", "to": "speed.u"},
              {"from": "speed.y", "to": "place.u"}]}})";

Document FreeCart() { return Read(kCart); }

DesignRequest BetweenForceAnd(const std::string& output) {
  DesignRequest request;
  request.inputs = {"force.y"};
  request.outputs = {output};
  return request;
}

// The same of what is put into the diagram, where the design itself is possible.
std::string RefusalOf(Document document, const DesignRequest& request,
                      const std::vector<std::string>& open = {}) {
  PointOptions point;
  point.open = open;
  try {
    const BlockDesign design = DesignBlock(document, BuiltInBlocks(), request, point);
    Transaction transaction(&document);
    design.put(&transaction);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

// Of all that the diagram has.
ComplexList PolesOfAll(const Document& document) {
  PointOptions options;
  options.inputs = {"force.y"};
  options.outputs = {"place.y"};
  options.keeps_all_states = true;
  const Linearisation diagram =
      Linearise(FindOperatingPoint(document, BuiltInBlocks(), options), options);
  return EigenvaluesOf(ToLinearModel(diagram.model, kPicturePade, false).A);
}

bool HaveSamePoles(const ComplexList& a, ComplexList b) {
  SortEigenvalues(&b);
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > 1e-6) return false;
  }
  return true;
}

}  // namespace

/// Which value of a parameter brings a loop to where a hand wants it, and controllers for blocks.
class TestLoopTuning : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The crossover is at k rad/s, the phase margin 90° − 0.1 k, and the gain margin π/(0.2 k).
  void aGainScalesTheLoop() {
    const auto sweep = Sweep("gain.gain", 2);
    QVERIFY(sweep.has_value());
    QCOMPARE(sweep->values.size(), size_t{201});
    QCOMPARE(sweep->values[sweep->present], 2.0);
    QVERIFY(IsNear(ValueForCrossover(*sweep, 4), 4));
    QVERIFY(IsNear(ValueForPhaseMargin(*sweep, 60), std::numbers::pi / 6 / 0.1));
    QVERIFY(IsNear(ValueForGainMargin(*sweep, 5), std::numbers::pi / 0.2 / 5));
    QVERIFY(!ValueForGainMargin(*sweep, -1));
    QVERIFY(!ValueForCrossover(*sweep, 1e9));
    QVERIFY(!ValueForPhaseMargin(*sweep, 120));
  }

  // Where 1 + L is 0, of the real pole near −2: s e^(0.1 s) = −k.
  void aPoleGoesItsWay() {
    const auto sweep = Sweep("gain.gain", 2);
    QVERIFY(sweep.has_value());
    QVERIFY(IsNear(ValueForPole(*sweep, -2.5, -2), 2 * std::exp(-0.2), 2e-2));
    QVERIFY(IsNear(ValueForPole(*sweep, Complex(-2.5, 0), -4), 4 * std::exp(-0.4), 2e-2));
  }

  void otherParametersAreTriedOut() {
    const auto sweep = Sweep("late.delay", 0.1);
    QVERIFY(sweep.has_value());
    QCOMPARE(sweep->values.size(), size_t{41});
    QVERIFY(IsNear(ValueForPhaseMargin(*sweep, 60), std::numbers::pi / 6 / 2, 3e-2));
    QVERIFY(!ValueForCrossover(*sweep, 4));  // it stays at 2 rad/s
    QVERIFY(!Sweep("set.value", 1));
  }

  // A PI by SIMC, whose loop is stable with dead time before the lag or behind it.
  void deadTimeKeepsTheSign() {
    for (const char* order : {"late", "lag"}) {
      const std::string first = order, second = first == "late" ? "lag" : "late";
      const Document document = Read(With(With(kPidLoop, "FIRST", first), "SECOND", second));
      DesignRequest request;
      request.block = "pid";
      const BlockDesign design = DesignBlock(document, BuiltInBlocks(), request, {});
      QCOMPARE(design.values.size(), size_t{3});
      QCOMPARE(design.values[0].first, std::string("kp"));
      QVERIFY(std::abs(design.values[0].second(0, 0) - 1) < 1e-9);
      QVERIFY(std::abs(design.values[1].second(0, 0) - 1) < 1e-9);
    }
  }

  // Regulator and filter stand between the signals, and the poles are those of both. Put in with a
  // transaction, they are taken out by undoing it.
  void newBlocksAreWired() {
    Document document = FreeCart();
    const Document before = document;
    DesignRequest request = BetweenForceAnd("place.y");
    request.method = DesignRequest::Method::kLqg;
    request.V = "4";
    const BlockDesign design = DesignBlock(document, BuiltInBlocks(), request, {});
    QCOMPARE(design.poles.size(), size_t{4});
    Transaction transaction(&document);
    design.put(&transaction);
    UndoRecord record = transaction.Commit();
    QVERIFY(document.FindBlock("lqg") != nullptr);
    QVERIFY(document.FindBlock("lqg_sum") != nullptr);
    QVERIFY(HaveSamePoles(PolesOfAll(document), design.poles));
    record.Swap(&document);
    QVERIFY(document == before);
  }

  // A continuous diagram with a period gets a hold before the gain.
  void aPeriodMakesSamples() {
    Document document = FreeCart();
    DesignRequest request = BetweenForceAnd("place.y");
    request.outputs.emplace_back("speed.y");
    request.method = DesignRequest::Method::kRegulator;
    request.period_sec = 0.1;
    const BlockDesign design = DesignBlock(document, BuiltInBlocks(), request, {});
    QCOMPARE(design.values.size(), size_t{1});
    QCOMPARE(design.values[0].first, std::string("K"));
    QCOMPARE(design.values[0].second.size(), Eigen::Index{2});
    Transaction transaction(&document);
    design.put(&transaction);
    transaction.Commit();
    QVERIFY(document.FindBlock("lqr_hold") != nullptr);
    ComplexList poles = design.poles;
    poles.insert(poles.end(), 2, 0.0);  // of the hold, which has two elements
    QVERIFY(HaveSamePoles(PolesOfAll(document), poles));
  }

  void aFilterWatches() {
    Document document = FreeCart();
    DesignRequest request = BetweenForceAnd("place.y");
    request.method = DesignRequest::Method::kFilter;
    const BlockDesign plain = DesignBlock(document, BuiltInBlocks(), request, {});
    QCOMPARE(plain.values.size(), size_t{1});
    request.period_sec = 0.1;
    const BlockDesign sampled = DesignBlock(document, BuiltInBlocks(), request, {});
    QCOMPARE(sampled.values.size(), size_t{2});
    QCOMPARE(sampled.values[1].first, std::string("M"));
    Transaction transaction(&document);
    plain.put(&transaction);
    transaction.Commit();
    ComplexList poles = plain.poles;
    poles.insert(poles.end(), 2, 0.0);  // of the cart, which it leaves alone
    QVERIFY(HaveSamePoles(PolesOfAll(document), poles));
  }

  // Of ẋ = u with Q = R = 1, fed back by −k, the cost from a start at 1 is (1 + k²)/(2 k), at its
  // least with k = 1.
  void theCostStandsBesideThatOfTheBlock() {
    for (const auto& [gain, now] : {std::pair("-2", 1.25), std::pair("-1", 1.0)}) {
      const Document document = Read(With(kCostLoop, "GAIN", gain));
      DesignRequest request;
      request.block = "gain";
      request.method = DesignRequest::Method::kRegulator;
      const BlockDesign design = DesignBlock(document, BuiltInBlocks(), request, {});
      QVERIFY(design.cost && std::abs(*design.cost - 1) < 1e-9);
      QVERIFY(design.cost_now && std::abs(*design.cost_now - now) < 1e-9);
    }
    // Without stability it has no bound.
    DesignRequest request;
    request.block = "gain";
    request.method = DesignRequest::Method::kRegulator;
    const BlockDesign away =
        DesignBlock(Read(With(kCostLoop, "GAIN", "1")), BuiltInBlocks(), request, {});
    QVERIFY(away.cost_now && std::isinf(*away.cost_now));
  }

  // What was put in has the cost that it was said to have, whichever way the plant sees it.
  void whatWasPutInCostsWhatWasSaid() {
    using Method = DesignRequest::Method;
    const Document continuous = Read(With(kCostLoop, "GAIN", "-2"));
    const Document sampled = Read(kSampledCostLoop);
    for (Document document : {continuous, sampled}) {
      DesignRequest request;
      request.block = document == continuous ? "controller" : "sampled";
      request.method = Method::kLqg;
      request.V = "0.5";
      const BlockDesign design = DesignBlock(document, BuiltInBlocks(), request, {});
      QVERIFY(design.cost && std::isfinite(*design.cost));
      QVERIFY(design.cost_now && *design.cost_now > *design.cost * 1.001);
      Transaction transaction(&document);
      design.put(&transaction);
      transaction.Commit();
      const BlockDesign again = DesignBlock(document, BuiltInBlocks(), request, {});
      QVERIFY(std::abs(*again.cost / *design.cost - 1) < 1e-8);
      QVERIFY(std::abs(*again.cost_now / *design.cost - 1) < 1e-8);
    }
  }

  void designsThatCannotBeAreRefused() {
    using Method = DesignRequest::Method;
    const Document document = DelayedLoop();
    QCOMPARE(RefusalOf(document, "pid", Method::kPid),
             std::string("--block: nothing comes back from the output of \"pid\" to its input: it "
                         "is in no loop"));
    QCOMPARE(RefusalOf(document, "wide", Method::kPid),
             std::string("--block: \"wide\" has 2 elements; a PID is found for one"));
    QCOMPARE(RefusalOf(PlainLoop(), "beside", Method::kRegulator),
             std::string("--block: without \"beside\" there is no state between its output and its "
                         "input, so that there is nothing to feed back"));
    QVERIFY(
        RefusalOf(document, "", Method::kPid).starts_with("a PID is found for a block that is"));
    QCOMPARE(RefusalOf(document, "gain", Method::kFilter),
             std::string("--block: a filter watches the diagram as new blocks, and replaces none; "
                         "name inputs and outputs in the place of \"gain\""));
    // Padé's states do not follow from what is read.
    QVERIFY(RefusalOf(document, "gain", Method::kRegulator).find("do not follow") !=
            std::string::npos);
  }

  void whatCannotBePutInIsRefused() {
    using Method = DesignRequest::Method;
    const Document cart = FreeCart();
    DesignRequest request;
    request.inputs = {"a.y"};
    request.outputs = {"b.y"};
    request.method = Method::kLqg;
    const Document stateless = Read(
        R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
          "a": {"type": "Constant"}, "b": {"type": "Gain"}},
        "wires": [{"from": "a.y", "to": "b.u"}]}})");
    QVERIFY(RefusalOf(stateless, request)
                .starts_with("between the inputs and outputs there is no state"));
    request.inputs = {"force.y"};
    request.outputs = {"place.y"};
    QCOMPARE(RefusalOf(cart, request, {"speed.y"}),
             std::string("--apply: the opening at speed.y is whole in the diagram that is written; "
                         "take the wire out of it; or name the controller with --block"));
    for (const double period : {-1.0, 0.0, std::numeric_limits<double>::infinity()}) {
      request.period_sec = period;
      for (const Method method : {Method::kFilter, Method::kLqg}) {
        request.method = method;
        QCOMPARE(RefusalOf(cart, request),
                 std::string("--period: a positive number of seconds is needed"));
      }
    }
    request.period_sec = 0.1;
    request.block = "beside";
    request.method = Method::kRegulator;
    QVERIFY(RefusalOf(PlainLoop(), request).starts_with("a block that is there has the rates"));
    // Neither a StateSpace nor a block with a gain.
    request.period_sec.reset();
    request.block = "gain";
    request.method = Method::kLqg;
    QCOMPARE(RefusalOf(PlainLoop(), request),
             std::string("--apply of lqg: the controller of this diagram is a StateSpace, but "
                         "\"gain\" is a Gain; put one in its place"));
    request.block = "late";
    request.method = Method::kRegulator;
    const std::string delay = "TransportDelay\", \"parameters\": {\"delay\": 0.1}";
    QCOMPARE(RefusalOf(Read(With(kDelayedLoop, delay, "Saturation\"")), request),
             std::string("--block: \"late\" is a Saturation, which has no parameter \"gain\" to "
                         "put the design into"));
  }

  void aSampledModelTakesNoPeriod() {
    const Document document =
        Read(With(kCart, "\"Gain\"", "\"ZeroOrderHold\", \"parameters\": {\"period\": 0.1}"));
    DesignRequest request = BetweenForceAnd("place.y");
    request.method = DesignRequest::Method::kFilter;
    request.period_sec = 0.2;
    QCOMPARE(RefusalOf(document, request),
             std::string("--period: it is for a continuous model; this one is sampled already, "
                         "every 0.1 s, so leave it out"));
  }
};

LOOPWRIGHT_TEST(TestLoopTuning)

}  // namespace loopwright::test_loop_tuning

#include "test_loop_tuning.moc"
