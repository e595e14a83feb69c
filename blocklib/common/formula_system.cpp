#include "blocklib/common/formula_system.h"

#include <algorithm>
#include <string>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/scratch.h"
#include "engine/common/few_elements.h"

namespace loopwright {

namespace {

// The variables in `formulas` that are none of `variables`.
std::vector<Expression> OtherVariables(const std::vector<Expression>& formulas,
                                       const std::vector<Expression>& variables) {
  std::vector<Expression> others;
  for (const Expression& e : OrderOperandsFirst(formulas)) {
    if (e.is_variable() &&
        std::none_of(variables.begin(), variables.end(),
                     [&](const Expression& known) { return known.is_identical(e); })) {
      others.push_back(e);
    }
  }
  return others;
}

}  // namespace

// The names are those that a person writes in the block's formulas, so that an error that shows a
// formula shows it in his words.
Expression StateVariable(int i) { return Expression::Variable(NumberedPort("x", i)); }

Expression InputVariable(int port, int element) {
  return Expression::Variable(NumberedPort("u", port) + "[" + std::to_string(element) + "]");
}

Expression TimeVariable() { return Expression::Variable("t"); }

Expression StepVariable() { return Expression::Variable("n"); }

// Formulas first, since ports and derivatives depend on what these name.
template <typename T>
FormulaSystem<T>::FormulaSystem(SystemScalarConverter converter,
                                const std::vector<int>& input_widths,
                                const std::vector<Expression>& outputs, StateKind kind,
                                const std::vector<Expression>& changes,
                                const VectorX<T>& initial_state)
    : BlockLeaf<T>(std::move(converter)),
      input_widths_(input_widths),
      kind_(kind),
      num_states_(static_cast<int>(initial_state.size())) {
  for (size_t i = 0; i < input_widths.size(); ++i) {
    this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), input_widths[i]);
  }
  if (kind != StateKind::kNone) {
    // The state starts as given, and the number of updates of difference equations at 0.
    this->DeclareNumericParameter(BasicVector<T>(initial_state));
    this->StartAs(0);
  }
  outputs_ = MakeFunction(outputs, true);
  if (kind == StateKind::kContinuous) changes_ = MakeFunction(changes, true);
  if (kind == StateKind::kDiscrete) {
    // Updates happen at instants, and there branches simply follow the values.
    std::vector<Expression> next = changes;
    next.push_back(StepVariable() + Expression(1));
    changes_ = MakeFunction(next, false);
  }
  DeclareState();
  if (num_formula_modes_ > 0) this->DeclareModes(num_formula_modes_);
  this->template DeclareVectorOutputPort<&FormulaSystem::CalcOutput>(
      "y", outputs_.tape.num_outputs(), Prerequisites(outputs_), Formulas(outputs_));
}

// Of a discrete system, group 0 of the discrete state is x and group 1 the number n of updates
// done.
template <typename T>
void FormulaSystem<T>::DeclareState() {
  if (kind_ == StateKind::kContinuous) {
    this->template DeclareTimeDerivatives<&FormulaSystem::CalcDerivatives>(Formulas(changes_));
    this->set_derivative_prerequisites(Prerequisites(changes_));
    this->DeclareContinuousState(num_states_);
  }
  if (kind_ == StateKind::kDiscrete) {
    this->DeclareDiscreteState(num_states_);
    this->DeclareDiscreteState(1);
  }
}

// One update writes both groups, the next x and behind it n + 1.
template <typename T>
void FormulaSystem<T>::DeclareUpdates(double period_sec, double offset_sec) {
  auto kernel = Kernel<T>::template OfMethod<&FormulaSystem::CalcUpdate>();
  kernel.formulas = Formulas(changes_);
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec, kernel);
}

