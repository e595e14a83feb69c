#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/branches/branch_order.h"
#include "engine/branches/other_choices.h"
#include "engine/branches/sliding_motion.h"
#include "engine/context/context_data.h"
#include "engine/integration/autodiff_copy.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Which branches are right at an instant at which some of them stand exactly on their thresholds
/// (semantics 11), found from the motion just after it and not from trying steps.
///
/// A branch whose margin is zero is *undecided*. A choice for all undecided branches is
/// *consistent* if the motion with these branches held enters them: for x' = 1 - 2 [x > 0] at x = 0
/// neither branch is, since each motion leads into the other one; for x' = 1 + [x > 0] the branch x
/// > 0 is, since x grows. What a motion enters is decided by the first time derivative of the
/// margin that is not zero. All derivatives are found at once and to rounding, as power series in
/// the time since the instant: from x_0 ... x_k the derivative's coefficient f_k, and from that
/// x_{k+1} = f_k / (k + 1) (the Taylor series method, e.g. Hairer, Nørsett, Wanner: Solving
/// Ordinary Differential Equations I, section I.8). The system is evaluated in the AutoDiff scalar,
/// whose numbers are the series.
///
/// Undecided branches that depend on each other are one group. Groups are solved one after the
/// other, first those that others depend on; of a group all choices are looked at, up to
/// kMostChoices. Of branches that do not act on themselves, as the Saturations of a chain, each has
/// one answer, given those before it: many of these are followed at once, so that a chain costs
/// time in proportion to its length.
template <typename T>
class ModeChoice {
 public:
  static constexpr int64_t kMostChoices = 4096;

  enum class Answer {
    kOne,      ///< exactly one choice is consistent
    kSeveral,  ///< several are, with different motions; the one nearest to the old branches is
               ///< taken
    kNone,     ///< a group has no consistent choice
    kTooMany,  ///< a group has too many choices, and the first that suggest themselves are not
               ///< right
    kUnknown   ///< there is no such series: another scalar is not supported, a value is infinite,
               ///< or the past of a signal takes part, which is known as a polynomial only
  };

  /// `data` must outlive this; `source` may be empty: then every answer is kUnknown.
  ModeChoice(const internal::ContextData<T>* data, AutoDiffSource source);

  /// Whether a leaf's margins can leave zero at all before the next event: whether they depend on
  /// time or continuous state.
  bool can_move(int node) const { return can_move_[node] != 0; }

  /// `undecided` are positions in the context's modes, of leaves that can move; `old_modes` are all
  /// branches as they were before the instant.
  /// What depends on the past of a signal is kUnknown unless `takes_histories`: then that past is
  /// taken for the polynomial that it is kept as.
  Answer Choose(const std::vector<int>& undecided, const std::vector<int64_t>& old_modes,
                bool takes_histories = false);

  /// All that were chosen together, ascending: those that were asked for, and those that a choice
  /// for them brings to a threshold.
  const std::vector<int>& undecided() const { return undecided_; }
  /// After kOne and kSeveral: all branches; the others follow the undecided ones.
  const std::vector<int64_t>& modes() const { return chosen_; }
  /// Whether the margin of an undecided branch stays zero with these.
  bool rests(int mode) const { return rests_[mode] != 0; }
  /// After kSeveral, kNone and kTooMany: the leaves of the group that is meant, as nodes.
  const std::vector<int>& group() const { return group_; }
  /// … and its undecided branches, ascending.
  const std::vector<int>& group_modes() const { return group_modes_; }
  /// The motion on which some other branches slide meanwhile; null where none do.
  void set_sliding(const SlidingMotion<T>* sliding) { sliding_ = sliding; }
  /// The surfaces on which the thresholds of some branches lie. What these are on both sides is
  /// found where it is not given (two equal sides): those that are the same whichever way time and
  /// state move, as a switch is that a comparison has brought to its threshold, are left out.
  /// Branches share a surface where, whatever moves, their margins move in one proportion. Nothing
  /// where a branch has more than two sides, or no series tells.
  std::optional<std::vector<SlidingSurface>> FindSurfaces(std::vector<SidedMode> branches);
  /// Follows the motion from here with all branches as they are, for FindSign(). False where no
  /// series tells.
  bool FollowPresent();
  /// With which sign a witness function leaves zero along that motion, the `index`-th that the leaf
  /// `node` has now: 1, -1, or 0 where it stays zero as far as the series goes or that cannot be
  /// told.
  int FindSign(int node, int index);
  /// The context's values in the AutoDiff scalar, by which a sliding motion finds rates; where the
  /// past of a signal takes part it never has any, so that these are differences.
  AutoDiffCopy<T>& copy() { return has_histories_ ? no_copy_ : copy_; }
  /// After kSeveral: the other choices.
  const OtherChoices& others() const { return others_; }

