#include "engine/analysis/equations.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/context/loop.h"
#include "engine/expression/expression_text.h"
#include "engine/expression/simplify.h"

namespace loopwright {
namespace {

/// From this many nodes on, written out, what is shared gets symbols of its own.
constexpr double kLongestWritten = 20000;
/// A shared term with fewer nodes is written out wherever it stands.
constexpr double kSmallestShared = 12;
/// A table with more times of events has no closed form that anybody reads.
constexpr size_t kMostListedTimes = 1000;

std::string ElementName(const std::string& stem, int i, int size) {
  return size == 1 ? stem : stem + "[" + std::to_string(i) + "]";
}

// The elements of a quantity as symbols, by the names that the index has for them.
VectorX<Expression> SymbolsOf(const DiagramIndex<Expression>& index, const Quantity& quantity) {
  VectorX<Expression> symbols(quantity.size);
  for (int i = 0; i < quantity.size; ++i) {
    symbols[i] = Expression::Variable(index.ElementPath(quantity, i));
  }
  return symbols;
}

/// A leaf with its part of the context and the symbols of its state.
struct Leaf {
  const LeafSystem<Expression>* system;
  Context<Expression>* context;
  VectorX<Expression> continuous = {};
  std::vector<VectorX<Expression>> groups = {};

  void GiveSymbols(const DiagramIndex<Expression>& index) {
    const int node = context->node();
    continuous.resize(system->num_continuous_states());
    int next = 0;
    for (const Quantity& part : index.quantities(QuantityKind::kContinuousState, node)) {
      continuous.segment(next, part.size) = SymbolsOf(index, part);
      next += part.size;
    }
    if (next > 0) context->SetContinuousState(continuous);
    for (const Quantity& group : index.quantities(QuantityKind::kDiscreteState, node)) {
      groups.push_back(SymbolsOf(index, group));
      context->SetDiscreteState(group.number, groups.back());
    }
  }

  [[noreturn]] void Refuse(const std::string& reason) const {
    throw EquationsError({{system->GetSystemPathname(), "it has no closed form: " + reason}});
  }
};

// Runs the diagram once over expressions: states, inputs and parameters are symbols, so that what
// its ports, derivatives and updates evaluate to are formulas of these. That is all of the method;
// the rest of this class collects what was evaluated under the names that a reader knows.
class Derivation {
 public:
  explicit Derivation(const DiagramIndex<Expression>& index)
      : index_(index), context_(index.initial().Clone()) {
    for (const int node : index.plan().leaves) {
      const System<Expression>& system = *index.plan().systems[node];
      leaves_.push_back(
          {static_cast<const LeafSystem<Expression>*>(&system), &context_->data().views[node]});
    }
  }

  SystemEquations Run(const std::vector<OutputOfInterest>& outputs,
                      const std::vector<BlockWithoutForm<Expression>>& without_form) {
    context_->SetTime(Expression::Variable("t"));
    FreeInputs();
    FreeOutputs(without_form);
    ForEachLeaf([this](Leaf& leaf) {
      if (leaf.context->num_abstract_states() > 0) leaf.Refuse("its state is not numbers");
      leaf.GiveSymbols(index_);
    });
    ForEachLeaf([](const Leaf& leaf) {
      if (InputsHaveForm(leaf)) EvalOutputs(leaf);
    });
    AddLoops();
    ForEachLeaf([this](const Leaf& leaf) {
      AddDerivatives(leaf);
      AddEvents(leaf);
    });
    for (const OutputOfInterest& output : outputs) {
      const auto value = output.port->Eval(ContextOf(output.port->get_system()));
      for (int i = 0; i < value.size(); ++i) {
        const int size = static_cast<int>(value.size());
        equations_.outputs.push_back({ElementName(output.symbol, i, size), value[i]});
      }
    }
    return std::move(equations_);
  }

 private:
  Context<Expression>& ContextOf(const System<Expression>& system) const {
    return context_->data().views[index_.plan().node_of(system)];
  }

  // Inputs of the whole diagram get their names as symbols.
  void FreeInputs() {
    for (const Quantity& inport : index_.quantities(QuantityKind::kInport)) {
      const VectorX<Expression> symbols = SymbolsOf(index_, inport);
      for (const Expression& symbol : symbols) equations_.inputs.push_back(symbol.name());
      index_.Write(context_.get(), inport, symbols);
    }
  }

