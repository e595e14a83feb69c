#include "engine/context/context_data.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "engine/context/blend.h"
#include "engine/context/cache_hits.h"
#include "engine/context/cache_overlay.h"
#include "engine/context/loop.h"

// How a context computes its values. There are two ways. Evaluate() brings one entry up to date,
// after all that it depends on: by recursion where that is short, along a chain in a loop, and
// otherwise with a stack of its own. RunStage() (in the header) computes all that the derivatives
// need in one pass through a list, without asking what is up to date; PrepareStage() makes sure
// that it may.

namespace loopwright::internal {

namespace {
// Equality of two results of one computation. Not `==`: a value that is not a number equals itself
// here, and 0 and -0 differ, since dividing by them does.
bool HasSameBits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool HasSameBits(const AutoDiff& a, const AutoDiff& b) { return HasSameBits(a.value(), b.value()); }
bool HasSameBits(const Expression& a, const Expression& b) { return a.is_identical(b); }
}  // namespace

/// Leaves the evaluation stack as it was found, also when a calculation throws.
template <typename T>
struct ContextData<T>::StackGuard {
  explicit StackGuard(ContextData* d) : data(d), base(d->stack_.size()) { ++data->depth_; }
  ~StackGuard() {
    for (size_t i = base; i < data->stack_.size(); ++i) {
      data->flags[data->stack_[i]] &= static_cast<uint8_t>(~kInProgress);
    }
    data->stack_.resize(base);
    --data->depth_;
  }
  StackGuard(const StackGuard&) = delete;
  StackGuard& operator=(const StackGuard&) = delete;

  ContextData* data;
  size_t base;
};

/// Counts how deep evaluations nest, and clears the entry's mark when a calculation throws.
template <typename T>
struct ContextData<T>::DepthGuard {
  DepthGuard(ContextData* d, int e) : data(d), entry(e) {
    ++data->depth_;
    data->flags[entry] |= kInProgress;
  }
  ~DepthGuard() {
    --data->depth_;
    data->flags[entry] &= static_cast<uint8_t>(~kInProgress);
  }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

  ContextData* data;
  int entry;
};

// Binds every entry's computation to its places in this context. Done at the first evaluation and
// not when the context is made, since many contexts are copied and never evaluated.
template <typename T>
void ContextData<T>::BindAll() {
  formulas_.clear();
  operations_.reserve(plan->num_entries());
  for (int e = 0; e < plan->num_entries(); ++e) operations_.push_back(BindEntry(e));
}

template <typename T>
void ContextData<T>::ThrowNeedsItself(int entry) const {
  throw std::logic_error(plan->NameOf(entry) + " is needed for its own computation");
}

// Evaluates an entry whose flag is not 0. The commonest cases come first: a value that depends on
// no other entry, then one that is merely stale, which goes without marks and guards. Then what has
// other flags is computed by recursion while that is not too deep, and otherwise with a stack.
template <typename T>
void ContextData<T>::EvaluateTheLongWay(int entry) {
  if (operations_.empty()) BindAll();
  if (IsPlainlyStale(entry) && IsSourceKernel(entry)) {
    operations_[entry].run(operations_[entry]);
    flags[entry] &= static_cast<uint8_t>(~kStale);
    ++serial_numbers[entry];
    ++statistics.computations;
    NoteComputation();
    return;
  }
  if (depth_ == 0) ++epoch_;
  if (IsPlainlyStale(entry) && depth_ < kDeepestRecursion) {
    Pull(entry);
    NoteComputation();
    return;
  }
  const bool recurse =
      flags[entry] == kStale || (flags[entry] == (kStale | kNotPlain) && caching_ == Caching::kOn);
  if (recurse && depth_ < kDeepestRecursion) {
    const DepthGuard guard(this, entry);
    Compute(entry);
  } else {
    EvaluateWithStack(entry);
  }
}

/// Entries that are being computed, each of which needs the next one; clears the marks of those
/// that are left when a calculation throws.
template <typename T>
struct ContextData<T>::Chain {
  static constexpr int kLongest = 64;

  explicit Chain(ContextData* d) : data(d) { ++data->depth_; }
  ~Chain() {
    --data->depth_;
    for (int i = 0; i < length; ++i) {
      data->flags[entries[i]] &= static_cast<uint8_t>(~kInProgress);
    }
  }
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  void Append(int entry) {
    data->flags[entry] |= kInProgress;
    entries[length++] = entry;
  }
  /// Runs the kernels of the chain, from its end, whose prerequisites are up to date, back to the
  /// entry that was asked for.
  void Compute() {
    const BoundKernel<T>* const operations = data->operations_.data();
    int64_t* const serials = data->serial_numbers.data();
    uint8_t* const marks = data->flags.data();
    for (; length > 0; --length) {
      const int entry = entries[length - 1];
      operations[entry].run(operations[entry]);
      marks[entry] &= static_cast<uint8_t>(~(kStale | kInProgress));
      ++serials[entry];
      ++data->statistics.computations;
    }
  }

