#include "gui/routing/grid_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

namespace loopwright {

namespace {

// Prices in pixels of length.
constexpr auto kBend = static_cast<float>(WayPrice::kBend);
constexpr float kCrossing = 30;
constexpr float kOverlap = 4;        // per pixel on another wire,
constexpr float kOverlapStart = 60;  // and for being on it at all, ends that touch included
constexpr float kPreferred = 0.98f;  // factor along the preferred lines
constexpr float kNear = 0.5f;        // more per pixel nearer than kFreeRoom to something
constexpr float kTrunk = 0.25f;      // factor on the trunk
constexpr double kFreeRoom = 20;
constexpr double kInLine = 6;  // Wires in line that end nearer to each other look like one.
constexpr double kGridStep = 10;
constexpr size_t kMostLines = 120;
constexpr size_t kMostWires = 60;  // have lines beside them
constexpr int kMostSteps = 20000;  // Then there is hardly a way, or none that is worth it.

enum Direction { kRight, kDown, kLeft, kUp };
constexpr int kStepX[] = {1, 0, -1, 0};
constexpr int kStepY[] = {0, 1, 0, -1};

// The number of the direction that an axis vector points in, for example 2 (kLeft) for (-1, 0); -1
// for the zero vector, which stands for "any direction".
int directionOf(const QPointF& vector) {
  if (vector.x() > 0) return kRight;
  if (vector.x() < 0) return kLeft;
  if (vector.y() > 0) return kDown;
  return vector.y() < 0 ? kUp : -1;
}

// Sorted, each once, and not more than kMostLines: those nearest to the ends stay.
void prepareLines(std::vector<double>* lines, double from, double to) {
  std::sort(lines->begin(), lines->end());
  lines->erase(std::unique(lines->begin(), lines->end()), lines->end());
  if (lines->size() <= kMostLines) return;
  const auto distance = [&](double value) {
    return std::min(std::abs(value - from), std::abs(value - to));
  };
  std::nth_element(lines->begin(), lines->begin() + kMostLines, lines->end(),
                   [&](double a, double b) { return distance(a) < distance(b); });
  lines->resize(kMostLines);
  std::sort(lines->begin(), lines->end());
}

// The lines that a way may use.
struct GridLines {
  std::vector<double> xs;
  std::vector<double> ys;

  void addBeside(const QRectF& box, double distance) {
    xs.insert(xs.end(), {box.left() - distance, box.right() + distance});
    ys.insert(ys.end(), {box.top() - distance, box.bottom() + distance});
  }
};

// Floating-point sums depend on their order: it must not be the one of the owner's ids.
void sort(Surroundings* around) {
  const auto key = [](const QRectF& box) {
    return std::array{box.left(), box.top(), box.right(), box.bottom()};
  };
  std::sort(around->obstacles.begin(), around->obstacles.end(),
            [&](const Obstacle& a, const Obstacle& b) {
              return a.kind != b.kind ? a.kind < b.kind : key(a.box) < key(b.box);
            });
  std::sort(
      around->wires.begin(), around->wires.end(),
      [&](const WireSegment& a, const WireSegment& b) { return key(a.box()) < key(b.box()); });
}

// The search itself. The nodes of the grid are the crossings of its vertical and horizontal lines;
// an edge joins neighbours on a line. First every edge gets a price, as arrays, so that the search
// looks at no obstacle any more; then A* (P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis
// for the heuristic determination of minimum cost paths", 1968) runs from start to goal.
//
// A state is a node together with the direction in which the way arrives at it: state = 4 * node +
// direction. Without the direction the price of a bend could not be known.
class Search {
 public:
  explicit Search(GridProblem problem) : problem_(std::move(problem)) {
    sort(&problem_.around);
    makeLines();
    columns_ = static_cast<int>(lines_.xs.size());
    rows_ = static_cast<int>(lines_.ys.size());
    priceEdges();
    for (const WireSegment& wire : problem_.trunk) cheapen(wire);
    for (const Obstacle& obstacle : problem_.around.obstacles) priceObstacle(obstacle);
    for (const WireSegment& wire : problem_.around.wires) priceWire(wire);
  }

  std::optional<std::vector<QPointF>> run();

