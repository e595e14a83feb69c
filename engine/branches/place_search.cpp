#include "engine/branches/place_search.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "engine/branches/attraction.h"
#include "engine/branches/size_of.h"
#include "engine/context/context_data.h"

namespace loopwright {

namespace {
constexpr int kMostIterations = 25;
// A matrix with a smaller reciprocal of its condition number counts as singular.
constexpr double kSingular = 1e-12;
// What weights change in a rate counts as nothing where it is a smaller part of it.
constexpr double kUnmoved = 1e-12;

// The part of a matrix that has only these rows and columns.
Eigen::MatrixXd Minor(const Eigen::MatrixXd& matrix, const std::vector<int>& rows) {
  return matrix(rows, rows);
}
}  // namespace

// S has a row for each rate and a column for each weight, the push a row for each continuous state.
template <typename T>
PlaceSearch<T>::PlaceSearch(Data* data, internal::Blend<T>* blend,
                            const std::vector<SlidingSurface>* surfaces, SurfaceRates<T>* rates)
    : data_(*data), blend_(*blend), surfaces_(*surfaces), rates_of_(*rates) {
  const size_t count = surfaces->size();
  places_.assign(count, kOn);
  is_crossed_.assign(count, 0);
  rates_.assign(count, T(0));
  margins_.assign(count, T(0));
  const auto size = static_cast<Eigen::Index>(count);
  sensitivity_ = Eigen::MatrixXd::Zero(size, size);
  push_ = Eigen::MatrixXd::Zero(data->plan->num_continuous(), size);
}

template <typename T>
void PlaceSearch<T>::Evaluate(const std::vector<T>& weights) {
  blend_.SetWeights(weights);
  data_.EvaluateDerivativesAsHeld();
}

// Into rates_.
template <typename T>
void PlaceSearch<T>::CalcRates(const std::vector<T>& weights) {
  Evaluate(weights);
  rates_of_.Calc(&rates_);
}

// Whether a margin is another number with other weights, or in other branches of the same leaf:
// then it jumps itself, and its rate is no function of the weights.
template <typename T>
bool PlaceSearch<T>::MarginsDependOnWeights() {
  const std::vector<T> middle(surfaces_.size(), T(0.5));
  Evaluate(middle);
  rates_of_.CalcMargins(&margins_);
  const std::vector<T> there = margins_;
  const auto are_others = [&] {
    rates_of_.CalcMargins(&margins_);
    return !std::equal(there.begin(), there.end(), margins_.begin(),
                       [](const T& a, const T& b) { return ValueOf(a) == ValueOf(b); });
  };
  const std::vector<int64_t> modes = data_.modes;
  bool some_depend = false;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    std::vector<T> weights = middle;
    weights[s] = T(0.25);
    Evaluate(weights);
    some_depend |= are_others();
    for (const auto side : {0, 1}) {
      for (const SidedMode& branch : surfaces_[s].branches) {
        data_.modes[branch.mode] = branch.sides[side];
      }
      some_depend |= are_others();
    }
    data_.modes = modes;
  }
  return some_depend;
}

// S and ∂f/∂w, by differences: both are linear in each weight where values are used linearly.
template <typename T>
void PlaceSearch<T>::CalcSensitivity(const std::vector<T>& weights) {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  const int size = data_.plan->num_continuous();
  CalcRates(weights);
  const std::vector<T> rates = rates_;
  const std::vector<T> slope(data_.derivatives(), data_.derivatives() + size);
  for (Eigen::Index s = 0; s < count; ++s) {
    std::vector<T> moved = weights;
    const double change = ValueOf(weights[s]) <= 0.5 ? 0.5 : -0.5;
    moved[s] = moved[s] + change;
    CalcRates(moved);
    for (Eigen::Index k = 0; k < count; ++k) {
      sensitivity_(k, s) = ValueOf(rates_[k] - rates[k]) / change;
    }
    for (int i = 0; i < size; ++i) {
      push_(i, s) = ValueOf(data_.derivatives()[i] - slope[i]) / change;
    }
  }
}

// Notes which surfaces are crossed, and to which side: in places_.
template <typename T>
void PlaceSearch<T>::FindCrossed() {
  CalcSensitivity(weights_);
  const double largest = sensitivity_.cwiseAbs().maxCoeff();
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    const double rate = ValueOf(rates_[s]);
    const double moved = sensitivity_.row(static_cast<Eigen::Index>(s)).cwiseAbs().maxCoeff();
    is_crossed_[s] = static_cast<char>(std::abs(rate) > kUnmoved * largest &&
                                       moved <= kUnmoved * std::abs(rate));
    if (is_crossed_[s] != 0) places_[s] = rate > 0 ? kSide1 : kSide0;
  }
}

// The surfaces that are not crossed.
template <typename T>
std::vector<int> PlaceSearch<T>::ListUncrossed() const {
  std::vector<int> uncrossed;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    if (is_crossed_[s] == 0) uncrossed.push_back(static_cast<int>(s));
  }
  return uncrossed;
}

