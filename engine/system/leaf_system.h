#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/common/type_safe_index.h"
#include "engine/system/leaf_computations.h"
#include "engine/traits/diffusion.h"

namespace loopwright {

/// A system that is not made of others: subclass it, declare ports, state, parameters, cache
/// entries and events in the constructor, and write the functions that they name.
///
/// An output port or cache entry depends by default on everything (`all_sources_ticket()`), and so
/// on all inputs. Name its true prerequisites: that is what direct feedthrough is derived from.
///
/// For example a low-pass filter, x' = (u - x) / tau, y = x:
///
///     template <typename T>
///     class LowPass final : public LeafSystem<T> {
///      public:
///       explicit LowPass(double tau_sec) : tau_sec_(tau_sec) {
///         this->DeclareVectorInputPort("u", 1);
///         this->DeclareContinuousState(1);
///         this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
///       }
///
///      private:
///       void DoCalcTimeDerivatives(const Context<T>& context,
///                                  ContinuousState<T>* derivatives) const override {
///         const T* u = this->input_data(context, 0);
///         const T* x = this->continuous_data(context);
///         (*derivatives)[0] = (u[0] - x[0]) / tau_sec_;
///       }
///
///       double tau_sec_;
///     };
///
/// Functions get values from their context only, and write their result only: a system is const
/// while it runs, so one object serves any number of contexts and threads.
template <typename T>
class LeafSystem : public LeafComputations<T> {
 public:
  using System<T>::all_sources_ticket;
  using CalcFunction = typename LeafComputations<T>::CalcFunction;

  // Defaults are the model values given at declaration; override for others.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void SetDefaultParameters(const Context<T>& context, Parameters<T>* parameters) const override;
  std::multimap<int, int> GetDirectFeedthroughs() const override;
  void GetGraphvizFragment(int max_depth, std::stringstream* dot) const override;
  void GetGraphvizInputPortToken(const InputPort<T>& port, int max_depth,
                                 std::stringstream* dot) const override;
  void GetGraphvizOutputPortToken(const OutputPort<T>& port, int max_depth,
                                  std::stringstream* dot) const override;
  using System<T>::GetGraphvizFragment;

  // --- for the engine ---
  /// The default values of each group of discrete state, numeric parameter, and so on, in the order
  /// of declaration; their sizes are those of the values in every context.
  const std::vector<VectorX<T>>& discrete_models() const { return discrete_models_; }
  const std::vector<std::unique_ptr<AbstractValue>>& abstract_state_models() const {
    return rare().state_models;
  }
  const std::vector<VectorX<T>>& numeric_parameter_models() const {
    return numeric_parameter_models_;
  }
  const std::vector<std::unique_ptr<AbstractValue>>& abstract_parameter_models() const {
    return rare().parameter_models;
  }
  /// How many branches of this leaf's functions a simulator holds (semantics 11).
  int num_modes() const { return num_modes_; }
  /// -1 without continuous state.
  int derivative_entry() const {
    return this->num_continuous_states() > 0 ? derivative_entry_ : -1;
  }
  /// The input ports that a cache entry of this leaf needs, itself or through others of the leaf.
  std::set<int> InputsOf(const CacheEntry<T>& entry) const;
  /// Finds the direct feedthrough of outputs whose prerequisites were left open.
  void FindSymbolicInputs() override;
  /// Null without noise in the continuous state.
  const Diffusion<T>* diffusion() const { return rare().diffusion.get(); }
  /// What DoCalcModes() and the others say; `modes` and `margins` have num_modes() elements.
  void CalcModes(const Context<T>& context, int64_t* modes) const { DoCalcModes(context, modes); }
  void CalcModesBeside(const Context<T>& context, const int64_t* held, int64_t* modes) const {
    DoCalcModesBeside(context, held, modes);
  }
  void CalcModeMargins(const Context<T>& context, const int64_t* modes, T* margins) const {
    DoCalcModeMargins(context, modes, margins);
  }

