// What a hybrid model does over one common period.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "engine/analysis/hybrid_model.h"
#include "engine/common/one_instant.h"
#include "engine/matrices/matrix_functions.h"

namespace loopwright {
namespace {

/// What becomes of a dead time in a model that repeats.
enum class DelayKind {
  kHeld,     ///< the signal that enters changes at instants alone
  kSampled,  ///< it is read by updates alone
  kNeither
};

// A dead time is a finite state where what enters it changes at updates only (a register of held
// values), or where only updates read what comes out (a register of samples).
template <typename S>
DelayKind KindOf(const HybridModelOf<S>& model, int delay) {
  const int output = model.num_outputs() + delay, input = model.num_inputs() + delay;
  const auto row = model.C.row(output);
  const bool is_held = row.head(model.num_continuous).isZero(0);
  if (is_held) return DelayKind::kHeld;
  const bool is_sampled =
      model.B.col(input).isZero(0) && model.D.col(input).isZero(0) && model.D.row(output).isZero(0);
  return is_sampled ? DelayKind::kSampled : DelayKind::kNeither;
}

/// Follows all signals of a model through one period, from kT on, as linear functions of what is
/// known at kT⁻: a signal is a row over [state, registers, input]. Registers are what dead times
/// keep of earlier periods. Of a held signal that is its value on each stretch between two changes,
/// of one that is sampled its value where an update will read it.
template <typename S>
class PeriodWalk {
 public:
  using Matrix = typename HybridModelOf<S>::Matrix;
  using Row = Eigen::Matrix<S, 1, Eigen::Dynamic>;

  PeriodWalk(const HybridModelOf<S>& model, PortInstants ports, bool reads_before)
      : model_(model),
        ports_(std::move(ports)),
        reads_before_(reads_before),
        instants_(InstantsOf(model)),
        num_inputs_(model.num_inputs()),
        num_columns_(CountOf(ports_.inputs)),
        num_rows_(CountOf(ports_.outputs)),
        lines_(model.num_delays()) {
    FindChanges();
    MakeRegisters();
    MakeTimes();
  }

  // Every signal is followed as a row over all that it can depend on: the states at the start of
  // the period, what the registers hold, and each input at each of its instants. What is left of
  // the rows at the end of the period is the map.
  PeriodMap<S> Run() {
    const int n = model_.num_states();
    width_ = n + num_registers_ + num_columns_;
    state_ = StartState();
    input_ = Matrix::Zero(num_inputs_, width_);
    PeriodMap<S> map;
    map.C = Matrix::Zero(num_rows_, width_ - num_columns_);
    map.D = Matrix::Zero(num_rows_, num_columns_);
    double now = 0;
    for (const double time : times_) {
      Flow(now, time);
      now = time;
      TakeInputs(time);
      if (reads_before_) ReadOutputs(time, &map);
      Keep(DelayKind::kSampled, time);
      Jump(time);
      if (!reads_before_) ReadOutputs(time, &map);
    }
    Flow(now, model_.period_sec);
    Finish(&map);
    return map;
  }

 private:
  /// A dead time: its changes or captures in a period, and what it keeps.
  struct Line {
    double delay_sec = 0;
    DelayKind kind = DelayKind::kNeither;
    std::vector<double> times;  ///< in [0, T), of changes or captures, ascending
    int first_register = 0;
    int num_registers = 0;
    /// Rows by number: `past`, of number −1, −2, … the latest first, and of this period 0, 1, ….
    std::map<int, Row> rows;
  };

  // Adds a time unless one that is the same instant is there.
  void AddTime(double time, std::vector<double>* times) const {
    const double wrapped = TimeInPeriod(time, model_.period_sec);
    for (const double other : *times) {
      if (IsOneInstant(wrapped, other, model_.period_sec)) return;
    }
    times->push_back(wrapped);
    std::sort(times->begin(), times->end());
  }

  // Where what enters each delay changes, or is captured.
  void FindChanges() {
    const int q = model_.num_delays(), first = model_.num_outputs();
    for (int i = 0; i < q; ++i) {
      Line& line = lines_[i];
      line.delay_sec = model_.delays_sec[i];
      line.kind = KindOf(model_, i);
      if (line.kind == DelayKind::kSampled) {
        for (const HybridInstant<S>& instant : instants_) {
          if (!instant.F.col(num_inputs_ + i).isZero(0)) {
            AddTime(instant.time_sec - line.delay_sec, &line.times);
          }
        }
        continue;
      }
      for (const HybridInstant<S>& instant : instants_) {
        const bool changes = std::any_of(instant.rows.begin(), instant.rows.end(),
                                         [&](int row) { return model_.C(first + i, row) != S(0); });
        if (changes) AddTime(instant.time_sec, &line.times);
      }
      for (int j = 0; j < num_inputs_; ++j) {
        if (model_.D(first + i, j) == S(0)) continue;
        for (const double time : ports_.inputs[j]) AddTime(time, &line.times);
      }
    }
    // A delay behind another changes when that one does; a chain has no more links than delays.
    for (int pass = 0; pass < q; ++pass) {
      for (int i = 0; i < q; ++i) {
        for (int j = 0; j < q; ++j) {
          if (model_.D(first + i, num_inputs_ + j) == S(0)) continue;
          for (const double time : std::vector<double>(lines_[j].times)) {
            AddTime(time + lines_[j].delay_sec, &lines_[i].times);
          }
        }
      }
    }
  }

