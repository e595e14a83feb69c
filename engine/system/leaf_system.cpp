#include "engine/system/leaf_system.h"

#include <cmath>
#include <stdexcept>

#include "engine/system/symbolic_feedthrough.h"
#include "engine/system/system_extras.h"

namespace loopwright {

// Follows prerequisites from entry to entry within the leaf until only sources are left, and
// collects the inputs among them. Each entry is visited once.
template <typename T>
std::set<int> LeafSystem<T>::InputsOf(const CacheEntry<T>& of) const {
  using Info = typename System<T>::TicketInfo;
  std::set<int> inputs, entries;
  std::vector<int> todo{of.cache_index()};
  const auto visit = [&](int entry) {
    if (entries.insert(entry).second) todo.push_back(entry);
  };
  while (!todo.empty()) {
    const auto& entry = *this->cache_entries()[todo.back()];
    todo.pop_back();
    // What the symbolic form tells is more exact than "all sources".
    if (const auto* symbolic = this->symbolic_inputs(entry)) {
      inputs.insert(symbolic->begin(), symbolic->end());
      continue;
    }
    for (const DependencyTicket ticket : entry.prerequisites()) {
      // Composite tickets first; well known ones that contain no input, such as that of time, need
      // nothing; then what the leaf declared itself.
      if (ticket == internal::kAllInputPortsTicket || internal::MeansAllSources(ticket)) {
        for (int i = 0; i < this->num_input_ports(); ++i) inputs.insert(i);
      } else if (ticket == internal::kXcdotTicket) {
        if (derivative_entry_ >= 0) visit(derivative_entry_);
      } else if (ticket >= internal::kNextFreeTicket) {
        const Info info = this->ticket_info(ticket);
        if (info.kind == Info::kInput) inputs.insert(info.index);
        if (info.kind == Info::kEntry) visit(info.index);
        if (info.kind == Info::kOutput) {
          visit(this->get_output_port(info.index).cache_entry()->cache_index());
        }
      }
    }
  }
  return inputs;
}

// What is connected is known by where its value lies; the general way says that nothing is.
template <typename T>
void LeafSystem<T>::BringInputUpToDate(const Context<T>& context, int port) const {
  const internal::InputSlot<T>& slot = context.inputs()[port];
  if (slot.data != nullptr) {
    context.EvaluateEntry(slot.entry);
  } else {
    this->get_input_port(port).EvalData(context);
  }
}

// An output depends on an input directly when the input is among what its cache entry needs.
template <typename T>
std::multimap<int, int> LeafSystem<T>::GetDirectFeedthroughs() const {
  std::multimap<int, int> pairs;
  // A leaf by itself finds out each time that it is asked.
  std::map<int, std::set<int>> symbolic;
  if (!this->has_symbolic_inputs()) symbolic = internal::FindSymbolicInputs(*this);
  for (int output = 0; output < this->num_output_ports(); ++output) {
    const CacheEntry<T>& entry = *this->get_output_port(output).cache_entry();
    const auto found = symbolic.find(entry.cache_index());
    for (const int input : found != symbolic.end() ? found->second : InputsOf(entry)) {
      pairs.emplace(input, output);
    }
  }
  return pairs;
}

// Converting a leaf to symbols is costly, so it is done only where an output's author left the
// prerequisites open, and its result is kept.
template <typename T>
void LeafSystem<T>::FindSymbolicInputs() {
  if (this->has_symbolic_inputs()) return;
  bool leaves_it_open = false;
  for (int output = 0; output < this->num_output_ports(); ++output) {
    leaves_it_open |= this->get_output_port(output).cache_entry()->has_default_prerequisites();
  }
  if (leaves_it_open) this->mutable_extras().symbolic_inputs = internal::FindSymbolicInputs(*this);
}

// Noted until the continuous state is declared, which makes the entry.
template <typename T>
void LeafSystem<T>::SetDerivativeKernel(const Kernel<T>& kernel) {
  DerivativeDeclaration& declaration = derivative_declaration();
  declaration.kernel = std::make_unique<const Kernel<T>>(kernel);
  declaration.calculator = this->CalculatorOf(declaration.kernel.get());
}

// Both are used up by DeclareContinuousState().
template <typename T>
void LeafSystem<T>::DeclareTimeDerivatives(const Kernel<T>& kernel) {
  SetDerivativeKernel(kernel);
  set_derivative_prerequisites(this->PrerequisitesOf(kernel));
}

// There is no default: a state whose derivatives were forgotten would stand still unnoticed.
template <typename T>
void LeafSystem<T>::DoCalcTimeDerivatives(const Context<T>&, ContinuousState<T>*) const {
  throw std::logic_error("System '" + this->GetSystemPathname() +
                         "' has continuous state but does not override DoCalcTimeDerivatives()");
}

LOOPWRIGHT_INSTANTIATE_CLASS(LeafSystem)

}  // namespace loopwright