 private:
  using Modes = std::vector<int64_t>;
  /// What a choice for a group leads to.
  struct Motion {
    bool is_known = false, is_consistent = false;
    Modes entered;               ///< of the group's branches, in their order
    Modes all;                   ///< branches
    std::vector<double> series;  ///< all continuous states' coefficients, one state after the other
  };

  int node_of(int mode) const { return node_of_mode_[mode]; }
  const LeafSystem<AutoDiff>& leaf(int node);
  bool IsUndecided(int mode) const;
  bool Slides(int mode) const;
  bool DependOnHistories(const std::vector<int>& modes) const;
  void FindAlternatives();
  std::vector<int64_t>& AlternativesOf(int mode);
  void AddPresentModes();
  void CalcModesOf(int node);
  void Disturb(double sign, int end, uint64_t* random);
  std::vector<std::vector<int>> FindGroups() const;
  bool IsFollower(const std::vector<int>& group) const;
  bool TakeFollowers(const std::vector<int>& followers);
  bool HaveOneAnswerEach(const std::vector<int>& followers);
  std::vector<char> FindReach(const std::vector<int>& sources) const;
  static bool AreSame(const std::vector<double>& a, const std::vector<double>& b);
  Answer Solve(const std::vector<int>& group);
  bool AddAlternatives(const std::vector<int>& group, const Modes& entered);
  void NoteOther(const std::vector<int>& group, const Motion& other);
  Answer LookBeside(const std::vector<int>& group);
  Answer SolveByFollowing(const std::vector<int>& group, const Modes& old_modes);
  Answer Take(const std::vector<int>& group, Motion motion);
  void NoteGroup(const std::vector<int>& group);
  Motion Follow(const std::vector<int>& group, const Modes& choice);
  void HoldModes(const Modes& modes);
  void LetOthersFollow();
  void ExpandMotion();
  void FindSides(std::vector<SidedMode>* branches, bool* are_found);
  void HoldBranchesOfValues();
  void TakeCoefficients(int k);
  void CorrectWeights(int k);
  bool NoteMargins(const std::vector<int>& group);

  const internal::ContextData<T>& data_;
  AutoDiffCopy<T> copy_, no_copy_;
  std::vector<int> node_of_mode_;
  BranchOrder order_;
  std::vector<char> can_move_;  ///< per node
  bool has_histories_ = false;
  std::vector<char> depends_on_histories_;          ///< per node
  std::vector<int> undecided_;                      ///< ascending
  std::vector<int> newly_undecided_;                ///< brought to zero by a choice for others
  std::vector<std::vector<int64_t>> alternatives_;  ///< per element of undecided_
  Modes old_modes_, chosen_, leaf_modes_;
  std::vector<AutoDiff> margins_;
  std::vector<const WitnessFunction<AutoDiff>*> witnesses_;  ///< of one leaf
  std::vector<char> rests_;                                  ///< per mode
  std::vector<int> group_, group_modes_;
  OtherChoices others_;
  const SlidingMotion<T>* sliding_ = nullptr;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(ModeChoice)

}  // namespace loopwright
