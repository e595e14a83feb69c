#include "engine/analysis/hybrid_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/common/exceptions.h"
#include "engine/common/one_instant.h"
#include "engine/linear/connected_states.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr int kMostUpdates = 10000;

// Whether a number is whole but for the rounding of the quotient that it comes from: 0.3 / 0.1 is
// not 3 in floating-point numbers.
bool IsWhole(double number) {
  return number > 0.5 && std::abs(number - std::round(number)) <= 1e-9 * number;
}

// Takes an input and an output away, or puts them behind all others as those of a dead time, which
// have no names.
template <typename S>
void TakePorts(int input, int output, bool are_of_delay, HybridModelOf<S>* model) {
  const auto others = [&](Eigen::Index count, int taken) {
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    numbers.erase(numbers.begin() + taken);
    if (are_of_delay) numbers.push_back(taken);
    return numbers;
  };
  const std::vector<int> inputs = others(model->B.cols(), input);
  const std::vector<int> outputs = others(model->C.rows(), output);
  model->B = model->B(Eigen::all, inputs).eval();
  model->C = model->C(outputs, Eigen::all).eval();
  model->D = model->D(outputs, inputs).eval();
  for (auto& update : model->updates) update.F = update.F(Eigen::all, inputs).eval();
  model->inputs.erase(model->inputs.begin() + input);
  model->outputs.erase(model->outputs.begin() + output);
}

// Moves the last `count` states, which flow, behind the continuous ones. Approximations of dead
// times and ramps are made as the last states; continuous states stand before discrete ones.
void MoveToContinuous(int count, HybridModel* model) {
  std::vector<int> order(model->num_states());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + model->num_continuous, order.end() - count, order.end());
  KeepStates(order, model);
  model->num_continuous += count;
}

}  // namespace

// The least common multiple, found one period after the other: the common period of those before is
// taken as often as it needs to be a multiple of the next one too. Periods are decimal numbers as a
// person wrote them, so that this ends soon or, for 1 s and sqrt(2) s, never.
double CommonPeriod(const std::vector<double>& periods_sec) {
  double common = 0;
  for (const double period : periods_sec) {
    if (common == 0) common = period;
    const double present = common;
    const double shortest = *std::min_element(periods_sec.begin(), periods_sec.end());
    int times = 1;
    while (!IsWhole(times * present / period)) {
      ++times;
      if (times * present / shortest > kMostUpdates) {
        const double other = present == periods_sec[0] ? periods_sec[0] : present;
        throw UsageError("the rates have no common period within 10,000 updates: " +
                         FormatNumber(other) + " s and " + FormatNumber(period) +
                         " s, whose ratio is " + FormatNumber(other / period) +
                         "; choose periods whose ratio is a fraction of small whole numbers");
      }
    }
    // Of the two ways to compute it that with the smaller multiple rounds less.
    common = times == 1 ? present : times * present;
  }
  return common;
}

// One over the common period of the frequencies that they are the periods of.
std::optional<double> LongestDivisor(const std::vector<double>& times_sec) {
  std::vector<double> frequencies;
  for (const double time : times_sec) frequencies.push_back(1 / time);
  try {
    return 1 / CommonPeriod(frequencies);
  } catch (const UsageError&) {
    return {};
  }
}

// Goes through one period of the whole and puts updates that come at one time together. Of an
// element that two updates would set, the later one in the list counts; the matrices of all else
// are those of an instant at which nothing happens.
template <typename S>
std::vector<HybridInstant<S>> InstantsOf(const HybridModelOf<S>& model) {
  std::vector<HybridInstant<S>> instants;
  const int n = model.num_states();
  for (const HybridUpdate<S>& update : model.updates) {
    const int count = static_cast<int>(std::lround(model.period_sec / update.period_sec));
    for (int k = 0; k < count; ++k) {
      double time = std::fma(k, update.period_sec, std::fmod(update.offset_sec, update.period_sec));
      if (IsOneInstant(time, model.period_sec, model.period_sec)) time = 0;
      auto instant = std::find_if(instants.begin(), instants.end(), [&](const auto& other) {
        return IsOneInstant(time, other.time_sec, model.period_sec);
      });
      if (instant == instants.end()) {
        using Matrix = typename HybridModelOf<S>::Matrix;
        instants.push_back({time, Matrix::Identity(n, n), Matrix::Zero(n, model.B.cols()), {}});
        instant = instants.end() - 1;
      }
      for (Eigen::Index i = 0; i < std::ssize(update.rows); ++i) {
        instant->E.row(update.rows[i]) = update.E.row(i);
        instant->F.row(update.rows[i]) = update.F.row(i);
        instant->rows.push_back(update.rows[i]);
      }
    }
  }
  std::sort(instants.begin(), instants.end(),
            [](const auto& a, const auto& b) { return a.time_sec < b.time_sec; });
  return instants;
}

