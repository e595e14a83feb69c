#include "app/cli/analysis_arguments.h"

#include <cmath>

#include "app/cli/option_readers.h"
#include "engine/common/exceptions.h"
#include "engine/linear/model_text.h"

namespace loopwright {

// Of an option that is given twice the last one counts, as shells let a script's options be
// replaced.
std::string AnalysisArguments::text(const std::string& option, const std::string& otherwise) const {
  const auto found = given.find(option);
  return found == given.end() ? otherwise : found->second.back();
}

// "norm needs --kind" tells the command too, since an option may be needed by one and not by
// another.
std::string AnalysisArguments::required_text(const std::string& option) const {
  if (!has(option)) throw UsageError(command + " needs " + option);
  return text(option);
}

// Expressions are allowed, so that 2*pi/3 need not be worked out by hand.
std::optional<double> AnalysisArguments::number(const std::string& option) const {
  if (!has(option)) return {};
  return ParseNumber(text(option), option);
}

double AnalysisArguments::number(const std::string& option, double otherwise) const {
  return number(option).value_or(otherwise);
}

double AnalysisArguments::required_number(const std::string& option) const {
  return ParseNumber(required_text(option), option);
}

// Bounded above, so that a slip of the finger cannot ask for more than there is memory for.
int AnalysisArguments::count(const std::string& option, int otherwise, int most) const {
  const double value = number(option, otherwise);
  if (value != std::floor(value) || value < 1 || value > most) {
    throw UsageError(option + ": a whole number from 1 to " + std::to_string(most) + " is needed");
  }
  return static_cast<int>(value);
}

// A list such as "0.1, 1, 10".
std::vector<double> AnalysisArguments::numbers(const std::string& option) const {
  return ParseNumbers(required_text(option), option);
}

// A list may be given at once, or in several uses of the option, or both.
std::vector<std::string> AnalysisArguments::list(const std::string& option) const {
  std::vector<std::string> items;
  for (const std::string& typed : all(option)) {
    for (const std::string& item : ReadList(typed)) items.push_back(item);
  }
  return items;
}

std::vector<std::string> AnalysisArguments::all(const std::string& option) const {
  const auto found = given.find(option);
  return found == given.end() ? std::vector<std::string>() : found->second;
}

// The options that nearly all of these commands have: at which point, and between which signals, a
// diagram is taken as a linear model.
const std::vector<AnalysisOption>& PointOptionList() {
  static const std::vector<AnalysisOption> options = {
      {"--analysis", "NAME", "as this analysis of the diagram says; options beside it win"},
      {"--time", "T", "at this time of a run, seconds"},
      {"--side", "-|+", "before or after the updates at that time, and at each sampling instant"},
      {"--trim", "", "at an equilibrium"},
      {"--free", "NAME[=LO..HI]",
       "an Inport or parameter that trim may change, or bounds of a state"},
      {"--target", "SIGNAL=EXPR", "a value that a signal has at the equilibrium"},
      {"--periodic", "T|auto", "along the periodic orbit of this period, seconds"},
      {"--inputs", "A,..", "signals where inputs are added", true},
      {"--outputs", "B,..", "signals that are outputs", true},
      {"--open", "C,..", "signals whose wires are cut", true},
      {"--period", "H", "the sampled model of this period, seconds", true},
      {"--as", "BLOCK=EXPR", "a gain or matrix in the place of a block", true},
      {"--pade", "N", "order of what stands for dead time where poles are asked for (4)", true},
      {"--set", "NAME=EXPR", "set a parameter of the diagram, or BLOCK.PARAMETER"},
      {"--allow-paths", "", "let blocks use files outside the diagram's folder"},
  };
  return options;
}

namespace {

constexpr AnalysisOption kLoop = {"--loop", "AT", "the signal at which the loop is broken"};
constexpr AnalysisOption kMethod = {"--method", "NAME", "the method"};
constexpr AnalysisOption kQ = {"--Q", "Q", "weight of the states, or covariance of process noise"};
constexpr AnalysisOption kR = {"--R", "R", "weight of the inputs, or covariance of measurements"};
constexpr AnalysisOption kWrite = {"--write", "FILE2", "write the diagram with the result there"};
constexpr AnalysisOption kBlock = {"--block", "PATH", "the controller block"};
constexpr AnalysisOption kApply = {"--apply", "", "put the result into the block"};
constexpr AnalysisOption kNear = {"--near", "S", "the nearest to this point, such as -1 or \"2i\""};
constexpr AnalysisOption kCount = {"--count", "N", "how many of them"};
constexpr AnalysisOption kPrewarp = {"--prewarp", "W", "rad/s at which prewarp is exact"};

// Commands with their own options, which parsing, help and completion are made from.
std::vector<AnalysisCommandInfo> ModelCommands() {
  return {{"linearize",
           "the linear model of a diagram: A, B, C, D, poles and zeros",
           false,
           {{"--hold", "zoh|foh", "with --period: inputs held, or lines between their samples"},
            {"--lifted", "", "each port at each of its own instants over the common period"}}},
          {"trim", "an equilibrium or a periodic orbit of a diagram", true, {kWrite}},
          {"poles",
           "poles with damping, frequency and the states that take part",
           false,
           {kNear, kCount}},
          {"zeros", "transmission zeros", false, {kNear, kCount}},
          {"tf", "the transfer function and its gain at rest"},
          {"norm", "the norm of a model", false, {{"--kind", "2|inf", "H2 or H-infinity"}}},
          {"stepinfo", "characteristics of the step response"},
          {"reduce",
           "controllable, observable, minimal and balanced parts of a model",
           false,
           {{"--method", "minimal|balanced", "the method"}, {"--order", "N", "states to keep"}}}};
}

// About a loop and its frequency response.
std::vector<AnalysisCommandInfo> LoopCommands() {
  return {
      {"bode",
       "the frequency response",
       false,
       {{"--from", "W1", "lowest frequency, rad/s"},
        {"--to", "W2", "highest frequency, rad/s"},
        {"--points", "N", "how many"},
        {"--frequencies", "LIST", "these, rad/s"},
        {"--alias", "N", "also the components N sampling frequencies away"},
        {"--input", "A", "the input"},
        {"--output", "B", "the output"}}},
      {"margins",
       "gain, phase, delay and modulus margin of a loop",
       false,
       {kLoop, {"--describing", "BLOCK", "limit cycles by the describing function of a block"}}},
      {"rlocus",
       "the root locus against the gain of a loop or a parameter",
       false,
       {kLoop,
        {"--parameter", "NAME", "a parameter of the diagram"},
        {"--from", "A", "its lowest value"},
        {"--to", "B", "its highest value"},
        {"--values", "LIST", "poles at these values"}}}};
}

// Commands that make a model or a controller. Matrices and lists are given as expressions: --Q
// "[[1, 0], [0, 2]]".
std::vector<AnalysisCommandInfo> DesignCommands() {
  return {{"c2d", "a sampled model of a continuous one", false, {kMethod, kPrewarp}},
          {"d2c", "the continuous model of a sampled one", false, {kMethod, kPrewarp}},
          {"lqr",
           "linear quadratic state feedback",
           false,
           {kQ, kR, {"--N", "N", "cross weight"}, kBlock, kApply, kWrite}},
          {"kalman",
           "a Kalman filter, with noise through the inputs",
           false,
           {kQ, kR, {"--apply", "", "put the filter into the diagram"}, kWrite}},
          {"lqg",
           "a linear quadratic Gaussian controller",
           false,
           {kQ,
            kR,
            {"--W", "W", "covariance of noise on the states"},
            {"--V", "V", "covariance of measurement noise"},
            kBlock,
            kApply,
            kWrite}},
          {"place",
           "state feedback for given poles",
           false,
           {{"--poles", "LIST|deadbeat", "the poles"}, kBlock, kApply, kWrite}},
          {"pid",
           "a PID controller",
           false,
           {kLoop,
            kBlock,
            {"--method", "simc|relay|margins|ms", "the method"},
            {"--type", "p|pi|pid", "which terms it has"},
            {"--crossover", "W", "rad/s at which |L| is 1"},
            {"--phase-margin", "DEG", "degrees there"},
            {"--Ms", "M", "largest sensitivity"},
            {"--tau-c", "S", "time constant of the closed loop, seconds"},
            {"--relay", "D", "amplitude of the relay"},
            {"--hysteresis", "E", "half of the relay's width"},
            {"--rule", "ziegler-nichols|tyreus-luyben", "gains from the relay experiment"},
            kApply,
            kWrite}}};
}

}  // namespace

// Made at the first call, in the order of the help.
const std::vector<AnalysisCommandInfo>& AnalysisCommands() {
  static const std::vector<AnalysisCommandInfo> commands = [] {
    std::vector<AnalysisCommandInfo> all = ModelCommands();
    for (const auto& group : {LoopCommands(), DesignCommands()}) {
      all.insert(all.end(), group.begin(), group.end());
    }
    return all;
  }();
  return commands;
}

}  // namespace loopwright
