#pragma once

#include <QObject>

namespace loopwright {

class MainWindow;

/// Opens the files that are dropped on a window.
class FileDrops : public QObject {
  Q_OBJECT

 public:
  explicit FileDrops(MainWindow* window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  MainWindow* window_;
};

}  // namespace loopwright
