#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_routing {

class TestRouting : public QObject {
  Q_OBJECT

 private slots:
  void muxJoinsAndDemuxSplits() {
    const RunResult result =
        RunDiagram(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                               "'b': {'type': 'Constant', 'parameters': {'value': 3}},"
                               "'m': {'type': 'Mux'},"
                               "'d': {'type': 'Demux', 'parameters': {'widths': [1, 2]}}",
                               "a.y>m.u1 b.y>m.u2 m.y>d.u"),
                   {"m.y", "d.y1", "d.y2"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{1, 2, 3, 1, 2, 3}));
  }

  void widthsOfADemuxReachBackwards() {
    // Nothing but the Demux says how wide the integrator is.
    const RunResult result =
        RunDiagram(DiagramText("'i': {'type': 'Integrator', 'parameters': {'initial_value': 4}},"
                               "'g': {'type': 'Gain'},"
                               "'d': {'type': 'Demux', 'parameters': {'widths': [2, 1]}}",
                               "i.y>g.u g.y>i.u i.y>d.u"),
                   {"d.y1", "d.y2"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{4, 4, 4}));
  }

  void portsOfASubsystemAreOrderedByIndex() {
    const std::string inner =
        "'blocks': {'out': {'type': 'Outport'},"
        "'second': {'type': 'Inport', 'parameters': {'index': 2}}, 'first': {'type': 'Inport'},"
        "'s': {'type': 'Sum', 'parameters': {'signs': '+-'}}},"
        "'wires': [{'from': 'first.y', 'to': 's.u1'}, {'from': 'second.y', 'to': 's.u2'},"
        "{'from': 's.y', 'to': 'out.u'}]";
    const RunResult result =
        RunDiagram(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': 5}},"
                               "'b': {'type': 'Constant', 'parameters': {'value': 3}},"
                               "'sub': {'type': 'Subsystem', 'diagram': {" +
                                   inner + "}}",
                               "a.y>sub.first b.y>sub.second"),
                   {"sub.out"}, 0);
    QCOMPARE(result.rows.at(0).values.at(0), 2.0);
  }

  void selectorPicksElements() {
    const std::string picks =
        "'a': {'type': 'Constant', 'parameters': {'value': [1, 2, 3]}},"
        "'s': {'type': 'Selector', 'parameters': {'indices': ";
    const RunResult result =
        RunDiagram(DiagramText(picks + "[2, 0, 2, 1]}}", "a.y>s.u"), {"s.y"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{3, 1, 3, 2}));
    QCOMPARE(Problems(DiagramText(picks + "[0, 3]}}", "a.y>s.u")),
             (std::vector<std::string>{"s.u: the widths do not match: s.u (from a.y) has width 3, "
                                       "`indices` names its element 3; elements are counted from "
                                       "0"}));
    for (const std::string wrong : {"-1", "0.5", "1000000"}) {
      QCOMPARE(Problems(DiagramText(picks + "[0, " + wrong + "]}}", "a.y>s.u")),
               (std::vector<std::string>{"s.indices: `indices` has the element " + wrong +
                                         ": each must be a whole number from 0 to 999999"}));
    }
    QCOMPARE(Problems(DiagramText(picks + "[]}}", "a.y>s.u")),
             (std::vector<std::string>{"s.indices: `indices` is empty: name one element or more"}));
  }

  void multiportSwitchPassesTheInputThatItsIndexNames() {
    // The index goes from 0.6 to 3.4 and is rounded: it switches at 1.5 and 2.5.
    const std::string blocks =
        "'index': {'type': 'Ramp', 'parameters': {'slope': 1, 'initial': 0.6}},"
        "'a': {'type': 'Constant', 'parameters': {'value': [10, 20]}},"
        "'b': {'type': 'Clock'}, 'c': {'type': 'Constant', 'parameters': {'value': -1}},"
        "'s': {'type': 'MultiportSwitch', 'parameters': {'inputs': 3}},"
        "'i': {'type': 'Integrator'}";
    const RunResult result =
        RunDiagram(DiagramText(blocks, "index.y>s.index a.y>s.u1 b.y>s.u2 c.y>s.u3 s.y>i.u"),
                   {"s.y", "i.y"}, 2.8);
    const std::vector<Row> switches = result.side('+');
    QCOMPARE(switches.size(), size_t(2));
    QVERIFY(std::abs(switches[0].time - 0.9) < 1e-12);
    QVERIFY(std::abs(switches[1].time - 1.9) < 1e-12);
    QVERIFY(std::abs(switches[0].values.at(0) - 0.9) < 1e-12);
    QCOMPARE(switches[1].values.at(0), -1.0);
    QVERIFY(std::abs(result.at(2.8, '-', 3) - (20 * 0.9 + (1.9 * 1.9 - 0.9 * 0.9) / 2 - 0.9)) <
            1e-10);
  }

  void multiportSwitchRoundsTiesUpAndIsElementwise() {
    const RunResult result = RunDiagram(
        DiagramText("'index': {'type': 'Constant', 'parameters': {'value': [1.5, 2.49, 0.5]}},"
                    "'a': {'type': 'Constant', 'parameters': {'value': [1, 2, 3]}},"
                    "'b': {'type': 'Constant', 'parameters': {'value': 7}},"
                    "'s': {'type': 'MultiportSwitch'}",
                    "index.y>s.index a.y>s.u1 b.y>s.u2"),
        {"s.y"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{7, 7, 3}));
  }

  void anIndexOutOfRangeFailsTheRun() {
    const auto run = [](const std::string& index, const std::string& extra = "") {
      return RunDiagram(DiagramText("'index': {" + index +
                                        "}, 'a': {'type': 'Constant'}, 's': {'type': "
                                        "'MultiportSwitch'}" +
                                        extra,
                                    "index.y>s.index a.y>s.u1 a.y>s.u2"),
                        {"s.y"}, 3);
    };
    const auto verify = [](const RunResult& result, double time, const char* value) {
      QVERIFY(result.outcome.end == RunEnd::kFailed);
      QCOMPARE(QString::fromStdString(result.outcome.path), QString("s"));
      QVERIFY(std::abs(result.outcome.time - time) < 1e-9);
      const QString message = QString::fromStdString(result.outcome.message);
      QVERIFY2(message.contains(QString("the index is ") + value), qPrintable(message));
      QVERIFY(message.endsWith("; rounded, it must be a number from 1 to 2"));
    };
    verify(run("'type': 'Constant', 'parameters': {'value': 0.4}"), 0, "0.4;");
    verify(run("'type': 'Step', 'parameters': {'initial': 1, 'final': 3}"), 1, "3;");
    verify(run("'type': 'Ramp', 'parameters': {'initial': 1}"), 1.5, "2.5");
    verify(run("'type': 'Ramp', 'parameters': {'initial': 2, 'slope': -1}"), 1.5, "0.499999");
    verify(run("'type': 'Ramp', 'parameters': {'initial': 1}", ", 'i': {'type': 'BouncingBall'}"),
           1.5, "2.5");
  }

  void tagsStandForWires() {
    const RunResult result =
        RunDiagram(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                               "'send': {'type': 'Goto', 'parameters': {'tag': 'x'}},"
                               "'get': {'type': 'From', 'parameters': {'tag': 'x'}},"
                               "'again': {'type': 'From', 'parameters': {'tag': 'x'}},"
                               "'s': {'type': 'Sum'}",
                               "a.y>send.u get.y>s.u1 again.y>s.u2"),
                   {"s.y", "get.y"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{2, 4, 1, 2}));
  }

  void tagsBelongToALevel() {
    // The same tag inside a subsystem is another one.
    const std::string inner =
        "'blocks': {'c': {'type': 'Constant', 'parameters': {'value': 5}},"
        "'g': {'type': 'Goto'}, 'f': {'type': 'From'}, 'out': {'type': 'Outport'}},"
        "'wires': [{'from': 'c.y', 'to': 'g.u'}, {'from': 'f.y', 'to': 'out.u'}]";
    const RunResult result =
        RunDiagram(DiagramText("'c': {'type': 'Constant', 'parameters': {'value': 3}},"
                               "'g': {'type': 'Goto'}, 'f': {'type': 'From'},"
                               "'sub': {'type': 'Subsystem', 'diagram': {" +
                                   inner + "}}, 's': {'type': 'Sum'}",
                               "c.y>g.u f.y>s.u1 sub.out>s.u2"),
                   {"f.y", "sub.out", "s.y"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{3, 5, 8}));
  }

  void wrongTagsAreSaid() {
    QCOMPARE(
        Problems(DiagramText("'f': {'type': 'From', 'parameters': {'tag': 'x'}}", "")),
        (std::vector<std::string>{"f: no Goto of this diagram sends the tag \"x\"; add one, or "
                                  "name the tag of one"}));
    QCOMPARE(Problems(DiagramText("'c': {'type': 'Constant'}, 'g': {'type': 'Goto'},"
                                  "'h': {'type': 'Goto'}",
                                  "c.y>g.u c.y>h.u")),
             (std::vector<std::string>{"h: the tag \"A\" is sent by g already; a diagram has one "
                                       "Goto of each tag"}));
    // A circle of tags alone.
    const auto circle =
        Problems(DiagramText("'g': {'type': 'Goto'}, 'f': {'type': 'From'}", "f.y>g.u"));
    QCOMPARE(circle.size(), size_t(1));
    QVERIFY(QString::fromStdString(circle[0]).contains("the wires go in a circle"));
  }

  void aTerminatorTakesAnythingAndAsksForNothing() {
    const std::string text = DiagramText(
        "'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}}, 't': {'type': 'Terminator'},"
        "'c': {'type': 'Clock'}, 's': {'type': 'Scope'}",
        "a.y>t.u c.y>s.u1");
    QVERIFY(Problems(text).empty());
    // What drives it is not recorded for its sake.
    QCOMPARE(RunDiagram(text, {}, 1).rows.back().values, (std::vector<double>{1}));
    // Unlike a sink it needs a wire.
    QCOMPARE(Problems(DiagramText("'t': {'type': 'Terminator'}", "")).size(), size_t(1));
  }

  void anInportOfTheTopLevelShowsItsDefault() {
    const RunResult result = RunDiagram(
        DiagramText("'in': {'type': 'Inport', 'parameters': {'default': 4, 'width': 2}}", ""),
        {"in.y"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{4, 4}));
  }
};

LOOPWRIGHT_TEST(TestRouting)

}  // namespace loopwright::test_routing

#include "test_routing.moc"
