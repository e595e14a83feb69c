#include "engine/branches/mode_choice.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/branches/add_once.h"
#include "engine/context/blend.h"
#include "engine/random/direction.h"
#include "engine/traits/step_history.h"

namespace loopwright {

// A copy of the diagram over AutoDiff, in which numbers are power series in time, is what the
// choices are tried in; the run itself is not touched. `can_move_` are the leaves whose branches
// can change as time passes and states move.
template <typename T>
ModeChoice<T>::ModeChoice(const internal::ContextData<T>* data, AutoDiffSource source)
    : data_(*data), copy_(data, std::move(source)), no_copy_(data, nullptr) {
  const auto& plan = *data_.plan;
  node_of_mode_.resize(data_.modes.size());
  int most = 0;
  for (const int n : plan.mode_leaves) {
    const PlanNode& node = plan.nodes[n];
    for (int i = 0; i < node.num_modes; ++i) node_of_mode_[node.first_mode + i] = n;
    most = std::max(most, node.num_modes);
  }
  leaf_modes_.resize(most);
  margins_.resize(most);
  std::vector<int> moving = {plan.time_source()};
  for (const int n : plan.continuous_leaves) {
    moving.insert(moving.end(), {plan.q_source(n), plan.v_source(n), plan.z_source(n)});
  }
  can_move_ = FindReach(moving);
  order_ = FindBranchOrder(plan);
  std::vector<int> histories;
  for (const int n : plan.leaves) {
    if (dynamic_cast<const StepHistory<T>*>(plan.systems[n]) == nullptr) continue;
    histories.push_back(plan.abstract_state_source(plan.nodes[n].first_abstract_state));
  }
  has_histories_ = !histories.empty();
  depends_on_histories_ = FindReach(histories);
}

template <typename T>
const LeafSystem<AutoDiff>& ModeChoice<T>::leaf(int node) {
  return static_cast<const LeafSystem<AutoDiff>&>(*copy_.data().plan->systems[node]);
}

template <typename T>
bool ModeChoice<T>::IsUndecided(int mode) const {
  return std::binary_search(undecided_.begin(), undecided_.end(), mode);
}

// Whether a branch is one on which the motion slides.
template <typename T>
bool ModeChoice<T>::Slides(int mode) const {
  return sliding_ != nullptr && sliding_->Governs(mode);
}

// Whether what decides one of some branches, or one of those that slide, is computed from what a
// signal was before.
template <typename T>
bool ModeChoice<T>::DependOnHistories(const std::vector<int>& modes) const {
  const auto depends = [this](int mode) { return depends_on_histories_[node_of(mode)] != 0; };
  bool some_depend = std::any_of(modes.begin(), modes.end(), depends);
  if (sliding_ == nullptr) return some_depend;
  for (const SlidingSurface& surface : sliding_->surfaces()) {
    for (const SidedMode& branch : surface.branches) some_depend |= depends(branch.mode);
  }
  return some_depend;
}

// Finds, for the branches that stand on thresholds, those with which the motion goes on: a choice
// is right where the motion that it leads to enters just these branches. Groups that do not depend
// on each other are solved one after another. The answer says whether there is one choice, several,
// none, or too many to try, or that it could not be found out.
template <typename T>
auto ModeChoice<T>::Choose(const std::vector<int>& undecided, const Modes& old_modes,
                           bool takes_histories) -> Answer {
  undecided_ = undecided;
  std::sort(undecided_.begin(), undecided_.end());
  old_modes_ = old_modes;
  for (;;) {
    chosen_ = data_.modes;
    rests_.assign(chosen_.size(), 0);
    if (!takes_histories && DependOnHistories(undecided_)) return Answer::kUnknown;
    if (!copy_.Update()) return Answer::kUnknown;
    FindAlternatives();
    newly_undecided_.clear();
    Answer answer = Answer::kOne;
    std::vector<int> group_of_several;
    OtherChoices others_of_several;
    const std::vector<std::vector<int>> groups = FindGroups();
    for (size_t g = 0; g < groups.size();) {
      std::vector<int> followers;
      size_t end = g;
      for (; end < groups.size() && IsFollower(groups[end]); ++end) {
        followers.push_back(groups[end][0]);
      }
      if (followers.size() > 1 && TakeFollowers(followers)) {
        if (!newly_undecided_.empty()) break;
        g = end;
        continue;
      }
      const Answer of_group = Solve(groups[g++]);
      if (!newly_undecided_.empty()) break;
      if (of_group == Answer::kSeveral && answer == Answer::kOne) {
        answer = of_group;
        group_of_several = group_;
        others_of_several = others_;
      }
      if (of_group != Answer::kOne && of_group != Answer::kSeveral) return of_group;
    }
    if (newly_undecided_.empty()) {
      if (answer == Answer::kSeveral) {
        group_ = group_of_several;
        others_ = others_of_several;
      }
      return answer;
    }
    // What a choice brings to its threshold takes part in the choice, and all begins anew. Each
    // time there are more undecided branches, so this ends.
    undecided_.insert(undecided_.end(), newly_undecided_.begin(), newly_undecided_.end());
    std::sort(undecided_.begin(), undecided_.end());
    undecided_.erase(std::unique(undecided_.begin(), undecided_.end()), undecided_.end());
  }
}

// --- which branches meet here ---

// The branches that an undecided one can have: that of the threshold itself and those on its
// sides. The sides are found by letting time, state and parameters move in a few arbitrary
// directions: what stands on a threshold goes to one side of it or the other.
template <typename T>
void ModeChoice<T>::FindAlternatives() {
  constexpr int kDirections = 6;
  alternatives_.assign(undecided_.size(), {});
  for (size_t i = 0; i < undecided_.size(); ++i) {
    alternatives_[i] = {chosen_[undecided_[i]]};
  }
  AddPresentModes();
  uint64_t random = 0x9E3779B97F4A7C15;
  for (int direction = 0; direction < kDirections; ++direction) {
    const uint64_t before = random;
    for (const double sign : {1., -1.}) {
      random = before;
      Disturb(sign, copy_.data().plan->parameters_end, &random);
      AddPresentModes();
    }
  }
}

// What is known of an undecided branch.
template <typename T>
std::vector<int64_t>& ModeChoice<T>::AlternativesOf(int mode) {
  const auto at = std::lower_bound(undecided_.begin(), undecided_.end(), mode);
  return alternatives_[at - undecided_.begin()];
}

// Adds the branches that the present values have to what is known of each undecided one. The
// branches of a leaf are computed together, so once for all that it has.
template <typename T>
void ModeChoice<T>::AddPresentModes() {
  int last_node = -1;
  for (size_t i = 0; i < undecided_.size(); ++i) {
    const int n = node_of(undecided_[i]);
    if (n != last_node) CalcModesOf(n);
    last_node = n;
    AddOnce(leaf_modes_[undecided_[i] - data_.plan->nodes[n].first_mode], &alternatives_[i]);
  }
}

// The branches of a leaf beside those that are held, in leaf_modes_.
template <typename T>
void ModeChoice<T>::CalcModesOf(int node) {
  const internal::ContextData<AutoDiff>& data = copy_.data();
  const int64_t* held = data.modes.data() + data.plan->nodes[node].first_mode;
  leaf(node).CalcModesBeside(data.views[node], held, leaf_modes_.data());
}

// Time and the first values of the arena, up to `end`, become series of first order with arbitrary
// slopes; `random` is the state of a linear congruential generator (Knuth's MMIX).
template <typename T>
void ModeChoice<T>::Disturb(double sign, int end, uint64_t* random) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  const auto disturbed = [&](const AutoDiff& value) {
    AutoDiff result = AutoDiff::Series(value.value());
    result.set_coefficient(1, sign * NextDirection(random));
    return result;
  };
  data.write_time(disturbed(data.time));
  for (int i = 0; i < end; ++i) data.arena[i] = disturbed(data.arena[i]);
  data.MarkAllStale();
}

