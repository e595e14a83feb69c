#include "engine/theory/held_delays.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "engine/linear/linear_model.h"

namespace loopwright {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Of a number that may be whole, the part that rounding makes of it.
constexpr double kRoundingOfSteps = 1e-9;
/// A dead time that would have to keep more values stays one.
constexpr double kMostRegisters = 200;

// Rounded up, but for what rounding alone has put beside a whole number.
double RoundedUp(double number) {
  const bool is_whole = std::abs(number - std::round(number)) <= kRoundingOfSteps * number;
  return is_whole ? std::round(number) : std::ceil(number);
}

// A time at which something changes, and then again and again.
struct Rate {
  double period_sec = 0, offset_sec = 0;
};

class DelayHolder {
 public:
  DelayHolder(double start_sec, const std::vector<DeadTime>& delays, NoisyModel* noisy)
      : start_sec_(start_sec),
        delays_(delays),
        noisy_(*noisy),
        model_(noisy->model),
        num_inputs_(static_cast<int>(model_.B.cols() - std::ssize(delays))),
        num_outputs_(static_cast<int>(model_.C.rows() - std::ssize(delays))),
        shown_(delays.size()) {}

  // One after another, each when all are state that show directly in what enters it.
  std::vector<ShownDelay> Run() {
    std::set<int> open;
    for (std::size_t i = 0; i < delays_.size(); ++i) {
      if (!delays_[i].block.empty()) open.insert(static_cast<int>(i));
    }
    for (auto held = open.end();; open.erase(held)) {
      held = std::find_if(open.begin(), open.end(), [&](int i) {
        return std::all_of(open.begin(), open.end(), [&](int j) { return Through(i, j) == 0; }) &&
               (Hold(i) || SampleFor(i));
      });
      if (held == open.end()) break;
    }
    KeepOpen(open);
    return shown_;
  }

 private:
  // How what comes out of delay `from` shows in what enters delay `to`.
  double Through(int to, int from) const { return model_.D(num_outputs_ + to, num_inputs_ + from); }

  // Those that are no states stay as the last inputs and outputs.
  void KeepOpen(const std::set<int>& open) {
    std::vector<int> inputs, outputs;
    for (int i = 0; i < num_inputs_; ++i) inputs.push_back(i);
    for (int i = 0; i < num_outputs_; ++i) outputs.push_back(i);
    std::vector<double> delays_sec;
    for (const int i : open) {
      shown_[i].input = static_cast<int>(inputs.size());
      inputs.push_back(num_inputs_ + i);
      outputs.push_back(num_outputs_ + i);
      delays_sec.push_back(model_.delays_sec[i]);
      noisy_.delays.push_back(delays_[i].block);
    }
    model_.B = MatrixXd(model_.B(Eigen::all, inputs));
    model_.C = MatrixXd(model_.C(outputs, Eigen::all));
    model_.D = MatrixXd(model_.D(outputs, inputs));
    for (auto& update : model_.updates) update.F = MatrixXd(update.F(Eigen::all, inputs));
    model_.delays_sec = std::move(delays_sec);
  }

  // When what enters a delay changes; nothing where it does all the time.
  std::optional<std::vector<Rate>> RatesOf(int delay) const {
    const auto row = model_.C.row(num_outputs_ + delay);
    if (!row.head(model_.num_continuous).isZero(0)) return std::nullopt;
    std::vector<Rate> rates;
    for (const auto& update : model_.updates) {
      const bool changes = std::any_of(update.rows.begin(), update.rows.end(),
                                       [&](int state) { return row[state] != 0; });
      if (changes) rates.push_back({update.period_sec, update.offset_sec});
    }
    for (int i = 0; i < num_inputs_; ++i) {
      if (model_.D(num_outputs_ + delay, i) == 0) continue;
      const HeldElement& held = noisy_.held[i];
      rates.push_back({held.period_sec, held.offset_sec});
    }
    return rates;
  }

  // The longest step that all rates have their times on, counted from the start. Nothing where
  // there is none.
  std::optional<double> StepOf(const std::vector<Rate>& rates) const {
    std::vector<double> times;
    for (const Rate& rate : rates) {
      times.push_back(rate.period_sec);
      const double after = std::fmod(std::abs(rate.offset_sec - start_sec_), rate.period_sec);
      const double part = after / rate.period_sec;
      if (part > kRoundingOfSteps && part < 1 - kRoundingOfSteps) times.push_back(after);
    }
    return LongestDivisor(times);
  }

  // Whether it is state now: it is held, at times on one grid, and keeps not too many values.
  bool Hold(int delay) {
    const auto rates = RatesOf(delay);
    if (!rates) return false;
    if (rates->empty()) return true;  // It stands still.
    const auto step = StepOf(*rates);
    if (!step) return false;
    const double delay_sec = model_.delays_sec[delay];
    const double steps = RoundedUp(delay_sec / *step);
    if (steps > kMostRegisters) return false;
    AddStates(delay, static_cast<int>(steps) - 1, *step, delay_sec);
    return true;
  }

