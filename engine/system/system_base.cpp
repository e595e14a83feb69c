#include "engine/system/system_base.h"

#include <vector>

namespace loopwright {

std::string SystemBase::GetSystemPathname() const {
  if (parent_ == nullptr) return name_;
  std::vector<const SystemBase*> chain;
  for (const SystemBase* s = this; s->parent_ != nullptr; s = s->parent_) chain.push_back(s);
  std::string path;
  for (auto s = chain.rbegin(); s != chain.rend(); ++s) {
    if (!path.empty()) path += '/';
    path += (*s)->name_;
  }
  return path;
}

}  // namespace loopwright
