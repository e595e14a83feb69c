#include <algorithm>

#include "engine/edits/edit.h"
#include "engine/edits/edit_lists.h"

namespace loopwright {
namespace {

// True where `replacement` equals what the document has at the edit's target. The target exists.
bool IsSame(const Document& document, const BlockEdit& edit) {
  return document.FindDiagram(edit.level)->blocks[edit.index] == *edit.value;
}
template <typename T>
bool IsSame(const Document& document, const ListEdit<T>& edit) {
  if constexpr (requires { document.*kListOf<T>; }) {
    return (document.*kListOf<T>)[edit.index] == *edit.value;
  } else {
    return (document.FindDiagram(edit.level)->*kListOf<T>)[edit.index] == *edit.value;
  }
}
bool IsSame(const Document& document, const ParameterEdit& edit) {
  return (*document.FindParameters(edit.level))[edit.index] == *edit.value;
}
bool IsSame(const Document& document, const HeaderEdit& edit) {
  return document.title == edit.title && document.description == edit.description;
}
bool IsSame(const Document& document, const SimulationEdit& edit) {
  return document.simulation == edit.settings;
}
bool IsSame(const Document& document, const StudyEdit& edit) {
  return document.study == edit.study;
}

bool IsReplacement(const Edit& edit) {
  return std::visit(
      [](const auto& e) {
        if constexpr (requires { e.action; }) return e.action == ListAction::kReplace;
        return true;
      },
      edit);
}

// Of a list also the place in it.
std::string Target(const Edit& edit) {
  return std::to_string(edit.index()) + '\n' +
         std::visit(
             [](const auto& e) {
               if constexpr (requires { e.index; }) return e.level + '\n' + std::to_string(e.index);
               return std::string();
             },
             edit);
}

bool EqualsDocument(const Document& document, const Edit& edit) {
  return std::visit([&](const auto& e) { return IsSame(document, e); }, edit);
}

// True where replacing leaves names and inner diagrams as they are, so that it goes well with any
// other such replacement in any order.
bool IsIndependent(const ChangeSet& change) {
  constexpr unsigned kLinked = kBlockName | kBlockDiagram;
  return std::none_of(change.changes().begin(), change.changes().end(), [](const Change& c) {
    return !c.old_name.empty() || (c.block_parts & kLinked) != 0 ||
           c.subject == ChangeSubject::kParameters;
  });
}

bool AddsOrRemoves(const ChangeSet& changes) {
  return std::any_of(changes.changes().begin(), changes.changes().end(), [](const Change& c) {
    return c.kind == ChangeKind::kAdded || c.kind == ChangeKind::kRemoved;
  });
}

// Applies edits from the last to the first, and leaves them so that this takes it back.
ChangeSet SwapAll(Document* document, std::vector<Edit>* edits) {
  ChangeSet changes;
  std::reverse(edits->begin(), edits->end());
  for (Edit& edit : *edits) ApplyEdit(document, &edit, &changes);
  return changes;
}

}  // namespace

ChangeSet UndoRecord::Swap(Document* document) { return SwapAll(document, &edits_); }

void UndoRecord::Append(UndoRecord later) {
  std::move(later.edits_.begin(), later.edits_.end(), std::back_inserter(edits_));
  changes_.Add(later.changes_);
}

Transaction::Transaction(Document* document, std::string name)
    : document_(document), name_(std::move(name)) {}

Transaction::~Transaction() {
  if (open_) SwapAll(document_, &inverses_);
}

const DiagramModel& Transaction::Diagram(const std::string& level) {
  const DiagramModel* diagram = document_->FindMutableDiagram(level);
  if (!diagram) throw EditError("There is no subsystem \"" + Printable(level) + '"');
  return *diagram;
}

const std::vector<DiagramParameter>& Transaction::Parameters(const std::string& level) {
  const std::vector<DiagramParameter>* parameters = document_->FindMutableParameters(level);
  if (!parameters) throw EditError("There is no subsystem \"" + Printable(level) + '"');
  return *parameters;
}

// Applies an edit and keeps its inverse. While all edits are replacements that do not depend on
// each other, the first inverse of each place is enough: a drag of a block over a hundred pixels
// leaves one.
void Transaction::Apply(Edit edit) {
  const bool replacement = IsReplacement(edit);
  const std::string target = replacement ? Target(edit) : std::string();
  ChangeSet change;
  ApplyEdit(document_, &edit, &change);
  if (replacement && EqualsDocument(*document_, edit)) return;  // what was there is there again
  changes_.Add(change);
  if (!replacement || !IsIndependent(change)) {
    replaced_.clear();
    only_replaced_ = false;
    inverses_.push_back(std::move(edit));
  } else if (replaced_.emplace(target, inverses_.size()).second) {
    inverses_.push_back(std::move(edit));
  }
}

// Takes everything back and begins anew, as tools do with each move of the mouse before they apply
// the next preview.
ChangeSet Transaction::Restart() {
  ChangeSet changes = SwapAll(document_, &inverses_);
  inverses_.clear();
  replaced_.clear();
  only_replaced_ = true;
  changes_ = {};
  return changes;
}

// A transaction that changed nothing in the end leaves no entry to undo. Where everything was a
// replacement each is compared by itself; otherwise the document is put back as it was in a copy,
// and compared as a whole.
UndoRecord Transaction::Commit() {
  open_ = false;
  if (only_replaced_) {  // what came back to where it was is no change
    std::erase_if(inverses_, [this](const Edit& edit) { return EqualsDocument(*document_, edit); });
    if (inverses_.empty()) changes_ = {};
  } else if (!AddsOrRemoves(changes_)) {  // what was added was removed again: look at the rest
    Document before = *document_;
    std::vector<Edit> inverses = inverses_;
    SwapAll(&before, &inverses);
    if (before == *document_) changes_ = {};
  }
  if (changes_.empty()) inverses_.clear();
  return {std::move(name_), std::move(inverses_), std::move(changes_)};
}

}  // namespace loopwright
