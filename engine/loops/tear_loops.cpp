#include "engine/loops/tear_loops.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/common/cycles.h"
#include "engine/expression/symbolic.h"
#include "engine/loops/choose_tears.h"

namespace loopwright::internal {

namespace {

// Finds the strongly connected parts of the graph of computations: each is an algebraic loop. In
// each a few outputs are torn: those who read them read an unknown instead, and without these edges
// the rest can be computed in an order.
template <typename T>
class LoopTearer {
 public:
  LoopTearer(Plan<T>* plan, const TearingQueries<T>& queries)
      : plan_(*plan), queries_(queries), loops_(std::make_shared<LoopSet<T>>()) {}

  // Nothing is returned where tearing is not wanted or where some loop cannot be torn; then the
  // plan is as it was, and the loop is reported to the user.
  std::shared_ptr<LoopSet<T>> Tear() {
    loops_->make_search = queries_.FindSearchMaker();
    if (loops_->make_search == nullptr) return nullptr;
    FindOutputs();
    std::vector<std::pair<int, int>> edges;
    for (int e = 0; e < plan_.num_entries(); ++e) {
      ForEachDependent(e, [&](int dependent) { edges.emplace_back(e, dependent); });
    }
    const auto parts = FindStrongParts(plan_.num_entries(), edges);
    std::vector<std::vector<int>> tears;
    for (const std::vector<int>& part : parts) {
      tears.push_back(TearsOf(part));
      if (tears.back().empty()) return nullptr;
    }
    loops_->roles.resize(plan_.num_entries());
    for (size_t i = 0; i < parts.size(); ++i) AddLoop(parts[i], tears[i]);
    for (auto& output : plan_.outputs) output.offset = plan_.entries[output.entry].offset;
    return loops_;
  }

 private:
  template <typename Visit>
  void ForEachDependent(int entry, const Visit& visit) const {
    const Adjacency& dependents = plan_.entry_dependents;
    std::for_each(dependents.begin(entry), dependents.end(entry), visit);
  }

  // Which port of its system an entry is, of leaves.
  void FindOutputs() {
    port_of_.assign(plan_.num_entries(), -1);
    for (const int n : plan_.leaves) {
      const PlanNode& node = plan_.nodes[n];
      for (int k = 0; k < node.num_outputs; ++k) {
        port_of_[plan_.outputs[node.first_output + k].entry] = k;
      }
    }
  }

  const PlanNode& node_of(int entry) const { return plan_.nodes[plan_.entries[entry].node]; }

  // The inputs of an entry's leaf that read another entry.
  std::vector<int> InputsBetween(int from, int to) const {
    const PlanNode& node = node_of(to);
    std::vector<int> inputs;
    for (int i = node.first_input; i < node.first_input + node.num_inputs; ++i) {
      if (plan_.input_entry[i] == from) inputs.push_back(i);
    }
    return inputs;
  }

  bool IsUnknownOfLeaf(int entry) const {
    return port_of_[entry] == 0 && queries_.IsLoopUnknown(plan_.entries[entry].node);
  }

  // Only an output of a leaf can be torn, and only if everybody in the loop who depends on it reads
  // it through an input: an input can be led to another entry, a dependency inside a leaf cannot.
  bool CanTear(int entry, const std::vector<std::pair<int, int>>& edges,
               const std::vector<int>& part, int place) const {
    if (port_of_[entry] < 0 || plan_.entries[entry].size <= 0) return false;
    const auto first = std::lower_bound(edges.begin(), edges.end(), std::pair(place, 0));
    const auto last = std::lower_bound(edges.begin(), edges.end(), std::pair(place + 1, 0));
    return std::all_of(first, last, [&](const auto& edge) {
      return !InputsBetween(entry, part[edge.second]).empty();
    });
  }

