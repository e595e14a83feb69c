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
  /// Empty until setLocation().
  explicit Breadcrumb(QWidget* parent = nullptr);

  /// The diagram's name, and the path of the level that is shown; "" is the top level.
  void setLocation(const QString& diagram, const QString& level);

 Q_SIGNALS:
  /// A button was clicked: the path of its level.
  void levelRequested(const QString& level);

 private:
  QHBoxLayout* layout_;
};

}  // namespace loopwright
