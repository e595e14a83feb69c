#pragma once

#include <QFrame>
#include <QList>
#include <QString>
#include <functional>
#include <utility>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace loopwright {

/// A line above the canvas that says what happened and offers what to do about it, without being in
/// the way. A choice hides it.
/// Object names: `messageBar`, `messageBar.text`, and `messageBar.choiceN`, counted from 0.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  /// A button, and what it does.
  struct Choice {
    QString text;
    std::function<void()> action;
  };

  /// Hidden until something is asked.
  explicit MessageBar(QWidget* parent = nullptr);

  /// Replaces what was asked before.
  void ask(const QString& text, const QList<Choice>& choices);

 private:
  QLabel* text_;
  QHBoxLayout* layout_;
  /// Of the present question.
  QList<QPushButton*> buttons_;
};

}  // namespace loopwright
