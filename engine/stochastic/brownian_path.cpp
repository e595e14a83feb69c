#include "engine/stochastic/brownian_path.h"

#include <cmath>

namespace loopwright {
namespace {

// Marks in the split number of a draw, above all numbers of splits: what of a node is drawn, and
// that the tree is that of a piece which an event cut off.
constexpr uint64_t kOfArea = uint64_t{1} << 60;
constexpr uint64_t kOfDifference = uint64_t{2} << 60;
constexpr uint64_t kOfPair = uint64_t{3} << 60;
constexpr uint64_t kOfPiece = uint64_t{4} << 60;
// Nodes of a piece's tree have the number of the part in the upper half.
constexpr int kPartShift = 32;
// What marks a pair lies between the number of a split and the marks.
constexpr int kPairShift = 32;
constexpr uint64_t kPairMask = (uint64_t{1} << 28) - 1;

}  // namespace

BrownianPath::BrownianPath(const std::vector<WienerStream>& streams) {
  for (const WienerStream& stream : streams) {
    const auto count = static_cast<uint64_t>(stream.num_processes);
    for (uint64_t i = 0; i < count; ++i) processes_.push_back({stream.key, i, count});
  }
  for (std::vector<double>* values : {&rest_, &step_, &step_areas_, &part_areas_}) {
    values->resize(processes_.size());
  }
  nodes_.assign(1, {rest_, rest_});
}

// Down the cell's tree to the part. Without levels nothing but the increment is drawn.
void BrownianPath::Enter(RandomSource source, const CellPart& part, double cell_sec) {
  source_ = source;
  part_ = part;
  cell_sec_ = cell_sec;
  splits_ = 0;
  has_part_areas_ = part.level > 0;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    double length = cell_sec;
    double w = std::sqrt(length) * Gaussian(i, 0, 0);
    if (part.level > 0) {
      double h = std::sqrt(length / 12) * Gaussian(i, kOfArea, 1);
      for (int depth = 0; depth < part.level; ++depth) {
        const uint64_t below = part.index >> (part.level - depth - 1);
        const uint64_t node = (uint64_t{1} << depth) + (below >> 1);
        const double d = 1.5 * h + 0.25 * std::sqrt(length) * Gaussian(i, 0, node);
        const double e = std::sqrt(length / 48) * Gaussian(i, kOfDifference, node);
        const double sign = (below & 1) == 0 ? 1 : -1;
        w = 0.5 * w + sign * d;
        h = h - 0.5 * d + sign * e;
        length *= 0.5;
      }
      part_areas_[i] = h;
    }
    rest_[i] = w;
  }
}

// Given W(0) = 0 and W(r) = w, W(s) is normal with mean w s/r and variance s (r - s)/r.
void BrownianPath::Split(double step_sec, double rest_sec) {
  ++splits_;
  const double deviation = std::sqrt(step_sec * (rest_sec - step_sec) / rest_sec);
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    step_[i] = rest_[i] * (step_sec / rest_sec) + deviation * Gaussian(i, splits_, part_.node());
    rest_[i] -= step_[i];
  }
  tree_mark_ = kOfPiece | splits_;
  BeginStep(step_sec);
}

void BrownianPath::Finish(double rest_sec) {
  step_ = rest_;
  tree_mark_ = splits_ == 0 ? 0 : kOfPiece | (splits_ + 1);
  BeginStep(rest_sec);
}

// A whole part is a node of the cell's tree, a piece the root of its own.
void BrownianPath::BeginStep(double step_sec) {
  step_sec_ = step_sec;
  root_ = tree_mark_ == 0 ? part_.node() : (part_.node() << kPartShift) + 1;
  has_step_areas_ = false;
}

// Drawn where they are asked for: methods of low order never do.
const std::vector<double>& BrownianPath::Areas() {
  if (has_step_areas_) return step_areas_;
  has_step_areas_ = true;
  if (tree_mark_ == 0 && has_part_areas_) {
    step_areas_ = part_areas_;
    return step_areas_;
  }
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    step_areas_[i] = std::sqrt(step_sec_ / 12) * Gaussian(i, tree_mark_ | kOfArea, root_);
  }
  return step_areas_;
}

