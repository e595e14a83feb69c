#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "blocklib/design/new_blocks.h"
#include "engine/control/regulators.h"

namespace loopwright {

/// The signals of a diagram that a design reads and acts on: the inputs and outputs of its model.
struct DesignSignals {
  std::vector<std::string> inputs, outputs;
  std::vector<int> input_widths;
  /// The inputs, and behind them the outputs.
  std::vector<std::string> All() const;
};

/// What a StateSpace, or with samples a DiscreteStateSpace, is given to be `model`.
std::vector<std::pair<std::string, ParameterSetting>> StateSpaceSettings(const LinearModel& model);

/// A filter that reads u and y, and shows the states of `model`: a StateSpace, with samples a
/// DiscreteStateSpace.
void AddFilter(const LinearModel& model, const KalmanDesign& design, const DesignSignals& signals,
               const std::string& name, NewBlocks* blocks);

/// A KalmanFilter, which takes for u what it was just before the update. `noise` is the covariance
/// on the states. It begins with the covariance that it settles at.
void AddKalmanFilter(const LinearModel& model, const Eigen::MatrixXd& noise,
                     const Eigen::MatrixXd& measured, const KalmanDesign& design,
                     const DesignSignals& signals, const std::string& name, NewBlocks* blocks);

/// A controller for u = −H y, whose output is added to the inputs of the model.
void AddController(const LinearModel& controller, const DesignSignals& signals,
                   const std::string& name, NewBlocks* blocks);

/// A Gain from the outputs, whose output is added to the inputs; with a period behind a
/// ZeroOrderHold.
void AddFeedback(const Eigen::MatrixXd& gain, double period_sec, const DesignSignals& signals,
                 const std::string& name, NewBlocks* blocks);

}  // namespace loopwright
