#pragma once

#include <QString>
#include <QWidget>

class QHBoxLayout;

namespace loopwright {

/// Where one is: the diagram's name and the subsystems down to the level shown, each a button that
/// leads there. Object names: `breadcrumb`, and `breadcrumb.LEVEL` for the buttons.
class Breadcrumb : public QWidget {
  Q_OBJECT
 public:
  explicit Breadcrumb(QWidget* parent = nullptr);

  void setLocation(const QString& diagram, const QString& level);

 Q_SIGNALS:
  void levelRequested(const QString& level);

 private:
  QHBoxLayout* layout_;
};

}  // namespace loopwright
