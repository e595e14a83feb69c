#include "engine/build/random_parameters.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/blocks/argument_evaluation.h"
#include "engine/check/parameter_scope.h"
#include "engine/random/draw.h"

namespace loopwright {
namespace {

using Distribution = RandomParameter::Distribution;

// The random parameters of a level and those inside; recursion goes as deep as subsystems may nest.
// In the order of the document, which is the order of columns in a study's table.
class Lister {
 public:
  explicit Lister(const std::function<bool(const std::string&)>& is_fixed) : is_fixed_(is_fixed) {}

  // Random parameters of diagrams and blocks are drawn from streams that are named after their
  // paths, so adding one changes no other.
  void List(const std::string& level, const ParameterScope* outer,
            const std::vector<DiagramParameter>& parameters, const DiagramModel& diagram) {
    const ParameterScope scope(outer, parameters, level, nullptr);
    for (const DiagramParameter& parameter : parameters) {
      if (!parameter.random.has_value()) continue;
      const std::string stream = level + "." + parameter.name;
      Add({level, "", parameter.name, level.empty() ? parameter.name : stream,
           parameter.unit.value_or(""), StreamKey(stream)},
          *parameter.random, scope);
    }
    for (const Block& block : diagram.blocks) {
      const std::string path = JoinPath(level, block.name);
      for (const auto& [name, random] : block.random) {
        const std::string full_name = path + "." + name;
        Add({level, block.name, name, full_name, "", StreamKey(full_name)}, random, scope);
      }
      if (block.diagram) List(path, &scope, block.diagram_parameters, *block.diagram);
    }
  }

  std::vector<RandomParameter> Take() { return std::move(found_); }

 private:
  // What is fixed, or wrong in the document, is left out: the latter is reported elsewhere.
  void Add(RandomParameter parameter, const RandomSetting& random, const NameScope& scope) {
    if (is_fixed_ && is_fixed_(parameter.path)) return;
    std::vector<double> arguments;
    try {
      for (const auto& [name, setting] : random.arguments) {
        arguments.push_back(EvaluateNumber(setting, scope));
      }
    } catch (const SettingError&) {
      return;
    } catch (const ParameterScope::UnusableParameter&) {
      return;
    }
    parameter.distribution = random.distribution == "uniform"    ? Distribution::kUniform
                             : random.distribution == "gaussian" ? Distribution::kGaussian
                                                                 : Distribution::kExponential;
    parameter.first = arguments.at(0);
    if (arguments.size() > 1) parameter.second = arguments[1];
    found_.push_back(std::move(parameter));
  }

  const std::function<bool(const std::string&)>& is_fixed_;
  std::vector<RandomParameter> found_;
};

bool HasSobolPoints(const Document& document) {
  return document.study && document.study->sobol.value_or(false);
}

}  // namespace

// One draw a run, number 0 of the parameter's stream; or a point's coordinate, and what the
// distribution makes of it in the same way as of a draw.
double RandomParameter::Draw(RandomSource source) const {
  const double u = sobol ? sobol->Uniform(source.seed, stream_key, source.run)
                         : UniformDraw(source, stream_key, 0);
  switch (distribution) {
    case Distribution::kUniform:
      return first + (second - first) * u;
    case Distribution::kGaussian:
      return first + second * GaussianOfUniform(u);
    case Distribution::kExponential:
      break;
  }
  return ExponentialOfUniform(u) / first;
}

std::string SobolProblem(const Document& document, std::size_t num_parameters) {
  if (!HasSobolPoints(document)) return "";
  if (document.study->antithetic.value_or(false)) {
    return "is true, and so is `antithetic`; a study has one of them";
  }
  if (num_parameters <= SobolCoordinate::kMostCoordinates) return "";
  return "is true for " + std::to_string(num_parameters) +
         " random parameters; a point has at most " +
         std::to_string(SobolCoordinate::kMostCoordinates) + " coordinates";
}

// `is_fixed` may be empty; it says which are overridden.
std::vector<RandomParameter> ListRandomParameters(
    const Document& document, const std::function<bool(const std::string&)>& is_fixed) {
  Lister lister(is_fixed);
  lister.List("", nullptr, document.parameters, document.root);
  std::vector<RandomParameter> parameters = lister.Take();
  if (!HasSobolPoints(document) || !SobolProblem(document, parameters.size()).empty()) {
    return parameters;
  }
  const std::vector<SobolCoordinate> coordinates = SobolCoordinates(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i].sobol = coordinates[i];
  return parameters;
}

// Writes the drawn values into the document as if they had been given there.
void SetRandomParameters(const std::vector<RandomParameter>& parameters, RandomSource source,
                         Document* document) {
  for (const RandomParameter& parameter : parameters) {
    const double value = parameter.Draw(source);
    if (parameter.block.empty()) {
      auto& own = *document->FindMutableParameters(parameter.level);
      const auto found = std::ranges::find(own, parameter.name, &DiagramParameter::name);
      found->value = value;
      continue;
    }
    BlockList& blocks = document->FindMutableDiagram(parameter.level)->blocks;
    const std::size_t index = blocks.IndexOf(parameter.block);
    Block block = blocks[index];
    block.SetParameter(parameter.name, ParameterSetting(value));
    blocks.Replace(index, std::move(block));
  }
}

}  // namespace loopwright
