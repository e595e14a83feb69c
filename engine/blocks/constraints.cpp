#include "engine/blocks/constraints.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/blocks/block_descriptor.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Whether a constraint such as "<= upper" names that parameter.
bool EndsWithWord(std::string_view constraint, std::string_view word) {
  return constraint.ends_with(word) && constraint.size() > word.size() &&
         constraint[constraint.size() - word.size() - 1] == ' ';
}

// The numbers of a numeric parameter, where they lie; a single one is kept here. A study checks the
// arguments of each run, so no memory is taken for them.
class Numbers {
 public:
  explicit Numbers(double one) : one_(one) {}
  explicit Numbers(const Eigen::MatrixXd& elements) : elements_(&elements) {}
  Eigen::Index size() const { return elements_ == nullptr ? 1 : elements_->size(); }
  double operator[](Eigen::Index i) const { return elements_ == nullptr ? one_ : (*elements_)(i); }

 private:
  double one_ = 0;
  const Eigen::MatrixXd* elements_ = nullptr;
};

// Nothing for a parameter of another kind.
std::optional<Numbers> NumbersOf(const BlockArguments& arguments,
                                 const ParameterDescriptor& parameter) {
  switch (parameter.kind) {
    case ParameterKind::kNumber:
      return Numbers(arguments.number(parameter.name));
    case ParameterKind::kInteger:
      return Numbers(static_cast<double>(arguments.integer(parameter.name)));
    case ParameterKind::kVector:
    case ParameterKind::kMatrix:
      return Numbers(arguments.matrix(parameter.name));
    default:
      return std::nullopt;
  }
}

// `relation` is one of the five that constraints begin with; what is left at the end is "!=".
bool Compare(double a, std::string_view relation, double b) {
  if (relation == ">") return a > b;
  if (relation == ">=") return a >= b;
  if (relation == "<") return a < b;
  if (relation == "<=") return a <= b;
  return a != b;
}

// One parameter and its constraint.
class ConstraintCheck {
 public:
  ConstraintCheck(const BlockArguments& arguments, const ParameterDescriptor& parameter,
                  ArgumentProblems* problems)
      : arguments_(arguments), parameter_(parameter), problems_(problems) {}

  // Finds the form of the constraint by how it begins. Two-character relations are tried before the
  // one-character relations that they begin with. A constraint that is nothing but a number is a
  // count of elements.
  void Run() {
    const std::string_view text = parameter_.constraint;
    if (parameter_.kind == ParameterKind::kText) {
      if (text.starts_with("only ") && text.size() == 12) CheckCharacters(text[5], text[11]);
      return;
    }
    const auto values = NumbersOf(arguments_, parameter_);
    if (!values) return;
    for (const std::string_view relation : {">=", "<=", "!=", ">", "<"}) {
      if (!text.starts_with(relation)) continue;
      CheckRelation(*values, relation, text.substr(relation.size() + 1));
      return;
    }
    if (text.starts_with("in [")) CheckInterval(*values, text);
    if (text == "strictly increasing") CheckIncreasing(*values);
    if (const auto count = ReadNumber(text);
        count && static_cast<double>(values->size()) != *count) {
      Add("has " + std::to_string(values->size()) + " elements; it must have " + std::string(text));
    }
  }

 private:
  void Add(std::string text) { problems_->Add(parameter_.name, std::move(text)); }

  // Reports element `i` as breaking the constraint.
  void AddElement(const Numbers& values, Eigen::Index i, const std::string& also,
                  const std::string& must_be) {
    const std::string value = FormatNumber(values[i]);
    if (values.size() == 1) {
      Add("is " + value + also + "; it must be " + must_be);
    } else {
      Add("has " + value + " as element " + std::to_string(i) + also + "; every element must be " +
          must_be);
    }
  }

  // Of a text that may be made of two characters alone, such as the signs of a sum, "+-+".
  void CheckCharacters(char a, char b) {
    const std::string& text = arguments_.text(parameter_.name);
    if (!text.empty() && text.find_first_not_of(std::string{a, b}) == std::string::npos) return;
    Add("is \"" + text + "\"; it must be one or more of " + a + " and " + b);
  }

