// Dead times of sampled models as state.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "engine/analysis/hybrid_model.h"
#include "engine/common/one_instant.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;

/// Registers of one value that enters a dead time in each period: it is caught at one instant,
/// moves on by one register at each further catch, and is shown, or read, one dead time later.
struct DelayChain {
  int delay = 0;
  double caught_sec = 0, shown_sec = 0;  ///< in [0, T)
  int length = 1;                        ///< registers
  int first = 0;                         ///< of the states
};

class DelayStates {
 public:
  explicit DelayStates(const HybridModel& model)
      : model_(model),
        instants_(InstantsOf(model)),
        T_(model.period_sec),
        n_(model.num_states()),
        m_(model.num_inputs()),
        num_all_(n_) {
    for (int i = 0; i < model.num_delays(); ++i) {
      const size_t before = chains_.size();
      IsHeld(i) ? AddHeldChains(i) : AddReadChains(i);
      const bool is_shown = IsHeld(i) && chains_.size() > before;
      shown_.push_back(is_shown ? num_all_++ : kNoState);
    }
    for (DelayChain& chain : chains_) {
      chain.first = num_all_;
      num_all_ += chain.length;
    }
  }

  HybridModel Run() {
    HybridModel result = model_;
    const int p = model_.num_outputs();
    result.delays_sec.clear();
    result.A = MatrixXd::Zero(num_all_, num_all_);
    result.A.topLeftCorner(n_, n_) = model_.A;
    result.B = MatrixXd::Zero(num_all_, m_);
    result.B.topRows(n_) = model_.B.leftCols(m_);
    result.C = MatrixXd::Zero(p, num_all_);
    result.C.leftCols(n_) = model_.C.topRows(p);
    result.D = model_.D.topLeftCorner(p, m_);
    for (int i = 0; i < model_.num_delays(); ++i) {
      const int shown = shown_[i];
      if (shown == kNoState) continue;
      result.A.col(shown).head(n_) = model_.B.col(m_ + i);
      result.C.col(shown) = model_.D.col(m_ + i).head(p);
    }
    for (int i = n_; i < num_all_; ++i) {
      result.states.push_back("dead_time.x[" + std::to_string(i - n_) + "]");
    }
    result.updates.clear();
    for (const HybridInstant<double>& instant : instants_) AddInstant(instant, &result);
    for (const DelayChain& chain : chains_) AddChain(chain, &result);
    return result;
  }

 private:
  static constexpr int kNoState = -1;

  /// What a value is made of just before an instant.
  struct Source {
    RowVectorXd states, inputs;
  };

  bool IsHeld(int delay) const {
    return model_.C.row(model_.num_outputs() + delay).head(model_.num_continuous).isZero(0);
  }

  bool IsSame(double a, double b) const { return IsOneInstant(a, b, T_); }

  double Wrapped(double time) const { return TimeInPeriod(time, T_); }

  // How often the same value is caught after it was, before `later_sec` seconds have passed.
  int CatchesWithin(double later_sec) const {
    const double periods = later_sec / T_, whole = std::round(periods);
    if (!IsSame(whole * T_, later_sec)) return static_cast<int>(std::floor(periods));
    return std::max(0, static_cast<int>(whole) - 1);
  }

  void AddChainOf(int delay, double caught_sec, double shown_sec) {
    const int length = 1 + CatchesWithin(model_.delays_sec[delay]);
    chains_.push_back({delay, caught_sec, shown_sec, length, 0});
  }

  // A held signal changes where an update writes what it is made of, and where an input steps.
  void AddHeldChains(int delay) {
    const int row = model_.num_outputs() + delay;
    bool has_start = false;
    for (const HybridInstant<double>& instant : instants_) {
      const bool changes = std::any_of(instant.rows.begin(), instant.rows.end(),
                                       [&](int state) { return model_.C(row, state) != 0; });
      const bool is_start = IsSame(instant.time_sec, 0);
      const bool steps = is_start && !model_.D.row(row).head(m_).isZero(0);
      if (!changes && !steps) continue;
      has_start = has_start || is_start;
      AddChainOf(delay, instant.time_sec, Wrapped(instant.time_sec + model_.delays_sec[delay]));
    }
    if (!has_start && !model_.D.row(row).head(m_).isZero(0)) {
      AddChainOf(delay, 0, Wrapped(model_.delays_sec[delay]));
    }
  }

