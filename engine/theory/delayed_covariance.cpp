#include "engine/theory/delayed_covariance.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/linear/linear_model.h"
#include "engine/text/number_format.h"
#include "engine/theory/kept_model.h"

namespace loopwright {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double kSamePhase = 1e-9;  // of a piece: instants that are so near are one
constexpr int kMostStacked = 200;    // states of all pieces, whose matrices are dense

/// What happens to z at instants offset + k period: an update, and noise of these variances that is
/// added to its rows.
struct Jump {
  KeptUpdate update;
  Eigen::VectorXd variances;
};

/// Updates that are due in one of the pieces.
struct Due {
  Index piece = 0;
  const Jump* jump = nullptr;
};

/// An output that is asked for: the values before and after the updates in a piece.
struct Asked {
  Index piece = 0;
  std::size_t time = 0;
};

/// All that happens at one time θ after the beginning of each piece.
struct Phase {
  double theta_sec = 0;
  std::vector<Due> due;
  std::vector<Asked> asked;
};

/// The pieces of a model one above the other.
class StackedPieces {
 public:
  StackedPieces(const NoisyModel& noisy, const ModelStart& start, const std::vector<double>& times,
                const std::function<bool()>& breaks_off)
      : noisy_(noisy),
        start_sec_(start.time_sec),
        times_(times),
        breaks_off_(breaks_off),
        kept_(noisy),
        size_(kept_.size()) {
    FindPieces();
    start_ = noisy.StartCovariance(start.covariance)(kept_.elements, kept_.elements);
    FindDelayed();
    FindJumps(start);
    FindPhases();
  }

  // From phase to phase of θ: what is asked for before the updates is read, all jumps of all pieces
  // at this θ are made together, what is asked for after them is read, and all pieces flow on. In
  // the end the pieces are joined.
  std::vector<MatrixXd> Run() {
    if (size_ == 0) {
      return {2 * times_.size(), MatrixXd::Zero(kept_.outputs.rows(), kept_.outputs.rows())};
    }
    Begin();
    for (std::size_t i = 0; i < phases_.size(); ++i) {
      if (breaks_off_ && breaks_off_()) return {};
      const Phase& phase = phases_[i];
      for (const Asked& one : phase.asked) Read(one, false, phase.theta_sec == 0);
      for (const Due& due : phase.due) AddRows(due, phase.theta_sec == 0);
      MakeJump();
      for (const Asked& one : phase.asked) Read(one, true, false);
      const double next = i + 1 < phases_.size() ? phases_[i + 1].theta_sec : step_sec_;
      Flow(next - phase.theta_sec);
    }
    return Finish();
  }

 private:
  // One output at one instant: H A(θ), H R(θ) Hᵀ, and where R(θ) Hᵀ is carried along.
  struct Reading {
    std::size_t value = 0;
    Index first = 0;
    MatrixXd rows, variance;
  };

  Index total() const { return size_ * num_pieces_; }

  // The length of a piece, and how many there are.
  void FindPieces() {
    step_sec_ = CommonDelayStep(noisy_);
    for (const double delay : noisy_.model.delays_sec) {
      pieces_late_.push_back(static_cast<Index>(std::lround(delay / step_sec_)));
    }
    const double span = times_.back() - start_sec_;
    const double last = std::floor(span / step_sec_ + kSamePhase);
    if ((last + 1) * static_cast<double>(size_) > kMostStacked) {
      const double most =
          std::floor(static_cast<double>(kMostStacked) / static_cast<double>(size_));
      throw NoResultError(
          "the dead time " + noisy_.delays.front() +
          " is of what changes all the time, and too short for a covariance after " +
          FormatNumber(span) + " s: one before " + FormatNumber(most * step_sec_) +
          " s after the start is computed");
    }
    num_pieces_ = static_cast<Index>(last) + 1;
  }

  // The rows by which the delayed signals in each piece follow from Z. Before the updates at the
  // start those of the first piece are not there yet one dead time later.
  void FindDelayed() {
    const auto q = static_cast<Index>(pieces_late_.size());
    for (const bool is_start : {false, true}) {
      std::vector<MatrixXd>& delayed = is_start ? delayed_at_start_ : delayed_;
      std::vector<MatrixXd> entered;
      for (Index k = 0; k < num_pieces_; ++k) {
        MatrixXd out = MatrixXd::Zero(q, total());
        for (Index j = 0; j < q; ++j) {
          const Index from = k - pieces_late_[j];
          if (from > 0 || (from == 0 && !is_start)) {
            out.row(j) = entered[from].row(j);
          }
        }
        MatrixXd in = kept_.through * out;
        in.middleCols(k * size_, size_) += kept_.entering;
        entered.push_back(std::move(in));
        delayed.push_back(std::move(out));
      }
    }
  }

  const MatrixXd& Delayed(Index piece, bool is_start) const {
    return (is_start ? delayed_at_start_ : delayed_)[piece];
  }

