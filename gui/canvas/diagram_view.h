#pragma once

#include <QGraphicsView>
#include <QHash>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>

#include "gui/tools/tool.h"
#include "gui/tools/tool_holder.h"
#include "gui/tools/tool_view.h"

class QLabel;
class QMenu;
class QTimer;

namespace loopwright {

class BlockItem;
class BlockSource;
class CanvasHint;
class Document;
class InlineEditor;
class Minimap;
class RateLegend;
class Transaction;
class ViewMotion;
class ChangeSet;
struct LoopDelay;
enum class Alignment;

/// The canvas: one level of a document, to look at and to edit. What a person does is turned into
/// transactions by the tool in use (see tool.h); the view itself zooms, pans and changes levels.
class DiagramView : public QGraphicsView, public ToolView {
  Q_OBJECT
 public:
  explicit DiagramView(DiagramDocument* document, QWidget* parent = nullptr);
  ~DiagramView() override;

  DiagramDocument* document() const override { return document_; }
  DiagramScene* diagramScene() const override { return scene_; }

  /// The level shown, as a path; "" is the top.
  QString level() const override;
  /// Shows another level, with the zoom and scroll it was left with, or all of it the first time.
  void openLevel(const QString& level);
  /// Shows the level above, with the subsystem that was left selected.
  void leaveLevel();

  /// Names of the selected blocks of the level, in the order of the document.
  QStringList selectedBlocks() const;
  void selectBlocks(const QStringList& names) override { select(names, {}); }
  /// Selects blocks by name and wires by `to`, and nothing else.
  void select(const QStringList& blocks, const QStringList& wires);
  void select(const Selection& selection) override;
  void announceSelection() override { Q_EMIT selectionChanged(); }
  /// Leads to what a diagnostic or a signal is about (`SUB/BLOCK`, `BLOCK.PORT`): opens its level,
  /// selects the block, brings it to the middle and flashes it. False where there is no such block.
  bool reveal(const QString& path);

  /// Scrolls as little as needed for a block of the level to be seen.
  void showBlock(const QString& name);
  /// Leads to a wire, a note or a frame of a level.
  bool revealWire(const QString& level, const QString& to);
  bool revealNote(const QString& level, int index);
  bool revealFrame(const QString& level, int index);

  double zoom() const override;
  void setZoom(double factor);
  QRectF seenArea() const override;
  void scrollBy(const QPoint& step) override;
  void showArea(const QRectF& area) override;
  void setPointerShape(Qt::CursorShape shape) override;
  void resetPointerShape() override;

  /// Adds a block of `type` with its middle near `centre` (scene coordinates), on the grid and
  /// selected, one undo step. Returns its name, "" where it could not be added.
  QString addBlock(const QString& type, const QPointF& centre,
                   const QHash<QString, QString>& parameters = {});
  /// Where the top left corner of a new block of `type` belongs so that its middle is near
  /// `centre`.
  QPointF cornerFor(const QString& type, const QPointF& centre) const override;
  /// Opens the list of blocks to add at a point of the scene. The block that is chosen is wired to
  /// `port` (`BLOCK.PORT`, an input if `portIsInput`) where one is given, or spliced into the wire
  /// to `wire`. The search begins with `text`.
  void quickAddAt(const QPointF& position, const QString& port = {}, bool portIsInput = false,
                  const QString& wire = {}, const QString& text = {});
  void offerBlocks(const QPointF& position, const QString& port, bool portIsInput) override {
    quickAddAt(position, port, portIsInput);
  }
  /// Puts a unit delay into a wire of an algebraic loop, in whatever level, one undo step, and
  /// shows it.
  void breakLoop(const LoopDelay& delay);
  /// What a double-click does: opens a subsystem, edits a name, asks for a block to add.
  void activate(const QPointF& position) override;
  /// Lets blocks be dragged from the palette to this canvas, and placed from it.
  void attachPalette(BlockSource* palette);
  /// Whether there is a minimap in the corner, where there is room for one.
  void setMinimapShown(bool shown);

  /// Makes `tool` the tool in use; null: selecting.
  void setTool(std::unique_ptr<Tool> tool) override;
  /// Says something short about the gesture: shown by the window, "" takes it back.
  void showMessage(const QString& text) override { Q_EMIT messageShown(text); }
  /// Says why something cannot be done, beside the place; it stays for a while and goes with the
  /// next press of a button or key. The label is called `canvasHint`.
  void showHint(const QString& text, const QPointF& place) override;
  void hideHint() override;

  /// The port that the keyboard is at, `BLOCK.PORT`; "" for none. Tab and the arrows lead from port
  /// to port, Enter begins a wire there.
  const QString& focusedPort() const { return focusedPort_; }
  void focusPort(const QString& key);

  /// What the right button, or the menu key, offers at a place of the scene. The caller owns it.
  QMenu* makeContextMenu(const QPointF& position);
  /// Adds the colours that the selection can have.
  void fillColourMenu(QMenu* menu);

