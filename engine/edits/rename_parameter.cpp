#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/document/canonical_expressions.h"
#include "engine/edits/edit_helpers.h"
#include "engine/edits/parameter_paths.h"
#include "engine/edits/study_rewrite.h"
#include "engine/expression/formula.h"

namespace loopwright {
namespace {

// Renames a diagram's parameter in every text in its scope. First nothing may be in the way: a use
// of the old name where a deeper diagram's own parameter has the new name would come to mean that
// one; a use of the new name for a parameter of a diagram around would come to mean this one.
class ParameterRenamer {
 public:
  ParameterRenamer(Transaction* transaction, std::string from, std::string to,
                   const BlockTypes& types)
      : transaction_(*transaction), from_(std::move(from)), to_(std::move(to)), types_(types) {}

  void Run(const std::string& level);

 private:
  // Returns whether the old name was used, as all that return something.
  bool Rename(std::string* text);
  void RenameInParameters(const std::string& level);
  void RenameInDiagram(const std::string& level);
  void RenameInBlock(const std::string& level, std::size_t index);
  void RenameInStudy(const std::string& level);
  bool RenameInStudyValues(const std::string& level, StudyParameters* parameters);
  bool RenameInMeasures(std::vector<StudyMeasure>* measures);
  bool EnterScope(const std::string& level, const std::string& inside);

  Transaction& transaction_;
  const std::string from_;
  const std::string to_;
  const BlockTypes& types_;
  const ChangeExpression rename_ = [this](std::string* text) { return Rename(text); };
  bool outer_has_new_name_ = false;
  std::string hiding_level_;  // of the scope being walked: the one with a parameter `to_`, if any
};

// Renames in one formula, and refuses where the formula would then mean something else: inside a
// subsystem with a parameter of the new name, which hides the renamed one, or where the new name is
// in use for a parameter further out, which the renamed one would hide.
bool ParameterRenamer::Rename(std::string* text) {
  std::string renamed = RenameInFormula(*text, from_, to_);
  const bool used = renamed != *text;
  if (used && !hiding_level_.empty()) {
    throw EditError(from_ + " cannot become " + to_ + ": " + hiding_level_ + " uses " + from_ +
                    " and has a parameter " + to_ + " of its own; choose another name");
  }
  if (outer_has_new_name_ && RenameInFormula(*text, to_, to_ + '_') != *text) {  // it is used
    throw EditError(from_ + " cannot become " + to_ + ": " + to_ +
                    " is used here for the parameter of a diagram around; choose another name");
  }
  *text = std::move(renamed);
  return used;
}

// The parameters of a level may be formulas of others, of this level and of those around.
void ParameterRenamer::RenameInParameters(const std::string& level) {
  const std::vector<DiagramParameter>& parameters = transaction_.Parameters(level);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    DiagramParameter parameter = parameters[i];
    if (ChangeExpressions(rename_, &parameter)) {
      transaction_.Apply(ParameterEdit{level, i, ListAction::kReplace, std::move(parameter)});
    }
  }
}

// Goes through the blocks of a level and into subsystems. One that has a parameter of the old name
// itself hides the renamed one: what stands inside means its own, and stays.
void ParameterRenamer::RenameInDiagram(const std::string& level) {
  const BlockList& blocks = transaction_.Diagram(level).blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    RenameInBlock(level, i);
    const Block& block = blocks[i];
    if (!block.diagram || HasParameter(block.diagram_parameters, from_)) continue;
    const std::string inside = JoinPath(level, block.name);
    const std::string outer_hiding_level = hiding_level_;
    if (HasParameter(block.diagram_parameters, to_)) hiding_level_ = inside;
    RenameInParameters(inside);
    RenameInDiagram(inside);
    hiding_level_ = outer_hiding_level;
  }
}

// Only in parameters that hold expressions: the word of a choice, or the name of a file, is no
// formula.
void ParameterRenamer::RenameInBlock(const std::string& level, std::size_t index) {
  const Block& given = transaction_.Diagram(level).blocks[index];
  if (given.parameters.empty() && given.random.empty()) return;
  Block block = given;
  if (ChangeExpressions(rename_, types_, &block)) {
    transaction_.Apply(BlockEdit{level, index, ListAction::kReplace, std::move(block)});
  }
}

// The values that a study gives to parameters are expressions, and its own numbers and measures
// know the parameters of the top level.
void ParameterRenamer::RenameInStudy(const std::string& level) {
  if (!transaction_.document().study) return;
  StudySettings study = *transaction_.document().study;
  bool used = RenameInStudyValues(level, &study.sweep);
  for (StudyVariant& variant : study.common) {
    used = RenameInStudyValues(level, &variant.parameters) || used;
  }
  if (level.empty()) {
    used = ChangeExpressions(rename_, &study) || used;
    used = RenameInMeasures(&study.measures) || used;
  }
  if (used) transaction_.Apply(StudyEdit{std::move(study)});
}

