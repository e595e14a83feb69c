#pragma once

#include <QGraphicsScene>
#include <QHash>
#include <QRectF>
#include <QSet>
#include <QString>
#include <QStringList>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "gui/routing/wire_layout.h"
#include "gui/routing/wire_router.h"

namespace loopwright {

class BlockItem;
class DiagramDocument;
class FrameItem;
class NoteItem;
class WireItem;
struct AlgebraicLoop;
struct Block;
struct Change;
struct ChangeSet;
struct DiagramModel;
struct PortPlace;
struct SignalSetting;
struct Wire;

/// A port on the canvas.
struct PortRef {
  BlockItem* block = nullptr;
  const PortPlace* port = nullptr;

  explicit operator bool() const { return port != nullptr; }
  /// `BLOCK.PORT`.
  QString key() const;
};

/// Mirrors one level of a document, by name: it follows the document's changes and never writes it.
/// Wires find their ways here, and names of signals their places: both follow from the document
/// alone, not from how it was edited (WireLayout).
class DiagramScene : public QGraphicsScene {
  Q_OBJECT
 public:
  explicit DiagramScene(DiagramDocument* document, QObject* parent = nullptr);
  ~DiagramScene() override;

  DiagramDocument* document() const { return document_; }
  QString level() const { return level_; }
  /// Shows another level, which must exist.
  void setLevel(const QString& level);
  const DiagramModel& diagram() const;

  BlockItem* findBlock(const QString& name) const { return blocks_.value(name); }
  WireItem* findWire(const QString& to) const { return wires_.value(to); }
  const QHash<QString, BlockItem*>& blocks() const { return blocks_; }
  const QHash<QString, WireItem*>& wires() const { return wires_; }
  QList<WireItem*> wiresAt(const QString& block) const;
  /// The wires of an output, in the order of the document.
  QList<WireItem*> wiresFrom(const QString& from) const;

  BlockItem* blockAt(const QPointF& position) const;
  WireItem* wireAt(const QPointF& position, double tolerance) const;
  PortRef portAt(const QPointF& position, double tolerance) const;
  /// The port without a wire that a place beside its block belongs to (see
  /// BlockItem::openPortAt()), of those that `accepts` says yes to.
  PortRef openPortAt(const QPointF& position, double tolerance,
                     const std::function<bool(const PortRef&)>& accepts = {}) const;
  PortRef findPort(const QString& key) const;
  WireEnd endAt(const PortRef& port) const;
  const RoutingMap& routingMap() const { return layout_.map(); }
  /// An id for a net that is not there yet: a wire that is being drawn.
  int netOf(const QString& from);

  /// Notes and frames by their index in the level; null where there is no such one.
  NoteItem* findNote(int index) const { return notes_.value(index); }
  FrameItem* findFrame(int index) const { return frames_.value(index); }

  /// The values that Display blocks of this level show, by name; others show none.
  void setDisplayedValues(const QHash<QString, QString>& values);

  /// Lays all wires anew, as when the level is opened.
  void routeAgain();
  /// How many wires have been laid so far.
  long laidCount() const { return layout_.laidCount(); }

  /// The algebraic loop that the wire to `to` is part of, or null.
  const AlgebraicLoop* loopOf(const QString& to) const;

  /// What is drawn, with names and labels; a null rectangle of an empty level.
  QRectF contentRect() const;
  QStringList selectedBlockNames() const;

 Q_SIGNALS:
  /// The level shown is another one, also because its subsystem was renamed or is gone.
  void levelChanged(const QString& level);
  /// Items were added, moved or removed; `area` is where they are now.
  void contentChanged(const QRectF& area);

 private:
  void onChanged(const ChangeSet& changes);
  void followLevel(const ChangeSet& changes);
  void applyChange(const Change& change);
  void applyBlockChange(const Change& change);
  void applyWireChange(const Change& change);
  void takeAway(QGraphicsItem* item);
  void removeAll();
  void rebuild();
  void rebuildNotes();
  void rebuildFrames();
  void updateBlock(const Block& block);
  void removeBlock(const QString& name);
  void refreshBlocks();
  void updateWire(const Wire& wire);
  void removeWire(const QString& to);
  void finishUpdate();
  void setSignalName(const QString& from, const QString& name);
  void setCourse(WireItem* item);
  void routeDirtyWires();
  void setWay(WireItem* item, const std::vector<QPointF>& points);
  void noteSignal(const SignalSetting& setting);
  void updateNets();
  bool updateNet(const QString& from);
  double coveredBy(const QRectF& label, const QString& from) const;
  void placeLabelsNear(const QRectF& area, const QString& after = {});
  void findRecordedSignals();
  void updateConnections(const QString& block);
  void showReport();
  void showRates();
  void showProblems();
  void showLoops();

  DiagramDocument* document_;
  QString level_;
  QHash<QString, BlockItem*> blocks_;
  QHash<QString, WireItem*> wires_;                // by `to`
  QHash<QString, QList<WireItem*>> wiresOfBlock_;  // by either end's block
  QHash<QString, QList<WireItem*>> nets_;          // by `from`
  QHash<QString, int> netIds_;
  QHash<QString, QString> signalNames_;    // by BLOCK.PORT
  std::set<std::string> recordedSignals_;  // by BLOCK.PORT
  bool recordedChanged_ = false;           // they have to be found anew
  double widestName_ = 0;                  // in pixels
  QList<NoteItem*> notes_;
  QList<FrameItem*> frames_;
  WireLayout layout_;
  SpatialHash labels_;  // names of signals, by the wire's id
  QHash<int, WireItem*> wiresById_;
  QSet<QString> dirtyWires_;
  std::set<QString> dirtyNets_;
  QSet<QString> dirtyConnections_;  // blocks
  QRectF changedArea_;
  bool losesSelection_ = false;
  bool displaysValues_ = false;
  int nextId_ = 0;
};

/// The block of `BLOCK.PORT`, and its port.
QString blockOfKey(const QString& key);
QString portOfKey(const QString& key);

}  // namespace loopwright
