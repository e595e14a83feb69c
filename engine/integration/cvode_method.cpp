#include "engine/integration/cvode_method.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <stdexcept>

#include "engine/common/ulp.h"
#include "engine/integration/newton_matrix.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {

// A target this near, in units of the time's last place, is too near for CVODE to find a first
// step.
constexpr double kNearTarget = 1000;
// A step is tried again so often: each time it is shortened by up to five, so that this leads from
// any step to one that time can hardly tell. CVODE's own limits, 7 and 10, end runs that shorter
// steps go on with.
constexpr int kMostFailures = 30;

// CVODE's constructors fail only where there is no memory.
void Require(bool succeeded) {
  if (!succeeded) throw std::bad_alloc();
}

// Each of CVODE's handles has a function of its own that frees it; these let std::unique_ptr call
// it.
struct FreeContext {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
template <auto kFree>
struct Free {
  template <typename Handle>
  void operator()(Handle handle) const {
    kFree(handle);
  }
};
template <typename Pointer, typename FreePointer>
using Owner = std::unique_ptr<std::remove_pointer_t<Pointer>, FreePointer>;

// What CVODE's matrix stands for: I + factor J, where J lies in the Jacobian itself. So its copies
// are numbers. CVODE never looks into a matrix of its user. It asks for I + factor J by "scale and
// add the identity", which is noted as the factor and carried out by the solver below.
SUNMatrix MakeMatrix(SUNContext context) {
  SUNMatrix matrix = SUNMatNewEmpty(context);
  Require(matrix != nullptr);
  matrix->content = new double(1);
  matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix->ops->clone = [](SUNMatrix m) { return MakeMatrix(m->sunctx); };
  matrix->ops->destroy = [](SUNMatrix m) {
    delete static_cast<double*>(m->content);
    m->content = nullptr;
    SUNMatFreeEmpty(m);
  };
  matrix->ops->zero = [](SUNMatrix) { return 0; };
  matrix->ops->copy = [](SUNMatrix from, SUNMatrix to) {
    *static_cast<double*>(to->content) = *static_cast<double*>(from->content);
    return 0;
  };
  matrix->ops->scaleaddi = [](realtype factor, SUNMatrix m) {
    *static_cast<double*>(m->content) = factor;
    return 0;
  };
  return matrix;
}

// Solves (I + factor J) x = b, as ((-1/factor) I - J) x = -b/factor. In this form the matrix is
// that of all other implicit methods, dense or sparse, and so is its code.
class LinearSolver {
 public:
  explicit LinearSolver(int size, const StateJacobian& jacobian, IntegrationStatistics* statistics)
      : jacobian_(jacobian), statistics_(*statistics), right_(size) {}

  // What CVODE calls it by: a table of functions, with this object as their content.
  SUNLinearSolver MakeHandle(SUNContext context) {
    SUNLinearSolver handle = SUNLinSolNewEmpty(context);
    Require(handle != nullptr);
    handle->content = this;
    handle->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
    handle->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
    handle->ops->setup = [](SUNLinearSolver s, SUNMatrix matrix) {
      return static_cast<LinearSolver*>(s->content)->Setup(*static_cast<double*>(matrix->content));
    };
    handle->ops->solve = [](SUNLinearSolver s, SUNMatrix, N_Vector x, N_Vector b, realtype) {
      static_cast<LinearSolver*>(s->content)->Solve(N_VGetArrayPointer(b), N_VGetArrayPointer(x));
      return 0;
    };
    handle->ops->free = [](SUNLinearSolver s) {
      SUNLinSolFreeEmpty(s);
      return 0;
    };
    return handle;
  }

 private:
  // Called when CVODE wants a new matrix; 1 tells it to try a shorter step.
  int Setup(double factor) {
    factor_ = factor;
    ++statistics_.factorizations;
    return matrix_.Factorize(-1 / factor, jacobian_) ? 0 : 1;  // 1: recoverable
  }
  // Called for each correction of Newton's iteration.
  void Solve(const double* b, double* x) {
    for (int n = 0; n < right_.size(); ++n) right_[n] = -b[n] / factor_;
    matrix_.Solve(right_, &right_);
    std::copy_n(right_.data(), right_.size(), x);
  }

