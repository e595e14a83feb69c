#include "gui/panels/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace loopwright {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), text_(new QLabel(this)), layout_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("messageBar"));
  text_->setObjectName(QStringLiteral("messageBar.text"));
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  layout_->setContentsMargins(12, 6, 12, 6);
  layout_->setSpacing(8);
  layout_->addWidget(text_, 1);
  hide();
}

// Buttons of the last question are deleted later, since one of them may have been clicked just now.
// The bar hides before the choice is carried out, which may ask again.
void MessageBar::ask(const QString& text, const QList<Choice>& choices) {
  for (QPushButton* button : buttons_) button->deleteLater();
  buttons_.clear();
  text_->setText(text);
  for (const Choice& choice : choices) {
    auto* const button = new QPushButton(choice.text, this);
    button->setObjectName(QStringLiteral("messageBar.choice%1").arg(buttons_.size()));
    connect(button, &QPushButton::clicked, this, [this, action = choice.action] {
      hide();
      if (action) action();
    });
    layout_->addWidget(button);
    buttons_.append(button);
  }
  show();
}

}  // namespace loopwright