// With u_j = f y_i the output y_i = c x + d u + d_ij u_j is solved for itself, y_i (1 − d_ij f) = c
// x + d u over the other inputs, and put into every row that reads u_j. Both ports are then inside
// and are left out.
template <typename S>
HybridModelOf<S> ConnectPorts(const HybridModelOf<S>& model, int input, int output, S factor) {
  const S through = S(1) - model.D(output, input) * factor;
  if (std::abs(through) < 1e-14) {
    throw NoResultError("closing the loop at " + model.outputs[output] +
                        " makes an algebraic loop without a solution");
  }
  const S gain = factor / through;
  HybridModelOf<S> closed = model;
  const auto row_C = model.C.row(output).eval();
  const auto row_D = model.D.row(output).eval();
  closed.A += model.B.col(input) * (gain * row_C);
  closed.B += model.B.col(input) * (gain * row_D);
  closed.C += model.D.col(input) * (gain * row_C);
  closed.D += model.D.col(input) * (gain * row_D);
  for (size_t i = 0; i < closed.updates.size(); ++i) {
    const auto& column = model.updates[i].F.col(input);
    closed.updates[i].E += column * (gain * row_C);
    closed.updates[i].F += column * (gain * row_D);
  }
  TakePorts(input, output, false, &closed);
  return closed;
}

// Nothing is computed: a dead time is described by its signal, and the model keeps such signals as
// its last outputs (what enters) and last inputs (what comes out). So the two ports only move to
// the ends of their lists.
HybridModel DelayPorts(const HybridModel& model, int input, int output, double delay_sec) {
  if (delay_sec == 0) return ConnectPorts(model, input, output, 1.0);
  HybridModel delayed = model;
  TakePorts(input, output, true, &delayed);
  delayed.delays_sec.push_back(delay_sec);
  return delayed;
}

// Each dead time becomes a small linear model on the wire between what enters it and what comes
// out: it is added with ports of its own, which are then connected, one at a time, so that the
// numbers of the other ports stay right.
HybridModel ReplaceDelays(const HybridModel& model, int order) {
  const int q = model.num_delays();
  if (q == 0) return model;
  HybridModel result = model;
  for (int i = 0; i < q; ++i) {
    // The approximation of e^(−sτ) alone, as a model whose only part is the delay.
    LinearModel wire = MakeModel({}, {}, {}, Eigen::MatrixXd::Identity(1, 1));
    wire = ReplaceDelays(DelayInputs(wire, model.delays_sec[i]), order);
    const int before = result.num_states(), total = before + order;
    const int input = static_cast<int>(result.B.cols()) - 1 - (q - 1 - i);
    const int output = static_cast<int>(result.C.rows()) - 1 - (q - 1 - i);
    // Two more outputs and inputs on the way: the approximation's own, then connected.
    result.A.conservativeResizeLike(Eigen::MatrixXd::Zero(total, total));
    result.A.bottomRightCorner(order, order) = wire.A;
    result.B.conservativeResizeLike(Eigen::MatrixXd::Zero(total, result.B.cols() + 1));
    result.B.bottomRightCorner(order, 1) = wire.B;
    result.C.conservativeResizeLike(Eigen::MatrixXd::Zero(result.C.rows() + 1, total));
    result.C.bottomRightCorner(1, order) = wire.C;
    result.D.conservativeResizeLike(
        Eigen::MatrixXd::Zero(result.D.rows() + 1, result.D.cols() + 1));
    result.D(result.D.rows() - 1, result.D.cols() - 1) = wire.D(0, 0);
    for (auto& update : result.updates) {
      update.E.conservativeResizeLike(Eigen::MatrixXd::Zero(update.E.rows(), total));
      update.F.conservativeResizeLike(Eigen::MatrixXd::Zero(update.F.rows(), update.F.cols() + 1));
    }
    result.inputs.resize(result.B.cols());
    result.outputs.resize(result.C.rows());
    const int last_input = static_cast<int>(result.B.cols()) - 1;
    const int last_output = static_cast<int>(result.C.rows()) - 1;
    result = ConnectPorts(result, last_input, output, 1.0);
    result = ConnectPorts(result, input, last_output - 1, 1.0);
    for (int k = 0; k < order; ++k) {
      result.states.push_back("dead_time" + std::to_string(i + 1) + ".x[" + std::to_string(k) +
                              "]");
    }
  }
  result.inputs = model.inputs;
  result.outputs = model.outputs;
  result.delays_sec.clear();
  MoveToContinuous(q * order, &result);
  return result;
}