  const StateJacobian& jacobian_;
  IntegrationStatistics& statistics_;
  NewtonMatrix<double> matrix_;
  double factor_ = -1;
  Eigen::VectorXd right_;
};

}  // namespace

// CVODE itself, with the functions that it calls back. Vectors are CVODE's own; the context gets
// copies of them. What the functions throw is kept and thrown again outside, since CVODE is
// written in C and no exception may pass through it.
class CvodeMethod::Solver {
 public:
  Solver(CvodeMethod* method, Formulas formulas) : method_(*method), formulas_(formulas) {
    SUNContext context = nullptr;
    Require(SUNContext_Create(nullptr, &context) == 0);
    context_.reset(context);
    for (auto* vector : {&state_, &start_, &scratch_}) {
      vector->reset(N_VNew_Serial(method_.size_, context));
      Require(*vector != nullptr);
    }
  }

  double* state() { return N_VGetArrayPointer(state_.get()); }
  double* start() { return N_VGetArrayPointer(start_.get()); }

  // Anew from `t` and state(). What was counted so far is kept.
  void Start(double t) {
    counted_rejections_ = 0;
    if (memory_ == nullptr) {
      Create(t);
    } else {
      Check(CVodeReInit(memory_.get(), t, state_.get()));
    }
    Check(CVodeSetInitStep(memory_.get(), 0));
  }

  // One step, not beyond `stop`. Returns CVODE's flag. The special cases are first steps: CVODE
  // looks for their size itself, by evaluations at distances that may be too far or a target that
  // may be too near.
  int Step(double t, double stop, bool is_first, double* reached) {
    const double shortest = kNearTarget * Ulp(stop);
    if (is_first && stop - t < shortest) Check(CVodeSetInitStep(memory_.get(), stop - t));
    int flag = TakeStep(stop, reached);
    if (is_first && flag == CV_REPTD_RHSFUNC_ERR) {
      // Nothing is finite where CVODE looks for the size of the first step.
      std::copy_n(start(), method_.size_, state());
      Start(t);
      Check(CVodeSetInitStep(memory_.get(), std::min(shortest, stop - t)));
      flag = TakeStep(stop, reached);
    }
    if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
    // CVODE counts refused tries since its start; the difference goes to the statistics.
    long failures = 0, unsolved = 0;
    CVodeGetNumErrTestFails(memory_.get(), &failures);
    CVodeGetNumStepSolveFails(memory_.get(), &unsolved);
    method_.statistics_.rejected_steps += failures + unsolved - counted_rejections_;
    counted_rejections_ = failures + unsolved;
    return flag;
  }

  // The solution at a time within the last step, from CVODE's history.
  void Interpolate(double t, double* x) {
    Check(CVodeGetDky(memory_.get(), t, 0, scratch_.get()));
    std::copy_n(N_VGetArrayPointer(scratch_.get()), method_.size_, x);
  }

  // The leaf with derivatives that were not finite, the last time that was so in the last step;
  // null where they all were.
  const System<double>* not_finite() const { return not_finite_; }

  // The leaf whose derivatives are not finite shortly after `t`; null where all are.
  const System<double>* FindNotFiniteAfter(double t) {
    SetContext(t + kNearTarget * Ulp(t), start());
    method_.data_.EvaluateDerivativesAtStage();
    return method_.FindNonFinite();
  }

  // The element with the largest part in the last step's error.
  int FindWorst() {
    if (CVodeGetEstLocalErrors(memory_.get(), scratch_.get()) != CV_SUCCESS) return 0;
    const double* error = N_VGetArrayPointer(scratch_.get());
    int worst = 0;
    double greatest = 0;
    for (int n = 0; n < method_.size_; ++n) {
      const double scaled =
          std::abs(error[n]) /
          (method_.settings_.absolute + method_.settings_.relative * std::abs(state()[n]));
      if (scaled <= greatest) continue;
      greatest = scaled;
      worst = n;
    }
    return worst;
  }

