#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "engine/document/document.h"

namespace loopwright {

/// An edit that cannot be made: the text says why and what would be right, for a user to read.
class EditError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What an edit does at an index of an ordered list.
enum class ListAction { kInsert, kRemove, kReplace };

/// A change of one element of a list of the document. `value` is what is put in (kInsert,
/// kReplace) or what was taken out (kRemove, once applied).
template <typename T>
struct ListEdit {
  std::string level;  ///< the diagram's path, "" for the top level; unused by lists of the file
  std::size_t index = 0;
  ListAction action = ListAction::kReplace;
  std::optional<T> value;
};

using BlockEdit = ListEdit<Block>;           ///< DiagramModel::blocks; replacing may rename
using WireEdit = ListEdit<Wire>;             ///< DiagramModel::wires
using SignalEdit = ListEdit<SignalSetting>;  ///< DiagramModel::signal_settings
using NoteEdit = ListEdit<Note>;
using FrameEdit = ListEdit<Frame>;
using ParameterEdit = ListEdit<DiagramParameter>;  ///< of the document or of subsystem `level`
using PlotEdit = ListEdit<PlotSetting>;
using SliderEdit = ListEdit<SliderSetting>;      ///< Document::sliders
using FigureEdit = ListEdit<FigureSetting>;      ///< Document::figures
using AnalysisEdit = ListEdit<AnalysisSetting>;  ///< Document::analyses

/// Replaces title and description.
struct HeaderEdit {
  std::optional<std::string> title;
  std::optional<std::string> description;
};

/// Replaces all settings of the simulation.
struct SimulationEdit {
  SimulationSettings settings;
};

/// Replaces what is asked of many runs; empty where nothing is.
struct StudyEdit {
  std::optional<StudySettings> study;
};

/// A change of a document as a value. Applying it swaps its content with the document's, so that
/// what is left is its own inverse: undo and redo are the same code.
using Edit =
    std::variant<BlockEdit, WireEdit, SignalEdit, NoteEdit, FrameEdit, ParameterEdit, PlotEdit,
                 SliderEdit, FigureEdit, AnalysisEdit, HeaderEdit, SimulationEdit, StudyEdit>;

enum class ChangeKind { kAdded, kRemoved, kChanged };

enum class ChangeSubject {
  kBlock,   ///< name: the block's
  kWire,    ///< name: its `to`
  kSignal,  ///< name: its key
  kNotes,   ///< any of the level's notes; always kChanged, as all that follow
  kFrames,
  kParameters,  ///< of the level's diagram
  kPlots,
  kSliders,
  kFigures,
  kAnalyses,
  kHeader,
  kSimulation,
  kStudy,
};

/// What of a block changed; bits.
enum BlockPart : unsigned {
  kBlockName = 1u << 0,
  kBlockType = 1u << 1,
  kBlockParameters = 1u << 2,  ///< also distributions
  kBlockLayout = 1u << 3,
  kBlockEnabled = 1u << 4,
  kBlockColor = 1u << 5,
  kBlockDiagram = 1u << 6,  ///< the block's diagram as a whole was replaced
  kBlockExtras = 1u << 7,
};

/// One thing that changed.
struct Change {
  ChangeKind kind = ChangeKind::kChanged;
  ChangeSubject subject = ChangeSubject::kBlock;
  std::string level;
  std::string name;
  std::string old_name;      ///< of a block or wire that was renamed, else empty
  unsigned block_parts = 0;  ///< BlockPart bits of a changed block
  friend bool operator==(const Change&, const Change&) = default;
};

/// What a transaction, an undo or a redo changed, each thing once: added then removed is nothing,
/// added then changed is added, renamed twice is renamed once. Levels are as they are in the end.
/// A view that mirrors the document by name takes out what was removed and the old names of what
/// was renamed, then puts in the new names and what was added, then looks at the rest. Inside a
/// subsystem that was renamed everything has a new path; only the subsystem is listed for that.
class ChangeSet {
 public:
  /// In no particular order.
  const std::vector<Change>& changes() const { return changes_; }
  bool empty() const { return changes_.empty(); }
  /// True when something of that subject changed at any level.
  bool contains(ChangeSubject subject) const;
  /// Adds a later change.
  void Add(Change change);
  /// Adds all changes of a later set.
  void Add(const ChangeSet& later);

 private:
  static std::string KeyOf(const Change& change);
  void Insert(Change change);
  std::optional<Change> Take(ChangeKind kind, const Change& like, const std::string& name);
  void MoveLevels(const std::string& from, const std::string& to);

  std::vector<Change> changes_;
  std::unordered_map<std::string, std::size_t> index_;  // KeyOf() → its index
};

/// Applies `edit` to the document and leaves its inverse in it. Adds what changed to `changes`
/// (may be null). Throws EditError, leaving both as they were, where the level or index does not
/// exist, or the block's name is bad or taken, or subsystems would nest too deep.
void ApplyEdit(Document* document, Edit* edit, ChangeSet* changes);

/// A transaction that was committed, ready to be undone, and then redone, by Swap().
class UndoRecord {
 public:
  UndoRecord() = default;
  UndoRecord(std::string name, std::vector<Edit> inverses, ChangeSet changes)
      : name_(std::move(name)), edits_(std::move(inverses)), changes_(std::move(changes)) {}

  /// As the Edit menu shows it: "Move 3 blocks".
  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  /// What the transaction changed when it was made.
  const ChangeSet& changes() const { return changes_; }
  bool empty() const { return edits_.empty(); }

  /// Undoes, or redoes what was undone. Returns what changed.
  ChangeSet Swap(Document* document);
  /// Makes one record of this one and the one committed right after it. Neither may be undone.
  void Append(UndoRecord later);

 private:
  std::string name_;
  std::vector<Edit> edits_;  // in the order made; Swap() runs from the back and reverses them
  ChangeSet changes_;
};

/// Groups edits of a document. What is applied shows at once (a live preview); without Commit()
/// the destructor takes everything back. One transaction at a time may be open on a document.
class Transaction {
 public:
  explicit Transaction(Document* document, std::string name = {});
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  const Document& document() const { return *document_; }
  /// The blocks, wires, ... of a level, and the parameters of its diagram. No copy of the document
  /// shares them, so unlike what document() gives, the references see what is applied to that
  /// level. They hold until a subsystem around it is replaced. Throws EditError where there is no
  /// such level.
  const DiagramModel& Diagram(const std::string& level);
  const std::vector<DiagramParameter>& Parameters(const std::string& level);
  /// What changed since the beginning.
  const ChangeSet& changes() const { return changes_; }

  /// Applies an edit; one that changes nothing is left out. Throws as ApplyEdit().
  void Apply(Edit edit);
  /// Takes back everything done so far and returns what that changed: how a gesture starts over
  /// at each move of the mouse.
  ChangeSet Restart();
  /// Ends the transaction. The record is empty when nothing was changed.
  UndoRecord Commit();

 private:
  Document* document_;
  std::string name_;
  std::vector<Edit> inverses_;
  ChangeSet changes_;
  // Replacements by their target, as long as indices and names hold: the first inverse is enough.
  std::unordered_map<std::string, std::size_t> replaced_;
  bool only_replaced_ = true;
  bool open_ = true;
};

}  // namespace loopwright
