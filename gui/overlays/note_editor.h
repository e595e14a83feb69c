#pragma once

#include <QPlainTextEdit>
#include <functional>

namespace loopwright {

/// A field over the canvas that edits a note's Markdown. Ctrl+Enter, or leaving it, applies the
/// text. Esc takes a change back; of a new note it keeps what was typed, which is nowhere else.
/// When done it deletes itself and gives the keyboard back to its parent. Object name:
/// `noteEditor`.
class NoteEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  /// Begins with the Markdown `text`; `apply` is called at most once, with what it became.
  NoteEditor(const QString& text, std::function<void(const QString&)> apply, QWidget* parent);

  /// The note is a new one: Esc applies the text, too.
  void keepTextOnEscape();
  /// Shows it over a note at `box`, in the parent's coordinates.
  void place(const QRect& box);
  /// Goes without applying anything.
  void giveUp() { finish(false); }

 protected:
  /// Ctrl+Enter and Esc; Enter alone begins a new line.
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// Ends the field, with or without applying the text.
  void finish(bool applies);

  QString original_;
  std::function<void(const QString&)> apply_;
  bool keepsTextOnEscape_ = false;
  bool isDone_ = false;
};

}  // namespace loopwright
