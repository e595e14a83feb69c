#pragma once

#include <memory>

#include "engine/common/type_safe_index.h"
#include "engine/context/context.h"
#include "engine/expression/default_scalars.h"
#include "engine/system/system_base.h"

namespace loopwright {

template <typename T>
class System;
template <typename T>
class SystemConstraint;
class ExternalSystemConstraint;

/// What programs ask of systems that are mechanics: energy and power, how generalized velocities
/// map to rates of the configuration, and constraints. Of systems that are no mechanics, energies
/// are zero and constraints none. A run needs nothing of it but the map of velocities, where its
/// method integrates mechanics. The only class that derives from this, by way of SystemEvents, is
/// System, which keeps what is declared.
template <typename T>
class SystemMechanics : public SystemBase {
 public:
  // --- mechanical energy, J, and its rate of change, W; of a diagram the sum over its systems.
  // Eval… takes it from the cache. Systems that are not physical have none: zero. ---
  const T& EvalPotentialEnergy(const Context<T>& context) const {
    return EvalEnergy(context, kPotential, &SystemMechanics<T>::CalcPotentialEnergy);
  }
  const T& EvalKineticEnergy(const Context<T>& context) const {
    return EvalEnergy(context, kKinetic, &SystemMechanics<T>::CalcKineticEnergy);
  }
  /// The rate at which potential energy becomes kinetic: positive while it decreases.
  const T& EvalConservativePower(const Context<T>& context) const {
    return EvalEnergy(context, kConservative, &SystemMechanics<T>::CalcConservativePower);
  }
  /// The rate at which energy comes in (positive) or goes (negative) otherwise.
  const T& EvalNonConservativePower(const Context<T>& context) const {
    return EvalEnergy(context, kNonConservative, &SystemMechanics<T>::CalcNonConservativePower);
  }
  /// Computed afresh, without the cache entry.
  T CalcPotentialEnergy(const Context<T>& context) const {
    self().ValidateContext(context);
    return DoCalcPotentialEnergy(context);
  }
  T CalcKineticEnergy(const Context<T>& context) const {
    self().ValidateContext(context);
    return DoCalcKineticEnergy(context);
  }
  T CalcConservativePower(const Context<T>& context) const {
    self().ValidateContext(context);
    return DoCalcConservativePower(context);
  }
  T CalcNonConservativePower(const Context<T>& context) const {
    self().ValidateContext(context);
    return DoCalcNonConservativePower(context);
  }

  // --- generalized velocity v and the rate of change of configuration, q̇ = N(q)·v, at the q of
  // `context`, in O(nq). std::logic_error where an argument is not of the size of q or v. ---
  void MapVelocityToQDot(const Context<T>& context, const VectorBase<T>& velocity,
                         VectorBase<T>* qdot) const;
  void MapVelocityToQDot(const Context<T>& context, const Eigen::Ref<const VectorX<T>>& velocity,
                         VectorBase<T>* qdot) const;
  /// v = N⁺(q)·q̇, with the left pseudo-inverse of N.
  void MapQDotToVelocity(const Context<T>& context, const VectorBase<T>& qdot,
                         VectorBase<T>* velocity) const;
  void MapQDotToVelocity(const Context<T>& context, const Eigen::Ref<const VectorX<T>>& qdot,
                         VectorBase<T>* velocity) const;

