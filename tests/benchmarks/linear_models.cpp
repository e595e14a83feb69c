// What it costs to take a diagram as a linear model, and what is asked of it: large diagrams with
// sparse matrices, responses beside loops by hand, a Riccati equation, and the lens of several
// rates.

#include <algorithm>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "blocklib/registry.h"
#include "engine/analysis/hybrid_response.h"
#include "engine/analysis/linearisation.h"
#include "engine/control/riccati.h"
#include "engine/file/load.h"
#include "engine/jacobian/diagram_jacobian.h"
#include "engine/linear/frequency_response.h"
#include "engine/matrices/decompositions.h"
#include "engine/sparse/nearest_poles.h"
#include "engine/sparse/sparse_response.h"
#include "tests/benchmarks/hand_responses.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr int kLags = 10'000;
constexpr int kFrequencies = 1000;
/// What takes seconds is not repeated nine times.
constexpr int kFewRepetitions = 3;

OperatingPoint PointOf(const std::string& text) {
  const LoadResult loaded = LoadDocument(text, BuiltInBlocks());
  if (!loaded.document) throw std::runtime_error(loaded.diagnostics.at(0).text);
  return FindOperatingPoint(*loaded.document, BuiltInBlocks(), {});
}

/// An Inport, a comparison, `count` lags of 1 s, and the way back: count + 3 blocks.
std::string LoopOfLags(int count) {
  DiagramText diagram;
  diagram.Block("u", "Inport");
  diagram.Block("y", "Outport");
  diagram.Block("e", "Sum", "{'signs': '+-'}");
  diagram.Wire("u.y", "e.u1");
  std::string before = "e.y";
  for (int i = 0; i < count; ++i) {
    const std::string name = "x" + std::to_string(i);
    diagram.Block(name, "FirstOrderLag", "{'time_constant': 1}");
    diagram.Wire(before, name + ".u");
    before = name + ".y";
  }
  diagram.Wire(before, "e.u2");
  diagram.Wire(before, "y.u");
  return diagram.text();
}

SparseLinearisation SparseOf(OperatingPoint* point) {
  auto sparse = LineariseSparse(point, {}, false);
  if (!sparse) throw std::runtime_error("the diagram has no sparse model");
  return std::move(*sparse);
}

/// Linearised after loading, in seconds; and an evaluation with AutoDiff, which does eight colours,
/// beside a plain one.
double MeasureLinearising(Summary* summary) {
  OperatingPoint point = PointOf(LoopOfLags(kLags));
  int passes = 0;
  const auto whole = Alternate(
      kFewRepetitions, {[&] { return Seconds([&] { passes = SparseOf(&point).num_passes; }); }});
  const std::string name = "linear model of 10,000 lags in a loop: ";
  summary->CheckEqual(name + "evaluations with AutoDiff", passes, 1, 0);
  summary->Add({name + "linearised", whole[0], "s", {}, {Goal::kValue, 1}});
  std::vector<int> places(kLags);
  for (int i = 0; i < kLags; ++i) places[i] = i;
  internal::ContextData<double>& data = point.context->data();
  DiagramJacobian jacobian(&data, [built = point.built] { return built->Differentiated(); }, places,
                           {});
  jacobian.Evaluate();  // makes the system in AutoDiff
  const auto times = Alternate(kRepetitions, {[&] {
                                                const int before = jacobian.num_passes();
                                                const double all =
                                                    Seconds([&] { jacobian.Evaluate(); });
                                                return all / (jacobian.num_passes() - before);
                                              },
                                              [&] {
                                                data.InvalidateAllButInputs();
                                                return Seconds([&] { data.EvaluateDerivatives(); });
                                              }});
  summary->Add({name + "an evaluation of 8 colours (of a plain one: \"hand\")",
                times[0] * 1e3,
                "ms",
                times[1] * 1e3,
                {Goal::kRatio, 30}});
  return whole[0].median;
}