// The order of the values that Gather() puts together: states, the elements of one input after the
// other, time, number of updates.
template <typename T>
std::vector<Expression> FormulaSystem<T>::Variables() const {
  std::vector<Expression> variables;
  for (int i = 0; i < num_states_; ++i) variables.push_back(StateVariable(i));
  for (size_t port = 0; port < input_widths_.size(); ++port) {
    for (int i = 0; i < input_widths_[port]; ++i) {
      variables.push_back(InputVariable(static_cast<int>(port), i));
    }
  }
  variables.push_back(TimeVariable());
  variables.push_back(StepVariable());
  return variables;
}

// State, inputs, time and number of updates, as Variables() lists them.
template <typename T>
std::vector<Operand> FormulaSystem<T>::Operands() const {
  std::vector<Operand> operands;
  const auto state = kind_ == StateKind::kDiscrete ? Operand::kDiscrete : Operand::kContinuous;
  for (int i = 0; i < num_states_; ++i) operands.push_back({state, 1, 0, i});
  for (size_t port = 0; port < input_widths_.size(); ++port) {
    for (int i = 0; i < input_widths_[port]; ++i) {
      operands.push_back({Operand::kInput, 1, static_cast<int>(port), i});
    }
  }
  operands.push_back({Operand::kTime, 1, 0, 0});
  operands.push_back({Operand::kDiscrete, 1, 1, 0});
  return operands;
}

// Turns formulas into a tape, a list of operations that is run without looking at the formulas
// again, and notes which of the variables they use: what is not used is neither copied nor a reason
// to compute the output anew.
template <typename T>
typename FormulaSystem<T>::Function FormulaSystem<T>::MakeFunction(
    const std::vector<Expression>& formulas, bool has_modes) {
  Function function;
  // The values that the tape is given, in their order; over symbols further ones may stand in
  // formulas as parameters of the diagram, and come last.
  std::vector<Expression> variables = Variables();
  if constexpr (kIsSymbolic<T>) function.symbols = OtherVariables(formulas, variables);
  variables.insert(variables.end(), function.symbols.begin(), function.symbols.end());
  function.tape = Tape(formulas, variables);
  const auto uses = [&](int begin, int end) {
    for (int output = 0; output < function.tape.num_outputs(); ++output) {
      for (int i = begin; i < end; ++i) {
        if (function.tape.DependsOn(output, i)) return true;
      }
    }
    return false;
  };
  int begin = num_states_;
  // In the order of Variables(): states, inputs, time, step.
  function.uses_state = uses(0, begin);
  for (const int width : input_widths_) {
    function.uses_input.push_back(uses(begin, begin + width));
    begin += width;
  }
  function.uses_time = uses(begin, begin + 1);
  function.uses_step = uses(begin + 1, begin + 2);
  function.has_modes = has_modes && function.tape.num_modes() > 0;
  function.first_mode = num_formula_modes_;
  if (has_modes) num_formula_modes_ += function.tape.num_modes();
  function.inputs = Operands();
  for (int i = 0; i < std::ssize(function.inputs); ++i) {
    if (!uses(i, i + 1)) function.inputs[i] = {};
  }
  return function;
}

// An output that reads nothing at all has to say so, since an empty list stands for everything.
template <typename T>
std::set<DependencyTicket> FormulaSystem<T>::Prerequisites(const Function& function) const {
  std::set<DependencyTicket> tickets;
  for (size_t port = 0; port < function.uses_input.size(); ++port) {
    if (function.uses_input[port]) {
      tickets.insert(this->input_port_ticket(static_cast<int>(port)));
    }
  }
  if (function.uses_state || function.uses_step) {
    tickets.insert(kind_ == StateKind::kContinuous ? this->xc_ticket() : this->xd_ticket());
  }
  if (function.uses_time) tickets.insert(this->time_ticket());
  if (function.tape.num_modes() > 0) tickets.insert(this->modes_ticket());
  if (tickets.empty()) tickets.insert(this->nothing_ticket());
  return tickets;
}

// A tape with branches is run by the leaf, which knows whether they are held.
template <typename T>
const KernelTape* FormulaSystem<T>::Formulas(const Function& function) const {
  return function.tape.num_modes() > 0 ? nullptr : &function;
}

