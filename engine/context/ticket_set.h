#pragma once

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

#include "engine/common/inline_vector.h"
#include "engine/context/dependency_ticket.h"

namespace loopwright {

/// What a `std::set<DependencyTicket>` is, which it can be made of and be turned into, in sixteen
/// bytes where there are no more than two tickets.
class TicketSet {
 public:
  using value_type = DependencyTicket;
  using const_iterator = const DependencyTicket*;
  using iterator = const_iterator;

  TicketSet() = default;
  TicketSet(std::initializer_list<DependencyTicket> tickets) {
    for (const DependencyTicket ticket : tickets) insert(ticket);
  }
  TicketSet(const std::set<DependencyTicket>& tickets) {  // NOLINT(google-explicit-constructor)
    tickets_.assign(tickets.begin(), tickets.end());
  }
  operator std::set<DependencyTicket>() const {  // NOLINT(google-explicit-constructor)
    return {begin(), end()};
  }

  // Ascending.
  const_iterator begin() const { return tickets_.begin(); }
  const_iterator end() const { return tickets_.end(); }
  size_t size() const { return tickets_.size(); }
  bool empty() const { return tickets_.empty(); }
  const_iterator find(DependencyTicket ticket) const {
    const const_iterator at = Place(ticket);
    return at != end() && *at == ticket ? at : end();
  }
  bool contains(DependencyTicket ticket) const { return find(ticket) != end(); }
  size_t count(DependencyTicket ticket) const { return contains(ticket) ? 1 : 0; }
  bool operator==(const TicketSet& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

  std::pair<const_iterator, bool> insert(DependencyTicket ticket) {
    const const_iterator at = Place(ticket);
    if (at != end() && *at == ticket) return {at, false};
    return {tickets_.insert(at, ticket), true};
  }
  size_t erase(DependencyTicket ticket) {
    const const_iterator at = find(ticket);
    if (at == end()) return 0;
    tickets_.erase(at);
    return 1;
  }
  void clear() { tickets_.clear(); }

 private:
  const_iterator Place(DependencyTicket ticket) const {
    return std::lower_bound(begin(), end(), ticket);
  }

  InlineVector<DependencyTicket, 2> tickets_;
};

}  // namespace loopwright