  Jump JumpOf(const HybridUpdate<double>& update) const {
    Jump jump{kept_.Keep(update), {}};
    jump.variances = Eigen::VectorXd::Zero(static_cast<Index>(jump.update.rows.size()));
    return jump;
  }

  // Updates, those at the start apart, and draws of held noises, which are jumps of one row with a
  // variance.
  void FindJumps(const ModelStart& start) {
    RequireUpdatesOf(noisy_, start.first_updates);
    for (const auto& update : noisy_.model.updates) jumps_.push_back(JumpOf(update));
    for (const auto& update : start.first_updates) first_jumps_.push_back(JumpOf(update));
    for (const KeptDraw& draw : kept_.Draws(noisy_)) {
      Jump jump{{draw.period_sec, draw.offset_sec, {draw.row}, {}, {}}, {}};
      jump.update.of_kept = MatrixXd::Zero(1, size_);
      jump.update.of_kept(0, draw.row) = draw.law.factor;
      jump.update.of_delayed = MatrixXd::Zero(1, static_cast<Index>(pieces_late_.size()));
      jump.variances = Eigen::VectorXd::Constant(1, draw.law.variance);
      jumps_.push_back(std::move(jump));
    }
  }

  // The piece in which a time is, and θ there.
  std::pair<Index, double> PlaceOf(double time_sec) const {
    const double pieces = (time_sec - start_sec_) / step_sec_;
    const double whole = std::floor(pieces + kSamePhase);
    const double rest = time_sec - std::fma(whole, step_sec_, start_sec_);
    return {static_cast<Index>(whole), rest <= 2 * kSamePhase * step_sec_ ? 0 : rest};
  }

  // The phase at this time within the pieces, made if there is none yet. Times that differ by
  // rounding are one.
  Phase& PhaseAt(double theta_sec) {
    const auto found =
        std::lower_bound(phases_.begin(), phases_.end(), theta_sec - 2 * kSamePhase * step_sec_,
                         [](const Phase& phase, double theta) { return phase.theta_sec < theta; });
    if (found != phases_.end() && found->theta_sec <= theta_sec + 2 * kSamePhase * step_sec_) {
      return *found;
    }
    return *phases_.insert(found, {theta_sec, {}, {}});
  }

  // All that happens in any piece, sorted by θ. An instant is at the same θ in each piece only
  // where h is a multiple of its period; so each is placed by itself.
  void FindPhases() {
    PhaseAt(0);
    for (std::size_t i = 0; i < times_.size(); ++i) {
      const auto [piece, theta] = PlaceOf(times_[i]);
      PhaseAt(theta).asked.push_back({piece, i});
    }
    for (std::size_t j = 0; j < jumps_.size(); ++j) {
      const Jump& jump = jumps_[j];
      const double period = jump.update.period_sec, offset = jump.update.offset_sec;
      const double before = (start_sec_ - offset) / period;
      const double first = std::max(0.0, std::ceil(before - kSamePhase));
      for (double number = first;; ++number) {
        const auto [piece, theta] = PlaceOf(std::fma(number, period, offset));
        if (piece >= num_pieces_) break;
        const bool has_first = number == first && j < first_jumps_.size();
        PhaseAt(theta).due.push_back({piece, has_first ? &first_jumps_[j] : &jump});
      }
    }
  }

  // The drift of the pieces one above the other: each moves by itself, and by what comes out of
  // dead times from earlier ones. All begin as they are (A = I) and without noise (R = 0).
  void Begin() {
    MatrixXd drift = MatrixXd::Zero(total(), total()), intensity = drift;
    for (Index k = 0; k < num_pieces_; ++k) {
      drift.middleRows(k * size_, size_) = kept_.of_delayed * Delayed(k, false);
      drift.block(k * size_, k * size_, size_, size_) += kept_.drift;
      intensity.block(k * size_, k * size_, size_, size_) = kept_.intensity;
    }
    steps_ = std::make_unique<FlowSteps>(std::move(drift), std::move(intensity));
    transition_ = MatrixXd::Identity(total(), total());
    noise_ = MatrixXd::Zero(total(), total());
    carried_ =
        MatrixXd::Zero(total(), 2 * static_cast<Index>(times_.size()) * kept_.outputs.rows());
  }

  // Notes what is needed of this instant in the end: H A(θ), H R(θ) Hᵀ, and R(θ) Hᵀ itself, which
  // is carried along to the end of the piece as the covariance with what comes later.
  void Read(const Asked& asked, bool is_after, bool is_start) {
    const Index p = kept_.outputs.rows();
    Reading reading{
        2 * asked.time + (is_after ? 1 : 0), static_cast<Index>(readings_.size()) * p, {}, {}};
    MatrixXd H = noisy_.model.D.topRightCorner(p, noisy_.model.num_delays()) *
                 Delayed(asked.piece, is_start);
    H.middleCols(asked.piece * size_, size_) += kept_.outputs;
    const MatrixXd carried = noise_ * H.transpose();
    reading.rows = H * transition_;
    reading.variance = H * carried;
    carried_.middleCols(reading.first, p) = carried;
    readings_.push_back(std::move(reading));
  }

