#pragma once

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

#include "engine/common/inline_vector.h"
#include "engine/context/dependency_ticket.h"

namespace loopwright {

/// What a `std::set<DependencyTicket>` is, which it can be made of and be turned into, in sixteen
/// bytes where there are no more than two tickets. Most cache entries depend on one or two things,
/// and a diagram has tens of thousands of entries: a tree with a node on the heap for each ticket
/// would be most of its memory. The tickets lie in ascending order, so that sets can be compared
/// element by element.
class TicketSet {
 public:
  /// As containers of the standard library have it.
  using value_type = DependencyTicket;
  using const_iterator = const DependencyTicket*;
  using iterator = const_iterator;

  /// The empty set: an entry that depends on nothing and is computed once.
  TicketSet() = default;
  /// Repeated tickets count once.
  TicketSet(std::initializer_list<DependencyTicket> tickets) {
    for (const DependencyTicket ticket : tickets) insert(ticket);
  }
  /// Both ways by themselves, so that authors may write the std::set that Drake's declarations
  /// take.
  TicketSet(const std::set<DependencyTicket>& tickets) {  // NOLINT(google-explicit-constructor)
    tickets_.assign(tickets.begin(), tickets.end());
  }
  operator std::set<DependencyTicket>() const {  // NOLINT(google-explicit-constructor)
    return {begin(), end()};
  }

  // Ascending.
  const_iterator begin() const { return tickets_.begin(); }
  const_iterator end() const { return tickets_.end(); }
  /// Number of tickets.
  size_t size() const { return tickets_.size(); }
  bool empty() const { return tickets_.empty(); }
  /// end() where it is not there.
  const_iterator find(DependencyTicket ticket) const {
    const const_iterator at = Place(ticket);
    return at != end() && *at == ticket ? at : end();
  }
  bool contains(DependencyTicket ticket) const { return find(ticket) != end(); }
  /// 1 or 0, as std::set has it.
  size_t count(DependencyTicket ticket) const { return contains(ticket) ? 1 : 0; }
  /// Equal where both hold the same tickets.
  bool operator==(const TicketSet& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

  /// Where the ticket is now, and whether it was added; pointers into the set may be invalid then.
  std::pair<const_iterator, bool> insert(DependencyTicket ticket) {
    const const_iterator at = Place(ticket);
    if (at != end() && *at == ticket) return {at, false};
    return {tickets_.insert(at, ticket), true};
  }
  /// The number of tickets removed, 0 or 1.
  size_t erase(DependencyTicket ticket) {
    const const_iterator at = find(ticket);
    if (at == end()) return 0;
    tickets_.erase(at);
    return 1;
  }
  void clear() { tickets_.clear(); }

 private:
  /// Where the ticket is, or would be.
  const_iterator Place(DependencyTicket ticket) const {
    return std::lower_bound(begin(), end(), ticket);
  }

  /// Two fit into the object itself; more go to the heap.
  InlineVector<DependencyTicket, 2> tickets_;
};

}  // namespace loopwright
