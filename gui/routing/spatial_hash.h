#pragma once

#include <QHash>
#include <QRectF>
#include <algorithm>
#include <cmath>
#include <vector>

namespace loopwright {

/// Boxes in the plane, found by area in time that depends on what is near, not on how many there
/// are. Each box has the id that its owner gave it. Wires and obstacles of a level lie in such
/// hashes (RoutingMap), and the areas at which wires looked (WireLayout).
///
/// Method: the plane is divided into square cells of 160 px, about the size of a block and its
/// room; a table lists for each cell that is not empty the boxes that touch it. A box of 200 x 50
/// px lies in two to four cells or so, and a question for what is near a wire reads a handful of
/// lists.
class SpatialHash {
 public:
  /// Adds a box, or moves the one with this id. `box` is in pixels, with its left edge not right of
  /// its right one and its top not below its bottom.
  void insert(int id, const QRectF& box) {
    remove(id);
    boxes_.insert(id, box);
    const Cells cells = cellsOf(box);
    forCells(cells, [&](qint64 x, qint64 y) {
      cells_[key(x, y)].push_back({id, cells.left, cells.top, box});
    });
  }

  /// Removes a box; nothing happens where there is none with this id.
  void remove(int id) {
    const auto found = boxes_.constFind(id);
    if (found == boxes_.constEnd()) return;
    forCells(cellsOf(*found), [&](qint64 x, qint64 y) {
      const auto bucket = cells_.find(key(x, y));
      std::erase_if(*bucket, [id](const Entry& entry) { return entry.id == id; });
      if (bucket->empty()) cells_.erase(bucket);
    });
    boxes_.erase(found);
  }

  /// Removes all boxes.
  void clear() {
    cells_.clear();
    boxes_.clear();
  }

  /// Calls `visit(id, box)` for each box that shares a cell with `area`, once, in no order.
  template <typename Visit>
  void visitNear(const QRectF& area, Visit visit) const {
    if (boxes_.isEmpty()) return;
    const Cells cells = cellsOf(area);
    forCells(cells, [&](qint64 x, qint64 y) {
      const auto bucket = cells_.constFind(key(x, y));
      if (bucket == cells_.constEnd()) return;
      for (const Entry& entry : *bucket) {
        // A large box is in many cells; it is taken in the first that it shares with the area.
        const bool isFirst =
            std::max(entry.left, cells.left) == x && std::max(entry.top, cells.top) == y;
        if (isFirst) visit(entry.id, entry.box);
      }
    });
  }

  /// The ids of the boxes that share a cell with `area`, each once, ascending.
  std::vector<int> near(const QRectF& area) const {
    std::vector<int> ids;
    visitNear(area, [&](int id, const QRectF&) { ids.push_back(id); });
    std::sort(ids.begin(), ids.end());
    return ids;
  }

  /// The box with this id, which must be there.
  const QRectF& box(int id) const { return *boxes_.constFind(id); }
  /// Whether there is a box with this id.
  bool contains(int id) const { return boxes_.contains(id); }

 private:
  /// The side of a cell in pixels.
  static constexpr double kCell = 160;

  /// The first and the last cell that a box touches, in columns and in rows, both included.
  struct Cells {
    qint64 left, right, top, bottom;
  };
  /// What a cell knows of a box: enough to answer without another search by id.
  struct Entry {
    int id;
    qint64 left, top;  // the first of the box's cells
    QRectF box;
  };

  /// The cells of a box, also left of and above the origin: -1 px lies in cell -1.
  static Cells cellsOf(const QRectF& box) {
    const auto cell = [](double place) { return static_cast<qint64>(std::floor(place / kCell)); };
    return {cell(box.left()), cell(box.right()), cell(box.top()), cell(box.bottom())};
  }

  /// One number for a cell. Rows repeat after 2^20 cells, which is farther than a canvas reaches;
  /// even there a list would only hold boxes that a caller finds to be far.
  static qint64 key(qint64 x, qint64 y) { return x * 0x100000 + (y & 0xfffff); }

  /// Calls visit(x, y) for each cell of a range, column by column.
  template <typename Visit>
  static void forCells(const Cells& cells, Visit visit) {
    for (qint64 x = cells.left; x <= cells.right; ++x) {
      for (qint64 y = cells.top; y <= cells.bottom; ++y) visit(x, y);
    }
  }

  /// By cell, the boxes that touch it; and by id, each box once.
  QHash<qint64, std::vector<Entry>> cells_;
  QHash<int, QRectF> boxes_;
};

}  // namespace loopwright
