#include "engine/system/graphviz_text.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The frame of the text; leaves and diagrams write what is inside. Signals run from left to right.
template <typename T>
std::string System<T>::GetGraphvizString(int max_depth) const {
  std::stringstream dot;
  dot << "digraph _" << this->GetGraphvizId() << " {\nrankdir=LR\n";
  GetGraphvizFragment(max_depth, &dot);
  dot << "}\n";
  return dot.str();
}

// A leaf is one node, with a field for each port: an edge ends at `7:u0`, input 0 of node 7.
template <typename T>
void LeafSystem<T>::GetGraphvizFragment(int, std::stringstream* dot) const {
  internal::WriteNode(*this, dot);
}
template <typename T>
void LeafSystem<T>::GetGraphvizInputPortToken(const InputPort<T>& port, int,
                                              std::stringstream* dot) const {
  *dot << this->GetGraphvizId() << ":u" << port.get_index();
}
template <typename T>
void LeafSystem<T>::GetGraphvizOutputPortToken(const OutputPort<T>& port, int,
                                               std::stringstream* dot) const {
  *dot << this->GetGraphvizId() << ":y" << port.get_index();
}

LOOPWRIGHT_INSTANTIATE_CLASS(System)
LOOPWRIGHT_INSTANTIATE_CLASS(LeafSystem)

}  // namespace loopwright