// Those that are slid on.
template <typename T>
std::vector<int> PlaceSearch<T>::ListInside() const {
  std::vector<int> inside;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    if (places_[s] == kOn) inside.push_back(static_cast<int>(s));
  }
  return inside;
}

// Weights of the surfaces that are slid on, with the others at 0 or 1, and the rates in rates_.
// False where these have no solution.
template <typename T>
bool PlaceSearch<T>::SolveInside(std::vector<T>* weights) {
  const std::vector<int> inside = ListInside();
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    if (places_[s] != kOn) (*weights)[s] = T(places_[s] == kSide1 ? 1 : 0);
  }
  const auto count = std::ssize(inside);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    CalcSensitivity(*weights);
    CalcRates(*weights);
    if (count == 0) return true;
    Eigen::VectorXd right(count);
    for (int i = 0; i < count; ++i) right[i] = -ValueOf(rates_[inside[i]]);
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(Minor(sensitivity_, inside));
    if (!lu.isInvertible() || !(lu.rcond() > kSingular)) return false;
    const Eigen::VectorXd change = lu.solve(right);
    if (!change.allFinite()) return false;
    double size = 0;
    for (int i = 0; i < count; ++i) {
      (*weights)[inside[i]] = (*weights)[inside[i]] + change[i];
      size = std::max(size,
                      std::abs(change[i]) / std::max(1., std::abs(ValueOf((*weights)[inside[i]]))));
    }
    if (size <= 1e-12) {
      CalcRates(*weights);
      return true;
    }
  }
  return false;
}

// Corrects the places of surfaces that contradict, or of the first alone; false where none does.
template <typename T>
bool PlaceSearch<T>::CorrectPlaces(const std::vector<T>& weights, bool only_first) {
  const double tolerance = 1e-12 * std::max(sensitivity_.cwiseAbs().maxCoeff(), 1e-300);
  bool has_changed = false;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    const double weight = ValueOf(weights[s]), rate = ValueOf(rates_[s]);
    const Place before = places_[s];
    if (before == kOn && weight < 0) places_[s] = kSide0;
    if (before == kOn && weight > 1) places_[s] = kSide1;
    if (before == kSide0 && rate > tolerance) places_[s] = is_crossed_[s] != 0 ? kSide1 : kOn;
    if (before == kSide1 && rate < -tolerance) places_[s] = is_crossed_[s] != 0 ? kSide0 : kOn;
    has_changed |= places_[s] != before;
    if (has_changed && only_first) return true;
  }
  return has_changed;
}

// Whether no other places can be found: -S is a P-matrix, one whose principal minors are all
// positive (Cottle, Pang, Stone, The Linear Complementarity Problem, SIAM 2009, theorem 3.3.7). It
// is one where its symmetric part is positive definite. Crossed surfaces have but one place.
template <typename T>
bool PlaceSearch<T>::IsUnique() const {
  constexpr int kMostMinors = 10;
  const std::vector<int> uncrossed = ListUncrossed();
  if (uncrossed.empty()) return true;
  const Eigen::MatrixXd negative = -Minor(sensitivity_, uncrossed);
  const Eigen::MatrixXd symmetric = negative + negative.transpose();
  if (Eigen::LLT<Eigen::MatrixXd>(symmetric).info() == Eigen::Success) return true;
  const auto count = std::ssize(uncrossed);
  if (count > kMostMinors) return false;
  for (int64_t subset = 1; subset < int64_t{1} << count; ++subset) {
    std::vector<int> rows;
    for (int i = 0; i < count; ++i) {
      if ((subset >> i & 1) != 0) rows.push_back(i);
    }
    if (!(Minor(negative, rows).determinant() > 0)) return false;
  }
  return true;
}

// Whether a motion beside the surfaces that are slid on comes back to all of them.
template <typename T>
bool PlaceSearch<T>::IsAttractive(const std::vector<T>& weights) const {
  const std::vector<int> rows = ListInside();
  if (rows.empty()) return true;
  std::vector<double> of_rows;
  for (const int s : rows) of_rows.push_back(ValueOf(weights[s]));
  Eigen::MatrixXd sensitivity = Minor(sensitivity_, rows);
  if (!sensitivity.allFinite()) return false;
  Eigen::EigenSolver<Eigen::MatrixXd> solver(std::ssize(rows));
  return CalcAttraction(of_rows, &sensitivity, &solver) > 0;
}

// One solution, from places_ on; false where none is found.
template <typename T>
bool PlaceSearch<T>::FindOne(std::vector<T>* weights) {
  const auto count = static_cast<int>(surfaces_.size());
  const int most_passes = 16 + 8 * count * count;
  for (int pass = 0; pass < most_passes; ++pass) {
    if (!SolveInside(weights)) return false;
    if (!CorrectPlaces(*weights, pass > 2 * count)) return true;
  }
  return false;
}

// The branches in places_, such as "sliding, 1".
template <typename T>
std::string PlaceSearch<T>::TextOfPlaces() const {
  std::string text;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    if (s > 0) text += ", ";
    const int64_t* sides = surfaces_[s].branches[0].sides;
    text += places_[s] == kOn ? "sliding" : std::to_string(sides[places_[s] == kSide1 ? 1 : 0]);
  }
  return text;
}

