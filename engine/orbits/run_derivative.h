#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/jacobian/diagram_jacobian.h"
#include "engine/simulation/simulator.h"
#include "engine/updates/update_buffer.h"

namespace loopwright {

/// The derivative of what a run makes of the state at its beginning, taken along that run.
///
///  - Within a step all branches are held and M' = A(t) M, A the Jacobian of the derivatives by
///    AutoDiff. Over a step M is multiplied by e^Ω, Ω of Magnus' expansion to the sixth order from
///    A at the three points of Gauss' rule (Blanes, Casas, Oteo, Ros, Physics Reports 470 (2009)
///    151-238, section 5.4): exact where A is constant.
///  - Updates at a time that is given multiply M by their Jacobian R'.
///  - Where a guard g(t, x) changes its sign (a witness function, or the margin of a branch), the
///    time of the event moves with the state, and M is multiplied by the saltation matrix
///
///        R' + (f⁺ − R' f⁻ − R_t) ∇g / (g_t + ∇g f⁻)
///
///    R being all updates of that instant one after another, the identity where a branch alone
///    changes, and f⁻ and f⁺ the derivatives on both sides (Leine, Nijmeijer: Dynamics and
///    Bifurcations of Non-Smooth Mechanical Systems, 2004, chapter 7). For example a ball that
///    falls on the floor has g = height and R' = diag(1, −e) for its height and velocity.
///
/// It is not known where the motion slides on a surface, where a block has no derivatives, and
/// where a block decides on its events while it runs.
class RunDerivative {
 public:
  /// Looks at the run of `simulator`, which has its context and has not begun, and which outlives
  /// this; it takes the place of all who look at it. `places` are elements of numeric state in the
  /// arena of the context: the rows and columns.
  RunDerivative(Simulator<double>* simulator, const AutoDiffSource& source,
                std::vector<int> places);
  ~RunDerivative();
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(RunDerivative);

  /// Whether the rest can be asked for, after the run.
  bool is_known() const { return is_known_; }
  /// x⁻ at the end by x⁻ at the beginning. Updates that are due at the end are not made yet.
  const Eigen::MatrixXd& matrix() const { return matrix_; }
  /// ẋ just before the end; 0 of discrete state.
  const Eigen::VectorXd& rate() const { return rate_; }
  /// Whether an event whose time follows from the state sets this element by the time.
  bool holds_time(int element) const { return holds_time_[element]; }
  /// NoResultError, naming block and time, where a guard was reached at nearly no speed, compared
  /// with what it moves by in the run, or where events met at one instant that would come one after
  /// the other beside it: there the derivative does not exist.
  void RequireExistence() const;

 private:
  /// A guard at the end of a step: what it is of and how it moves.
  struct Crossing {
    std::string block;
    double time_sec = 0;
    Eigen::RowVectorXd gradient;  ///< by state, then by time
    double speed = 0;             ///< of the guard along the motion
  };
  using AutoDiffEvent = std::pair<int, const Event<AutoDiff>*>;  ///< node, event

  const internal::ContextData<double>& live() const { return simulator_.get_context().data(); }
  void BeginStep();
  void FollowStep(const StepInterior<double>& step);
  void FollowUpdates(const TracePhase& phase);
  std::optional<std::vector<AutoDiffEvent>> EventsOf(const TracePhase& phase);
  const Event<AutoDiff>* FindWitnessed(int node, const void* event);
  bool Evaluate(const StepInterior<double>& step, double time_sec, Eigen::MatrixXd* A,
                Eigen::VectorXd* rate);
  bool Flow(const StepInterior<double>& step, double begin_sec, double end_sec);
  void FinishJump(const Eigen::VectorXd& rate);
  void MoveWithState(const Eigen::VectorXd& late, Eigen::MatrixXd* after);
  Crossing CrossingOf(const StepTrigger& trigger);
  AutoDiff GuardOf(const StepTrigger& trigger);
  void Seed(int first_column, internal::ContextData<AutoDiff>* data) const;
  void KeepBefore();

  Simulator<double>& simulator_;
  const std::vector<int> places_;
  const int n_;
  DiagramJacobian jacobian_;
  AutoDiffCopy<double> live_copy_;           ///< of the run's context
  std::unique_ptr<Context<double>> before_;  ///< the run's, as it was before an update
  AutoDiffCopy<double> before_copy_;         ///< of that
  std::unique_ptr<UpdateBuffer<AutoDiff>> buffer_;
  std::unordered_map<const void*, int> event_numbers_;  ///< in the plan
  Eigen::VectorXd initial_;

  bool is_known_ = true, has_begun_ = false;
  double begun_sec_ = 0, reached_sec_ = 0;
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd rate_;
  Eigen::MatrixXd jump_;             ///< of state and time, by the updates since the last step
  bool has_timed_updates_ = false;   ///< among them
  std::vector<Crossing> triggers_;   ///< that ended the last step
  std::vector<Crossing> crossings_;  ///< all so far that matter
  std::optional<Crossing> corner_;   ///< where events met
  std::vector<bool> holds_time_;
  Eigen::VectorXd least_, greatest_;  ///< of the state
};

}  // namespace loopwright
