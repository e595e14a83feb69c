#pragma once

#include <QObject>
#include <QPoint>
#include <functional>

class QMenu;

namespace loopwright {

class DiagramDocument;
class PlotPanel;
class PlotView;
class PlotWidget;
struct CurveSetting;
struct PlotCurve;
struct PlotSetting;

/// The menu of the plots: for the curve under the pointer, or its entry in the legend, for the axis
/// there, and for the plot. What it changes is saved in the document's `plots` and can be undone.
/// Object names of entries: `plotMenu.NAME`.
class PlotMenu : public QObject {
  Q_OBJECT

 public:
  /// For the plots of a document's runs, both of which must outlive it.
  PlotMenu(DiagramDocument* document, PlotPanel* panel, QObject* parent = nullptr);

  /// Opens the menu for what is at a place of a plot.
  void open(PlotView* view, const QPoint& place, const QPoint& global);
  /// Adds a signal to the plot with this place, or a plot of it (-1).
  void showSignal(int plot, const QString& path);

 Q_SIGNALS:
  /// A file is wanted of a plot: its picture, or the data of its curves.
  void pictureRequested(loopwright::PlotView* view);
  void dataRequested(loopwright::PlotView* view);
  /// It is to be printed.
  void printRequested(loopwright::PlotView* view);
  /// Something short to say.
  void messageShown(const QString& text);

 private:
  /// Entries for a curve, by its number in the plot.
  void fillForCurve(QMenu* menu, PlotWidget* plot, int curve);
  void fillAxes(QMenu* menu, const CurveSetting& curve);
  void fillLines(QMenu* menu, const QString& path);
  /// Entries for an axis, "x", "y", "y2" and so on.
  void fillForAxis(QMenu* menu, const QString& axis, bool isTime);
  /// Entries for the plot as a whole; `place` is where the menu was asked for, in pixels.
  void fillForPlot(QMenu* menu, const QPoint& place);
  void fillCircles(QMenu* menu);
  void fillReferences(QMenu* menu, const QPoint& place);
  /// An entry that is carried out on the plot, where there still is one.
  void addPlotEntry(QMenu* menu, const char* name, const QString& text,
                    const std::function<void(PlotView*)>& slot);
  /// Each opens a dialog that edits the plot when it is accepted.
  void askForRange(const PlotView& view, const QString& axis);
  void askForLabel(const PlotView& view, const QString& axis);
  void askForTitle(const PlotView& view);
  void askForReference(const QString& axis, double value);
  /// Puts a picture of the plot on the clipboard.
  static void copyPicture(PlotView* view);

  // The plot with that place now, null where there is none any more: a new run makes plots anew.
  PlotView* current() const;
  /// Changes the plot's setting in the document, as one undo step called `name`.
  void change(const QString& name, const std::function<void(PlotSetting*)>& change);
  void changeCurve(const QString& name, const QString& path,
                   const std::function<void(PlotCurve*)>& change);

  DiagramDocument* document_;
  PlotPanel* panel_;
  size_t index_ = 0;  // of the plot that the menu is or was open for
};

}  // namespace loopwright
