#include "engine/diagram/diagram.h"
#include "engine/system/graphviz_text.h"

namespace loopwright {

// A diagram that shows its parts is a box around them, with a box of ports on either side. Inputs
// are blue and stand on the left, outputs are green. At the depth where nothing more is to be shown
// the diagram is a node like a leaf.
template <typename T>
void Diagram<T>::GetGraphvizFragment(int max_depth, std::stringstream* dot) const {
  if (max_depth <= 0) return internal::WriteNode(*this, dot);
  const int64_t id = this->GetGraphvizId();
  *dot << "subgraph cluster" << id << "diagram {\ncolor=black\nconcentrate=true\nlabel=\""
       << internal::Escaped(this->GetSystemName()) << "\";\n";
  const auto ports = [&](const char* kind, const char* colour, const char* prefix, int count,
                         auto name) {
    if (count == 0) return;
    *dot << id << kind << " [shape=record, color=" << colour << ", label=\"";
    internal::WritePorts(prefix, count, name, dot);
    *dot << "\"];\n";
  };
  ports("inputs", "blue", "u", this->num_input_ports(),
        [&](int i) -> const std::string& { return this->get_input_port(i).get_name(); });
  ports("outputs", "green", "y", this->num_output_ports(),
        [&](int i) -> const std::string& { return this->get_output_port(i).get_name(); });
  for (const auto& subsystem : subsystems_) subsystem->GetGraphvizFragment(max_depth - 1, dot);
  // Wires: from what each input reads to the input.
  for (int s = 0; s < num_subsystems(); ++s) {
    for (int i = 0; i < subsystems_[s]->num_input_ports(); ++i) {
      const Source source = input_source(s, i);
      if (source.port < 0) continue;
      if (source.system < 0) {
        *dot << id << "inputs:u" << source.port;
      } else {
        const System<T>& from = *subsystems_[source.system];
        from.GetGraphvizOutputPortToken(from.get_output_port(source.port), max_depth - 1, dot);
      }
      *dot << " -> ";
      const System<T>& to = *subsystems_[s];
      to.GetGraphvizInputPortToken(to.get_input_port(i), max_depth - 1, dot);
      *dot << (source.system < 0 ? " [color=blue];\n" : ";\n");
    }
  }
  for (int i = 0; i < this->num_output_ports(); ++i) {
    const OutputPort<T>& source = *this->get_output_port(i).source();
    source.get_system().GetGraphvizOutputPortToken(source, max_depth - 1, dot);
    *dot << " -> " << id << "outputs:y" << i << " [color=green];\n";
  }
  *dot << "}\n";
}
// A port of the box of ports where the inside is shown, and of the one node otherwise.
template <typename T>
void Diagram<T>::GetGraphvizInputPortToken(const InputPort<T>& port, int max_depth,
                                           std::stringstream* dot) const {
  *dot << this->GetGraphvizId() << (max_depth > 0 ? "inputs" : "") << ":u" << port.get_index();
}
template <typename T>
void Diagram<T>::GetGraphvizOutputPortToken(const OutputPort<T>& port, int max_depth,
                                            std::stringstream* dot) const {
  *dot << this->GetGraphvizId() << (max_depth > 0 ? "outputs" : "") << ":y" << port.get_index();
}

LOOPWRIGHT_INSTANTIATE_CLASS(Diagram)

}  // namespace loopwright
