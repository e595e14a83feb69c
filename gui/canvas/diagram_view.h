#pragma once

#include <QGraphicsView>
#include <QHash>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <memory>

namespace loopwright {

class BlockItem;
class DiagramDocument;
class DiagramScene;
class QuickAdd;
class Tool;
class WireItem;

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

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Camera {
    QTransform transform;
    QPointF centre;
  };

  void openQuickAdd(const QPointF& scenePosition);
  void editName(BlockItem* block);
  void editSignalName(WireItem* wire);
  void nudge(const QPointF& offset);
  bool handleKey(QKeyEvent* event);
  void onDocumentReset();
  void growScene();

  DiagramDocument* document_;
  DiagramScene* scene_;
  std::unique_ptr<Tool> tool_;
  QuickAdd* quickAdd_ = nullptr;
  QHash<QString, Camera> cameras_;  // by level
  bool spaceHeld_ = false;
};

/// The mime type of a block type that is dragged from the palette; its data is the type's name.
inline constexpr char kBlockTypeMime[] = "application/x-loopwright-block-type";

}  // namespace loopwright
