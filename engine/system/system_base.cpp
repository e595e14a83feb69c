#include "engine/system/system_base.h"

#include <iomanip>
#include <stdexcept>
#include <typeinfo>
#include <vector>

namespace loopwright {

// The chain is gathered from inside outwards and written from outside inwards.
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

// As Drake does, "_" stands for a name that is missing.
const std::string& SystemBase::GetSystemName() const {
  static const std::string none = "_";
  return name_.empty() ? none : name_;
}

std::string SystemBase::GetSystemType() const { return DemangledName(typeid(*this)); }

// As Drake writes it: slashes for the colons of namespaces, and the address in sixteen digits.
std::string SystemBase::GetMemoryObjectName() const {
  std::string type = GetSystemType();
  for (size_t at = type.find("::"); at != std::string::npos; at = type.find("::", at)) {
    type.replace(at, 2, "/");
  }
  std::ostringstream name;
  name << type << '@' << std::hex << std::setfill('0') << std::setw(16)
       << reinterpret_cast<uintptr_t>(this);
  return name.str();
}

std::string SystemBase::GetPath() const {
  std::stringstream path;
  GetPath(&path);
  return path.str();
}

// Unlike the path name, it begins with the outermost system, and colons stand before each name.
void SystemBase::GetPath(std::stringstream* output) const {
  LOOPWRIGHT_THROW_UNLESS(output != nullptr);
  std::vector<const SystemBase*> chain;
  for (const SystemBase* s = this; s != nullptr; s = s->parent_) chain.push_back(s);
  for (auto s = chain.rbegin(); s != chain.rend(); ++s) *output << "::" << (*s)->GetSystemName();
}

std::string SystemBase::GetSystemIdString() const {
  return GetSystemType() + " System " + GetSystemPathname();
}

void SystemBase::ThrowStateShapeChanged() const {
  throw std::logic_error("An unrestricted update of system '" + GetSystemPathname() +
                         "' changed the number of its state variables, which is fixed when the "
                         "system is made");
}

// Its place in the whole tree, depth first: the same model gives the same text in every run, which
// addresses would not.
int64_t SystemBase::GetGraphvizId() const {
  int64_t place = 0;
  for (const SystemBase* s = this; s->parent_ != nullptr; s = s->parent_) {
    place += s->place_in_parent_;
  }
  return place;
}

}  // namespace loopwright
