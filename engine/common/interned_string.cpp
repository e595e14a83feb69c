#include "engine/common/interned_string.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <unordered_map>

namespace loopwright {

namespace {
// A part of all texts. Threads that build diagrams at the same time make names all the time, but
// hardly ever of the same part, so they do not wait for each other.
struct alignas(64) Part {
  std::mutex mutex;
  std::unordered_map<std::string, int> texts;  // a node stays where it is
};
constexpr size_t kParts = 64;

Part& PartOf(const std::string& text) {
  // Never destroyed: systems may be, at the very end of the program.
  static Part* const parts = new Part[kParts];
  return parts[std::hash<std::string>()(text) % kParts];
}

std::atomic<int> num_texts{0};
}  // namespace

InternedString::InternedString(std::string text) {
  Part& part = PartOf(text);
  const std::lock_guard lock(part.mutex);
  const auto [place, is_new] = part.texts.try_emplace(std::move(text), 0);
  if (is_new) num_texts.fetch_add(1, std::memory_order_relaxed);
  shared_ = &*place;
  ++shared_->second;
}

InternedString::~InternedString() {
  Part& part = PartOf(shared_->first);
  const std::lock_guard lock(part.mutex);
  if (--shared_->second > 0) return;
  part.texts.erase(part.texts.find(shared_->first));
  num_texts.fetch_sub(1, std::memory_order_relaxed);
}

int InternedString::count() { return num_texts.load(std::memory_order_relaxed); }

}  // namespace loopwright
