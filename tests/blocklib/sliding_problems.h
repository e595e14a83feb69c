#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "tests/blocklib/diagram_run.h"

// Motions along thresholds whose course is known in closed form, as diagrams.

namespace loopwright {

/// Values of a run's last row, or at another time, that are known in closed form.
struct KnownValue {
  double time;
  size_t column;
  double value;
};

struct SlidingProblem {
  const char* name;
  std::string text;
  double stop;
  std::vector<KnownValue> known;
  /// When it begins and ends to slide, where that is known; s.
  std::vector<double> events = {};
};

inline const char* const kSign = "{'type': 'MathFunction', 'parameters': {'function': 'sign'}}";

/// A mass of 1 kg on the floor with 1 N of dry friction, pushed by a sine.
inline std::string PushedMass(const std::string& amplitude) {
  return DiagramText(
      "'push': {'type': 'Sine', 'parameters': {'amplitude': " + amplitude +
          "}}, 'mass': {'type': 'SecondOrderIntegrator'}, 'friction': {'type': 'CoulombFriction'}, "
          "'force': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
          "'scope': {'type': 'Scope', 'parameters': {'inputs': 3}}",
      "push.y>force.u1 mass.velocity>friction.velocity friction.force>force.u2 force.y>mass.u "
      "mass.position>scope.u1 mass.velocity>scope.u2 friction.force>scope.u3");
}

/// Closed forms, each checked independently.
inline std::vector<SlidingProblem> SlidingProblems() {
  const double root = std::sqrt(2.);
  const std::string sign = kSign;
  std::vector<SlidingProblem> problems;
  // x = 0.3 - t/2 … to 0 at t = 0.6; then sign x is 0.5.
  problems.push_back({"a relay",
                      DiagramText("'c': {'type': 'Constant', 'parameters': {'value': 0.5}}, "
                                  "'x': {'type': 'Integrator', 'parameters': {'initial_value': "
                                  "0.3}}, 's': " +
                                      sign +
                                      ", 'd': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
                                      "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
                                  "c.y>d.u1 s.y>d.u2 d.y>x.u x.y>s.u x.y>scope.u1 s.y>scope.u2"),
                      2,
                      {{0.3, 0, 0.15}, {2, 0, 0}, {2, 1, 0.5}}});
  problems.back().events = {0.6};
  problems.push_back({"a mass that sticks",
                      PushedMass("1.5"),
                      10,
                      {{0.7, 0, 0},
                       {0.7, 2, 1.5 * std::sin(0.7)},
                       {3.5, 1, 0},
                       {3.5, 2, 1.5 * std::sin(3.5)},
                       {10, 0, 0.80745691337300819}}});
  problems.back().events = {0.729727656226966363, 3.32311630367780286, 3.8713203098167596};
  problems.push_back({"a mass that turns without sticking",
                      PushedMass("5"),
                      10,
                      {{10, 1, 4.25847502749400477}, {10, 0, 23.4796422177160063}}});
  problems.back().events = {4.77708465263198333, 7.25847464050951109};
  // x1 + x2 = 0 from t = root - 1 on, where x1 falls as e^-t.
  problems.push_back(
      {"a double integrator on a line",
       DiagramText("'x': {'type': 'SecondOrderIntegrator', 'parameters': {'initial_position': 1}}, "
                   "'sum': {'type': 'Sum', 'parameters': {'signs': '++'}}, 's': " +
                       sign +
                       ", 'k': {'type': 'Gain', 'parameters': {'gain': -2}}, 'scope': {'type': "
                       "'Scope', 'parameters': {'inputs': 3}}",
                   "x.position>sum.u1 x.velocity>sum.u2 sum.y>s.u s.y>k.u k.y>x.u "
                   "x.position>scope.u1 x.velocity>scope.u2 s.y>scope.u3"),
       3,
       {{3, 0, 0.0624110557333490423},
        {3, 1, -0.0624110557333490423},
        {3, 2, -0.0624110557333490423 / 2},
        {root - 1 + 0.1, 2, -(root - 1) * 2 / root * std::exp(-0.1) / root}}});
  problems.back().known.pop_back();
  problems.back().events = {root - 1};
  problems.push_back(
      {"a relay that follows a sine",
       DiagramText("'w': {'type': 'Sine'}, 'x': {'type': 'Integrator', 'parameters': "
                   "{'initial_value': 1}}, 'e': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
                   "'s': " +
                       sign +
                       ", 'k': {'type': 'Gain', 'parameters': {'gain': -2}}, 'scope': {'type': "
                       "'Scope', 'parameters': {'inputs': 2}}",
                   "x.y>e.u1 w.y>e.u2 e.y>s.u s.y>k.u k.y>x.u x.y>scope.u1 s.y>scope.u2"),
       3,
       {{1, 0, std::sin(1.)},
        {1, 1, -std::cos(1.) / 2},
        {3, 0, std::sin(3.)},
        {3, 1, -std::cos(3.) / 2}}});
  problems.back().events = {0.335418032384940059};
  problems.push_back(
      {"two relays at once",
       DiagramText("'x': {'type': 'Integrator', 'parameters': {'initial_value': [0.4, 0.3]}}, "
                   "'s': " +
                       sign +
                       ", 'k': {'type': 'Gain', 'parameters': {'gain': [[-1, -0.5], [0.5, -1]]}}, "
                       "'c': {'type': 'Constant', 'parameters': {'value': [0.2, -0.3]}}, "
                       "'sum': {'type': 'Sum', 'parameters': {'signs': '++'}}, "
                       "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
                   "x.y>s.u s.y>k.u k.y>sum.u1 c.y>sum.u2 sum.y>x.u x.y>scope.u1 s.y>scope.u2"),
       1,
       {{0.32, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0.28}, {1, 3, -0.16}}});
  problems.back().events = {4. / 13, 4. / 13 + 0.7 / 18.85};
  // OpenModelica's test of chattering: together from 1/7 on.
  problems.push_back(
      {"two comparisons that share a threshold",
       DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                   "['x1 > x2 ? -2 : 2', 'x2 > x1 ? -3 : 1.5'], 'outputs': ['x1', 'x2'], "
                   "'initial_state': [1.5, 1]}}, 'scope': {'type': 'Scope'}",
                   "f.y>scope.u1"),
       1,
       {{1, 0, 31. / 34}, {1, 1, 31. / 34}}});
  problems.back().events = {1. / 7};
  // Beside the comparison, whose threshold is x = 0, the argument of sign is -x on its one side and
  // -x - 1 on the other: it is -1 on both. x = 0.1 - 1.5 t + t² falls to 0 at t0, comes back at
  // 0.7 - t0 by x' = 2 t - 0.7, stays, and rises from t = 0.75 on as (t - 0.75)².
  problems.push_back({"a branch that shares the threshold on one side",
                      DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': "
                                  "{'derivatives': ['2*t - 1 + 0.8*(-x1 >= 0) + "
                                  "0.5*sign(-x1 - (-x1 >= 0))'], 'initial_state': [0.1]}}, "
                                  "'scope': {'type': 'Scope'}",
                                  "f.y>scope.u1"),
                      1,
                      {{0.7, 0, 0}, {1, 0, 0.0625}}});
  // At the start floor stands on its threshold too, but leaves it. Then x stays at 0, with the part
  // w of the side above for which x' = 0.5566… + w (0.0107… - 0.875) = 0.
  const double part = 0.556640625 / (0.875 - 0.0107421875);
  problems.push_back(
      {"a chain of branches on one threshold",
       DiagramText(
           "'t': {'type': 'Clock'}, "
           "'g0': {'type': 'Expression', 'parameters': {'expression': '0.1630859375*u1 - 0.5*u2', "
           "'inputs': 2}}, 'f0': {'type': 'Round', 'parameters': {'function': 'floor'}}, "
           "'g1': {'type': 'Expression', 'parameters': {'expression': '0.5*u1 + 0.8896484375*u2', "
           "'inputs': 2}}, 'f1': {'type': 'Expression', 'parameters': {'expression': 'u1 > 0'}}, "
           "'g2': {'type': 'Expression', 'parameters': {'expression': 'u1 + 1.171875*u2', "
           "'inputs': 2}}, 'f2': {'type': 'Expression', 'parameters': {'expression': 'u1 > 0'}}, "
           "'dx': {'type': 'Expression', 'parameters': {'expression': '0.556640625 + "
           "0.904296875*u1 + 0.0107421875*u2 - 0.875*u3', 'inputs': 3}}, 'x': {'type': "
           "'Integrator'}, 'dy': {'type': 'Expression', 'parameters': {'expression': '1.421875 + "
           "0.212890625*u1 + 1.5595703125*u2 - 0.6279296875*u3', 'inputs': 3}}, 'y': {'type': "
           "'Integrator'}, 'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
           "t.y>g0.u1 x.y>g0.u2 g0.y>f0.u x.y>g1.u1 f0.y>g1.u2 g1.y>f1.u1 x.y>g2.u1 f1.y>g2.u2 "
           "g2.y>f2.u1 f0.y>dx.u1 f1.y>dx.u2 f2.y>dx.u3 dx.y>x.u f0.y>dy.u1 f1.y>dy.u2 f2.y>dy.u3 "
           "dy.y>y.u x.y>scope.u1 y.y>scope.u2"),
       1,
       {{1, 0, 0}, {1, 1, 1.421875 + part * (1.5595703125 - 0.6279296875)}}});
  // x > 0 at x = 0, and friction of a velocity that is -x / 2 and 0.1 less where x > 0: it is 1 N
  // on the one side and -1 N on the other, and not the 0 that it has on its threshold. From x' =
  // 0.3 - 0.7 w - 0.2 (1 - 2 w) = 0.1 - 0.3 w = 0: the force is 1 - 2 / 3.
  problems.push_back(
      {"a branch that is its threshold",
       DiagramText("'x': {'type': 'Integrator'}, 'above': {'type': 'Expression', 'parameters': "
                   "{'expression': 'u1 > 0'}}, 'v': {'type': 'Expression', 'parameters': "
                   "{'expression': '-0.5*u1 - 0.1*u2', 'inputs': 2}}, 'friction': {'type': "
                   "'CoulombFriction'}, 'd': {'type': 'Expression', 'parameters': {'expression': "
                   "'0.3 - 0.7*u1 - 0.2*u2', 'inputs': 2}}, 'scope': {'type': 'Scope', "
                   "'parameters': {'inputs': 2}}",
                   "x.y>above.u1 x.y>v.u1 above.y>v.u2 v.y>friction.velocity above.y>d.u1 "
                   "friction.force>d.u2 d.y>x.u x.y>scope.u1 friction.force>scope.u2"),
       1,
       {{0.5, 0, 0}, {1, 0, 0}, {1, 1, 1. - 2. / 3}}});
  // The force of the relay grows from t = 1 on, as a table says: its output is 0.5 / k(t).
  problems.push_back(
      {"a push that changes late",
       DiagramText("'t': {'type': 'Clock'}, 'k': {'type': 'LookupTable1D', 'parameters': "
                   "{'breakpoints': [0, 1, 2], 'values': [2, 2, 3], 'extrapolation': 'linear'}}, "
                   "'x': {'type': 'Integrator'}, 's': " +
                       sign +
                       ", 'p': {'type': 'Product'}, 'c': {'type': 'Constant', 'parameters': "
                       "{'value': 0.5}}, 'd': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
                       "'y': {'type': 'Integrator'}, 'scope': {'type': 'Scope', 'parameters': "
                       "{'inputs': 3}}",
                   "t.y>k.u x.y>s.u k.y>p.u1 s.y>p.u2 c.y>d.u1 p.y>d.u2 d.y>x.u s.y>y.u "
                   "x.y>scope.u1 s.y>scope.u2 y.y>scope.u3"),
       2,
       {{2, 0, 0}, {2, 1, 0.5 / 3}, {2, 2, 0.25 + 0.5 * std::log(1.5)}}});
  // On y = -b(x), x = t, where the slope of the table b is 0.5 up to 1 and 1 then.
  problems.push_back(
      {"a threshold that bends",
       DiagramText("'c': {'type': 'Constant'}, 'x': {'type': 'Integrator'}, 'b': {'type': "
                   "'LookupTable1D', 'parameters': {'breakpoints': [0, 1, 2], 'values': [0, 0.5, "
                   "1.5], 'extrapolation': 'linear'}}, 'y': {'type': 'Integrator'}, 'sum': "
                   "{'type': 'Sum', 'parameters': {'signs': '++'}}, 's': " +
                       sign +
                       ", 'k': {'type': 'Gain', 'parameters': {'gain': -2}}, 'scope': {'type': "
                       "'Scope', 'parameters': {'inputs': 2}}",
                   "c.y>x.u x.y>b.u y.y>sum.u1 b.y>sum.u2 sum.y>s.u s.y>k.u k.y>y.u y.y>scope.u1 "
                   "s.y>scope.u2"),
       2,
       {{0.5, 1, 0.25}, {2, 0, -1.5}, {2, 1, 0.5}}});
  // At first round's argument is 0.4 or -0.4, as far from the next threshold on both sides. From t
  // = 0.1 on it is beyond 0.5 where sign is 1, which has the weight 0.6, and from 0.9 on
  // everywhere.
  problems.push_back(
      {"a follower that is as far from its threshold on both sides",
       DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                   "['0.2 - sign(x1)', 'round(t + 0.4*sign(x1))'], 'initial_state': [0, 0], "
                   "'outputs': ['x1', 'x2']}}, 'scope': {'type': 'Scope'}",
                   "f.y>scope.u1"),
       1,
       {{0.05, 1, 0}, {0.8, 0, 0}, {0.8, 1, 0.42}, {1, 1, 0.58}}});
  // Both branches change at x = 0 until round(t) moves one of the thresholds away, at t = 0.5.
  problems.push_back(
      {"a threshold that moves away",
       DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                   "['0.2 - (x1 > 0) - sign(x1 + 2*round(t))'], 'initial_state': [0]}}, "
                   "'scope': {'type': 'Scope'}",
                   "f.y>scope.u1"),
       1,
       {{0.4, 0, 0}, {1, 0, -0.4}}});
  // round is 1 from t = 0.5 on for x1 < 0, and from 0.8 on for x1 > 0: then sign has left its
  // threshold on both sides, and is -1 instead of -0.2.
  problems.push_back(
      {"a threshold that moves away on one side after the other",
       DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                   "['0.3 - (x1 > 0) - 0.5*sign(x1 - 2*round(t - 0.3*(x1 > 0)))', "
                   "'sign(x1 - 2*round(t - 0.3*(x1 > 0)))'], 'initial_state': [0, 0], "
                   "'outputs': ['x1', 'x2']}}, 'scope': {'type': 'Scope'}",
                   "f.y>scope.u1"),
       1,
       {{0.4, 1, -0.08}, {0.8, 1, -0.16}, {1, 0, 0}, {1, 1, -0.36}}});
  return problems;
}

}  // namespace loopwright
