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
  using Apply = std::function<QString(const QString&)>;

  InlineEditor(const QString& objectName, const QString& text, Apply apply, QWidget* parent);
  ~InlineEditor() override;

  /// Applies a text that was not changed, too.
  void applyUnchanged() { appliesUnchanged_ = true; }
  /// Goes without applying anything.
  void giveUp() { finish(); }

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  bool isToApply() const { return appliesUnchanged_ || text() != original_; }
  void finish();
  void showProblem(const QString& problem);
  void fitToText();

  QString original_;
  Apply apply_;
  QPointer<QLabel> message_;
  bool appliesUnchanged_ = false;
  bool isDone_ = false;
};

}  // namespace loopwright
