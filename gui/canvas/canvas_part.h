#pragma once

#include <QObject>
#include <QString>

namespace loopwright {

class DiagramDocument;
class DiagramScene;
class DiagramView;

/// A part of the canvas that does one thing for its view: commands, menus, texts, ... The view
/// makes its parts and leads mouse and keys to them; a part reaches the others through the view.
class CanvasPart : public QObject {
 public:
  /// The view becomes its parent and outlives it.
  explicit CanvasPart(DiagramView* view);

 protected:
  /// The path of the level on show; "" is the top.
  QString level() const;
  /// Says something short in the window's status bar; "" takes it back.
  void showMessage(const QString& text) const;

  DiagramView* const view_;
  DiagramDocument* const document_;
  DiagramScene* const scene_;
};

}  // namespace loopwright
