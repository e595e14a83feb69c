// Large diagrams as sparse linear models: the same as with dense matrices, for few evaluations.

#include <QObject>
#include <QTest>
#include <cmath>
#include <string>
#include <vector>

#include "blocklib/registry.h"
#include "engine/analysis/linearisation.h"
#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/jacobian/diagram_jacobian.h"
#include "engine/linear/frequency_response.h"
#include "engine/sparse/sparse_response.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_large_diagrams {

namespace {

/// A diagram, block by block, `'` standing for `"`.
class Text {
 public:
  Text& Block(const std::string& name, const std::string& type,
              const std::string& parameters = "") {
    blocks_ += (blocks_.empty() ? "'" : ", '") + name + "': {'type': '" + type + "'" +
               (parameters.empty() ? "" : ", 'parameters': {" + parameters + "}") + "}";
    return *this;
  }
  Text& Wire(const std::string& from, const std::string& to) {
    wires_ += (wires_.empty() ? "" : ", ") + ("{'from': '" + from + "', 'to': '" + to + "'}");
    return *this;
  }
  /// `count` blocks in a row, stem0, stem1, …, behind `from`; returns the last output.
  std::string Row(const std::string& from, int count, const std::string& stem,
                  const std::string& type, const std::string& parameters) {
    std::string before = from;
    for (int i = 0; i < count; ++i) {
      const std::string name = stem + std::to_string(i);
      Block(name, type, parameters);
      Wire(before, name + ".u");
      before = name + ".y";
    }
    return before;
  }
  OperatingPoint Point() const {
    std::string text = "{'format': 'loopwright', 'version': 1, 'diagram': {'blocks': {" + blocks_ +
                       "}, 'wires': [" + wires_ + "]}}";
    for (char& c : text) {
      if (c == '\'') c = '"';
    }
    const LoadResult loaded = LoadDocument(text, BuiltInBlocks());
    if (!loaded.document) qFatal("%s", loaded.diagnostics.front().text.c_str());
    try {
      return FindOperatingPoint(*loaded.document, BuiltInBlocks(), {});
    } catch (const InvalidDiagramError& error) {
      qFatal("%s", error.diagnostics().front().text.c_str());
    }
  }

 private:
  std::string blocks_, wires_;
};

/// A loop of a comparison and `count` blocks.
Text Loop(int count, const std::string& type, const std::string& parameters) {
  Text text;
  text.Block("u", "Inport").Block("y", "Outport").Block("e", "Sum", "'signs': '+-'");
  text.Wire("u.y", "e.u1");
  const std::string last = text.Row("e.y", count, "x", type, parameters);
  text.Wire(last, "e.u2").Wire(last, "y.u");
  return text;
}

// That both models are the same.
void Compare(const SparseModel& sparse, const LinearModel& dense) {
  QCOMPARE(sparse.states, dense.states);
  QCOMPARE(sparse.inputs, dense.inputs);
  QCOMPARE(sparse.outputs, dense.outputs);
  QCOMPARE(sparse.period_sec, dense.period_sec);
  QCOMPARE(sparse.delays_sec, dense.delays_sec);
  QVERIFY((Eigen::MatrixXd(sparse.A) - dense.A).norm() < 1e-14 * dense.A.norm());
  QVERIFY((Eigen::MatrixXd(sparse.B) - dense.B).norm() <= 1e-14 * dense.B.norm());
  QVERIFY((Eigen::MatrixXd(sparse.C) - dense.C).norm() <= 1e-14 * dense.C.norm());
  QVERIFY((Eigen::MatrixXd(sparse.D) - dense.D).norm() <= 1e-14 * dense.D.norm());
}

}  // namespace

