#include <QObject>
#include <QTest>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>

#include "engine/text/number_format.h"
#include "tests/test_main.h"

namespace loopwright::test_number_format {

using loopwright::AppendNumber;
using loopwright::FormatNumber;

class TestNumberFormat : public QObject {
  Q_OBJECT

 private slots:
  void notation_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    const auto row = [](double value, const char* text) { QTest::newRow(text) << value << text; };
    row(0, "0");
    row(1, "1");
    row(-2.5, "-2.5");
    row(0.1, "0.1");
    row(0.01, "0.01");
    row(1e5, "100000");
    row(1e-5, "0.00001");
    row(9.999999e-6, "9.999999e-06");
    row(1e-6, "1e-06");
    row(-1e-6, "-1e-06");
    row(1.25e-6, "1.25e-06");
    row(9007199254740993.0, "9007199254740992");
    row(9999999999999998.0, "9999999999999998");
    row(1e16, "1e+16");
    row(1e300, "1e+300");
    row(std::numeric_limits<double>::denorm_min(), "5e-324");
    row(std::numeric_limits<double>::max(), "1.7976931348623157e+308");
    row(std::numeric_limits<double>::infinity(), "inf");
    row(-std::numeric_limits<double>::infinity(), "-inf");
    row(std::numeric_limits<double>::quiet_NaN(), "nan");
    row(-std::numeric_limits<double>::quiet_NaN(), "nan");
    QTest::newRow("-0") << -0.0 << "0";
  }
  void notation() {
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(FormatNumber(value)), text);
  }

  void readsBackToTheSameNumber() {
    std::mt19937_64 generator(1);
    for (int i = 0; i < 10000; ++i) {
      const double value = std::bit_cast<double>(generator());
      if (!std::isfinite(value)) continue;
      const std::string text = FormatNumber(value);
      double read = 0;
      const auto result = std::from_chars(text.data(), text.data() + text.size(), read);
      QVERIFY(result.ec == std::errc() && result.ptr == text.data() + text.size());
      QCOMPARE(read, value);
    }
  }

  void appendsToWhatIsThere() {
    std::string text = "x,";
    AppendNumber(0.5, &text);
    AppendNumber(-0.0, &text);
    QCOMPARE(text, std::string("x,0.50"));
  }
};

LOOPWRIGHT_TEST(TestNumberFormat)

}  // namespace loopwright::test_number_format

#include "test_number_format.moc"
