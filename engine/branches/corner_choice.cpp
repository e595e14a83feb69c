#include "engine/branches/corner_choice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/branches/point_aside.h"
#include "engine/branches/sliding_motion.h"

namespace loopwright {

namespace {

// Motions along the same surfaces with one choice of branches after the other.
template <typename T>
class SlideTrials {
 public:
  SlideTrials(internal::ContextData<T>* data, const std::vector<SlidingSurface>& surfaces,
              AutoDiffCopy<T>* copy, double max_step_sec)
      : data_(*data), surfaces_(surfaces), copy_(copy), max_step_(max_step_sec), here_(data) {}

  // Those of the modes that are watched in each corner by itself. Others have the same margin in
  // all corners; they are watched, and decided, as everywhere else.
  std::vector<UndecidedMode> FindWatched(const SlidingBranches& branches) {
    std::vector<UndecidedMode> watched;
    With(branches, [&](SlidingMotion<T>* motion) {
      Slides(motion);
      for (const UndecidedMode& u : branches.undecided) {
        if (motion->Governs(u.mode)) watched.push_back(u);
      }
    });
    return watched;
  }

  // The derivatives of the motion with these branches; nothing where it does not stay on all
  // surfaces or leaves one of the branches `undecided`.
  std::optional<std::vector<double>> Try(const SlidingBranches& branches,
                                         const std::vector<UndecidedMode>& undecided) {
    std::optional<std::vector<double>> slope;
    With(branches, [&](SlidingMotion<T>* motion) {
      if (Slides(motion)) slope = FollowIfRight(motion, undecided);
    });
    return slope;
  }

 private:
  // Calls visit(motion) while the context has that motion.
  template <typename Visit>
  void With(const SlidingBranches& branches, const Visit& visit) {
    const std::vector<int64_t> modes = data_.modes;
    Take(branches.modes);
    auto owned = std::make_unique<SlidingMotion<T>>(&data_, surfaces_, branches, copy_, max_step_);
    SlidingMotion<T>* const motion = owned.get();
    data_.SetBlend(std::move(owned));
    visit(motion);
    data_.SetBlend(nullptr);
    Take(modes);
  }

  void Take(const std::vector<int64_t>& modes) {
    data_.modes = modes;
    for (const int n : data_.plan->mode_leaves) data_.Invalidate(data_.plan->modes_source(n));
  }

  bool Slides(SlidingMotion<T>* motion) const {
    using Search = PlaceSearch<T>;
    const std::vector<typename Search::Place> on(surfaces_.size(), Search::kOn);
    return motion->FindWeights(on) && motion->search().places() == on;
  }

  // After a short while along the motion each branch has to be well within its margin.
  std::optional<std::vector<double>> FollowIfRight(SlidingMotion<T>* motion,
                                                   const std::vector<UndecidedMode>& undecided) {
    constexpr double kWhile = 1e-7, kLeastMargin = 1e-12;
    motion->Settle();
    if (motion->has_failed()) return {};
    const T* const now = data_.derivatives();
    const std::vector<T> slope(now, now + data_.plan->num_continuous());
    here_.MoveAlong(slope, kWhile);
    motion->Settle();
    const bool is_right =
        !motion->has_failed() &&
        std::all_of(undecided.begin(), undecided.end(), [&](const UndecidedMode& u) {
          return motion->CalcMargin(u.mode) > kLeastMargin;
        });
    here_.MoveBack();
    if (!is_right) return {};
    std::vector<double> result;
    for (const T& element : slope) result.push_back(ValueOf(element));
    return result;
  }

  internal::ContextData<T>& data_;
  const std::vector<SlidingSurface>& surfaces_;
  AutoDiffCopy<T>* const copy_;
  const double max_step_;
  const PointAside<T> here_;
};

// All ways to choose one branch for each mode; none where they are too many.
std::vector<std::vector<ChosenBranch>> ListChoices(const std::vector<UndecidedMode>& undecided) {
  constexpr size_t kMostChoices = 64;
  std::vector<std::vector<ChosenBranch>> choices(1);
  for (const UndecidedMode& u : undecided) {
    std::vector<std::vector<ChosenBranch>> longer;
    for (const std::vector<ChosenBranch>& choice : choices) {
      for (const int64_t branch : u.branches) {
        longer.push_back(choice);
        longer.back().push_back({u.mode, branch});
      }
    }
    choices = std::move(longer);
    if (choices.size() > kMostChoices) return {};
  }
  return choices;
}

std::string TextOf(const std::vector<ChosenBranch>& choice) {
  std::string text;
  for (const ChosenBranch& chosen : choice) {
    text += (text.empty() ? "" : ", ") + std::to_string(chosen.branch);
  }
  return text;
}

bool AreSame(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kSame = 1e-9;
  return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
    return std::abs(x - y) <= kSame * std::max(1., std::abs(x));
  });
}

}  // namespace

// Each choice is made into branches, and the motion with them is looked at: it is right if it
// enters every branch that it was made with. Choices that lead to the same motion count as one,
// since they differ in nothing that can be seen.
template <typename T>
OtherChoices ChooseCornerBranches(internal::ContextData<T>* data,
                                  const std::vector<SlidingSurface>& surfaces,
                                  AutoDiffCopy<T>* copy, double max_step_sec,
                                  SlidingBranches* branches) {
  SlideTrials<T> trials(data, surfaces, copy, max_step_sec);
  const std::vector<UndecidedMode> undecided = trials.FindWatched(*branches);
  OtherChoices others;
  if (undecided.empty()) return others;
  std::optional<std::vector<double>> taken = trials.Try(*branches, undecided);
  for (const std::vector<ChosenBranch>& choice : ListChoices(undecided)) {
    std::optional<SlidingBranches> other = FindSlidingBranches(data, surfaces, choice);
    if (!other.has_value()) continue;
    const std::optional<std::vector<double>> motion = trials.Try(*other, undecided);
    if (!motion.has_value()) continue;
    if (!taken.has_value()) {
      taken = motion;
      *branches = *std::move(other);
    } else if (!AreSame(*taken, *motion)) {
      others.Add(TextOf(choice));
    }
  }
  return others;
}

template OtherChoices ChooseCornerBranches(internal::ContextData<double>*,
                                           const std::vector<SlidingSurface>&,
                                           AutoDiffCopy<double>*, double, SlidingBranches*);
template OtherChoices ChooseCornerBranches(internal::ContextData<AutoDiff>*,
                                           const std::vector<SlidingSurface>&,
                                           AutoDiffCopy<AutoDiff>*, double, SlidingBranches*);

}  // namespace loopwright
