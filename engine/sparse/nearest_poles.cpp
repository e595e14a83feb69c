#include "engine/sparse/nearest_poles.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/common/cycles.h"
#include "engine/common/exceptions.h"
#include "engine/sparse/arnoldi.h"
#include "engine/sparse/balance.h"
#include "engine/sparse/shifted_factors.h"

namespace loopwright {
namespace {

using Eigen::MatrixXcd;
using Eigen::VectorXcd;
using SparseMatrix = SparseModel::Sparse;

/// Up to so many states that influence each other all their poles are found with dense matrices.
constexpr int kSmallPart = 100;
/// Eigenvalues to this relative accuracy; inverse iteration does the rest.
constexpr double kArnoldiAccuracy = 1e-9;
constexpr int kMostRestarts = 100;
/// A pole that may be wrong by more, relative to A, is none.
constexpr double kLargestError = 1e-6;

/// States that influence each other in a circle, or one alone.
struct Part {
  std::vector<int> states;
  SparseMatrix A;
};

// States that influence each other in a circle are a part; eigenvalues of the whole are those of
// its parts. Each part gets a matrix of its own, in which its states are numbered anew.
std::vector<Part> PartsOf(const SparseMatrix& A) {
  const auto n = static_cast<int>(A.rows());
  std::vector<std::pair<int, int>> edges;
  for (int j = 0; j < n; ++j) {
    for (SparseMatrix::InnerIterator element(A, j); element; ++element) {
      if (element.row() == j || element.value() == 0) continue;
      edges.emplace_back(j, static_cast<int>(element.row()));
    }
  }
  const std::vector<int> number = NumberStrongParts(n, edges);
  std::vector<Part> parts;
  std::vector<int> place(n);
  for (int i = 0; i < n; ++i) {
    if (static_cast<size_t>(number[i]) >= parts.size()) parts.resize(number[i] + 1);
    std::vector<int>& states = parts[number[i]].states;
    place[i] = static_cast<int>(states.size());
    states.push_back(i);
  }
  for (Part& part : parts) {
    const auto size = static_cast<int>(part.states.size());
    std::vector<Eigen::Triplet<double>> elements;
    for (int k = 0; k < size; ++k) {
      for (SparseMatrix::InnerIterator element(A, part.states[k]); element; ++element) {
        if (number[element.row()] != number[part.states[k]]) continue;
        elements.emplace_back(place[element.row()], k, element.value());
      }
    }
    part.A.resize(size, size);
    part.A.setFromTriplets(elements.begin(), elements.end());
  }
  return parts;
}

/// A pole, and which share each state of its part has in it; no shares of a small part.
struct Candidate {
  Complex pole;
  size_t part = 0;
  Eigen::VectorXd shares;
};

/// The few poles of one large part that are nearest to a point.
class ShiftAndInvert {
 public:
  explicit ShiftAndInvert(const SparseMatrix& A)
      : A_(Balanced(A)), factors_(A_), norm_(ColumnNorm(A_)) {}

  // At least `count` of them, with shares.
  std::vector<Candidate> Nearest(Complex point, int count) {
    const Complex shift = Regular(point);
    std::optional<EigenSystem> pairs = shift.imag() == 0 ? RealPairs(count) : ComplexPairs(count);
    if (!pairs) {
      throw NoResultError("the " + std::to_string(count) + " poles nearest to " +
                          ComplexText(point) +
                          " were not found: they are too close to each other, or too far away. Ask "
                          "for fewer with --count, or for those near another point with --near");
    }
    std::vector<Candidate> found;
    for (Eigen::Index i = 0; i < pairs->values.size(); ++i) {
      const Candidate candidate = Refine(shift - 1.0 / pairs->values[i], pairs->vectors.col(i));
      const bool is_known = std::any_of(found.begin(), found.end(), [&](const Candidate& other) {
        return std::abs(other.pole - candidate.pole) <= 1e-12 * norm_;
      });
      if (!is_known) found.push_back(candidate);
    }
    return found;
  }