  // The number of the stretch, or capture, that a delay shows at `time`, just before it where
  // `before` is set: stretch k ≥ 0 begins at the k-th change of this period.
  int NumberShown(const Line& line, double time, bool before) const {
    const double then = time - line.delay_sec;
    const auto per_period = static_cast<int>(line.times.size());
    const int periods = static_cast<int>(std::floor(then / model_.period_sec)) - 1;
    int number = periods * per_period - 1;  // surely begun by then
    while (true) {
      const int next = number + 1;
      const int k = ((next % per_period) + per_period) % per_period;
      const int period = (next - k) / per_period;
      const double begins = line.times[k] + period * model_.period_sec;
      const bool is_same = IsOneInstant(begins, then, model_.period_sec);
      const bool has_begun =
          is_same ? (line.kind == DelayKind::kSampled || !before) : begins < then;
      if (!has_begun) return number;
      number = next;
    }
  }

  // Whether the stretch before this period is a function of the state at its start.
  bool IsLatestKnown(int i) const {
    const int row = model_.num_outputs() + i;
    return lines_[i].kind == DelayKind::kHeld && model_.D.row(row).head(num_inputs_).isZero(0);
  }

  // How many values each delay line has to remember from one period to the next.
  void MakeRegisters() {
    for (size_t i = 0; i < lines_.size(); ++i) {
      Line& line = lines_[i];
      if (line.times.empty()) continue;
      // What is shown just before kT⁺ is the oldest that is needed.
      const int oldest = NumberShown(line, 0, true);
      line.first_register = num_registers_;
      line.num_registers = std::max(0, -oldest - (IsLatestKnown(static_cast<int>(i)) ? 1 : 0));
      num_registers_ += line.num_registers;
    }
  }

  // All times in the period at which anything happens: updates, inputs and outputs, and values that
  // enter or leave a delay line.
  void MakeTimes() {
    times_.push_back(0);
    for (const HybridInstant<S>& instant : instants_) AddTime(instant.time_sec, &times_);
    for (const auto* ports : {&ports_.inputs, &ports_.outputs}) {
      for (const std::vector<double>& times : *ports) {
        for (const double time : times) AddTime(time, &times_);
      }
    }
    for (const Line& line : lines_) {
      for (const double time : line.times) {
        AddTime(time, &times_);
        if (line.kind == DelayKind::kHeld) AddTime(time + line.delay_sec, &times_);
      }
    }
  }

  // What delay `i` shows at a time: a row of the past, or of this period.
  Row Shown(int i, double time, bool before) {
    const Line& line = lines_[i];
    if (line.times.empty()) return Row::Zero(width_);
    return RowOf(i, NumberShown(line, time, before));
  }

  // Row `number` of a delay. Where it is not of this period, the latest may follow from the state,
  // and older ones are registers.
  Row RowOf(int i, int number) {
    Line& line = lines_[i];
    const auto found = line.rows.find(number);
    if (found != line.rows.end()) return found->second;
    if (number >= 0) return Row::Zero(width_);
    const bool latest_known = IsLatestKnown(i);
    if (number == -1 && latest_known) {
      Row row = model_.C.row(model_.num_outputs() + i) * StartState();
      for (int j = 0; j < model_.num_delays(); ++j) {
        const S through = model_.D(model_.num_outputs() + i, num_inputs_ + j);
        if (through != S(0)) row += through * Shown(j, 0, true);
      }
      return line.rows[number] = row;
    }
    Row row = Row::Zero(width_);
    row[model_.num_states() + line.first_register - number - (latest_known ? 2 : 1)] = S(1);
    return row;
  }

  Matrix StartState() const {
    Matrix start = Matrix::Zero(model_.num_states(), width_);
    start.leftCols(model_.num_states()).setIdentity();
    return start;
  }

