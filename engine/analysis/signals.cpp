#include "engine/analysis/signals.h"

#include <charconv>

#include "engine/common/exceptions.h"
#include "engine/context/context_data.h"
#include "engine/system/ports.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

SignalPlace PlaceOf(const DiagramIndex<double>& index, const Plan<double>::OutputPlace& place,
                    int width) {
  return {index.plan().entries[place.entry].node, place.entry, place.offset, width, 0, width};
}

/// NAME or NAME[2].
struct NamedElement {
  std::string name;
  int element = -1;  ///< −1: all
};

// `pid.y[1]` is the element 1 of `pid.y`; brackets that hold no whole number are part of the name.
NamedElement SplitElement(const std::string& signal) {
  NamedElement result{signal, -1};
  const size_t bracket = signal.rfind('[');
  if (bracket == std::string::npos || signal.back() != ']') return result;
  const char* end = signal.data() + signal.size() - 1;
  const auto [stop, error] = std::from_chars(signal.data() + bracket + 1, end, result.element);
  if (error == std::errc() && stop == end) result.name = signal.substr(0, bracket);
  return result;
}

SignalPlace ElementAt(SignalPlace place, const std::string& signal, int element) {
  if (element >= place.port_width) {
    throw UsageError("\"" + signal + "\": the signal has only " + std::to_string(place.port_width) +
                     " elements, counted from 0");
  }
  if (element < 0) return place;
  place.first = element;
  place.width = 1;
  return place;
}

// The wire into BLOCK.PORT, whose name stands behind the '>' of `signal`.
SignalPlace FindWire(const DiagramIndex<double>& index, const std::string& signal) {
  const auto [name, element] = SplitElement(signal.substr(1));
  const Plan<double>& plan = index.plan();
  const int node = index.FindLeaf(name.substr(0, name.rfind('.')));
  std::vector<std::string> names;
  for (int i = 0; node >= 0 && i < plan.nodes[node].num_inputs; ++i) {
    const auto& port = plan.systems[node]->get_input_port(i);
    names.push_back(plan.PathOf(node) + "." + port.get_name());
    if (names.back() != name) continue;
    const auto& data = index.initial().data();
    const int input = plan.nodes[node].first_input + i, entry = data.inputs.entry(input);
    if (entry < 0) throw UsageError("\"" + signal + "\": nothing is wired to this input");
    const auto offset = static_cast<int>(data.inputs[input].data - data.arena.data());
    const int width = port.size();
    return ElementAt({plan.entries[entry].node, entry, offset, width, 0, width, input, node},
                     signal, element);
  }
  throw UsageError("there is no input \"" + name + "\"" + DidYouMean(name, names, '"') +
                   "; behind > stands an input of a block, BLOCK.PORT or SUB/BLOCK.PORT");
}

}  // namespace

SignalPlace FindSignal(const DiagramIndex<double>& index, const std::string& signal) {
  if (signal.starts_with('>')) return FindWire(index, signal);
  const auto [path, element] = SplitElement(signal);
  std::vector<std::string> names;
  for (const PortSignal<double>& port : index.port_signals()) {
    if (port.port == nullptr) continue;
    if (port.path != path && port.name != path) {
      names.push_back(port.path);
      continue;
    }
    return ElementAt(PlaceOf(index, index.PlaceOf(port), port.width), signal, element);
  }
  const std::string suggestion = DidYouMean(path, names, '"');
  throw UsageError("there is no signal \"" + signal + "\"" +
                   (suggestion.empty() ? "; signals" : suggestion + " Signals") +
                   " are output ports, BLOCK.PORT or SUB/BLOCK.PORT");
}

// Inputs read a place in the arena or a computed entry. The port whose value lies in just that
// place is what is wired to it, also through the borders of subsystems, which have no places of
// their own.
std::string SourceOf(const DiagramIndex<double>& index, const std::string& block, int input) {
  const int node = index.FindLeaf(block);
  if (node < 0 || index.plan().nodes[node].num_inputs <= input) {
    throw UsageError("there is no block \"" + block + "\" with an input");
  }
  const int number = index.plan().nodes[node].first_input + input;
  const auto& data = index.initial().data();
  for (const PortSignal<double>& port : index.port_signals()) {
    if (port.port == nullptr || data.inputs.entry(number) < 0) continue;
    const auto place = index.PlaceOf(port);
    const bool is_read = place.entry == data.inputs.entry(number) &&
                         data.inputs[number].data == data.arena.data() + place.offset;
    if (is_read) return port.path;
  }
  throw UsageError("nothing is wired to the input of the block \"" + block + "\"");
}

std::vector<std::string> DefaultInputs(const DiagramIndex<double>& index) {
  std::vector<std::string> signals;
  for (const Quantity& inport : index.quantities(QuantityKind::kInport)) {
    if (inport.storage == QuantityStorage::kArena) signals.push_back(index.PathOf(inport));
  }
  return signals;
}

std::vector<std::pair<std::string, SignalPlace>> DefaultOutputs(const DiagramIndex<double>& index) {
  std::vector<std::pair<std::string, SignalPlace>> outputs;
  for (const Quantity& outport : index.quantities(QuantityKind::kOutport)) {
    outputs.emplace_back(index.NameOf(outport),
                         PlaceOf(index, index.plan().outputs[outport.place], outport.size));
  }
  return outputs;
}

}  // namespace loopwright
