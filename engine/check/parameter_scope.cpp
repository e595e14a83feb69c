#include "engine/check/parameter_scope.h"

#include <algorithm>

#include "engine/blocks/argument_evaluation.h"
#include "engine/common/depth_first.h"
#include "engine/document/text_diagnostic.h"

namespace loopwright {

// Evaluates the parameters of a scope, those that a parameter uses before itself.
class ParameterScope::Evaluator {
 public:
  Evaluator(ParameterScope* scope, const std::vector<DiagramParameter>& parameters,
            std::string_view level, std::vector<Diagnostic>* diagnostics)
      : scope_(*scope),
        parameters_(parameters),
        level_(level),
        diagnostics_(diagnostics),
        states_(parameters.size(), VisitState::kNew),
        uses_(parameters.size()),
        circular_(parameters.size(), 0) {}

  void Run() {
    for (int i = 0; i < static_cast<int>(states_.size()); ++i) Visit(i);
  }

 private:
  static constexpr std::size_t kNamedAtMost = 20;

  const DiagramParameter& parameter(int i) const { return parameters_[i]; }

  // Evaluates a parameter after those that it uses.
  void Visit(int first) {
    WalkDepthFirst(
        first, &states_,
        [this](int i, int k) {
          std::vector<int>& uses = uses_[i];
          if (k == 0) uses = UsesOf(i);
          return k < std::ssize(uses) ? uses[k] : -1;
        },
        [this](const std::vector<VisitStep>& path, int use) { ReportCircle(path, use); },
        [this](int i) { Evaluate(i); });
  }

  // The parameters of this diagram that a parameter's expressions name. Evaluate() reports those
  // that are no formulas.
  std::vector<int> UsesOf(int i) const {
    std::vector<int> uses;
    for (const std::string& name : NamesIn(parameter(i).value)) {
      const auto found = scope_.by_name_.find(name);
      if (found != scope_.by_name_.end()) uses.push_back(found->second);
    }
    return uses;
  }

  // The parameters from `begin` to the end of the path use each other. A circle that shares its
  // beginning with one that is reported is not reported again.
  void ReportCircle(const std::vector<VisitStep>& path, int begin) {
    const bool is_new = !circular_[begin];
    std::vector<int> members;
    for (std::size_t i = path.size(); i-- > 0;) {
      const int member = path[i].node;
      char& circular = circular_[member];
      if (circular && !is_new) break;
      circular = 1;
      members.push_back(member);
      if (member == begin) break;
    }
    if (!is_new) return;
    std::reverse(members.begin(), members.end());
    std::string text = "the parameters refer to each other in a circle: ";
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i == kNamedAtMost && members.size() > kNamedAtMost + 1) {
        text += "(" + std::to_string(members.size() - i) + " more) → ";
        break;
      }
      text += parameter(members[i]).name + " → ";
    }
    Report(
        DiagnosticCode::kCircularParameters, begin,
        text + parameter(begin).name + "; give one of them a value that uses none of the others");
  }

  // A parameter of a circle stays unusable and is not evaluated.
  void Evaluate(int i) {
    if (circular_[i]) return;
    try {
      scope_.values_[i] = EvaluateNumeric(parameter(i).value, scope_);
      scope_.usable_[i] = 1;
    } catch (const SettingError& error) {
      Report(error.in_expression() ? DiagnosticCode::kExpression : DiagnosticCode::kParameterValue,
             i, "`" + parameter(i).name + "` " + error.what());
    } catch (const UnusableParameter&) {  // That one is reported.
    }
  }

  void Report(DiagnosticCode code, int i, const std::string& text) {
    if (diagnostics_ == nullptr) return;
    const DiagramParameter& about = parameter(i);
    const std::string path = level_.empty() ? about.name : std::string(level_) + "." + about.name;
    diagnostics_->push_back(MakeTextDiagnostic(code, about.value_origin.place, path, text));
  }

  ParameterScope& scope_;
  const std::vector<DiagramParameter>& parameters_;
  std::string_view level_;
  std::vector<Diagnostic>* diagnostics_;
  std::vector<VisitState> states_;
  std::vector<std::vector<int>> uses_;  // of each parameter that was visited
  std::vector<char> circular_;
};

// All names are there before anything is evaluated, so that order does not matter.
ParameterScope::ParameterScope(const ParameterScope* parent,
                               const std::vector<DiagramParameter>& parameters,
                               std::string_view level, std::vector<Diagnostic>* diagnostics)
    : parent_(parent), values_(parameters.size()), usable_(parameters.size(), 0) {
  names_.reserve(parameters.size());
  for (const DiagramParameter& parameter : parameters) names_.push_back(parameter.name);
  by_name_.reserve(parameters.size());
  for (std::size_t i = 0; i < names_.size(); ++i) by_name_.emplace(names_[i], static_cast<int>(i));
  Evaluator(this, parameters, level, diagnostics).Run();
}

// From inside outwards: an inner parameter hides an outer one of the same name, also where it is
// wrong.
const FormulaValue* ParameterScope::Find(std::string_view name) const {
  for (const ParameterScope* scope = this; scope != nullptr; scope = scope->parent_) {
    const auto found = scope->by_name_.find(name);
    if (found == scope->by_name_.end()) continue;
    const std::size_t index = found->second;
    if (!scope->usable_[index]) throw UnusableParameter{std::string(name)};
    return &scope->values_[index];
  }
  return nullptr;
}

// Names are asked for to suggest one, at every unknown name: searching them all would make the time
// for a wrong file quadratic.
std::vector<std::string> ParameterScope::names() const {
  constexpr std::size_t kSuggestedFrom = 200;
  std::vector<std::string> names;
  for (const ParameterScope* scope = this; scope != nullptr; scope = scope->parent_) {
    for (const std::string& name : scope->names_) {
      if (names.size() == kSuggestedFrom) return names;
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace loopwright