  // The inputs of the diagram and below them what comes out of the dead times.
  Matrix AllInputs(double time, bool before) {
    Matrix all(model_.B.cols(), width_);
    all.topRows(num_inputs_) = input_;
    for (int i = 0; i < model_.num_delays(); ++i) {
      all.row(num_inputs_ + i) = Shown(i, time, before);
    }
    return all;
  }

  // From a to b, over which every input is constant.
  void Flow(double a, double b) {
    const int n = model_.num_states(), m = static_cast<int>(model_.B.cols());
    if (!(b > a) || model_.num_continuous == 0) return;
    Matrix& step = steps_[b - a];
    if (step.size() == 0) {
      Matrix flow = Matrix::Zero(n + m, n + m);
      flow.topLeftCorner(n, n) = model_.A * (b - a);
      flow.topRightCorner(n, m) = model_.B * (b - a);
      step = Exponential(flow).topRows(n);
    }
    state_ = step.leftCols(n) * state_ + step.rightCols(m) * AllInputs(a, false);
  }

  Row Entering(int i, double time, bool before) {
    const int row = model_.num_outputs() + i;
    return model_.C.row(row) * state_ + model_.D.row(row) * AllInputs(time, before);
  }

  int NumberOf(const Line& line, double time) const {
    for (size_t k = 0; k < line.times.size(); ++k) {
      if (IsOneInstant(line.times[k], time, model_.period_sec)) return static_cast<int>(k);
    }
    return -1;
  }

  // Keeps what enters the delays of a kind that change, or capture, at this time. What is captured
  // is the value before the updates.
  void Keep(DelayKind kind, double time) {
    for (int i = 0; i < model_.num_delays(); ++i) {
      Line& line = lines_[i];
      const int number = NumberOf(line, time);
      if (line.kind != kind || number < 0) continue;
      line.rows[number] = Entering(i, time, kind == DelayKind::kSampled);
    }
  }

  // All updates that are due at this time, then what enters delay lines because of them.
  void Jump(double time) {
    for (const HybridInstant<S>& instant : instants_) {
      if (!IsOneInstant(instant.time_sec, time, model_.period_sec)) continue;
      state_ = Matrix(instant.E * state_ + instant.F * AllInputs(time, true));
    }
    // In the order of a chain: a delay's new value may be what enters another one.
    for (int pass = 0; pass < model_.num_delays(); ++pass) Keep(DelayKind::kHeld, time);
  }

  static int CountOf(const std::vector<std::vector<double>>& times) {
    size_t count = 0;
    for (const std::vector<double>& of_port : times) count += of_port.size();
    return static_cast<int>(count);
  }

  // Calls visit(port, number of the instant among those of all ports) for the ports that have
  // `time`.
  template <typename Visit>
  void ForPortsAt(const std::vector<std::vector<double>>& times, double time,
                  const Visit& visit) const {
    int number = 0;
    for (size_t port = 0; port < times.size(); ++port) {
      for (const double own : times[port]) {
        if (IsOneInstant(own, time, model_.period_sec)) visit(static_cast<int>(port), number);
        ++number;
      }
    }
  }

  // The inputs that have another value from here on.
  void TakeInputs(double time) {
    ForPortsAt(ports_.inputs, time, [&](int port, int number) {
      input_.row(port).setZero();
      input_(port, width_ - num_columns_ + number) = S(1);
    });
  }

  void ReadOutputs(double time, PeriodMap<S>* map) {
    ForPortsAt(ports_.outputs, time, [&](int port, int number) {
      const Row row =
          model_.C.row(port) * state_ + model_.D.row(port) * AllInputs(time, reads_before_);
      map->C.row(number) = row.head(width_ - num_columns_);
      map->D.row(number) = row.tail(num_columns_);
    });
  }

  // The registers at the end are those of this period, shifted by one; what nobody reads any more
  // is left out.
  void Finish(PeriodMap<S>* map) {
    const int n = model_.num_states(), kept = n + num_registers_;
    Matrix all = Matrix::Zero(kept, width_);
    all.topRows(n) = state_;
    map->states = model_.states;
    for (size_t i = 0; i < lines_.size(); ++i) {
      Line& line = lines_[i];
      const auto per_period = static_cast<int>(line.times.size());
      const bool latest_known = IsLatestKnown(static_cast<int>(i));
      for (int r = 0; r < line.num_registers; ++r) {
        const int number = -1 - r - (latest_known ? 1 : 0);
        all.row(n + line.first_register + r) = RowOf(static_cast<int>(i), number + per_period);
        map->states.push_back("dead_time" + std::to_string(i + 1) + ".x[" + std::to_string(r) +
                              "]");
      }
    }
    map->A = all.leftCols(kept);
    map->B = all.rightCols(num_columns_);
    FoldRamps(map);
    DropUnread(n - static_cast<int>(model_.ramps.size()), map);
  }