// A ramp is the time since the last update of a discrete state, times what that state is off: it
// grows with the slope of its source and an update of the source sets it to 0. So what changes
// evenly between updates becomes linear in states.
void AddRamps(const std::vector<int>& sources, const RampSlopes& slopes, HybridModel* model) {
  const int n = model->num_states(), count = static_cast<int>(sources.size());
  const int total = n + count;
  model->A.conservativeResizeLike(Eigen::MatrixXd::Zero(total, total));
  model->B.conservativeResizeLike(Eigen::MatrixXd::Zero(total, model->B.cols()));
  model->C.conservativeResizeLike(Eigen::MatrixXd::Zero(model->C.rows(), total));
  for (auto& update : model->updates) {
    update.E.conservativeResizeLike(Eigen::MatrixXd::Zero(update.E.rows(), total));
  }
  for (int k = 0; k < count; ++k) {
    const int source = sources[k], ramp = n + k;
    model->A.col(ramp).head(n) = slopes.A.col(source);
    model->A(ramp, source) = 1;
    model->C.col(ramp) = slopes.C.col(source);
    double elapsed = 0;
    for (size_t u = 0; u < model->updates.size(); ++u) {
      HybridUpdate<double>& update = model->updates[u];
      update.E.col(ramp).head(slopes.E[u].rows()) = slopes.E[u].col(source);
      if (std::find(update.rows.begin(), update.rows.end(), source) == update.rows.end()) continue;
      elapsed = update.period_sec - std::fmod(update.offset_sec, update.period_sec);
      update.rows.push_back(ramp);
      update.E.conservativeResizeLike(Eigen::MatrixXd::Zero(update.E.rows() + 1, total));
      update.F.conservativeResizeLike(Eigen::MatrixXd::Zero(update.F.rows() + 1, update.F.cols()));
    }
    model->ramps.push_back({ramp, source, elapsed});
    model->states.push_back(model->states[source] + ".ramp");
  }
  MoveToContinuous(count, model);
}

// What differs from a whole period only as rounding does is due at its beginning.
void CountTimeFrom(double time_sec, HybridModel* model) {
  for (HybridUpdate<double>& update : model->updates) {
    const double period = update.period_sec;
    update.offset_sec = TimeInPeriod(update.offset_sec - time_sec, period);
    for (HybridRamp& ramp : model->ramps) {
      const bool resets =
          std::find(update.rows.begin(), update.rows.end(), ramp.ramp) != update.rows.end();
      if (resets) ramp.elapsed_sec = period - update.offset_sec;
    }
  }
}

// What an element of state becomes may follow from how it flows and from each of its updates. Dead
// times count as further states.
HybridModel ConnectedPart(const HybridModel& model) {
  const Eigen::Index n = model.num_states(), q = model.num_delays();
  const Eigen::Index m = model.num_inputs(), p = model.num_outputs();
  const auto size = [](const Eigen::MatrixXd& matrix) { return matrix.cwiseAbs(); };
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n + q, n + q), B(n + q, m), C(p, n + q);
  A.topLeftCorner(n, n) = size(model.A);
  A.topRightCorner(n, q) = size(model.B).rightCols(q);
  A.bottomLeftCorner(q, n) = size(model.C).bottomRows(q);
  A.bottomRightCorner(q, q) = size(model.D).bottomRightCorner(q, q);
  B << size(model.B).leftCols(m), size(model.D).bottomLeftCorner(q, m);
  C << size(model.C).topRows(p), size(model.D).topRightCorner(p, q);
  for (const HybridUpdate<double>& update : model.updates) {
    for (Eigen::Index row = 0; row < std::ssize(update.rows); ++row) {
      const int state = update.rows[row];
      A.row(state).head(n) += update.E.row(row).cwiseAbs();
      A.row(state).tail(q) += update.F.row(row).tail(q).cwiseAbs();
      B.row(state) += update.F.row(row).head(m).cwiseAbs();
    }
  }
  std::vector<int> kept = ConnectedStates(A, B, C);
  std::erase_if(kept, [n](int state) { return state >= n; });
  HybridModel part = model;
  KeepStates(kept, &part);
  return part;
}