  // The dependencies within a part, by places in it, ascending.
  std::vector<std::pair<int, int>> EdgesOf(const std::vector<int>& part) {
    place_.resize(plan_.num_entries(), -1);
    for (size_t i = 0; i < part.size(); ++i) place_[part[i]] = static_cast<int>(i);
    std::vector<std::pair<int, int>> edges;
    for (const int e : part) {
      ForEachDependent(e, [&](int dependent) {
        if (place_[dependent] >= 0) edges.emplace_back(place_[e], place_[dependent]);
      });
    }
    for (const int e : part) place_[e] = -1;
    std::sort(edges.begin(), edges.end());
    return edges;
  }

  // Entries of a part; empty where it cannot be torn.
  std::vector<int> TearsOf(const std::vector<int>& part) {
    const auto edges = EdgesOf(part);
    std::vector<int> cost, given;
    for (int i = 0; i < std::ssize(part); ++i) {
      cost.push_back(CanTear(part[i], edges, part, i) ? plan_.entries[part[i]].size : -1);
      if (IsUnknownOfLeaf(part[i])) given.push_back(i);
    }
    std::vector<int> tears = ChooseTears(static_cast<int>(part.size()), edges, cost, given);
    for (int& tear : tears) tear = part[tear];
    return tears;
  }

  std::string NameOf(int entry) const {
    const int node = plan_.entries[entry].node;
    return plan_.PathOf(node) + "." +
           (port_of_[entry] >= 0 ? queries_.OutputName(node, port_of_[entry])
                                 : plan_.cache_entry(entry).description());
  }

  // The shortest way round the loop from a torn entry.
  std::string PathFrom(int first, const std::vector<int>& part) {
    std::vector<int> nodes = part;
    std::iter_swap(nodes.begin(), std::find(nodes.begin(), nodes.end(), first));
    const std::vector<int> cycle =
        FindCycles(static_cast<int>(nodes.size()), EdgesOf(nodes)).front();
    std::string text = NameOf(first);
    for (size_t i = 1; i <= cycle.size(); ++i) {
      const int from = nodes[cycle[i - 1]], to = nodes[cycle[i % cycle.size()]];
      const std::vector<int> inputs = InputsBetween(from, to);
      if (!inputs.empty()) {
        const int node = plan_.entries[to].node;
        text += " → " + plan_.PathOf(node) + "." +
                queries_.InputName(node, inputs.front() - node_of(to).first_input);
      }
      text += " → " + NameOf(to);
    }
    return text;
  }

  // The loop gets an entry "solution" that holds the unknowns and behind them the residuals that
  // were left. Entries of unknowns are windows into it: they have no memory of their own.
  void AddLoop(const std::vector<int>& part, const std::vector<int>& tears) {
    const int number = static_cast<int>(loops_->loops.size());
    Loop loop;
    loop.first = loops_->num_starts();
    loop.path = PathFrom(tears.front(), part);
    for (const int e : part) loops_->roles[e] = {Role::kMember, number};
    for (const int e : tears) {
      loop.unknowns.push_back(IsUnknownOfLeaf(e) ? UnknownOfLeaf(e) : TornOutput(e, part));
      Loop::Unknown& unknown = loop.unknowns.back();
      unknown.name = NameOf(e);
      unknown.begin = loop.size;
      unknown.size = plan_.entries[e].size;
      loop.size += unknown.size;
      SetRole(unknown.entry, {Role::kUnknown, number});
    }
    loop.solution = AddEntry(tears.front(), 2 * loop.size, "solution of the algebraic loop");
    SetRole(loop.solution, {Role::kSolution, number});
    const int offset = plan_.arena_size;
    plan_.arena_size += 2 * loop.size;
    plan_.entries[loop.solution].offset = offset;
    for (const Loop::Unknown& unknown : loop.unknowns) {
      plan_.entries[unknown.entry].offset = offset + unknown.begin;
    }
    loops_->loops.push_back(std::move(loop));
  }

