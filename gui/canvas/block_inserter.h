#pragma once

#include <QHash>
#include <QPointF>
#include <QSizeF>
#include <QString>
#include <functional>
#include <string>

#include "gui/canvas/canvas_part.h"

namespace loopwright {

struct LoopBreak;

/// Adds blocks to a canvas: by type, from the list that is searched by typing, into a wire, at a
/// port.
class BlockInserter final : public CanvasPart {
  Q_OBJECT
 public:
  explicit BlockInserter(DiagramView* view) : CanvasPart(view) {}

  /// Adds a block of `type` with its middle near `centre` (scene coordinates), on the grid and
  /// selected, one undo step. Returns its name, "" where it could not be added.
  QString addBlock(const QString& type, const QPointF& centre,
                   const QHash<QString, QString>& parameters = {});
  /// Where the top left corner of a new block of `type` belongs so that its middle is near
  /// `centre`.
  QPointF cornerFor(const QString& type, const QPointF& centre) const;
  /// Opens the list of blocks to add at a point of the scene. The block that is chosen is wired to
  /// `port` (`BLOCK.PORT`, an input if `portIsInput`) where one is given, or spliced into the wire
  /// to `wire`. The search begins with `text`.
  void quickAddAt(const QPointF& position, const QString& port = {}, bool portIsInput = false,
                  const QString& wire = {}, const QString& text = {});
  /// Puts a unit delay into a wire of an algebraic loop, in whatever level, one undo step, and
  /// shows it.
  void breakLoop(const LoopBreak& remedy);

 public Q_SLOTS:
  void addBlockInMiddle(const QString& type, const QHash<QString, QString>& parameters = {});
  /// Opens the list of blocks to add, at what is selected, at the pointer or in the middle.
  void quickAdd();

 Q_SIGNALS:
  /// A block of that type was added.
  void blockAdded(const QString& type);

 private:
  /// The size of a new block of a type, in the scene.
  QSizeF sizeOf(const QString& type) const;
  QPointF freePlace(const QString& type, const QPointF& centre) const;
  /// What else is done with a block of this name when it is added to a level.
  using Joining = std::function<void(Transaction*, const std::string& level, const QString& name)>;

  /// Adds a block. Returns its name, "" where it could not be added.
  QString add(const QString& type, const QPointF& centre, const QHash<QString, QString>& parameters,
              const Joining& join);
  /// Selects a block that was added, and tells of it; "" for none.
  void showAdded(const QString& type, const QString& name);
  /// Adds a block and wires it to a port.
  void addWiredBlock(const QString& type, const QHash<QString, QString>& parameters,
                     const QPointF& centre, const QString& port, bool portIsInput);
  /// Adds a block in the middle of a wire.
  void addSplicedBlock(const QString& type, const QHash<QString, QString>& parameters,
                       const QPointF& centre, const QString& wire);
};

}  // namespace loopwright
