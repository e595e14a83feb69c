#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>

#include "engine/common/ulp.h"
#include "tests/test_main.h"

namespace loopwright::test_ulp {

using loopwright::Ulp;

class TestUlp : public QObject {
  Q_OBJECT

 private slots:
  void isTheDistanceToTheNextGreaterNumber() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QCOMPARE(Ulp(1), 0x1p-52);
    QCOMPARE(Ulp(-1), 0x1p-52);
    QCOMPARE(Ulp(std::nextafter(1, 0)), 0x1p-53);
    QCOMPARE(Ulp(0), std::numeric_limits<double>::denorm_min());
    for (double x = std::numeric_limits<double>::denorm_min(); x < kInfinity; x *= 1.7) {
      QCOMPARE(Ulp(x), std::nextafter(x, kInfinity) - x);
    }
  }

  void isNotANumberWhereThereIsNoNext() {
    QVERIFY(std::isnan(Ulp(std::numeric_limits<double>::infinity())));
    QVERIFY(std::isnan(Ulp(std::numeric_limits<double>::quiet_NaN())));
  }
};

LOOPWRIGHT_TEST(TestUlp)

}  // namespace loopwright::test_ulp

#include "test_ulp.moc"
