#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/context/discrete_values.h"
#include "engine/context/kernel.h"
#include "engine/expression/default_scalars.h"

namespace loopwright::internal {

template <typename T>
class ContextData;

/// A leaf whose values are combinations of what they are in several branches. Each surface on which
/// the motion slides has two sides, 0 and 1; a choice of sides for all of them is a *corner*. What
/// the leaf's modes are in a corner depends on the sides of `surfaces`, n of them: there are 2^n
/// rows of `modes`, and bit i of a row's number is the side of surfaces[i].
///
/// For example the block sign(x), whose mode is -1 or 1, on the surface x = 0, which is number 0:
/// surfaces = {0}, changing = {0}, modes = {-1, 1}.
///
/// Where a leaf has many surfaces, as the friction of 40 bodies in one block, each of them changes
/// other modes and adds its part to the values: then only 1 + n rows are needed. Row 0 is the
/// corner of all sides 0, and row 1 + i the one in which surfaces[i] alone is on side 1.
struct BlendedLeaf {
  int node = 0;
  std::vector<int> surfaces;   ///< ascending
  std::vector<int> changing;   ///< which of the leaf's modes differ between corners
  std::vector<int64_t> modes;  ///< row by row, those of `changing`
  bool is_additive = false;

  int num_rows() const {
    const auto count = static_cast<int>(surfaces.size());
    return is_additive ? 1 + count : 1 << count;
  }
  int64_t mode(int row, size_t i) const {
    return modes[static_cast<size_t>(row) * changing.size() + i];
  }
  /// Of changing[i] in the corner with these sides of `surfaces`, in their order.
  int64_t ModeAt(const std::vector<char>& sides, size_t i) const;
};

/// Makes the values of some leaves of a context combinations of their values in several branches
/// (semantics 11, sliding): each surface s has a weight w_s, the part that its side 1 has, and a
/// value is the sum over the corners of the leaf of
///
///     (product of w_s where the corner is on side 1, of 1 - w_s where it is on side 0) · value
///
/// or, of an additive leaf, the value of row 0 and w_s times what row 1 + i adds to that. So it is
/// linear in each weight (Alexander, Seidman, "Sliding modes in intersecting switching
/// surfaces I", Houston J. Math. 24 (1998)); with one surface it is Filippov's combination.
///
/// The leaves' computations do not know of it: they are run once for each corner, with the modes of
/// that corner in the context, and with what they read as it is in that corner: abs(2 s), where s
/// slides between -1 and 1, is 2 on both sides, and so it is 2. This class holds the weights as
/// they are set; who derives from it says with EvaluateDerivatives() how they follow from time and
/// state.
template <typename T>
class Blend {
 public:
  /// The context's modes are, and stay, as in row 0 of every leaf.
  Blend(ContextData<T>* data, std::vector<BlendedLeaf> leaves, int num_surfaces);
  /// In another context of the same plan, with the weights of `other` as they are.
  Blend(ContextData<T>* data, const Blend& other);
  virtual ~Blend() = default;
  Blend(const Blend&) = delete;
  Blend& operator=(const Blend&) = delete;

  const std::vector<BlendedLeaf>& leaves() const { return leaves_; }
  /// Per surface: the part of its side 1.
  const std::vector<T>& weights() const { return weights_; }
  /// What depends on the weights is computed anew after this.
  void SetWeights(const std::vector<T>& weights);
  /// Whether this mode, by its position in the context, is one of those that are combined.
  bool Combines(int mode) const { return combined_modes_[mode] != 0; }
  /// Whether it follows from the surfaces and not from its own margin: it is combined, or the same
  /// in all corners though its margin is not.
  virtual bool Governs(int mode) const { return Combines(mode); }
  /// How far such a mode is from where this ends; negative beyond. Infinite where it never does.
  virtual double CalcMargin(int mode) const;

  /// Whether the values of all additive leaves are sums, as a look at all sides 1 tells. At the
  /// context's time and state.
  bool AreSumsRight();

  /// All time derivatives at the context's time and state, in place of the plain evaluation.
  virtual void EvaluateDerivatives();
  /// The weights are those of the context's time and state after this.
  virtual void Settle() {}

  /// The computation of an entry, in place of `plain`, which is the one of a single branch.
  BoundKernel<T> Wrap(int entry, const BoundKernel<T>& plain);
  /// Whether an entry depends on the modes of a leaf that is combined.
  bool Covers(int entry) const;
  const std::vector<int>& covered_entries() const { return covered_; }
  /// All entries that the modes of a leaf make stale.
  std::vector<int> FindDependents(int node) const;
  /// Null where the node is no leaf that is combined.
  const BlendedLeaf* FindLeaf(int node) const;

 protected:
  ContextData<T>& data() const { return data_; }
  /// The derivatives once more with other weights, at the time and state of the last evaluation:
  /// only what depends on weights is computed, and rows that do not depend on them are combined
  /// anew.
  void EvaluateDerivativesAgain();
  /// The derivatives with all surfaces on side 0. The weights are zero after this, and all is
  /// computed with them.
  void EvaluateSide0();
  /// After EvaluateSide0(): sets the weights for who asks for them. What depends on weights stays
  /// as it is on side 0 until SetWeights().
  void KeepWeights(const std::vector<T>& weights) {
    for (size_t s = 0; s < weights_.size(); ++s) weights_[s] = weights[s];
  }

 private:
  /// One entry's computation.
  struct Entry {
    int entry = 0;
    Blend* blend = nullptr;
    const BlendedLeaf* leaf = nullptr;
    BoundKernel<T> plain;
    /// Where its values lie in the arena; of time derivatives up to three spans.
    std::vector<Slot> spans;
    size_t size = 0;  ///< of all spans together
    /// The values in each row, one row after the other, as they were last computed.
    std::vector<T> rows;
    std::vector<T> parts;  ///< by which rows are multiplied
    bool has_all_rows = false;
    /// What depends on weights and is read by this, directly or not, in order.
    std::vector<int> upstream;
    std::vector<T> weights_as_set;
    std::vector<int64_t> kept;  ///< the leaf's modes as they were

    void Compute();
    void ComputeRows(bool all);
    void AddRows();
    bool HasOnlyRow0() const;
    void FindParts();
    void MoveToRow(int row);
    void ComputeUpstream();
    bool IsSum();
  };
  struct RowsGuard;
  void FindEntries();
  std::vector<int> FindUpstream(int entry) const;

  ContextData<T>& data_;
  const std::vector<BlendedLeaf> leaves_;
  std::vector<T> weights_;
  bool are_dependents_stale_ = false;       ///< since the weights were set last
  bool are_on_side_0_ = false;              ///< all that was computed since then
  std::vector<char> combined_modes_;        ///< per mode of the context
  std::vector<int> covered_;                ///< entries of the leaves, ascending
  std::vector<int> dependents_;             ///< all that the leaves' modes make stale
  std::vector<int> scheduled_;              ///< those of them that derivatives need, in order
  std::vector<BoundKernel<T>> operations_;  ///< of scheduled_
  int64_t bound_version_ = -1;              ///< of operations_
  std::deque<Entry> entries_;
};

LOOPWRIGHT_DECLARE_CLASS(Blend)

}  // namespace loopwright::internal