double MeasureSparseResponse(Summary* summary) {
  OperatingPoint point = PointOf(LoopOfLags(kLags));
  const SparseModel model = SparseOf(&point).model;
  const std::vector<double> frequencies = LogarithmicFrequencies(1e-4, 0.1, kFrequencies);
  ComplexList by_engine, by_hand;
  const auto times = Alternate(
      kFewRepetitions,
      {[&] {
         return Seconds([&] {
           by_engine.clear();
           SparseResponse evaluate(model);
           for (const double w : frequencies) {
             by_engine.push_back(evaluate.At(w)(0, 0));
           }
         });
       },
       [&] { return Seconds([&] { by_hand = ChainResponseByHand(kLags, frequencies); }); }});
  const std::string name = "response of 10,000 lags in a loop at 1,000 frequencies";
  for (int i = 0; i < kFrequencies; i += 100) {
    summary->CheckEqual(name, by_engine[i].real(), by_hand[i].real(), 1e-9);
    summary->CheckEqual(name, by_engine[i].imag(), by_hand[i].imag(), 1e-9);
  }
  summary->Add({name,
                times[0] * (1e3 / kFrequencies),
                "ms/frequency",
                times[1] * (1e3 / kFrequencies),
                {Goal::kRatio, 1.5}});
  const auto poles = Alternate(
      kFewRepetitions, {[&] { return Seconds([&] { NearestPoles(model, Complex(-1, 1), 6); }); }});
  summary->Add({"6 poles of 10,000 lags in a loop near -1 + 1i", poles[0], "s", {}, {}});
  return times[0].median;
}

/// The most memory that was in use since the last call, in GB; 0 where the system does not tell.
double PeakGigabytes() {
  double kilobytes = 0;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmHWM:") status >> kilobytes;
  }
  std::ofstream("/proc/self/clear_refs") << "5";
  return kilobytes / 1e6;
}

