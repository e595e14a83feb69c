#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/control/pid_tuning.h"
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

/// The gain of a block that reads y = C x of `model` and puts out −K x: −K C⁻¹. UsageError where
/// the states do not follow from y; its text begins with `who_reads`, such as `"feedback" reads`.
Eigen::MatrixXd FeedbackGain(const LinearModel& model, const Eigen::MatrixXd& K,
                             const std::string& who_reads);

/// A matrix as an expression: [[1, 2], [3, 4]].
std::string MatrixText(const Eigen::MatrixXd& matrix);

/// A controller to be found for a block of a diagram: the gains of a PID block, or the gain of a
/// block that feeds back states, by the cost that it makes least or by the poles.
struct DesignRequest {
  enum class Method { kPid, kRegulator, kPoles };
  std::string block;  ///< its path
  Method method = Method::kPid;
  PidChoice pid;
  std::string Q = "1", R = "1";  ///< expressions; a number stands for so many times the identity
  std::string poles;             ///< numbers, or `deadbeat`
  bool operator==(const DesignRequest&) const = default;
};

/// What was found: values of parameters, as ApplyOverrides() takes them.
struct BlockDesign {
  std::vector<std::pair<std::string, std::string>> settings;
  ComplexList poles;  ///< of the loop with them, where states are fed back
};

/// Designs the block for the diagram at a point. Errors as those of the design,
/// FindOperatingPoint() and Linearise(); UsageError for a block that is in no loop, and where there
/// is no state.
BlockDesign DesignBlock(const Document& document, const BlockRegistry& registry,
                        const DesignRequest& request, const PointOptions& point);

}  // namespace loopwright
