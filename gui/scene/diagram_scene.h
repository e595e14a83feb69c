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
#include "gui/scene/signal_label.h"

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

/// What a run says of a block: what it failed with there, or went on from.
struct BlockProblem {
  QString path;
  QString text;
  bool isError = false;
};

/// Mirrors one level of a document, by name: it follows the document's changes and never writes it.
/// Wires find their ways here, and names of signals their places: both follow from the document
/// alone, not from how it was edited (WireLayout).
class DiagramScene : public QGraphicsScene {
  Q_OBJECT
 public:
  explicit DiagramScene(DiagramDocument* document, QObject* parent = nullptr);

  /// The document that it mirrors.
  DiagramDocument* document() const { return document_; }
  /// The path of the level shown; "" is the top.
  QString level() const { return level_; }
  /// Shows another level, which must exist.
  void setLevel(const QString& level);
  /// The level's part of the document; an empty one while the document has no such level.
  const DiagramModel& diagram() const;

  /// The items by what the document calls them, a block by its name and a wire by its input
  /// (`BLOCK.PORT`); null where there is none.
  BlockItem* findBlock(const QString& name) const { return blocks_.value(name); }
  WireItem* findWire(const QString& to) const { return wires_.value(to); }
  /// All items of a kind, in no order.
  const QHash<QString, BlockItem*>& blocks() const { return blocks_; }
  const QHash<QString, WireItem*>& wires() const { return wires_; }
  /// The wires that begin or end at a block.
  QList<WireItem*> wiresAt(const QString& block) const { return wiresOfBlock_.value(block); }
  /// The wires of an output, in the order of the document.
  QList<WireItem*> wiresFrom(const QString& from) const { return nets_.value(from); }

  /// What lies at a point of the scene, the uppermost where there are several; null or a null port
  /// where nothing does. Tolerances are in units of the scene.
  BlockItem* blockAt(const QPointF& position) const;
  WireItem* wireAt(const QPointF& position, double tolerance) const;
  PortRef portAt(const QPointF& position, double tolerance) const;
  /// The port without a wire that a place beside its block belongs to (see
  /// BlockItem::openPortAt()), of those that `accepts` says yes to.
  PortRef openPortAt(const QPointF& position, double tolerance,
                     const std::function<bool(const PortRef&)>& accepts = {}) const;
  /// Of `ports` the nearest to a place that lies in a direction from there, a unit vector; null
  /// where none does.
  PortRef nearestTowards(const QPointF& direction, const QPointF& place,
                         const QList<PortRef>& ports) const;
  /// The port of a key, as far as it exists.
  PortRef findPort(const QString& key) const;
  /// Where a wire at this port, which is not null, begins or ends.
  WireEnd endAt(const PortRef& port) const;
  /// What lies on the level, for the wire of a tool that finds its way among it.
  const RoutingMap& routingMap() const { return layout_.map(); }
  /// An id for a net that is not there yet: a wire that is being drawn.
  int netOf(const QString& from);

  /// Notes and frames by their index in the level; null where there is no such one.
  NoteItem* findNote(int index) const { return notes_.value(index); }
  FrameItem* findFrame(int index) const { return frames_.value(index); }

  /// The values that Display blocks of this level show, by name; others show none.
  void setDisplayedValues(const QHash<QString, QString>& values);

  /// What the last run said, which blocks show beside what checks find.
  void setRunProblems(const QList<BlockProblem>& problems);
  const QList<BlockProblem>& runProblems() const { return runProblems_; }

  /// Lays all wires anew, as when the level is opened.
  void routeAgain();
  /// How many wires have been laid so far.
  long laidCount() const { return layout_.laidCount(); }

  /// The algebraic loop that the wire to `to` is part of, or null.
  const AlgebraicLoop* loopOf(const QString& to) const;

  /// What is drawn, with names and labels; a null rectangle of an empty level.
  QRectF contentRect() const;
  /// In the order of the document.
  QStringList selectedBlockNames() const;

 Q_SIGNALS:
  /// The level shown is another one, also because its subsystem was renamed or is gone.
  void levelChanged(const QString& level);
  /// Items were added, moved or removed; `area` is where they are now.
  void contentChanged(const QRectF& area);

 private:
  /// Follows a change set of the document.
  void onChanged(const ChangeSet& changes);
  /// Shows the same level under its new path, or the nearest one that is left.
  void followLevel(const ChangeSet& changes);
  /// Leads one change to the items that it concerns.
  void applyChange(const Change& change);
  void applyBlockChange(const Change& change);
  void applyWireChange(const Change& change);
  /// Removes and deletes an item.
  void takeAway(QGraphicsItem* item);
  void removeAll();
  /// Makes all items anew, for another level or document.
  void rebuild();
  void rebuildNotes();
  void rebuildFrames();
  void updateBlock(const Block& block);
  void removeBlock(const QString& name);
  void updateWire(const Wire& wire);
  void removeWire(const QString& to);
  /// Lays wires, names and badges that a change made out of date, and says that content changed.
  void finishUpdate();
  /// Hands the ends of a wire to the layout.
  void setCourse(WireItem* item);
  /// Finds the ways of wires that may need another one.
  void routeDirtyWires();
  /// Shows a wire along `points`.
  void setWay(WireItem* item, const std::vector<QPointF>& points);
  /// Remembers a signal's name, where it has one.
  void noteSignal(const SignalSetting& setting);
  /// Places dots and names of all nets that are out of date.
  void updateNets();
  bool updateNet(const QString& from);
  double coveredBy(const QRectF& label, const QString& from) const;
  bool isOnFrame(const QRectF& label) const;
  /// A name at one of a net's wires.
  struct NameOnWire {
    const WireItem* wire = nullptr;
    SignalLabel label;
  };
  NameOnWire hostOfName(const QList<WireItem*>& wires, const QString& name) const;
  void placeLabelsNear(const QRectF& area, const QString& after = {});
  void placeLabelsAlong(const std::vector<QPointF>& way);
  /// Finds anew which signals runs record, and marks blocks whose badges differ.
  void findRecordedSignals();
  /// Tells a block which of its ports are wired and recorded.
  void updateConnections(const QString& block);
  /// Shows what the last check found: colours, problems, loops.
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
  QList<BlockProblem> runProblems_;
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