 private:
  // A state that waits for its turn. The order is reversed, since a priority_queue gives its
  // greatest first; equal estimates go by the state's number, so that a search always ends alike.
  struct Entry {
    float estimate;
    int state;
    bool operator<(const Entry& other) const {
      return estimate != other.estimate ? estimate > other.estimate : state > other.state;
    }
  };

  double x(int column) const { return lines_.xs[column]; }
  double y(int row) const { return lines_.ys[row]; }
  int node(int column, int row) const { return row * columns_ + column; }
  // The price of the edge right of, or below, a node.
  float& across(int column, int row) { return across_[node(column, row)]; }
  float& down(int column, int row) { return down_[node(column, row)]; }

  void makeLines();
  void priceEdges();
  void cheapen(const WireSegment& trunk);
  void priceObstacle(const Obstacle& obstacle);
  template <typename Change>
  void changeEdges(const QRectF& inside, const Change& change);
  void priceWire(const WireSegment& wire);
  float edgePrice(int column, int row, int direction);
  float distanceToGoal(int column, int row) const;
  void relax(int state, int next, float cost, float estimate);
  std::vector<QPointF> wayTo(int state) const;

  GridProblem problem_;
  GridLines lines_;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<float> across_;
  std::vector<float> down_;
  std::vector<float> cost_;
  std::vector<int> previous_;
  std::priority_queue<Entry> queue_;
};

// The position of the first line that is not before `value`. For a value that is a line it is the
// position of that line.
int indexOf(const std::vector<double>& lines, double value) {
  return static_cast<int>(std::lower_bound(lines.begin(), lines.end(), value) - lines.begin());
}

// Gives every edge its length as price, on the preferred lines 2 % less: so that of two ways of
// equal length the one with its step at the preferred place is taken.
void Search::priceEdges() {
  // An edge is stored at its left or upper node, so that both arrays have one entry per node and
  // the last column and row of each stay unused.
  const size_t nodes = static_cast<size_t>(columns_) * static_cast<size_t>(rows_);
  across_.assign(nodes, 0);
  down_.assign(nodes, 0);
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      if (column + 1 < columns_) {
        across(column, row) = static_cast<float>(x(column + 1) - x(column)) *
                              (y(row) == problem_.preferred.y() ? kPreferred : 1);
      }
      if (row + 1 < rows_) {
        down(column, row) = static_cast<float>(y(row + 1) - y(row)) *
                            (x(column) == problem_.preferred.x() ? kPreferred : 1);
      }
    }
  }
}

// Collects the lines on which the way may run: beside all obstacles and wires at a few distances,
// on the trunk, through both ends and through the preferred place. A shortest way around boxes can
// always be moved onto such lines, so no finer grid is needed.
void Search::makeLines() {
  // Blocks, texts and wires are passed at 10 or, better, 20 px; where that is too much, nearer.
  const double least = std::min(problem_.spacing.block + 1, kGridStep);
  for (const Obstacle& obstacle : problem_.around.obstacles) {
    for (const double distance : {least, kGridStep, kFreeRoom}) {
      if (obstacle.kind != Obstacle::kFrame) lines_.addBeside(obstacle.box, distance);
    }
  }
  std::vector<WireSegment> wires = problem_.around.wires;
  if (wires.size() > kMostWires) wires.resize(kMostWires);
  for (const WireSegment& wire : wires) {
    for (const double distance : {problem_.spacing.wire, kGridStep, kFreeRoom}) {
      lines_.addBeside(wire.box(), distance);
    }
  }
  for (const WireSegment& wire : problem_.trunk) lines_.addBeside(wire.box(), 0);
  const QPointF start = problem_.start;
  const QPointF goal = problem_.goal;
  lines_.xs.insert(lines_.xs.end(), {start.x(), goal.x(), problem_.preferred.x()});
  lines_.ys.insert(lines_.ys.end(), {start.y(), goal.y(), problem_.preferred.y()});
  prepareLines(&lines_.xs, start.x(), goal.x());
  prepareLines(&lines_.ys, start.y(), goal.y());
}