  // What stands behind the relation is a number ("> 0"), or else the name of another parameter ("<=
  // upper"). Only the first element that breaks it is reported: one message for one mistake.
  void CheckRelation(const Numbers& values, std::string_view relation, std::string_view bound) {
    const std::string must_be = parameter_.constraint;
    const auto number = ReadNumber(bound);
    if (!number) return CheckAgainstParameter(values, relation, bound);
    // A length of time has to be one: nothing happens every inf seconds.
    const bool finite = parameter_.unit == "s" && relation[0] == '>';
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      if (Compare(values[i], relation, *number) && (!finite || std::isfinite(values[i]))) continue;
      AddElement(values, i, "", finite ? must_be + " and finite" : must_be);
      return;
    }
  }

  // Compares element by element with another parameter of the block. Where one of them has a single
  // element it counts for all of the other's, as it does in the block.
  void CheckAgainstParameter(const Numbers& values, std::string_view relation,
                             std::string_view name) {
    const ParameterDescriptor* other = arguments_.descriptor().FindParameter(name);
    const auto bounds = other ? NumbersOf(arguments_, *other) : std::nullopt;
    if (!bounds || bounds->size() == 0) return;
    if (values.size() != bounds->size() && values.size() != 1 && bounds->size() != 1) {
      Add("has " + std::to_string(values.size()) + " elements and `" + other->name + "` has " +
          std::to_string(bounds->size()) + "; give as many, or one");
      return;
    }
    for (Eigen::Index i = 0; i < std::max(values.size(), bounds->size()); ++i) {
      const Eigen::Index mine = values.size() == 1 ? 0 : i;
      const double bound = (*bounds)[bounds->size() == 1 ? 0 : i];
      if (values.size() == 0 || Compare(values[mine], relation, bound)) continue;
      AddElement(values, mine, " and `" + other->name + "` is " + FormatNumber(bound),
                 parameter_.constraint);
      return;
    }
  }

  // "in [0, 1]": both ends belong to it.
  void CheckInterval(const Numbers& values, std::string_view text) {
    const std::size_t comma = text.find(", ");
    const auto lower = ReadNumber(text.substr(4, comma - 4));
    const auto upper = ReadNumber(text.substr(comma + 2, text.size() - comma - 3));
    if (!lower || !upper) return;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      if (values[i] >= *lower && values[i] <= *upper) continue;
      AddElement(values, i, "", std::string(text));
      return;
    }
  }

  // Breakpoints of tables: two that are the same would leave open which value holds there. "Not
  // greater" is asked rather than "less or equal", so that what is not a number breaks it too.
  void CheckIncreasing(const Numbers& values) {
    for (Eigen::Index i = 1; i < values.size(); ++i) {
      if (values[i] > values[i - 1]) continue;
      Add("has " + FormatNumber(values[i]) + " after " + FormatNumber(values[i - 1]) +
          "; it must be strictly increasing");
      return;
    }
  }

  const BlockArguments& arguments_;
  const ParameterDescriptor& parameter_;
  ArgumentProblems* problems_;
};

}  // namespace

void CheckConstraints(const BlockArguments& arguments, ArgumentProblems* problems) {
  CheckConstraints(arguments, {}, problems);
}

// `without` are parameters that could not be evaluated and were reported already. Constraints that
// compare with them are left out as well, since their values are defaults that the user never
// wrote.
void CheckConstraints(const BlockArguments& arguments, const std::vector<std::string>& without,
                      ArgumentProblems* problems) {
  const auto is_left_out = [&](const ParameterDescriptor& parameter) {
    return std::any_of(without.begin(), without.end(), [&](const std::string& name) {
      return parameter.name == name || EndsWithWord(parameter.constraint, name);
    });
  };
  for (const ParameterDescriptor& parameter : arguments.descriptor().parameters) {
    if (parameter.constraint.empty() || is_left_out(parameter)) continue;
    ConstraintCheck(arguments, parameter, problems).Run();
  }
}

}  // namespace loopwright
