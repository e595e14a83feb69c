#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "engine/model/document.h"

namespace loopwright {
namespace {

// The gap between neighbours: 20 blocks can be put between two before all are numbered anew.
constexpr std::uint64_t kGap = std::uint64_t{1} << 20;

// True when no other list shares the block, so that it may be changed in place.
bool HeldAlone(const std::shared_ptr<Block>& block) {
  if (block.use_count() != 1) return false;
  // Another thread that let go of the block before has finished reading it.
  std::atomic_thread_fence(std::memory_order_acquire);
  return true;
}

}  // namespace

const Block* BlockList::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second.block;
}

std::size_t BlockList::IndexOf(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return size();
  const auto entry = std::lower_bound(
      entries_.begin(), entries_.end(), found->second.order,
      [](const Entry& candidate, std::uint64_t order) { return candidate.order < order; });
  return static_cast<std::size_t>(entry - entries_.begin());
}

void BlockList::Reserve(std::size_t count) {
  entries_.reserve(count);
  by_name_.reserve(count);
}

void BlockList::Append(Block block) { Insert(size(), std::move(block)); }

void BlockList::Insert(std::size_t index, Block block) {
  if (contains(block.name)) {
    throw std::invalid_argument("There is already a block " + block.name);
  }
  const std::uint64_t order = OrderBefore(index);
  const auto position = entries_.begin() + static_cast<std::ptrdiff_t>(index);
  Index(*entries_.insert(position, {order, std::make_shared<Block>(std::move(block))}));
}

Block BlockList::Replace(std::size_t index, Block block) {
  Entry& entry = entries_[index];
  if (block.name != entry.block->name && contains(block.name)) {
    throw std::invalid_argument("There is already a block " + block.name);
  }
  by_name_.erase(entry.block->name);
  Block old;
  if (HeldAlone(entry.block)) {
    old = std::move(*entry.block);
    *entry.block = std::move(block);
  } else {
    old = *entry.block;
    entry.block = std::make_shared<Block>(std::move(block));
  }
  Index(entry);
  return old;
}

Block BlockList::Remove(std::size_t index) {
  const Entry entry = std::move(entries_[index]);
  by_name_.erase(entry.block->name);
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
  return HeldAlone(entry.block) ? std::move(*entry.block) : *entry.block;
}

DiagramModel* BlockList::MutableDiagram(std::size_t index) {
  return entries_[index].block->diagram ? Mutable(index)->diagram.get() : nullptr;
}

std::vector<DiagramParameter>* BlockList::MutableParameters(std::size_t index) {
  return entries_[index].block->diagram ? &Mutable(index)->diagram_parameters : nullptr;
}

Block* BlockList::Mutable(std::size_t index) {
  Entry& entry = entries_[index];
  if (!HeldAlone(entry.block)) {
    by_name_.erase(entry.block->name);
    entry.block = std::make_shared<Block>(*entry.block);
    Index(entry);
  }
  return entry.block.get();
}

std::uint64_t BlockList::OrderBefore(std::size_t index) {
  if (index == size()) return entries_.empty() ? kGap : entries_.back().order + kGap;
  const std::uint64_t before = index == 0 ? 0 : entries_[index - 1].order;
  if (entries_[index].order - before < 2) {
    for (std::size_t i = 0; i < size(); ++i) {
      entries_[i].order = (i + 1) * kGap;
      by_name_.find(entries_[i].block->name)->second.order = entries_[i].order;
    }
    return index * kGap + kGap / 2;
  }
  return before + (entries_[index].order - before) / 2;
}

void BlockList::Index(const Entry& entry) {
  by_name_[entry.block->name] = {entry.order, entry.block.get()};
}

bool operator==(const BlockList& a, const BlockList& b) {
  return std::equal(a.entries_.begin(), a.entries_.end(), b.entries_.begin(), b.entries_.end(),
                    [](const BlockList::Entry& x, const BlockList::Entry& y) {
                      return x.block == y.block || *x.block == *y.block;
                    });
}

}  // namespace loopwright
