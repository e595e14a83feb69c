#pragma once

#include <QToolButton>
#include <vector>

namespace loopwright {

class PanelArea;
class PanelDock;

/// A "+" behind the tabs or the title of the panels at a side: its menu opens those of that side
/// that are closed. Object names: `panelMore`, `panelMoreMenu`.
class MorePanelsButton : public QToolButton {
  Q_OBJECT

 public:
  /// `area` has the docks.
  MorePanelsButton(const PanelArea* area, QWidget* parent);

  /// The side whose panels are offered.
  void setSide(Qt::DockWidgetArea side) { side_ = side; }
  /// Whether there are any.
  bool hasPanels() const { return !closedPanels().empty(); }

 Q_SIGNALS:
  /// This panel was chosen.
  void chosen(loopwright::PanelDock* dock);

 private:
  std::vector<PanelDock*> closedPanels() const;
  void fillMenu();

  const PanelArea* area_;
  Qt::DockWidgetArea side_ = Qt::BottomDockWidgetArea;
};

}  // namespace loopwright