// The continuous states stay the first. All that is by the number of a state (rows, columns,
// updates, ramps, names) follows the new order. A ramp without its state is no ramp; what a ramp
// serves is never dropped before it, as it is moved and shown by it.
void KeepStates(const std::vector<int>& kept, HybridModel* model) {
  if (std::ssize(kept) == model->A.rows() && std::ranges::is_sorted(kept)) return;
  std::vector<int> place(model->num_states(), -1);
  for (size_t i = 0; i < kept.size(); ++i) place[kept[i]] = static_cast<int>(i);
  model->num_continuous = static_cast<int>(
      std::ranges::count_if(kept, [&](int state) { return state < model->num_continuous; }));
  SelectStates(kept, model);
  std::erase_if(model->ramps, [&](const HybridRamp& ramp) { return place[ramp.ramp] < 0; });
  for (HybridRamp& ramp : model->ramps) {
    ramp.ramp = place[ramp.ramp];
    ramp.source = place[ramp.source];
  }
  for (HybridUpdate<double>& update : model->updates) {
    std::vector<int> rows, from;
    for (size_t r = 0; r < update.rows.size(); ++r) {
      if (place[update.rows[r]] < 0) continue;
      rows.push_back(place[update.rows[r]]);
      from.push_back(static_cast<int>(r));
    }
    update.E = Eigen::MatrixXd(update.E(from, kept));
    update.F = Eigen::MatrixXd(update.F(from, Eigen::all));
    update.rows = rows;
  }
}

// Matrices and names as they are; updates are left out, so this is for models without any.
LinearModel ToLinearModel(const HybridModel& model) {
  LinearModel linear = MakeModel(model.A, model.B, model.C, model.D);
  linear.TakeNames(model);
  return linear;
}

// What a whole period does to the state, as a model that is sampled with that period. Dead times
// that fit no whole number of periods have to be approximated first.
LinearModel ToLinearModel(const HybridModel& model, int pade_order, bool reads_before) {
  if (!model.is_sampled()) return ToLinearModel(model);
  const bool is_finite = HasFiniteDelays(model);
  const HybridModel finite = is_finite ? model : ReplaceDelays(model, pade_order);
  const PeriodMap<double> map = MapPeriod(finite, reads_before);
  LinearModel linear = MakeModel(map.A, map.B, map.C, map.D, model.period_sec);
  linear.states = map.states;
  linear.inputs = model.inputs;
  linear.outputs = model.outputs;
  return linear;
}

// For example an input that is read at 0 and 0.1 s of a period of 0.2 s has two columns, `u@0` and
// `u@0.1`.
LinearModel ToLiftedModel(const HybridModel& model, int pade_order, bool reads_before) {
  if (!model.is_sampled()) {
    throw UsageError("--lifted is for sampled models; this one is continuous: give its --period");
  }
  const HybridModel finite = HasFiniteDelays(model) ? model : ReplaceDelays(model, pade_order);
  const PortInstants instants = OwnInstants(finite);
  const PeriodMap<double> map = MapLiftedPeriod(finite, instants, reads_before);
  LinearModel linear = MakeModel(map.A, map.B, map.C, map.D, model.period_sec);
  linear.states = map.states;
  const auto names = [](const std::vector<std::string>& ports,
                        const std::vector<std::vector<double>>& times) {
    std::vector<std::string> all;
    for (size_t i = 0; i < ports.size(); ++i) {
      for (const double time : times[i]) all.push_back(ports[i] + "@" + FormatNumber(time));
    }
    return all;
  };
  linear.inputs = names(model.inputs, instants.inputs);
  linear.outputs = names(model.outputs, instants.outputs);
  return linear;
}

template std::vector<HybridInstant<double>> InstantsOf(const HybridModelOf<double>& model);
template std::vector<HybridInstant<Complex>> InstantsOf(const HybridModelOf<Complex>& model);
template HybridModelOf<double> ConnectPorts(const HybridModelOf<double>&, int, int, double);
template HybridModelOf<Complex> ConnectPorts(const HybridModelOf<Complex>&, int, int, Complex);

}  // namespace loopwright
