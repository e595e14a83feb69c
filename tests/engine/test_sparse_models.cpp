// Responses and poles of large sparse models against closed forms and against dense matrices.
#include <Eigen/Core>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "engine/common/exceptions.h"
#include "engine/linear/connected_states.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/phase.h"
#include "engine/sparse/balance.h"
#include "engine/sparse/nearest_poles.h"
#include "engine/sparse/sparse_response.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

#if __has_include(<SuiteSparse_config.h>)
#include <SuiteSparse_config.h>
#endif

namespace loopwright::test_sparse_models {

namespace {

// From version 7 on the library keeps to itself how it asks for memory; Debian 12 has version 5.
#if defined(SUITESPARSE_MAIN_VERSION) && SUITESPARSE_MAIN_VERSION < 7
constexpr bool kCanRefuseMemory = true;

/// While it lives KLU gets no memory.
class NoMemory {
 public:
  NoMemory() : usual_(SuiteSparse_config.malloc_func) {
    SuiteSparse_config.malloc_func = [](size_t) -> void* { return nullptr; };
  }
  ~NoMemory() { SuiteSparse_config.malloc_func = usual_; }
  NoMemory(const NoMemory&) = delete;
  NoMemory& operator=(const NoMemory&) = delete;

 private:
  void* (*usual_)(size_t);
};
#else
constexpr bool kCanRefuseMemory = false;
struct NoMemory {};
#endif

using Triplets = std::vector<Eigen::Triplet<double>>;

SparseModel::Sparse Matrix(int rows, int columns, const Triplets& elements) {
  SparseModel::Sparse matrix(rows, columns);
  matrix.setFromTriplets(elements.begin(), elements.end());
  return matrix;
}

/// `count` lags of 1 s, the first of which gets the input less `gain` times the last.
SparseModel Chain(int count, double gain) {
  Triplets A;
  SparseModel model;
  for (int i = 0; i < count; ++i) {
    A.emplace_back(i, i, -1);
    if (i > 0) A.emplace_back(i, i - 1, 1);
    model.states.push_back("lag" + std::to_string(i));
  }
  A.emplace_back(0, count - 1, -gain);
  model.A = Matrix(count, count, A);
  model.B = Matrix(count, 1, {{0, 0, 1}});
  model.C = Matrix(1, count, {{0, count - 1, 1}});
  model.D = Matrix(1, 1, {});
  model.inputs = {"u"};
  model.outputs = {"y"};
  return model;
}

// (s + 1)^n = −gain.
double DistanceToPoleOfChain(Complex pole, int count, double gain) {
  double distance = 1e300;
  for (int m = 0; m < count; ++m) {
    const double angle = std::numbers::pi * (2 * m + 1) / count;
    const Complex exact = -1.0 + std::polar(std::pow(gain, 1.0 / count), angle);
    distance = std::min(distance, std::abs(pole - exact));
  }
  return distance;
}

/// Random matrices with `ports` inputs and outputs, of which the last are those of the delays.
LinearModel RandomModel(int states, int ports, double period_sec, std::vector<double> delays_sec) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const auto fill = [&](int rows, int columns, double part) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(rows, columns);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        if (std::uniform_real_distribution<double>()(random) < part) matrix(i, j) = normal(random);
      }
    }
    return matrix;
  };
  LinearModel model = MakeModel(fill(states, states, 0.05), fill(states, ports, 0.3),
                                fill(ports, states, 0.3), fill(ports, ports, 0.5), period_sec);
  model.A -= 0.5 * Eigen::MatrixXd::Identity(states, states);
  model.delays_sec = std::move(delays_sec);
  model.inputs.resize(static_cast<size_t>(model.num_inputs()));
  model.outputs.resize(static_cast<size_t>(model.num_outputs()));
  return model;
}

}  // namespace

