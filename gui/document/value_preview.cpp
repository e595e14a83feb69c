#include "gui/document/value_preview.h"

#include <QCoreApplication>
#include <functional>
#include <string_view>
#include <variant>

#include "engine/blocks/argument_evaluation.h"
#include "engine/check/simulation_values.h"
#include "engine/check/structure.h"
#include "engine/expression/formula.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class Preview {
  Q_DECLARE_TR_FUNCTIONS(Preview)
};

// The shortest true thing to say about why an expression has no value.
QString problemOf(const ParameterSetting& setting, const NameScope& scope,
                  const SettingError& error) {
  if (!error.in_expression()) return QString::fromUtf8(error.what());
  for (const std::string_view text : ExpressionsOf(setting)) {
    try {
      Formula::Parse(text).Evaluate(scope);
    } catch (const FormulaError& formula) {
      return QString::fromUtf8(formula.what());
    }
  }
  return QString::fromUtf8(error.what());
}

// What `fill` finds of a setting. Where it throws, what is wrong is noted as a sentence for the
// field and as what the check of the document would say behind the parameter's name.
ValuePreview previewed(const ParameterSetting& setting, const NameScope& scope,
                       const std::function<void(ValuePreview*)>& fill) {
  ValuePreview preview;
  try {
    fill(&preview);
  } catch (const SettingError& error) {
    preview.problem = problemOf(setting, scope, error);
    preview.predicate = QString::fromUtf8(error.what());
    preview.isExpression = error.in_expression();
  } catch (const ParameterScope::UnusableParameter& other) {
    preview.problem = Preview::tr("the parameter '%1' is wrong itself: mend it first")
                          .arg(QString::fromStdString(other.name));
  }
  return preview;
}

// What a value is, in words; "" for kinds that are no news to who typed them, such as texts.
QString textOf(const ArgumentValue& value) {
  if (const auto* number = std::get_if<double>(&value)) {
    return QString::fromStdString(FormatNumber(*number));
  }
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return QString::number(*integer);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* formula = std::get_if<FormulaValue>(&value)) {
    return QString::fromStdString(formula->ToText());
  }
  return {};
}

// The block's arguments with `parameter` set to `value`; those that are wrong have defaults.
BlockArguments argumentsOf(const std::string& level, const Block& block,
                           const BlockDescriptor& descriptor, const NameScope& scope,
                           const ParameterDescriptor& parameter, const ArgumentValue& value) {
  BlockArguments arguments(descriptor, JoinPath(level, block.name), &scope);
  for (const BlockParameter& given : block.parameters) {
    const ParameterDescriptor* other = descriptor.FindParameter(given.name);
    if (other == nullptr || other == &parameter) continue;
    try {
      arguments.Set(descriptor.ParameterIndex(given.name),
                    EvaluateArgument(*other, given.value, scope));
    } catch (const SettingError&) {
      continue;
    } catch (const ParameterScope::UnusableParameter&) {
      continue;
    }
  }
  arguments.Set(descriptor.ParameterIndex(parameter.name), value);
  return arguments;
}

}  // namespace

// Makes a scope for the top and one for each level on the way to `level`, each inside the last: for
// "A/B" those of "", "A" and "A/B". An inner parameter hides an outer one of the same name.
LevelScope::LevelScope(const Document& document, const std::string& level) {
  scopes_.push_back(std::make_unique<ParameterScope>(nullptr, document.parameters, "", nullptr));
  for (std::size_t end = 0; !level.empty() && end != std::string::npos;) {
    end = level.find('/', end == 0 ? 0 : end + 1);
    const std::string outer = level.substr(0, end);
    const std::vector<DiagramParameter>* parameters = document.FindParameters(outer);
    if (parameters == nullptr) return;
    scopes_.push_back(
        std::make_unique<ParameterScope>(scopes_.back().get(), *parameters, outer, nullptr));
  }
}

QString ValuePreview::told(const std::string& name) const {
  if (predicate.isEmpty()) return problem;  // a sentence of its own
  return u'`' + QString::fromStdString(name) + QStringLiteral("` ") + predicate;
}

// Evaluates the setting as the parameter, then asks the type whether it accepts it together with
// the block's other parameters. Only what concerns this parameter is told.
ValuePreview previewParameter(const Document& document, const std::string& level,
                              const Block& block, const BlockDescriptor& descriptor,
                              const ParameterDescriptor& parameter,
                              const ParameterSetting& setting) {
  const LevelScope scope(document, level);
  return previewed(setting, scope.names(), [&](ValuePreview* preview) {
    const ArgumentValue value = EvaluateArgument(parameter, setting, scope.names());
    if (!setting.is_number()) preview->value = textOf(value);
    const BlockArguments arguments =
        argumentsOf(level, block, descriptor, scope.names(), parameter, value);
    ArgumentProblems problems;
    CheckConstraints(arguments, &problems);
    if (problems.empty() && descriptor.validate != nullptr && !HasTooManyInputs(arguments)) {
      descriptor.validate(arguments, &problems);
    }
    for (const ArgumentProblems::Problem& problem : problems.problems()) {
      if (problem.parameter == parameter.name) {
        preview->problem = preview->predicate = QString::fromStdString(problem.text);
        break;
      }
    }
  });
}

// Lets the engine check a document that holds nothing but these settings, so that the words are
// those of a check.
ValuePreview previewSimulation(const Document& document, const std::string& key,
                               const ParameterSetting& setting) {
  const LevelScope scope(document, std::string());
  ValuePreview preview = previewNumeric(setting, scope.names());
  if (!preview.isRight()) return preview;
  Document changed;
  changed.simulation = document.simulation;
  changed.simulation.Set(key, setting);
  std::vector<Diagnostic> diagnostics;
  EvaluateSimulation(changed, scope.names(), &diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.path != "simulation." + key) continue;
    preview.problem = QString::fromStdString(diagnostic.text);
    break;
  }
  return preview;
}

// Beside a plain number no value is shown, since it would only repeat what was typed.
ValuePreview previewNumeric(const ParameterSetting& setting, const NameScope& scope) {
  return previewed(setting, scope, [&](ValuePreview* preview) {
    const FormulaValue value = EvaluateNumeric(setting, scope);
    if (!setting.is_number()) preview->value = QString::fromStdString(value.ToText());
  });
}

}  // namespace loopwright
