#include "engine/tuning/block_design.h"

#include "engine/analysis/hybrid_model.h"
#include "engine/analysis/response_picture.h"
#include "engine/common/exceptions.h"
#include "engine/control/place.h"
#include "engine/control/riccati.h"
#include "engine/linear/model_text.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"
#include "engine/tuning/controlled_part.h"

namespace loopwright {

PidDesign DesignPid(const LinearModel& process, const ZeroPoleGain& zpk, const PidChoice& choice) {
  PidDesign design;
  if (choice.method == "simc") {
    design.simple = HalfRule(zpk, choice.type == PidType::kPid);
    design.gains = TuneSimc(*design.simple, choice.type, choice.tau_c);
  } else if (choice.method == "margins") {
    design.gains = TuneForMargins(zpk, choice.type, choice.crossover, choice.phase_margin);
  } else if (choice.method == "ms") {
    design.sensitivity = TuneForSensitivity(zpk, choice.type, choice.Ms);
    design.gains = design.sensitivity->gains;
  } else if (choice.method == "relay") {
    design.relay = RunRelay(process, choice.relay, choice.hysteresis);
    design.gains = TuneFromRelay(*design.relay, choice.type, choice.rule);
  } else {
    throw UsageError("--method: there is no method \"" + choice.method +
                     "\"; there are simc, relay, margins and ms");
  }
  return design;
}

Eigen::MatrixXd FeedbackGain(const LinearModel& model, const Eigen::MatrixXd& K,
                             const std::string& who_reads) {
  const bool is_square = model.C.rows() == model.C.cols();
  const FullLu<Eigen::MatrixXd> lu(is_square ? model.C : Eigen::MatrixXd());
  if (is_square && lu.is_invertible() && model.D.isZero(0)) return -K * lu.Inverse();
  std::string states;
  for (const std::string& state : model.states) states += (states.empty() ? "" : ", ") + state;
  throw UsageError("--apply: " + who_reads + " " + std::to_string(model.C.rows()) +
                   " signals, from which the states " + states +
                   " do not follow; feed all of them back, or estimate them with lqg");
}

std::string MatrixText(const Eigen::MatrixXd& matrix) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    text += i == 0 ? "[" : ", [";
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      text += (j == 0 ? "" : ", ") + FormatNumber(matrix(i, j));
    }
    text += "]";
  }
  return text + "]";
}

namespace {

// What the block sees, from its output to what comes into it. A sampled controller reads what was
// there before its own update.
LinearModel SeenBy(const ControlledPart& part) {
  return ToLinearModel(part.model, kPicturePade, true);
}

BlockDesign PidOf(const ControlledPart& part, const DesignRequest& request) {
  const LinearModel process = ProcessSeenByPid(part, request.block, SeenBy(part));
  if (process.num_inputs() != 1 || process.num_outputs() != 1) {
    throw UsageError("--block: \"" + request.block + "\" has " +
                     std::to_string(process.num_inputs()) + " elements; a PID is found for one");
  }
  const ZeroPoleGain zpk = ToZeroPoleGain(process, 0, 0);
  if (zpk.gain == 0) {
    throw UsageError("--block: nothing comes back from the output of \"" + request.block +
                     "\" to its input: it is in no loop");
  }
  const PidGains gains = DesignPid(process, zpk, request.pid).gains;
  return {{{request.block + ".kp", FormatNumber(gains.kp)},
           {request.block + ".ki", FormatNumber(gains.ki)},
           {request.block + ".kd", FormatNumber(gains.kd)}},
          {}};
}

// A number stands for so many times the identity.
Eigen::MatrixXd WeightOf(const std::string& text, const std::string& name, Eigen::Index size) {
  const Eigen::MatrixXd matrix = ParseMatrix(text, name);
  if (matrix.size() != 1) return matrix;
  return Eigen::MatrixXd::Identity(size, size) * matrix(0, 0);
}

// Dead time has no finite state to feed back: its approximation stands for it.
BlockDesign FeedbackOf(const ControlledPart& part, const DesignRequest& request) {
  const LinearModel model = ReplaceDelays(SeenBy(part), kPicturePade);
  if (model.num_states() == 0) {
    throw UsageError("--block: without \"" + request.block +
                     "\" there is no state between its output and its input, so that there is "
                     "nothing to feed back");
  }
  Eigen::MatrixXd K;
  ComplexList poles;
  if (request.method == DesignRequest::Method::kRegulator) {
    const QuadraticCost cost{WeightOf(request.Q, "Q", model.num_states()),
                             WeightOf(request.R, "R", model.num_inputs()),
                             {}};
    if (cost.Q.rows() != model.num_states() || cost.Q.cols() != model.num_states()) {
      std::string states;
      for (const std::string& state : model.states) states += (states.empty() ? "" : ", ") + state;
      throw UsageError("Q is " + std::to_string(cost.Q.rows()) + " by " +
                       std::to_string(cost.Q.cols()) + ", but it must be " +
                       std::to_string(model.num_states()) + " by " +
                       std::to_string(model.num_states()) + ", for the states " + states);
    }
    const QuadraticRegulator regulator =
        SolveRiccati(model.A, model.B, cost, model.is_sampled(), {model.states});
    K = regulator.K;
    poles = regulator.poles;
  } else {
    if (request.poles == "deadbeat" && !model.is_sampled()) {
      throw UsageError("--poles: deadbeat is for sampled models; this one is continuous");
    }
    const ComplexList wanted = request.poles == "deadbeat"
                                   ? ComplexList(static_cast<std::size_t>(model.num_states()), 0.0)
                                   : ParseComplexNumbers(request.poles, "poles");
    const PolePlacement placement = PlacePoles(model.A, model.B, wanted);
    K = placement.K;
    poles = placement.poles;
  }
  const Eigen::MatrixXd gain = FeedbackGain(model, K, "\"" + request.block + "\" reads");
  return {
      {{request.block + ".gain", gain.size() == 1 ? FormatNumber(gain(0, 0)) : MatrixText(gain)}},
      poles};
}

}  // namespace

BlockDesign DesignBlock(const Document& document, const BlockRegistry& registry,
                        const DesignRequest& request, const PointOptions& point) {
  const ControlledPart part =
      LineariseWithout(document, registry, point, request.block, request.block + ".y");
  return request.method == DesignRequest::Method::kPid ? PidOf(part, request)
                                                       : FeedbackOf(part, request);
}

}  // namespace loopwright