  ContextData* data;
  int length = 0;
  int entries[kLongest];
};

// Evaluates a prerequisite from within an evaluation: no new epoch begins, and nothing that is up
// to date is counted unless the flags say so.
template <typename T>
void ContextData<T>::BringUpToDate(int entry) {
  if (IsPlainlyStale(entry) && depth_ < kDeepestRecursion) {
    Pull(entry);
  } else {
    Evaluate(entry);
  }
}

/// Computes an entry that is stale and nothing else, after the entries of that kind that it needs.
/// A chain a ← b ← c, where each needs only the next, is walked down in a loop and then computed
/// from c back to a; no call nests for it. The walk ends at an entry with several prerequisites,
/// each of which is evaluated by a call of its own, and at one that evaluates what it reads itself.
template <typename T>
void ContextData<T>::Pull(int entry) {
  const Adjacency& prerequisites = plan->entry_prerequisites;
  const bool is_plain = !overlay_;
  Chain chain(this);
  int at = entry;
  while (true) {
    chain.Append(at);
    if (operations_[at].evaluates_inputs) break;
    const int only = prerequisites.only(at);
    if (only >= 0 && is_plain && IsOnlyStale(only) && chain.length < Chain::kLongest) {
      at = only;
      continue;
    }
    for (const int* p = prerequisites.begin(at); p != prerequisites.end(at); ++p) BringUpToDate(*p);
    break;
  }
  chain.Compute();
}

// Depth first evaluation without recursion, so that a chain of 100 000 blocks needs no deeper call
// stack than one of ten. An entry is met twice: first its stale prerequisites are pushed above it
// and it is marked as in progress, and when it is on top again they are done and it is computed. An
// entry that is in progress when it is asked for from outside needs itself.
template <typename T>
void ContextData<T>::EvaluateWithStack(int entry) {
  if (flags[entry] & kInProgress) ThrowNeedsItself(entry);
  StackGuard guard(this);
  if (!NeedsComputation(entry)) {
    ++statistics.cache_hits;
    if (overlay_) overlay_->CountReuse(entry);
    if (caching_ == Caching::kChecked) CheckHit(entry);
    return;
  }
  if (overlay_) overlay_->RefuseWhenFrozen(entry, "recomputed");
  const auto& prerequisites = plan->entry_prerequisites;
  // Each entry is pushed once per dependent at most.
  stack_.reserve(plan->num_entries() + prerequisites.num_values());
  stack_.push_back(entry);
  while (stack_.size() > guard.base) {
    const int top = stack_.back();
    if (flags[top] & kInProgress) {
      Compute(top);
      stack_.pop_back();
      // The first of those who ask for it now is the one for whom it was computed.
      if (counting_ && top != entry) --statistics.cache_hits;
    } else if (!NeedsComputation(top)) {
      stack_.pop_back();
    } else {
      flags[top] |= kInProgress;
      for (const int* p = prerequisites.begin(top); p != prerequisites.end(top); ++p) {
        if (NeedsComputation(*p) && !(flags[*p] & kInProgress)) stack_.push_back(*p);
      }
    }
  }
}

// Runs an entry's computation after its prerequisites, and notes all that follows from it: flags,
// the serial number, the statistics and, where values are not kept, the epoch in which it was
// computed.
template <typename T>
void ContextData<T>::Compute(int entry) {
  if (overlay_) overlay_->BeforeComputation(entry);
  const BoundKernel<T>& operation = operations_[entry];
  if (!operation.evaluates_inputs) {
    const auto& prerequisites = plan->entry_prerequisites;
    for (const int* p = prerequisites.begin(entry); p != prerequisites.end(entry); ++p) {
      Evaluate(*p);
    }
  }
  if (overlay_ && overlay_->counting()) {
    overlay_->RunTimed(entry, operation);
  } else {
    operation.run(operation);
  }
  if (flags[entry] & (kDisabled | kNotPlain)) {
    if (computed_in_.empty()) computed_in_.assign(plan->num_entries(), -1);
    computed_in_[entry] = epoch_;
  }
  flags[entry] &= static_cast<uint8_t>(~(kStale | kInProgress));
  ++serial_numbers[entry];
  ++statistics.computations;
  NoteComputation();
}

/// The solution of a loop, or one of its unknowns, which lies in the solution.
template <typename T>
static BoundKernel<T> BindLoop(const ContextData<T>& data, int entry) {
  const LoopSet<T>& loops = *data.plan->loops;
  const auto& role = loops.roles[entry];
  BoundKernel<T> operation;
  operation.run = [](const BoundKernel<T>&) {};
  if (role.kind == LoopSet<T>::Role::kSolution) {
    operation.run = [](const BoundKernel<T>& self) {
      const auto& context = *static_cast<const Context<T>*>(self.call.context);
      context.data().loops.Solve(*static_cast<const Loop*>(self.call.entry));
    };
    operation.call = {&loops.loops[role.loop], &data.views[0], nullptr};
  }
  return operation;
}

// The computation that the entry runs from now on: its own, or that of a blend which calls it for
// each branch.
template <typename T>
BoundKernel<T> ContextData<T>::BindEntry(int entry) {
  const BoundKernel<T> plain = BindPlainly(entry);
  return blend_ && blend_->Covers(entry) ? blend_->Wrap(entry, plain) : plain;
}

/// The entries of one blend are computed by another one, or plainly.
template <typename T>
void ContextData<T>::SetBlend(std::unique_ptr<Blend<T>> blend) {
  blend_.swap(blend);
  for (const Blend<T>* changed : {blend.get(), blend_.get()}) {
    if (changed == nullptr) continue;
    for (const int entry : changed->covered_entries()) {
      if (!operations_.empty()) operations_[entry] = BindEntry(entry);
    }
    for (const BlendedLeaf& leaf : changed->leaves()) Invalidate(plan->modes_source(leaf.node));
  }
  RequireBinding();
}

template <typename T>
bool ContextData<T>::HasInputsOf(int node, const Kernel<T>& kernel) const {
  const auto reads = kernel.reads();
  return std::all_of(reads.begin(), reads.end(), [&](const Operand& operand) {
    return operand.kind != Operand::kInput ||
           inputs.has_value(plan->nodes[node].first_input + operand.index);
  });
}

// Where a method has formulas beside it, they take its place. They read without asking whether what
// they read is up to date, as kernels with operands do.
template <typename T>
BoundKernel<T> ContextData<T>::BindKernel(int node, const Kernel<T>& kernel, T* out,
                                          std::unique_ptr<const BoundTape>* formulas) const {
  BoundKernel<T> operation = kernel.Bind(views[node], out);
  *formulas = kernel.BindFormulas(views[node], out);
  if (*formulas != nullptr) {
    operation.run = [](const BoundKernel<T>& self) { self.tape->Run(); };
    operation.tape = formulas->get();
    operation.evaluates_inputs = false;
  }
  return operation;
}

// There are three kinds of computations: those of algebraic loops; kernels, whose operands are
// found once here; and calculators, which are called with the context and evaluate what they read
// themselves. A kernel with an input that has no value falls back to the calculator, since that one
// reports the missing value.
template <typename T>
BoundKernel<T> ContextData<T>::BindPlainly(int entry) {
  const auto& e = plan->entries[entry];
  T* out = arena.data() + e.offset;
  if (plan->loops && plan->loops->is_made_by_loop(entry)) return BindLoop(*this, entry);
  const Kernel<T>* kernel = e.declaration->kernel();
  if (kernel != nullptr && HasInputsOf(e.node, *kernel)) {
    std::unique_ptr<const BoundTape> formulas;
    const BoundKernel<T> bound = BindKernel(e.node, *kernel, out, &formulas);
    if (formulas != nullptr) formulas_[entry] = std::move(formulas);
    return bound;
  }
  BoundKernel<T> operation;
  operation.run = [](const BoundKernel<T>& self) {
    const auto& declared = *static_cast<const CacheEntryDeclaration<T>*>(self.call.entry);
    declared.calculator()(declared.get_system(), *static_cast<const Context<T>*>(self.call.context),
                          EntryTarget<T>{self.out, self.size, self.call.abstract});
  };
  operation.out = out;
  operation.size = e.size;
  operation.call = {e.declaration, &views[e.node],
                    e.size < 0 ? abstract_entries[entry].get() : nullptr};
  operation.evaluates_inputs = true;
  return operation;
}

// Copies the operations of the derivative schedule one behind the other, so that a stage of an
// integrator runs through one array from front to back.
template <typename T>
void ContextData<T>::BindStage() {
  if (operations_.empty()) BindAll();
  stage_operations_.clear();
  stage_operations_.reserve(plan->derivative_schedule.size());
  for (const int entry : plan->derivative_schedule) {
    stage_operations_.push_back(operations_[entry]);
  }
  bound_version_ = binding_version_;
}

// An entry of `entries` is up to date already, or stale and nothing else, or rare. Only the rare
// ones look at prerequisites; the others may rely on the order.
template <typename T>
void ContextData<T>::EvaluateInOrder(const std::vector<int>& entries,
                                     const std::vector<BoundKernel<T>>& operations) {
  uint8_t* const flag = flags.data();
  int64_t* const serial_number_of = serial_numbers.data();
  const BoundKernel<T>* operation = operations.data();
  const bool counts = CountsHits(*this);
  const auto fresh = static_cast<uint8_t>(counts ? kCounted : 0);
  const auto stale = static_cast<uint8_t>(fresh | kStale);
  for (const int entry : entries) {
    const BoundKernel<T>& own = *operation++;
    if (flag[entry] == fresh) continue;
    if (flag[entry] != stale || overlay_) [[unlikely]] {
      EvaluateTheLongWay(entry);
      continue;
    }
    own.run(own);
    flag[entry] = fresh;
    ++serial_number_of[entry];
    if (counts) statistics.cache_hits += HitsOfComputation(this, entry);
    NoteComputation();
  }
}

// The value is recomputed in place and compared: a vector, or the derivatives that the entry wrote.
// Abstract values cannot be compared, and in a frozen cache nothing is computed. A difference means
// that the block forgot to declare something that it reads.
template <typename T>
void ContextData<T>::CheckHit(int entry) {
  const auto& e = plan->entries[entry];
  if (checking_ || e.size < 0 || (overlay_ && overlay_->is_any_frozen())) return;
  checking_ = true;
  const auto value = [&]() -> VectorX<T> {
    return e.size > 0 ? VectorX<T>(ConstVectorMap<T>(entry_data(entry), e.size))
                      : value_views.derivatives(e.node).CopyToVector();
  };
  const VectorX<T> kept = value();
  operations_[entry].run(operations_[entry]);
  checking_ = false;
  const VectorX<T> fresh = value();
  for (int i = 0; i < kept.size(); ++i) {
    if (!HasSameBits(kept[i], fresh[i])) {
      throw std::logic_error(plan->NameOf(entry) +
                             " was not marked out of date: its prerequisites are incomplete");
    }
  }
}

template <typename T>
void ContextData<T>::EvaluateDerivatives() {
  // While caching is off, one evaluation of all derivatives shares what it computes.
  StackGuard guard(this);
  if (depth_ == 1) ++epoch_;
  for (const int entry : plan->derivative_entry) Evaluate(entry);
}

/// Before RunStage(). Where that does not apply, evaluates the derivatives and returns false.
template <typename T>
bool ContextData<T>::PrepareStage() {
  if (blend_ == nullptr) return PrepareStagePlainly();
  blend_->EvaluateDerivatives();
  return false;
}

// The blend calls this with weights of its own, which the next stage does not have: the preparation
// is not kept.
template <typename T>
void ContextData<T>::EvaluateDerivativesAsHeld() {
  if (PrepareStagePlainly()) RunStage();
  stage_is_prepared_ = false;
}

// Whether a stage may run through the schedule without asking what is up to date. Its entries are
// marked up to date beforehand, all at once; RunStage() takes that back where a computation throws.
template <typename T>
bool ContextData<T>::PrepareStagePlainly() {
  const bool is_bound = bound_version_ == binding_version_;
  if (!constants_known_ || !to_refresh_.empty() || other_fresh_ || !is_bound) [[unlikely]]
    return PrepareStageTheLongWay();
  for (const int entry : plan->derivative_schedule) {
    flags[entry] &= static_cast<uint8_t>(~kStale);
  }
  stage_is_prepared_ = true;
  return true;
}

// The first time everything is evaluated through the cache, after which the entries that do not
// change within a step ("constants") are known to be up to date. From then on only those that a
// change has made stale are evaluated again. Of 100 gains behind a parameter none is computed at a
// stage until that parameter changes.
template <typename T>
bool ContextData<T>::PrepareStageTheLongWay() {
  if (!constants_known_) {
    InvalidateTimeAndContinuous();
    EvaluateDerivatives();
    to_refresh_.clear();
    constants_known_ = MayTakeShortcuts(*this);
    // All that was asked for here is counted; what every stage counts would be added to it.
    if (CountsHits(*this)) statistics.cache_hits -= HitsOfStage(this);
    return false;
  }
  // Constants are known, but some were made stale since.
  for (const int entry : to_refresh_) Evaluate(entry);
  // Nobody but this loop has asked.
  if (CountsHits(*this)) statistics.cache_hits -= std::ssize(to_refresh_);
  to_refresh_.clear();
  for (const int entry : plan->other_time_and_state_dependents) flags[entry] |= kStale;
  other_fresh_ = false;
  if (bound_version_ != binding_version_) BindStage();
  return PrepareStagePlainly();
}

LOOPWRIGHT_INSTANTIATE_CLASS(ContextData)

}  // namespace loopwright::internal
