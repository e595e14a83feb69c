#include "engine/system/scalar_converter.h"

namespace loopwright {

namespace internal {
namespace {
// The class of `system` without namespace and scalar: "Gain" for loopwright::Gain<double>.
std::string ClassOf(const SystemBase& system) {
  std::string name = system.GetSystemType();
  name = name.substr(0, name.find('<'));
  const size_t last = name.rfind("::");
  return last == std::string::npos ? name : name.substr(last + 2);
}
std::string Start(const SystemBase& system, const char* scalar) {
  return "System '" + system.GetSystemPathname() + "' cannot be converted to " + scalar +
         ": its class " + ClassOf(system);
}
}  // namespace

void ThrowNotConvertible(const SystemBase& system, const char* scalar) {
  throw ScalarConversionError(Start(system, scalar) + " has no conversion to that scalar");
}
void ThrowSubclassNotConvertible(const SystemBase& system, const char* scalar) {
  throw ScalarConversionError(Start(system, scalar) +
                              " must pass a SystemTypeTag of its own to the base class");
}
}  // namespace internal

void SystemScalarConverter::RemoveUnlessAlsoSupportedBy(const SystemScalarConverter& other) {
  if (table_ == nullptr) return;
  Table& table = CopyTable();
  for (size_t i = 0; i < table.size(); ++i) {
    if (other.table_ == nullptr || (*other.table_)[i] == nullptr) table[i] = nullptr;
  }
}

// One pointer owns both: it points to the arguments and keeps the table beside them alive.
SystemScalarConverter::Table& SystemScalarConverter::CopyTable() {
  struct Own {
    Table table;
    std::shared_ptr<const void> arguments;
  };
  auto own = std::make_shared<Own>();
  if (table_ != nullptr) own->table = *table_;
  own->arguments = std::move(arguments_);
  Table& table = own->table;
  table_ = &table;
  const void* const arguments = own->arguments.get();
  arguments_ = std::shared_ptr<const void>(std::move(own), arguments);
  return table;
}

}  // namespace loopwright
