#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;

namespace loopwright {

class PlotPanel;
class ReadingTable;

/// What can be read off the plots over time, in two tables beside them: the values at the cursors A
/// and B with their differences and slopes, and the measures of the visible part of each curve that
/// is shown. Both follow the plots. Object names: `readings`, `cursorTable`, `measureTable`.
class ReadingsPanel : public QWidget {
  Q_OBJECT

 public:
  /// Beside `plots`, which must outlive it.
  explicit ReadingsPanel(PlotPanel* plots, QWidget* parent = nullptr);

  /// The measures are shown or not; the cursors' table is where the plots show cursors.
  void setMeasuresShown(bool shown);

  QSize sizeHint() const override;

 private:
  /// Reads the plots anew, at once or after a pause that is as long as the last reading asks for.
  void refreshSoon();
  void refresh();

  PlotPanel* plots_;
  QLabel* cursorTitle_;
  ReadingTable* cursorTable_;
  QLabel* measureTitle_;
  ReadingTable* measureTable_;
  bool showsMeasures_ = false;
  QTimer timer_;
  qint64 restMs_ = 0;
};

/// The plots of a document with their readings at the right, which can be made wider or narrower.
QWidget* makePlotsPage(PlotPanel* plots, ReadingsPanel* readings);

}  // namespace loopwright
