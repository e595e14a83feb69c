#include "engine/build/symbolic_block.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>
#include <optional>
#include <unordered_set>

#include "engine/blocks/argument_evaluation.h"
#include "engine/expression/formula.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// Quotients are looked for among at most as many elements of settings, and as many differences are
// tried.
constexpr std::size_t kMostForQuotients = 50;
constexpr std::size_t kMostDifferences = 1'000'000;

using Numbers = std::vector<double>;
// The elements of each numeric parameter.
using Models = std::vector<VectorX<Expression>>;

bool IsSame(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool IsNumeric(ParameterKind kind) {
  return kind == ParameterKind::kNumber || kind == ParameterKind::kVector ||
         kind == ParameterKind::kMatrix;
}

// The elements of a numeric argument, row by row.
Numbers ElementsOf(const ArgumentValue& argument) {
  if (const auto* number = std::get_if<double>(&argument)) return {*number};
  const Eigen::MatrixXd& elements = std::get<FormulaValue>(argument).elements();
  Numbers numbers;
  for (Eigen::Index i = 0; i < elements.rows(); ++i) {
    for (Eigen::Index j = 0; j < elements.cols(); ++j) numbers.push_back(elements(i, j));
  }
  return numbers;
}

// Appends the elements of a numeric setting, row by row. Throws FormulaError.
void AppendElements(const ParameterSetting& setting, const SymbolicScope& scope,
                    std::vector<Expression>* elements) {
  if (setting.is_number()) {
    elements->emplace_back(setting.number());
  } else if (setting.is_text()) {
    for (Expression& e : Formula::Parse(setting.text()).EvaluateSymbolic(scope)) {
      elements->push_back(std::move(e));
    }
  } else {
    for (const ParameterSetting& part : setting.list()) AppendElements(part, scope, elements);
  }
}

// A numeric setting that holds symbols.
struct Setting {
  int parameter;
  const ParameterSetting* text;
  std::vector<Expression> elements;
  Numbers values;
  Numbers beside;
};

// An expression, its value, and its value beside.
struct Candidate {
  Expression expression;
  double value;
  double beside;

  bool is_symbolic() const { return !expression.is_constant(); }
  bool Has(double at, double at_beside) const {
    return IsSame(value, at) && IsSame(beside, at_beside);
  }
};

Candidate Quotient(const Candidate& above, const Candidate& below) {
  return {above.expression / below.expression, above.value / below.value,
          above.beside / below.beside};
}

// What an element of a numeric parameter may be.
class Forms {
 public:
  // `elements` are those of the settings.
  explicit Forms(std::vector<Candidate> elements) : forms_(std::move(elements)) {
    const std::size_t count = forms_.size();
    if (count > kMostForQuotients) return;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        if (forms_[i].is_symbolic() || forms_[j].is_symbolic()) {
          forms_.push_back(Quotient(forms_[i], forms_[j]));
        }
      }
    }
  }

  // An element of a setting or a quotient of two.
  std::optional<Expression> Find(double value, double beside) const {
    for (const Candidate& form : forms_) {
      if (form.is_symbolic() && form.Has(value, beside)) return form.expression;
    }
    return {};
  }

  // The same less the product of two elements that are `known` already.
  std::optional<Expression> FindDifference(double value, double beside,
                                           const std::vector<Candidate>& known) const {
    if (forms_.size() * known.size() * known.size() > kMostDifferences) return {};
    for (const Candidate& form : forms_) {
      for (const Candidate& a : known) {
        for (const Candidate& b : known) {
          if (IsSame(form.value - a.value * b.value, value) &&
              IsSame(form.beside - a.beside * b.beside, beside)) {
            return form.expression - a.expression * b.expression;
          }
        }
      }
    }
    return {};
  }

 private:
  std::vector<Candidate> forms_;
};

class SymbolicBlockMaker {
 public:
  SymbolicBlockMaker(const Structure::BlockNode& node, const ParameterSymbols& symbols,
                     const SymbolTable& table)
      : node_(node), symbols_(symbols), table_(table) {}

  SymbolicBlock Make() {
    FindSettings();
    SymbolicBlock block{MakeSystem(), {}};
    system_ = dynamic_cast<const LeafSystem<Expression>*>(block.system.get());
    if (system_ == nullptr || settings_.empty()) return block;
    std::vector<const Setting*> settings;
    for (const Setting& setting : settings_) settings.push_back(&setting);
    std::optional<Models> found = Express(settings);
    if (!found) {
      std::erase_if(settings, [this](const Setting* setting) { return !Express({setting}); });
      found = Express(settings);
    }
    for (std::size_t k = 0; found && k < found->size(); ++k) {
      VectorX<Expression>& elements = (*found)[k];
      if (std::all_of(elements.begin(), elements.end(), IsConstant)) continue;
      block.numeric_parameters.push_back(
          {block.system.get(), static_cast<int>(k), std::move(elements)});
    }
    return block;
  }

 private:
  static bool IsConstant(const Expression& e) { return e.is_constant(); }

  const ParameterDescriptor& descriptor(int parameter) const {
    return node_.type->parameters[static_cast<std::size_t>(parameter)];
  }

  void FindSettings() {
    for (const BlockParameter& given : node_.block->parameters) {
      const int index = node_.type->ParameterIndex(given.name);
      if (!IsNumeric(descriptor(index).kind)) continue;
      if (std::optional<Setting> setting = Read(index, given.value)) {
        settings_.push_back(std::move(*setting));
      }
    }
  }