// Changes the prices of the edges that go through the inside of a box.
template <typename Change>
void Search::changeEdges(const QRectF& box, const Change& change) {
  for (int row = indexOf(lines_.ys, box.top()); row < rows_; ++row) {
    if (y(row) <= box.top()) continue;
    if (y(row) >= box.bottom()) break;
    int column = std::max(0, indexOf(lines_.xs, box.left()) - 1);
    for (; column + 1 < columns_ && x(column) < box.right(); ++column) {
      if (x(column + 1) > box.left()) change(&across(column, row), x(column + 1) - x(column));
    }
  }
  for (int column = indexOf(lines_.xs, box.left()); column < columns_; ++column) {
    if (x(column) <= box.left()) continue;
    if (x(column) >= box.right()) break;
    int row = std::max(0, indexOf(lines_.ys, box.top()) - 1);
    for (; row + 1 < rows_ && y(row) < box.bottom(); ++row) {
      if (y(row + 1) > box.top()) change(&down(column, row), y(row + 1) - y(row));
    }
  }
}

// Edges near a block or a text cost more, those nearer than the least distance are closed. Frames
// are no obstacle to a search: a wire has to cross their borders anyway.
void Search::priceObstacle(const Obstacle& obstacle) {
  if (obstacle.kind == Obstacle::kFrame) return;
  const bool isText = obstacle.kind == Obstacle::kText;
  const double margin = isText ? problem_.spacing.text : problem_.spacing.block;
  const QRectF& box = obstacle.box;
  changeEdges(box.adjusted(-kFreeRoom, -kFreeRoom, kFreeRoom, kFreeRoom),
              [](float* price, double length) { *price += kNear * static_cast<float>(length); });
  if (margin < 0) return;
  changeEdges(box.adjusted(-margin, -margin, margin, margin),
              [](float* price, double) { *price = std::numeric_limits<float>::infinity(); });
}

// The edges that lie on a piece of the trunk.
void Search::cheapen(const WireSegment& trunk) {
  const QRectF box = trunk.box();
  for (int row = indexOf(lines_.ys, box.top()); row < rows_ && y(row) <= box.bottom(); ++row) {
    for (int column = indexOf(lines_.xs, box.left()); column < columns_ && x(column) <= box.right();
         ++column) {
      if (column + 1 < columns_ && x(column + 1) <= box.right()) {
        across(column, row) = kTrunk * static_cast<float>(x(column + 1) - x(column));
      }
      if (row + 1 < rows_ && y(row + 1) <= box.bottom()) {
        down(column, row) = kTrunk * static_cast<float>(y(row + 1) - y(row));
      }
    }
  }
}

// For `shared` pixels beside another wire; a gap between the two, in line, counts below zero.
float overlapPrice(double shared) {
  return kOverlapStart + kOverlap * static_cast<float>(std::max(shared, 0.0));
}

// Edges that run beside another net's wire cost nearly as much as is possible without being closed,
// those that cross it a little. So a way exists even where wires fill the only gap, and routeWire()
// judges afterwards whether it is good enough.
void Search::priceWire(const WireSegment& wire) {
  const double least = problem_.spacing.wire;
  const QRectF box = wire.box();
  const bool horizontal = wire.isHorizontal();
  const int firstColumn = std::max(0, indexOf(lines_.xs, box.left() - least) - 1);
  const int firstRow = std::max(0, indexOf(lines_.ys, box.top() - least) - 1);
  for (int row = firstRow; row < rows_ && y(row) <= box.bottom() + least; ++row) {
    for (int column = firstColumn; column < columns_ && x(column) <= box.right() + least;
         ++column) {
      if (column + 1 < columns_) {
        const double shared =
            std::min(box.right(), x(column + 1)) - std::max(box.left(), x(column));
        const bool beside = horizontal && std::abs(y(row) - box.top()) < least && shared > -kInLine;
        // A crossing at a node would touch two edges. It is counted at the edge that begins there
        // only.
        const bool crossed = !horizontal && shared >= 0 && box.left() != x(column + 1) &&
                             y(row) >= box.top() && y(row) <= box.bottom();
        if (beside) across(column, row) += overlapPrice(shared);
        if (crossed) across(column, row) += kCrossing;
      }
      if (row + 1 < rows_) {
        const double shared = std::min(box.bottom(), y(row + 1)) - std::max(box.top(), y(row));
        const bool beside =
            !horizontal && std::abs(x(column) - box.left()) < least && shared > -kInLine;
        const bool crossed = horizontal && shared >= 0 && box.top() != y(row + 1) &&
                             x(column) >= box.left() && x(column) <= box.right();
        if (beside) down(column, row) += overlapPrice(shared);
        if (crossed) down(column, row) += kCrossing;
      }
    }
  }
}