  // A ramp is known from its source at the beginning of the period.
  void FoldRamps(PeriodMap<S>* map) const {
    if (model_.ramps.empty()) return;
    std::vector<int> kept(map->A.cols());
    std::iota(kept.begin(), kept.end(), 0);
    for (const HybridRamp& ramp : model_.ramps) {
      map->A.col(ramp.source) += S(ramp.elapsed_sec) * map->A.col(ramp.ramp);
      map->C.col(ramp.source) += S(ramp.elapsed_sec) * map->C.col(ramp.ramp);
      std::erase(kept, ramp.ramp);
    }
    SelectStates(kept, map);
  }

  // Of the states from this one on. Where one is dropped, one that only it read is unread too.
  static void DropUnread(int n, PeriodMap<S>* map) {
    for (int j = n; j < map->A.cols(); ++j) {
      if (!map->A.col(j).isZero(0) || !map->C.col(j).isZero(0)) continue;
      std::vector<int> others(map->A.cols());
      std::iota(others.begin(), others.end(), 0);
      others.erase(others.begin() + j);
      SelectStates(others, map);
      j = n - 1;
    }
  }

  const HybridModelOf<S>& model_;
  const PortInstants ports_;
  const bool reads_before_;
  const std::vector<HybridInstant<S>> instants_;
  const int num_inputs_;
  const int num_columns_, num_rows_;  ///< of inputs and outputs, one for each of their instants
  std::vector<Line> lines_;
  int num_registers_ = 0;
  int width_ = 0;
  std::vector<double> times_;  ///< at which anything happens, in [0, T)
  std::map<double, Matrix> steps_;
  Matrix state_, input_;
};

}  // namespace

// Only of such a model is there a period map; the delays of others are approximated first.
template <typename S>
bool HasFiniteDelays(const HybridModelOf<S>& model) {
  for (int i = 0; i < model.num_delays(); ++i) {
    if (KindOf(model, i) == DelayKind::kNeither) return false;
    // What enters a held delay may come from another one only if that shows a held signal.
    for (int j = 0; j < model.num_delays(); ++j) {
      const bool is_fed = model.D(model.num_outputs() + i, model.num_inputs() + j) != S(0);
      if (is_fed && (KindOf(model, j) != DelayKind::kHeld || i == j)) return false;
    }
  }
  return true;
}

template <typename S>
PeriodMap<S> MapPeriod(const HybridModelOf<S>& model, bool reads_before) {
  const PortInstants start{std::vector<std::vector<double>>(model.num_inputs(), {0}),
                           std::vector<std::vector<double>>(model.num_outputs(), {0})};
  return PeriodWalk<S>(model, start, reads_before).Run();
}

PeriodMap<double> MapLiftedPeriod(const HybridModel& model, const PortInstants& instants,
                                  bool reads_before) {
  return PeriodWalk<double>(model, instants, reads_before).Run();
}

// A port that no instant is of has one all the same: a value that never changes.
PortInstants OwnInstants(const HybridModel& model) {
  const std::vector<HybridInstant<double>> instants = InstantsOf(model);
  std::vector<double> all = {0};
  for (const HybridInstant<double>& instant : instants) {
    if (instant.time_sec != 0) all.push_back(instant.time_sec);
  }
  const int m = model.num_inputs(), p = model.num_outputs();
  PortInstants ports;
  for (int j = 0; j < m; ++j) {
    std::vector<double> times;
    for (const HybridInstant<double>& instant : instants) {
      if (!instant.F.col(j).isZero(0)) times.push_back(instant.time_sec);
    }
    const bool flows = !model.B.col(j).isZero(0) || !model.D.col(j).isZero(0);
    ports.inputs.push_back(flows || times.empty() ? all : times);
  }
  for (int i = 0; i < p; ++i) {
    std::vector<double> times;
    for (const HybridInstant<double>& instant : instants) {
      const bool writes = std::any_of(instant.rows.begin(), instant.rows.end(),
                                      [&](int row) { return model.C(i, row) != 0; });
      if (writes) times.push_back(instant.time_sec);
    }
    const bool flows =
        !model.C.row(i).head(model.num_continuous).isZero(0) || !model.D.row(i).isZero(0);
    ports.outputs.push_back(flows || times.empty() ? all : times);
  }
  return ports;
}

template bool HasFiniteDelays(const HybridModelOf<double>& model);
template bool HasFiniteDelays(const HybridModelOf<Complex>& model);
template PeriodMap<double> MapPeriod(const HybridModelOf<double>& model, bool reads_before);
template PeriodMap<Complex> MapPeriod(const HybridModelOf<Complex>& model, bool reads_before);

}  // namespace loopwright
