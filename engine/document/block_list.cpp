#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/document/document.h"

namespace loopwright {
namespace {

// The gap between neighbours: 20 blocks can be put between two before all are numbered anew.
constexpr std::uint64_t kGap = std::uint64_t{1} << 20;

// True when no other list shares the object, so that it may be changed in place.
template <typename T>
bool HeldAlone(const std::shared_ptr<T>& object) {
  // Another thread that let go of it before has finished reading it: letting go of a copy here puts
  // this thread behind it. (The thread sanitizer does not know a fence.)
  std::shared_ptr<T> copy = object;
  const bool is_alone = copy.use_count() == 2;
  copy.reset();
  return is_alone;
}

}  // namespace

const Block* BlockList::Find(std::string_view name) const {
  const std::size_t index = IndexOf(name);
  return index < size() ? entries_[index].block.get() : nullptr;
}

// The table gives the order of a name, and the entries ascend by it, so halving finds the place.
std::size_t BlockList::IndexOf(std::string_view name) const {
  if (!names_) return size();
  const auto found = names_->find(name);
  if (found == names_->end()) return size();
  return std::ranges::lower_bound(entries_, found->second, {}, &Entry::order) - entries_.begin();
}

void BlockList::Reserve(std::size_t count) {
  entries_.reserve(count);
  MutableNames().reserve(count);
}

void BlockList::Append(Block block) { Insert(size(), std::move(block)); }

// The new entry gets an order between those of its neighbours; no other entry changes, however long
// the list is.
void BlockList::Insert(std::size_t index, Block block) {
  if (contains(block.name)) {
    throw std::invalid_argument("There is already a block " + block.name);
  }
  const std::uint64_t order = OrderBefore(index);
  MutableNames().emplace(block.name, order);
  entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(index),
                  {order, std::make_shared<Block>(std::move(block))});
}

// A block that no other list shares is changed where it lies; otherwise the others keep it, and
// this list gets a new one.
Block BlockList::Replace(std::size_t index, Block block) {
  Entry& entry = entries_[index];
  if (block.name != entry.block->name) {
    if (contains(block.name)) {
      throw std::invalid_argument("There is already a block " + block.name);
    }
    MutableNames().erase(entry.block->name);
    MutableNames().emplace(block.name, entry.order);
  }
  if (HeldAlone(entry.block)) return std::exchange(*entry.block, std::move(block));
  return *std::exchange(entry.block, std::make_shared<Block>(std::move(block)));
}

// The block is moved out where nobody else has it, and copied where somebody does.
Block BlockList::Remove(std::size_t index) {
  const Entry entry = std::move(entries_[index]);
  MutableNames().erase(entry.block->name);
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
  std::shared_ptr<Block>& block = entries_[index].block;
  if (!HeldAlone(block)) block = std::make_shared<Block>(*block);
  return block.get();
}

// The table of names, made this list's own before it is changed.
BlockList::NameIndex& BlockList::MutableNames() {
  if (!names_) {
    names_ = std::make_shared<NameIndex>();
  } else if (!HeldAlone(names_)) {
    names_ = std::make_shared<NameIndex>(*names_);
  }
  return *names_;
}

// A number between the neighbours' at `index`, half way. Where there is no room left, all entries
// are numbered anew with wide gaps, which happens once in many insertions at one place.
std::uint64_t BlockList::OrderBefore(std::size_t index) {
  if (index == size()) return entries_.empty() ? kGap : entries_.back().order + kGap;
  const std::uint64_t before = index == 0 ? 0 : entries_[index - 1].order;
  if (entries_[index].order - before < 2) {
    NameIndex& names = MutableNames();
    for (std::size_t i = 0; i < size(); ++i) {
      entries_[i].order = (i + 1) * kGap;
      names.find(entries_[i].block->name)->second = entries_[i].order;
    }
    return index * kGap + kGap / 2;
  }
  return before + (entries_[index].order - before) / 2;
}

// Blocks that both lists share need not be looked at: of two copies with one change, one block is
// compared.
bool operator==(const BlockList& a, const BlockList& b) {
  return std::equal(a.entries_.begin(), a.entries_.end(), b.entries_.begin(), b.entries_.end(),
                    [](const BlockList::Entry& x, const BlockList::Entry& y) {
                      return x.block == y.block || *x.block == *y.block;
                    });
}

}  // namespace loopwright
