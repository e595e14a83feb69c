#include "gui/overlays/note_editor.h"

#include <QKeyEvent>
#include <algorithm>

#include "gui/theme/theme.h"

namespace loopwright {

// Tab leaves the field, as a note needs no tabs and the keyboard a way out.
NoteEditor::NoteEditor(const QString& text, std::function<void(const QString&)> apply,
                       QWidget* parent)
    : QPlainTextEdit(text, parent), original_(text), apply_(std::move(apply)) {
  setObjectName("noteEditor");
  setAccessibleName(tr("Text of the note"));
  setToolTip(tr("Markdown. Ctrl+Enter is done, Esc gives up."));
  setFont(secondaryFont());
  setTabChangesFocus(true);
}

void NoteEditor::keepTextOnEscape() {
  keepsTextOnEscape_ = true;
  setToolTip(tr("Markdown. Ctrl+Enter or Esc is done."));
}

// Covers the note and a little more, but is never too small to write in.
void NoteEditor::place(const QRect& box) {
  constexpr int kLeastWidth = 180;
  constexpr int kLeastHeight = 70;
  const QRect wanted = box.adjusted(-6, -6, 10, 16);
  resize(std::max(wanted.width(), scaled(kLeastWidth)),
         std::max(wanted.height(), scaled(kLeastHeight)));
  move(wanted.topLeft());
  show();
  raise();
  setFocus();
  selectAll();
}

// Enter alone begins a new line, as notes have several.
void NoteEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return finish(keepsTextOnEscape_);
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && (event->modifiers() & Qt::ControlModifier) != 0) return finish(true);
  QPlainTextEdit::keyPressEvent(event);
}

// A click elsewhere keeps what was typed; a menu of the field ends nothing.
void NoteEditor::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  if (event->reason() != Qt::PopupFocusReason) finish(true);
}

// Ends the field once; a text that was not changed makes no undo step.
void NoteEditor::finish(bool applies) {
  if (isDone_) return;
  isDone_ = true;
  if (applies && toPlainText() != original_) apply_(toPlainText());
  if (hasFocus() && parentWidget() != nullptr) parentWidget()->setFocus();
  hide();
  deleteLater();
}

}  // namespace loopwright
