#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <string>

namespace loopwright {

class DiagramDocument;
class DiagramScene;
class DiagramView;
class Transaction;

/// A part of the canvas that does one thing for its view: commands, menus, texts, ... The view
/// makes its parts and leads mouse and keys to them; a part reaches the others through the view.
class CanvasPart : public QObject {
 public:
  /// The view becomes its parent and outlives it.
  explicit CanvasPart(DiagramView* view);

 protected:
  /// The path of the level on show; "" is the top.
  QString level() const;
  /// The path of a block or a port of that level, given by its name there.
  std::string pathOf(const QString& name) const;
  /// Changes the document as one undo step, as DiagramDocument::edit(); `change` gets the path of
  /// the level on show. Says in the status bar why it is refused; whether it is not.
  bool edit(const QString& name,
            const std::function<void(Transaction*, const std::string& level)>& change,
            const QString& mergeKey = QString()) const;
  /// Says something short in the window's status bar; "" takes it back.
  void showMessage(const QString& text) const;

  DiagramView* const view_;
  DiagramDocument* const document_;
  DiagramScene* const scene_;
};

}  // namespace loopwright
