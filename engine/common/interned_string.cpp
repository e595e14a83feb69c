#include "engine/common/interned_string.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace loopwright {

namespace {
using HashedText = InternedString::HashedText;

struct HashOf {
  std::size_t operator()(const HashedText& text) const noexcept { return text.hash; }
};

// A part of all texts. Threads that build diagrams at the same time make names all the time, and
// mostly the same few ("u", "y"). So that they neither wait for each other nor take memory from
// each other's caches, each thread has entries of its own, hardly ever in the part of another's.
struct alignas(64) Part {
  std::mutex mutex;
  std::unordered_map<HashedText, int, HashOf> texts;  // a node stays where it is
};
constexpr std::size_t kParts = 64;

Part& PartOf(std::size_t hash) {
  // Never destroyed: systems may be, at the very end of the program.
  static Part* const parts = new Part[kParts];
  return parts[hash % kParts];
}

std::atomic<int> num_texts{0};
}  // namespace

InternedString::InternedString(std::string text) {
  thread_local const std::size_t own = std::hash<std::thread::id>()(std::this_thread::get_id());
  const std::size_t hash = std::hash<std::string>()(text) ^ own;
  Part& part = PartOf(hash);
  const std::lock_guard lock(part.mutex);
  const auto [place, is_new] = part.texts.try_emplace({std::move(text), hash}, 0);
  if (is_new) num_texts.fetch_add(1, std::memory_order_relaxed);
  shared_ = &*place;
  ++shared_->second;
}

InternedString::~InternedString() {
  Part& part = PartOf(shared_->first.hash);
  const std::lock_guard lock(part.mutex);
  if (--shared_->second > 0) return;
  part.texts.erase(part.texts.find(shared_->first));
  num_texts.fetch_sub(1, std::memory_order_relaxed);
}

int InternedString::count() { return num_texts.load(std::memory_order_relaxed); }

}  // namespace loopwright