// The sum of areas over the parts of a step so far.
struct BrownianPath::AreaSum {
  std::size_t first, count;
  std::size_t depth;           ///< of the parts
  std::vector<double>& value;  ///< W at the end of the last part
  double* areas;               ///< row by row
};

// From an interval to its left or right half: of the same path, so that what the halves have adds
// up to what the whole has. Both use the same two draws, with opposite signs.
void BrownianPath::Descend(uint64_t node, double length_sec, bool is_right, std::size_t depth) {
  const Node& above = nodes_[depth];
  Node& below = nodes_[depth + 1];
  const double sign = is_right ? -1 : 1;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    const double d =
        1.5 * above.h[i] + 0.25 * std::sqrt(length_sec) * Gaussian(i, tree_mark_, node);
    const double e = std::sqrt(length_sec / 48) * Gaussian(i, tree_mark_ | kOfDifference, node);
    below.w[i] = 0.5 * above.w[i] + sign * d;
    below.h[i] = above.h[i] - 0.5 * d + sign * e;
  }
}

// From left to right, so that Chen's relation joins each part to all before it. Children of a
// piece's node k keep the part's number in their upper half.
void BrownianPath::AddAreas(uint64_t node, double length_sec, std::size_t depth, AreaSum* sum) {
  if (depth < sum->depth) {
    const uint64_t upper = tree_mark_ == 0 ? 0 : root_ - 1;
    for (const uint64_t right : {0, 1}) {
      Descend(node, length_sec, right == 1, depth);
      AddAreas(upper + 2 * (node - upper) + right, length_sec / 2, depth + 1, sum);
    }
    return;
  }
  const double* w = nodes_[depth].w.data() + sum->first;
  const double* h = nodes_[depth].h.data() + sum->first;
  double* value = sum->value.data() + sum->first;
  for (std::size_t i = 0; i < sum->count; ++i) {
    for (std::size_t j = 0; j < sum->count; ++j) {
      sum->areas[i * sum->count + j] +=
          0.5 * (value[i] * w[j] - value[j] * w[i]) + h[i] * w[j] - w[i] * h[j];
    }
  }
  for (std::size_t i = 0; i < sum->count; ++i) value[i] += w[i];
}

// I_ij = 1/2 (W_i W_j - h where i = j) + A_ij.
void BrownianPath::CalcIteratedIntegrals(int first, int count, int depth, double* integrals) {
  nodes_.resize(static_cast<std::size_t>(depth) + 2, nodes_.front());
  nodes_.front() = {step_, Areas()};
  std::vector<double>& value = nodes_.back().w;
  std::fill(value.begin(), value.end(), 0.);
  std::fill_n(integrals, count * count, 0.);
  AreaSum sum{static_cast<std::size_t>(first), static_cast<std::size_t>(count),
              static_cast<std::size_t>(depth), value, integrals};
  if (count > 1) AddAreas(root_, step_sec_, 0, &sum);
  const double* const part = step_.data() + first;
  for (int i = 0; i < count; ++i) {
    const double w = part[i];
    for (int j = 0; j < count; ++j) {
      *integrals++ += 0.5 * (w * part[j] - (i == j ? step_sec_ : 0));
    }
  }
}

// From the draw of i with a mark for j: its place in the same stream, or what is left of another
// one's key. So the signs of a stream do not depend on which others there are.
double BrownianPath::PairSign(int i, int j) const {
  const Process& other = processes_[j];
  const bool is_same_stream = processes_[i].key == other.key;
  const uint64_t mark = is_same_stream ? other.of_stream : other.key + other.of_stream;
  const uint64_t pair = (mark & kPairMask) << kPairShift;
  const double draw = Gaussian(i, tree_mark_ ^ (kOfPair | pair), root_);
  return draw < 0 ? -1 : 1;
}

}  // namespace loopwright
