#include "blocklib/design/design_blocks.h"

namespace loopwright {

std::vector<std::string> DesignSignals::All() const {
  std::vector<std::string> all = inputs;
  all.insert(all.end(), outputs.begin(), outputs.end());
  return all;
}

std::vector<std::pair<std::string, ParameterSetting>> StateSpaceSettings(const LinearModel& model) {
  std::vector<std::pair<std::string, ParameterSetting>> settings = {{"A", SettingOf(model.A)},
                                                                    {"B", SettingOf(model.B)},
                                                                    {"C", SettingOf(model.C)},
                                                                    {"D", SettingOf(model.D)}};
  if (model.is_sampled()) settings.emplace_back("period", model.period_sec);
  return settings;
}

namespace {

// A StateSpace, or a DiscreteStateSpace, of a model. Returns its name.
std::string AddStateSpace(const LinearModel& model, const std::string& name, NewBlocks* blocks) {
  return blocks->Add(model.is_sampled() ? "DiscreteStateSpace" : "StateSpace", name,
                     StateSpaceSettings(model));
}

}  // namespace

void AddFilter(const LinearModel& model, const KalmanDesign& design, const DesignSignals& signals,
               const std::string& name, NewBlocks* blocks) {
  const std::string filter = AddStateSpace(FilterOf(model, design), name, blocks);
  blocks->Connect(signals.All(), filter + ".u");
}

// The covariance on the states is made symmetric first: products such as B Q Bᵀ are so only but for
// rounding, and the block refuses what is not.
void AddKalmanFilter(const LinearModel& model, const Eigen::MatrixXd& noise,
                     const Eigen::MatrixXd& measured, const KalmanDesign& design,
                     const DesignSignals& signals, const std::string& name, NewBlocks* blocks) {
  const std::string filter = blocks->Add("KalmanFilter", name,
                                         {{"A", SettingOf(model.A)},
                                          {"B", SettingOf(model.B)},
                                          {"C", SettingOf(model.C)},
                                          {"Q", SettingOf((noise + noise.transpose()) / 2)},
                                          {"R", SettingOf(measured)},
                                          {"initial_covariance", SettingOf(design.P)},
                                          {"period", design.period_sec}});
  blocks->Connect(signals.inputs, filter + ".u");
  blocks->Connect(signals.outputs, filter + ".measurement");
}

// The design's H is for u = −H y. The block adds its output, so the minus goes into C and D.
void AddController(const LinearModel& controller, const DesignSignals& signals,
                   const std::string& name, NewBlocks* blocks) {
  LinearModel acting = controller;
  acting.C = -controller.C;
  acting.D = -controller.D;
  const std::string block = AddStateSpace(acting, name, blocks);
  blocks->Connect(signals.outputs, block + ".u");
  blocks->AddOnto(block + ".y", signals.inputs, signals.input_widths);
}

// With a period the gain acts on samples: without the hold in front of it the new gain would follow
// the outputs continuously, for which it was not designed.
void AddFeedback(const Eigen::MatrixXd& gain, double period_sec, const DesignSignals& signals,
                 const std::string& name, NewBlocks* blocks) {
  const std::string block = blocks->Add("Gain", name, {{"gain", SettingOf(gain)}});
  if (period_sec > 0) {
    const std::string hold = blocks->Add("ZeroOrderHold", name + "_hold", {{"period", period_sec}});
    blocks->Connect(signals.outputs, hold + ".u");
    blocks->Connect({hold + ".y"}, block + ".u");
  } else {
    blocks->Connect(signals.outputs, block + ".u");
  }
  blocks->AddOnto(block + ".y", signals.inputs, signals.input_widths);
}

}  // namespace loopwright
