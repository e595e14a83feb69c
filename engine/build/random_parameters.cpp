#include "engine/build/random_parameters.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/blocks/argument_evaluation.h"
#include "engine/check/parameter_scope.h"
#include "engine/random/draw.h"

namespace loopwright {
namespace {

class Drawer {
 public:
  explicit Drawer(RandomSource source) : source_(source) {}

  // Values for a level and those inside; recursion goes as deep as subsystems may nest.
  void DrawLevel(const std::string& level, const ParameterScope* outer,
                 std::vector<DiagramParameter>* parameters, DiagramModel* diagram) {
    const std::vector<DiagramParameter> nominal = *parameters;
    const ParameterScope scope(outer, nominal, level, nullptr);
    for (DiagramParameter& parameter : *parameters) {
      if (!parameter.random.has_value()) continue;
      const auto drawn = Draw(*parameter.random, level + "." + parameter.name, scope);
      if (drawn.has_value()) parameter.value = *drawn;
    }
    for (size_t index = 0; index < diagram->blocks.size(); ++index) {
      const Block& block = diagram->blocks[index];
      const bool changes = !block.random.empty() || block.is_subsystem();
      if (changes)
        diagram->blocks.Replace(index, DrawBlock(JoinPath(level, block.name), block, scope));
    }
  }

 private:
  Block DrawBlock(const std::string& path, Block block, const ParameterScope& scope) {
    for (const auto& [name, random] : block.random) {
      const auto drawn = Draw(random, path + "." + name, scope);
      if (drawn.has_value()) block.SetParameter(name, *drawn);
    }
    if (block.diagram) {
      DrawLevel(path, &scope, &block.diagram_parameters, block.diagram.get());
    }
    return block;
  }

  std::optional<double> Draw(const RandomSetting& random, const std::string& stream,
                             const NameScope& scope) const {
    std::vector<double> arguments;
    try {
      for (const auto& [name, setting] : random.arguments) {
        arguments.push_back(EvaluateNumber(setting, scope));
      }
    } catch (const SettingError&) {
      return std::nullopt;
    } catch (const ParameterScope::UnusableParameter&) {
      return std::nullopt;
    }
    const uint64_t key = StreamKey(stream);
    if (random.distribution == "uniform") {
      return arguments[0] + (arguments[1] - arguments[0]) * UniformDraw(source_, key, 0);
    }
    if (random.distribution == "gaussian") {
      return arguments[0] + arguments[1] * GaussianDraw(source_, key, 0);
    }
    return ExponentialDraw(source_, key, 0) / arguments[0];
  }

  RandomSource source_;
};

}  // namespace

void DrawRandomParameters(RandomSource source, Document* document) {
  Drawer(source).DrawLevel("", nullptr, &document->parameters, &document->root);
}

}  // namespace loopwright
