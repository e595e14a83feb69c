#include "engine/theory/delayed_cycle.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "engine/linear/linear_model.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"
#include "engine/theory/flow_step.h"
#include "engine/theory/kept_model.h"
#include "engine/theory/stationary_covariance.h"

namespace loopwright {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr Index kMostInRow = 200;   // states of pieces one above the other, whose matrix is dense
constexpr Index kMostKept = 400;    // elements of all that comes to later pieces, likewise
constexpr Index kLatest = 20000;    // pieces
constexpr double kLeftOut = 1e-13;  // of the largest
constexpr double kSameInstant = 1e-6;  // of a step
constexpr double kLasting = 1e-10;     // an eigenvalue whose size is so near 1 does not decay
constexpr int kMostDoublings = 50;

/// What z at the start of a piece, and its noise, come to at the end of this piece and of later
/// ones: a block of rows for each of the offsets.
struct PieceResponse {
  MatrixXd of_start;  // A_o one below the other
  MatrixXd noise;     // the joint covariance of N_o
};

class DelayedPeriod {
 public:
  DelayedPeriod(const NoisyModel& noisy, double period_sec, const std::vector<double>& phases)
      : noisy_(noisy),
        period_sec_(period_sec),
        phases_(phases),
        kept_(noisy),
        draws_(kept_.Draws(noisy)),
        size_(kept_.size()) {}

  // The number of offsets that count is not known: a few are tried, then twice as many, until what
  // is left out vanishes. With these, the covariance at the start of the period is solved for and
  // followed once through it.
  DelayedCycle Solve() {
    const auto p = static_cast<Index>(noisy_.model.num_outputs());
    if (size_ == 0) return {{2 * phases_.size(), MatrixXd::Zero(p, p)}, 0};
    FindStep();
    for (const auto& update : noisy_.model.updates) updates_.push_back(kept_.Keep(update));
    constexpr Index kFirst = 8;
    const Index room = std::max<Index>(1, kMostInRow / size_);
    for (Index most = std::min(kFirst, room); !FindResponses(most);
         most = std::min(2 * most, room)) {
      if (most == room) RefuseSize();
    }
    DelayedCycle found;
    MatrixXd covariance = StartOfPeriod(&found.decay_per_sec);
    for (Index k = 0; k < num_pieces(); ++k) {
      columns_.emplace_back(covariance.leftCols(size_));
      covariance = AdvancedCovariance(k, covariance);
    }
    FindShown();
    for (const double phase : phases_) {
      const auto piece = 2 * static_cast<Index>(std::lround(phase / step_sec_));
      found.covariances.push_back(OutputCovariance(piece));
      found.covariances.push_back(OutputCovariance(piece + 1));
    }
    return found;
  }

 private:
  Index num_pieces() const { return 2 * num_instants_; }
  Index total() const { return (offsets_.back() + 1) * size_; }
  Index latest() const { return *std::max_element(late_.begin(), late_.end()); }
  Index Within(Index piece) const {
    const Index rest = piece % num_pieces();
    return rest < 0 ? rest + num_pieces() : rest;
  }
  // Even pieces are instants, odd ones flows, which are all the same.
  const PieceResponse& ResponseOf(Index piece) const {
    const Index within = Within(piece);
    return responses_[within % 2 == 0 ? 1 + within / 2 : 0];
  }

  [[noreturn]] void RefuseSize() const {
    throw NoResultError("the dead time " + noisy_.delays.front() + " is too long for the " +
                        FormatNumber(period_sec_) +
                        " s after which all repeats, or the diagram too fast, for what comes in "
                        "the end: more than " +
                        std::to_string(kMostKept) + " values would have to be kept");
  }