 public Q_SLOTS:
  void addBlockInMiddle(const QString& type, const QHash<QString, QString>& parameters = {});
  void deleteSelection();
  void selectAll();
  void renameSelection();
  void duplicateSelection();
  void copySelection();
  void cutSelection();
  void paste();
  /// Takes the selected blocks out of their wires; see disconnectSelection().
  void disconnectSelected();
  void rotateSelection();
  void flipSelection();
  void toggleEnabled();
  void openSelection();
  void groupSelection();
  void dissolveSelection();
  void alignSelection(loopwright::Alignment alignment);
  void colourSelection(const QColor& colour);
  /// Lays the selected blocks, or all of the level, out from left to right.
  void arrange();
  /// Adds a note at the pointer or in the middle and opens it for writing.
  void addNote();
  /// Adds a frame around the selection, or in the middle, and asks for its title.
  void addFrame();
  void zoomIn();
  void zoomOut();
  void zoomToActualSize();
  /// Brings the selection, or everything if there is none, into view.
  void zoomToFit();
  /// Brings everything into view, whatever is selected.
  void showAll();
  /// The same, as a diagram is first seen: only its beginning where all would be too small to read.
  void showForReading();
  /// Opens the list of blocks to add, at the pointer or in the middle.
  void quickAdd();

 Q_SIGNALS:
  void levelChanged(const QString& level);
  void selectionChanged();
  void zoomChanged(double factor);
  void messageShown(const QString& text);
  /// A block was double-clicked that is no subsystem: its form is wanted.
  void propertiesRequested(const QString& block);
  /// The help of a block type is wanted.
  void helpRequested(const QString& type);
  /// A block of that type was added.
  void blockAdded(const QString& type);

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
  struct Camera {
    QTransform transform;
    QPointF corner;  // top left
  };

  ToolEvent toolEvent(const QMouseEvent& event) const;
  ToolEvent toolEventAt(const QPoint& globalPosition) const;
  void editBlockName(const QString& block);
  void editSignalName(const QString& wire);
  void editNote(int index);
  void editFrameTitle(int index);
  void openEditor(InlineEditor* editor, const QPointF& centre);
  void addNoteAt(const QPointF& position);
  void addFrameAround(const QRectF& box);
  void addRecordEntry(QMenu* menu, const QString& port);
  void recordSignal(const QString& port, bool recorded);
  /// Where the pointer is, or the middle of what is seen.
  QPointF pointerPlace() const;
  QSizeF sizeOf(const QString& type) const;
  QPointF freePlace(const QString& type, const QPointF& centre) const;
  void fillBlockMenu(QMenu* menu, BlockItem* block);
  void fillWireMenu(QMenu* menu, const QString& to);
  void fillPortMenu(QMenu* menu, const QString& port, bool isInput);
  void fillTextMenu(QMenu* menu, QGraphicsItem* item);
  void fillCanvasMenu(QMenu* menu, const QPointF& position);
  void fillAlignMenu(QMenu* menu);
  bool stepFocus(bool forward);
  bool focusTowards(const QPointF& direction);
  void wireFromFocus();
  bool handleFocusKey(QKeyEvent* event);
  bool handleArrow(QKeyEvent* event);
  bool nudgeWire(const QPointF& offset);
  void bring(const QPointF& place);
  bool scrollTowards(const QPoint& position);
  void goOnBeyondEdge();
  bool typesToAdd(const QKeyEvent& event) const;
  void showTip(const QPoint& position, const QPoint& globalPosition);
  void showStep(const ChangeSet& changes);
  void showEmptyHint();
  void routeAutomatically(const QString& to);
  void addWiredBlock(const QString& type, const QHash<QString, QString>& parameters,
                     const QPointF& centre, const QString& port, bool portIsInput);
  void addSplicedBlock(const QString& type, const QHash<QString, QString>& parameters,
                       const QPointF& centre, const QString& wire);
  void pasteCopy(const Document& copy, const QPointF& corner, const QString& name);
  void nudge(const QPointF& offset);
  void grow(const QSizeF& growth);
  bool handleKey(QKeyEvent* event);
  void editSelection(const QString& verb,
                     void (*change)(Transaction*, const std::string&, const QStringList&));
  void showLevel(const QString& level);
  /// Closes what is open over the canvas for typing.
  void giveUpFields();
  void growScene(const QRectF& area);
  void placeOverlays();
  enum class Fit {
    kAll,      ///< all of it is seen
    kReadable  ///< its beginning is, where all of it would be too small to read
  };
  void fitTo(QRectF target, Fit how);
  int stripBelow(const QRectF& content) const;

  DiagramDocument* document_;
  DiagramScene* scene_;
  ToolHolder tool_;
  ViewMotion* motion_;
  RateLegend* legend_;
  Minimap* minimap_;
  CanvasHint* hint_;
  bool wantsMinimap_ = true;
  QHash<QString, Camera> cameras_;  // by level
  QString shownLevel_;
  QString focusedPort_;
  QLabel* emptyHint_;                      // what an empty level says
  QTimer* edgeTimer_;                      // runs while a drag is beyond the edge
  std::unique_ptr<QMouseEvent> edgeMove_;  // the last move of that drag
  std::optional<QPoint> pointer_;          // in the viewport, while it is there
  bool spaceHeld_ = false;
  bool hasPanned_ = false;  // while Space is held
  bool fitsWhenShown_ = true;
  QRectF fittedTarget_;  // of the last fit,
  Fit fittedHow_ = Fit::kAll;
  QTransform fittedTransform_;  // and the viewport's after it
};

}  // namespace loopwright
