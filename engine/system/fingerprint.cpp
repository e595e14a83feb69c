#include "engine/system/fingerprint.h"

#include <cstring>
#include <typeinfo>

#include "engine/system/leaf_system.h"

namespace loopwright::internal {

namespace {
// FNV-1a, with a whole number mixed in at a time instead of a byte.
class Hash {
 public:
  void Add(int value) { Mix(static_cast<uint64_t>(static_cast<int64_t>(value))); }
  // The name, not the object's address: hashes are compared between runs of the program.
  void Add(const std::type_info& type) {
    for (const char* c = type.name(); *c != '\0'; ++c) Mix(static_cast<unsigned char>(*c));
  }
  void Add(const std::vector<int>& values) {
    Add(static_cast<int>(values.size()));
    for (const int value : values) Add(value);
  }
  void Add(const std::vector<std::unique_ptr<AbstractValue>>& models) {
    Add(static_cast<int>(models.size()));
    for (const auto& model : models) Add(model->type_info());
  }
  template <typename T>
  void AddSizes(const std::vector<VectorX<T>>& models) {
    Add(static_cast<int>(models.size()));
    for (const auto& model : models) Add(static_cast<int>(model.size()));
  }
  uint64_t value() const { return value_; }

 private:
  void Mix(uint64_t value) { value_ = (value_ ^ value) * 0x100000001b3u; }
  uint64_t value_ = 0xcbf29ce484222325u;
};

// What a connection depends on: kind and size of a port, not its name.
template <typename Port>
void AddPort(const Port& port, Hash* hash) {
  hash->Add(port.get_data_type());
  hash->Add(port.size());
}

// The class, the place in the tree, and the shape of all that was declared. Names and values do not
// count.
template <typename T>
void AddSystem(const System<T>& system, const PlanNode& node, Hash* hash) {
  hash->Add(typeid(system));
  hash->Add(node.parent);
  hash->Add(node.end);
  for (int i = 0; i < system.num_input_ports(); ++i) AddPort(system.get_input_port(i), hash);
  for (int i = 0; i < system.num_output_ports(); ++i) AddPort(system.get_output_port(i), hash);
  for (const auto& entry : system.cache_entries()) {
    hash->Add(entry->size());
    if (entry->model_value() != nullptr) hash->Add(entry->model_value()->type_info());
    for (const DependencyTicket ticket : entry->prerequisites()) hash->Add(int{ticket});
  }
  const auto* leaf = dynamic_cast<const LeafSystem<T>*>(&system);
  if (leaf == nullptr) return;
  for (const int count : {leaf->num_q(), leaf->num_v(), leaf->num_z(), leaf->num_modes()}) {
    hash->Add(count);
  }
  hash->AddSizes(leaf->discrete_models());
  hash->AddSizes(leaf->numeric_parameter_models());
  hash->Add(leaf->abstract_state_models());
  hash->Add(leaf->abstract_parameter_models());
}
}  // namespace

// Connections are known by which entry each input reads and each output shows.
template <typename T>
uint64_t StructureFingerprint(const Plan<T>& plan) {
  Hash hash;
  hash.Add(typeid(T));
  for (int n = 0; n < plan.num_nodes(); ++n) AddSystem(*plan.systems[n], plan.nodes[n], &hash);
  hash.Add(plan.input_entry);
  for (const auto& output : plan.outputs) hash.Add(output.entry);
  return hash.value();
}

template uint64_t StructureFingerprint(const Plan<double>&);
template uint64_t StructureFingerprint(const Plan<AutoDiff>&);
template uint64_t StructureFingerprint(const Plan<Expression>&);

}  // namespace loopwright::internal