class TestSparseModels : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void memoryThatThereIsNot() {
    if (!kCanRefuseMemory)
      QSKIP("SuiteSparse 7 keeps to itself how it asks for memory, so it cannot be refused");
    const SparseModel::Sparse A = Chain(50, 1).A;
    const std::string expected = "there is not enough memory to solve a model of 50 states";
    std::string message;
    {
      const NoMemory none;
      message = MessageOf([&] { const ShiftedFactors factors(A); });
    }
    QCOMPARE(message, expected);
    ShiftedFactors factors(A);
    {
      const NoMemory none;
      message = MessageOf([&] { factors.Set(Complex(0, 1)); });
    }
    QCOMPARE(message, expected);
    QVERIFY(factors.Set(Complex(0, 1)));
  }

  // L = (1 + s)^−300, T = L/(1 + L).
  void responseOfAChain() {
    constexpr int kCount = 300;
    SparseResponse evaluate(Chain(kCount, 1));
    const std::vector<double> frequencies = LogarithmicFrequencies(1e-3, 1, 100);
    for (const double w : frequencies) {
      const Complex L = std::pow(1.0 / Complex(1, w), kCount), T = L / (1.0 + L);
      QVERIFY(std::abs(evaluate.At(w)(0, 0) - T) < 1e-10 * std::abs(T));
    }
    // The pivots of the first frequency do for all.
    QCOMPARE(evaluate.factors().num_factorisations(), 1);
    QCOMPARE(evaluate.factors().num_refactorisations(), 99);
  }

  void responseEqualsTheDenseOne_data() {
    QTest::addColumn<double>("period");
    QTest::addColumn<bool>("hasDelays");
    QTest::newRow("continuous") << 0.0 << false;
    QTest::newRow("sampled") << 0.1 << false;
    QTest::newRow("dead times") << 0.0 << true;
  }
  void responseEqualsTheDenseOne() {
    QFETCH(double, period);
    QFETCH(bool, hasDelays);
    const LinearModel dense = RandomModel(
        60, 4, period, hasDelays ? std::vector<double>{0.3, 1.7} : std::vector<double>());
    const FrequencyResponse expected(dense);
    SparseResponse evaluate(ToSparse(dense));
    for (const double w : {0.01, 0.5, 3.0, 25.0}) {
      const Eigen::MatrixXcd G = expected.At(w);
      QCOMPARE(G.rows(), Eigen::Index(hasDelays ? 2 : 4));
      QVERIFY((evaluate.At(w) - G).norm() < 1e-11 * G.norm());
      const double step = 1e-5 * w;
      // Each coefficient is the derivative of the one before it by its number.
      const auto taylor = evaluate.TaylorAt(w, 4);
      const auto above = evaluate.TaylorAt(w + step, 4), below = evaluate.TaylorAt(w - step, 4);
      QCOMPARE(taylor.size(), size_t{5});
      QVERIFY((taylor[0] - G).norm() < 1e-11 * G.norm());
      for (size_t k = 0; k < 4; ++k) {
        const Eigen::MatrixXcd derivative = (above[k] - below[k]) / (2 * step);
        const Eigen::MatrixXcd next = static_cast<double>(k + 1) * taylor[k + 1];
        QVERIFY((next - derivative).norm() < 1e-5 * (derivative.norm() + taylor[k].norm()));
      }
    }
  }

  // An oscillator: at large s the diagonal is a good pivot, at small s it would cost all digits.
  void pivotsAreChosenAnewWhereTheyAreBad() {
    ShiftedFactors factors(Matrix(2, 2, {{0, 1, 1}, {1, 0, -1}}));
    const Eigen::MatrixXcd B = Eigen::Vector2cd(1, 0);
    for (const double s : {1e6, 2e6, 1e-13}) {
      QVERIFY(factors.Set(s));
      const Eigen::MatrixXcd X = factors.Solve(B);
      const double divisor = s * s + 1;
      QVERIFY(std::abs(X(0, 0) - s / divisor) < 1e-14 * s / divisor);
      QVERIFY(std::abs(X(1, 0) + 1 / divisor) < 1e-14 / divisor);
    }
    QCOMPARE(factors.num_refactorisations(), 2);
    QCOMPARE(factors.num_factorisations(), 2);
  }

  void responseAtAPoleIsInfinite() {
    SparseModel integrator = Chain(1, -1);  // −1 + 1
    QVERIFY(std::isinf(std::abs(SparseResponse(integrator).At(0)(0, 0))));
    QVERIFY(!ShiftedFactors(integrator.A).Set(0));
  }

  // −300 arctan ω on frequencies between which the phase turns up to 16 times, with the first one
  // brought into (−180, 180].
  void phaseIsFollowedOverManyTurns() {
    const std::vector<double> frequencies = LogarithmicFrequencies(1e-3, 2, 7);
    const SparseBode bode = BodeOf(Chain(300, 0), frequencies);
    QVERIFY(bode.phase.is_certain);
    for (size_t i = 0; i < frequencies.size(); ++i) {
      const double exact = -300 * std::atan(frequencies[i]) * 180 / std::numbers::pi;
      QVERIFY(std::abs(bode.phase.degrees[i] - exact) < 1e-6 * std::abs(exact));
    }
  }

  void phaseBetweenResonances_data() {
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<int>("count");
    // Two resonances with a damping of 0.006 and 0.019 turn the phase by a whole turn together.
    QTest::newRow("two between two frequencies") << 0.01 << 0.05 << 2;
    QTest::newRow("a few each") << 0.001 << 1.0 << 8;
    QTest::newRow("all of them") << 0.001 << 3.0 << 2;
  }
  // A loop of 250 lags, whose phase is the sum of those of its poles, all of them stable.
  void phaseBetweenResonances() {
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(int, count);
    constexpr int kLags = 250;
    const std::vector<double> frequencies = LogarithmicFrequencies(from, to, count);
    const SparseBode bode = BodeOf(Chain(kLags, 1), frequencies);
    QVERIFY(bode.phase.is_certain);
    for (size_t i = 0; i < frequencies.size(); ++i) {
      double exact = 0;
      for (int m = 0; m < kLags; ++m) {
        const Complex pole = -1.0 + std::polar(1.0, std::numbers::pi * (2 * m + 1) / kLags);
        exact -= std::arg(Complex(0, frequencies[i]) - pole) * 180 / std::numbers::pi;
      }
      QVERIFY(std::abs(bode.phase.degrees[i] - exact) < 1e-6 * (1 + std::abs(exact)));
    }
  }

  // A pole and a zero on both sides of the axis turn the phase by a whole turn and leave the gain
  // as it is: (s² − 2ζs + 1)/(s² + 2ζs + 1) over 1 rad/s, and back with the signs of ζ exchanged.
  void phaseBetweenMirroredPoleAndZero() {
    for (const double damping : {1e-2, 1e-4, -1e-4}) {
      SparseModel model;
      model.A = Matrix(2, 2, {{0, 1, 1}, {1, 0, -1}, {1, 1, -2 * damping}});
      model.B = Matrix(2, 1, {{1, 0, 1}});
      model.C = Matrix(1, 2, {{0, 1, -4 * damping}});
      model.D = Matrix(1, 1, {{0, 0, 1}});
      model.states = {"x", "v"};
      model.inputs = {"u"};
      model.outputs = {"y"};
      const SparseBode bode = BodeOf(model, {0.3, 2.5});
      QVERIFY(bode.phase.is_certain);
      const double change = bode.phase.degrees[1] - bode.phase.degrees[0];
      QVERIFY(std::abs(change + (damping > 0 ? 360 : -360)) < 3);
    }
  }

  // What has no series that leads anywhere is asked for so often and not more.
  void phaseOfNoiseIsNotCertain() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> angle(-3, 3);
    int looks = 0;
    const auto at = [&](double) {
      ++looks;
      return LocalResponse{std::polar(1.0, angle(random)), {Complex(0, 1e9), 0, 0, 0}};
    };
    std::vector<LocalResponse> responses;
    const std::vector<double> frequencies = LogarithmicFrequencies(1, 2, 10);
    for (const double w : frequencies) responses.push_back(at(w));
    looks = 0;
    const FollowedPhase phase = FollowPhase(frequencies, responses, at);
    QVERIFY(!phase.is_certain);
    QCOMPARE(looks, 1020);
    QCOMPARE(phase.degrees.size(), frequencies.size());
    for (const double degrees : phase.degrees) QVERIFY(std::isfinite(degrees));
  }

  // log G = 3 log(1 + δ) − 2 log(1 − δ/2).
  void ratesOfALogarithm() {
    ComplexList taylor = {1, 0, 0, 0, 0};
    const auto multiply = [&](double root) {  // by 1 − root δ
      for (size_t k = taylor.size(); k-- > 1;) taylor[k] -= root * taylor[k - 1];
    };
    for (int i = 0; i < 3; ++i) multiply(-1);
    for (int i = 0; i < 2; ++i) {  // by 1/(1 − δ/2)
      for (size_t k = 1; k < taylor.size(); ++k) taylor[k] += 0.5 * taylor[k - 1];
    }
    const LocalResponse near = LocalResponseOf(taylor);
    QCOMPARE(near.rates.size(), size_t{4});
    for (int k = 0; k < 4; ++k) {
      const double exact = 3 * std::pow(-1.0, k) + 2 * std::pow(0.5, k + 1);
      QVERIFY(std::abs(near.rates[static_cast<size_t>(k)] - exact) < 1e-14);
    }
  }

  void polesOfAChain_data() {
    QTest::addColumn<double>("gain");
    QTest::newRow("1") << 1.0;
    QTest::newRow("large") << 1e20;
    QTest::newRow("small") << 1e-20;
  }
  // All of their states take part alike.
  void polesOfAChain() {
    QFETCH(double, gain);
    constexpr int kCount = 300;
    const SparseModel model = Chain(kCount, gain);
    for (const Complex near : {Complex(0), Complex(-1, 1), Complex(-2.5)}) {
      const std::vector<PoleInfo> poles = NearestPoles(model, near, 6);
      QCOMPARE(poles.size(), size_t{6});
      std::vector<double> distances;
      for (int m = 0; m < kCount; ++m) {
        const double angle = std::numbers::pi * (2 * m + 1) / kCount;
        distances.push_back(
            std::abs(-1.0 + std::polar(std::pow(gain, 1.0 / kCount), angle) - near));
      }
      std::sort(distances.begin(), distances.end());
      for (const PoleInfo& info : poles) {
        QVERIFY(DistanceToPoleOfChain(info.pole, kCount, gain) < 1e-12);
        QVERIFY(std::abs(info.pole - near) < distances[5] + 1e-12);
        QCOMPARE(info.states.size(), size_t{4});
        QVERIFY(std::abs(info.frequency - std::abs(info.pole)) < 1e-15);
        QCOMPARE(info.is_stable, info.pole.real() < 0);
      }
    }
  }

  // 0 is a pole of a ring of lags without loss, and the map (0 − A)⁻¹ is not there.
  void aPoleAtThePointItself() {
    const std::vector<PoleInfo> poles = NearestPoles(Chain(150, -1), 0, 3);
    QCOMPARE(poles.size(), size_t{3});
    const double angle = 2 * std::numbers::pi / 150;
    QVERIFY(std::abs(poles[2].pole) < 1e-13);
    QVERIFY(std::abs(poles[0].pole - (-1.0 + std::polar(1.0, -angle))) < 1e-13);
    QVERIFY(std::abs(poles[1].pole - (-1.0 + std::polar(1.0, angle))) < 1e-13);
  }

  // Without feedback each lag is a part of its own, and its pole is exact, as it is with dense
  // matrices; sampled ones have their frequency by log(z)/T.
  void smallPartsAreExact() {
    SparseModel model = Chain(400, 0);
    for (int i = 0; i < 400; ++i) model.A.coeffRef(i, i) = 0.001 * (i + 1);
    model.period_sec = 0.5;
    const std::vector<PoleInfo> poles = NearestPoles(model, 0.2504, 3);
    QCOMPARE(poles.size(), size_t{3});
    for (int k = 0; k < 3; ++k) {
      QCOMPARE(poles[k].pole, Complex(0.001 * (248 + k + 1)));
      QCOMPARE(poles[k].states, std::vector<std::string>{"lag" + std::to_string(248 + k)});
      QVERIFY(std::abs(poles[k].frequency + 2 * std::log(poles[k].pole.real())) < 1e-12);
    }
  }

  void whatCannotBeFoundIsSaid() {
    SparseModel delayed = Chain(300, 1);
    delayed.delays_sec = {0.1};
    QCOMPARE(MessageOf([&] { NearestPoles(delayed, 0, 6); }),
             std::string("the model has dead time, and 300 states are too many to put an "
                         "approximation in its place; put a gain there with --as BLOCK=1, or cut "
                         "the signal with --open"));
    QCOMPARE(MessageOf([] { NearestPoles(Chain(2004, 1), 0, 502); }),
             std::string("--count: of 2004 states that influence each other at most 501 poles can "
                         "be found"));
    // All poles are as far from the point as can be told.
    QCOMPARE(MessageOf([] { NearestPoles(Chain(300, 1e-200), Complex(-1, 0.0), 6); }),
             std::string("the 6 poles nearest to -1 were not found: they are too close to each "
                         "other, or too far away. Ask for fewer with --count, or for those near "
                         "another point with --near"));
  }

  // Grcar's matrix: its eigenvalues move far with rounding, whatever the units.
  void polesThatRoundingMovesAreRefused() {
    constexpr int kCount = 300;
    Triplets elements;
    for (int i = 0; i < kCount; ++i) {
      if (i > 0) elements.emplace_back(i, i - 1, -1);
      for (int k = 0; k < 4 && i + k < kCount; ++k) elements.emplace_back(i, i + k, 1);
    }
    SparseModel model = Chain(kCount, 0);
    model.A = Matrix(kCount, kCount, elements);
    const std::string message = MessageOf([&] { NearestPoles(model, Complex(0.5, 1.5), 4); });
    QVERIFY2(
        message.starts_with("a pole near ") &&
            message.ends_with(" was not found: rounding alone moves it by more than a "
                              "millionth of the fastest one. Let fewer states stand one behind "
                              "the other in one loop"),
        message.c_str());
  }

  void balancingSpreadsOneLargeElement() {
    const SparseModel model = Chain(300, 1e30);
    const SparseModel::Sparse balanced = Balanced(model.A);
    QVERIFY(ColumnNorm(model.A) > 9e29);
    QVERIFY(ColumnNorm(balanced) < 5);
    QCOMPARE(balanced.nonZeros(), model.A.nonZeros());
  }

  void rangeOfAChain() {
    const FrequencyRange range = InterestingRange(Chain(300, 1));
    const double slowest = std::abs(-1.0 + std::polar(1.0, std::numbers::pi / 300));
    QVERIFY(std::abs(range.from - slowest / 10) < 1e-12);
    QVERIFY(range.to >= 20 && range.to < 100);
    QCOMPARE(
        MessageOf([] { InterestingRange(Chain(300, 1e-200)); }),
        std::string("the slowest poles of the model were not found, so that nothing tells "
                    "where its response changes; give the frequencies with --from and --to, or "
                    "with --frequencies"));
  }

  void connectedPartIsThatOfDenseMatrices() {
    const LinearModel dense = RandomModel(50, 1, 0, {});
    LinearModel cut = dense;
    cut.A.topRows(10).setZero();
    cut.B.topRows(10).setZero();
    const LinearModel expected = ConnectedPart(cut);
    const SparseModel part = ConnectedPart(ToSparse(cut));
    QVERIFY(expected.num_states() > 0 && expected.num_states() <= 40);
    QCOMPARE(part.states, expected.states);
    QCOMPARE(Eigen::MatrixXd(part.A), expected.A);
    QCOMPARE(Eigen::MatrixXd(part.B), expected.B);
    QCOMPARE(Eigen::MatrixXd(part.C), expected.C);
  }

  void whatIsLarge() {
    QVERIFY(!IsLarge(Chain(200, 1)));
    QVERIFY(IsLarge(Chain(201, 1)));
    SparseModel full = Chain(201, 1);
    full.A = Eigen::MatrixXd::Ones(201, 201).sparseView();
    QVERIFY(!IsLarge(full));
  }
};

LOOPWRIGHT_TEST(TestSparseModels)

}  // namespace loopwright::test_sparse_models

#include "test_sparse_models.moc"