  // Of a signal that only updates read, one dead time later, the values then are enough.
  void AddReadChains(int delay) {
    for (const HybridInstant<double>& instant : instants_) {
      if (instant.F.col(m_ + delay).isZero(0)) continue;
      AddChainOf(delay, Wrapped(instant.time_sec - model_.delays_sec[delay]), instant.time_sec);
    }
  }

  // Where an update at an instant finds what a dead time shows; kNoState where that is 0, or where
  // nothing reads it.
  int StateOf(int delay, double time_sec) const {
    if (IsHeld(delay)) return shown_[delay];
    for (const DelayChain& chain : chains_) {
      if (chain.delay == delay && IsSame(chain.shown_sec, time_sec)) {
        return chain.first + chain.length - 1;
      }
    }
    return kNoState;
  }

  // A row over states and inputs of the model, its dead times among them, by what there is instead.
  Source SourceOfRow(const RowVectorXd& states, const RowVectorXd& inputs, double time_sec) const {
    Source source{RowVectorXd::Zero(num_all_), inputs.head(m_)};
    source.states.head(n_) = states;
    for (int i = 0; i < model_.num_delays(); ++i) {
      const int state = StateOf(i, time_sec);
      if (state != kNoState) source.states[state] += inputs[m_ + i];
    }
    return source;
  }

  void AddInstant(const HybridInstant<double>& instant, HybridModel* result) const {
    std::vector<int> rows = instant.rows;
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::vector<Source> sources;
    for (const int row : rows) {
      sources.push_back(SourceOfRow(instant.E.row(row), instant.F.row(row), instant.time_sec));
    }
    AddUpdate(instant.time_sec, std::move(rows), sources, result);
  }

  // Of a held signal the value after the updates at that instant is caught, made of what was before
  // them.
  Source CaughtBy(const DelayChain& chain) const {
    const int row = model_.num_outputs() + chain.delay;
    RowVectorXd states = model_.C.row(row), inputs = model_.D.row(row);
    const auto at = std::find_if(instants_.begin(), instants_.end(), [&](const auto& instant) {
      return IsSame(instant.time_sec, chain.caught_sec);
    });
    if (IsHeld(chain.delay) && at != instants_.end()) {
      inputs += states * at->F;
      states = RowVectorXd(states * at->E);
    }
    return SourceOfRow(states, inputs, chain.caught_sec);
  }

  void AddChain(const DelayChain& chain, HybridModel* result) const {
    std::vector<int> rows = {chain.first};
    std::vector<Source> sources = {CaughtBy(chain)};
    for (int k = 1; k < chain.length; ++k) {
      rows.push_back(chain.first + k);
      sources.push_back(Register(chain.first + k - 1));
    }
    AddUpdate(chain.caught_sec, rows, sources, result);
    if (!IsHeld(chain.delay)) return;
    AddUpdate(chain.shown_sec, {shown_[chain.delay]}, {Register(chain.first + chain.length - 1)},
              result);
  }

  Source Register(int state) const {
    return {RowVectorXd::Unit(num_all_, state), RowVectorXd::Zero(m_)};
  }

  void AddUpdate(double time_sec, std::vector<int> rows, const std::vector<Source>& sources,
                 HybridModel* result) const {
    const auto count = static_cast<Eigen::Index>(rows.size());
    HybridUpdate<double> update{T_, time_sec, std::move(rows), MatrixXd(count, num_all_),
                                MatrixXd(count, m_)};
    for (Eigen::Index r = 0; r < count; ++r) {
      update.E.row(r) = sources[r].states;
      update.F.row(r) = sources[r].inputs;
    }
    result->updates.push_back(std::move(update));
  }

  const HybridModel& model_;
  const std::vector<HybridInstant<double>> instants_;
  const double T_;
  const int n_, m_;
  int num_all_;
  /// By dead time: the state that it shows; kNoState where no held signal enters, as a state that
  /// nothing moves would have the pole 1.
  std::vector<int> shown_;
  std::vector<DelayChain> chains_;
};

}  // namespace

std::optional<HybridModel> WithDelayStates(const HybridModel& model) {
  const int q = model.num_delays();
  if (q == 0) return model;
  if (!model.is_sampled() || !HasFiniteDelays(model)) return {};
  if (!model.D.bottomRightCorner(q, q).isZero(0)) return {};
  return DelayStates(model).Run();
}

}  // namespace loopwright
