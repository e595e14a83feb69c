#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/integration/integration_method.h"
#include "engine/stochastic/brownian_path.h"
#include "engine/system/diffusion.h"

namespace loopwright {

/// The largest L, so that the parts of a cell can be counted and times can tell them apart.
inline constexpr int kMostRefinement = 30;

/// What a stochastic method is asked to keep to. Times in seconds.
struct StochasticSettings {
  double start_sec = 0;  ///< t0 of the grid t0 + n*step
  double step_sec = 0;   ///< > 0
  int refinement =
      0;  ///< L in [0, 30]: each cell of the grid is advanced in 2^L steps along one path
};

/// All stochastic methods of this build; `order` is the strong one for additive or commutative
/// noise, rounded down.
std::span<const IntegrationMethodInfo> StochasticMethods();
/// Null where there is none of that name.
const IntegrationMethodInfo* FindStochasticMethod(std::string_view name);
/// "euler_maruyama, ...".
std::string StochasticMethodNames();

/// Whether a leaf has declared a diffusion.
template <typename T>
bool HasDiffusion(const Plan<T>& plan);

/// Why the method `name` of StochasticMethods() cannot advance the systems of `plan`, with the
/// path of a system and what would be right; empty where it can.
template <typename T>
std::string StochasticMethodProblem(std::string_view name, const Plan<T>& plan);

/// Advances all continuous state where some of it follows stochastic differential equations in the
/// sense of Itô, dx = f dt + B dW (semantics 19): from one point of the grid to the next, or to a
/// timed event before it. With all functions at the step's start, a step h and the increments ΔW,
///
///     euler_maruyama   x1 = x0 + f h + B ΔW
///     milstein         … + 1/2 (∂b/∂x) b (ΔW² - h), of diagonal noise for each state on its own
///
/// Kloeden, Platen: Numerical Solution of Stochastic Differential Equations (1992), 10.2 and 10.3.
///
/// Within a step the state is the line between its ends, for those that keep a history of it;
/// witness functions are read at the ends only.
template <typename T>
class StochasticMethod final : public IntegrationMethod<T> {
 public:
  /// std::logic_error where StochasticMethodProblem() has one, or a setting is out of its range.
  StochasticMethod(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                   const IntegrationSettings& settings, const StochasticSettings& grid);

  void Restart() final {}
  bool TakeFixedStep(double t_sec, double end_sec) final;
  double TakeControlledStep(double t_sec, double target_sec, double limit_sec) final;
  void MoveTo(double t_sec) final;
  void ShortenTo(double t_sec) final { MoveTo(t_sec); }
  void Accept() final;

 private:
  /// A leaf with diffusion.
  struct NoisyLeaf {
    const System<T>* system;
    BrownianPath path;
    DiffusionForm form;
    int matrix_entry;
    int derivative_entry;     ///< -1 where it is not used
    std::vector<int> states;  ///< where its state variables lie in the whole
  };

  void AddLeaf(int node);
  double PartEnd() const;
  void FindIncrements(double t_sec, double target_sec);
  void AddDiffusion(const NoisyLeaf& leaf, double h);
  bool FailIfNotFinite();

  const StochasticSettings grid_;
  const bool is_milstein_;
  std::vector<NoisyLeaf> leaves_;
  // The step that was tried last, and the part of a cell that it lies in.
  std::vector<T> start_, end_;
  double start_time_ = 0, end_time_ = 0;
  CellPart part_;
  bool in_part_ = false;   ///< a step in part_ was accepted that does not finish it
  bool finishes_ = false;  ///< the step ends where part_ does
  double rest_sec_ = 0;    ///< left of part_ at the start of the step
};

/// `name` is one of StochasticMethods(); `data` must outlive the result.
template <typename T>
std::unique_ptr<IntegrationMethod<T>> MakeStochasticMethod(std::string_view name,
                                                           internal::ContextData<T>* data,
                                                           const StochasticSettings& grid);

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(StochasticMethod)

}  // namespace loopwright
