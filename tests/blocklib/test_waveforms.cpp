// Ramp, Sawtooth, Chirp and BinarySequence.

#include <QObject>
#include <QTest>
#include <numbers>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "blocklib/sources/binary_sequence.h"
#include "tests/test_main.h"

namespace loopwright::test_waveforms {

namespace {

/// Runs the source `s` and records s.y and its integral.
RunResult RunSource(const std::string& block, double stop, double start = 0,
                    RunOptions options = {}) {
  options.start_time = start;
  return RunDiagram(DiagramText("'s': {" + block + "}, 'i': {'type': 'Integrator'}", "s.y>i.u"),
                    {"s.y", "i.y"}, stop, options);
}

bool HasTime(const RunResult& result, double time) {
  return std::any_of(result.rows.begin(), result.rows.end(),
                     [&](const Row& row) { return row.time == time; });
}

std::vector<std::string> Wrong(const std::string& block) {
  return Problems(DiagramText("'s': {" + block + "}", ""));
}

/// A linear map of 31 bits: where each bit goes.
using BitMatrix = std::array<uint32_t, 31>;

uint32_t Apply(const BitMatrix& matrix, uint32_t bits) {
  uint32_t result = 0;
  for (size_t i = 0; i < matrix.size(); ++i) {
    if ((bits >> i) & 1) result ^= matrix[i];
  }
  return result;
}

/// The map that takes `steps` steps of the shift register at once.
BitMatrix Power(int bits, uint64_t steps) {
  BitMatrix result{}, square{};
  for (int i = 0; i < bits; ++i) {
    result[static_cast<size_t>(i)] = uint32_t{1} << i;
    square[static_cast<size_t>(i)] = NextRegister(uint32_t{1} << i, bits);
  }
  for (; steps > 0; steps /= 2) {
    if (steps % 2 == 1) {
      for (uint32_t& column : result) column = Apply(square, column);
    }
    const BitMatrix before = square;
    for (uint32_t& column : square) column = Apply(before, column);
  }
  return result;
}

}  // namespace

class TestWaveforms : public QObject {
  Q_OBJECT

 private slots:
  void rampHasACornerWithoutARecord() {
    const std::string ramp =
        "'type': 'Ramp', 'parameters': {'start_time': 0.4, 'slope': [2, -1], 'initial': 3}";
    const RunResult result = RunSource(ramp, 1);
    QVERIFY(result.side('+').empty());
    QVERIFY(HasTime(result, 0.4));
    QCOMPARE(result.at(0.4, '-'), 3.0);
    QCOMPARE(result.at(1, '-', 0), 3 + 2 * (1 - 0.4));
    QCOMPARE(result.at(1, '-', 1), 3 - (1 - 0.4));
    // A quadratic is integrated to rounding, because no step crosses the corner.
    QVERIFY(std::abs(result.at(1, '-', 2) - (3 + 0.36)) < 1e-14);
    // A run that starts later is on the ramp; one that starts with it has no corner to come.
    QCOMPARE(RunSource(ramp, 2, 1.4).rows.front().values.at(0), 5.0);
    QVERIFY(RunSource(ramp, 1, 0.4).side('+').empty());
  }

  void aRampWhoseStartNeverComesRests() {
    const RunResult result = RunSource("'type': 'Ramp', 'parameters': {'start_time': 'inf'}", 1);
    QCOMPARE(result.at(1, '-'), 0.0);
  }

  void sawtoothRisesAndFalls() {
    const std::string saw = "'type': 'Sawtooth', 'parameters': {'amplitude': 2, 'period': 0.5}";
    const RunResult result = RunSource(saw, 1.125);
    std::vector<Row> falls;
    for (const Row& row : result.rows) {
      if (row.time == 0.5 || row.time == 1) falls.push_back({row.time, row.side, {row.values[0]}});
    }
    QVERIFY(falls ==
            (std::vector<Row>{{0.5, '-', {2}}, {0.5, '+', {-2}}, {1, '-', {2}}, {1, '+', {-2}}}));
    QCOMPARE(result.rows.front().values.at(0), -2.0);
    QCOMPARE(result.at(1.125, '-'), -1.0);
    // Each period gives 0; an eighth of a second from -2 to -1 gives -3/16.
    QVERIFY(std::abs(result.at(1.125, '-', 1) + 0.1875) < 1e-14);
  }

  void sawtoothStartsWithinAPeriodAndAtItsEnd() {
    const std::string saw = "'type': 'Sawtooth', 'parameters': {'period': 0.5}";
    QCOMPARE(RunSource(saw, 2, 1.25).rows.front().values.at(0), 0.0);
    // A fall at the start time is due then.
    const RunResult at_fall = RunSource(saw, 2, 1.5);
    QVERIFY((at_fall.rows.at(0) == Row{1.5, '-', {1, 0}}));
    QVERIFY((at_fall.rows.at(1) == Row{1.5, '+', {-1, 0}}));
    // Before t = 0 it rests.
    const RunResult before = RunSource(saw, 0.25, -1);
    QCOMPARE(before.rows.front().values.at(0), -1.0);
    QVERIFY(before.side('+').empty());
    QCOMPARE(before.at(0.25, '-'), 0.0);
  }

  void sawtoothFallsExactlyForManyPeriods() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sawtooth', 'parameters': {'period': 0.1}}", ""), {"s.y"}, 100);
    const std::vector<Row> falls = result.side('+');
    QCOMPARE(falls.size(), size_t(999));
    for (const Row& row : falls) QCOMPARE(row.values.at(0), -1.0);
  }