 protected:
  /// Makes a function another one than the hook of the same name, so that it can be called by name
  /// and overrides nothing. Nobody writes one: it is the default of a last argument.
  struct ByName {};
  // --- the defaults of the hooks of LeafEvents, for an override that calls the function that it
  // overrides: `LeafSystem<T>::DoPublish(context, events);` ---
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  /// Runs the handlers of the events, whose answers travel with these, since the hooks return
  /// nothing; so do the two below.
  void DoPublish(const Context<T>& context, const std::vector<const PublishEvent<T>*>& events,
                 ByName = {}) const;
  void DoCalcDiscreteVariableUpdates(const Context<T>& context,
                                     const std::vector<const DiscreteUpdateEvent<T>*>& events,
                                     DiscreteValues<T>* discrete, ByName = {}) const;
  void DoCalcUnrestrictedUpdate(const Context<T>& context,
                                const std::vector<const UnrestrictedUpdateEvent<T>*>& events,
                                State<T>* state, ByName = {}) const;
  /// The next declared events and their time; infinity where there are none.
  void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events, T* time,
                            ByName = {}) const {
    this->FindDeclaredUpdate(context, events, time);
  }
  /// Adds the declared per-step events.
  void DoGetPerStepEvents(const Context<T>&, CompositeEventCollection<T>* events,
                          ByName = {}) const {
    this->AddDeclaredPerStepEvents(events);
  }
  /// Adds nothing.
  void DoGetWitnessFunctions(const Context<T>&, std::vector<const WitnessFunction<T>*>*,
                             ByName = {}) const {}
#pragma GCC diagnostic pop

  /// Without a converter the system has one scalar only.
  LeafSystem() = default;
  /// A system that can be converted to other scalars, usually `SystemTypeTag<MySystem>{}`.
  explicit LeafSystem(SystemScalarConverter converter)
      : LeafComputations<T>(std::move(converter)) {}

