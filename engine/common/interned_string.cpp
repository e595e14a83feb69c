#include "engine/common/interned_string.h"

#include <mutex>
#include <unordered_map>

namespace loopwright {

namespace {
struct Pool {
  std::mutex mutex;
  std::unordered_map<std::string, int> texts;  // a node stays where it is
};

// Never destroyed: systems may be, at the very end of the program.
Pool& ThePool() {
  static Pool& pool = *new Pool;
  return pool;
}
}  // namespace

InternedString::InternedString(std::string text) {
  Pool& pool = ThePool();
  const std::lock_guard lock(pool.mutex);
  shared_ = &*pool.texts.try_emplace(std::move(text), 0).first;
  ++shared_->second;
}

InternedString::~InternedString() {
  Pool& pool = ThePool();
  const std::lock_guard lock(pool.mutex);
  if (--shared_->second == 0) pool.texts.erase(pool.texts.find(shared_->first));
}

int InternedString::count() {
  Pool& pool = ThePool();
  const std::lock_guard lock(pool.mutex);
  return static_cast<int>(pool.texts.size());
}

}  // namespace loopwright
