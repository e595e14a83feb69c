#include "engine/loops/loop_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/text/number_format.h"

namespace loopwright::internal {

namespace {
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// So many derivatives of one search, and so many corrections with one.
constexpr int kMostJacobians = 60;
constexpr int kMostCorrections = 60;
// A step is shortened to no less than this part.
constexpr double kShortestPart = 0x1p-24;
// Corrections that are this small, relative to the unknowns (or to the largest of them), are taken
// with one Jacobian until they no longer become smaller.
constexpr double kSmall = 1e-9;
constexpr double kSmallToLargest = 1e-13;
// With less than this part of the last correction, the Jacobian is good enough for another one.
constexpr double kFast = 0.25;
// Where a search that found nothing begins again, in every unknown, relative to the first start.
constexpr std::array<double, 12> kOtherStarts = {0.1, -0.1, 1,   -1,   3,    -3,
                                                 10,  -10,  100, -100, 1000, -1000};
// Where other solutions are looked for, relative to the present one (or to 1).
constexpr std::array<double, 8> kNearbyStarts = {0.1, -0.1, 0.5, -0.5, 1, -1, 3, -3};
// Derivatives of the solution are corrected so often, or until a correction is only this part.
constexpr int kMostRefinements = 6;
constexpr double kSettled = 1e-15;
// Solutions that differ by less, relative to the largest unknown, are one.
constexpr double kSameSolution = 1e-6;
}  // namespace

// While it lives, the members of the loop and its unknowns count as up to date: those who read
// them find the values of the trial. Afterwards all marks and counts are what they were.
template <typename T>
class LoopSolver<T>::Scope {
 public:
  explicit Scope(LoopSolver* solver)
      : solver_(*solver),
        data_(solver->data_),
        statistics_(data_.statistics),
        was_checking_(data_.checking_) {
    if (data_.depth_++ == 0) ++data_.epoch_;
    data_.checking_ = true;  // a value is no hit before the search has ended
    const bool notes_epochs = !data_.computed_in_.empty() || data_.caching_ != Caching::kOn;
    if (notes_epochs && data_.computed_in_.empty()) {
      data_.computed_in_.assign(data_.plan->num_entries(), -1);
    }
    for (size_t i = 0; i < solver_.entries_.size(); ++i) {
      const int e = solver_.entries_[i];
      solver_.flags_[i] = data_.flags[e];
      data_.flags[e] &= static_cast<uint8_t>(~(Data::kStale | Data::kInProgress));
      if (notes_epochs) data_.computed_in_[e] = data_.epoch_;
    }
  }
  ~Scope() {
    for (size_t i = 0; i < solver_.entries_.size(); ++i) {
      data_.flags[solver_.entries_[i]] = solver_.flags_[i];
    }
    data_.statistics = statistics_;
    data_.checking_ = was_checking_;
    --data_.depth_;
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  using Data = ContextData<T>;
  using Caching = typename Data::Caching;
  LoopSolver& solver_;
  Data& data_;
  typename Data::Statistics statistics_;
  bool was_checking_;
};

template <typename T>
LoopSolver<T>::LoopSolver(ContextData<T>* data, const Loop& loop, const LoopPartMakers<T>& makers)
    : data_(*data), loop_(loop), makers_(makers) {
  for (Vector* vector : {&default_start_, &kept_start_, &z_, &residual_, &correction_, &trial_,
                         &trial_residual_, &trial_correction_, &weights_}) {
    vector->setZero(loop.size);
  }
  entries_.push_back(loop.solution);
  for (const Loop::Unknown& unknown : loop.unknowns) entries_.push_back(unknown.entry);
  entries_.insert(entries_.end(), loop.members.begin(), loop.members.end());
  flags_.resize(entries_.size());
}

// First the last solution is tried as it is: if its residuals are no larger than they were, it is
// still the solution, and one evaluation was enough. Else Newton's method starts from it, or from
// the default start, and where that fails from others. What is left of the residuals is kept behind
// the unknowns, for the next time.
template <typename T>
void LoopSolver<T>::Solve() {
  const Scope scope(this);
  FindDefaultStart();
  const double* kept = data_.loops.starts.data() + loop_.first;
  has_kept_start_ = std::all_of(kept, kept + loop_.size, [](double x) { return std::isfinite(x); });
  for (int i = 0; i < loop_.size; ++i) kept_start_[i] = kept[i];
  const Vector& start = has_kept_start_ ? kept_start_ : default_start_;
  if (!has_kept_start_ || !IsKnownSolution(start)) {
    const Outcome outcome = RunNewton(start);
    if (outcome != Outcome::kFound && !SearchFromOtherStarts()) {
      Fail(start, outcome);
      return;
    }
  }
  if constexpr (std::is_same_v<T, AutoDiff>) Differentiate();
  T* left = data_.entry_data(loop_.solution) + loop_.size;
  for (int i = 0; i < loop_.size; ++i) left[i] = T(std::abs(residual_[i]));
}

// The parameters of leaves whose outputs are unknowns, and 0 for what is torn.
template <typename T>
void LoopSolver<T>::FindDefaultStart() {
  for (const Loop::Unknown& unknown : loop_.unknowns) {
    if (unknown.parameter < 0) continue;
    const T* guess = data_.arena.data() + data_.plan->parameters[unknown.parameter].offset;
    for (int i = 0; i < unknown.size; ++i) default_start_[unknown.begin + i] = ValueOf(guess[i]);
  }
}

// Asks every residual for itself whether it is as small as rounding left it. A negated comparison
// makes what is not a number no solution.
template <typename T>
bool LoopSolver<T>::IsKnownSolution(const Vector& start) {
  const double* left = data_.loops.starts.data() + loop_.first + loop_.size;
  z_ = start;
  if (!Residuals(z_, &residual_)) return false;
  for (int i = 0; i < loop_.size; ++i) {
    if (!(std::abs(residual_[i]) <= left[i])) return false;
  }
  return true;
}

// --- evaluating the loop ---

// The members are in the order in which they depend on each other, once the unknowns are given, so
// running each once computes the whole loop.
template <typename T>
void LoopSolver<T>::Sweep() {
  for (const int m : loop_.members) {
    const BoundKernel<T>& operation = data_.operations_[m];
    operation.run(operation);
  }
}

template <typename T>
void LoopSolver<T>::WriteUnknowns(const Vector& unknowns) {
  T* z = data_.entry_data(loop_.solution);
  for (int i = 0; i < loop_.size; ++i) z[i] = T(unknowns[i]);
}

// Whether all residuals are finite.
template <typename T>
bool LoopSolver<T>::Residuals(const Vector& unknowns, Vector* residual) {
  WriteUnknowns(unknowns);
  Sweep();
  bool is_finite = true;
  for (const Loop::Unknown& unknown : loop_.unknowns) {
    const T* computed =
        unknown.input >= 0 ? data_.inputs[unknown.input].data : data_.entry_data(unknown.source);
    for (int i = 0; i < unknown.size; ++i) {
      const int element = unknown.begin + i;
      (*residual)[element] = ValueOf(computed[i]) - (unknown.input >= 0 ? 0 : unknowns[element]);
      is_finite &= std::isfinite((*residual)[element]);
    }
  }
  return is_finite;
}

// --- Newton's method ---

// How large corrections are is judged by what each unknown is, at `a` or `b`.
template <typename T>
void LoopSolver<T>::Weigh(const Vector& a, const Vector& b) {
  const double largest = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  const double least = std::max(kEpsilon * largest, std::numeric_limits<double>::min());
  for (int i = 0; i < loop_.size; ++i) {
    weights_[i] = std::max({std::abs(a[i]), std::abs(b[i]), least});
  }
}

// The largest correction, each relative to its unknown (see Weigh): unknowns may have units that
// make them 1e-9 and 1e6.
template <typename T>
double LoopSolver<T>::Norm(const Vector& correction) const {
  return (correction.array() / weights_.array()).abs().maxCoeff();
}

// Small enough that Newton's method is known to converge from here; the last digits are left to
// Polish().
template <typename T>
bool LoopSolver<T>::IsSmall(const Vector& correction) const {
  const double largest = z_.cwiseAbs().maxCoeff();
  for (int i = 0; i < loop_.size; ++i) {
    const double size = std::abs(correction[i]);
    if (!(size <= kSmall * std::abs(z_[i]) + kSmallToLargest * largest)) return false;
  }
  return true;
}

// Solves for the step of Newton's method that takes the residual away; whether it is finite.
template <typename T>
bool LoopSolver<T>::FindCorrection(const Vector& residual, Vector* correction) {
  jacobian_->Solve(residual, correction);
  *correction = -*correction;
  return correction->allFinite();
}

// From `start`; the result is in z_, with the loop evaluated there.
template <typename T>
auto LoopSolver<T>::RunNewton(const Vector& start) -> Outcome {
  if (!jacobian_) jacobian_.emplace(&data_, loop_, makers_);
  const auto residuals = [this](const Vector& at, Vector* there) { return Residuals(at, there); };
  z_ = start;
  if (!Residuals(z_, &residual_)) return Outcome::kNotFinite;
  for (int i = 0; i < kMostJacobians; ++i) {
    if ((residual_.array() == 0).all()) return Outcome::kFound;
    if (!jacobian_->Evaluate(z_, residual_, residuals)) return Outcome::kNotFinite;
    if (!jacobian_->Factorize()) return Outcome::kSingular;
    bool needs_jacobian = false;
    const Outcome outcome = Descend(&needs_jacobian);
    if (!needs_jacobian) return outcome;
  }
  return Outcome::kStuck;
}

// Corrections with one Jacobian. Asks for another one where they no longer become much smaller.
template <typename T>
auto LoopSolver<T>::Descend(bool* needs_jacobian) -> Outcome {
  if (!FindCorrection(residual_, &correction_)) return Outcome::kSingular;
  double part = 1;
  for (int count = 0; count < kMostCorrections;) {
    if (IsSmall(correction_)) return Polish();
    trial_ = z_ + part * correction_;
    const bool is_finite =
        Residuals(trial_, &trial_residual_) && FindCorrection(trial_residual_, &trial_correction_);
    Weigh(z_, trial_);
    const double size = Norm(correction_);
    const double next = is_finite ? Norm(trial_correction_) : size;
    if (!(next <= (1 - part / 4) * size)) {
      part /= 2;
      if (part < kShortestPart) return is_finite ? Outcome::kStuck : Outcome::kNotFinite;
      continue;
    }
    z_.swap(trial_);
    residual_.swap(trial_residual_);
    correction_.swap(trial_correction_);
    ++count;
    if (part < 1 || next > kFast * size) break;
  }
  *needs_jacobian = true;
  return Outcome::kStuck;
}

// The correction is small: goes on until corrections no longer become smaller.
template <typename T>
auto LoopSolver<T>::Polish() -> Outcome {
  for (int count = 0; count < kMostCorrections; ++count) {
    trial_ = z_ + correction_;
    if (trial_ == z_) break;
    if (!Residuals(trial_, &trial_residual_) ||
        !FindCorrection(trial_residual_, &trial_correction_)) {
      break;
    }
    Weigh(z_, trial_);
    const double size = Norm(correction_), next = Norm(trial_correction_);
    if (!(next < size)) break;
    z_.swap(trial_);
    residual_.swap(trial_residual_);
    correction_.swap(trial_correction_);
    if (next > size / 2) break;
  }
  Residuals(z_, &residual_);
  return Outcome::kFound;
}

// --- where that does not help ---

// Fixed starts instead of random ones: a run that is made again has to find the same solution. Of
// one unknown an interval with a change of sign is certain to hold a solution of a continuous loop,
// and is looked for last.
template <typename T>
bool LoopSolver<T>::SearchFromOtherStarts() {
  if (has_kept_start_ && RunNewton(default_start_) == Outcome::kFound) return true;
  const Vector first = has_kept_start_ ? kept_start_ : default_start_;
  const double scale = std::max(1.0, first.cwiseAbs().maxCoeff());
  for (const double part : kOtherStarts) {
    const Vector start = first.array() + part * scale;
    if (RunNewton(start) == Outcome::kFound) return true;
  }
  return loop_.size == 1 && SearchBetween(first);
}

// Of one unknown: halves intervals in which the residual changes its sign, from the one that is
// nearest to the start, and ends with Newton's method.
template <typename T>
bool LoopSolver<T>::SearchBetween(const Vector& start) {
  constexpr int kHalvings = 200;
  constexpr double kGrowth = 2, kFirst = 1e-3, kLast = 1e9;
  const auto residual_at = [this](double at) {
    trial_[0] = at;
    return Residuals(trial_, &trial_residual_) ? trial_residual_[0]
                                               : std::numeric_limits<double>::quiet_NaN();
  };
  const double scale = std::max(1.0, std::abs(start[0]));
  for (const double side : {1.0, -1.0}) {
    double low = start[0], at_low = residual_at(low);
    for (double distance = kFirst; distance < kLast; distance *= kGrowth) {
      double high = start[0] + side * distance * scale, at_high = residual_at(high);
      if (at_low * at_high < 0) {
        double a = low, b = high;
        const double sign = at_low;
        for (int i = 0; i < kHalvings && a != b; ++i) {
          const double middle = a + (b - a) / 2;
          if (middle == a || middle == b) break;
          (residual_at(middle) * sign > 0 ? a : b) = middle;
        }
        Vector near(1);
        near[0] = a;
        if (RunNewton(near) == Outcome::kFound) return true;
      }
      low = high;
      at_low = at_high;
    }
  }
  return false;
}

// A loop may have several solutions, and the run follows one of them. This looks for another one
// nearby, so that the user can be warned; modes are free meanwhile, since another solution may lie
// in another branch. Afterwards the context is as it was.
template <typename T>
auto LoopSolver<T>::FindOthers() -> Solutions {
  data_.Evaluate(loop_.solution);
  const Scope scope(this);
  Vector present(loop_.size);
  const T* z = data_.entry_data(loop_.solution);
  for (int i = 0; i < loop_.size; ++i) present[i] = ValueOf(z[i]);
  const double scale = std::max(1.0, present.cwiseAbs().maxCoeff());
  Solutions solutions;
  solutions.present = Values(present);
  const bool were_held = std::exchange(data_.modes_held, false);
  for (const double part : kNearbyStarts) {
    const Vector start = present.array() + part * scale;
    if (RunNewton(start) != Outcome::kFound) continue;
    const double largest = std::max(present.cwiseAbs().maxCoeff(), z_.cwiseAbs().maxCoeff());
    if ((z_ - present).cwiseAbs().maxCoeff() <= kSameSolution * largest) continue;
    solutions.others = Values(z_);
    break;
  }
  data_.modes_held = were_held;
  Residuals(present, &residual_);
  if constexpr (std::is_same_v<T, AutoDiff>) {
    z_ = present;
    Differentiate();
  }
  return solutions;
}

// --- derivatives through the solution ---

// At the solution, in the arithmetic of AutoDiff. Of derivatives the first step is exact where J
// is, and further ones take out rounding, or the error of differences; of a series each step adds
// an order.
template <typename T>
void LoopSolver<T>::Differentiate() {
  if constexpr (std::is_same_v<T, AutoDiff>) {
    constexpr int kOrders = AutoDiff::kDerivatives;
    if (!jacobian_) jacobian_.emplace(&data_, loop_, makers_);
    const auto residuals = [this](const Vector& at, Vector* there) { return Residuals(at, there); };
    const bool is_known = jacobian_->Evaluate(z_, residual_, residuals) && jacobian_->Factorize();
    Residuals(z_, &residual_);
    const auto computed = [this](const Loop::Unknown& unknown) {
      return unknown.input >= 0 ? data_.inputs[unknown.input].data
                                : data_.entry_data(unknown.source);
    };
    bool is_series = false;
    for (const Loop::Unknown& unknown : loop_.unknowns) {
      for (int i = 0; i < unknown.size; ++i) is_series |= computed(unknown)[i].is_series();
    }
    AutoDiff* z = data_.entry_data(loop_.solution);
    for (int i = 0; i < loop_.size && is_series; ++i) z[i] = AutoDiff::Series(z_[i]);
    const int steps = is_series ? kOrders + kMostRefinements : kMostRefinements;
    for (int step = 0; step < steps; ++step) {
      bool is_zero = true, is_settled = !is_series || step >= kOrders;
      for (int k = 0; k < kOrders; ++k) {
        for (const Loop::Unknown& unknown : loop_.unknowns) {
          for (int i = 0; i < unknown.size; ++i) {
            const int element = unknown.begin + i;
            trial_residual_[element] = computed(unknown)[i].derivatives()[k];
            if (unknown.input < 0) trial_residual_[element] -= z[element].derivatives()[k];
          }
        }
        if ((trial_residual_.array() == 0).all()) continue;
        is_zero = false;
        if (is_known) {
          FindCorrection(trial_residual_, &trial_correction_);
        } else {
          trial_correction_.setConstant(std::numeric_limits<double>::quiet_NaN());
        }
        for (int i = 0; i < loop_.size; ++i) {
          double& slope = z[i].derivatives()[k];
          slope += trial_correction_[i];
          is_settled &= std::abs(trial_correction_[i]) <= kSettled * std::abs(slope);
        }
      }
      if (is_zero || is_settled) return;
      Sweep();
    }
  }
}

// --- texts ---

// "a.y = 1, b.y[0] = 2", of the first few unknowns: a message is a sentence and not a table.
template <typename T>
std::string LoopSolver<T>::Values(const Vector& unknowns) const {
  constexpr int kMostToName = 8;
  std::string text;
  int count = 0;
  for (const Loop::Unknown& unknown : loop_.unknowns) {
    for (int i = 0; i < unknown.size; ++i) {
      if (++count > kMostToName) return text + ", …";
      text += (text.empty() ? "" : ", ") + unknown.name;
      if (unknown.size > 1) text += "[" + std::to_string(i) + "]";
      text += " = " + FormatNumber(unknowns[unknown.begin + i]);
    }
  }
  return text;
}

// Where that is tolerated, all that the loop computes is not a number.
template <typename T>
void LoopSolver<T>::Fail(const Vector& start, Outcome outcome) {
  RunNewton(start);  // for the values of the first search
  int worst = 0;
  for (int i = 0; i < loop_.size; ++i) {
    if (!(std::abs(residual_[i]) <= std::abs(residual_[worst]))) worst = i;
  }
  const std::string reason =
      outcome == Outcome::kSingular
          ? "it is singular: a change of these values changes nothing in what the loop computes "
            "for them, so there are none or endlessly many that are right"
      : outcome == Outcome::kNotFinite ? "what the loop computes is not finite there"
                                       : "no step from there leads nearer to a solution";
  const std::string text =
      "Algebraic loop: " + loop_.path + ": no solution was found at " +
      FormatNumber(ValueOf(data_.time)) + " s. The search from " + Values(start) + " ended at " +
      Values(z_) + ", where what the loop computes is off by " +
      FormatNumber(std::abs(residual_[worst])) + "; " + reason +
      ". Other starts led nowhere either. Put a block into the loop whose output does not follow "
      "its input at once, or an AlgebraicConstraint with a better initial guess";
  if (!data_.loops.tolerates_failures()) throw AlgebraicLoopError(text);
  data_.loops.failure = text;
  z_.setConstant(std::numeric_limits<double>::quiet_NaN());
  Residuals(z_, &residual_);
  std::fill_n(data_.entry_data(loop_.solution) + loop_.size, loop_.size,
              T(std::numeric_limits<double>::quiet_NaN()));
}

// Over symbols nothing is searched: each unknown is a variable with the name of its output, and the
// equations that define it are printed beside it.
void LoopSolver<Expression>::Solve() {
  Expression* z = data_.entry_data(loop_.solution);
  for (const Loop::Unknown& unknown : loop_.unknowns) {
    for (int i = 0; i < unknown.size; ++i) {
      z[unknown.begin + i] = Expression::Variable(
          unknown.size == 1 ? unknown.name : unknown.name + "[" + std::to_string(i) + "]");
    }
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(LoopSolver)

}  // namespace loopwright::internal
