#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/scalar/autodiff.h"

namespace loopwright {

/// What a signal was, over a stretch of time: a polynomial of degree 6 for each stretch that was
/// appended, between breaks, the times at which it jumps or bends. Breaks are numbered from 1, and
/// what lies before break 1 is segment 0, between breaks k and k + 1 segment k: at a break the
/// signal has a value on either side, and the segment says which one is meant.
///
/// A value of abstract state. Copies share chunks of pieces, which are copied when one of them is
/// written to; chunks that are done with are used again, so that at last nothing is allocated.
/// Values over AutoDiff keep their derivatives; a history of numbers is one of constants there, and
/// so is any along a series in time.
class SignalHistory {
 public:
  static constexpr int kNodes = 7;
  using Nodes = std::array<double, kNodes>;
  struct Break {
    double time = 0;  ///< s
    int passes = 0;   ///< through how many delays it has gone
  };

  /// Nothing is known yet.
  bool is_empty() const { return num_pieces_ == 0; }
  /// Forgets everything: up to `time_sec` the signal was `values`, `width` of them, and there is a
  /// break.
  template <typename T>
  void Start(double time_sec, const T* values, int width);
  /// Up to when it is known, in seconds.
  double end_time() const { return end_time_; }
  /// Whether the signal ended with these values.
  template <typename T>
  bool EndsWith(const T* values) const;

  /// The signal jumps or bends where it ends now. A second break at one time is none.
  void AddBreak(int passes);
  /// The break that ends segment `segment`, null where it has not come yet.
  const Break* FindBreakAfter(int64_t segment) const;

  /// The times at which Append() wants values: the Chebyshev points of the second kind.
  static Nodes NodesOf(double start_sec, double end_sec);
  /// What the signal was from the end so far to `end_sec`: kNodes times `width` values.
  template <typename T>
  void Append(double end_sec, const T* values);
  /// How far the polynomial through values at the nodes is from the signal, as far as its last two
  /// coefficients in the basis of Chebyshev's polynomials show; the values lie `stride` apart.
  template <typename T>
  static double EstimateError(const T* values, int stride);

  /// Nothing before `time_sec`, and no segment before `segment`, will be asked for again.
  void Forget(double time_sec, int64_t segment);

  /// The signal of segment `segment` at `time_sec`; outside the segment, what it was at its nearer
  /// end.
  template <typename T>
  void Evaluate(int64_t segment, const T& time_sec, T* values) const;

  /// For tests: how many chunks there are, and how many of them `other` shares.
  int num_chunks() const { return static_cast<int>(chunks_.size()); }
  int CountShared(const SignalHistory& other) const;

 private:
  static constexpr int kPieces = 32;  ///< in a chunk
  struct Piece {
    double start, end;
    int64_t segment;
  };
  struct Chunk {
    std::array<Piece, kPieces> pieces;
    std::vector<double> values;                 ///< by piece, node and element
    std::vector<AutoDiff::Derivatives> slopes;  ///< theirs, empty where they are constants
  };
  /// Chunks to be used again; a copy gets none of them.
  struct Spares {
    std::vector<std::shared_ptr<Chunk>> chunks;
    Spares() = default;
    Spares(const Spares&) {}
    Spares& operator=(const Spares&) { return *this; }
  };

  const Piece& piece(int index) const { return chunks_[index / kPieces]->pieces[index % kPieces]; }
  /// Place of the values of a piece within its chunk.
  size_t ValuesOf(int index) const {
    return static_cast<size_t>(index % kPieces) * kNodes * width_;
  }
  /// The segment that is being appended to.
  int64_t newest_segment() const { return forgotten_breaks_ + std::ssize(breaks_); }
  /// The place of the piece to ask for a segment and a time.
  int FindPiece(int64_t segment, double time_sec) const;
  /// A chunk to write to, a used one where there is one.
  std::shared_ptr<Chunk> TakeChunk();
  std::shared_ptr<Chunk> MakeChunk() const;
  /// The newest chunk with room for a piece, shared with nobody.
  Chunk* MakeRoom();
  /// Stores kNodes times `width` values as one more piece.
  template <typename T>
  void AddPiece(const Piece& piece, const T* values);

  int width_ = 0;
  double end_time_ = 0;
  std::vector<std::shared_ptr<Chunk>> chunks_;  ///< the oldest first; all but the last are full
  int num_pieces_ = 0;
  std::vector<Break> breaks_;
  int64_t forgotten_breaks_ = 0;
  Spares spares_;
};

}  // namespace loopwright
