#include "blocklib/common/signal_history.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <type_traits>

namespace loopwright {
namespace {

constexpr int kDegree = SignalHistory::kNodes - 1;
// The nodes in [-1, 1], -cos(π j/6).
constexpr double kHalfRoot3 = 0.86602540378443864676;
constexpr SignalHistory::Nodes kUnitNodes = {-1, -kHalfRoot3, -0.5, 0, 0.5, kHalfRoot3, 1};

// Lagrange's polynomials of the nodes at `x` in [-1, 1], in barycentric form: Berrut, Trefethen,
// SIAM Review 46 (2004) 501-517, eq. (5.4). At a node they are exactly 0 and 1.
SignalHistory::Nodes LagrangePolynomials(double x) {
  SignalHistory::Nodes weights{};
  double sum = 0;
  for (int j = 0; j <= kDegree; ++j) {
    const double distance = x - kUnitNodes[j];
    if (distance == 0) {
      weights.fill(0);
      weights[j] = 1;
      return weights;
    }
    const double size = j == 0 || j == kDegree ? 0.5 : 1;
    weights[j] = (j % 2 == 0 ? size : -size) / distance;
    sum += weights[j];
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

// The same polynomials of a series.
std::array<AutoDiff, SignalHistory::kNodes> LagrangePolynomials(const AutoDiff& x) {
  std::array<AutoDiff, SignalHistory::kNodes> polynomials;
  for (int j = 0; j <= kDegree; ++j) {
    polynomials[j] = AutoDiff(1);
    for (int k = 0; k <= kDegree; ++k) {
      if (k == j) continue;
      polynomials[j] = polynomials[j] * ((x - kUnitNodes[k]) / (kUnitNodes[j] - kUnitNodes[k]));
    }
  }
  return polynomials;
}

// Their derivatives at `x`.
SignalHistory::Nodes LagrangeSlopes(double x) {
  SignalHistory::Nodes slopes{};
  for (int j = 0; j <= kDegree; ++j) {
    for (int k = 0; k <= kDegree; ++k) {
      if (k == j) continue;
      double term = 1 / (kUnitNodes[j] - kUnitNodes[k]);
      for (int i = 0; i <= kDegree; ++i) {
        if (i == j || i == k) continue;
        term *= (x - kUnitNodes[i]) / (kUnitNodes[j] - kUnitNodes[i]);
      }
      slopes[j] += term;
    }
  }
  return slopes;
}

}  // namespace

// The ends are set exactly, so that neighbouring pieces meet without a gap.
SignalHistory::Nodes SignalHistory::NodesOf(double start_sec, double end_sec) {
  const double half = 0.5 * (end_sec - start_sec);
  Nodes times;
  for (int j = 0; j <= kDegree; ++j) times[j] = start_sec + half + half * kUnitNodes[j];
  times.front() = start_sec;
  times.back() = end_sec;
  return times;
}

// Coefficients 5 and 6 by the discrete cosine transform of the values.
template <typename T>
double SignalHistory::EstimateError(const T* values, int stride) {
  constexpr Nodes kCosines5 = {1, -kHalfRoot3, 0.5, 0, -0.5, kHalfRoot3, -1};
  double fifth = 0, sixth = 0;
  for (int j = 0; j <= kDegree; ++j) {
    const double value = (j == 0 || j == kDegree ? 0.5 : 1) * ValueOf(values[j * stride]);
    fifth += kCosines5[j] * value;
    sixth += j % 2 == 0 ? value : -value;
  }
  return std::abs(fifth) / 3 + std::abs(sixth) / 6;
}

// The constant past is stored as a piece of no length: Evaluate() holds the value of an end for
// whatever lies outside of a piece.
template <typename T>
void SignalHistory::Start(double time_sec, const T* values, int width) {
  *this = SignalHistory();
  width_ = width;
  end_time_ = time_sec;
  std::vector<T> everywhere;
  for (int j = 0; j < kNodes; ++j) everywhere.insert(everywhere.end(), values, values + width);
  AddPiece({time_sec, time_sec, 0}, everywhere.data());
  AddBreak(0);
}

// Compares with the values at the last node of the newest piece, exactly.
template <typename T>
bool SignalHistory::EndsWith(const T* values) const {
  const double* last = chunks_.back()->values.data() + ValuesOf(num_pieces_ - 1) +
                       static_cast<size_t>(kDegree) * width_;
  for (int i = 0; i < width_; ++i) {
    if (ValueOf(values[i]) != last[i]) return false;
  }
  return true;
}

// Where nothing was appended since the newest break, the two are at one time: the one that has
// passed fewer delays counts, as it is the rougher one.
void SignalHistory::AddBreak(int passes) {
  if (!breaks_.empty() && piece(num_pieces_ - 1).segment < newest_segment()) {
    breaks_.back().passes = std::min(breaks_.back().passes, passes);
  } else {
    breaks_.push_back({end_time_, passes});
  }
}

// Breaks that were forgotten keep their numbers; the list begins behind them.
const SignalHistory::Break* SignalHistory::FindBreakAfter(int64_t segment) const {
  if (segment < forgotten_breaks_ || segment >= newest_segment()) return nullptr;
  return &breaks_[segment - forgotten_breaks_];
}

// A chunk that was given back is used again unless a copy of this history still reads it. Copies
// may live on other threads.
std::shared_ptr<SignalHistory::Chunk> SignalHistory::TakeChunk() {
  auto& spares = spares_.chunks;
  while (!spares.empty()) {
    std::shared_ptr<Chunk> chunk = std::move(spares.back());
    spares.pop_back();
    if (chunk.use_count() > 1) continue;
    // What others did to it before they let go of it has happened.
    std::atomic_thread_fence(std::memory_order_acquire);
    return chunk;
  }
  return MakeChunk();
}

// Of a fixed size, so that a chunk that was let go of can be used for any later piece.
std::shared_ptr<SignalHistory::Chunk> SignalHistory::MakeChunk() const {
  auto chunk = std::make_shared<Chunk>();
  chunk->values.resize(static_cast<size_t>(kPieces) * kNodes * width_);
  return chunk;
}

// A chunk that a copy shares is copied before it is written to, and the shared one is left to the
// copy.
SignalHistory::Chunk* SignalHistory::MakeRoom() {
  if (num_pieces_ == std::ssize(chunks_) * kPieces) {
    chunks_.push_back(TakeChunk());
  } else if (chunks_.back().use_count() > 1) {
    std::shared_ptr<Chunk> own = TakeChunk();
    *own = *chunks_.back();
    chunks_.back() = std::move(own);
  }
  // Room for what most histories need, so that stepping allocates nothing.
  constexpr int kSpares = 2;
  if (chunks_.size() == 1 && spares_.chunks.empty()) {
    chunks_.reserve(2 * kSpares);
    for (int i = 0; i < kSpares; ++i) spares_.chunks.push_back(MakeChunk());
  }
  return chunks_.back().get();
}

// Writes the times and values of a piece into the newest chunk, with derivatives where the values
// have some.
template <typename T>
void SignalHistory::AddPiece(const Piece& piece, const T* values) {
  Chunk* chunk = MakeRoom();
  chunk->pieces[num_pieces_ % kPieces] = piece;
  const size_t first = ValuesOf(num_pieces_), count = static_cast<size_t>(kNodes) * width_;
  for (size_t i = 0; i < count; ++i) chunk->values[first + i] = ValueOf(values[i]);
  if constexpr (std::is_same_v<T, AutoDiff>) {
    chunk->slopes.resize(chunk->values.size());
    for (size_t i = 0; i < count; ++i) chunk->slopes[first + i] = values[i].derivatives();
  } else {
    chunk->slopes.clear();
  }
  ++num_pieces_;
}

// The piece begins where the last one ended.
template <typename T>
void SignalHistory::Append(double end_sec, const T* values) {
  AddPiece({end_time_, end_sec, newest_segment()}, values);
  end_time_ = end_sec;
}

// Drops whole chunks, when the last piece of the oldest is no longer needed, and the breaks before
// `segment`. At least one chunk stays.
void SignalHistory::Forget(double time_sec, int64_t segment) {
  while (forgotten_breaks_ < segment && !breaks_.empty()) {
    breaks_.erase(breaks_.begin());
    ++forgotten_breaks_;
  }
  while (chunks_.size() > 1) {
    const Piece& newest = piece(kPieces - 1);
    if (newest.segment >= segment && newest.end >= time_sec) return;
    spares_.chunks.push_back(std::move(chunks_.front()));
    chunks_.erase(chunks_.begin());
    num_pieces_ -= kPieces;
  }
}

// The first piece of the segment that reaches `time_sec`, or the last one of it.
int SignalHistory::FindPiece(int64_t segment, double time_sec) const {
  int low = 0, high = num_pieces_;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    const Piece& p = piece(middle);
    if (p.segment < segment || (p.segment == segment && p.end < time_sec)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const bool is_beyond = low == num_pieces_ || (piece(low).segment > segment && low > 0);
  return is_beyond ? low - 1 : low;
}

// Finds the piece, brings the time to x in [-1, 1], and adds up the node values times Lagrange's
// polynomials at x. At the ends of a piece x is set exactly, so that the stored value comes out.
template <typename T>
void SignalHistory::Evaluate(int64_t segment, const T& time_sec, T* values) const {
  const int index = FindPiece(segment, ValueOf(time_sec));
  const Piece& p = piece(index);
  const Chunk& chunk = *chunks_[index / kPieces];
  const size_t first = ValuesOf(index);
  const double t = std::clamp(ValueOf(time_sec), p.start, p.end);
  const double half = 0.5 * (p.end - p.start);
  double x = half > 0 ? (t - (p.start + half)) / half : -1;
  if (t == p.end && half > 0) x = 1;
  if (t == p.start) x = -1;
  const Nodes weights = LagrangePolynomials(x);
  // Of differences to the value with the largest weight: exact for a signal that is constant.
  const auto nearest = std::max_element(weights.begin(), weights.end()) - weights.begin();
  const auto node_value = [&](std::ptrdiff_t j, int i) {
    return chunk.values[first + static_cast<size_t>(j) * width_ + i];
  };
  const auto sum_of_differences = [&](const Nodes& factors, int i) {
    const double base = node_value(nearest, i);
    double sum = 0;
    for (int j = 0; j < kNodes; ++j) sum += factors[j] * (node_value(j, i) - base);
    return sum;
  };
  for (int i = 0; i < width_; ++i) {
    values[i] = T(node_value(nearest, i) + sum_of_differences(weights, i));
  }
  // The derivatives with respect to whatever is differentiated by: how fast the signal changes
  // there times the derivative of the time, and the derivatives of the stored values themselves. At
  // a clamped time, and at a jump, the signal does not change with the time. Along a series in time
  // it is the series of the polynomial.
  if constexpr (std::is_same_v<T, AutoDiff>) {
    const bool is_inside = half > 0 && t == time_sec.value();
    if (time_sec.is_series()) {
      if (!is_inside) return;
      const auto along = LagrangePolynomials((time_sec - (p.start + half)) / half);
      for (int i = 0; i < width_; ++i) {
        AutoDiff sum(0);
        for (int j = 0; j < kNodes; ++j) {
          sum = sum + along[j] * (node_value(j, i) - node_value(nearest, i));
        }
        sum.value() = values[i].value();
        values[i] = sum;
      }
      return;
    }
    const Nodes slopes = is_inside ? LagrangeSlopes(x) : Nodes{};
    for (int i = 0; i < width_; ++i) {
      const double rate = is_inside ? sum_of_differences(slopes, i) / half : 0;
      for (int d = 0; d < AutoDiff::kDerivatives; ++d) {
        double slope = rate * time_sec.derivatives()[d];
        for (int j = 0; j < kNodes && !chunk.slopes.empty(); ++j) {
          slope += weights[j] * chunk.slopes[first + j * width_ + i][d];
        }
        values[i].derivatives()[d] = slope;
      }
    }
  }
}

// For tests of how much a snapshot costs.
int SignalHistory::CountShared(const SignalHistory& other) const {
  return static_cast<int>(std::count_if(chunks_.begin(), chunks_.end(), [&](const auto& chunk) {
    return std::find(other.chunks_.begin(), other.chunks_.end(), chunk) != other.chunks_.end();
  }));
}

template void SignalHistory::Start(double, const double*, int);
template void SignalHistory::Start(double, const AutoDiff*, int);
template bool SignalHistory::EndsWith(const double*) const;
template bool SignalHistory::EndsWith(const AutoDiff*) const;
template void SignalHistory::Append(double, const double*);
template void SignalHistory::Append(double, const AutoDiff*);
template double SignalHistory::EstimateError(const double*, int);
template double SignalHistory::EstimateError(const AutoDiff*, int);
template void SignalHistory::Evaluate(int64_t, const double&, double*) const;
template void SignalHistory::Evaluate(int64_t, const AutoDiff&, AutoDiff*) const;

}  // namespace loopwright
