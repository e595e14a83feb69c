#pragma once

#include <QFrame>
#include <QList>
#include <QString>
#include <functional>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace loopwright {

/// A line above the canvas that says what happened and offers what to do about it, without being in
/// the way. A question stays until it is answered or withdrawn: what is asked meanwhile waits, and
/// comes when those before it are gone. Without any the bar is hidden.
/// Object names: `messageBar`, `messageBar.text`, and `messageBar.choiceN`, counted from 0.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  /// What a question is about; of each there is one question at a time.
  enum class Subject { kDiagramFile, kFilesOfBlocks, kNewRun };
  /// A button, and what it does.
  struct Choice {
    QString text;
    std::function<void()> action;
  };

  /// Hidden until something is asked.
  explicit MessageBar(QWidget* parent = nullptr);

  /// Asks in the place of what was asked about the same subject, or else behind all others.
  void ask(Subject subject, const QString& text, const QList<Choice>& choices);
  /// Takes back what was asked about a subject, if anything was.
  void withdraw(Subject subject);

 private:
  struct Question {
    Subject subject;
    QString text;
    QList<Choice> choices;
  };

  /// Shows the first question, or hides where there is none.
  void showFirst();

  QList<Question> questions_;
  QLabel* text_;
  QHBoxLayout* layout_;
  /// Of the present question.
  QList<QPushButton*> buttons_;
};

}  // namespace loopwright