// The price of the edge that leaves a node in a direction. Edges are stored at their left or upper
// node, so those to the left and up are found at the neighbour. That neighbour must exist.
float Search::edgePrice(int column, int row, int direction) {
  switch (direction) {
    case kRight:
      return across(column, row);
    case kLeft:
      return across(column - 1, row);
    case kDown:
      return down(column, row);
    default:
      return down(column, row - 1);
  }
}

// The estimate of what is still to be paid from a node: the length of the direct way.
float Search::distanceToGoal(int column, int row) const {
  // What the trunk may save is not known before: no longer the least price, but near to it.
  return kPreferred * static_cast<float>(std::abs(x(column) - problem_.goal.x()) +
                                         std::abs(y(row) - problem_.goal.y()));
}

// Notes that `next` is reached from `state` at this cost, unless a cheaper way to it is known. The
// older entries of `next` stay in the queue; run() passes over them.
void Search::relax(int state, int next, float cost, float estimate) {
  if (cost >= cost_[next]) return;
  cost_[next] = cost;
  previous_[next] = state;
  queue_.push({cost + estimate, next});
}

// Runs the search. Answers the points of the way, every node that it passes included, or nothing
// where the goal cannot be reached or kMostSteps were not enough.
std::optional<std::vector<QPointF>> Search::run() {
  const size_t states = static_cast<size_t>(columns_) * static_cast<size_t>(rows_) * 4;
  cost_.assign(states, std::numeric_limits<float>::infinity());
  previous_.assign(states, -1);
  const int start =
      node(indexOf(lines_.xs, problem_.start.x()), indexOf(lines_.ys, problem_.start.y()));
  const int goal =
      node(indexOf(lines_.xs, problem_.goal.x()), indexOf(lines_.ys, problem_.goal.y()));
  const int first = directionOf(problem_.startDirection);
  const int last = directionOf(problem_.goalDirection);
  for (int direction = 0; direction < 4; ++direction) {
    if (first >= 0 && direction != first) continue;
    relax(-1, start * 4 + direction, 0, 0);
  }
  // Each turn takes the state that promises the cheapest way and continues it in every direction
  // but back.
  for (int step = 0; step < kMostSteps && !queue_.empty(); ++step) {
    const Entry entry = queue_.top();
    queue_.pop();
    const int at = entry.state / 4;
    const int heading = entry.state % 4;
    const int column = at % columns_;
    const int row = at / columns_;
    const float cost = cost_[entry.state];
    // A cheaper way to this state was found after this entry had been queued.
    if (entry.estimate > cost + distanceToGoal(column, row) + 0.01f) continue;
    if (at == goal && (last < 0 || heading == last)) return wayTo(entry.state);
    for (int direction = 0; direction < 4; ++direction) {
      if ((direction + 2) % 4 == heading) continue;
      // The last bend may be at the goal itself.
      if (at == goal && direction == last) relax(entry.state, at * 4 + direction, cost + kBend, 0);
      const int nextColumn = column + kStepX[direction];
      const int nextRow = row + kStepY[direction];
      if (nextColumn < 0 || nextColumn >= columns_ || nextRow < 0 || nextRow >= rows_) continue;
      const float price = edgePrice(column, row, direction) + (direction == heading ? 0 : kBend);
      if (!std::isfinite(price)) continue;
      relax(entry.state, node(nextColumn, nextRow) * 4 + direction, cost + price,
            distanceToGoal(nextColumn, nextRow));
    }
  }
  return {};
}

// Follows the predecessors of a state back to the start and turns the list around.
std::vector<QPointF> Search::wayTo(int state) const {
  std::vector<QPointF> points;
  for (; state >= 0; state = previous_[state]) {
    const int at = state / 4;
    points.emplace_back(x(at % columns_), y(at / columns_));
  }
  std::reverse(points.begin(), points.end());
  return points;
}

}  // namespace

std::optional<std::vector<QPointF>> searchGrid(GridProblem problem) {
  return Search(std::move(problem)).run();
}

}  // namespace loopwright
