#pragma once

#include <map>
#include <tuple>
#include <vector>

namespace loopwright {

/// Where the columns (or the rows) of a drawing come when it is set for print: blocks get the room
/// that their texts need, what is empty becomes narrower, and what was on one line stays on one.
///
/// Method: one-dimensional compaction by longest paths, as in the layout of circuits (T. Lengauer,
/// Combinatorial Algorithms for Integrated Circuit Layout, 1990, chapter 10). Every coordinate is a
/// node; each node is at least so far behind the one before it, and behind others that it must
/// leave room for. The least places that satisfy all are the longest paths from the first node.
class AxisMap {
 public:
  /// A place that something has.
  void add(double place) { places_[place] = 0; }
  /// What lies between is not made narrower; both places are added.
  void keep(double from, double to);
  /// There are at least `room` points between these places, which are added.
  void need(double from, double to, double room);
  /// Finds where all places come: `unit` points for each unit, empty room `factor` as wide, but at
  /// least `least` points.
  void solve(double unit, double factor, double least);
  /// Where a place that was added comes, points.
  double operator()(double place) const;

 private:
  std::map<double, double> places_;
  std::vector<std::pair<double, double>> kept_;
  std::vector<std::tuple<double, double, double>> needs_;
};

}  // namespace loopwright
