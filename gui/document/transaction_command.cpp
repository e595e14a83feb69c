#include "gui/document/transaction_command.h"

#include <utility>

#include "gui/document/diagram_document.h"

namespace loopwright {

namespace {

constexpr qint64 kMergeMilliseconds = 1000;

}  // namespace

TransactionCommand::TransactionCommand(DiagramDocument* document, UndoRecord record,
                                       const QString& mergeKey)
    : QUndoCommand(QString::fromStdString(record.name())),
      document_(document),
      record_(std::move(record)),
      mergeKey_(mergeKey) {
  age_.start();
}

void TransactionCommand::undo() {
  document_->swapRecord(&record_);
  isApplied_ = false;
}

void TransactionCommand::redo() {
  if (isApplied_) return;
  document_->swapRecord(&record_);
  isApplied_ = true;
}

// The time counts from the last step that joined, so that a key held down for long is one step.
bool TransactionCommand::mergeWith(const QUndoCommand* other) {
  const auto* later = dynamic_cast<const TransactionCommand*>(other);
  if (later == nullptr || later->mergeKey_ != mergeKey_) return false;
  if (age_.elapsed() > kMergeMilliseconds) return false;
  record_.Append(later->record_);
  age_.restart();
  return true;
}

}  // namespace loopwright