  // --- outputs that show state ---
  /// Shows the continuous state, or a group of discrete state. Nothing is computed or copied for
  /// it, unless continuous state is of more than one kind.
  OutputPort<T>& DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                        ContinuousStateIndex);
  OutputPort<T>& DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                        DiscreteStateIndex group);
  /// Shows a piece of abstract state.
  OutputPort<T>& DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                        AbstractStateIndex index);

  // --- state and parameters. A model that is of a subclass of BasicVector makes the value be of
  // that class in every context; element bounds of the subclass become inequality constraints. ---
  /// Continuous state that starts at zero: all of one kind, or divided into positions q, velocities
  /// v and the rest z. Integrators that know of second-order motion use the division.
  ContinuousStateIndex DeclareContinuousState(int num_z) {
    return DeclareContinuousState(0, 0, num_z);
  }
  ContinuousStateIndex DeclareContinuousState(int num_q, int num_v, int num_z) {
    return DeclareContinuousState(VectorX<T>(VectorX<T>::Zero(num_q + num_v + num_z)), num_q, num_v,
                                  num_z);
  }
  /// Continuous state that starts as `model`, which is (q, v, z). std::runtime_error unless the
  /// sizes add up and num_v <= num_q. A second declaration replaces the first; std::logic_error
  /// where something of the first one's size was made of it.
  ContinuousStateIndex DeclareContinuousState(const VectorX<T>& model, int num_q, int num_v,
                                              int num_z);
  /// State of the class of `model`, all of one kind or divided.
  ContinuousStateIndex DeclareContinuousState(const BasicVector<T>& model) {
    return DeclareContinuousState(model, 0, 0, model.size());
  }
  ContinuousStateIndex DeclareContinuousState(const BasicVector<T>& model, int num_q, int num_v,
                                              int num_z);
  /// Another group of discrete state, which starts as `model`, or as zeros; answers the group's
  /// index, from 0. A group is what outputs can depend on by itself.
  DiscreteStateIndex DeclareDiscreteState(const VectorX<T>& model);
  DiscreteStateIndex DeclareDiscreteState(const BasicVector<T>& model);
  DiscreteStateIndex DeclareDiscreteState(int size) {
    return DeclareDiscreteState(VectorX<T>(VectorX<T>::Zero(size)));
  }
  /// State of any type, which starts as a copy of `model`. Only unrestricted updates change it.
  AbstractStateIndex DeclareAbstractState(const AbstractValue& model);
  /// A vector of numbers that a program may change between steps; `model` has the default values.
  NumericParameterIndex DeclareNumericParameter(const BasicVector<T>& model);
  /// A parameter of any type, such as a table.
  AbstractParameterIndex DeclareAbstractParameter(const AbstractValue& model);
  /// A numeric parameter as what it was declared as; std::bad_cast where it is not a Vec.
  template <template <typename> class Vec = BasicVector>
  const Vec<T>& GetNumericParameter(const Context<T>& context, int index) const {
    this->ValidateContext(context);
    return dynamic_cast<const Vec<T>&>(context.get_numeric_parameter(index));
  }
  /// Marks what depends on the parameter out of date.
  template <template <typename> class Vec = BasicVector>
  Vec<T>& GetMutableNumericParameter(Context<T>* context, int index) const {
    this->ValidateContext(context);
    return dynamic_cast<Vec<T>&>(context->get_mutable_numeric_parameter(index));
  }

  // --- derivatives ---
  /// Computes the time derivatives; must be overridden where there is continuous state.
  virtual void DoCalcTimeDerivatives(const Context<T>& context,
                                     ContinuousState<T>* derivatives) const;
  /// Time derivatives by a method that writes at pointers, cheaper to call than an override of
  /// DoCalcTimeDerivatives(), which it takes the place of; call it before DeclareContinuousState().
  template <class MySystem>
  void DeclareTimeDerivatives(void (MySystem::*calc)(const Context<T>&,
                                                     const ContinuousPointers<T>& derivatives)
                                  const) {
    derivative_declaration().calculator = [calc](const System<T>& self, const Context<T>& context,
                                                 const EntryTarget<T>&) {
      (static_cast<const MySystem&>(self).*calc)(context, context.derivatives());
    };
  }
  /// Time derivatives by a method that is known when the program is compiled,
  /// `DeclareTimeDerivatives<&MySystem::Calc>()`: an integrator's stage calls it directly.
  /// `formulas` compute the same, for state of one kind; see Kernel::formulas.
  template <auto calc>
  void DeclareTimeDerivatives(const KernelTape* formulas = nullptr) {
    auto kernel = Kernel<T>::template OfMethod<calc>();
    kernel.formulas = formulas;
    SetDerivativeKernel(kernel);
  }
  /// Time derivatives given as data, for continuous state of one kind; they depend on what the
  /// kernel reads.
  void DeclareTimeDerivatives(const Kernel<T>& kernel);
  /// What the time derivatives depend on; call it before DeclareContinuousState(). By default
  /// everything.
  void set_derivative_prerequisites(const std::set<DependencyTicket>& prerequisites) {
    derivative_declaration().prerequisites = prerequisites;
  }

  // --- diffusion: dx = f dt + B dW in the sense of Itô, with the time derivatives as f ---
  /// B has a row for each element of the continuous state (q, v, z), which must have been declared,
  /// and a column for each of `num_noises` independent Wiener processes; their draws are those of
  /// `stream_key` (see StreamKey()). `calc` is
  /// `void (const Context<T>&, Eigen::Map<MatrixX<T>>* B) const` and writes every element.
  template <class MySystem>
  void DeclareDiffusion(int num_noises,
                        void (MySystem::*calc)(const Context<T>&, Eigen::Map<MatrixX<T>>*) const,
                        uint64_t stream_key, DiffusionForm form = DiffusionForm::kGeneral,
                        std::set<DependencyTicket> prerequisites = {all_sources_ticket()}) {
    const int num_states = this->num_continuous_states();
    LOOPWRIGHT_THROW_UNLESS(num_states > 0 && num_noises > 0 && diffusion() == nullptr);
    auto call = [calc, num_states, num_noises](const System<T>& self, const Context<T>& context,
                                               const EntryTarget<T>& target) {
      Eigen::Map<MatrixX<T>> matrix(target.data, num_states, num_noises);
      (static_cast<const MySystem&>(self).*calc)(context, &matrix);
    };
    mutable_rare().diffusion =
        std::make_unique<Diffusion<T>>(this->AddCacheEntry("diffusion", num_states * num_noises,
                                                           nullptr, call, std::move(prerequisites)),
                                       num_states, num_noises, stream_key, form);
  }
  /// For methods that need it (Milstein's), where B depends on the state: of scalar noise the n
  /// elements of (∂b/∂x) b, of diagonal noise B_ii ∂B_ii/∂x_i. `calc` is
  /// `void (const Context<T>&, T* derivative) const`.
  template <class MySystem>
  void DeclareDiffusionDerivative(void (MySystem::*calc)(const Context<T>&, T* derivative) const,
                                  std::set<DependencyTicket> prerequisites = {
                                      all_sources_ticket()}) {
    LOOPWRIGHT_THROW_UNLESS(diffusion() != nullptr);
    auto call = [calc](const System<T>& self, const Context<T>& context,
                       const EntryTarget<T>& target) {
      (static_cast<const MySystem&>(self).*calc)(context, target.data);
    };
    mutable_rare().diffusion->set_derivative(
        &this->AddCacheEntry("diffusion derivative", this->num_continuous_states(), nullptr, call,
                             std::move(prerequisites)));
  }

  // --- modes (semantics 11) ---
  /// Adds `count` branches that a simulator holds within a step, so that integrators see smooth
  /// functions. The leaf's functions ask held_modes() which to use.
  void DeclareModes(int count) {
    this->NoteDeclaration(true);
    num_modes_ += count;
  }
  /// The branch of each mode from the present values.
  virtual void DoCalcModes(const Context<T>&, int64_t*) const {}
  /// The branch of each mode where all others are those in `held`: differs only where branches of
  /// this leaf depend on each other.
  virtual void DoCalcModesBeside(const Context<T>& context, const int64_t*, int64_t* modes) const {
    DoCalcModes(context, modes);
  }
  /// margins[i] is > 0 while modes[i] is the right branch and falls through zero where it stops
  /// being so.
  virtual void DoCalcModeMargins(const Context<T>&, const int64_t*, T*) const {}
  /// The branches to use, or null where they follow the present values.
  const int64_t* held_modes(const Context<T>& context) const { return context.held_modes(); }

  // --- fast access: a pointer to the first element, no view and no check of the type ---
  const T* input_data(const Context<T>& context, int port) const {
    const internal::InputSlot<T>& slot = context.inputs()[port];
    if (context.flags()[slot.entry] != 0) [[unlikely]]
      BringInputUpToDate(context, port);
    return slot.data;
  }
  /// The leaf's continuous state where it has only one kind of it.
  const T* continuous_data(const Context<T>& context) const {
    return context.arena() + context.continuous_offset();
  }
  /// A group of discrete state by its number, which is not checked.
  const T* discrete_data(const Context<T>& context, int group = 0) const {
    return context.arena() + context.groups()[group].offset;
  }
  /// A numeric parameter by its number, which is not checked.
  const T* parameter_data(const Context<T>& context, int index) const {
    return context.arena() + context.parameters()[index].offset;
  }

 private:
  /// Computes an input port's value; std::logic_error, which names the port, where nothing is
  /// connected. Apart from input_data(), so that this seldom way does not stand in every reader.
  void BringInputUpToDate(const Context<T>& context, int port) const;

  /// What few leaves have.
  struct Rare {
    /// Default values of abstract state and abstract parameters, and the noise of the state.
    std::vector<std::unique_ptr<AbstractValue>> state_models, parameter_models;
    std::unique_ptr<Diffusion<T>> diffusion;
  };
  /// Reading never makes one; declaring does.
  const Rare& rare() const;
  Rare& mutable_rare();
  /// What is said of the time derivatives before DeclareContinuousState(), which uses it up.
  struct DerivativeDeclaration {
    /// What the derivatives read; everything where nothing was said.
    std::set<DependencyTicket> prerequisites{System<T>::all_sources_ticket()};
    CalcFunction calculator;
    std::unique_ptr<const Kernel<T>> kernel;
  };
  DerivativeDeclaration& derivative_declaration() {
    if (!derivative_declaration_) {
      derivative_declaration_ = std::make_unique<DerivativeDeclaration>();
    }
    return *derivative_declaration_;
  }
  /// The steps behind the declarations above.
  void SetDerivativeKernel(const Kernel<T>& kernel);
  void ForgetContinuousState(int new_size);

  VectorX<T> continuous_model_;
  std::vector<VectorX<T>> discrete_models_, numeric_parameter_models_;
  std::unique_ptr<Rare> rare_;  ///< null until something of it is declared
  std::unique_ptr<DerivativeDeclaration> derivative_declaration_;
  int num_modes_ = 0;
  int derivative_entry_ = -1;
};

LOOPWRIGHT_DECLARE_CLASS(LeafSystem)

}  // namespace loopwright
