#pragma once

#include <QLineEdit>
#include <QPointer>
#include <QString>
#include <functional>

class QLabel;

namespace loopwright {

/// A field over the canvas that edits one text in place. Enter applies it; where `apply` returns
/// why it cannot, the field turns red and says so below, and stays. Esc, or leaving a text that
/// cannot be applied, gives up. When done it lets go of `apply`, deletes itself and gives the
/// keyboard back to its parent. Object names: the one given, and with `.error` that of the message.
class InlineEditor : public QLineEdit {
  Q_OBJECT
 public:
  /// Takes what was typed; returns "" or why it cannot be applied.
  using Apply = std::function<QString(const QString&)>;

  /// Begins with `text`, all of it selected. It is not shown yet.
  InlineEditor(const QString& objectName, const QString& text, Apply apply, QWidget* parent);
  ~InlineEditor() override;

  /// Applies a text that was not changed, too.
  void applyUnchanged() { appliesUnchanged_ = true; }
  /// Goes without applying anything.
  void giveUp() { finish(); }

 protected:
  /// Enter and Esc; other keys are typed.
  void keyPressEvent(QKeyEvent* event) override;
  /// A click elsewhere applies what was typed, where it can be applied.
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// Whether leaving the field with Enter hands its text over.
  bool isToApply() const { return appliesUnchanged_ || text() != original_; }
  /// Ends the field; `apply` is not called any more.
  void finish();
  /// Says why the text was refused.
  void showProblem(const QString& problem);
  /// As wide as the text needs.
  void fitToText();

  QString original_;
  Apply apply_;
  QPointer<QLabel> message_;
  bool appliesUnchanged_ = false;
  bool isDone_ = false;
};

}  // namespace loopwright