// --- groups ---

// Which leaves' branches depend on a source, by what is computed from what, through time
// derivatives and the states that they move: 1 per node. Sources are those of the plan.
template <typename T>
std::vector<char> ModeChoice<T>::FindReach(const std::vector<int>& sources) const {
  const Plan<T>& plan = *data_.plan;
  std::vector<char> entry_seen(plan.entries.size(), 0), source_seen(plan.num_sources(), 0);
  std::vector<int> entries;
  const auto visit = [&](const Adjacency& dependents, int row) {
    for (const int e : dependents[row]) {
      if (!std::exchange(entry_seen[e], 1)) entries.push_back(e);
    }
  };
  const auto visit_source = [&](int source) {
    if (!std::exchange(source_seen[source], 1)) visit(plan.source_dependents, source);
  };
  std::vector<int> leaf_of_entry(plan.entries.size(), -1);
  for (size_t i = 0; i < plan.continuous_leaves.size(); ++i) {
    leaf_of_entry[plan.derivative_entry[i]] = plan.continuous_leaves[i];
  }
  for (const int source : sources) visit_source(source);
  while (!entries.empty()) {
    const int e = entries.back();
    entries.pop_back();
    visit(plan.entry_dependents, e);
    if (const int moved = leaf_of_entry[e]; moved >= 0) {
      visit_source(plan.q_source(moved));
      visit_source(plan.v_source(moved));
      visit_source(plan.z_source(moved));
    }
  }
  std::vector<char> reached(plan.nodes.size(), 0);
  for (const int n : plan.mode_leaves) {
    const PlanNode& other = plan.nodes[n];
    bool is_reached = source_seen[plan.modes_source(n)] || source_seen[plan.q_source(n)] ||
                      source_seen[plan.v_source(n)] || source_seen[plan.z_source(n)];
    // What it computes depends on what its branches do; a state that it reads directly is seen only
    // there.
    for (int e = other.first_entry; e < plan.nodes[n + 1].first_entry && !is_reached; ++e) {
      is_reached = entry_seen[e];
    }
    reached[n] = is_reached;
  }
  return reached;
}

