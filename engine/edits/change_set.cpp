#include <algorithm>

#include "engine/edits/edit.h"

namespace loopwright {
namespace {

constexpr unsigned kAllParts = 2 * kBlockExtras - 1;

// What is removed has another key than what is there: a block may be removed and another of its
// name be added.
std::string MakeKey(bool removed, ChangeSubject subject, const std::string& level,
                    const std::string& name) {
  std::string key(1, static_cast<char>('a' + static_cast<int>(subject)));
  if (removed) key += '-';
  return key.append(":").append(level).append("\n").append(name);
}

const std::string& NameBefore(const Change& change) {
  return change.old_name.empty() ? change.name : change.old_name;
}

}  // namespace

std::string ChangeSet::KeyOf(const Change& change) {
  return MakeKey(change.kind == ChangeKind::kRemoved, change.subject, change.level, change.name);
}

// The list keeps the changes, and the table where each lies.
void ChangeSet::Insert(Change change) {
  if (change.old_name == change.name) change.old_name.clear();
  index_[KeyOf(change)] = changes_.size();
  changes_.push_back(std::move(change));
}

// Takes out what is known of `name`, which is removed or not, as `kind` says.
std::optional<Change> ChangeSet::Take(ChangeKind kind, const Change& like,
                                      const std::string& name) {
  const auto found =
      index_.find(MakeKey(kind == ChangeKind::kRemoved, like.subject, like.level, name));
  if (found == index_.end()) return std::nullopt;
  const std::size_t index = found->second;
  index_.erase(found);
  Change taken = std::move(changes_[index]);
  if (index + 1 < changes_.size()) {
    changes_[index] = std::move(changes_.back());
    index_[KeyOf(changes_[index])] = index;
  }
  changes_.pop_back();
  return taken;
}

// Joins a change with what is known of the same thing: added and then removed is nothing, removed
// and then added is changed, and changes of a block add up. Whoever follows the set sees only what
// is different in the end.
void ChangeSet::Add(Change change) {
  switch (change.kind) {
    case ChangeKind::kAdded:
      if (Take(ChangeKind::kRemoved, change, change.name)) {
        change.kind = ChangeKind::kChanged;
        change.block_parts = change.subject == ChangeSubject::kBlock ? kAllParts : 0;
      }
      break;
    case ChangeKind::kRemoved:
      if (const auto earlier = Take(ChangeKind::kChanged, change, change.name)) {
        if (earlier->kind == ChangeKind::kAdded) return;
        change.name = NameBefore(*earlier);
      }
      break;
    case ChangeKind::kChanged:
      if (change.subject == ChangeSubject::kBlock && !change.old_name.empty()) {
        MoveLevels(JoinPath(change.level, change.old_name), JoinPath(change.level, change.name));
      }
      if (const auto earlier = Take(ChangeKind::kChanged, change, NameBefore(change))) {
        change.kind = earlier->kind;
        change.block_parts |= earlier->block_parts;
        change.old_name = NameBefore(*earlier);
        if (change.kind == ChangeKind::kAdded) {
          change.old_name.clear();
          change.block_parts = 0;
        }
      }
      break;
  }
  Insert(std::move(change));
}

void ChangeSet::Add(const ChangeSet& later) {
  for (const Change& change : later.changes_) Add(change);
}

// A subsystem was renamed: what changed inside has a new level.
void ChangeSet::MoveLevels(const std::string& from, const std::string& to) {
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    std::string& level = changes_[i].level;
    const bool inside = level == from || level.rfind(from + '/', 0) == 0;
    if (!inside) continue;
    index_.erase(KeyOf(changes_[i]));
    level.replace(0, from.size(), to);
    index_[KeyOf(changes_[i])] = i;
  }
}

bool ChangeSet::contains(ChangeSubject subject) const {
  return std::any_of(changes_.begin(), changes_.end(),
                     [subject](const Change& change) { return change.subject == subject; });
}

}  // namespace loopwright
