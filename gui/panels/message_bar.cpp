#include "gui/panels/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

namespace loopwright {

// The bar is as high as its text needs, and hidden while nothing is asked.
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

// One question stands for each subject, such as a file that has changed on disk. A newer one takes
// the older one's place and its turn, so that a file that changes ten times asks once.
void MessageBar::ask(Subject subject, const QString& text, const QList<Choice>& choices) {
  const auto same = std::find_if(questions_.begin(), questions_.end(),
                                 [&](const Question& one) { return one.subject == subject; });
  if (same == questions_.end()) {
    questions_.append({subject, text, choices});
  } else {
    *same = {subject, text, choices};
  }
  showFirst();
}

void MessageBar::withdraw(Subject subject) {
  const auto gone =
      questions_.removeIf([&](const Question& one) { return one.subject == subject; });
  if (gone > 0) showFirst();
}

// Buttons of the last question are deleted later, since one of them may have been clicked just now.
// The question goes before the choice is carried out, which may ask again.
void MessageBar::showFirst() {
  for (QPushButton* button : buttons_) {
    button->hide();
    button->deleteLater();
  }
  buttons_.clear();
  setVisible(!questions_.isEmpty());
  if (questions_.isEmpty()) return;
  const Question& first = questions_.front();
  text_->setText(first.text);
  for (const Choice& choice : first.choices) {
    auto* const button = new QPushButton(choice.text, this);
    button->setObjectName(QStringLiteral("messageBar.choice%1").arg(buttons_.size()));
    connect(button, &QPushButton::clicked, this,
            [this, subject = first.subject, action = choice.action] {
              withdraw(subject);
              if (action) action();
            });
    layout_->addWidget(button);
    buttons_.append(button);
  }
}

}  // namespace loopwright
