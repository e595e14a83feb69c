#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blocklib/design/design_blocks.h"
#include "engine/analysis/hybrid_model.h"
#include "engine/control/pid_tuning.h"
#include "engine/control/regulators.h"
#include "engine/edits/edit.h"
#include "engine/index/diagram_index.h"

namespace loopwright {

class BlockRegistry;

// How what was designed gets into a diagram: into a block that is there, or as new blocks. It is
// the same for --apply of the command line and for the editor. What cannot be put in is a
// UsageError, whose text begins with an option of the command line.

/// What a controller acts on, or a filter looks at.
struct DesignPlant {
  LinearModel model;                   ///< without dead times
  std::optional<HybridModel> diagram;  ///< what it was made from; absent of a linear model alone
};

/// Where a design goes.
struct DesignTarget {
  std::string block;      ///< the path of the block that gets it; "": new ones are added,
  std::string name;       ///< called so: `lqr`, the command of the design,
  DesignSignals signals;  ///< between these signals
};

/// The signals of a diagram that are inputs and outputs of its model. Where none are named they are
/// the top-level Inports, and what is wired to the top-level Outports. UsageError for one that is
/// not there.
DesignSignals FindDesignSignals(const DiagramIndex<double>& index, std::vector<std::string> inputs,
                                std::vector<std::string> outputs);

/// UsageError where there are points at which a diagram was cut for the design: they would be whole
/// in what the design is put into.
void RequireWhole(const std::vector<std::string>& open);

/// UsageError unless a design with this period between its samples is for a continuous model, and
/// the period is positive and finite.
void RequireDesignPeriod(double period_sec, const LinearModel& model);

/// UsageError unless the model has states to feed back or to estimate; it names `block`, the
/// controller that was taken out of the diagram, if there is one.
void RequireStates(const LinearModel& model, const std::string& block);

/// UsageError, which names the states, unless Q has a row and a column for each of them.
void RequireStateWeight(const Eigen::MatrixXd& Q, const LinearModel& model);

/// The poles that a text asks for: numbers, or `deadbeat`, which stands for poles that are all 0 of
/// a sampled model. That then comes to rest in at most as many steps as it has states. UsageError
/// for another text, and for `deadbeat` of a continuous model.
ComplexList WantedPoles(const std::string& text, const LinearModel& model);

/// Makes a model repeat with this period (seconds) as well as with those of its own updates.
/// UsageError unless it is positive and finite.
void AddPeriod(double period_sec, HybridModel* model);

/// The gain of a block that reads y = C x of `model` and puts out −K x: −K C⁻¹. UsageError where
/// the states do not follow from y; its text begins with `who_reads`, such as `"feedback" reads`.
Eigen::MatrixXd FeedbackGain(const LinearModel& model, const Eigen::MatrixXd& K,
                             const std::string& who_reads);

/// The gains of a PID become parameters of the block.
void PutGains(const PidGains& gains, const std::string& block, const BlockRegistry& registry,
              Transaction* transaction);

/// A gain K for u = −K x: what reads y = C x gets −K C⁻¹. That is the block's parameter `gain`, or
/// a new Gain between the outputs and the inputs: behind a hold where the period is one of samples
/// that nothing else holds.
void PutFeedback(const DesignPlant& plant, const Eigen::MatrixXd& K, double period_sec,
                 const BlockRegistry& registry, const DesignTarget& target,
                 Transaction* transaction);

/// A controller for u = −H y: the StateSpace or DiscreteStateSpace gets it, or a new one between
/// the outputs and the inputs.
void PutController(const DesignPlant& plant, const LqgDesign& design, const BlockRegistry& registry,
                   const DesignTarget& target, Transaction* transaction);

/// The controller of PutController() as the rest of its loop sees it: from the measurements at an
/// instant to u at that instant. UsageError where PutController() would have one.
LinearModel ControllerInLoop(const DesignPlant& plant, const LqgDesign& design,
                             const DesignTarget& target);

/// A filter for noise of covariance Q at the inputs and R of the measurements, as a new block that
/// reads the inputs and outputs of the model.
void PutFilter(const DesignPlant& plant, const Eigen::MatrixXd& Q, const Eigen::MatrixXd& R,
               const KalmanDesign& design, const DesignTarget& target, Transaction* transaction);

}  // namespace loopwright
