#pragma once

#include <memory>

#include "engine/integration/integration_method.h"

namespace loopwright {

/// The multistep methods of SUNDIALS' CVODE (Cohen, Hindmarsh, Computers in Physics 10 (1996)
/// 138-143; Hindmarsh et al., ACM TOMS 31 (2005) 363-396): backward differentiation formulas of
/// order 1 to 5 with Newton's iteration and our Jacobian and LU decomposition (cvode_bdf), and
/// Adams-Moulton formulas of order 1 to 12 with fixed-point iteration (cvode_adams).
///
/// First step, order and step control are CVODE's. It makes one step at a time, and none beyond the
/// target (its stop time). A step that an event ends early without changing anything keeps its
/// history: the rest of CVODE's step is then taken as the next one, or next ones, without
/// integrating again. Only a Restart() begins anew, at order 1. Between its ends a step is CVODE's
/// own interpolant, of the step's order. The history lies in CVODE and not in the context: a run
/// that is continued from a copy of the context starts anew there.
class CvodeMethod final : public IntegrationMethod<double> {
 public:
  enum class Formulas { kAdams, kBdf };
  CvodeMethod(const IntegrationMethodInfo& info, Formulas formulas,
              internal::ContextData<double>* data, const IntegrationSettings& settings);
  ~CvodeMethod() final;

  void Restart() final;
  /// std::logic_error: CVODE chooses its own steps.
  bool TakeFixedStep(double t_sec, double end_sec) final;
  double TakeControlledStep(double t_sec, double target_sec, double limit_sec) final;
  void MoveTo(double t_sec) final;
  void ShortenTo(double t_sec) final;
  void Accept() final;

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
  double start_time_ = 0, end_time_ = 0;
  double accepted_time_ = 0;    ///< where the last step that stands has ended
  double integrated_time_ = 0;  ///< how far CVODE has got
  bool was_stopped_ = false;    ///< the last step, where it was to end at the latest
  bool needs_start_ = true;
};

}  // namespace loopwright