  // All that is due at one instant reads what was before: rows are gathered first.
  void AddRows(const Due& due, bool is_start) {
    const KeptUpdate& update = due.jump->update;
    const MatrixXd of_delayed = update.of_delayed * Delayed(due.piece, is_start);
    for (Index row = 0; row < std::ssize(update.rows); ++row) {
      Eigen::RowVectorXd of_all = of_delayed.row(row);
      of_all.segment(due.piece * size_, size_) += update.of_kept.row(row);
      jump_rows_.push_back(static_cast<int>(due.piece * size_) + update.rows[row]);
      jump_values_.push_back(std::move(of_all));
      jump_variances_.push_back(due.jump->variances[row]);
    }
  }

  // The rows are replaced in A(θ), in what is carried, and on both sides of R(θ); drawn variances
  // are added to it.
  void MakeJump() {
    if (jump_rows_.empty()) return;
    MatrixXd J(static_cast<Index>(jump_rows_.size()), total());
    for (Index r = 0; r < J.rows(); ++r) J.row(r) = jump_values_[r];
    transition_(jump_rows_, Eigen::all) = (J * transition_).eval();
    carried_(jump_rows_, Eigen::all) = (J * carried_).eval();
    noise_(jump_rows_, Eigen::all) = (J * noise_).eval();
    noise_(Eigen::all, jump_rows_) = (noise_ * J.transpose()).eval();
    for (std::size_t r = 0; r < jump_rows_.size(); ++r) {
      noise_(jump_rows_[r], jump_rows_[r]) += jump_variances_[r];
    }
    jump_rows_.clear();
    jump_values_.clear();
    jump_variances_.clear();
  }

  // All pieces at once, by one exponential, which is kept for the next time of the same length.
  void Flow(double duration_sec) {
    const double longest = std::max(std::abs(times_.back()), step_sec_);
    const FlowStep& step = steps_->Over(duration_sec, 16 * 0x1p-52 * longest);
    transition_ = (step.phi * transition_).eval();
    noise_ = (step.phi * noise_ * step.phi.transpose() + step.added).eval();
    const auto used = static_cast<Index>(readings_.size()) * kept_.outputs.rows();
    carried_.leftCols(used) = (step.phi * carried_.leftCols(used)).eval();
  }

  // A matrix whose rows are those of the piece before; of the first 0.
  MatrixXd Shifted(const MatrixXd& matrix) const {
    MatrixXd shifted = MatrixXd::Zero(matrix.rows(), matrix.cols());
    shifted.bottomRows(total() - size_) = matrix.topRows(total() - size_);
    return shifted;
  }

  // All outputs, in the order of times.
  std::vector<MatrixXd> Finish() const {
    const MatrixXd loop = MatrixXd::Identity(total(), total()) - Shifted(transition_);
    const auto lower = loop.triangularView<Eigen::UnitLower>();
    MatrixXd begin = Shifted(MatrixXd(Shifted(noise_).transpose()));
    begin.topLeftCorner(size_, size_) += start_;
    const MatrixXd half = lower.solve(begin);
    const MatrixXd covariance = lower.solve(MatrixXd(half.transpose()));
    const MatrixXd crossed = lower.solve(Shifted(carried_));
    std::vector<MatrixXd> found(2 * times_.size());
    for (const Reading& one : readings_) {
      const MatrixXd cross = one.rows * crossed.middleCols(one.first, one.variance.cols());
      found[one.value] = WithoutRounding(one.rows * covariance * one.rows.transpose() +
                                         one.variance + cross + cross.transpose());
    }
    return found;
  }

  const NoisyModel& noisy_;
  const double start_sec_;
  const std::vector<double>& times_;
  const std::function<bool()>& breaks_off_;
  const KeptModel kept_;
  const Index size_;  // of a piece
  double step_sec_ = 0;
  Index num_pieces_ = 0;
  std::vector<Index> pieces_late_;  // of each dead time
  MatrixXd start_;
  std::vector<MatrixXd> delayed_, delayed_at_start_;  // by piece
  std::vector<Jump> jumps_, first_jumps_;
  std::vector<Phase> phases_;  // ascending
  std::unique_ptr<FlowSteps> steps_;
  MatrixXd transition_, noise_, carried_;
  std::vector<Reading> readings_;
  std::vector<int> jump_rows_;
  std::vector<Eigen::RowVectorXd> jump_values_;
  std::vector<double> jump_variances_;
};

}  // namespace

double CommonDelayStep(const NoisyModel& noisy) {
  if (const auto step = LongestDivisor(noisy.model.delays_sec)) return *step;
  throw NoResultError("the dead times of " + noisy.delays.front() + " and " + noisy.delays.back() +
                      " are whole multiples of no time they share");
}

std::vector<MatrixXd> CalcDelayedCovariances(const NoisyModel& noisy, const ModelStart& start,
                                             const std::vector<double>& times,
                                             const std::function<bool()>& breaks_off) {
  return StackedPieces(noisy, start, times, breaks_off).Run();
}

}  // namespace loopwright