// The undecided branches, those that depend on each other together, in an order in which none
// depends on a later one.
template <typename T>
std::vector<std::vector<int>> ModeChoice<T>::FindGroups() const {
  std::vector<std::pair<int, int>> placed;
  for (const int mode : undecided_) placed.emplace_back(order_.place[node_of(mode)], mode);
  std::sort(placed.begin(), placed.end());
  std::vector<std::vector<int>> groups;
  for (size_t i = 0; i < placed.size(); ++i) {
    if (i == 0 || placed[i].first != placed[i - 1].first) groups.emplace_back();
    groups.back().push_back(placed[i].second);
  }
  return groups;
}

// Whether a group is one branch that does not act on what decides it.
template <typename T>
bool ModeChoice<T>::IsFollower(const std::vector<int>& group) const {
  return group.size() == 1 && !order_.feeds_itself[node_of(group[0])];
}

// --- the search ---

// Whether two motions are one, but for rounding and what is known of neither.
template <typename T>
bool ModeChoice<T>::AreSame(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kRounding = 1e-12;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    const bool are_unknown = !std::isfinite(x) && !std::isfinite(y);
    return x == y || are_unknown ||
           std::abs(x - y) <= kRounding * std::max(std::abs(x), std::abs(y));
  });
}

// Keeps which leaves and modes a group has, for the message about it.
template <typename T>
void ModeChoice<T>::NoteGroup(const std::vector<int>& group) {
  group_.clear();
  group_modes_ = group;
  for (const int mode : group) {
    if (group_.empty() || group_.back() != node_of(mode)) group_.push_back(node_of(mode));
  }
}

// Makes a choice: later groups see its branches as held.
template <typename T>
auto ModeChoice<T>::Take(const std::vector<int>& group, Motion motion) -> Answer {
  Modes choice;
  for (const int mode : group) choice.push_back(motion.all[mode]);
  chosen_ = motion.all;
  // Once more, for what is said of the margins.
  Follow(group, choice);
  return Answer::kOne;
}

// Branches of which none acts on itself, those that feed others first: each enters one branch,
// given those before it, so that following what the motion enters ends at the only choice there is.
// Two or three motions are enough where all leave their thresholds at once, as in a chain; Solve()
// would need three for each. False where the choice has to be made one by one: it was not found, or
// what is entered depends on what is held, as of a hysteresis.
template <typename T>
bool ModeChoice<T>::TakeFollowers(const std::vector<int>& followers) {
  const Modes before = chosen_;
  Modes old;
  for (const int mode : followers) old.push_back(old_modes_[mode]);
  if (SolveByFollowing(followers, old) == Answer::kOne &&
      (!newly_undecided_.empty() || HaveOneAnswerEach(followers))) {
    return true;
  }
  chosen_ = before;
  newly_undecided_.clear();
  return false;
}

// Whether each of the branches that were taken is entered whatever it was before.
template <typename T>
bool ModeChoice<T>::HaveOneAnswerEach(const std::vector<int>& followers) {
  const internal::ContextData<AutoDiff>& data = copy_.data();
  Modes held;
  for (const int mode : followers) {
    const int n = node_of(mode);
    const int first = data.plan->nodes[n].first_mode;
    for (const int64_t branch : AlternativesOf(mode)) {
      held.assign(&data.modes[first], &data.modes[first] + data.plan->nodes[n].num_modes);
      held[mode - first] = branch;
      leaf(n).CalcModesBeside(data.views[n], held.data(), leaf_modes_.data());
      if (leaf_modes_[mode - first] != chosen_[mode]) return false;
    }
  }
  return true;
}