  using Role = typename LoopSet<T>::Role;
  void SetRole(int entry, Role role) {
    if (entry >= static_cast<int>(loops_->roles.size())) loops_->roles.resize(entry + 1);
    loops_->roles[entry] = role;
  }

  // A leaf that is an unknown itself (AlgebraicConstraint): its input has to become 0, and its
  // parameter is the first guess.
  Loop::Unknown UnknownOfLeaf(int entry) const {
    Loop::Unknown unknown;
    unknown.entry = entry;
    unknown.input = node_of(entry).first_input;
    unknown.parameter = node_of(entry).first_parameter;
    return unknown;
  }

  // An entry for what an output is thought to be; the inputs of the loop read that instead.
  Loop::Unknown TornOutput(int entry, const std::vector<int>& part) {
    Loop::Unknown unknown;
    unknown.source = entry;
    unknown.entry = AddEntry(entry, plan_.entries[entry].size, "torn " + NameOf(entry));
    const auto* model = VectorModels<T>::Find(plan_.vector_models.entries, entry);
    if (model != nullptr) plan_.vector_models.entries[unknown.entry] = model;
    // Equations are shorter where everybody reads the unknown.
    const auto& readers = kIsSymbolic<T> ? plan_.leaves : NodesOf(part);
    for (const int n : readers) {
      const PlanNode& node = plan_.nodes[n];
      for (int i = node.first_input; i < node.first_input + node.num_inputs; ++i) {
        if (plan_.input_entry[i] == entry) plan_.input_entry[i] = unknown.entry;
      }
    }
    return unknown;
  }

  const std::vector<int>& NodesOf(const std::vector<int>& part) {
    nodes_.clear();
    for (const int e : part) nodes_.push_back(plan_.entries[e].node);
    return nodes_;
  }

  // An entry of the plan beside one of a system.
  int AddEntry(int beside, int size, const std::string& description) {
    const CacheEntryDeclaration<T>& other = plan_.cache_entry(beside);
    loops_->declarations.push_back(std::make_unique<const CacheEntryDeclaration<T>>(
        &other.get_system(), other.cache_index(), other.ticket(), description, size, nullptr,
        typename CacheEntryDeclaration<T>::Calculator(), TicketSet()));
    plan_.entries.push_back(
        {loops_->declarations.back().get(), plan_.entries[beside].node, 0, size});
    return plan_.num_entries() - 1;
  }

  Plan<T>& plan_;
  const TearingQueries<T>& queries_;
  std::shared_ptr<LoopSet<T>> loops_;
  std::vector<int> port_of_;  ///< per entry of the systems; -1 of what is no output of a leaf
  std::vector<int> nodes_;
  std::vector<int> place_;  ///< per entry; -1 but for a part at hand
};

}  // namespace

template <typename T>
std::shared_ptr<LoopSet<T>> TearLoops(Plan<T>* plan, const TearingQueries<T>& queries) {
  return LoopTearer<T>(plan, queries).Tear();
}

template <typename T>
void OrderMembers(const std::vector<int>& order, LoopSet<T>* loops) {
  for (const int entry : order) {
    const int loop = loops->member_of(entry);
    if (loop >= 0) loops->loops[loop].members.push_back(entry);
  }
}

template std::shared_ptr<LoopSet<double>> TearLoops(Plan<double>*, const TearingQueries<double>&);
template std::shared_ptr<LoopSet<AutoDiff>> TearLoops(Plan<AutoDiff>*,
                                                      const TearingQueries<AutoDiff>&);
template std::shared_ptr<LoopSet<Expression>> TearLoops(Plan<Expression>*,
                                                        const TearingQueries<Expression>&);
template void OrderMembers(const std::vector<int>&, LoopSet<double>*);
template void OrderMembers(const std::vector<int>&, LoopSet<AutoDiff>*);
template void OrderMembers(const std::vector<int>&, LoopSet<Expression>*);

}  // namespace loopwright::internal
