#pragma once

#include <QObject>
#include <QString>

namespace loopwright {

class DiagramDocument;
class DiagramScene;
class DiagramView;

/// A part of the canvas that does one thing for its view: commands, menus, texts, ...
class CanvasPart : public QObject {
 public:
  explicit CanvasPart(DiagramView* view);

 protected:
  QString level() const;
  /// Says something short in the window's status bar; "" takes it back.
  void showMessage(const QString& text) const;

  DiagramView* const view_;
  DiagramDocument* const document_;
  DiagramScene* const scene_;
};

}  // namespace loopwright
