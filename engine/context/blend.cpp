#include "engine/context/blend.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/common/few_elements.h"
#include "engine/common/reachable.h"
#include "engine/context/context_data.h"
#include "engine/context/loop.h"

namespace loopwright::internal {

// Which row of the table belongs to the given sides. Of a leaf whose surfaces act additively there
// is a row per surface, and each mode differs in at most one of them; otherwise the sides are the
// digits of a binary number, for example sides (1, 0, 1) are row 5.
int64_t BlendedLeaf::ModeAt(const std::vector<char>& sides, size_t i) const {
  int row = 0;
  for (size_t s = 0; s < surfaces.size(); ++s) {
    if (sides[s] == 0) continue;
    if (!is_additive) {
      row += 1 << s;
    } else if (mode(1 + static_cast<int>(s), i) != mode(0, i)) {
      row = 1 + static_cast<int>(s);
    }
  }
  return mode(row, i);
}

// Weights begin at one half, between both sides.
template <typename T>
Blend<T>::Blend(ContextData<T>* data, std::vector<BlendedLeaf> leaves, int num_surfaces)
    : data_(*data), leaves_(std::move(leaves)), weights_(num_surfaces, T(0.5)) {
  FindEntries();
}

// For a copied context: entries are found again, since they point into the data.
template <typename T>
Blend<T>::Blend(ContextData<T>* data, const Blend& other)
    : data_(*data), leaves_(other.leaves_), weights_(other.weights_) {
  FindEntries();
}

// All entries that change when the modes of a leaf do, however far downstream.
template <typename T>
std::vector<int> Blend<T>::FindDependents(int node) const {
  const Plan<T>& plan = *data_.plan;
  const auto readers = plan.source_dependents[plan.modes_source(node)];
  std::vector<char> is_reached(plan.num_entries(), 0);
  MarkReachable(
      {readers.begin(), readers.end()}, [&](int e) { return plan.entry_dependents[e]; },
      &is_reached);
  std::vector<int> found;
  for (int e = 0; e < plan.num_entries(); ++e) {
    if (is_reached[e]) found.push_back(e);
  }
  return found;
}

// Three lists: entries that read modes of the leaves directly and are combined (covered); all that
// depends on those, which a change of weights makes stale; and of these, what derivatives need, in
// the plan's order.
template <typename T>
void Blend<T>::FindEntries() {
  const Plan<T>& plan = *data_.plan;
  combined_modes_.assign(data_.modes.size(), 0);
  for (const BlendedLeaf& leaf : leaves_) {
    for (const int i : leaf.changing) combined_modes_[plan.nodes[leaf.node].first_mode + i] = 1;
    const int row = plan.modes_source(leaf.node);
    // A loop is solved once, with the combined values of its members.
    std::copy_if(plan.source_dependents.begin(row), plan.source_dependents.end(row),
                 std::back_inserter(covered_),
                 [&](int e) { return !plan.loops || !plan.loops->is_made_by_loop(e); });
    const std::vector<int> dependents = FindDependents(leaf.node);
    dependents_.insert(dependents_.end(), dependents.begin(), dependents.end());
  }
  for (auto* list : {&covered_, &dependents_}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  std::copy_if(plan.order.begin(), plan.order.end(), std::back_inserter(scheduled_), [&](int e) {
    using Role = typename Plan<T>::StageRole;
    const bool is_needed =
        plan.stage_roles[e] == Role::kScheduled || plan.stage_roles[e] == Role::kConstant;
    return is_needed && std::binary_search(dependents_.begin(), dependents_.end(), e);
  });
}

// The derivatives for other weights at the same time and state. Where nothing upstream of a leaf
// depends on weights and all its rows are known, the rows are only added up again: no block is
// computed for that.
template <typename T>
void Blend<T>::EvaluateDerivativesAgain() {
  if (bound_version_ != data_.binding_version()) {
    operations_.clear();
    for (const int entry : scheduled_) {
      operations_.push_back(data_.operation(entry));
      if (!Covers(entry)) continue;
      operations_.back().run = [](const BoundKernel<T>& self) {
        auto* own = const_cast<Entry*>(static_cast<const Entry*>(self.call.entry));
        if (!own->upstream.empty() || !own->has_all_rows) return own->Compute();
        own->blend->are_dependents_stale_ = false;
        own->FindParts();
        own->AddRows();
      };
    }
    bound_version_ = data_.binding_version();
  }
  data_.EvaluateInOrder(scheduled_, operations_);
}

// One weight per surface, from 0 (one side) to 1 (the other); marks what depends on them.
template <typename T>
void Blend<T>::SetWeights(const std::vector<T>& weights) {
  KeepWeights(weights);
  are_on_side_0_ = false;
  // Where nothing was computed of the last weights, all is marked still.
  if (!std::exchange(are_dependents_stale_, true)) data_.MarkStale(dependents_);
}

// Where the last values are those of side 0 too, what the weights change is up to date already.
template <typename T>
void Blend<T>::EvaluateSide0() {
  FillElements(T(0), static_cast<int>(weights_.size()), weights_.data());
  if (!std::exchange(are_on_side_0_, true) && !std::exchange(are_dependents_stale_, true)) {
    data_.MarkStale(dependents_);
  }
  data_.EvaluateDerivativesAsHeld();
}

// Weights that somebody has set hold until they are set again, so there is no time at which a
// combination ends. A class that derives weights from the motion overrides this.
template <typename T>
double Blend<T>::CalcMargin(int) const {
  return std::numeric_limits<double>::infinity();
}

template <typename T>
const BlendedLeaf* Blend<T>::FindLeaf(int node) const {
  const auto at = std::ranges::find(leaves_, node, &BlendedLeaf::node);
  return at == leaves_.end() ? nullptr : &*at;
}

template <typename T>
void Blend<T>::EvaluateDerivatives() {
  data_.EvaluateDerivativesAsHeld();
}

// Vectors and derivatives can be combined; abstract values cannot.
template <typename T>
bool Blend<T>::Covers(int entry) const {
  return std::ranges::binary_search(covered_, entry) && data_.plan->entries[entry].size >= 0;
}

// What an entry reads, however far up, that depends on the weights too: to be computed again in
// each row. In the plan's order, so that running it once suffices.
template <typename T>
std::vector<int> Blend<T>::FindUpstream(int entry) const {
  const Plan<T>& plan = *data_.plan;
  const auto find_read = [&](int reader) {
    std::vector<int> read;
    for (const int e : plan.entry_prerequisites[reader]) {
      if (std::binary_search(dependents_.begin(), dependents_.end(), e)) read.push_back(e);
    }
    return read;
  };
  std::vector<char> is_above(plan.num_entries(), 0);
  MarkReachable({entry}, find_read, &is_above);
  std::vector<int> upstream;
  std::copy_if(plan.order.begin(), plan.order.end(), std::back_inserter(upstream),
               [&](int e) { return e != entry && is_above[e] != 0; });
  return upstream;
}

// Replaces an entry's operation by one that runs the plain operation once per row and combines the
// results. Spans are where its values lie: a vector in one piece, derivatives in up to three.
template <typename T>
BoundKernel<T> Blend<T>::Wrap(int entry, const BoundKernel<T>& plain) {
  const Plan<T>& plan = *data_.plan;
  const auto& declared = plan.entries[entry];
  const auto at = std::ranges::find(entries_, entry, &Entry::entry);
  Entry& own = at == entries_.end() ? entries_.emplace_back() : *at;
  own.entry = entry;
  own.blend = this;
  own.leaf = FindLeaf(declared.node);
  own.plain = plain;
  own.spans.clear();
  if (declared.size > 0) {
    own.spans = {{declared.offset, declared.size}};
  } else {
    for (const auto& [offset, count] : plan.continuous_slots(declared.node)) {
      own.spans.push_back({plan.num_continuous() + offset, count});
    }
  }
  own.size = 0;
  for (const auto& [offset, count] : own.spans) own.size += static_cast<size_t>(count);
  own.rows.assign(own.size * static_cast<size_t>(own.leaf->num_rows()), T(0));
  own.parts.assign(own.leaf->num_rows(), T(0));
  own.kept.resize(own.leaf->changing.size());
  own.upstream = FindUpstream(entry);
  own.weights_as_set = weights_;

  BoundKernel<T> wrapped = plain;
  wrapped.run = [](const BoundKernel<T>& self) {
    // It is a pointer to a member of this class, not constant; kernels know operands as constant.
    const_cast<Entry*>(static_cast<const Entry*>(self.call.entry))->Compute();
  };
  wrapped.call = {&own, nullptr, nullptr};
  return wrapped;
}

/// Puts a leaf's modes and the weights back as they were, also when a computation throws.
template <typename T>
struct Blend<T>::RowsGuard {
  RowsGuard(ContextData<T>* data, Entry* e)
      : held(data->modes.data() + data->plan->nodes[e->leaf->node].first_mode), entry(*e) {
    std::transform(entry.leaf->changing.begin(), entry.leaf->changing.end(), entry.kept.begin(),
                   [this](int i) { return held[i]; });
    if (!entry.upstream.empty()) entry.weights_as_set = entry.blend->weights_;
  }
  ~RowsGuard() {
    if (!entry.upstream.empty()) entry.blend->weights_ = entry.weights_as_set;
    for (size_t i = 0; i < entry.kept.size(); ++i) held[entry.leaf->changing[i]] = entry.kept[i];
  }
  RowsGuard(const RowsGuard&) = delete;
  RowsGuard& operator=(const RowsGuard&) = delete;

  int64_t* held;
  Entry& entry;
};

/// What is read becomes what it is in the corner of a row.
template <typename T>
void Blend<T>::Entry::MoveToRow(int row) {
  for (int i = 0; i < std::ssize(leaf->surfaces); ++i) {
    const bool is_one = leaf->is_additive ? row == 1 + i : (row >> i & 1) != 0;
    blend->weights_[leaf->surfaces[i]] = T(is_one ? 1 : 0);
  }
  ComputeUpstream();
}

// Runs what this entry reads again with the present weights.
template <typename T>
void Blend<T>::Entry::ComputeUpstream() {
  for (const int e : upstream) {
    const BoundKernel<T>& operation = blend->data_.operation(e);
    operation.run(operation);
  }
}

namespace {
/// Whether the product with any number is zero, and so are its derivatives. With AutoDiff a part of
/// value 0 can still have derivatives, so there nothing is left out.
template <typename T>
bool HasNoPart(const T& part) {
  if constexpr (std::is_same_v<T, double>) return part == 0;
  return false;
}
}  // namespace

/// The values in the rows: in those that have a part in the sum, or in all. Modes are set as in the
/// row, the plain operation runs, and the result is copied aside.
template <typename T>
void Blend<T>::Entry::ComputeRows(bool all) {
  ContextData<T>& data = blend->data_;
  int64_t* const held = data.modes.data() + data.plan->nodes[leaf->node].first_mode;
  has_all_rows = true;
  for (int row = 0; row < leaf->num_rows(); ++row) {
    if (!all && HasNoPart(parts[row])) {
      has_all_rows = false;
      continue;
    }
    T* into = rows.data() + row * size;
    if (!upstream.empty()) MoveToRow(row);
    for (size_t i = 0; i < leaf->changing.size(); ++i) held[leaf->changing[i]] = leaf->mode(row, i);
    plain.run(plain);
    for (const auto& [offset, count] : spans) {
      for (int i = 0; i < count; ++i) *into++ = data.arena[offset + i];
    }
  }
}

/// What each row is multiplied by, with the weights as they are set. Additive: row 0 gets what the
/// weights of the others leave, as in f0 (1 - w1 - w2) + f1 w1 + f2 w2. Otherwise the product over
/// surfaces of w on side 1 and 1 - w on side 0: with two surfaces (1
/// - w1)(1 - w2), w1 (1 - w2), (1 - w1) w2 and w1 w2. The parts always add up to 1.
template <typename T>
void Blend<T>::Entry::FindParts() {
  const std::vector<T>& weights = blend->weights_;
  if (leaf->is_additive) {
    T rest(1);
    for (size_t i = 0; i < leaf->surfaces.size(); ++i) {
      parts[1 + i] = weights[leaf->surfaces[i]];
      rest = rest - parts[1 + i];
    }
    parts[0] = rest;
    return;
  }
  parts[0] = T(1);
  size_t known = 1;
  for (const int s : leaf->surfaces) {
    for (size_t row = 0; row < known; ++row) {
      parts[known + row] = parts[row] * weights[s];
      parts[row] = parts[row] * (T(1) - weights[s]);
    }
    known *= 2;
  }
}

/// The sum of the rows as they were computed last, each times its part.
template <typename T>
void Blend<T>::Entry::AddRows() {
  T* const arena = blend->data_.arena.data();
  const T* from = rows.data();
  for (const auto& [offset, count] : spans) {
    for (int i = 0; i < count; ++i, ++from) {
      T sum(0);
      for (size_t row = 0; row < parts.size(); ++row) {
        if (!HasNoPart(parts[row])) sum = sum + parts[row] * from[row * size];
      }
      arena[offset + i] = sum;
    }
  }
}

// Whether all weights are 0, the commonest case of one side, or what is computed is that side still
// though other weights are kept already: no other row is needed.
template <typename T>
bool Blend<T>::Entry::HasOnlyRow0() const {
  return blend->are_on_side_0_ ||
         std::all_of(leaf->surfaces.begin(), leaf->surfaces.end(),
                     [this](int s) { return HasNoPart(blend->weights_[s]); });
}

// The combined value at the present weights. The guard puts modes and weights back before what is
// upstream is computed for the last time, so that it stands as the weights say.
template <typename T>
void Blend<T>::Entry::Compute() {
  blend->are_dependents_stale_ = false;
  if (upstream.empty() && HasOnlyRow0()) {
    // The modes are held as in that row.
    has_all_rows = false;
    return plain.run(plain);
  }
  // What is read is up to date, so that it is computed again only here.
  for (const int e : upstream) blend->data_.Evaluate(e);
  {
    const RowsGuard guard(&blend->data_, this);
    FindParts();
    ComputeRows(false);
  }
  ComputeUpstream();
  AddRows();
}

/// Whether the values with all sides 1 are those of row 0 and what each other row adds to them. It
/// tests what `is_additive` claims at the present time and state, with a tolerance for rounding
/// that grows with the number of terms.
template <typename T>
bool Blend<T>::Entry::IsSum() {
  ContextData<T>& data = blend->data_;
  constexpr double kRounding = 1e-9;
  const std::vector<T> weights = blend->weights_;
  const RowsGuard guard(&data, this);
  ComputeRows(true);
  for (const int s : leaf->surfaces) blend->weights_[s] = T(1);
  ComputeUpstream();
  FindParts();
  const std::vector<char> ones(leaf->surfaces.size(), 1);
  for (size_t i = 0; i < leaf->changing.size(); ++i) {
    guard.held[leaf->changing[i]] = leaf->ModeAt(ones, i);
  }
  plain.run(plain);
  blend->weights_ = weights;
  bool is_sum = true;
  const T* from = rows.data();
  for (const auto& [offset, count] : spans) {
    for (int i = 0; i < count; ++i, ++from) {
      double expected = 0;
      for (size_t row = 0; row < parts.size(); ++row) {
        expected += ExtractDoubleOrThrow(parts[row] * from[row * size]);
      }
      const double value = ExtractDoubleOrThrow(data.arena[offset + i]);
      is_sum &= std::abs(expected - value) <=
                kRounding * static_cast<double>(parts.size()) * std::max(1., std::abs(value));
    }
  }
  ComputeUpstream();
  return is_sum;
}

// False where the influence of one surface depends on the side of another, for example in a product
// of two signs: then the caller has to take all corners.
template <typename T>
bool Blend<T>::AreSumsRight() {
  bool are_right = true;
  for (Entry& entry : entries_) {
    if (!entry.leaf->is_additive) continue;
    data_.Evaluate(entry.entry);  // what it reads is up to date
    are_right &= entry.IsSum();
    entry.Compute();
  }
  return are_right;
}

LOOPWRIGHT_INSTANTIATE_CLASS(Blend)

}  // namespace loopwright::internal
