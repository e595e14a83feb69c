// The order of every method, from its coefficients alone: the conditions of all rooted trees up to
// order 5 (Hairer, Nørsett, Wanner: Solving ODEs I, II.2, table 2.2).

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>

#include "engine/integration/butcher_tableau.h"
#include "tests/test_main.h"

namespace loopwright::test_butcher_tableau {

namespace {

using Vector = std::vector<double>;

Vector Times(const ButcherTableau& m, const Vector& v) {
  Vector result(m.stages, 0);
  for (int i = 0; i < m.stages; ++i) {
    for (int j = 0; j < i; ++j) result[i] += m.a_at(i, j) * v[j];
  }
  return result;
}
Vector Product(const Vector& a, const Vector& b) {
  Vector result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = a[i] * b[i];
  return result;
}
double Sum(const Vector& b, const Vector& v) {
  double sum = 0;
  for (size_t i = 0; i < b.size(); ++i) sum += b[i] * v[i];
  return sum;
}

/// The largest residual of the conditions of exactly this order, at theta: sum b phi = theta^p /
/// gamma.
double Residual(const ButcherTableau& m, const Vector& b, int order, double theta = 1) {
  const Vector one(m.stages, 1), c = m.c;
  const Vector c2 = Product(c, c), c3 = Product(c2, c), ac = Times(m, c);
  struct Condition {
    Vector phi;
    double gamma;
  };
  std::vector<Condition> conditions;
  if (order == 1) conditions = {{one, 1}};
  if (order == 2) conditions = {{c, 2}};
  if (order == 3) conditions = {{c2, 3}, {ac, 6}};
  if (order == 4) {
    conditions = {{c3, 4}, {Product(c, ac), 8}, {Times(m, c2), 12}, {Times(m, ac), 24}};
  }
  if (order == 5) {
    conditions = {{Product(c2, c2), 5},           {Product(c2, ac), 10},
                  {Product(ac, ac), 20},          {Product(c, Times(m, c2)), 15},
                  {Product(c, Times(m, ac)), 30}, {Times(m, c3), 20},
                  {Times(m, Product(c, ac)), 40}, {Times(m, Times(m, c2)), 60},
                  {Times(m, Times(m, ac)), 120}};
  }
  double worst = 0;
  for (const auto& [phi, gamma] : conditions) {
    worst = std::max(worst, std::abs(Sum(b, phi) - std::pow(theta, order) / gamma));
  }
  return worst;
}

}  // namespace

class TestButcherTableau : public QObject {
  Q_OBJECT
 private slots:
  void methods_data() {
    QTest::addColumn<QString>("name");
    for (const auto& m : RungeKuttaMethods()) {
      QTest::newRow(std::string(m.name).c_str()) << QString::fromStdString(std::string(m.name));
    }
  }
  void methods() {
    QFETCH(QString, name);
    const ButcherTableau& m = *FindRungeKuttaMethod(name.toStdString());
    QCOMPARE(static_cast<int>(m.c.size()), m.stages);
    QCOMPARE(static_cast<int>(m.b.size()), m.stages);
    QCOMPARE(static_cast<int>(m.a.size()), m.stages * (m.stages - 1) / 2);
    // Each row of a sums up to its c.
    const Vector row_sums = Times(m, Vector(m.stages, 1));
    for (int i = 0; i < m.stages; ++i) QVERIFY(std::abs(row_sums[i] - m.c[i]) < 1e-14);
    for (int order = 1; order <= m.order; ++order) QVERIFY(Residual(m, m.b, order) < 1e-14);
    if (m.order < 5) QVERIFY(Residual(m, m.b, m.order + 1) > 1e-3);
  }

  void embeddedMethod() {
    for (const auto& m : RungeKuttaMethods()) {
      if (m.error_order == 0) {
        QVERIFY(m.error.empty());
        continue;
      }
      Vector embedded(m.stages);
      for (int i = 0; i < m.stages; ++i) embedded[i] = m.b[i] - m.error[i];
      for (int order = 1; order <= m.error_order; ++order) {
        QVERIFY(Residual(m, embedded, order) < 1e-14);
      }
      QVERIFY(Residual(m, embedded, m.error_order + 1) > 1e-4);
    }
  }

  void lastStageIsTheSolutionWhereSaid() {
    for (const auto& m : RungeKuttaMethods()) {
      if (!m.first_same_as_last) continue;
      QCOMPARE(m.c.back(), 1.);
      for (int j = 0; j + 1 < m.stages; ++j) QCOMPARE(m.a_at(m.stages - 1, j), m.b[j]);
      QCOMPARE(m.b.back(), 0.);
    }
  }

  void interpolantHasOrderFour() {
    const ButcherTableau& m = *FindRungeKuttaMethod("dopri5");
    for (const double theta : {0.1, 0.35, 0.5, 0.8, 1.}) {
      Vector weights(m.stages);
      for (int i = 0; i < m.stages; ++i) {
        for (int p = 1; p <= m.dense_degree; ++p) {
          weights[i] += m.dense[i * m.dense_degree + p - 1] * std::pow(theta, p);
        }
      }
      for (int order = 1; order <= 4; ++order) {
        QVERIFY(Residual(m, weights, order, theta) < 1e-14);
      }
      if (theta == 1) {
        for (int i = 0; i < m.stages; ++i) QVERIFY(std::abs(weights[i] - m.b[i]) < 1e-14);
      }
    }
  }

  void unknownNamesAreNotFound() { QVERIFY(FindRungeKuttaMethod("rk5000") == nullptr); }
};

LOOPWRIGHT_TEST(TestButcherTableau)

}  // namespace loopwright::test_butcher_tableau

#include "test_butcher_tableau.moc"
