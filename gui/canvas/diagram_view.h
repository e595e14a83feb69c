#pragma once

#include <QGraphicsView>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

#include "gui/tools/tool.h"
#include "gui/tools/tool_holder.h"
#include "gui/tools/tool_view.h"

class QHelpEvent;
class QTimer;

namespace loopwright {

class AnalysisMarks;
class BlockCosts;
class BlockInserter;
class BlockSource;
class Camera;
class CanvasMenu;
class CanvasOverlays;
class CanvasTexts;
class PortFocus;
class Revealer;
class SelectionCommands;
class WireValues;

/// The canvas: one level of a document, to look at and to edit. What a person does with the pointer
/// is turned into transactions by the tool in use (see tool.h). The view itself knows level,
/// selection and tool, and leads mouse and keys to its parts, each of which does one thing.
class DiagramView : public QGraphicsView, public ToolView {
  Q_OBJECT
 public:
  explicit DiagramView(DiagramDocument* document, QWidget* parent = nullptr);
  ~DiagramView() override;

  /// The document of which a level is shown; the view writes it through transactions only.
  DiagramDocument* document() const override { return document_; }
  /// The items of the level shown.
  DiagramScene* diagramScene() const override { return scene_; }

  // --- parts ---
  /// What can be done with the selection.
  SelectionCommands* commands() const { return commands_; }
  /// Adds blocks.
  BlockInserter* inserter() const { return inserter_; }
  /// Names, notes and frames, written in place.
  CanvasTexts* texts() const { return texts_; }
  /// What the right button offers.
  CanvasMenu* menu() const { return menu_; }
  /// The port that the keyboard is at.
  PortFocus* portFocus() const { return portFocus_; }
  /// Zoom and scroll.
  Camera* camera() const { return camera_; }
  /// Leads to what is somewhere in the document.
  Revealer* revealer() const { return revealer_; }
  /// What lies over the canvas: legend, small map, hints.
  CanvasOverlays* overlays() const { return overlays_; }
  /// The values of signals on wires.
  WireValues* wireValues() const { return wireValues_; }
  /// The points of an analysis.
  AnalysisMarks* analysisMarks() const { return analysisMarks_; }
  /// The colours of blocks by what they cost in a run.
  BlockCosts* blockCosts() const { return blockCosts_; }

  // --- level and selection ---
  /// The level shown, as a path; "" is the top.
  QString level() const override;
  /// Shows another level, with the zoom and scroll it was left with, or all of it the first time.
  void openLevel(const QString& level);
  /// Shows the level above, with the subsystem that was left selected.
  void leaveLevel();
  /// Names of the selected blocks of the level, in the order of the document.
  QStringList selectedBlocks() const;
  /// Selects these blocks and nothing else; names that are not there are passed over.
  void selectBlocks(const QStringList& names) override { select(names, {}); }
  /// Selects blocks by name and wires by `to`, and nothing else.
  void select(const QStringList& blocks, const QStringList& wires);
  /// Selects blocks, wires, notes and frames together.
  void select(const Selection& selection) override;
  void announceSelection() override { Q_EMIT selectionChanged(); }

  // --- for tools and parts ---
  double zoom() const override;
  /// The part of the scene that the viewport shows.
  QRectF seenArea() const override;
  void scrollBy(const QPoint& step) override;
  void showArea(const QRectF& area) override;
  void setPointerShape(Qt::CursorShape shape) override;
  void resetPointerShape() override;
  /// Where the pointer is, or the middle of what is seen; in the scene.
  QPointF pointerPlace() const;
  /// Where a new block of `type` goes so that its middle is near `centre`; see BlockInserter.
  QPointF cornerFor(const QString& type, const QPointF& centre) const override;
  /// Opens the list of blocks to add, which are then wired to `port`; see
  /// BlockInserter::quickAddAt().
  void offerBlocks(const QPointF& position, const QString& port, bool portIsInput) override;
  /// What a double-click does: opens a subsystem, edits a name, asks for a block to add.
  void activate(const QPointF& position) override;
  /// Makes `tool` the tool in use; null: selecting.
  void setTool(std::unique_ptr<Tool> tool) override;
  /// The overlays, which show what tools say.
  ToolMessages* messages() const override;
  /// Lets blocks be dragged from the palette to this canvas, and placed from it.
  void attachPalette(BlockSource* palette);

 Q_SIGNALS:
  /// Another level is shown, or the same one under another path.
  void levelChanged(const QString& level);
  /// What is selected is something else than before.
  void selectionChanged();
  /// The zoom is `factor` now, 1 for the actual size.
  void zoomChanged(double factor);
  /// The window is to show `text` in its status bar; "" takes the last one back.
  void messageShown(const QString& text);

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// What a mouse event of the viewport is to tools.
  ToolEvent toolEvent(const QMouseEvent& event) const;
  /// A drag from another widget that is at a place of the screen, as if it were one of the canvas.
  ToolEvent toolEventAt(const QPoint& globalPosition) const;
  /// Says how strong the noise of the block is that the pointer is on; false where it draws none.
  bool showNoiseTip(const QHelpEvent& help);
  /// Keys while the keyboard is at a port; whether this was one.
  bool handleFocusKey(QKeyEvent* event);
  bool handleArrow(QKeyEvent* event);
  /// Keys for the selection and the view, when neither tool nor port took them; whether this was
  /// one.
  bool handleKey(QKeyEvent* event);
  bool scrollTowards(const QPoint& position);
  void goOnBeyondEdge();
  bool typesToAdd(const QKeyEvent& event) const;
  /// Brings the view into line after the scene has changed its level.
  void showLevel(const QString& level);

  DiagramDocument* document_;
  DiagramScene* scene_;
  ToolHolder tool_;
  // Parts; each of those further down may use those before it.
  CanvasOverlays* overlays_;
  WireValues* wireValues_;
  AnalysisMarks* analysisMarks_;
  BlockCosts* blockCosts_;
  Camera* camera_;
  PortFocus* portFocus_;
  Revealer* revealer_;
  BlockInserter* inserter_;
  CanvasTexts* texts_;
  SelectionCommands* commands_;
  CanvasMenu* menu_;
  QString shownLevel_;
  QTimer* edgeTimer_;                      // runs while a drag is beyond the edge
  std::unique_ptr<QMouseEvent> edgeMove_;  // the last move of that drag
  std::optional<QPoint> pointer_;          // in the viewport, while it is there
  bool spaceHeld_ = false;
  bool hasPanned_ = false;  // while Space is held
};

}  // namespace loopwright