  // The longest time of which period, phases and dead times are whole multiples.
  void FindStep() {
    std::vector<double> times = {period_sec_};
    for (const double phase : phases_) {
      if (phase > 0) times.push_back(phase);
    }
    for (const double delay : noisy_.model.delays_sec) times.push_back(delay);
    const std::optional<double> step = LongestDivisor(times);
    if (!step) {
      throw NoResultError("the dead time " + noisy_.delays.front() + " and the " +
                          FormatNumber(period_sec_) +
                          " s after which all repeats are whole multiples of no time they share");
    }
    step_sec_ = *step;
    num_instants_ = static_cast<Index>(std::lround(period_sec_ / step_sec_));
    for (const double delay : noisy_.model.delays_sec) {
      late_.push_back(2 * static_cast<Index>(std::lround(delay / step_sec_)));
    }
  }

  // What one piece comes to in so many of those that it comes to; false where more of them count.
  bool FindResponses(Index most) {
    FindOffsets(most);
    if (offsets_.back() < latest() || !FindDelayed()) return false;
    responses_.clear();
    responses_.push_back(FlowResponse());
    for (Index i = 0; i < num_instants_; ++i) responses_.push_back(InstantResponse(i));
    Index last = 0;
    for (const PieceResponse& response : responses_) last = std::max(last, LastBlock(response));
    if (last > 0 && IsAtTheEnd(offsets_[last])) return false;
    LeaveOutAfter(last);
    return true;
  }

  // What comes to this piece may come to one that is beyond all offsets.
  bool IsAtTheEnd(Index offset) const { return offset > offsets_.back() - latest(); }

  // Sums of dead times, in pieces, the least of them, ascending.
  void FindOffsets(std::size_t most) {
    offsets_ = {0};
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
      for (const Index late : late_) {
        const Index sum = offsets_[i] + late;
        const auto place = std::lower_bound(offsets_.begin(), offsets_.end(), sum);
        if (sum > kLatest || (place != offsets_.end() && *place == sum)) continue;
        offsets_.insert(place, sum);
      }
      if (offsets_.size() > most) offsets_.resize(most);
    }
  }

  // The delayed signals as they follow from z in earlier pieces: d = Σ delayed_[o] z_k−o. False
  // where there are more of them.
  bool FindDelayed() {
    delayed_.clear();
    const auto q = static_cast<Index>(late_.size());
    const double nothing = kLeftOut * kept_.entering.cwiseAbs().maxCoeff();
    std::map<Index, MatrixXd> entered;
    for (const Index offset : offsets_) {
      MatrixXd out = MatrixXd::Zero(q, size_);
      for (Index j = 0; j < q; ++j) {
        const auto from = entered.find(offset - late_[j]);
        if (from != entered.end()) out.row(j) = from->second.row(j);
      }
      MatrixXd in = kept_.through * out;
      if (offset == 0) in += kept_.entering;
      if (IsAtTheEnd(offset) && in.cwiseAbs().maxCoeff() > nothing) return false;
      entered.emplace(offset, std::move(in));
      if (!out.isZero(0)) delayed_.emplace(offset, std::move(out));
    }
    return true;
  }

  // Pieces one above the other: each flows by itself, and by what is delayed of those before.
  PieceResponse FlowResponse() const {
    const auto count = static_cast<Index>(offsets_.size());
    MatrixXd drift = MatrixXd::Zero(count * size_, count * size_), intensity = drift;
    for (Index i = 0; i < count; ++i) {
      for (Index j = 0; j < i; ++j) {
        const auto from = delayed_.find(offsets_[i] - offsets_[j]);
        if (from == delayed_.end()) continue;
        drift.block(i * size_, j * size_, size_, size_) = kept_.of_delayed * from->second;
      }
      drift.block(i * size_, i * size_, size_, size_) = kept_.drift;
    }
    intensity.topLeftCorner(size_, size_) = kept_.intensity;
    FlowSteps steps(std::move(drift), std::move(intensity));
    const FlowStep& step = steps.Over(step_sec_, 0);
    return {step.phi.leftCols(size_), step.added};
  }

