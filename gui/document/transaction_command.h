#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QUndoCommand>

#include "engine/edits/edit.h"

namespace loopwright {

class DiagramDocument;

/// One step of the undo stack, whatever it did: a committed transaction, which undoes and redoes
/// itself by swapping.
class TransactionCommand : public QUndoCommand {
 public:
  /// `record` was committed just now. `mergeKey` as for DiagramDocument::edit().
  TransactionCommand(DiagramDocument* document, UndoRecord record, const QString& mergeKey);

  void undo() override;
  /// The first call does nothing: the transaction's edits were applied while it was open.
  void redo() override;
  /// Qt offers steps of the same id to each other; one without a merge key never joins.
  int id() const override { return mergeKey_.isEmpty() ? -1 : 1; }
  /// Joins a later step of the same merge key that follows within a second.
  bool mergeWith(const QUndoCommand* other) override;

 private:
  DiagramDocument* document_;
  UndoRecord record_;
  QString mergeKey_;
  QElapsedTimer age_;
  bool isApplied_ = true;
};

}  // namespace loopwright