 private:
  // One internal step that does not pass `stop`, so that events are hit exactly.
  int TakeStep(double stop, double* reached) {
    Check(CVodeSetStopTime(memory_.get(), stop));
    not_finite_ = nullptr;
    return CVode(memory_.get(), stop, state_.get(), reached, CV_ONE_STEP);
  }
  // Sets CVODE up once. BDF solves its equations by Newton's method with our Jacobian and solver;
  // Adams by fixed-point iteration, which needs neither and is enough for smooth systems.
  void Create(double t) {
    memory_.reset(CVodeCreate(formulas_ == Formulas::kBdf ? CV_BDF : CV_ADAMS, context_.get()));
    Require(memory_ != nullptr);
    void* memory = memory_.get();
    // Failures come back as flags; their texts are ours.
    Check(CVodeSetErrHandlerFn(
        memory, [](int, const char*, const char*, char*, void*) {}, nullptr));
    Check(CVodeSetUserData(memory, this));
    Check(CVodeInit(memory, &Solver::Derivatives, t, state_.get()));
    Check(CVodeSStolerances(memory, method_.settings_.relative, method_.settings_.absolute));
    Check(CVodeSetMaxHnilWarns(memory, -1));
    Check(CVodeSetMaxErrTestFails(memory, kMostFailures));
    Check(CVodeSetMaxConvFails(memory, kMostFailures));
    if (std::isfinite(method_.settings_.max_step)) {
      Check(CVodeSetMaxStep(memory, method_.settings_.max_step));
    }
    if (formulas_ == Formulas::kAdams) {
      fixed_point_.reset(SUNNonlinSol_FixedPoint(state_.get(), 0, context_.get()));
      Require(fixed_point_ != nullptr);
      Check(CVodeSetNonlinearSolver(memory, fixed_point_.get()));
      return;
    }
    jacobian_ = std::make_unique<StateJacobian>(&method_.data_, method_.settings_.autodiff_system);
    linear_ = std::make_unique<LinearSolver>(method_.size_, *jacobian_, &method_.statistics_);
    linear_handle_.reset(linear_->MakeHandle(context_.get()));
    matrix_.reset(MakeMatrix(context_.get()));
    Check(CVodeSetLinearSolver(memory, linear_handle_.get(), matrix_.get()));
    Check(CVodeSetJacFn(memory, &Solver::EvaluateJacobian));
  }

  // For calls that fail only where this file misuses CVODE.
  static void Check(int flag) {
    if (flag >= 0) return;
    throw std::runtime_error(std::string("CVODE: ") + CVodeGetReturnFlagName(flag));
  }

  // Where CVODE wants to know something.
  void SetContext(double t, const double* x) {
    std::copy_n(x, method_.size_, method_.data_.continuous());
    method_.data_.write_time(t);
  }

  // 0, or 1 where a value is not finite: CVODE then tries a smaller step. Nothing may be thrown
  // through it.
  static int Derivatives(realtype t, N_Vector y, N_Vector derivative, void* user_data) {
    auto& self = *static_cast<Solver*>(user_data);
    auto& data = self.method_.data_;
    try {
      self.SetContext(t, N_VGetArrayPointer(y));
      data.EvaluateDerivativesAtStage();
    } catch (...) {
      self.exception_ = std::current_exception();
      return -1;
    }
    ++self.method_.statistics_.derivative_evaluations;
    double* out = N_VGetArrayPointer(derivative);
    std::copy_n(data.derivatives(), self.method_.size_, out);
    double sum = 0;
    for (int n = 0; n < self.method_.size_; ++n) sum += 0 * out[n];
    if (sum == 0) return 0;
    self.not_finite_ = self.method_.FindNonFinite();
    return 1;
  }

  // As Derivatives(): 1 where a value is not finite, -1 with an exception kept.
  static int EvaluateJacobian(realtype t, N_Vector y, N_Vector derivative, SUNMatrix, void* user,
                              N_Vector, N_Vector, N_Vector) {
    auto& self = *static_cast<Solver*>(user);
    try {
      self.SetContext(t, N_VGetArrayPointer(y));
      const bool finite =
          self.jacobian_->Evaluate(N_VGetArrayPointer(derivative), &self.method_.statistics_);
      return finite ? 0 : 1;
    } catch (...) {
      self.exception_ = std::current_exception();
      return -1;
    }
  }