// Tries every combination of the alternatives of a group where they are few enough, and collects
// those that are consistent. Of a large group, combinations cannot be counted through: there the
// search goes from a choice to the branches that its motion enters, from the present branches first
// and then from the old ones.
template <typename T>
auto ModeChoice<T>::Solve(const std::vector<int>& group) -> Answer {
  std::vector<const std::vector<int64_t>*> alternatives;
  int64_t count = 1;
  for (const int mode : group) {
    alternatives.push_back(&AlternativesOf(mode));
    count = std::min<int64_t>(count * std::ssize(*alternatives.back()), kMostChoices + 1);
  }
  Modes present, old;
  for (const int mode : group) {
    present.push_back(chosen_[mode]);
    old.push_back(old_modes_[mode]);
  }
  NoteGroup(group);
  if (count > kMostChoices) {
    for (const Modes& start : {present, old}) {
      const Answer answer = SolveByFollowing(group, start);
      if (answer == Answer::kOne && newly_undecided_.empty()) {
        // Of a leaf that does not act on itself, a look at it alone tells as much in less time.
        const bool is_clear = !order_.feeds_itself[node_of(group[0])] && HaveOneAnswerEach(group);
        return is_clear ? Answer::kOne : LookBeside(group);
      }
      if (answer != Answer::kTooMany) return answer;
    }
    return Answer::kTooMany;
  }

  std::vector<Motion> consistent;
  bool some_are_unknown = false;
  for (int64_t number = 0; number < count; ++number) {
    Modes choice;
    int64_t rest = number;
    for (const auto* list : alternatives) {
      choice.push_back((*list)[rest % std::ssize(*list)]);
      rest /= std::ssize(*list);
    }
    Motion motion = Follow(group, choice);
    if (!newly_undecided_.empty()) return Answer::kOne;
    some_are_unknown |= !motion.is_known;
    if (!motion.is_known) continue;
    if (AddAlternatives(group, motion.entered)) return Solve(group);
    if (motion.is_consistent) consistent.push_back(std::move(motion));
  }
  if (consistent.empty()) return some_are_unknown ? Answer::kUnknown : Answer::kNone;
  // Of several with one motion the one that is as it was, else the first.
  const auto distance = [&](const Motion& motion) {
    int changed = 0;
    for (size_t i = 0; i < group.size(); ++i) changed += motion.all[group[i]] != old[i];
    return changed;
  };
  const auto nearest =
      std::min_element(consistent.begin(), consistent.end(),
                       [&](const Motion& a, const Motion& b) { return distance(a) < distance(b); });
  others_ = {};
  for (const Motion& other : consistent) {
    if (&other != &*nearest && !AreSame(other.series, nearest->series)) NoteOther(group, other);
  }
  Take(group, *nearest);
  return others_.empty() ? Answer::kOne : Answer::kSeveral;
}

// What a motion enters is a branch that meets here, too; whether one of them was not known. A
// choice for other branches can bring a signal to the other side of its threshold, or to another
// one.
template <typename T>
bool ModeChoice<T>::AddAlternatives(const std::vector<int>& group, const Modes& entered) {
  bool is_new = false;
  for (size_t i = 0; i < group.size(); ++i) {
    is_new |= AddOnce(entered[i], &AlternativesOf(group[i]));
  }
  return is_new;
}

// Adds a choice to others_.
template <typename T>
void ModeChoice<T>::NoteOther(const std::vector<int>& group, const Motion& other) {
  std::string text;
  for (const int mode : group) text += (text.empty() ? "" : ", ") + std::to_string(other.all[mode]);
  others_.Add(text);
}

// A choice for a large group was found and taken: whether another one, in which a single branch
// differs, is consistent with another motion.
template <typename T>
auto ModeChoice<T>::LookBeside(const std::vector<int>& group) -> Answer {
  Modes taken;
  for (const int mode : group) taken.push_back(chosen_[mode]);
  const std::vector<double> series = Follow(group, taken).series;
  const std::vector<char> rests = rests_;
  others_ = {};
  for (size_t i = 0; i < group.size(); ++i) {
    for (const int64_t branch : AlternativesOf(group[i])) {
      if (branch == taken[i]) continue;
      Modes choice = taken;
      choice[i] = branch;
      const Motion motion = Follow(group, choice);
      if (motion.is_consistent && !AreSame(motion.series, series)) NoteOther(group, motion);
    }
  }
  // What other choices bring to a threshold is no part of this one.
  newly_undecided_.clear();
  rests_ = rests;
  return others_.empty() ? Answer::kOne : Answer::kSeveral;
}

// Goes from a choice to what its motion enters, and so on, until that is the choice itself.
template <typename T>
auto ModeChoice<T>::SolveByFollowing(const std::vector<int>& group, const Modes& start) -> Answer {
  Modes choice = start;
  for (size_t i = 0; i < 2 * group.size() + 8; ++i) {
    Motion motion = Follow(group, choice);
    if (!motion.is_known) return Answer::kUnknown;
    if (!newly_undecided_.empty()) return Answer::kOne;
    if (motion.is_consistent) return Take(group, std::move(motion));
    choice = motion.entered;
  }
  return Answer::kTooMany;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(ModeChoice)

}  // namespace loopwright
