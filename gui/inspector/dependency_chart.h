#pragma once

#include <QPainterPath>
#include <QPoint>
#include <QRect>
#include <QWidget>
#include <optional>

#include "gui/inspector/dependency_graph.h"

class QPainter;

namespace loopwright {

/// A value and its neighbours, drawn: in the middle the value, to the left what it depends on, to
/// the right what depends on it. Values that are up to date are rounded boxes, those out of date
/// have pointed ends, dashes and the colour of warnings, and what is not computed has round ends.
///
/// A click on a value walks there, as Enter does; the arrows choose. Object name:
/// `dependencyChart`.
class DependencyChart : public QWidget {
  Q_OBJECT

 public:
  explicit DependencyChart(QWidget* parent = nullptr);

  /// Shows this from now on. Of the same value in the middle, what is chosen stays chosen.
  void setGraph(DependencyGraph graph);
  const DependencyGraph& graph() const { return graph_; }

  /// Where the value in this row of a column is drawn.
  QRect boxOf(DependencyColumn column, int row) const;
  /// The outline of a value of this freshness in a box.
  static QPainterPath outline(const QRectF& box, Freshness freshness);
  /// The value that the keyboard is at; null where there is none.
  const DependencyNode* chosen() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// A value beside the middle was chosen to go to.
  void walked(const loopwright::DependencyPlace& place);
  /// The keyboard went to a value that is drawn here.
  void chosenMoved(const QRect& box);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// A value by where it stands.
  struct Spot {
    DependencyColumn column = DependencyColumn::kMiddle;
    int row = 0;
    bool operator==(const Spot&) const = default;
  };

  // The value of a row of a column, null where there is none; the row under a pixel.
  const DependencyNode* nodeAt(const Spot& spot) const;
  std::optional<Spot> spotAt(const QPoint& place) const;
  // Where boxes stand, in pixels. A column is as wide as its longest name asks for, as far as there
  // is room for all three.
  int rowCount(DependencyColumn column) const;
  int boxWidth(const Spot& spot) const;
  static QString titleOf(DependencyColumn column);
  int neededWidth(DependencyColumn column) const;
  QRect columnRect(DependencyColumn column) const;
  int rowsTop(DependencyColumn column) const;
  int contentHeight() const;
  QFont fontOf(DependencyColumn column) const;
  // Which value the pointer is at, and which one the keyboard; walking makes one the middle.
  void setHovered(const std::optional<Spot>& spot);
  void choose(const Spot& spot);
  void chooseBeside(int direction);
  void walk(const Spot& spot);

  void paintColumn(QPainter* painter, DependencyColumn column) const;
  void paintEdge(QPainter* painter, const QRect& from, const QRect& to) const;
  void paintNode(QPainter* painter, const Spot& spot) const;
  void paintKey(QPainter* painter) const;

  DependencyGraph graph_;
  Spot chosen_;
  std::optional<Spot> hovered_;
  std::optional<Spot> pressed_;
};

}  // namespace loopwright
