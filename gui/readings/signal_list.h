#pragma once

#include <QTimer>
#include <QWidget>

class QLineEdit;
class QTreeWidget;

namespace loopwright {

class DiagramDocument;
class PlotPanel;
struct DiagramModel;

/// All signals of a diagram, those of its subsystems included: name, number of elements, when it
/// changes, its unit, and the last value that a run recorded of it. The field above filters by
/// letters in their order. A row is dragged onto a plot, or shown in one of its own by Enter or a
/// double-click. Object names: `signalPanel`, `signalSearch`, `signalTree`.
class SignalList : public QWidget {
  Q_OBJECT

 public:
  /// Both must outlive it.
  SignalList(DiagramDocument* document, PlotPanel* plots, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// A plot of this signal is wanted: its path.
  void plotRequested(const QString& path);

 protected:
  /// Fills the list: while it is hidden it is not kept up to date.
  void showEvent(QShowEvent* event) override;

 private:
  /// Waits for further changes before the rows are made anew.
  void rebuildSoon();
  void rebuild();
  /// Appends the signals of a level, then those of its subsystems.
  void addLevel(const DiagramModel& diagram, const QString& level);
  /// Hides the rows that the field does not match.
  void filter();
  void refreshValues();
  /// Of a signal by its path, as text; empty where nothing was recorded of it.
  QString lastValue(const QString& path) const;

  /// Where names and widths are from, and where the recording is.
  DiagramDocument* document_;
  PlotPanel* plots_;
  QLineEdit* search_;
  QTreeWidget* tree_;
  QTimer rebuild_;
  QTimer refresh_;
};

}  // namespace loopwright