  // --- constraints ---
  /// Declared ones of this system and, for a diagram, of its parts.
  int num_constraints() const;
  /// std::out_of_range names the system and its number of constraints.
  const SystemConstraint<T>& get_constraint(SystemConstraintIndex index) const;
  /// Adds a constraint to a system that one did not write.
  SystemConstraintIndex AddExternalConstraint(ExternalSystemConstraint constraint);
  /// Whether all lie within their bounds, widened by `tolerance` >= 0.
  bool CheckSystemConstraintsSatisfied(const Context<T>& context, double tolerance) const;
  /// Algebraic equations g(q, v) = 0 that the system's state must satisfy; their number may depend
  /// on the state. Without an override there are none.
  int get_num_constraint_equations(const Context<T>& context) const {
    self().ValidateContext(context);
    return do_get_num_constraint_equations(context);
  }
  Eigen::VectorXd EvalConstraintEquations(const Context<T>& context) const {
    self().ValidateContext(context);
    return DoEvalConstraintEquations(context);
  }
  Eigen::VectorXd EvalConstraintEquationsDot(const Context<T>& context) const {
    self().ValidateContext(context);
    return DoEvalConstraintEquationsDot(context);
  }
  /// The change of generalized velocity from constraint impulses `lambda` (m), with J = ∂g/∂q̄
  /// (m×n).
  Eigen::VectorXd CalcVelocityChangeFromConstraintImpulses(const Context<T>& context,
                                                           const Eigen::MatrixXd& J,
                                                           const Eigen::VectorXd& lambda) const;
  /// A norm of `error`, by default the Euclidean one; std::logic_error unless its size is
  /// get_num_constraint_equations().
  double CalcConstraintErrorNorm(const Context<T>& context, const Eigen::VectorXd& error) const;

  // --- for the engine ---
  /// The entry of an energy or power, by its place after pe_ticket(); -1 where there is none.
  int energy_entry(int which) const;

 protected:
  SystemMechanics() = default;

  /// Takes the constraint over and answers its number; std::runtime_error where it is null or of
  /// another system.
  SystemConstraintIndex AddConstraint(std::unique_ptr<SystemConstraint<T>> constraint);
  /// For authors whose class computes energies and powers: they are kept in the cache until
  /// something changes that they may depend on. Of a class that does not say so they are computed
  /// at every call.
  void DeclareEnergies();
  /// Declares a cache entry for each energy and power, where the class has declared them or a
  /// subsystem has one.
  void DeclareEnergyEntries();

  // --- hooks: what the functions of the same names without Do… call, after checks ---
  /// Systems without mechanics have no energy, which is what the four defaults say.
  virtual T DoCalcPotentialEnergy(const Context<T>&) const { return T(0); }
  virtual T DoCalcKineticEnergy(const Context<T>&) const { return T(0); }
  virtual T DoCalcConservativePower(const Context<T>&) const { return T(0); }
  virtual T DoCalcNonConservativePower(const Context<T>&) const { return T(0); }
  /// By default v and q̇ are the same; std::runtime_error where their sizes differ. An override of
  /// one must override both.
  virtual void DoMapVelocityToQDot(const Context<T>& context,
                                   const Eigen::Ref<const VectorX<T>>& velocity,
                                   VectorBase<T>* qdot) const;
  virtual void DoMapQDotToVelocity(const Context<T>& context,
                                   const Eigen::Ref<const VectorX<T>>& qdot,
                                   VectorBase<T>* velocity) const;
  virtual int do_get_num_constraint_equations(const Context<T>&) const { return 0; }
  virtual Eigen::VectorXd DoEvalConstraintEquations(const Context<T>& context) const;
  virtual Eigen::VectorXd DoEvalConstraintEquationsDot(const Context<T>& context) const;
  virtual Eigen::VectorXd DoCalcVelocityChangeFromConstraintImpulses(
      const Context<T>& context, const Eigen::MatrixXd& J, const Eigen::VectorXd& lambda) const;
  virtual double DoCalcConstraintErrorNorm(const Context<T>& context,
                                           const Eigen::VectorXd& error) const;

  /// This object as the System that it is, to ask for what is kept there: its ports, its cache
  /// entries, its place in a context.
  const System<T>& self() const { return static_cast<const System<T>&>(*this); }
  System<T>& self() { return static_cast<System<T>&>(*this); }

 private:
  /// What `which` is, below and in energy_entry(): places in SystemExtras::energy_entries, in the
  /// order of the tickets pe, ke, pc and pnc.
  enum Energy { kPotential, kKinetic, kConservative, kNonConservative };
  /// A member that computes an energy or power, such as CalcKineticEnergy().
  using CalcEnergy = T (SystemMechanics<T>::*)(const Context<T>&) const;
  const T& EvalEnergy(const Context<T>& context, int which, CalcEnergy calc) const;
};

LOOPWRIGHT_DECLARE_CLASS(SystemMechanics)

}  // namespace loopwright
