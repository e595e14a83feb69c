#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/context/cache_entry_declaration.h"

namespace loopwright::internal {

/// An algebraic loop of a plan: cache entries that depend on each other at the same instant. It is
/// torn open at some of them, so that what it computes depends in order on the values guessed
/// there, the *unknowns*. The right ones are those that the loop computes again:
///
///     unknown ──► members, in order ──► source        residual = source - unknown
///
/// or for which an input of a LoopUnknown is zero: there the residual is that input.
struct Loop {
  struct Unknown {
    int entry = 0;       ///< whose value it is
    int begin = 0;       ///< its first element among those of the loop
    int size = 0;        ///< number of elements
    int source = -1;     ///< entry that is computed again; -1: `input` is to be zero
    int input = -1;      ///< number in the plan of an input that is to be zero, or -1
    int parameter = -1;  ///< numeric parameter of the plan where the search begins; -1: at 0
    std::string name;    ///< of the signal, as `PATH.PORT`
  };

  int solution = 0;  ///< entry of all unknowns, and after them of the residuals that remain
  int first = 0;     ///< where its starts begin in LoopSolutions::starts
  int size = 0;      ///< elements of all unknowns
  std::vector<Unknown> unknowns;
  std::vector<int> members;  ///< entries, each after what it depends on
  std::string path;  ///< for people: `PATH.PORT → PATH.PORT → …`, from the first unknown
};

template <typename T>
class ContextData;

/// The search for the solution of one loop in one context (engine/loops/loop_solver.h).
template <typename T>
class LoopSearch {
 public:
  LoopSearch() = default;
  virtual ~LoopSearch() = default;
  LoopSearch(const LoopSearch&) = delete;
  LoopSearch& operator=(const LoopSearch&) = delete;

  /// Writes the solution where the loop's entry has its value. Everything that comes into the loop
  /// has to be up to date.
  virtual void Solve() = 0;

  /// Solutions as text, `NAME = VALUE, …`.
  struct Solutions {
    std::string present, others;
  };
  /// The present solution, and one that a search from near it comes to with branches that are not
  /// held; empty where there is none, and over symbols. The loop is left with the present one.
  virtual Solutions FindOthers() { return {}; }
};

/// Makes the search for a loop of the context's plan.
template <typename T>
using LoopSearchMaker = std::unique_ptr<LoopSearch<T>> (*)(ContextData<T>*, const Loop&);

/// The loops of a plan and their part in it.
template <typename T>
struct LoopSet {
  struct Role {
    enum Kind : char { kNone, kMember, kUnknown, kSolution } kind = kNone;
    int loop = -1;
  };

  /// Whether an entry is not computed by what declared it, but by a loop.
  bool is_made_by_loop(int entry) const {
    return roles[entry].kind == Role::kUnknown || roles[entry].kind == Role::kSolution;
  }
  /// The loop that an entry is computed in; -1 where it is in none.
  int member_of(int entry) const {
    return roles[entry].kind == Role::kMember ? roles[entry].loop : -1;
  }
  /// Of LoopSolutions::starts.
  int num_starts() const { return loops.empty() ? 0 : loops.back().first + 2 * loops.back().size; }

  std::vector<Loop> loops;
  std::vector<Role> roles;  ///< per entry
  /// Of the entries that belong to no system.
  std::vector<std::unique_ptr<const CacheEntryDeclaration<T>>> declarations;
  LoopSearchMaker<T> make_search = nullptr;
};

/// The solutions of the algebraic loops of a context (engine/loops): where the searches for them
/// begin, and what becomes of those that fail.
template <typename T>
class LoopSolutions {
 public:
  /// `data` owns this. The second is for a copy of the data that `other` belongs to.
  explicit LoopSolutions(ContextData<T>* data) : data_(*data) {}
  LoopSolutions(const LoopSolutions& other, ContextData<T>* data)
      : starts(other.starts), data_(*data) {}
  LoopSolutions(const LoopSolutions&) = delete;
  LoopSolutions& operator=(const LoopSolutions&) = delete;

  /// Computes the entry that is a loop's solution.
  void Solve(const Loop& loop);
  /// The search of one loop, which keeps its scratch memory from one use to the next.
  LoopSearch<T>& search(const Loop& loop);
  /// The plan is another one.
  void ForgetSearches() { searches_.clear(); }
  /// The solutions as they are now become the starts of later searches. No value changes by that.
  /// For plans that have loops.
  void Keep();
  void MarkStale();
  /// In steps that are tried, what a loop without a solution computes is not a number, so that a
  /// shorter step is tried; otherwise it is an error. When this ends, what is not a number is
  /// stale.
  void Tolerate(bool tolerate);
  bool tolerates_failures() const { return tolerates_failures_; }

  /// Why there was no solution, the last time that it was tolerated since it is; empty where there
  /// always was one.
  std::string failure;
  /// Of each loop, where the search for its solution begins, and the residual of each element that
  /// is known to be rounding; not numbers where nothing is known yet.
  std::vector<double> starts;

 private:
  ContextData<T>& data_;
  std::vector<std::unique_ptr<LoopSearch<T>>> searches_;  ///< null until one is needed
  bool tolerates_failures_ = false;
};

LOOPWRIGHT_DECLARE_CLASS(LoopSolutions)

}  // namespace loopwright::internal