/// 100,000 blocks from their text to the linear model and its response at one frequency.
double MeasureManyBlocks(Summary* summary) {
  PeakGigabytes();
  const std::string text = LoopOfLags(99'997);
  const double seconds = Seconds([&] {
    OperatingPoint point = PointOf(text);
    const SparseModel model = SparseOf(&point).model;
    const Complex response = SparseResponse(model).At(1e-6)(0, 0);
    const Complex loop = std::pow(1.0 / Complex(1, 1e-6), 99'997);
    summary->CheckEqual("response of 100,000 blocks", std::abs(response - loop / (1.0 + loop)), 0,
                        1e-9);
  });
  const double peak = PeakGigabytes();
  const std::string name = "100,000 blocks loaded, linearised, one frequency: ";
  summary->Add({name + "time", {seconds, seconds}, "s", {}, {Goal::kValue, 10}});
  summary->Add({name + "peak memory", {peak, peak}, "GB", {}, {Goal::kValue, 1}});
  return seconds;
}

Eigen::MatrixXd RandomMatrix(int rows, int columns) {
  static std::mt19937 random(1);
  std::normal_distribution<double> normal;
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

double MeasureDenseResponse(Summary* summary) {
  constexpr int kStates = 100;
  const Eigen::MatrixXd A =
      RandomMatrix(kStates, kStates) / 10 - 1.5 * Eigen::MatrixXd::Identity(kStates, kStates);
  const LinearModel model =
      MakeModel(A, RandomMatrix(kStates, 1), RandomMatrix(1, kStates), Eigen::MatrixXd::Zero(1, 1));
  const std::vector<double> frequencies = LogarithmicFrequencies(0.01, 100, kFrequencies);
  ComplexList by_engine, by_hand;
  const auto times = Alternate(
      kRepetitions, {[&] {
                       return Seconds([&] {
                         by_engine.clear();
                         const FrequencyResponse evaluate(model);
                         for (const double w : frequencies)
                           by_engine.push_back(evaluate.At(w)(0, 0));
                       });
                     },
                     [&] {
                       return Seconds([&] {
                         const HessenbergForm form = CalcHessenbergForm(model.A);
                         by_hand = HessenbergResponseByHand(form.H, form.Q.transpose() * model.B,
                                                            model.C * form.Q, frequencies);
                       });
                     }});
  const std::string name = "response of 100 dense states at 1,000 frequencies";
  for (int i = 0; i < kFrequencies; i += 100) {
    summary->CheckEqual(name, std::abs(by_engine[i] - by_hand[i]), 0, 1e-9);
  }
  summary->Add({name, times[0] * 1e3, "ms", times[1] * 1e3, {Goal::kRatio, 1.5}});
  return times[0].median;
}

double MeasureRiccati(Summary* summary) {
  constexpr int kStates = 100, kInputs = 5;
  const Eigen::MatrixXd A = RandomMatrix(kStates, kStates) / 10, B = RandomMatrix(kStates, kInputs);
  const QuadraticCost cost{Eigen::MatrixXd::Identity(kStates, kStates),
                           Eigen::MatrixXd::Identity(kInputs, kInputs),
                           Eigen::MatrixXd::Zero(kStates, kInputs)};
  QuadraticRegulator regulator;
  const auto times =
      Alternate(kFewRepetitions,
                {[&] { return Seconds([&] { regulator = SolveRiccati(A, B, cost, false); }); }});
  const Eigen::MatrixXd& S = regulator.S;
  // By so much rounding of S alone moves the terms: |S| is about 5e9 here, and |Bᵀ S| about 8e4.
  const Eigen::MatrixXd linear = A.transpose() * S, gain = B.transpose() * S;
  const Eigen::MatrixXd quadratic = gain.transpose() * gain;
  const Eigen::MatrixXd residual = linear + linear.transpose() - quadratic + cost.Q;
  const double terms = (A.norm() + B.norm() * gain.norm()) * S.norm() + cost.Q.norm();
  summary->CheckEqual("Riccati equation: residual", residual.norm() / terms, 0, 1e-10);
  summary->Add({"Riccati equation of 100 states", times[0], "s", {}, {Goal::kValue, 0.5}});
  return times[0].median;
}

/// 14 lags with holds of three rates between them, two delays of each rate in the way back: 20
/// states that repeat every 60 periods of 10 ms.
double MeasureLens(Summary* summary) {
  DiagramText diagram;
  diagram.Block("u", "Inport");
  diagram.Block("y", "Outport");
  diagram.Block("e", "Sum", "{'signs': '+-'}");
  diagram.Wire("u.y", "e.u1");
  std::string before = "e.y";
  const auto add = [&](const std::string& name, const std::string& type,
                       const std::string& parameters) {
    diagram.Block(name, type, parameters);
    diagram.Wire(before, name + ".u");
    before = name + ".y";
  };
  for (int i = 0; i < 14; ++i) {
    if (i == 4) add("fast", "UnitDelay", "{'period': 0.01}");
    if (i == 9) add("middle", "UnitDelay", "{'period': 0.02}");
    add("x" + std::to_string(i), "FirstOrderLag", "{'time_constant': 0.1}");
  }
  diagram.Wire(before, "y.u");
  for (int i = 0; i < 4; ++i) {
    add("slow" + std::to_string(i), "UnitDelay", "{'period': 0.03}");
  }
  diagram.Wire(before, "e.u2");
  const HybridModel model = Linearise(PointOf(diagram.text()), {}).model;
  summary->CheckEqual("lens: states", model.num_states(), 20, 0);
  const std::vector<double> frequencies = LogarithmicFrequencies(0.1, 50, kFrequencies);
  const auto times = Alternate(
      kFewRepetitions, {[&] { return Seconds([&] { LensResponseOf(model, frequencies, 2); }); }});
  summary->Add({"lens of 20 states at three rates, 1,000 frequencies, n = -2 ... 2",
                times[0],
                "s",
                {},
                {Goal::kValue, 1}});
  return times[0].median;
}

}  // namespace

void AddLinearModels(Models* models) {
  models->push_back({"linear/linearise 10,000 lags", MeasureLinearising});
  models->push_back({"linear/response of 10,000 lags", MeasureSparseResponse});
  models->push_back({"linear/100,000 blocks", MeasureManyBlocks});
  models->push_back({"linear/response of 100 dense states", MeasureDenseResponse});
  models->push_back({"linear/Riccati equation of 100 states", MeasureRiccati});
  models->push_back({"linear/lens of three rates", MeasureLens});
}

}  // namespace loopwright::benchmarks
