#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/control/pid_tuning.h"
#include "engine/edits/edit.h"
#include "engine/linear/linear_model.h"

namespace loopwright {

/// How a PID controller is to be found: `simc`, `margins`, `ms` or `relay`, and what each of these
/// methods is told.
struct PidChoice {
  std::string method = "simc";
  PidType type = PidType::kPi;
  std::optional<double> tau_c;  ///< simc: see TuneSimc()
  double crossover = 0;         ///< margins: rad/s
  double phase_margin = 60;     ///< margins: degrees
  double Ms = 1.4;              ///< ms: the largest |S|
  double relay = 1;             ///< relay: its amplitude,
  double hysteresis = 0;        ///< and thresholds to both sides of 0
  std::string rule = "ziegler-nichols";
  bool operator==(const PidChoice&) const = default;
};

/// The gains, and what the method has found on its way to them.
struct PidDesign {
  PidGains gains;
  std::optional<SimpleProcess> simple;
  std::optional<SensitivityTuning> sensitivity;
  std::optional<RelayExperiment> relay;
};

/// For a process, as a model and as the same in poles and zeros. UsageError for a method that there
/// is not, else as the functions of pid_tuning.h.
PidDesign DesignPid(const LinearModel& process, const ZeroPoleGain& zpk, const PidChoice& choice);

/// A controller or a filter to be found for a diagram: the gains of a PID block; the gain that
/// feeds back states, by the cost that it makes least or by the poles; a filter for what is
/// measured; or a regulator and a filter as one controller. All but a PID may be new blocks.
struct DesignRequest {
  enum class Method { kPid, kRegulator, kPoles, kFilter, kLqg };
  std::string block;                         ///< the path of the block that gets it; "": new ones
  std::vector<std::string> inputs, outputs;  ///< are added between these signals
  Method method = Method::kPid;
  PidChoice pid;
  /// Expressions; a number stands for so many times the identity. Weights of states and inputs, or
  /// of a filter the covariances of noise at the inputs and of the measurements.
  std::string Q = "1", R = "1";
  std::string W = "1", V = "1";  ///< of kLqg: covariances of noise on states and measurements
  std::string poles;             ///< numbers, or `deadbeat`
  /// Seconds between the samples of what controls or watches a continuous diagram; nothing: it goes
  /// by the diagram's own time.
  std::optional<double> period_sec;
  bool operator==(const DesignRequest&) const = default;
};

/// What was found.
struct BlockDesign {
  /// By name: kp, ki and kd; the gain of the block; K and L of new blocks, M of a sampled filter.
  std::vector<std::pair<std::string, Eigen::MatrixXd>> values;
  ComplexList poles;  ///< of the loop with it, where states are fed back, and of a filter
  /// Of a regulator and of LQG what it costs, MeanCost(), and what the diagram costs as it is: with
  /// the controller that is there, or without one. A regulator's cost is that of coming to rest.
  /// Nothing where a controller cannot be put in, or has a period of its own.
  std::optional<double> cost, cost_now;
  /// Puts it into the diagram that it was designed for. UsageError where that cannot be.
  std::function<void(Transaction*)> put;
};

/// Designs for the diagram at a point. Errors as those of the design, FindOperatingPoint() and
/// Linearise(); UsageError for a block that is in no loop, and where there is no state. `registry`
/// must outlive the design.
BlockDesign DesignBlock(const Document& document, const BlockRegistry& registry,
                        const DesignRequest& request, const PointOptions& point);

}  // namespace loopwright