// All solutions that attract, by trying all places: whether there is one, with the first in places_
// and `weights` and the others in others_.
template <typename T>
bool PlaceSearch<T>::FindAll(std::vector<T>* weights) {
  constexpr Place kPlaces[] = {kOn, kSide0, kSide1};
  std::vector<Place> first;
  int64_t num_choices = 1;
  for (size_t s = 0; s < surfaces_.size(); ++s) num_choices *= std::ssize(kPlaces);
  for (int64_t choice = 0; choice < num_choices; ++choice) {
    int64_t rest = choice;
    for (Place& place : places_) {
      place = kPlaces[rest % std::ssize(kPlaces)];
      rest /= std::ssize(kPlaces);
    }
    const std::vector<Place> tried = places_;
    std::fill(weights->begin(), weights->end(), T(0.5));
    if (!SolveInside(weights) || CorrectPlaces(*weights, true)) continue;
    if (!IsAttractive(*weights)) continue;
    if (first.empty()) {
      first = tried;
    } else {
      others_.Add(TextOfPlaces());
    }
  }
  if (first.empty()) return false;
  places_ = first;
  std::fill(weights->begin(), weights->end(), T(0.5));
  SolveInside(weights);
  return true;
}

// One solution, found by following the contradictions, is enough where it is the only one and
// attracts. Else all combinations of places are tried, three for each surface, which five surfaces
// keep below 250.
template <typename T>
bool PlaceSearch<T>::Find(const std::vector<Place>& places) {
  constexpr size_t kMostSurfacesOfAll = 5;
  others_ = {};
  places_ = places;
  weights_.assign(surfaces_.size(), T(0.5));
  FindCrossed();
  if (FindOne(&weights_) && IsUnique() && IsAttractive(weights_)) return true;
  if (ListUncrossed().size() > kMostSurfacesOfAll) return false;
  return FindAll(&weights_);
}

// A surface that is left has no equation to be solved, so that S as a whole may have no inverse
// where the part of those that are slid on has one.
template <typename T>
Eigen::MatrixXd PlaceSearch<T>::CalcInverse() const {
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(sensitivity_);
  if (lu.isInvertible()) return lu.inverse();
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(sensitivity_.rows(), sensitivity_.cols());
  const std::vector<int> inside = ListInside();
  if (inside.empty()) return inverse;
  const Eigen::MatrixXd of_inside = Minor(sensitivity_, inside).inverse();
  inverse(inside, inside) = of_inside;
  return inverse;
}

// Moves the state so that the margins grow by so much; false where that is impossible.
template <typename T>
bool PlaceSearch<T>::Push(const std::vector<T>& missing) {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  const Eigen::MatrixXd matrix = push_ * CalcInverse();
  if (!matrix.allFinite()) return false;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    T& x = data_.continuous()[i];
    for (Eigen::Index s = 0; s < count; ++s) x = x + matrix(i, s) * missing[s];
  }
  data_.InvalidateContinuous(0);
  return true;
}

// Derivatives of the margins are made zero with their values: that is how the instant at which the
// state came to the surface depends on what it is differentiated by.
template <typename T>
bool PlaceSearch<T>::PutOnSides(double drift) {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  constexpr int kMostTries = 14, kTriesForZero = 3;
  // What is put beside a surface is further from it than what is put on one, so that this does not
  // undo that.
  constexpr double kOnSurface = 1e-15, kBeside = 1e-14, kAtZero = 1e-12;
  const double least = kUnmoved * std::max(sensitivity_.cwiseAbs().maxCoeff(), 1e-300);
  constexpr double kFurthest = 1e-6, kMostDrifts = 16;
  const double furthest =
      std::max(kFurthest * std::max(1., sensitivity_.cwiseAbs().maxCoeff()), kMostDrifts * drift);
  std::vector<T> missing(surfaces_.size(), T(0));
  double beyond = kBeside;
  for (int tries = 0; tries < kMostTries; ++tries, beyond *= 4) {
    rates_of_.CalcMargins(&margins_);
    bool are_right = true, are_zero = true;
    for (Eigen::Index s = 0; s < count; ++s) {
      const double margin = ValueOf(margins_[s]);
      // Not on the surface at all: another branch has moved it away.
      if (!(std::abs(margin) < furthest)) return false;
      const double wanted = places_[s] == kOn ? 0 : places_[s] == kSide1 ? beyond : -beyond;
      const bool leads_there = tries >= kTriesForZero && std::abs(margin) <= kAtZero &&
                               ValueOf(rates_[s]) * wanted > least * std::abs(wanted);
      const bool is_right = places_[s] == kOn || margin * wanted > 0 || leads_there;
      are_right &= is_right;
      are_zero &= places_[s] != kOn || SizeOf(margins_[s]) <= kOnSurface;
      missing[s] = is_right && places_[s] != kOn ? T(0) : wanted - margins_[s];
    }
    if (are_right && (are_zero || tries >= kTriesForZero)) return true;
    if (!Push(missing)) return false;
  }
  return false;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(PlaceSearch)

}  // namespace loopwright