  // A block without a symbolic form is replaced by one whose outputs are parameters; these become
  // symbols too, so that the equations of all others can be written down and say where they depend
  // on it.
  void FreeOutputs(const std::vector<BlockWithoutForm<Expression>>& without_form) {
    for (const auto& [path, reason, system] : without_form) {
      WithoutForm& named = equations_.without_form.emplace_back();
      named.path = path;
      named.reason = reason;
      for (int k = 0; system != nullptr && k < system->num_output_ports(); ++k) {
        const OutputPort<Expression>& port = system->get_output_port(k);
        VectorX<Expression> symbols(port.size());
        for (int i = 0; i < port.size(); ++i) {
          named.symbols.push_back(ElementName(port.GetFullDescription(), i, port.size()));
          symbols[i] = Expression::Variable(named.symbols.back());
        }
        ContextOf(*system).get_mutable_numeric_parameter(k).SetFromVector(symbols);
      }
    }
  }

  // Calls `visit` for every leaf, and then throws what went wrong with any of them.
  template <typename Visit>
  void ForEachLeaf(const Visit& visit) {
    std::vector<EquationsError::Refusal> refusals;
    for (Leaf& leaf : leaves_) {
      try {
        visit(leaf);
      } catch (const EquationsError& error) {
        refusals.insert(refusals.end(), error.refusals().begin(), error.refusals().end());
      } catch (const std::exception& error) {
        refusals.push_back({leaf.system->GetSystemPathname(),
                            std::string("it has no closed form: ") + error.what()});
      }
    }
    if (!refusals.empty()) throw EquationsError(std::move(refusals));
  }