// `k`, `SUB.k` of a diagram, `SUB/BLOCK.gain` of a block. A value is an expression of the diagram
// that it stands in: of a diagram's parameter of that diagram, of a block's of the one around it.
bool ParameterRenamer::RenameInStudyValues(const std::string& level, StudyParameters* parameters) {
  bool used = false;
  const Document& document = transaction_.document();
  for (auto& [path, value] : *parameters) {
    const std::size_t dot = path.find('.');
    const std::string owner = dot == std::string::npos ? std::string() : path.substr(0, dot);
    const std::string name = dot == std::string::npos ? path : path.substr(dot + 1);
    const bool is_diagram = document.FindParameters(owner) != nullptr;
    const Block* block = is_diagram ? nullptr : document.FindBlock(owner);
    if (is_diagram || (block && types_.HoldsExpressions(block->type, name))) {
      const std::string inside = is_diagram ? owner : SplitPath(owner).first;
      if (EnterScope(level, inside)) used = ChangeExpressions(rename_, &value) || used;
      hiding_level_.clear();
    }
  }
  return used;
}

// Whether the parameter of `level` can be used in the diagram at `inside`: it is that diagram, or
// one below it, and none on the way has a parameter of the old name itself. One that has a
// parameter of the new name is noted.
bool ParameterRenamer::EnterScope(const std::string& level, const std::string& inside) {
  for (std::string at = inside; at != level; at = SplitPath(at).first) {
    const auto* parameters = at.empty() ? nullptr : transaction_.document().FindParameters(at);
    if (parameters == nullptr || HasParameter(*parameters, from_)) return false;
    if (hiding_level_.empty() && HasParameter(*parameters, to_)) hiding_level_ = at;
  }
  return true;
}

// Earlier measures are names too, but in the brackets of calls, and hide parameters.
bool ParameterRenamer::RenameInMeasures(std::vector<StudyMeasure>* measures) {
  bool used = false, has_old_name = false, has_new_name = false;
  const MeasureRewrite rewrite = {
      [](const std::string& name, bool) { return name; },
      [&](std::string_view text, bool is_in_call) {
        std::string renamed(text);
        if (has_old_name && !is_in_call) return renamed;
        const bool is_used = Rename(&renamed);
        if (is_used && has_new_name && !is_in_call) {
          throw EditError(from_ + " cannot become " + to_ +
                          ": the study has a measure of that name and uses " + from_ +
                          " behind it; choose another name");
        }
        used = used || is_used;
        return renamed;
      }};
  for (StudyMeasure& measure : *measures) {
    measure.formula = RewriteMeasure(rewrite, measure.formula);
    has_old_name = has_old_name || measure.name == from_;
    has_new_name = has_new_name || measure.name == to_;
  }
  return used;
}

// The parameter itself first, then its uses. Settings of the simulation know the parameters of the
// top level alone.
void ParameterRenamer::Run(const std::string& level) {
  const std::vector<DiagramParameter>& parameters = transaction_.Parameters(level);
  const auto found = std::ranges::find(parameters, from_, &DiagramParameter::name);
  if (found == parameters.end()) {
    throw EditError("There is no parameter \"" + Printable(JoinPath(level, from_)) + '"');
  }
  for (std::string at = level; !at.empty();) {
    at = SplitPath(at).first;
    outer_has_new_name_ =
        outer_has_new_name_ || HasParameter(*transaction_.document().FindParameters(at), to_);
  }
  const std::size_t index = found - parameters.begin();
  DiagramParameter renamed = *found;
  renamed.name = to_;
  transaction_.Apply(ParameterEdit{level, index, ListAction::kReplace, std::move(renamed)});
  RenameInParameters(level);
  RenameInDiagram(level);
  SimulationSettings settings = transaction_.document().simulation;
  if (level.empty() && ChangeExpressions(rename_, &settings)) {
    transaction_.Apply(SimulationEdit{std::move(settings)});
  }
  RenameInStudy(level);
  const std::string owner = level.empty() ? level : level + '.';
  RewriteParameterPaths(&transaction_, [&](std::string* path) {
    if (*path == owner + from_) *path = owner + to_;
  });
}

}  // namespace

void RenameParameter(Transaction* transaction, const std::string& level,
                     const std::string& old_name, const std::string& new_name,
                     const BlockTypes& types) {
  if (old_name == new_name) return;
  ParameterRenamer(transaction, old_name, new_name, types).Run(level);
}

}  // namespace loopwright
