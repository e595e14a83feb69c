#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace loopwright {

/// One coordinate of the points of a Sobol' sequence, scrambled by a seed.
///
/// The points fill a box more evenly than draws do: of the first 2^m points of one coordinate there
/// is exactly one in each of 2^m equal parts of [0, 1), and coordinates are even together, too. The
/// mean over N runs is then, where it is a smooth function of few random parameters, wrong by about
/// N^-1 to N^-1.5 in place of N^-0.5.
///
/// Scrambling turns each digit of a coordinate round, or not, by a draw for the digits before it.
/// So each point alone is uniform on [0, 1), seeds give independent sets of points, and the points
/// of one seed stay as even as they were.
///
/// Sobol': On the distribution of points in a cube and the approximate evaluation of integrals.
/// USSR Comput. Math. Math. Phys. 7 (1967). Directions: Joe, Kuo: Constructing Sobol sequences with
/// better two-dimensional projections. SIAM J. Sci. Comput. 30 (2008), as Boost.Random has them.
/// Owen: Randomly permuted (t,m,s)-nets and (t,s)-sequences (1995): nested scrambling.
class SobolCoordinate {
 public:
  /// As many coordinates, and points, as there are.
  static constexpr std::size_t kMostCoordinates = 3667;
  static constexpr uint64_t kMostPoints = uint64_t{1} << 32;

  /// Coordinate `point` of the sequence: uniform on [0, 1), a multiple of 2^-53. A function of the
  /// arguments alone; `stream` names the coordinate as streams of draws are named, so that no two
  /// are scrambled alike. `point` is below kMostPoints.
  double Uniform(uint64_t seed, uint64_t stream, uint64_t point) const;

 private:
  friend std::vector<SobolCoordinate> SobolCoordinates(std::size_t count);
  /// What each binary digit of a point's number adds, without carry, to its coordinate: 32 binary
  /// digits behind the point.
  std::array<uint32_t, 32> directions_{};
};

/// The first `count` coordinates, kMostCoordinates at most.
std::vector<SobolCoordinate> SobolCoordinates(std::size_t count);

}  // namespace loopwright
