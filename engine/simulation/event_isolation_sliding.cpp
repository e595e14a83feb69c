#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "engine/branches/corner_choice.h"
#include "engine/simulation/event_isolation.h"

// Motions along thresholds (semantics 11, sliding): when they begin and end.

namespace loopwright {

namespace {
/// A branch that changes back before this part of the largest step is looked at: it may be on a
/// threshold that its motion is driven to from both sides.
constexpr double kChatterPart = 1e-6;
/// A margin that an update moved by more than this part of what it was has left its surface …
constexpr double kJump = 16;
/// … and so has one that was moved from rounding by more than this.
constexpr double kLeastJump = 1e-12;
/// How often the start of one step may be found to have no consistent choice of branches.
constexpr int kMostSlidesAtStart = 16;

/// How far a state is from the surfaces that it has slid on, at most; 0 where there are none.
template <typename T>
double LargestOf(const std::vector<T>& margins) {
  double largest = 0;
  for (const T& margin : margins) largest = std::max(largest, std::abs(ValueOf(margin)));
  return largest;
}
}  // namespace

/// A leaf whose branches are others after this instant.
template <typename T>
void EventIsolation<T>::NoteSlid(int node) {
  if (std::find(slid_.begin(), slid_.end(), node) == slid_.end()) slid_.push_back(node);
}

/// A margin has triggered at `t`. Where its branch had changed the other way shortly before, it may
/// have to slide: it is looked at when modes are set.
template <typename T>
void EventIsolation<T>::NoteChatter(int guard, double t) {
  if (!run_.config.solve_discontinuities || !run_.has_continuous_state) return;
  const int mode = guards_.mode_position(guard);
  const void* key = &data_.modes[mode];
  const auto found = std::ranges::find(guard_history_, key, &GuardHistory::guard);
  if (found == guard_history_.end()) return;
  const double longest = std::isfinite(run_.config.max_step) ? run_.config.max_step : 1;
  if (t - found->last > kChatterPart * longest) return;
  SidedMode branch{guards_.node(guard), mode, {0, 0}};
  branch.sides[1] = data_.modes[mode];
  chatter_.push_back(branch);
}

/// Modes are about to be set, and some that change have changed the other way just before: they
/// slide, if the motion leads back into the threshold from both sides.
template <typename T>
bool EventIsolation<T>::SlideAtChatter() {
  std::vector<SidedMode> branches = std::exchange(chatter_, {});
  for (SidedMode& branch : branches) {
    const PlanNode& node = data_.plan->nodes[branch.node];
    branch.sides[0] = guards_.CalcModesOf(branch.node)[branch.mode - node.first_mode];
  }
  std::erase_if(branches, [](const SidedMode& b) { return b.sides[0] == b.sides[1]; });
  if (branches.empty()) return false;
  MakeModeChoice();
  return SlideAlong(FindSurfaces(branches));
}

/// The surfaces of branches whose sides are known. Where no series tell which of them share one,
/// each has its own: if that is not so the weights have no solution, and that is said.
template <typename T>
std::vector<SlidingSurface> EventIsolation<T>::FindSurfaces(
    const std::vector<SidedMode>& branches) {
  std::optional<std::vector<SlidingSurface>> surfaces;
  try {
    surfaces = mode_choice_->FindSurfaces(branches);
  } catch (const std::exception&) {
    surfaces.reset();
  }
  if (surfaces.has_value()) return *std::move(surfaces);
  std::vector<SlidingSurface> apart;
  for (const SidedMode& branch : branches) apart.push_back({{branch}});
  return apart;
}

/// Branches at the start of a step that were corrected again and again, as read from it.
template <typename T>
auto EventIsolation<T>::SlideFromReadings(double start) -> StartingModes {
  const std::vector<int> group = {corrections_[0].node};
  std::vector<SidedMode> branches;
  for (const auto& [node, mode] : corrections_) {
    branches.push_back({node, mode, {early_modes_[mode], data_.modes[mode]}});
  }
  if (run_.config.solve_discontinuities && run_.has_continuous_state) {
    return SlideFromStart(start, FindSurfaces(branches), group, true);
  }
  FailWithoutChoice(start, group, true);
  return StartingModes::kFailed;
}

/// No choice of branches is consistent at the start of a step: the motion slides, or the run fails.
template <typename T>
auto EventIsolation<T>::SlideFromChoice(double start, bool are_many) -> StartingModes {
  std::optional<std::vector<SlidingSurface>> surfaces;
  const std::vector<int> group = mode_choice_->group();
  if (run_.config.solve_discontinuities && run_.has_continuous_state) {
    std::vector<SidedMode> branches;
    for (const int mode : mode_choice_->group_modes()) {
      for (int g = guards_.num_witnesses(); g < guards_.size(); ++g) {
        if (guards_.mode_position(g) == mode) branches.push_back({guards_.node(g), mode, {0, 0}});
      }
    }
    surfaces = mode_choice_->FindSurfaces(std::move(branches));
  }
  if (!surfaces.has_value()) surfaces.emplace();
  return SlideFromStart(start, *surfaces, group, are_many);
}

template <typename T>
auto EventIsolation<T>::SlideFromStart(double start, const std::vector<SlidingSurface>& surfaces,
                                       const std::vector<int>& group, bool are_many)
    -> StartingModes {
  ReadBeforeUpdate();
  if (records_.RecordsPairs()) records_.RecordBefore();
  slid_.clear();
  if (++num_slides_at_start_ > kMostSlidesAtStart || surfaces.empty() || !SlideAlong(surfaces)) {
    FailWithoutChoice(start, group, are_many);
    return StartingModes::kFailed;
  }
  events_.ForgetRun();
  phase_changed_.clear();
  return FinishCorrection();
}

/// The motion slides on these surfaces besides those that it slides on already, or leaves them to
/// the sides that its rates lead to. False, with everything as it was, where neither is possible.
template <typename T>
bool EventIsolation<T>::SlideAlong(std::vector<SlidingSurface> surfaces) {
  if (records_.RecordsPairs()) records_.RecordBefore();
  if (run_.sliding != nullptr) {
    surfaces.insert(surfaces.end(), run_.sliding->surfaces().begin(),
                    run_.sliding->surfaces().end());
  }
  return InstallSliding(std::move(surfaces), {});
}

/// The same of all surfaces; the search begins with `places`, or, where there are none, with all
/// surfaces being slid on.
template <typename T>
bool EventIsolation<T>::InstallSliding(std::vector<SlidingSurface> surfaces,
                                       std::vector<Place> places) {
  using Search = PlaceSearch<T>;
  const std::vector<int64_t> modes = data_.modes;
  const std::vector<T> state(data_.continuous(), data_.continuous() + data_.plan->num_continuous());
  for (const SlidingSurface& surface : surfaces) {
    for (const SidedMode& branch : surface.branches) NoteSlid(branch.node);
  }
  const double drift = LargestOf(former_surface_margins_);
  bool is_solved = true;
  // Once for all surfaces, and once for those that are slid on.
  while (is_solved && !surfaces.empty()) {
    StopSliding();
    std::optional<SlidingBranches> branches = FindSlidingBranches(&data_, surfaces);
    is_solved = branches.has_value();
    if (!is_solved) break;
    if (!branches->undecided.empty()) {
      WarnOfSeveralSlides(surfaces, ChooseCornerBranches(&data_, surfaces, &mode_choice_->copy(),
                                                         run_.config.max_step, &*branches));
    }
    TakeModes(branches->modes);
    auto motion = std::make_unique<SlidingMotion<T>>(&data_, surfaces, *std::move(branches),
                                                     &mode_choice_->copy(), run_.config.max_step);
    SlidingMotion<T>* const made = motion.get();
    data_.SetBlend(std::move(motion));
    if (places.size() != surfaces.size()) places.assign(surfaces.size(), Search::kOn);
    is_solved = made->FindWeights(places) && made->search().PutOnSides(drift);
    places.clear();
    if (!is_solved) break;
    WarnOfSeveralSlides(surfaces, made->search().others());
    std::vector<SlidingSurface> remaining;
    TakeSides(surfaces, made->search().places(), &remaining);
    if (remaining.size() == surfaces.size()) {
      run_.sliding = made;
      break;
    }
    StopSliding();
    // Beside those that are left, thresholds that were one may part: where max(t - 0.5, 0) is 0,
    // that of sign(x - max(t - 0.5, 0)) is x = 0 as that of max(x, 0) is.
    surfaces = remaining.empty() ? remaining : FindSurfaces(TakeApart(remaining));
  }
  if (!is_solved) {
    StopSliding();
    TakeModes(modes);
    std::copy(state.begin(), state.end(), data_.continuous());
    data_.InvalidateContinuous(0);
    return false;
  }
  for (const int n : slid_) data_.Invalidate(data_.plan->modes_source(n));
  if (run_.sliding == nullptr) {
    former_surface_margins_.clear();
    return true;
  }
  sliding_modes_ = data_.modes;
  run_.sliding->Settle();
  run_.sliding->CalcMargins(&former_surface_margins_);
  ForgetChatter();
  return true;
}

/// That a surface was crossed again and again before the motion began to slide on it says nothing
/// of what follows.
template <typename T>
void EventIsolation<T>::ForgetChatter() {
  run_.step_limit = 0;
  collapsed_events_ = 0;
  std::erase_if(guard_history_, [this](const GuardHistory& history) {
    const auto* mode = static_cast<const int64_t*>(history.guard);
    const bool is_mode = !data_.modes.empty() && mode >= data_.modes.data() &&
                         mode < data_.modes.data() + data_.modes.size();
    return is_mode && run_.sliding->Combines(static_cast<int>(mode - data_.modes.data()));
  });
}

namespace {
/// The leaves whose branches lie on some surfaces.
std::vector<int> NodesOf(const std::vector<SlidingSurface>& surfaces) {
  std::vector<int> group;
  for (const SlidingSurface& surface : surfaces) {
    for (const SidedMode& branch : surface.branches) {
      if (std::find(group.begin(), group.end(), branch.node) == group.end()) {
        group.push_back(branch.node);
      }
    }
  }
  return group;
}
}  // namespace

/// If there are other choices; once for each group in a run.
template <typename T>
void EventIsolation<T>::WarnOfSeveralSlides(const std::vector<SlidingSurface>& surfaces,
                                            const OtherChoices& others) {
  if (others.empty()) return;
  const std::vector<int> group = NodesOf(surfaces);
  if (!run_.observers.warning_handler || group == warned_group_) return;
  warned_group_ = group;
  run_.observers.warning_handler(
      {run_.time(), data_.plan->systems[group[0]],
       "stands on several thresholds, along or from which more than one motion is "
       "possible; it goes on with the first that was found. Blocks involved: " +
           run_.PathsOf(group) + "; other branches: " + others.text()});
}

template <typename T>
void EventIsolation<T>::TakeModes(const std::vector<int64_t>& modes) {
  data_.modes = modes;
  for (const int n : data_.plan->mode_leaves) data_.Invalidate(data_.plan->modes_source(n));
}

/// Branches on surfaces that are left become those of the side; the other surfaces remain.
template <typename T>
void EventIsolation<T>::TakeSides(const std::vector<SlidingSurface>& surfaces,
                                  const std::vector<Place>& places,
                                  std::vector<SlidingSurface>* remaining) {
  for (size_t s = 0; s < surfaces.size(); ++s) {
    if (places[s] == PlaceSearch<T>::kOn) {
      remaining->push_back(surfaces[s]);
      continue;
    }
    for (const SidedMode& branch : surfaces[s].branches) {
      data_.modes[branch.mode] = branch.sides[places[s] == PlaceSearch<T>::kSide1 ? 1 : 0];
      data_.Invalidate(data_.plan->modes_source(branch.node));
    }
  }
}

/// All branches of some surfaces but those whose threshold is elsewhere now, in some corner at
/// least: these become those of the side that the state is on, and follow what slides from now on.
/// Beside round(y), sign(x - round(y)) at x = 0 stands on its threshold until y reaches 0.5.
template <typename T>
std::vector<SidedMode> EventIsolation<T>::TakeApart(const std::vector<SlidingSurface>& surfaces) {
  const std::optional<SlidingBranches> branches = FindSlidingBranches(&data_, surfaces);
  std::vector<SidedMode> shared;
  SurfaceScratch<T> scratch;
  for (const SlidingSurface& surface : surfaces) {
    for (const SidedMode& branch : surface.branches) {
      const bool is_apart =
          branches.has_value() && std::find(branches->apart.begin(), branches->apart.end(),
                                            branch.mode) != branches->apart.end();
      if (!is_apart) {
        shared.push_back(branch);
        continue;
      }
      const double margin = ValueOf(CalcSurfaceMargin(data_, {{branch}}, &scratch));
      data_.modes[branch.mode] = branch.sides[margin > 0 ? 1 : 0];
      data_.Invalidate(data_.plan->modes_source(branch.node));
      NoteSlid(branch.node);
    }
  }
  return shared;
}

/// After updates and modes of an instant, or where a weight has reached its end: whether the motion
/// slides on other surfaces now.
template <typename T>
bool EventIsolation<T>::ReviewSliding() {
  std::vector<Place> places;
  run_.sliding->NoteChange();
  std::vector<SlidingSurface> surfaces = run_.sliding->surfaces();
  if (HasLeftSurfaces()) {
    surfaces = LeaveSurfaces();
    if (surfaces.empty()) {
      StopSliding();
      former_surface_margins_.clear();
      return true;
    }
    if (records_.RecordsPairs()) records_.RecordBefore();
  } else {
    run_.sliding->Settle();
    places = PlacesOfWeights();
    const bool are_on = std::all_of(places.begin(), places.end(),
                                    [](Place place) { return place == PlaceSearch<T>::kOn; });
    // With other branches beside them, other branches may depend on what slides.
    const bool are_as_before = are_on && sliding_modes_ == data_.modes;
    const bool attracts = run_.sliding->attraction() > 0;
    if (are_as_before && attracts && !run_.sliding->has_failed() &&
        !run_.sliding->HasOtherBranches()) {
      return false;
    }
    if (records_.RecordsPairs()) records_.RecordBefore();
    // … and thresholds that were one may part.
    if (sliding_modes_ != data_.modes || run_.sliding->HasOtherBranches()) {
      StopSliding();
      surfaces = FindSurfaces(TakeApart(surfaces));
    }
    if (surfaces.empty()) return true;
  }
  const std::vector<int> group = NodesOf(surfaces);
  const bool did_attract = run_.sliding == nullptr || run_.sliding->attraction() > 0;
  const bool is_installed = InstallSliding(std::move(surfaces), std::move(places));
  const bool attracts = run_.sliding == nullptr || run_.sliding->attraction() > 0;
  if (is_installed && attracts) return true;
  if (did_attract && attracts) {
    FailWithoutChoice(run_.time(), {group[0]}, false);
  } else {
    run_.FailAt(
        run_.time(), data_.plan->systems[group[0]],
        "the thresholds that it slides on together attract it no longer, and no other motion "
        "was found that stays in its branches. Blocks involved: " +
            run_.PathsOf(group) + ". Give them a hysteresis");
  }
  return true;
}

/// The branches on surfaces that were left (HasLeftSurfaces()) become those of the side that the
/// state is on; the other surfaces are answered.
template <typename T>
std::vector<SlidingSurface> EventIsolation<T>::LeaveSurfaces() {
  std::vector<SlidingSurface> remaining;
  const std::vector<SlidingSurface>& surfaces = run_.sliding->surfaces();
  for (size_t s = 0; s < surfaces.size(); ++s) {
    if (!has_left_[s]) {
      remaining.push_back(surfaces[s]);
      continue;
    }
    for (const SidedMode& branch : surfaces[s].branches) {
      const bool is_above = ValueOf(surface_margins_[s]) > 0;
      data_.modes[branch.mode] = branch.sides[is_above ? 1 : 0];
      NoteSlid(branch.node);
    }
  }
  return remaining;
}

/// Where each surface's weight says that the motion is. A weight at its end has left the surface:
/// the next moment it would be beyond.
template <typename T>
auto EventIsolation<T>::PlacesOfWeights() const -> std::vector<Place> {
  using Search = PlaceSearch<T>;
  std::vector<Place> places;
  for (const T& weight : run_.sliding->weights()) {
    const double w = ValueOf(weight);
    places.push_back(w <= 0 ? Search::kSide0 : w >= 1 ? Search::kSide1 : Search::kOn);
  }
  return places;
}

/// Whether an update has moved the state away from surfaces, which are noted.
template <typename T>
bool EventIsolation<T>::HasLeftSurfaces() {
  run_.sliding->CalcMargins(&surface_margins_);
  has_left_.assign(surface_margins_.size(), 0);
  bool some_have = false;
  if (former_surface_margins_.size() == surface_margins_.size()) {
    for (size_t s = 0; s < surface_margins_.size(); ++s) {
      const double now = ValueOf(surface_margins_[s]), before = ValueOf(former_surface_margins_[s]);
      has_left_[s] = std::abs(now - before) > std::max(kLeastJump, kJump * std::abs(before));
      some_have |= has_left_[s] != 0;
    }
  }
  return some_have;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(EventIsolation)

}  // namespace loopwright
