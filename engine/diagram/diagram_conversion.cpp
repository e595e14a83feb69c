// Conversion of diagrams to other scalars.

#include <unordered_map>

#include "engine/diagram/diagram.h"
#include "engine/diagram/diagram_builder.h"

namespace loopwright {

// Converts every part and builds the same diagram of the results. A part that cannot be converted
// throws, with its path in `other`.
template <typename T>
template <typename U>
Diagram<T>::Diagram(SystemScalarConverter converter, const Diagram<U>& other)
    : Diagram(std::move(converter)) {
  DiagramBuilder<T> builder;
  builder.set_solves_algebraic_loops(other.solves_algebraic_loops());
  std::unordered_map<const System<U>*, System<T>*> converted;
  for (const auto& subsystem : other.subsystems_) {
    converted[subsystem.get()] = builder.AddSystem(subsystem->template ToScalarType<T>());
  }
  const auto at = [&](int i) { return converted.at(other.subsystems_[i].get()); };
  // Exported inputs in their order, each with all that reads it.
  std::vector<std::vector<std::pair<int, int>>> readers(other.num_input_ports());
  for (int i = 0; i < other.num_subsystems(); ++i) {
    for (int port = 0; port < other.subsystem(i).num_input_ports(); ++port) {
      const auto source = other.input_source(i, port);
      if (source.port < 0) continue;
      if (source.system < 0) {
        readers[source.port].emplace_back(i, port);
      } else {
        builder.Connect(at(source.system)->get_output_port(source.port),
                        at(i)->get_input_port(port));
      }
    }
  }
  for (int input = 0; input < other.num_input_ports(); ++input) {
    for (const auto& [i, port] : readers[input]) {
      builder.ExportInput(at(i)->get_input_port(port), other.get_input_port(input).get_name());
    }
  }
  for (int output = 0; output < other.num_output_ports(); ++output) {
    const OutputPort<U>& port = other.get_output_port(output);
    const OutputPort<U>& source = *port.source();
    builder.ExportOutput(converted.at(&source.get_system())->get_output_port(source.get_index()),
                         port.get_name());
  }
  if (!builder.empty()) builder.BuildInto(this);
}

template Diagram<AutoDiff>::Diagram(SystemScalarConverter, const Diagram<double>&);
template Diagram<Expression>::Diagram(SystemScalarConverter, const Diagram<double>&);
template Diagram<double>::Diagram(SystemScalarConverter, const Diagram<AutoDiff>&);
template Diagram<Expression>::Diagram(SystemScalarConverter, const Diagram<AutoDiff>&);
template Diagram<double>::Diagram(SystemScalarConverter, const Diagram<Expression>&);
template Diagram<AutoDiff>::Diagram(SystemScalarConverter, const Diagram<Expression>&);

}  // namespace loopwright