 private:
  // The point, or one beside it where it is a pole: the map would show that one alone.
  Complex Regular(Complex point) {
    constexpr double kNearlySingular = 1e-10, kBeside = 1e-6;
    if (factors_.Set(point) && factors_.PivotRatio() > kNearlySingular) return point;
    // Farther away than the norm there is no pole.
    Complex beside = point;
    for (double part = kBeside; beside == point || !factors_.Set(beside); part *= 10) {
      beside = point + part * std::max(norm_, 1e-300);
    }
    return beside;
  }

  std::optional<EigenSystem> RealPairs(int count) {
    const auto n = static_cast<int>(A_.rows());
    const LinearMap invert = [&](const double* in, double* out) {
      const VectorXcd right = Eigen::Map<const Eigen::VectorXd>(in, n).cast<Complex>();
      Eigen::Map<Eigen::VectorXd>(out, n) = factors_.Solve(right).real();
    };
    return LargestEigenpairs(n, invert, count, kArnoldiAccuracy, kMostRestarts);
  }

  // A complex map as a real one of twice the size, on [Re x; Im x]. To each of its eigenvalues it
  // has the conjugate one besides: of [p; q] the part p + i q is there with the true one alone.
  std::optional<EigenSystem> ComplexPairs(int count) {
    const auto n = static_cast<int>(A_.rows());
    const LinearMap invert = [&](const double* in, double* out) {
      VectorXcd right(n);
      right.real() = Eigen::Map<const Eigen::VectorXd>(in, n);
      right.imag() = Eigen::Map<const Eigen::VectorXd>(in + n, n);
      const VectorXcd left = factors_.Solve(right);
      Eigen::Map<Eigen::VectorXd>(out, n) = left.real();
      Eigen::Map<Eigen::VectorXd>(out + n, n) = left.imag();
    };
    const auto both = LargestEigenpairs(2 * n, invert, 2 * count, kArnoldiAccuracy, kMostRestarts);
    if (!both) return {};
    EigenSystem pairs{VectorXcd(both->values.size()), MatrixXcd(n, both->values.size())};
    Eigen::Index kept = 0;
    for (Eigen::Index i = 0; i < both->values.size(); ++i) {
      const VectorXcd p = both->vectors.col(i).head(n), q = both->vectors.col(i).tail(n);
      const VectorXcd own = p + Complex(0, 1) * q, conjugate = p - Complex(0, 1) * q;
      if (own.norm() < 1e-3 * conjugate.norm()) continue;
      pairs.values[kept] = both->values[i];
      pairs.vectors.col(kept++) = own;
    }
    pairs.values.conservativeResize(kept);
    pairs.vectors.conservativeResize(n, kept);
    return pairs;
  }

  // Inverse iteration with one shift beside the pole, from the right and from the left; the
  // quotient wᵀ A v / wᵀ v of both vectors is wrong by the square of what they are wrong by
  // (Ostrowski, Arch. Rational Mech. Anal. 1 (1958) 233-241).
  Candidate Refine(Complex pole, VectorXcd right) {
    constexpr double kBeside = 1e-10;
    constexpr int kSteps = 3;
    Complex shift = pole;
    while (!factors_.Set(shift)) shift += kBeside * std::max(norm_, 1e-300);
    VectorXcd left = right.conjugate();
    for (int i = 0; i < kSteps; ++i) {
      right = Normal(factors_.Solve(right));
      left = Normal(factors_.SolveTransposed(left));
    }
    const VectorXcd moved = A_.cast<Complex>() * right;
    const Complex overlap = left.cwiseProduct(right).sum();
    const Complex refined = left.cwiseProduct(moved).sum() / overlap;
    // By so much the pole is wrong, relative to A: 1/|wᵀ v| is its condition.
    const double error = (moved - refined * right).norm() / (norm_ * std::abs(overlap));
    if (!(error <= kLargestError)) {
      throw NoResultError("a pole near " + ComplexText(pole) +
                          " was not found: rounding alone moves it by more than a millionth of the "
                          "fastest one. Let fewer states stand one behind the other in one loop");
    }
    Candidate candidate{refined, 0, right.cwiseAbs().cwiseProduct(left.cwiseAbs())};
    if (std::abs(refined.imag()) <= 1e-14 * norm_) candidate.pole = refined.real();
    return candidate;
  }