  // Whether all that comes into a leaf can be computed: else it is not its own fault if its outputs
  // cannot.
  static bool InputsHaveForm(const Leaf& leaf) {
    try {
      for (int i = 0; i < leaf.system->num_input_ports(); ++i) {
        const InputPort<Expression>& port = leaf.system->get_input_port(i);
        if (!port.HasValue(*leaf.context)) return false;
        if (port.get_data_type() == kVectorValued) port.Eval(*leaf.context);
      }
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  // Evaluating is asking whether there is a form: what throws has none.
  static void EvalOutputs(const Leaf& leaf) {
    for (int i = 0; i < leaf.system->num_output_ports(); ++i) {
      const OutputPort<Expression>& port = leaf.system->get_output_port(i);
      if (port.get_data_type() == kVectorValued) port.Eval(*leaf.context);
    }
  }

  // What an unknown is computed again as, or what an unknown of a leaf makes zero.
  void AddLoops() {
    internal::ContextData<Expression>& data = context_->data();
    if (!data.plan->loops) return;
    for (const internal::Loop& loop : data.plan->loops->loops) {
      data.Evaluate(loop.solution);
      const Expression* unknowns = data.entry_data(loop.solution);
      for (const internal::Loop::Unknown& unknown : loop.unknowns) {
        const bool is_zero = unknown.input >= 0;
        if (!is_zero) data.Evaluate(unknown.source);
        if (is_zero && data.inputs.entry(unknown.input) >= 0) {
          data.Evaluate(data.inputs.entry(unknown.input));
        }
        const Expression* values =
            is_zero ? data.inputs[unknown.input].data : data.entry_data(unknown.source);
        for (int i = 0; i < unknown.size; ++i) {
          equations_.loops.push_back(
              {is_zero ? "" : unknowns[unknown.begin + i].name(), values[i]});
        }
      }
    }
  }

  // The derivative of each element under the symbol of the element.
  void AddDerivatives(const Leaf& leaf) {
    if (leaf.continuous.size() == 0) return;
    const auto& derivatives = leaf.system->EvalTimeDerivatives(*leaf.context);
    for (int i = 0; i < leaf.continuous.size(); ++i) {
      equations_.derivatives.push_back({leaf.continuous[i].name(), derivatives[i]});
    }
  }

  // Periodic and timed updates, updates at each step, and the handlers of witness functions. Events
  // of initialization and publishes change no state in a run and are left out.
  void AddEvents(const Leaf& leaf) {
    for (const Event<Expression>* declared : leaf.system->events()) {
      const Event<Expression>& event = *declared;
      const bool timed =
          event.trigger() == TriggerType::kPeriodic || event.trigger() == TriggerType::kTimed;
      if (!timed && event.trigger() != TriggerType::kPerStep) continue;
      UpdateEquations update;
      update.trigger = event.trigger();
      update.period_sec = event.trigger() == TriggerType::kPeriodic ? event.period_sec() : 0;
      update.offset_sec = timed ? event.offset_sec() : 0;
      update.next = NextValues(leaf, event);
      if (event.times() != nullptr) {
        MergeListed(leaf, *event.times(), update);
      } else {
        Merge(std::move(update));
      }
    }
    std::vector<const WitnessFunction<Expression>*> witnesses;
    leaf.system->GetWitnessFunctions(*leaf.context, &witnesses);
    for (const WitnessFunction<Expression>* witness : witnesses) {
      if (witness == nullptr || witness->get_event() == nullptr) continue;
      UpdateEquations update;
      update.trigger = TriggerType::kWitness;
      update.witness = witness->CalcWitnessValue(*leaf.context);
      update.direction = witness->direction_type();
      update.next = NextValues(leaf, *witness->get_event());
      if (!update.next.empty()) equations_.updates.push_back(std::move(update));
    }
  }

  // Updates that happen together are listed together.
  void Merge(UpdateEquations update) {
    if (update.next.empty()) return;
    for (UpdateEquations& other : equations_.updates) {
      if (other.trigger != update.trigger || other.period_sec != update.period_sec ||
          other.offset_sec != update.offset_sec) {
        continue;
      }
      other.next.insert(other.next.end(), update.next.begin(), update.next.end());
      return;
    }
    equations_.updates.push_back(std::move(update));
  }

  // Adds an update for each time in a list, as a table of events has them.
  void MergeListed(const Leaf& leaf, const EventTimes& times, const UpdateEquations& update) {
    if (times.times_sec().size() > kMostListedTimes) {
      leaf.Refuse("it has " + std::to_string(times.times_sec().size()) +
                  " times of events, which are too many to write down");
    }
    for (const double time_sec : times.times_sec()) {
      UpdateEquations each = update;
      if (times.period_sec() > 0) each.trigger = TriggerType::kPeriodic;
      each.period_sec = times.period_sec();
      each.offset_sec = time_sec;
      Merge(std::move(each));
    }
  }

  // The state that the event's handler changes.
  static std::vector<Equation> NextValues(const Leaf& leaf, const Event<Expression>& event) {
    if (event.is_publish()) return {};
    // Handlers may expect the groups one after another.
    std::vector<Expression> elements;
    std::vector<Slot> places;
    for (const VectorX<Expression>& group : leaf.groups) {
      places.push_back({static_cast<int>(elements.size()), static_cast<int>(group.size())});
      elements.insert(elements.end(), group.begin(), group.end());
    }
    DiscreteValues<Expression> discrete(elements.data(), places.data(),
                                        static_cast<int>(places.size()));
    const auto& system = *leaf.system;
    ContinuousState<Expression> continuous(system.num_q(), system.num_v(), system.num_z());
    continuous.SetFromVector(leaf.continuous);
    State<Expression> state(&continuous, &discrete, {});
    EventTarget<Expression> target{&discrete, &continuous, &state, elements.data()};
    const EventStatus status = event.Handle(system, *leaf.context, target);
    if (status.failed()) leaf.Refuse(status.message());
    std::vector<Equation> next;
    const auto add = [&next](const Expression& symbol, const Expression& value) {
      if (!value.is_identical(symbol)) next.push_back({symbol.name(), value});
    };
    for (int i = 0; i < leaf.continuous.size(); ++i) add(leaf.continuous[i], continuous[i]);
    for (size_t g = 0; g < leaf.groups.size(); ++g) {
      const auto& values = discrete.get_vector(static_cast<int>(g));
      for (int i = 0; i < values.size(); ++i) add(leaf.groups[g][i], values[i]);
    }
    return next;
  }

  const DiagramIndex<Expression>& index_;
  std::unique_ptr<Context<Expression>> context_;
  std::vector<Leaf> leaves_;
  SystemEquations equations_;
};

// Every expression in `equations`.
std::vector<Expression*> AllValues(SystemEquations* equations) {
  std::vector<Expression*> values;
  const auto add = [&values](std::vector<Equation>* list) {
    for (Equation& equation : *list) values.push_back(&equation.value);
  };
  add(&equations->loops);
  add(&equations->derivatives);
  for (UpdateEquations& update : equations->updates) {
    if (update.trigger == TriggerType::kWitness) values.push_back(&update.witness);
    add(&update.next);
  }
  add(&equations->outputs);
  return values;
}

// The parameters of which symbols are in `values`.
void ListParameters(const std::vector<ParameterSymbol>& parameters,
                    const std::vector<Expression>& values, SystemEquations* equations) {
  std::unordered_set<const void*> used;
  for (const Expression& e : OrderOperandsFirst(values)) {
    if (e.is_variable()) used.insert(e.id());
  }
  for (const ParameterSymbol& parameter : parameters) {
    if (std::any_of(parameter.elements.begin(), parameter.elements.end(),
                    [&](const Expression& e) { return used.contains(e.id()); })) {
      equations->parameters.push_back(parameter);
    }
  }
}

// A name for the next shared term, `s1`, `s2`, …, that no parameter has.
std::string NextSharedName(const SystemEquations& equations, int* number) {
  while (true) {
    std::string name = "s" + std::to_string(++*number);
    const auto has_name = [&](const ParameterSymbol& parameter) { return parameter.name == name; };
    if (std::none_of(equations.parameters.begin(), equations.parameters.end(), has_name)) {
      return name;
    }
  }
}

// Replaces what is used more than once by symbols, if everything together would be too long.
void ShareTerms(SystemEquations* equations, std::vector<Expression>* values) {
  double written = 0;
  for (const Expression& value : *values) written += WrittenSize(value);
  if (written <= kLongestWritten) return;
  const std::vector<Expression> order = OrderOperandsFirst(*values);
  std::unordered_map<const void*, int> uses;
  for (const Expression& e : order) {
    for (int i = 0; i < e.num_operands(); ++i) ++uses[e.operand(i).id()];
  }
  for (const Expression& value : *values) ++uses[value.id()];
  struct Short {
    Expression expression;
    double size;
  };
  std::unordered_map<const void*, Short> shorter;
  int number = 0;
  for (const Expression& e : order) {
    Expression operands[3];
    double size = 1;
    const int count = e.num_operands();
    for (int i = 0; i < count; ++i) {
      const Short& operand = shorter.at(e.operand(i).id());
      operands[i] = operand.expression;
      size += operand.size;
    }
    Short result{
        count == 0 ? e : Expression::Make(e.operation(), operands[0], operands[1], operands[2]),
        size};
    if (uses[e.id()] > 1 && size >= kSmallestShared) {
      const std::string name = NextSharedName(*equations, &number);
      equations->shared.push_back({name, result.expression});
      result = {Expression::Variable(name), 1};
    }
    shorter[e.id()] = result;
  }
  for (Expression& value : *values) value = shorter.at(value.id()).expression;
}

}  // namespace

SystemEquations DeriveEquations(const System<Expression>& system,
                                const std::vector<OutputOfInterest>& outputs) {
  return DeriveEquations(DiagramIndex<Expression>(system.plan()), outputs);
}

SystemEquations DeriveEquations(const DiagramIndex<Expression>& index,
                                const std::vector<OutputOfInterest>& outputs,
                                const std::vector<ParameterSymbol>& parameters,
                                const std::vector<BlockWithoutForm<Expression>>& without_form) {
  SystemEquations equations = Derivation(index).Run(outputs, without_form);
  const std::vector<Expression*> places = AllValues(&equations);
  std::vector<Expression> values;
  for (const Expression* place : places) values.push_back(*place);
  values = Simplify(values);
  ListParameters(parameters, values, &equations);
  ShareTerms(&equations, &values);
  for (size_t i = 0; i < places.size(); ++i) *places[i] = values[i];
  return equations;
}

}  // namespace loopwright
