#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "engine/inspection/instant_reader.h"
#include "engine/run/run_instant.h"

namespace loopwright {

class BlockRegistry;
class DiagramDocument;
class Document;
class SignalUnits;
struct Block;

/// A row of the inspector, with those below it.
struct InspectorRow {
  QString name;
  QString value = {};
  QString toolTip = {};
  QString block = {};      ///< where the row leads to; empty: nowhere
  int output = -1;         ///< of an output of the block: its number
  bool isOpen = true;      ///< at first
  bool isWarning = false;  ///< the value is one that draws the eye
  std::vector<InspectorRow> rows = {};
};

/// What the inspector shows of a block at an instant of a run. Both values of an instant of updates
/// are read, ○ and ●.
class InspectorRows {
 public:
  /// Of an instant with copies of the context, after `phase` phases of its step; 0 is before it.
  /// The document, which says what wires lead to, outlives this.
  InspectorRows(const DiagramDocument& document, std::shared_ptr<const RunInstant> instant,
                int phase);

  /// The sections for the block at `path`; none where the run has nothing of it. `output` is the
  /// one whose value is explained. Of a subsystem, and other blocks that only hand signals on, the
  /// ports alone.
  std::vector<InspectorRow> of(const std::string& path, int output) const;

  /// A value within its block, and with its block.
  QString nameOf(const ValueRef& value) const;
  QString pathOf(const ValueRef& value) const;
  /// Both values, where the instant has two.
  QString valueOf(const ValueRef& value) const;
  /// What reads the instant as it is after the phases that are over.
  const InstantReader& reader() const { return before_; }

 private:
  /// The sections.
  InspectorRow ports(const std::string& path, int node) const;
  InspectorRow outerPorts(const std::string& path, const Block& block) const;
  /// Of a signal by its path, as the run recorded it for the instant.
  QString signalText(const std::string& path) const;
  InspectorRow state(int node) const;
  InspectorRow parameters(int node) const;
  InspectorRow events(int node) const;
  InspectorRow cache(int node) const;
  InspectorRow entry(const InspectedEntry& entry) const;
  InspectorRow why(int node, int output) const;

  /// A text with the unit of a signal, by its path.
  QString inUnit(const QString& text, const std::string& signal) const;
  InspectorRow inputRow(const ValueRef& input) const;
  InspectorRow dependencyRow(const ValueRef& value) const;
  void addValues(int node, ValueKind kind, InspectorRow* section) const;
  std::vector<std::string> partsOf(const ValueRef& value) const;
  bool addParts(const ValueRef& value, const std::vector<std::string>& parts,
                InspectorRow* section) const;

  const Document& document_;
  const BlockRegistry& registry_;
  const SignalUnits& units_;
  std::shared_ptr<const RunInstant> instant_;
  int phase_;
  InstantReader before_;
  std::optional<InstantReader> after_;  ///< where an update was made at the instant
  std::optional<InstantReader> end_;    ///< of the step, for what was counted in it
};

}  // namespace loopwright