  CvodeMethod& method_;
  const Formulas formulas_;
  Owner<SUNContext, FreeContext> context_;
  Owner<N_Vector, Free<N_VDestroy>> state_, start_, scratch_;
  std::unique_ptr<StateJacobian> jacobian_;
  std::unique_ptr<LinearSolver> linear_;
  Owner<SUNMatrix, Free<SUNMatDestroy>> matrix_;
  Owner<SUNLinearSolver, Free<SUNLinSolFree>> linear_handle_;
  Owner<SUNNonlinearSolver, Free<SUNNonlinSolFree>> fixed_point_;
  std::unique_ptr<void, FreeCvode> memory_;
  std::exception_ptr exception_;
  const System<double>* not_finite_ = nullptr;
  int64_t counted_rejections_ = 0;
};

CvodeMethod::CvodeMethod(const IntegrationMethodInfo& info, Formulas formulas,
                         internal::ContextData<double>* data, const IntegrationSettings& settings)
    : IntegrationMethod<double>(info, data, settings),
      solver_(std::make_unique<Solver>(this, formulas)) {}

CvodeMethod::~CvodeMethod() = default;

void CvodeMethod::Restart() { needs_start_ = true; }

bool CvodeMethod::TakeFixedStep(double, double) {
  throw std::logic_error(std::string(info().name) +
                         " chooses its own steps: it cannot have a fixed step");
}

// A multistep method goes on from its own history, so a step begins anew only after a restart or
// where the caller is not at the end of the last step. CVODE may have gone further than an event
// let the run go: the rest of that step is then interpolated, not taken again.
double CvodeMethod::TakeControlledStep(double t_sec, double target_sec, double limit_sec) {
  double stop = target_sec;
  if (limit_sec > 0 && t_sec + limit_sec < target_sec) stop = t_sec + limit_sec;
  const bool is_first = needs_start_ || t_sec != accepted_time_;
  start_time_ = t_sec;
  std::copy_n(data_.continuous(), size_, solver_->start());
  if (!is_first && integrated_time_ > t_sec) {
    // The rest of a step that an event had ended.
    end_time_ = std::min(stop, integrated_time_);
    MoveTo(end_time_);
    return end_time_;
  }
  if (is_first) {
    std::copy_n(data_.continuous(), size_, solver_->state());
    solver_->Start(t_sec);
  }
  needs_start_ = true;  // until the step stands
  const int flag = solver_->Step(t_sec, stop, is_first, &integrated_time_);
  end_time_ = integrated_time_;
  was_stopped_ = end_time_ == stop;
  if (flag >= 0 && end_time_ > t_sec) {
    needs_start_ = false;
    SetContext(end_time_, solver_->state());
    return end_time_;
  }
  // It failed: whose fault it is follows from what was not finite, or from the element with the
  // largest error.
  if (flag == CV_FIRST_RHSFUNC_ERR) {
    FailNotFinite(solver_->not_finite());
  } else if (solver_->not_finite() != nullptr) {
    FailNotFiniteLater(solver_->not_finite());
  } else if (const System<double>* later = solver_->FindNotFiniteAfter(t_sec)) {
    FailNotFiniteLater(later);
  } else if (flag == CV_CONV_FAILURE || flag == CV_LSETUP_FAIL) {
    FailIteration(LeafOf(solver_->FindWorst()));
  } else {
    FailAccuracy(LeafOf(solver_->FindWorst()));
  }
  SetContext(t_sec, solver_->start());
  return std::numeric_limits<double>::quiet_NaN();
}

// Ends are copied, so that they are exact; in between CVODE interpolates.
void CvodeMethod::MoveTo(double t_sec) {
  if (t_sec == start_time_) return SetContext(t_sec, solver_->start());
  if (t_sec == integrated_time_) return SetContext(t_sec, solver_->state());
  solver_->Interpolate(t_sec, data_.continuous());
  data_.write_time(t_sec);
  data_.InvalidateTimeAndContinuous();
}

void CvodeMethod::ShortenTo(double t_sec) {
  MoveTo(t_sec);
  end_time_ = t_sec;
}

void CvodeMethod::Accept() {
  statistics_.NoteStep(end_time_ - start_time_);
  const bool is_whole = end_time_ == integrated_time_ && !was_stopped_;
  NoteHeldStep(end_time_ - start_time_, is_whole, [this] { return LeafOf(solver_->FindWorst()); });
  accepted_time_ = end_time_;
}

}  // namespace loopwright
