#include "engine/linear/flow_pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "engine/matrices/matrix_functions.h"

namespace loopwright {

/// A piece is looked at in so many places after its start.
constexpr int kLooksOfPiece = 8;

/// What flows, and every piece of it. Within a piece the state is taken by exponentials of the
/// piece's half, quarter, … to the last part of it before the time that is asked for, over which F
/// changes nothing by more than its size; from there y is the series Σ c Fᵏ x tᵏ/k! (as in Al-Mohy,
/// Higham, SIAM J. Sci. Comput. 33 (2011) 488-511). Where motions are so fast that there would be
/// too many halves, a matrix exponential is made for each value.
class FlowPieces::Flow {
 public:
  Flow(Eigen::MatrixXd F, Eigen::RowVectorXd c)
      : F_(std::move(F)), c_(std::move(c)), rate_(F_.cwiseAbs().colwise().sum().maxCoeff()) {}

  /// Keeps where a piece begins, and takes `x` to its end. Returns the piece's number.
  size_t Follow(double start_sec, double length_sec, Eigen::VectorXd* x,
                std::vector<double>* looks) {
    const Eigen::MatrixXd& rows = LookRows(length_sec);
    looks->resize(kLooksOfPiece + 1);
    looks->front() = c_.dot(*x);
    Eigen::Map<Eigen::VectorXd>(looks->data() + 1, kLooksOfPiece - 1).noalias() = rows * *x;
    pieces_.push_back({start_sec, length_sec});
    states_.insert(states_.end(), x->begin(), x->end());
    *x = Over(length_sec) * *x;
    looks->back() = c_.dot(*x);  // just what the next piece begins with
    return pieces_.size() - 1;
  }

  double Value(size_t number, double time_sec) {
    constexpr int kMostHalves = 50;
    const Piece& piece = pieces_[number];
    const double since = time_sec - piece.start_sec;
    int halves = 0;
    while (halves <= kMostHalves && rate_ * std::ldexp(piece.length_sec, -halves) > 1) ++halves;
    if (halves > kMostHalves) {
      return c_.dot(Exponential(Eigen::MatrixXd(F_ * since)) * StateOf(number));
    }
    const double length = std::ldexp(piece.length_sec, -halves);
    const double last = std::ldexp(1.0, halves) - 1;
    const double part = std::clamp(std::floor(since / length), 0.0, last);
    const Series& series = SeriesOf(number, halves, static_cast<std::int64_t>(part));
    const double along = since / length - part;
    double value = 0;
    for (size_t k = series.terms.size(); k-- > 0;) value = value * along + series.terms[k];
    return value;
  }

 private:
  /// What is left out of a series of so many terms is 1/20! of the state, below rounding.
  static constexpr size_t kTerms = 20;

  struct Piece {
    double start_sec, length_sec;
  };
  /// y over a part of a piece, by powers of the share of it that has passed.
  struct Series {
    size_t piece = 0;
    std::int64_t part = -1;
    std::array<double, kTerms> terms{};
  };

  Eigen::Map<const Eigen::VectorXd> StateOf(size_t number) const {
    const Eigen::Index n = F_.rows();
    return {states_.data() + static_cast<Eigen::Index>(number) * n, n};
  }

  const Eigen::MatrixXd& Over(double time_sec) {
    Eigen::MatrixXd& exponential = exponentials_[time_sec];
    if (exponential.size() == 0) exponential = Exponential(Eigen::MatrixXd(F_ * time_sec));
    return exponential;
  }

  // c e^(F t) for the times within a piece at which it is looked at.
  const Eigen::MatrixXd& LookRows(double length_sec) {
    Eigen::MatrixXd& rows = look_rows_[length_sec];
    if (rows.size() > 0) return rows;
    const Eigen::MatrixXd& step = Over(length_sec / kLooksOfPiece);
    rows.resize(kLooksOfPiece - 1, F_.rows());
    Eigen::RowVectorXd row = c_;
    for (int i = 0; i + 1 < kLooksOfPiece; ++i) {
      row = Eigen::RowVectorXd(row * step);
      rows.row(i) = row;
    }
    return rows;
  }

  // The last two are kept: a search goes to and fro between neighbours.
  const Series& SeriesOf(size_t number, int halves, std::int64_t part) {
    for (const Series& known : series_) {
      if (known.piece == number && known.part == part) return known;
    }
    Series& series = series_[next_series_];
    next_series_ = 1 - next_series_;
    series.piece = number;
    series.part = part;
    const double length_sec = pieces_[number].length_sec;
    Eigen::VectorXd x = StateOf(number);
    for (int k = 1; k <= halves; ++k) {
      const bool is_passed = ((part >> (halves - k)) & 1) != 0;
      if (is_passed) x = Eigen::VectorXd(Over(std::ldexp(length_sec, -k)) * x);
    }
    const double part_sec = std::ldexp(length_sec, -halves);
    for (size_t k = 0; k < kTerms; ++k) {
      series.terms[k] = c_.dot(x);
      x = Eigen::VectorXd(F_ * x * (part_sec / static_cast<double>(k + 1)));
    }
    return series;
  }

  const Eigen::MatrixXd F_;
  const Eigen::RowVectorXd c_;
  const double rate_;  ///< the norm of F
  std::vector<Piece> pieces_;
  std::vector<double> states_;                      ///< at their starts, one after another
  std::map<double, Eigen::MatrixXd> exponentials_;  ///< by time
  std::map<double, Eigen::MatrixXd> look_rows_;     ///< by length
  std::array<Series, 2> series_;
  size_t next_series_ = 0;
};

FlowPieces::FlowPieces(const ModelOf<Eigen::MatrixXd>& model, double unit) {
  const int n = model.num_states();
  Eigen::MatrixXd F = Eigen::MatrixXd::Zero(n + 1, n + 1);
  F.topLeftCorner(n, n) = model.A;
  F.topRightCorner(n, 1) = model.B.col(0) / unit;
  Eigen::RowVectorXd c(n + 1);
  c << model.C, model.D / unit;
  flow_ = std::make_shared<Flow>(std::move(F), std::move(c));
}

void FlowPieces::Add(double start_sec, double end_sec, double length_sec, Eigen::VectorXd* x,
                     std::vector<ResponsePiece>* pieces) const {
  ResponsePiece& piece = pieces->emplace_back();
  piece.start_sec = start_sec;
  piece.end_sec = end_sec;
  const size_t number = flow_->Follow(start_sec, length_sec, x, &piece.looks);
  piece.value = [flow = flow_, number](double t) { return flow->Value(number, t); };
}

}  // namespace loopwright
