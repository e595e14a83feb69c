#include <algorithm>

#include "engine/document/block_name.h"
#include "engine/document/diagnostics.h"
#include "engine/edits/edit.h"
#include "engine/edits/edit_lists.h"
#include "engine/expression/formula.h"

namespace loopwright {
namespace {

[[noreturn]] void ThrowNoLevel(const std::string& level) {
  throw EditError("There is no subsystem " + Quoted(level));
}

DiagramModel& DiagramOf(Document* document, const std::string& level) {
  DiagramModel* diagram = document->FindMutableDiagram(level);
  if (!diagram) ThrowNoLevel(level);
  return *diagram;
}

// The list that an edit is about.
template <typename T>
std::vector<T>& MutableListOf(Document* document, const ListEdit<T>& edit) {
  if constexpr (requires { document->*kListOf<T>; }) {
    return document->*kListOf<T>;
  } else {
    return DiagramOf(document, edit.level).*kListOf<T>;
  }
}
std::vector<DiagramParameter>& MutableListOf(Document* document, const ParameterEdit& edit) {
  std::vector<DiagramParameter>* parameters = document->FindMutableParameters(edit.level);
  if (!parameters) ThrowNoLevel(edit.level);
  return *parameters;
}

// What names an element among its list's; notes, frames and plots have no name. Two figures may not
// be in one file, nor two sliders for one parameter.
std::string_view KeyOf(const Wire& wire) { return wire.to; }
std::string_view KeyOf(const SignalSetting& signal) { return signal.key; }
std::string_view KeyOf(const DiagramParameter& parameter) { return parameter.name; }
std::string_view KeyOf(const SliderSetting& slider) { return slider.parameter; }
std::string_view KeyOf(const FigureSetting& figure) { return figure.file; }
std::string_view KeyOf(const AnalysisSetting& analysis) { return analysis.name; }
template <typename T>
std::string_view KeyOf(const T&) {
  return {};
}

constexpr ChangeSubject SubjectOf(const WireEdit&) { return ChangeSubject::kWire; }
constexpr ChangeSubject SubjectOf(const SignalEdit&) { return ChangeSubject::kSignal; }
constexpr ChangeSubject SubjectOf(const NoteEdit&) { return ChangeSubject::kNotes; }
constexpr ChangeSubject SubjectOf(const FrameEdit&) { return ChangeSubject::kFrames; }
constexpr ChangeSubject SubjectOf(const ParameterEdit&) { return ChangeSubject::kParameters; }
constexpr ChangeSubject SubjectOf(const PlotEdit&) { return ChangeSubject::kPlots; }
constexpr ChangeSubject SubjectOf(const SliderEdit&) { return ChangeSubject::kSliders; }
constexpr ChangeSubject SubjectOf(const FigureEdit&) { return ChangeSubject::kFigures; }
constexpr ChangeSubject SubjectOf(const AnalysisEdit&) { return ChangeSubject::kAnalyses; }

// One may insert behind the last element, but not replace or remove what is not there. The numbers
// come from callers of the library too, so they are checked and not only asserted.
template <typename T>
void CheckIndex(const ListEdit<T>& edit, std::size_t size) {
  const std::size_t end = edit.action == ListAction::kInsert ? size + 1 : size;
  if (edit.index >= end) {
    throw EditError("There is no element " + std::to_string(edit.index) + "; there are " +
                    std::to_string(size));
  }
  if (edit.action != ListAction::kRemove && !edit.value) {
    throw EditError("An edit that puts something in needs a value");
  }
}

// A name that formulas could not use, such as `2k`, is refused before it is in the document.
void CheckValue(const DiagramParameter& parameter) {
  if (const std::optional<std::string> problem = CheckParameterName(parameter.name)) {
    throw EditError(Quoted(parameter.name) + " cannot be a parameter's name: " + *problem);
  }
}
template <typename T>
void CheckValue(const T&) {}

// The key that `edit` puts in must not be another element's.
template <typename T>
void CheckKey(const ListEdit<T>& edit, const std::vector<T>& list) {
  const std::string_view key = KeyOf(*edit.value);
  CheckValue(*edit.value);
  if (key.empty()) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool replaced = edit.action == ListAction::kReplace && i == edit.index;
    if (!replaced && KeyOf(list[i]) == key) {
      throw EditError(Quoted(key) + (SubjectOf(edit) == ChangeSubject::kWire
                                         ? " has a wire already; an input takes one"
                                         : " is there already; each is there once"));
    }
  }
}

// How many levels a block has inside: 0 without a diagram, 1 with one that holds no subsystem.
int DepthOf(const Block& block) {
  if (!block.diagram) return 0;
  int depth = 0;
  for (const Block& inner : block.diagram->blocks) depth = std::max(depth, DepthOf(inner));
  return depth + 1;
}

// A block that is about to enter a level: its name must be one that paths can hold and that the
// level does not have yet, and subsystems must not nest deeper than the limit, counted from the top
// level down to the deepest level inside the block.
void CheckBlock(const BlockEdit& edit, const BlockList& blocks) {
  const Block& block = *edit.value;
  if (const std::string problem = BlockNameProblem(block.name); !problem.empty()) {
    throw EditError(Quoted(block.name) + " cannot be a block's name: " + problem);
  }
  const bool replaced =
      edit.action == ListAction::kReplace && blocks[edit.index].name == block.name;
  if (!replaced && blocks.contains(block.name)) {
    throw EditError("There is a block " + Quoted(block.name) +
                    " already; names in a diagram differ");
  }
  if (block.is_subsystem() != static_cast<bool>(block.diagram)) {
    throw EditError("A Subsystem, and no other block, has a diagram");
  }
  if (!block.diagram) return;
  const auto above =
      std::count(edit.level.begin(), edit.level.end(), '/') + (edit.level.empty() ? 0 : 1);
  if (above + DepthOf(block) > kMaxSubsystemDepth) {
    throw EditError("Subsystems nest at most " + std::to_string(kMaxSubsystemDepth) +
                    " levels deep");
  }
}

// Bits for what differs in a replaced block. The scene needs no new box for a new value, and a run
// need not be stopped for a block that was moved.
unsigned DifferingParts(const Block& a, const Block& b) {
  unsigned parts = 0;
  const auto compare = [&parts](bool same, unsigned part) {
    if (!same) parts |= part;
  };
  compare(a.name == b.name, kBlockName);
  compare(a.type == b.type, kBlockType);
  compare(a.parameters == b.parameters && a.random == b.random &&
              a.diagram_parameters == b.diagram_parameters,
          kBlockParameters);
  compare(a.layout == b.layout, kBlockLayout);
  compare(a.is_enabled() == b.is_enabled(), kBlockEnabled);
  compare(a.color == b.color, kBlockColor);
  compare(a.diagram == b.diagram, kBlockDiagram);
  compare(a.extras == b.extras, kBlockExtras);
  return parts;
}

// Turns an edit into its inverse after it was applied.
template <typename T>
void Invert(ListEdit<T>* edit, std::optional<T> taken_out) {
  edit->value = std::move(taken_out);
  if (edit->action == ListAction::kInsert) {
    edit->action = ListAction::kRemove;
  } else if (edit->action == ListAction::kRemove) {
    edit->action = ListAction::kInsert;
  }
}

// Does one edit to the blocks of a level, and returns what is announced of it. Afterwards the edit
// holds what was taken out and is its own inverse, so that undo needs no code of its own.
Change ApplyTo(Document* document, BlockEdit* edit) {
  BlockList& blocks = DiagramOf(document, edit->level).blocks;
  CheckIndex(*edit, blocks.size());
  if (edit->action != ListAction::kRemove) CheckBlock(*edit, blocks);
  Change change{ChangeKind::kChanged, ChangeSubject::kBlock, edit->level, {}, {}, 0};
  std::optional<Block> taken_out;
  if (edit->action == ListAction::kInsert) {
    change.kind = ChangeKind::kAdded;
    change.name = edit->value->name;
    blocks.Insert(edit->index, std::move(*edit->value));
  } else if (edit->action == ListAction::kRemove) {
    taken_out = blocks.Remove(edit->index);
    change.kind = ChangeKind::kRemoved;
    change.name = taken_out->name;
  } else {
    const Block& old = blocks[edit->index];
    change.block_parts = DifferingParts(old, *edit->value);
    change.name = edit->value->name;
    if (old.name != change.name) change.old_name = old.name;
    taken_out = blocks.Replace(edit->index, std::move(*edit->value));
  }
  Invert(edit, std::move(taken_out));
  return change;
}

// A plot has an origin for each of its signals, as it has when it is read: else two plots that say
// the same would differ. Signals that come from no file have that of the plot.
void CompleteOrigins(PlotSetting* plot) {
  plot->signal_origins.resize(plot->signal_paths.size(), plot->origin);
}
template <typename T>
void CompleteOrigins(T*) {}

// As for blocks, for all other lists. Wires and signals are announced by their keys, one by one;
// notes, frames, parameters and plots only as lists that have changed, because who shows them shows
// the whole list.
template <typename T>
Change ApplyTo(Document* document, ListEdit<T>* edit) {
  std::vector<T>& list = MutableListOf(document, *edit);
  CheckIndex(*edit, list.size());
  if (edit->action != ListAction::kRemove) {
    CheckKey(*edit, list);
    CompleteOrigins(&*edit->value);
  }
  const bool named =
      SubjectOf(*edit) == ChangeSubject::kWire || SubjectOf(*edit) == ChangeSubject::kSignal;
  Change change{ChangeKind::kChanged, SubjectOf(*edit), edit->level, {}, {}, 0};
  const auto position = list.begin() + static_cast<std::ptrdiff_t>(edit->index);
  const std::string_view key =
      KeyOf(edit->action == ListAction::kRemove ? *position : *edit->value);
  if (named) change.name = key;
  std::optional<T> taken_out;
  if (edit->action == ListAction::kInsert) {
    if (named) change.kind = ChangeKind::kAdded;
    list.insert(position, std::move(*edit->value));
  } else if (edit->action == ListAction::kRemove) {
    if (named) change.kind = ChangeKind::kRemoved;
    taken_out = std::move(*position);
    list.erase(position);
  } else {
    if (named && KeyOf(*position) != change.name) change.old_name = KeyOf(*position);
    taken_out = std::exchange(*position, std::move(*edit->value));
  }
  Invert(edit, std::move(taken_out));
  return change;
}

// Title and description are swapped with those of the edit, which so becomes its inverse.
Change ApplyTo(Document* document, HeaderEdit* edit) {
  std::swap(document->title, edit->title);
  std::swap(document->description, edit->description);
  return {ChangeKind::kChanged, ChangeSubject::kHeader, {}, {}, {}, 0};
}

Change ApplyTo(Document* document, SimulationEdit* edit) {
  std::swap(document->simulation, edit->settings);
  return {ChangeKind::kChanged, ChangeSubject::kSimulation, {}, {}, {}, 0};
}

Change ApplyTo(Document* document, StudyEdit* edit) {
  std::swap(document->study, edit->study);
  return {ChangeKind::kChanged, ChangeSubject::kStudy, {}, {}, {}, 0};
}

}  // namespace

void ApplyEdit(Document* document, Edit* edit, ChangeSet* changes) {
  Change change = std::visit([&](auto& e) { return ApplyTo(document, &e); }, *edit);
  if (changes) changes->Add(std::move(change));
}

}  // namespace loopwright
