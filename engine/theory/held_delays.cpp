#include "engine/theory/held_delays.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/linear/linear_model.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;

// A time at which something changes, and then again and again.
struct Rate {
  double period_sec = 0, offset_sec = 0;
};

class DelayHolder {
 public:
  DelayHolder(double start_sec, const std::vector<std::string>& delays, NoisyModel* noisy)
      : start_sec_(start_sec),
        delays_(delays),
        noisy_(*noisy),
        model_(noisy->model),
        shown_(delays.size()) {
    num_inputs_ = static_cast<int>(model_.B.cols()) - static_cast<int>(delays.size());
    num_outputs_ = static_cast<int>(model_.C.rows()) - static_cast<int>(delays.size());
  }

  // One after another, each when all are state that show directly in what enters it.
  std::vector<ShownDelay> Run() {
    std::set<int> open;
    for (std::size_t i = 0; i < delays_.size(); ++i) {
      if (!delays_[i].empty()) open.insert(static_cast<int>(i));
    }
    for (auto held = open.end();; open.erase(held)) {
      held = std::find_if(open.begin(), open.end(), [&](int i) {
        return std::all_of(open.begin(), open.end(), [&](int j) { return Through(i, j) == 0; }) &&
               Hold(i);
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
      shown_[static_cast<std::size_t>(i)].input = static_cast<int>(inputs.size());
      inputs.push_back(num_inputs_ + i);
      outputs.push_back(num_outputs_ + i);
      delays_sec.push_back(model_.delays_sec[static_cast<std::size_t>(i)]);
      noisy_.delays.push_back(delays_[static_cast<std::size_t>(i)]);
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
      const HeldElement& held = noisy_.held[static_cast<std::size_t>(i)];
      rates.push_back({held.period_sec, held.offset_sec});
    }
    return rates;
  }

  // The longest step that all rates have their times on, counted from the start: the least common
  // multiple of frequencies. Nothing where there is none.
  std::optional<double> StepOf(const std::vector<Rate>& rates) const {
    constexpr double kRounding = 1e-9;
    std::vector<double> frequencies;
    for (const Rate& rate : rates) {
      frequencies.push_back(1 / rate.period_sec);
      const double after = std::fmod(std::abs(rate.offset_sec - start_sec_), rate.period_sec);
      const double part = after / rate.period_sec;
      if (part > kRounding && part < 1 - kRounding) frequencies.push_back(1 / after);
    }
    try {
      return 1 / CommonPeriod(frequencies);
    } catch (const UsageError&) {
      return std::nullopt;
    }
  }

  // Whether it is state now: it is held, at times on one grid, and keeps not too many values.
  bool Hold(int delay) {
    const auto rates = RatesOf(delay);
    if (!rates) return false;
    if (rates->empty()) return true;  // It stands still.
    constexpr double kRounding = 1e-9;
    const auto step = StepOf(*rates);
    if (!step) return false;
    const double delay_sec = model_.delays_sec[static_cast<std::size_t>(delay)];
    const double steps = delay_sec / *step;
    const bool is_whole = std::abs(steps - std::round(steps)) <= kRounding * steps;
    const double rounded = is_whole ? std::round(steps) : std::ceil(steps);
    constexpr double kMostRegisters = 200;
    if (rounded > kMostRegisters) return false;
    AddStates(delay, static_cast<int>(rounded) - 1, *step, delay_sec);
    return true;
  }

  // The registers and what is shown, behind all other states.
  void AddStates(int delay, int num_registers, double step_sec, double delay_sec) {
    const Eigen::Index n = model_.A.rows(), shown = n + num_registers, total = shown + 1;
    const MatrixXd z = model_.C.row(num_outputs_ + delay),
                   through = model_.D.row(num_outputs_ + delay);
    model_.A.conservativeResizeLike(MatrixXd::Zero(total, total));
    model_.B.conservativeResizeLike(MatrixXd::Zero(total, model_.B.cols()));
    model_.C.conservativeResizeLike(MatrixXd::Zero(model_.C.rows(), total));
    for (auto& update : model_.updates) {
      update.E.conservativeResizeLike(MatrixXd::Zero(update.E.rows(), total));
    }
    const auto take = [&](HybridUpdate<double>* update, Eigen::Index state) {
      const auto row = static_cast<Eigen::Index>(update->rows.size());
      update->rows.push_back(static_cast<int>(state));
      update->E.conservativeResizeLike(MatrixXd::Zero(row + 1, total));
      update->F.conservativeResizeLike(MatrixXd::Zero(row + 1, model_.B.cols()));
      const Eigen::Index from = state == shown ? shown - 1 : state - 1;
      if (from >= n) {
        update->E(row, from) = 1;
      } else {
        update->E.row(row).head(n) = z;
        update->F.row(row) = through;
      }
    };
    HybridUpdate<double> shift{
        step_sec, start_sec_, {}, MatrixXd(0, total), MatrixXd(0, model_.B.cols())};
    HybridUpdate<double> arrival{
        step_sec, start_sec_ + delay_sec, {}, MatrixXd(0, total), MatrixXd(0, model_.B.cols())};
    for (Eigen::Index state = n; state < shown; ++state) take(&shift, state);
    take(&arrival, shown);
    if (num_registers > 0) model_.updates.push_back(std::move(shift));
    model_.updates.push_back(std::move(arrival));
    const std::string& name = delays_[static_cast<std::size_t>(delay)];
    for (int i = 0; i <= num_registers; ++i) model_.states.push_back(name + ".y");
    // Who read the delayed signal reads that state.
    const Eigen::Index input = num_inputs_ + delay;
    model_.A.col(shown) += model_.B.col(input);
    model_.C.col(shown) += model_.D.col(input);
    for (auto& update : model_.updates) update.E.col(shown) += update.F.col(input);
    shown_[static_cast<std::size_t>(delay)].state = static_cast<int>(shown);
  }

  const double start_sec_;
  const std::vector<std::string>& delays_;
  NoisyModel& noisy_;
  HybridModel& model_;
  int num_inputs_ = 0, num_outputs_ = 0;
  std::vector<ShownDelay> shown_;
};

}  // namespace

std::vector<ShownDelay> HoldDelays(double start_sec, const std::vector<std::string>& delays,
                                   NoisyModel* noisy) {
  return DelayHolder(start_sec, delays, noisy).Run();
}

}  // namespace loopwright
