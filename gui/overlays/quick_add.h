#pragma once

#include <QFrame>
#include <QHash>
#include <QString>

class QLineEdit;
class QListWidget;

namespace loopwright {

class BlockRegistry;

/// A field to type what block to add, with the types that it may mean below. Enter or a click
/// chooses, Esc or a click elsewhere gives up; then it deletes itself, and gives the keyboard back
/// to its parent if it still has it. Object names: `quickAdd`, `quickAdd.edit`, `quickAdd.list`.
class QuickAdd : public QFrame {
  Q_OBJECT
 public:
  /// `registry` must outlive it; `parent` is the canvas, over which it lies.
  QuickAdd(const BlockRegistry& registry, QWidget* parent);

  /// Takes the keyboard and begins with `text`; call it once the widget is shown.
  void begin(const QString& text = {});
  /// Goes without choosing anything.
  void giveUp();

 Q_SIGNALS:
  /// A type, and the text of its first parameter where one was typed (`gain 5`).
  void chosen(const QString& type, const QHash<QString, QString>& parameters);

 protected:
  /// The keys that move in the list, choose, or give up.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Lists the types that a text may mean.
  void search(const QString& text);
  /// As high as the list needs.
  void fitToHits();
  /// Tells the marked type and ends.
  void choose();

  const BlockRegistry& registry_;
  QLineEdit* edit_;
  QListWidget* list_;
  bool isDone_ = false;
};

}  // namespace loopwright