  // Nothing where the setting has no symbols or cannot be read with them.
  std::optional<Setting> Read(int parameter, const ParameterSetting& text) const {
    Setting setting{parameter, &text, {}, {}, {}};
    try {
      AppendElements(text, symbols_, &setting.elements);
      setting.values = ElementsOf(EvaluateArgument(descriptor(parameter), text, symbols_));
      setting.beside = ElementsOf(EvaluateArgument(descriptor(parameter), text, symbols_.beside()));
    } catch (const FormulaError&) {  // A shape that depends on a value.
      return {};
    } catch (const SettingError&) {  // There is no value beside this one.
      return {};
    }
    if (!HasValues(setting.elements, table_.values, setting.values) ||
        !HasValues(setting.elements, table_.beside, setting.beside)) {
      return {};
    }
    const bool is_plain = std::all_of(setting.elements.begin(), setting.elements.end(), IsConstant);
    return is_plain ? std::nullopt : std::optional(std::move(setting));
  }

  bool HasValues(const std::vector<Expression>& elements, const std::vector<Expression>& symbols,
                 const Numbers& values) const {
    if (elements.size() != values.size()) return false;
    const std::vector<Expression> numbers = Substitute(elements, table_.variables, symbols);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!IsSame(numbers[i].value(), values[i])) return false;
    }
    return true;
  }

  // The system with symbols in its formulas.
  std::unique_ptr<System<Expression>> MakeSystem() const {
    const BlockArguments& plain = *node_.arguments;
    BlockArguments arguments(*node_.type, plain.path(), &symbols_, &plain.files());
    for (const BlockParameter& given : node_.block->parameters) {
      const int index = node_.type->ParameterIndex(given.name);
      arguments.Set(index, EvaluateArgument(descriptor(index), given.value, symbols_));
    }
    std::vector<int> inputs, outputs;
    for (int i = 0; i < plain.num_inputs(); ++i) inputs.push_back(plain.input_width(i));
    for (int i = 0; i < plain.num_outputs(); ++i) outputs.push_back(plain.output_width(i));
    arguments.set_widths(std::move(inputs), std::move(outputs));
    return node_.type->make_symbolic(arguments);
  }

  // The numeric parameters in terms of the symbols in `settings`. Nothing where the system refuses
  // other values of these or has another shape with them, and where an element that follows them
  // has none of the known forms.
  std::optional<Models> Express(const std::vector<const Setting*>& settings) const {
    const Models& models = system_->numeric_parameter_models();
    const std::optional<Models> beside = ModelsBeside(settings);
    if (!beside || beside->size() != models.size()) return {};
    const Forms forms(CandidatesOf(settings));
    Models found = models;
    std::vector<Candidate> known;
    std::vector<std::pair<std::size_t, Eigen::Index>> open;
    for (std::size_t k = 0; k < models.size(); ++k) {
      if ((*beside)[k].size() != models[k].size()) return {};
      for (Eigen::Index i = 0; i < models[k].size(); ++i) {
        const double value = models[k][i].value(), other = (*beside)[k][i].value();
        if (!IsSame(value, other)) {
          const std::optional<Expression> form = forms.Find(value, other);
          if (form) found[k][i] = *form;
          if (!form) open.emplace_back(k, i);
        }
        if (open.empty() || open.back() != std::pair(k, i)) {
          known.push_back({found[k][i], value, other});
        }
      }
    }
    for (const auto& [k, i] : open) {
      const std::optional<Expression> form =
          forms.FindDifference(models[k][i].value(), (*beside)[k][i].value(), known);
      if (!form) return {};
      found[k][i] = *form;
    }
    return found;
  }

  // The numeric parameters of the system made with other values of `settings`.
  std::optional<Models> ModelsBeside(const std::vector<const Setting*>& settings) const {
    BlockArguments arguments = *node_.arguments;
    for (const Setting* setting : settings) {
      arguments.Set(setting->parameter, EvaluateArgument(descriptor(setting->parameter),
                                                         *setting->text, symbols_.beside()));
    }
    try {
      const std::unique_ptr<System<Expression>> system = node_.type->make_symbolic(arguments);
      return dynamic_cast<const LeafSystem<Expression>&>(*system).numeric_parameter_models();
    } catch (const std::exception&) {  // It refuses these values.
      return {};
    }
  }

  // The elements of all numeric arguments, with the symbols of `settings`, each once.
  std::vector<Candidate> CandidatesOf(const std::vector<const Setting*>& settings) const {
    std::vector<Candidate> candidates;
    std::unordered_set<const void*> seen;
    const auto add = [&](const Candidate& candidate) {
      if (seen.insert(candidate.expression.id()).second) candidates.push_back(candidate);
    };
    std::unordered_set<int> varied;
    for (const Setting* setting : settings) {
      varied.insert(setting->parameter);
      for (std::size_t i = 0; i < setting->elements.size(); ++i) {
        add({setting->elements[i], setting->values[i], setting->beside[i]});
      }
    }
    for (int i = 0; i < static_cast<int>(node_.type->parameters.size()); ++i) {
      if (!IsNumeric(descriptor(i).kind) || varied.count(i) > 0) continue;
      const std::string& name = descriptor(i).name;
      const Numbers values = descriptor(i).kind == ParameterKind::kNumber
                                 ? Numbers{node_.arguments->number(name)}
                                 : ElementsOf(node_.arguments->value(name));
      for (const double value : values) add({value, value, value});
    }
    return candidates;
  }

  const Structure::BlockNode& node_;
  const ParameterSymbols& symbols_;
  const SymbolTable& table_;
  std::vector<Setting> settings_;
  const LeafSystem<Expression>* system_ = nullptr;
};

}  // namespace

SymbolicBlock MakeSymbolicBlock(const Structure::BlockNode& node, const ParameterSymbols& symbols,
                                const SymbolTable& table) {
  return SymbolicBlockMaker(node, symbols, table).Make();
}

}  // namespace loopwright
