#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"

using namespace loopwright;

class TestRouting : public QObject {
  Q_OBJECT

 private slots:
  void MuxJoinsAndDemuxSplits() {
    const RunResult result =
        RunDiagram(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                               "'b': {'type': 'Constant', 'parameters': {'value': 3}},"
                               "'m': {'type': 'Mux'},"
                               "'d': {'type': 'Demux', 'parameters': {'widths': [1, 2]}}",
                               "a.y>m.u1 b.y>m.u2 m.y>d.u"),
                   {"m.y", "d.y1", "d.y2"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{1, 2, 3, 1, 2, 3}));
  }

  void WidthsOfADemuxReachBackwards() {
    // Nothing but the Demux says how wide the integrator is.
    const RunResult result =
        RunDiagram(DiagramText("'i': {'type': 'Integrator', 'parameters': {'initial_value': 4}},"
                               "'g': {'type': 'Gain'},"
                               "'d': {'type': 'Demux', 'parameters': {'widths': [2, 1]}}",
                               "i.y>g.u g.y>i.u i.y>d.u"),
                   {"d.y1", "d.y2"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{4, 4, 4}));
  }

  void PortsOfASubsystemAreOrderedByIndex() {
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

  void AnInportOfTheTopLevelShowsItsDefault() {
    const RunResult result = RunDiagram(
        DiagramText("'in': {'type': 'Inport', 'parameters': {'default': 4, 'width': 2}}", ""),
        {"in.y"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{4, 4}));
  }
};

QTEST_APPLESS_MAIN(TestRouting)
#include "test_routing.moc"
