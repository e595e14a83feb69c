// Where a function of time changes its sign.

#include "engine/simulation/crossing.h"

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "engine/common/ulp.h"
#include "tests/test_main.h"

namespace loopwright::test_crossing {

using loopwright::Ulp;
using loopwright::internal::Crossing;

namespace {

using Function = std::function<double(double)>;

struct Narrowed {
  Crossing crossing;
  int readings = 0;
  double last_reading = 0;  ///< its time
};

/// Between 0 and `end`, where the function has another sign than at 0; with a third point at
/// -end / 2, or without.
Narrowed NarrowFromZero(const Function& f, double end, double tolerance, bool with_third) {
  Narrowed result;
  Crossing& c = result.crossing;
  c = {{0, f(0)}, {end, f(end)}, {0, f(0)}};
  if (with_third) c.third = {-end / 2, f(-end / 2)};
  const bool falls = f(0) > 0;
  loopwright::internal::Narrow(
      &c, tolerance,
      [&](double t) {
        ++result.readings;
        result.last_reading = t;
        return f(t);
      },
      [&](double value) { return falls ? value < 0 : value > 0; });
  return result;
}

}  // namespace

class TestCrossing : public QObject {
  Q_OBJECT
 private slots:
  // What is found is a change of sign, no wider than the tolerance, around the exact place.
  void finds() {
    struct Case {
      const char* name;
      Function f;
      double end, zero;
      int most_readings;
    };
    const double pi = std::acos(-1.);
    const Case cases[] = {
        {"line", [](double t) { return 1 - 3 * t; }, 1, 1. / 3, 3},
        {"rising line", [](double t) { return 3 * t - 1; }, 1, 1. / 3, 3},
        {"sine", [](double t) { return std::cos(t); }, 2, pi / 2, 8},
        {"exponential", [](double t) { return std::exp(20 * t) - 2; }, 1, std::log(2.) / 20, 20},
        {"triple zero", [](double t) { return std::pow(t - 0.3, 3); }, 1, 0.3, 100},
        {"jump", [](double t) { return t < 0.7 ? 1. : -1.; }, 1, 0.7, 80},
        {"uneven jump", [](double t) { return t < 0.7 ? 1e-9 : -1.; }, 1, 0.7, 120},
        {"from infinity", [](double t) { return t == 0 ? INFINITY : 0.25 - t; }, 1, 0.25, 80},
        {"huge", [](double t) { return 1e200 * (0.25 - t); }, 1, 0.25, 80},
        {"tiny", [](double t) { return 1e-200 * (0.25 - t); }, 1, 0.25, 80},
    };
    for (const Case& c : cases) {
      for (const bool with_third : {false, true}) {
        for (const double tolerance : {1e-6, 1e-12, 4 * Ulp(c.end)}) {
          const Narrowed found = NarrowFromZero(c.f, c.end, tolerance, with_third);
          const Crossing::Point low = found.crossing.low, high = found.crossing.high;
          const std::string where = std::string(c.name) + (with_third ? ", third" : "") + ", " +
                                    std::to_string(found.readings) + " readings";
          QVERIFY2(found.crossing.width() <= tolerance, where.c_str());
          QVERIFY2(low.value == 0 || (low.value > 0) == (c.f(0) > 0), where.c_str());
          QVERIFY2((high.value > 0) == (c.f(c.end) > 0), where.c_str());
          QVERIFY2(low.time - Ulp(c.end) <= c.zero && c.zero <= high.time + Ulp(c.end),
                   where.c_str());
          QVERIFY2(found.readings <= c.most_readings, where.c_str());
        }
      }
    }
  }

  // A parabola through three points of it is it: one estimate, read before and after.
  void parabolasTakeTwoReadings() {
    for (const double zero : {0.1, 0.3, 0.5, 0.999}) {
      for (const double other : {-5., -0.6, 1.2, 1.7, 30.}) {
        for (const double sign : {-1., 1.}) {
          const auto f = [&](double t) { return sign * (t - zero) * (t - other); };
          const Narrowed found = NarrowFromZero(f, 1, 1e-12, true);
          QCOMPARE(found.readings, 2);
          QCOMPARE(found.last_reading, found.crossing.high.time);
          QVERIFY(std::abs(found.crossing.high.time - zero) <= 1e-12);
        }
      }
    }
  }

  // Where the tolerance is wider than the bracket nothing is read.
  void leavesWhatIsNarrow() {
    const Narrowed found = NarrowFromZero([](double t) { return 0.5 - t; }, 1, 2, false);
    QCOMPARE(found.readings, 0);
    QCOMPARE(found.crossing.width(), 1.);
  }

  // A bracket of neighbouring numbers has nothing between them.
  void endsAtNeighbouringNumbers() {
    const double next = std::nextafter(1., 2.);
    Crossing c{{1, 1}, {next, -1}, {1, 1}};
    loopwright::internal::Narrow(
        &c, 0, [](double) { return 1.; }, [](double value) { return value < 0; });
    QCOMPARE(c.low.time, 1.);
    QCOMPARE(c.high.time, next);
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestCrossing)

}  // namespace loopwright::test_crossing

#include "test_crossing.moc"