  bool IsDue(Index instant, double period_sec, double offset_sec) const {
    const double time_sec = static_cast<double>(instant) * step_sec_;
    const double number = (time_sec - offset_sec) / period_sec;
    return std::abs(number - std::round(number)) * period_sec < kSameInstant * step_sec_;
  }

  // All that is due at one instant reads what was before: of z at this one, what is due now, and at
  // later ones what is due then and reads dead times.
  PieceResponse InstantResponse(Index instant) const {
    const auto count = static_cast<Index>(offsets_.size());
    PieceResponse response{MatrixXd::Zero(count * size_, size_),
                           MatrixXd::Zero(count * size_, count * size_)};
    response.of_start.topRows(size_).setIdentity();
    for (const KeptUpdate& update : updates_) {
      for (Index i = 0; i < count; ++i) {
        const auto delayed = delayed_.find(offsets_[i]);
        if (i > 0 && delayed == delayed_.end()) continue;
        if (!IsDue(instant + offsets_[i] / 2, update.period_sec, update.offset_sec)) continue;
        const MatrixXd rows = i == 0 ? update.of_kept : update.of_delayed * delayed->second;
        for (std::size_t r = 0; r < update.rows.size(); ++r) {
          response.of_start.row(i * size_ + update.rows[r]) = rows.row(static_cast<Index>(r));
        }
      }
    }
    for (const KeptDraw& draw : draws_) {
      if (!IsDue(instant, draw.period_sec, draw.offset_sec)) continue;
      response.of_start.row(draw.row) *= draw.law.factor;
      response.noise(draw.row, draw.row) = draw.law.variance;
    }
    return response;
  }

  // The last block of rows that counts: each element by its largest one of all blocks, but for what
  // is rounding of the whole.
  Index LastBlock(const PieceResponse& response) const {
    const auto count = static_cast<Index>(offsets_.size());
    const MatrixXd sizes = response.of_start.cwiseAbs();
    MatrixXd largest = MatrixXd::Zero(size_, size_);
    for (Index i = 0; i < count; ++i) {
      largest = largest.cwiseMax(sizes.middleRows(i * size_, size_)).eval();
    }
    const double rounding = 2 * 0x1p-52 * largest.maxCoeff();
    largest = (kLeftOut * largest).cwiseMax(rounding).eval();
    for (Index i = count - 1; i > 0; --i) {
      if ((sizes.middleRows(i * size_, size_).array() > largest.array()).any()) return i;
    }
    return 0;
  }

  // What vanishes is dropped, so that the state of the period stays as small as it can be.
  void LeaveOutAfter(Index last) {
    offsets_.resize(static_cast<std::size_t>(last) + 1);
    if (total() > kMostKept) RefuseSize();
    const Index rows = (last + 1) * size_;
    for (PieceResponse& response : responses_) {
      response.of_start = response.of_start.topRows(rows).eval();
      response.noise = response.noise.topLeftCorner(rows, rows).eval();
    }
  }

  // What piece k makes of columns of c; of a covariance, with its noise.
  MatrixXd Advanced(Index k, const MatrixXd& columns) const {
    const PieceResponse& response = ResponseOf(k);
    MatrixXd next = MatrixXd::Zero(total(), columns.cols());
    next.topRows(total() - size_) = columns.bottomRows(total() - size_);
    const MatrixXd z = columns.topRows(size_);
    for (Index i = 0; i < static_cast<Index>(offsets_.size()); ++i) {
      next.middleRows(offsets_[i] * size_, size_) +=
          response.of_start.middleRows(i * size_, size_) * z;
    }
    return next;
  }
  MatrixXd AdvancedCovariance(Index k, const MatrixXd& covariance) const {
    MatrixXd next = Advanced(k, MatrixXd(Advanced(k, covariance).transpose()));
    const PieceResponse& response = ResponseOf(k);
    const auto count = static_cast<Index>(offsets_.size());
    for (Index i = 0; i < count; ++i) {
      for (Index j = 0; j < count; ++j) {
        next.block(offsets_[i] * size_, offsets_[j] * size_, size_, size_) +=
            response.noise.block(i * size_, j * size_, size_, size_);
      }
    }
    return next;
  }

