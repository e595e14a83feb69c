#pragma once

#include <QGraphicsView>
#include <QHash>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <memory>
#include <string>

class QVariantAnimation;

namespace loopwright {

class BlockItem;
class DiagramDocument;
class DiagramScene;
class InlineEditor;
class Minimap;
class PalettePanel;
class RateLegend;
class Tool;
class Transaction;
struct ToolEvent;

/// The canvas: one level of a document, to look at and to edit. What a person does is turned into
/// transactions by the tool in use (see tool.h); the view itself zooms, pans and changes levels.
class DiagramView : public QGraphicsView {
  Q_OBJECT
 public:
  explicit DiagramView(DiagramDocument* document, QWidget* parent = nullptr);
  ~DiagramView() override;

  DiagramDocument* document() const { return document_; }
  DiagramScene* diagramScene() const { return scene_; }

  /// The level shown, as a path; "" is the top.
  QString level() const;
  /// Shows another level, with the zoom and scroll it was left with, or all of it the first time.
  void openLevel(const QString& level);
  /// Shows the level above, with the subsystem that was left selected.
  void leaveLevel();

  /// Names of the selected blocks of the level, in the order of the document.
  QStringList selectedBlocks() const;
  void selectBlocks(const QStringList& names);
  /// Leads to what a diagnostic or a signal is about (`SUB/BLOCK`, `BLOCK.PORT`): opens its level,
  /// selects the block, brings it to the middle and flashes it. False where there is no such block.
  bool reveal(const QString& path);

  double zoom() const;
  void setZoom(double factor);

  /// Adds a block of `type` with its middle near `centre` (scene coordinates), on the grid and
  /// selected, one undo step. Returns its name, "" where it could not be added.
  QString addBlock(const QString& type, const QPointF& centre,
                   const QHash<QString, QString>& parameters = {});
  /// Where the top left corner of a new block of `type` belongs so that its middle is near
  /// `centre`.
  QPointF cornerFor(const QString& type, const QPointF& centre) const;
  /// Opens the list of blocks to add at a point of the scene. The block that is chosen is wired to
  /// `port` (`BLOCK.PORT`, an input if `portIsInput`) where one is given.
  void quickAddAt(const QPointF& position, const QString& port = {}, bool portIsInput = false);
  /// What a double-click does: opens a subsystem, edits a name, asks for a block to add.
  void activate(const QPointF& position);
  /// Lets blocks be dragged from the palette to this canvas, and placed from it.
  void attachPalette(PalettePanel* palette);

  /// Makes `tool` the tool in use; null: selecting.
  void setTool(std::unique_ptr<Tool> tool);
  /// Says something short about the gesture: shown by the window, "" takes it back.
  void showMessage(const QString& text) { Q_EMIT messageShown(text); }

 public Q_SLOTS:
  void addBlockInMiddle(const QString& type);
  void deleteSelection();
  void selectAll();
  void renameSelection();
  void duplicateSelection();
  void copySelection();
  void cutSelection();
  void paste();
  void rotateSelection();
  void flipSelection();
  void toggleEnabled();
  void openSelection();
  void zoomIn();
  void zoomOut();
  void zoomToActualSize();
  /// Brings the selection, or everything if there is none, into view.
  void zoomToFit();
  /// Opens the list of blocks to add, at the pointer or in the middle.
  void quickAdd();

 Q_SIGNALS:
  void levelChanged(const QString& level);
  void selectionChanged();
  void zoomChanged(double factor);
  void messageShown(const QString& text);
  /// A block was double-clicked that is no subsystem: its form is wanted.
  void propertiesRequested(const QString& block);
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

 private:
  struct Camera {
    QTransform transform;
    QPointF centre;
  };

  template <typename Call>
  void callTool(Call call);
  ToolEvent toolEvent(const QMouseEvent& event) const;
  ToolEvent toolEventAt(const QPoint& globalPosition) const;
  void editBlockName(const QString& block);
  void editSignalName(const QString& wire);
  void openEditor(InlineEditor* editor, const QPointF& centre);
  void routeAutomatically(const QString& to);
  void addChosenBlock(const QString& type, const QHash<QString, QString>& parameters,
                      const QPointF& centre, const QString& port, bool portIsInput);
  void pasteBytes(const std::string& bytes, const QPointF& position, const QString& name);
  void nudge(const QPointF& offset);
  bool handleKey(QKeyEvent* event);
  void editSelection(const QString& verb,
                     void (*change)(Transaction*, const std::string&, const QStringList&));
  void showLevel(const QString& level);
  void growScene(const QRectF& area);
  void placeOverlays();
  void flash(BlockItem* block);

  DiagramDocument* document_;
  DiagramScene* scene_;
  std::unique_ptr<Tool> tool_;
  RateLegend* legend_;
  Minimap* minimap_;
  std::unique_ptr<Tool> retired_;   // gave way while it was being called
  int toolCalls_ = 0;               // calls of the tool in progress
  QHash<QString, Camera> cameras_;  // by level
  QString shownLevel_;
  QVariantAnimation* flashing_ = nullptr;
  QString flashed_;
  bool spaceHeld_ = false;
  bool hasPanned_ = false;  // while Space is held
  bool fitsWhenShown_ = true;
};

/// The clipboard's format of a part of a diagram.
inline constexpr char kDiagramMime[] = "application/x-loopwright-diagram";

}  // namespace loopwright