  void triangleHasCornersWithoutRecords() {
    const std::string triangle =
        "'type': 'Sawtooth', 'parameters': {'amplitude': 3, 'period': 2, 'shape': 'triangle'}";
    const RunResult result = RunSource(triangle, 3.5);
    QVERIFY(result.side('+').empty());
    for (const double time : {1., 2., 3.}) QVERIFY(HasTime(result, time));
    QCOMPARE(result.at(0, '-'), -3.0);
    QCOMPARE(result.at(1, '-'), 3.0);
    QCOMPARE(result.at(2, '-'), -3.0);
    QCOMPARE(result.at(3.5, '-'), 0.0);
    // Each half period gives 0, the last quarter of one from 3 to 0 gives 3/4.
    QVERIFY(std::abs(result.at(3.5, '-', 1) - 0.75) < 1e-13);
    QCOMPARE(RunSource(triangle, 0.5, -1).rows.front().values.at(0), -3.0);
    QCOMPARE(RunSource(triangle, 0.5, -1).at(0.5, '-'), 0.0);
  }

  void chirpSweepsAndGoesOn() {
    const std::string chirp =
        "'type': 'Chirp', 'parameters': {'amplitude': 2, 'start_frequency': 0.5, "
        "'stop_frequency': 2, 'duration': 2}";
    RunOptions options;
    options.log_interval = 0.125;
    const RunResult result = RunSource(chirp, 4, 0, options);
    QVERIFY(result.side('+').empty());
    for (const Row& row : result.rows) {
      const double t = row.time;
      const double cycles =
          t < 2 ? 0.5 * t + 1.5 * t * t / 4 : 0.5 * 2 + 1.5 * 4 / 4. + 2 * (t - 2);
      const double exact = 2 * std::sin(2 * std::numbers::pi * cycles);
      QVERIFY(std::abs(row.values.at(0) - exact) < 1e-13);
    }
    // A step ends where the sweep does.
    options.log_interval.reset();
    QVERIFY(HasTime(RunSource(chirp, 4, 0, options), 2));
  }

  void registersHaveMaximalLength() {
    // The order of the map divides 2^n - 1 and none of its quotients by a prime: all states but 0
    // come before one comes again.
    for (int bits = 2; bits <= 31; ++bits) {
      const uint64_t length = (uint64_t{1} << bits) - 1;
      const BitMatrix identity = Power(bits, 0);
      QVERIFY(Power(bits, length) == identity);
      uint64_t rest = length;
      for (uint64_t prime = 2; rest > 1; ++prime) {
        if (prime * prime > rest) prime = rest;
        if (rest % prime != 0) continue;
        while (rest % prime == 0) rest /= prime;
        QVERIFY2(Power(bits, length / prime) != identity, qPrintable(QString::number(bits)));
      }
    }
  }

  void binarySequenceRepeatsAndIsWhite() {
    const std::string sequence =
        "'type': 'BinarySequence', 'parameters': {'bits': 5, 'amplitude': 2, 'period': 1}";
    const RunResult result = RunDiagram(DiagramText("'s': {" + sequence + "}", ""), {"s.y"}, 93.5);
    std::vector<double> samples{result.rows.front().values.at(0)};  // sample 0, at the start
    for (const Row& row : Jumps(result)) samples.push_back(row.values.at(0));
    QCOMPARE(samples.size(), size_t(95));
    for (size_t k = 0; k + 31 < samples.size(); ++k) QCOMPARE(samples[k + 31], samples[k]);
    // The autocorrelation of a maximal sequence: A² at 0, -A²/n elsewhere.
    for (size_t lag = 0; lag < 31; ++lag) {
      double sum = 0;
      for (size_t k = 0; k < 31; ++k) sum += samples[k] * samples[k + lag];
      QCOMPARE(sum, lag == 0 ? 4.0 * 31 : -4.0);
    }
  }

  void binarySequenceStartsWithItsSeed() {
    // The register 101 shows its bits from the left, then what is fed back: 3 bits, taps 3 and 2.
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'BinarySequence', 'parameters': {'bits': 3, 'register_seed': "
                    "13, 'period': 1, 'offset': 1}}",
                    ""),
        {"s.y"}, 8.5);
    std::vector<double> samples{result.rows.front().values.at(0)};
    for (const Row& row : Jumps(result)) samples.push_back(row.values.at(0));
    QCOMPARE(samples, (std::vector<double>{1, -1, 1, 1, 1, -1, -1, 1, -1}));
  }

  void constraintsAreSaid() {
    QCOMPARE(Wrong("'type': 'BinarySequence', 'parameters': {'register_seed': 256}"),
             (std::vector<std::string>{
                 "s.register_seed: `register_seed` is 256, whose low 7 bits are all 0; give one "
                 "that is not a multiple of 128"}));
    for (const std::string parameter :
         {"'bits': 1", "'bits': 32", "'register_seed': 0", "'period': 0", "'offset': -1"}) {
      QCOMPARE(Wrong("'type': 'BinarySequence', 'parameters': {" + parameter + "}").size(),
               size_t(1));
    }
    QCOMPARE(Wrong("'type': 'Sawtooth', 'parameters': {'period': 0}").size(), size_t(1));
    for (const std::string parameter :
         {"'start_frequency': 0", "'stop_frequency': -1", "'duration': 0"}) {
      QCOMPARE(Wrong("'type': 'Chirp', 'parameters': {" + parameter + "}").size(), size_t(1));
    }
    QCOMPARE(Wrong("'type': 'Ramp', 'parameters': {'slope': [1, 2], 'initial': [1, 2, 3]}"),
             (std::vector<std::string>{
                 "s: `slope` has 2 elements and `initial` has 3; give as many, or one"}));
  }
};

LOOPWRIGHT_TEST(TestWaveforms)

}  // namespace loopwright::test_waveforms

#include "test_waveforms.moc"
