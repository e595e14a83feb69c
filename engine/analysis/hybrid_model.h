#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// A periodic update of a linear hybrid model: at offset + k period, in seconds, the states `rows`
/// become E x + F u of all values before it.
template <typename S>
struct HybridUpdate {
  double period_sec = 0, offset_sec = 0;
  std::vector<int> rows;
  Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> E, F;
};

/// A continuous state r of a hybrid model that is only the time since an update times a discrete
/// state: ṙ = x, and r⁺ = 0 at the updates of x. So signals that are lines between updates, as that
/// of a FirstOrderHold, are exact. Just before the common period begins, r = elapsed x.
struct HybridRamp {
  int ramp = 0, source = 0;  ///< numbers of states
  double elapsed_sec = 0;
};

/// A linear system that flows between instants and jumps at them: the exact linear model of a
/// diagram with sampled parts, of any number of rates.
///
///     ẋ = A x + B u                 between; rows of discrete state are 0
///     x⁺ = E x⁻ + F u               at each update, for its rows; all due together read x⁻
///     y = C x + D u
///
/// Of q dead times the last q inputs and outputs are the delayed signals and those that go into the
/// delays, as in LinearModel.
template <typename S>
struct HybridModelOf : ModelOf<Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>> {
  using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

  int num_continuous = 0;  ///< of the states, the first
  std::vector<HybridUpdate<S>> updates;
  std::vector<HybridRamp> ramps;

  template <typename U>
  HybridModelOf<U> Cast() const {
    HybridModelOf<U> result;
    result.TakeNames(*this);
    result.num_continuous = num_continuous;
    result.A = this->A.template cast<U>();
    result.B = this->B.template cast<U>();
    result.C = this->C.template cast<U>();
    result.D = this->D.template cast<U>();
    for (const HybridUpdate<S>& update : updates) {
      result.updates.push_back({update.period_sec, update.offset_sec, update.rows,
                                update.E.template cast<U>(), update.F.template cast<U>()});
    }
    result.ramps = ramps;
    return result;
  }
};
using HybridModel = HybridModelOf<double>;
using ComplexHybridModel = HybridModelOf<Complex>;

/// The least period that all of these (seconds, each > 0) divide; 0 where there are none.
/// UsageError names two of them and their ratio where it would hold more than 10,000 updates.
double CommonPeriod(const std::vector<double>& periods_sec);

/// The longest time that divides all of these, seconds, each > 0; nothing where there is none.
std::optional<double> LongestDivisor(const std::vector<double>& times_sec);

/// The updates of one instant, as one: x⁺ = E x + F u.
template <typename S>
struct HybridInstant {
  double time_sec = 0;
  typename HybridModelOf<S>::Matrix E, F;
  std::vector<int> rows;
};

/// All instants in [0, period), by time; those of one time are one.
template <typename S>
std::vector<HybridInstant<S>> InstantsOf(const HybridModelOf<S>& model);

/// x⁻((k+1)T) = A x⁻(kT) + B u[k], the input held from kT for T, and updates at kT see it; outputs
/// after the updates at kT, or where `reads_before` before them. Dead times that a held signal
/// enters, or that only updates read, become state; those that stay are still dead times in the
/// result, and have then to be replaced before the model is sampled: HasFiniteDelays() tells.
template <typename S>
struct PeriodMap {
  typename HybridModelOf<S>::Matrix A, B, C, D;
  std::vector<std::string> states;
};
template <typename S>
PeriodMap<S> MapPeriod(const HybridModelOf<S>& model, bool reads_before = false);

/// At which times of the common period each port of a sampled model has a value of its own,
/// seconds, ascending.
struct PortInstants {
  std::vector<std::vector<double>> inputs, outputs;
};
/// Of an input those of the updates that read it, of an output those of the updates that write what
/// it is made of; of one that flows into continuous state, or follows from such, all instants of
/// the model.
PortInstants OwnInstants(const HybridModel& model);

/// MapPeriod() with an input for each instant of a port, held until its next one, and an output for
/// each: the columns and rows of a port, by time, stand in the place of its one. That is the lifted
/// model of a system of several rates (Chen, Francis: Optimal Sampled-Data Control Systems, 1995,
/// chapter 8).
PeriodMap<double> MapLiftedPeriod(const HybridModel& model, const PortInstants& instants,
                                  bool reads_before);

/// Counts the time of a sampled model from this one on, seconds: its periods begin there.
void CountTimeFrom(double time_sec, HybridModel* model);

/// Whether the dead times of a sampled model are finite state.
template <typename S>
bool HasFiniteDelays(const HybridModelOf<S>& model);

/// The model with input `input` fed by output `output` times `factor`, both of one element, and
/// both taken away. NoResultError where that is an algebraic loop without solution.
template <typename S>
HybridModelOf<S> ConnectPorts(const HybridModelOf<S>& model, int input, int output, S factor);

/// The model with this dead time between output `output` and input `input`, both taken away.
HybridModel DelayPorts(const HybridModel& model, int input, int output, double delay_sec);

/// Adds a ramp for each discrete state of `sources` (numbers of states): where a unit of it moves
/// derivatives, updates and outputs by `A`, `E` and `C` for each second since its last update.
struct RampSlopes {
  Eigen::MatrixXd A, C;
  std::vector<Eigen::MatrixXd> E;  ///< as the updates of the model
};
void AddRamps(const std::vector<int>& sources, const RampSlopes& slopes, HybridModel* model);

/// The model without the states that no input moves, and those that no output shows: the sum in a
/// PidController without integral gain, say, whose pole at 1 is in no response. Responses from the
/// inputs to the outputs are the same. It is asked of the structure, which elements are 0, and not
/// of their values.
HybridModel ConnectedPart(const HybridModel& model);

/// Leaves these states, in this order, the continuous ones first, and drops the others.
void KeepStates(const std::vector<int>& kept, HybridModel* model);

/// A sampled model whose dead times are finite state with that state, exactly: registers that catch
/// what enters, and are shown, or read, one dead time later. Nothing for other models, and where
/// one dead time feeds another.
std::optional<HybridModel> WithDelayStates(const HybridModel& model);

/// Dead times replaced by their Padé approximations.
HybridModel ReplaceDelays(const HybridModel& model, int order);

/// Of a model without updates and period.
LinearModel ToLinearModel(const HybridModel& model);
/// Of any: the continuous model, or the map over the common period. Dead times of a sampled model
/// that are no finite state are replaced by Padé approximations of order `pade_order`.
LinearModel ToLinearModel(const HybridModel& model, int pade_order, bool reads_before);
/// The same with each port at each of its own instants, named `PORT@SECONDS`. UsageError for a
/// model without period.
LinearModel ToLiftedModel(const HybridModel& model, int pade_order, bool reads_before);

}  // namespace loopwright