// Places of variables that the function does not use are left as they are.
template <typename T>
void FormulaSystem<T>::Gather(const Context<T>& context, const Function& function,
                              T* variables) const {
  if (function.uses_state) {
    CopyElements(kind_ == StateKind::kContinuous ? this->continuous_data(context)
                                                 : this->discrete_data(context, 0),
                 num_states_, variables);
  }
  T* place = variables + num_states_;
  for (size_t port = 0; port < input_widths_.size(); ++port) {
    if (function.uses_input[port]) {
      CopyElements(this->input_data(context, static_cast<int>(port)), input_widths_[port], place);
    }
    place += input_widths_[port];
  }
  place[0] = context.get_time();
  if (function.uses_step) place[1] = this->discrete_data(context, 1)[0];
  if constexpr (kIsSymbolic<T>) {
    std::copy(function.symbols.begin(), function.symbols.end(), place + 2);
  }
}

// The variables are put where the tape expects its inputs, in the first of its registers, so that
// they are copied once.
template <typename T>
void FormulaSystem<T>::Evaluate(const Context<T>& context, const Function& function,
                                const int64_t* modes, T* result) const {
  Scratch<T> registers(function.tape.num_registers());
  Gather(context, function, registers.data());
  function.tape.EvaluateIn(registers.data(), result, modes);
}

// All modes of the block lie in one array; those of a function begin at its first one.
template <typename T>
const int64_t* FormulaSystem<T>::HeldModes(const Context<T>& context,
                                           const Function& function) const {
  if (!function.has_modes) return nullptr;
  const int64_t* held = this->held_modes(context);
  return held ? held + function.first_mode : nullptr;
}

template <typename T>
void FormulaSystem<T>::CalcDerivatives(const Context<T>& context,
                                       const ContinuousPointers<T>& derivatives) const {
  Evaluate(context, changes_, HeldModes(context, changes_), derivatives.z);
}

template <typename T>
void FormulaSystem<T>::CalcUpdate(const Context<T>& context, T* next) const {
  Evaluate(context, changes_, nullptr, next);
}

template <typename T>
void FormulaSystem<T>::CalcOutput(const Context<T>& context, T* y) const {
  Evaluate(context, outputs_, HeldModes(context, outputs_), y);
}

// The variables are gathered for each of the two alone, as each takes only what it uses.
template <typename T>
template <typename Calc>
void FormulaSystem<T>::ForEachWithModes(const Context<T>& context, const Calc& calc) const {
  for (const Function* function : {&outputs_, &changes_}) {
    if (!function->has_modes) continue;
    Scratch<T> variables(function->tape.num_inputs());
    Gather(context, *function, variables.data());
    calc(*function, variables.data());
  }
}

// The branches that the values ask for, of the outputs and of the derivatives.
template <typename T>
void FormulaSystem<T>::DoCalcModes(const Context<T>& context, int64_t* modes) const {
  ForEachWithModes(context, [modes](const Function& function, const T* variables) {
    function.tape.CalcModes(variables, modes + function.first_mode);
  });
}

// The branch of each operation at the present values where all others are on their held branches.
template <typename T>
void FormulaSystem<T>::DoCalcModesBeside(const Context<T>& context, const int64_t* held,
                                         int64_t* modes) const {
  ForEachWithModes(context, [held, modes](const Function& function, const T* variables) {
    const int first = function.first_mode;
    function.tape.CalcModes(variables, modes + first, held + first);
  });
}

// How far each branch is from the point at which it changes.
template <typename T>
void FormulaSystem<T>::DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                                         T* margins) const {
  ForEachWithModes(context, [modes, margins](const Function& function, const T* variables) {
    const int first = function.first_mode;
    function.tape.CalcMargins(variables, modes + first, margins + first);
  });
}

LOOPWRIGHT_INSTANTIATE_CLASS(FormulaSystem)

}  // namespace loopwright
