#pragma once

#include <QHash>
#include <QRectF>
#include <algorithm>
#include <cmath>
#include <vector>

namespace loopwright {

/// Boxes in the plane, found by area in time that depends on what is near, not on how many there
/// are. Each box has the id that its owner gave it.
class SpatialHash {
 public:
  void insert(int id, const QRectF& box) {
    remove(id);
    boxes_.insert(id, box);
    forCells(box, [&](qint64 cell) { cells_[cell].push_back(id); });
  }

  void remove(int id) {
    const auto found = boxes_.constFind(id);
    if (found == boxes_.constEnd()) return;
    forCells(*found, [&](qint64 cell) {
      const auto bucket = cells_.find(cell);
      bucket->erase(std::remove(bucket->begin(), bucket->end(), id), bucket->end());
      if (bucket->empty()) cells_.erase(bucket);
    });
    boxes_.erase(found);
  }

  void clear() {
    cells_.clear();
    boxes_.clear();
  }

  /// The ids of the boxes that share a cell with `area`, each once, ascending.
  std::vector<int> near(const QRectF& area) const {
    std::vector<int> ids;
    forCells(area, [&](qint64 cell) {
      const auto bucket = cells_.constFind(cell);
      if (bucket != cells_.constEnd()) ids.insert(ids.end(), bucket->begin(), bucket->end());
    });
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
  }

  const QRectF& box(int id) const { return *boxes_.constFind(id); }
  int size() const { return static_cast<int>(boxes_.size()); }

 private:
  static constexpr double kCell = 160;

  template <typename Visit>
  static void forCells(const QRectF& box, Visit visit) {
    const auto left = static_cast<qint64>(std::floor(box.left() / kCell));
    const auto right = static_cast<qint64>(std::floor(box.right() / kCell));
    const auto top = static_cast<qint64>(std::floor(box.top() / kCell));
    const auto bottom = static_cast<qint64>(std::floor(box.bottom() / kCell));
    for (qint64 x = left; x <= right; ++x) {
      for (qint64 y = top; y <= bottom; ++y) visit(x * 0x100000 + (y & 0xfffff));
    }
  }

  QHash<qint64, std::vector<int>> cells_;
  QHash<int, QRectF> boxes_;
};

}  // namespace loopwright
