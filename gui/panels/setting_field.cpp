#include "gui/panels/setting_field.h"

#include <QComboBox>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/theme/theme.h"

namespace loopwright {

SettingField::SettingField(const QString& name, const QStringList& choices, QWidget* parent)
    : QWidget(parent), hint_(new QLabel(this)), error_(new QLabel(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  QWidget* editor = nullptr;
  if (choices.isEmpty()) {
    edit_ = new QLineEdit(this);
    editor = edit_;
    connect(edit_, &QLineEdit::textEdited, this, &SettingField::typed);
  } else {
    choice_ = new QComboBox(this);
    choice_->addItems(choices);
    choice_->ensurePolished();
    editor = choice_;
    connect(choice_, &QComboBox::textActivated, this, &SettingField::submit);
  }
  editor->setObjectName(name);
  editor->setMinimumWidth(choice_ != nullptr ? choice_->sizeHint().width() : scaled(60));
  editor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  editor->installEventFilter(this);
  setFocusProxy(editor);
  layout->addWidget(editor);
  hint_->setObjectName(name + QStringLiteral(".value"));
  hint_->setProperty("role", "secondary");
  hint_->setAttribute(Qt::WA_TransparentForMouseEvents);
  error_->setObjectName(name + QStringLiteral(".error"));
  error_->setProperty("role", "error");
  error_->setWordWrap(true);
  error_->setAlignment(Qt::AlignRight);
  error_->hide();
  layout->addWidget(error_);
}

QString SettingField::text() const {
  return edit_ != nullptr ? edit_->text() : choice_->currentText();
}

void SettingField::setText(const QString& text) {
  documentText_ = text;
  if (choice_ != nullptr) {
    // A value that is none of the choices, such as an expression, joins them.
    if (choice_->findText(text) < 0) choice_->addItem(text);
    choice_->setCurrentText(text);
    return;
  }
  const bool isEdited = edit_->hasFocus() && (edit_->isModified() || hasProblem_);
  if (isEdited || edit_->text() == text) return;
  edit_->setText(text);
  edit_->setCursorPosition(0);
}

void SettingField::setDefaultText(const QString& text) {
  if (edit_ != nullptr) edit_->setPlaceholderText(text);
}

void SettingField::setHint(const QString& hint) {
  fullHint_ = hint;
  placeHint();
}

void SettingField::setProblem(const QString& problem) {
  hasProblem_ = !problem.isEmpty();
  error_->setText(problem);
  error_->setVisible(hasProblem_);
  if (edit_ == nullptr || edit_->property("invalid").toBool() == hasProblem_) return;
  edit_->setProperty("invalid", hasProblem_);
  edit_->style()->unpolish(edit_);
  edit_->style()->polish(edit_);
}

void SettingField::focusText() {
  setFocus();
  if (edit_ != nullptr) edit_->selectAll();
}

void SettingField::submit() {
  if (edit_ != nullptr) edit_->setModified(false);
  Q_EMIT submitted(text());
}

bool SettingField::eventFilter(QObject* watched, QEvent* event) {
  if (watched == choice_ && event->type() == QEvent::Wheel) {
    event->ignore();  // Scrolling the form must not change a choice.
    return true;
  }
  if (watched != edit_ || edit_ == nullptr) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::FocusOut && edit_->isModified()) {
    submit();
  } else if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      submit();
      return true;
    }
    if (key == Qt::Key_Escape && (edit_->text() != documentText_ || hasProblem_)) {
      edit_->setText(documentText_);
      edit_->setModified(false);
      Q_EMIT typed(documentText_);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void SettingField::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeHint();
}

void SettingField::placeHint() {
  if (edit_ == nullptr) return hint_->hide();
  const QFontMetrics metrics(secondaryFont());
  const int typed = edit_->fontMetrics().horizontalAdvance(edit_->text()) + scaled(24);
  const int most = std::max(edit_->width() / 2, edit_->width() - typed);
  hint_->setText(metrics.elidedText(fullHint_, Qt::ElideRight, most));
  const QSize size = hint_->sizeHint();
  hint_->setGeometry(edit_->x() + edit_->width() - size.width() - 8, edit_->y(), size.width(),
                     edit_->height());
  hint_->setVisible(!hint_->text().isEmpty());
  hint_->raise();
  edit_->setTextMargins(0, 0, hint_->text().isEmpty() ? 0 : size.width() + 4, 0);
}

}  // namespace loopwright