  // Discrete states behind all others, which no update writes yet. Returns the first.
  Index AppendStates(int count, int delay) {
    const Index first = model_.A.rows(), total = first + count;
    model_.A.conservativeResizeLike(MatrixXd::Zero(total, total));
    model_.B.conservativeResizeLike(MatrixXd::Zero(total, model_.B.cols()));
    model_.C.conservativeResizeLike(MatrixXd::Zero(model_.C.rows(), total));
    for (auto& update : model_.updates) {
      update.E.conservativeResizeLike(MatrixXd::Zero(update.E.rows(), total));
    }
    const std::string name = delays_[delay].block + ".y";
    model_.states.insert(model_.states.end(), count, name);
    return first;
  }

  HybridUpdate<double> EmptyUpdate(double period_sec, double offset_sec) const {
    return {period_sec, offset_sec, {}, MatrixXd(0, model_.A.rows()), MatrixXd(0, model_.B.cols())};
  }

  // A register takes what is in the one before it, the first one what enters the delay.
  void AddRegister(int delay, Index first, Index state, HybridUpdate<double>* update) const {
    const auto row = static_cast<Index>(update->rows.size());
    update->rows.push_back(static_cast<int>(state));
    update->E.conservativeResizeLike(MatrixXd::Zero(row + 1, update->E.cols()));
    update->F.conservativeResizeLike(MatrixXd::Zero(row + 1, update->F.cols()));
    if (state > first) {
      update->E(row, state - 1) = 1;
    } else {
      update->E.row(row) = model_.C.row(num_outputs_ + delay);
      update->F.row(row) = model_.D.row(num_outputs_ + delay);
    }
  }

  // The registers and what is shown. Who read the delayed signal reads that state.
  void AddStates(int delay, int num_registers, double step_sec, double delay_sec) {
    const Index first = AppendStates(num_registers + 1, delay), shown = first + num_registers;
    HybridUpdate<double> shift = EmptyUpdate(step_sec, start_sec_);
    HybridUpdate<double> arrival = EmptyUpdate(step_sec, start_sec_ + delay_sec);
    for (Index state = first; state < shown; ++state) AddRegister(delay, first, state, &shift);
    AddRegister(delay, first, shown, &arrival);
    if (num_registers > 0) model_.updates.push_back(std::move(shift));
    model_.updates.push_back(std::move(arrival));
    const Index input = num_inputs_ + delay;
    model_.A.col(shown) += model_.B.col(input);
    model_.C.col(shown) += model_.D.col(input);
    for (auto& update : model_.updates) update.E.col(shown) += update.F.col(input);
    shown_[delay].state = static_cast<int>(shown);
  }

  // Whether it is state now, since only updates read it: for each of them what enters is sampled
  // one delay before, and goes through as many registers as there are such instants until it is
  // read. What enters at the start itself is not shown, see HoldDelays().
  bool SampleFor(int delay) {
    const Index input = num_inputs_ + delay;
    const bool is_read_else = delays_[delay].is_asked_for || !model_.B.col(input).isZero(0) ||
                              !model_.D.col(input).isZero(0);
    if (is_read_else) return false;
    const double delay_sec = model_.delays_sec[delay];
    const std::size_t num_updates = model_.updates.size();
    for (std::size_t u = 0; u < num_updates; ++u) {
      const bool reads = !model_.updates[u].F.col(input).isZero(0);
      if (reads && delay_sec > kMostRegisters * model_.updates[u].period_sec) return false;
    }
    for (std::size_t u = 0; u < num_updates; ++u) {
      if (model_.updates[u].F.col(input).isZero(0)) continue;
      const double period = model_.updates[u].period_sec;
      const auto count = static_cast<int>(RoundedUp(delay_sec / period));
      const double early = model_.updates[u].offset_sec - delay_sec;
      const double skipped = std::floor((start_sec_ - early) / period + kRoundingOfSteps) + 1;
      const Index first = AppendStates(count, delay);
      HybridUpdate<double> sampling =
          EmptyUpdate(period, std::fma(std::max(0.0, skipped), period, early));
      for (Index state = first; state < first + count; ++state) {
        AddRegister(delay, first, state, &sampling);
      }
      model_.updates[u].E.col(first + count - 1) += model_.updates[u].F.col(input);
      model_.updates.push_back(std::move(sampling));
    }
    return true;
  }

  const double start_sec_;
  const std::vector<DeadTime>& delays_;
  NoisyModel& noisy_;
  HybridModel& model_;
  const int num_inputs_, num_outputs_;
  std::vector<ShownDelay> shown_;
};

}  // namespace

std::vector<ShownDelay> HoldDelays(double start_sec, const std::vector<DeadTime>& delays,
                                   NoisyModel* noisy) {
  return DelayHolder(start_sec, delays, noisy).Run();
}

}  // namespace loopwright
