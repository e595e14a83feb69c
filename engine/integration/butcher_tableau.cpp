#include "engine/integration/butcher_tableau.h"

#include <initializer_list>

namespace loopwright {

namespace {

// The rows of a table, one behind the other.
std::vector<double> Join(std::initializer_list<std::vector<double>> rows) {
  std::vector<double> elements;
  for (const std::vector<double>& row : rows) {
    elements.insert(elements.end(), row.begin(), row.end());
  }
  return elements;
}

// x1 = x0 + h k1.
ButcherTableau ExplicitEuler() {
  return {.name = "explicit_euler",
          .order = 1,
          .stages = 1,
          .c = {0},
          .b = {1},
          .interpolation = Interpolation::kLine};
}

// The mean of the slopes at the start and at the end of an Euler step.
ButcherTableau Heun() {
  return {.name = "rk2", .order = 2, .stages = 2, .c = {0, 1}, .a = {1}, .b = {0.5, 0.5}};
}

// Simpson's weights; the second stage is the midpoint, which alone gives the embedded method of
// order 2.
ButcherTableau Kutta3() {
  return {.name = "rk3",
          .order = 3,
          .error_order = 2,
          .stages = 3,
          .c = {0, 0.5, 1},
          .a = {0.5, -1, 2},
          .b = {1. / 6, 2. / 3, 1. / 6},
          .error = {1. / 6, -1. / 3, 1. / 6}};
}

// The fourth stage is the first one of the next step, so a step costs three evaluations.
ButcherTableau BogackiShampine() {
  return {.name = "bogacki_shampine3",
          .order = 3,
          .error_order = 2,
          .stages = 4,
          .c = {0, 1. / 2, 3. / 4, 1},
          .a = {1. / 2, 0, 3. / 4, 2. / 9, 1. / 3, 4. / 9},
          .b = {2. / 9, 1. / 3, 4. / 9, 0},
          .error = {-5. / 72, 1. / 12, 1. / 9, -1. / 8},
          .first_same_as_last = true};
}

// Four evaluations, no error estimate.
ButcherTableau ClassicalRungeKutta() {
  return {.name = "rk4",
          .order = 4,
          .stages = 4,
          .c = {0, 0.5, 0.5, 1},
          .a = {0.5, 0, 0.5, 0, 0, 1},
          .b = {1. / 6, 1. / 3, 1. / 3, 1. / 6}};
}

// Seven stages, of which the last is the first one of the next step. Stage 2 only serves later
// stages: it has no weight in the end, in the error or in the interpolant. The interpolant is that
// by Shampine, a row of four numbers for each stage: powers 1 to 4 of theta. At theta = 1 each
// stage's four add up to its weight in `b`.
ButcherTableau DormandPrince() {
  return {
      .name = "dopri5",
      .order = 5,
      .error_order = 4,
      .stages = 7,
      .c = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1},
      .a = Join({{1. / 5},
                 {3. / 40, 9. / 40},
                 {44. / 45, -56. / 15, 32. / 9},
                 {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
                 {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
                 {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}}),
      .b = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84, 0},
      .error = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40},
      .first_same_as_last = true,
      .interpolation = Interpolation::kStages,
      .dense_degree = 4,
      .dense = Join(
          {{1, -8048581381. / 2820520608, 8663915743. / 2820520608, -12715105075. / 11282082432},
           {0, 0, 0, 0},
           {0, 131558114200. / 32700410799, -68118460800. / 10900136933,
            87487479700. / 32700410799},
           {0, -1754552775. / 470086768, 14199869525. / 1410260304, -10690763975. / 1880347072},
           {0, 127303824393. / 49829197408, -318862633887. / 49829197408,
            701980252875. / 199316789632},
           {0, -282668133. / 205662961, 2019193451. / 616988883, -1453857185. / 822651844},
           {0, 40617522. / 29380423, -110615467. / 29380423, 69997945. / 29380423}})};
}

}  // namespace

// Made once, when first asked for.
std::span<const ButcherTableau> RungeKuttaMethods() {
  static const std::vector<ButcherTableau> methods{
      ExplicitEuler(), Heun(), Kutta3(), ClassicalRungeKutta(), BogackiShampine(), DormandPrince()};
  return methods;
}

const ButcherTableau* FindRungeKuttaMethod(std::string_view name) {
  for (const ButcherTableau& method : RungeKuttaMethods()) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

}  // namespace loopwright
