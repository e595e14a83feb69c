#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/stochastic/brownian_path.h"
#include "engine/stochastic/stochastic_method_list.h"

namespace loopwright {

/// Advances all continuous state where some of it follows stochastic differential equations in the
/// sense of Itô, dx = f dt + B dW (semantics 19): from one point of the grid to the next, or to a
/// timed event before it. This is what all methods share: the grid, the Wiener processes of all
/// leaves as one path, and f and B at a point. What a method makes of them is TryStep().
///
/// Within a step the state is the line between its ends, for those that keep a history of it;
/// witness functions are read at the ends only.
template <typename T>
class StochasticMethod : public IntegrationMethod<T> {
 public:
  void Restart() final {}
  bool TakeFixedStep(double t_sec, double end_sec) final;
  double TakeControlledStep(double t_sec, double target_sec, double limit_sec) final;
  void MoveTo(double t_sec) final;
  void ShortenTo(double t_sec) final { MoveTo(t_sec); }
  void Accept() final;

 protected:
  /// A leaf with diffusion.
  struct NoisyLeaf {
    DiffusionForm form;
    int matrix_entry;
    int derivative_entry;  ///< -1 where it declares none
    int first_noise;       ///< of its processes in path_
    int num_noises;
    std::size_t first_element;  ///< of its matrix in what EvaluateNoise() gives
    std::vector<int> states;    ///< where its state variables lie in the whole
  };
  using Values = std::vector<T>;

  StochasticMethod(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                   const StochasticSettings& grid);

  /// From start_ at start_time_, where drift0_ is known, sets end_ to the state `h` later. False
  /// where that is impossible, as noted with Fail().
  virtual bool TryStep(double h) = 0;

  /// f at a time and state.
  void EvaluateDrift(double t_sec, const Values& x, Values* drift);
  /// The B of all leaves at a time and state, one after the other, each column by column.
  void EvaluateNoise(double t_sec, const Values& x, Values* noise);
  /// The same where the context is, at the start of the step.
  void EvaluateNoiseHere(Values* noise);
  /// Adds `factor` times the sum of B's columns times their weights, one for each process.
  void AddNoise(const NoisyLeaf& leaf, const Values& noise, std::span<const double> weights,
                double factor, Values* x) const;
  void AddNoise(const Values& noise, std::span<const double> weights, double factor,
                Values* x) const;
  /// Adds `factor` times column `column` of a leaf's B, counted from its first.
  void AddColumn(const NoisyLeaf& leaf, const Values& noise, int column, double factor,
                 Values* x) const;
  /// x += factor * y.
  static void AddScaled(const Values& y, double factor, Values* x);

  const std::vector<NoisyLeaf>& leaves() const { return leaves_; }
  BrownianPath& path() { return path_; }
  std::size_t num_noise_elements() const { return num_noise_elements_; }
  int refinement() const { return part_.level; }

  // The step that was tried last.
  Values start_, end_, drift0_;
  double start_time_ = 0, end_time_ = 0;

 private:
  void AddLeaf(int node);
  double PartEnd() const;
  void FindIncrements(double t_sec, double target_sec);
  bool FailIfNotFinite();

  const StochasticSettings grid_;
  std::vector<NoisyLeaf> leaves_;
  std::size_t num_noise_elements_ = 0;
  BrownianPath path_;
  // The part of a cell that the step lies in.
  CellPart part_;
  bool in_part_ = false;   ///< a step in part_ was accepted that does not finish it
  bool finishes_ = false;  ///< the step ends where part_ does
  double rest_sec_ = 0;    ///< left of part_ at the start of the step
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(StochasticMethod)

}  // namespace loopwright