class TestLargeDiagrams : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // ẋ_i = x_(i−1) − x_i: whatever their number, three colours do.
  void aChainOfLags() {
    OperatingPoint point = Loop(300, "FirstOrderLag", "'time_constant': 1").Point();
    QCOMPARE(CountStates(point), 300);
    const auto sparse = LineariseSparse(&point, {}, false);
    QVERIFY(sparse.has_value());
    QCOMPARE(sparse->num_passes, 1);
    QCOMPARE(sparse->model.A.nonZeros(), Eigen::Index{600});
    QVERIFY(sparse->left_out.empty() && sparse->blocked.empty());
    Compare(sparse->model, ToLinearModel(Linearise(std::move(point), {}).model, 4, false));
    const Complex L = std::pow(1.0 / Complex(1, 0.01), 300), T = L / (1.0 + L);
    QVERIFY(std::abs(SparseResponse(sparse->model).At(0.01)(0, 0) - T) < 1e-12 * std::abs(T));
  }

  // What follows from 20 states needs a colour for each, and from the lags before them: one
  // evaluation for 8 of them.
  void evaluationsAreCounted() {
    Text text;
    text.Block("u", "Inport").Block("y", "Outport");
    text.Block("sum", "Sum", "'signs': '++++++++++++++++++++'");
    for (int i = 0; i < 20; ++i) {
      const std::string stem = "c" + std::to_string(i) + "_";
      const std::string last = text.Row("u.y", 5, stem, "FirstOrderLag", "'time_constant': 1");
      text.Wire(last, "sum.u" + std::to_string(i + 1));
    }
    text.Wire("sum.y", "y.u");
    OperatingPoint point = text.Point();
    const auto sparse = LineariseSparse(&point, {}, false);
    QCOMPARE(sparse->num_passes, 3);
    const Linearisation dense = Linearise(std::move(point), {});
    Compare(sparse->model, ToLinearModel(dense.model, 4, false));
  }

  void aSampledChain_data() {
    QTest::addColumn<std::string>("offset");
    QTest::addColumn<bool>("readsBefore");
    QTest::newRow("after") << std::string() << false;
    QTest::newRow("before") << std::string() << true;
    QTest::newRow("offset") << std::string(", 'offset': 0.25") << false;
  }
  void aSampledChain() {
    QFETCH(std::string, offset);
    QFETCH(bool, readsBefore);
    OperatingPoint point = Loop(250, "UnitDelay", "'period': 0.5" + offset).Point();
    QCOMPARE(CountStates(point), 250);
    const auto sparse = LineariseSparse(&point, {}, readsBefore);
    QVERIFY(sparse.has_value());
    QCOMPARE(sparse->num_passes, 2);  // the second tells that nothing changes with time
    Compare(sparse->model, ToLinearModel(Linearise(std::move(point), {}).model, 4, readsBefore));
  }

  void deadTimeIsKept() {
    Text text = Loop(30, "FirstOrderLag", "'time_constant': 0.1");
    text.Block("wait", "TransportDelay", "'delay': 0.7").Block("late", "Outport", "'index': 2");
    text.Block("half", "Gain", "'gain': 0.5");
    text.Wire("x29.y", "wait.u").Wire("wait.y", "half.u").Wire("half.y", "late.u");
    OperatingPoint point = text.Point();
    const auto sparse = LineariseSparse(&point, {}, false);
    QCOMPARE(sparse->model.delays_sec, std::vector<double>{0.7});
    const LinearModel dense = ToLinearModel(Linearise(std::move(point), {}).model, 4, false);
    Compare(sparse->model, dense);
    const Eigen::MatrixXcd expected = FrequencyResponse(dense).At(2);
    QVERIFY((SparseResponse(sparse->model).At(2) - expected).norm() < 1e-12 * expected.norm());
  }

  // Their exact model is dense.
  void othersAreNotSparse() {
    OperatingPoint mixed = Loop(3, "FirstOrderLag", "'time_constant': 1")
                               .Block("hold", "UnitDelay", "'period': 1")
                               .Block("more", "Outport", "'index': 2")
                               .Wire("x2.y", "hold.u")
                               .Wire("hold.y", "more.u")
                               .Point();
    QVERIFY(!LineariseSparse(&mixed, {}, false));
    OperatingPoint two_rates = Loop(3, "UnitDelay", "'period': 1")
                                   .Block("slow", "UnitDelay", "'period': 2")
                                   .Block("more", "Outport", "'index': 2")
                                   .Wire("x2.y", "slow.u")
                                   .Wire("slow.y", "more.u")
                                   .Point();
    QVERIFY(!LineariseSparse(&two_rates, {}, false));
    OperatingPoint delayed = Loop(3, "UnitDelay", "'period': 1")
                                 .Block("wait", "TransportDelay", "'delay': 0.7")
                                 .Block("more", "Outport", "'index': 2")
                                 .Wire("x2.y", "wait.u")
                                 .Block("half", "Gain", "'gain': 0.5")
                                 .Wire("wait.y", "half.u")
                                 .Wire("half.y", "more.u")
                                 .Point();
    QVERIFY(!LineariseSparse(&delayed, {}, false));
  }

  // A delay that nothing moves and nothing shows, and a limit that lets nothing through.
  void whatIsLeftOutAndBlocked() {
    Text text = Loop(3, "UnitDelay", "'period': 1");
    text.Block("source", "Constant").Block("alone", "UnitDelay", "'period': 1");
    text.Block("nothing", "Terminator").Wire("source.y", "alone.u").Wire("alone.y", "nothing.u");
    text.Block("large", "Constant", "'value': 10").Block("add", "Sum", "'signs': '++'");
    text.Block("limit", "Saturation", "'lower': -1, 'upper': 1")
        .Block("limited", "Outport", "'index': 2");
    text.Wire("large.y", "add.u1").Wire("x2.y", "add.u2").Wire("add.y", "limit.u");
    text.Wire("limit.y", "limited.u");
    OperatingPoint point = text.Point();
    const auto sparse = LineariseSparse(&point, {}, false);
    QVERIFY(sparse.has_value());
    QCOMPARE(sparse->left_out, std::vector<std::string>{"alone.x"});
    QCOMPARE(sparse->blocked.size(), size_t{1});
    QCOMPARE(sparse->blocked[0].block, std::string("limit"));
    QCOMPARE(sparse->blocked[0].output, std::string("limited"));
    const Linearisation dense = Linearise(std::move(point), {});
    QCOMPARE(dense.left_out, sparse->left_out);
    QCOMPARE(dense.blocked.size(), size_t{1});
    Compare(sparse->model, ToLinearModel(dense.model, 4, false));
  }

  // Signals added, cut and replaced change what follows from what: the Jacobian of an Integrator's
  // output that is an analysis point, a wire alone, and a gain in the place of a state.
  void analysisPointsOfState() {
    PointOptions options;
    options.inputs = {"x1.y", ">x2.u"};
    options.outputs = {"x1.y", ">x2.u", "x2.y"};
    options.open = {"x2.y"};
    options.as = {{"x0", "3"}};
    OperatingPoint point = Loop(3, "FirstOrderLag", "'time_constant': 1").Point();
    const auto sparse = LineariseSparse(&point, options, false);
    // x0 is 3 e now, and the loop is cut behind x2: e follows nothing.
    Eigen::MatrixXd A(3, 3), B(3, 2), C(3, 3), D(3, 2);
    A << -1, 0, 0, 0, -1, 0, 0, 1, -1;
    B << 0, 0, 0, 0, 1, 1;
    C << 0, 1, 0, 0, 1, 0, 0, 0, 1;
    D << 0, 0, 1, 0, 0, 0;
    QCOMPARE(Eigen::MatrixXd(sparse->model.A), A);
    QCOMPARE(Eigen::MatrixXd(sparse->model.B), B);
    QCOMPARE(Eigen::MatrixXd(sparse->model.C), C);
    QCOMPARE(Eigen::MatrixXd(sparse->model.D), D);
    Compare(sparse->model, ToLinearModel(Linearise(std::move(point), options).model, 4, false));
  }

  // What is added before a block whose place a gain takes goes through the gain, although the
  // output of the block itself does not follow its input.
  void gainsFollowWhatIsAddedBeforeThem() {
    PointOptions options;
    options.inputs = {"e.y"};
    options.open = {"x2.y"};
    options.as = {{"x0", "3"}};
    OperatingPoint point = Loop(3, "FirstOrderLag", "'time_constant': 1").Point();
    const auto sparse = LineariseSparse(&point, options, false);
    QCOMPARE(Eigen::MatrixXd(sparse->model.B), Eigen::MatrixXd(Eigen::Vector3d(1, 3, 0)));
  }

  void whatIsTooLargeOrNotFiniteIsSaid() {
    std::string zeros = "0";
    for (int i = 0; i < 10000; ++i) zeros += ",0";
    OperatingPoint vector = Text()
                                .Block("x", "Integrator", "'initial_value': [" + zeros + "]")
                                .Block("y", "Outport")
                                .Wire("x.y", "x.u")
                                .Wire("x.y", "y.u")
                                .Point();
    QCOMPARE(
        MessageOf([&] { LineariseSparse(&vector, {}, false); }),
        std::string("the diagram is too large to be linearised: more than 100,000,000 elements "
                    "of its Jacobian may differ from 0. All elements of a block's state count "
                    "as following each other: give each part that stands alone a block of its "
                    "own"));
    OperatingPoint root = Text()
                              .Block("x", "Integrator")
                              .Block("y", "Outport")
                              .Block("root", "MathFunction", "'function': 'sqrt'")
                              .Wire("x.y", "root.u")
                              .Wire("root.y", "x.u")
                              .Wire("x.y", "y.u")
                              .Point();
    QVERIFY(MessageOf([&] { LineariseSparse(&root, {}, false); })
                .starts_with(
                    "the linear model is not finite: \"root\", by which x.x follows x.x, has no "
                    "derivative at this point"));
  }
};

LOOPWRIGHT_TEST(TestLargeDiagrams)

}  // namespace loopwright::test_large_diagrams

#include "test_large_diagrams.moc"
