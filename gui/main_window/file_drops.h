#pragma once

#include <QObject>

namespace loopwright {

class MainWindow;

/// Opens the files that are dropped on a window, each as the menu File would. Drags that a widget
/// of the window takes itself, such as those of text, never come here.
class FileDrops : public QObject {
  Q_OBJECT

 public:
  /// Watches `window`, which becomes its parent.
  explicit FileDrops(MainWindow* window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  MainWindow* window_;
};

}  // namespace loopwright
