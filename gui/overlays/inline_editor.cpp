#include "gui/overlays/inline_editor.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QLabel>
#include <algorithm>

#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"

namespace loopwright {

// What was said to be wrong goes with the next letter, as it is about the text before.
InlineEditor::InlineEditor(const QString& objectName, const QString& text, Apply apply,
                           QWidget* parent)
    : QLineEdit(text, parent), original_(text), apply_(std::move(apply)) {
  setObjectName(objectName);
  setAlignment(Qt::AlignHCenter);
  setFont(secondaryFont());
  selectAll();
  connect(this, &QLineEdit::textChanged, this, [this] {
    showProblem(QString());
    fitToText();
  });
  fitToText();
}

InlineEditor::~InlineEditor() { delete message_.data(); }

// Makes the field as wide as its text, about the same middle.
void InlineEditor::fitToText() {
  const int width = QFontMetrics(font()).horizontalAdvance(text()) + 30;
  const QPoint centre = geometry().center();
  resize(std::max(width, scaled(90)), scaled(24));
  move(centre - rect().center());
}

// Esc gives up, Enter applies; a text that was refused stays in the field.
void InlineEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return finish();
  if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
    return QLineEdit::keyPressEvent(event);
  }
  const QString problem = isToApply() ? apply_(text()) : QString();
  if (problem.isEmpty()) return finish();
  showProblem(problem);
}

// A click elsewhere applies the text like Enter. A menu of the field takes the keyboard only for a
// while and ends nothing.
void InlineEditor::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (isDone_ || event->reason() == Qt::PopupFocusReason) return;
  if (isToApply()) apply_(text());
  finish();
}

// Ends the field once, whoever asks first. It may be in the middle of one of its own events, so it
// is deleted later.
void InlineEditor::finish() {
  if (isDone_) return;
  isDone_ = true;
  apply_ = {};
  if (message_ != nullptr) message_->hide();
  if (hasFocus() && parentWidget() != nullptr) parentWidget()->setFocus();
  hide();
  deleteLater();
}

// Says below the field why its text was not taken; "" takes that back.
void InlineEditor::showProblem(const QString& problem) {
  setStyleState(this, "invalid", !problem.isEmpty());
  // Above whatever lies over the canvas, such as its legend.
  QWidget* over =
      parentWidget()->parentWidget() != nullptr ? parentWidget()->parentWidget() : parentWidget();
  if (message_ == nullptr) {
    message_ = new QLabel(over);
    message_->setObjectName(objectName() + QStringLiteral(".error"));
    message_->setProperty("role", "error");
    message_->setStyleSheet(QStringLiteral("QLabel { background: %1; color: %2; padding: 2px 6px; "
                                           "border-radius: 4px; }")
                                .arg(Theme::current().panel.name(), Theme::current().error.name()));
  }
  message_->setText(problem);
  message_->adjustSize();
  // Below the field; where there is no room, above it.
  constexpr int kGap = 4;
  const QRect field(parentWidget()->mapTo(over, geometry().topLeft()), size());
  const bool fitsBelow = field.bottom() + kGap + message_->height() <= over->height();
  const int x = field.center().x() - message_->width() / 2;
  message_->move(std::clamp(x, 0, std::max(0, over->width() - message_->width())),
                 fitsBelow ? field.bottom() + kGap : field.top() - kGap - message_->height());
  message_->raise();
  message_->setVisible(!problem.isEmpty());
}

}  // namespace loopwright