  // P = M P Mᵀ + R of the whole period.
  MatrixXd StartOfPeriod(double* decay_per_sec) const {
    MatrixXd M = MatrixXd::Identity(total(), total()), P = MatrixXd::Zero(total(), total());
    for (Index k = 0; k < num_pieces(); ++k) {
      M = Advanced(k, M);
      P = AdvancedCovariance(k, P);
    }
    const auto values = CalcEigenvalues(M);
    if (!values) RefuseScaling();
    Index largest = 0;
    const double size = values->cwiseAbs().maxCoeff(&largest);
    if (size >= 1 - kLasting) {
      throw NoResultError("there is no stationary covariance: the eigenvalue " +
                          EigenvalueText((*values)[largest]) + " over the common period of " +
                          FormatNumber(period_sec_) + " s, around the dead time " +
                          noisy_.delays.front() + ", does not decay");
    }
    *decay_per_sec = -std::log(size) / period_sec_;
    for (int doubling = 0; doubling < kMostDoublings; ++doubling) {
      const MatrixXd more = M * P * M.transpose();
      P += more;
      if ((more.diagonal().array() <= 0x1p-56 * P.diagonal().array()).all()) break;
      M = (M * M).eval();
    }
    return P;
  }

  // The outputs as they follow from z in this and earlier pieces.
  void FindShown() {
    const Index p = noisy_.model.num_outputs(), q = noisy_.model.num_delays();
    shown_.emplace(0, kept_.outputs);
    const MatrixXd of_delayed = noisy_.model.D.topRightCorner(p, q);
    for (const auto& [offset, delayed] : delayed_) {
      MatrixXd rows = of_delayed * delayed;
      if (!rows.isZero(0)) shown_.emplace(offset, std::move(rows));
    }
  }

  // At the start of a piece: Σ Y_a Cov(z_k−a, z_k−b) Y_bᵀ, where Cov(c, z) of the earlier of two
  // pieces goes on to the later one as c does.
  MatrixXd OutputCovariance(Index piece) const {
    const auto p = static_cast<Index>(noisy_.model.num_outputs());
    MatrixXd found = MatrixXd::Zero(p, p);
    for (const auto& [late, rows] : shown_) {
      MatrixXd crossed = columns_[Within(piece - late)];
      for (Index k = piece - late; k <= piece; ++k) {
        const auto later = shown_.find(piece - k);
        if (later != shown_.end()) {
          const MatrixXd part = later->second * crossed.topRows(size_) * rows.transpose();
          found += part;
          if (later->first != late) found += part.transpose();
        }
        crossed = Advanced(k, crossed);
      }
    }
    return WithoutRounding(found);
  }

  const NoisyModel& noisy_;
  const double period_sec_;
  const std::vector<double>& phases_;
  const KeptModel kept_;
  const std::vector<KeptDraw> draws_;
  const Index size_;  // of z, as far as it counts
  double step_sec_ = 0;
  Index num_instants_ = 0;      // in a period
  std::vector<Index> late_;     // in pieces, of each dead time
  std::vector<Index> offsets_;  // in pieces, ascending
  std::map<Index, MatrixXd> delayed_, shown_;
  std::vector<KeptUpdate> updates_;
  std::vector<PieceResponse> responses_;  // of the flow, and of each instant
  std::vector<MatrixXd> columns_;         // Cov(c, z) at the start of each piece
};

}  // namespace

DelayedCycle CalcDelayedCycle(const NoisyModel& noisy, double period_sec,
                              const std::vector<double>& phases) {
  return DelayedPeriod(noisy, period_sec, phases).Solve();
}

}  // namespace loopwright