  static VectorXcd Normal(const VectorXcd& vector) { return vector / vector.norm(); }

  SparseMatrix A_;
  ShiftedFactors factors_;
  double norm_;
};

// The poles of the part that count, those of a small one all.
std::vector<Candidate> CandidatesOf(const SparseMatrix& A, Complex point, int count) {
  const auto n = static_cast<int>(A.rows());
  // The method looks for few of many.
  const int most = n / 4;
  if (n <= kSmallPart || (count > most && n <= kMostDenseStates)) {
    std::vector<Candidate> all;
    for (const Complex pole : EigenvaluesOf(Eigen::MatrixXd(A))) all.push_back({pole, 0, {}});
    return all;
  }
  if (count > most) {
    throw UsageError("--count: of " + std::to_string(n) +
                     " states that influence each other at most " + std::to_string(most) +
                     " poles can be found");
  }
  return ShiftAndInvert(A).Nearest(point, count);
}

// Of the states of a small part, as PolesOf() finds them.
std::vector<std::string> StatesOfSmallPart(const SparseModel& model, const Part& part,
                                           Complex pole) {
  LinearModel small;
  small.A = Eigen::MatrixXd(part.A);
  small.period_sec = model.period_sec;
  for (const int state : part.states) small.states.push_back(model.states[state]);
  for (const PoleInfo& info : PolesOf(small)) {
    if (info.pole == pole) return info.states;
  }
  return {};
}

}  // namespace

// Each part is asked for as many poles as the whole is to have, since all of them may be in one.
std::vector<PoleInfo> NearestPoles(const SparseModel& model, Complex point, int count) {
  if (model.num_delays() > 0) {
    throw UsageError("the model has dead time, and " + std::to_string(model.num_states()) +
                     " states are too many to put an approximation in its place; put a gain there "
                     "with --as BLOCK=1, or cut the signal with --open");
  }
  const std::vector<Part> parts = PartsOf(model.A);
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < parts.size(); ++i) {
    for (Candidate& candidate : CandidatesOf(parts[i].A, point, count)) {
      candidate.part = i;
      candidates.push_back(std::move(candidate));
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const Candidate& a, const Candidate& b) {
                     return std::abs(a.pole - point) < std::abs(b.pole - point);
                   });
  if (candidates.size() > static_cast<size_t>(count)) candidates.resize(count);
  std::vector<PoleInfo> poles;
  for (const Candidate& candidate : candidates) {
    const Part& part = parts[candidate.part];
    PoleInfo& info = poles.emplace_back(DescribePole(candidate.pole, model.period_sec));
    if (candidate.shares.size() == 0) {
      info.states = StatesOfSmallPart(model, part, candidate.pole);
      continue;
    }
    std::vector<std::string> names;
    for (const int state : part.states) names.push_back(model.states[state]);
    info.states = LargestShares(candidate.shares, names);
  }
  std::stable_sort(poles.begin(), poles.end(), [](const PoleInfo& a, const PoleInfo& b) {
    return std::pair(a.pole.real(), a.pole.imag()) < std::pair(b.pole.real(), b.pole.imag());
  });
  return poles;
}

// The column sums of A bound its poles; of a sampled model the range ends at half the sampling
// frequency anyway.
FrequencyRange InterestingRange(const SparseModel& model) {
  constexpr int kSlowest = 8;
  SparseModel part = model;
  part.delays_sec.clear();
  ComplexList poles;
  try {
    const Complex slow = model.is_sampled() ? 1 : 0;
    for (const PoleInfo& info : NearestPoles(part, slow, kSlowest)) poles.push_back(info.pole);
  } catch (const NoResultError&) {
    throw NoResultError(
        "the slowest poles of the model were not found, so that nothing tells where its response "
        "changes; give the frequencies with --from and --to, or with --frequencies");
  }
  if (!model.is_sampled()) {
    double fastest = 0;
    for (const Part& each : PartsOf(model.A)) {
      fastest = std::max(fastest, ColumnNorm(Balanced(each.A)));
    }
    poles.emplace_back(-fastest);
  }
  return InterestingRange(poles, model.period_sec, model.delays_sec);
}

}  // namespace loopwright
