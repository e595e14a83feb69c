#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/common/value.h"
#include "engine/context/basic_vector.h"

namespace loopwright {

/// A place for the values of all output ports of a system, made by System::AllocateOutput(). Each
/// port's value is a vector or an abstract value, of the class and size that the port was declared
/// with. System::CalcOutput() fills it.
template <typename T>
class SystemOutput {
 public:
  SystemOutput() = default;
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(SystemOutput);

  int num_ports() const { return static_cast<int>(values_.size()); }
  /// Null where the port is abstract-valued; std::out_of_range for a port that is not there.
  const BasicVector<T>* get_vector_data(int port) const { return values_.at(port).vector.get(); }
  BasicVector<T>* GetMutableVectorData(int port) { return values_.at(port).vector.get(); }
  /// Null where the port is vector-valued.
  const AbstractValue* get_data(int port) const { return values_.at(port).abstract.get(); }
  AbstractValue* GetMutableData(int port) { return values_.at(port).abstract.get(); }

  // --- for the engine ---
  /// Appends the value of the next port.
  void Add(std::unique_ptr<BasicVector<T>> vector) {
    values_.push_back({std::move(vector), nullptr});
  }
  void Add(std::unique_ptr<AbstractValue> abstract) {
    values_.push_back({nullptr, std::move(abstract)});
  }

 private:
  /// One of the two is null.
  struct PortValue {
    std::unique_ptr<BasicVector<T>> vector;
    std::unique_ptr<AbstractValue> abstract;
  };
  std::vector<PortValue> values_;
};

}  // namespace loopwright
