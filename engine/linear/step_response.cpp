#include "engine/linear/step_response.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/minimum.h"
#include "engine/linear/transfer_function.h"
#include "engine/matrices/matrix_functions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

/// What has decayed to this part of its beginning no longer counts.
constexpr double kGone = 1e-14;
constexpr int kMostPieces = 200000;
/// A piece is looked at in so many places.
constexpr int kLooks = 8;

// Poles are named, since they say why.
void RefuseUnstable(const ComplexList& poles, bool is_sampled) {
  for (const Complex pole : poles) {
    if (IsStable({pole}, is_sampled)) continue;
    throw NoResultError("the step response does not settle: there is a pole at " +
                        FormatNumber(pole.real()) +
                        (pole.imag() == 0 ? "" : " + " + FormatNumber(pole.imag()) + "i") +
                        (is_sampled ? ", which is not inside the unit circle"
                                    : ", which is not in the left half plane"));
  }
}

// Sample by sample, as long as the slowest pole takes to decay to kGone; the response is held in
// between.
StepResponse SampledStep(const LinearModel& model) {
  const ComplexList poles = EigenvaluesOf(model.A);
  RefuseUnstable(poles, true);
  double radius = 0;
  for (const Complex pole : poles) radius = std::max(radius, std::abs(pole));
  StepResponse response;
  const double steps = radius > 0 ? std::log(kGone) / std::log(radius) : 0;
  if (!(steps <= kMostPieces)) {
    throw NoResultError("the step response takes more than " + std::to_string(kMostPieces) +
                        " samples to settle: there is a pole at the distance " +
                        FormatNumber(radius) + " from 0");
  }
  response.reaches_end = radius == 0;
  const int count = static_cast<int>(steps) + model.num_states() + 2;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.num_states());
  for (int k = 0; k < count; ++k) {
    const double y = (model.C * x)(0) + model.D(0, 0);
    x = model.A * x + model.B.col(0);
    response.pieces.push_back(
        {k * model.period_sec, (k + 1) * model.period_sec, [y](double) { return y; }, {y, y}});
  }
  return response;
}

// The longest piece at time t for which nothing that still moves turns far.
double PieceAt(double t, const ComplexList& poles) {
  double longest = std::numeric_limits<double>::infinity();
  for (const Complex pole : poles) {
    if (std::exp(pole.real() * t) > kGone) longest = std::min(longest, 0.1 / std::abs(pole));
  }
  return longest;
}

// Piece by piece: in each the state at its start is carried to its end by an exponential, exactly.
// Pieces are short while fast motions last, and get longer as these decay; the value at any time
// within one is an exponential more.
StepResponse ContinuousStep(const LinearModel& model) {
  const ComplexList poles = EigenvaluesOf(model.A);
  RefuseUnstable(poles, false);
  const int n = model.num_states();
  // The input is one more state, which is 1 all the time, in a unit of its own.
  const double unit = UnitOfInputs(model.A, model.B);
  auto flow = std::make_shared<Eigen::MatrixXd>(Eigen::MatrixXd::Zero(n + 1, n + 1));
  flow->topLeftCorner(n, n) = model.A;
  flow->topRightCorner(n, 1) = model.B.col(0) / unit;
  Eigen::RowVectorXd row(n + 1);
  row << model.C, model.D / unit;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n + 1);
  x[n] = unit;
  StepResponse response;
  std::map<double, Eigen::MatrixXd> exponentials;
  const auto over = [&](double time) -> const Eigen::MatrixXd& {
    Eigen::MatrixXd& exponential = exponentials[time];
    if (exponential.size() == 0) exponential = Exponential(Eigen::MatrixXd(*flow * time));
    return exponential;
  };
  double t = 0;
  for (double length = PieceAt(t, poles); std::isfinite(length); length = PieceAt(t, poles)) {
    if (static_cast<int>(response.pieces.size()) > kMostPieces) {
      throw NoResultError("the step response takes too long to settle beside its fastest motion");
    }
    // Powers of 2, so that an exponential serves for many pieces.
    length = std::exp2(std::floor(std::log2(length)));
    response.pieces.push_back({t,
                               t + length,
                               [flow, row, x, t](double at) {
                                 const Eigen::MatrixXd exponential =
                                     Exponential(Eigen::MatrixXd(*flow * (at - t)));
                                 return row.dot(exponential * x);
                               },
                               {row.dot(x)}});
    const Eigen::VectorXd end = over(length) * x;
    const Eigen::MatrixXd& part = over(length / kLooks);
    for (int i = 1; i < kLooks; ++i) {
      x = part * x;
      response.pieces.back().looks.push_back(row.dot(x));
    }
    response.pieces.back().looks.push_back(row.dot(end));
    x = end;
    t += length;
  }
  if (response.pieces.empty()) {
    const double y = model.D(0, 0);
    response.reaches_end = true;
    response.pieces.push_back({0, 1, [y](double) { return y; }, {y, y}});
  }
  return response;
}

/// Values of a response where it was looked at.
struct Look {
  double time, value;
  const ResponsePiece* piece;
};

// Some values in each piece, close enough together that between two neighbours there is at most one
// extreme.
std::vector<Look> LooksAt(const StepResponse& response) {
  std::vector<Look> looks;
  for (const ResponsePiece& piece : response.pieces) {
    const bool is_known = !piece.looks.empty();
    const int parts = is_known ? static_cast<int>(piece.looks.size()) - 1 : kLooks;
    for (int i = 0; i <= parts; ++i) {
      const double t = piece.start_sec + (piece.end_sec - piece.start_sec) * i / parts;
      looks.push_back({t, is_known ? piece.looks[i] : piece.value(t), &piece});
    }
  }
  return looks;
}

/// Where the response crosses `level` between two looks; the jump's time where it jumps over it.
double CrossingBetween(const Look& a, const Look& b, double level) {
  if (a.piece != b.piece || a.time == b.time) return b.time;
  const double sign = a.value < level ? 1 : -1;
  return Bisect([&](double t) { return sign * (a.piece->value(t) - level); }, a.time, b.time);
}

// What is said of a step response, from its looks: each time is first found between two looks, then
// to rounding by bisection or by a search for the extreme between them.
class Characteristics {
 public:
  explicit Characteristics(const StepResponse& response)
      : looks_(LooksAt(response)),
        start_(response.initial_value),
        way_(response.steady_value - response.initial_value),
        reaches_end_(response.reaches_end) {}

  StepCharacteristics Find() {
    StepCharacteristics info;
    info.steady_state = start_ + way_;
    if (way_ == 0) return AtRest(info);
    const double ten = FirstReached(0.1), ninety = FirstReached(0.9);
    // Where rounding is all of the way there is, the response may reach none of it.
    info.rise_time = std::isfinite(ninety) ? ninety - ten : ninety;
    info.settling_time = LastOutside(0.02);
    double least = std::numeric_limits<double>::infinity(), greatest = -least, peak = -least;
    double lowest = 0, settled_least = least, settled_greatest = greatest;
    VisitExtremes([&](double time, double value) {
      const double part = (value - start_) / way_;
      greatest = std::max(greatest, part);
      lowest = std::min(lowest, part);
      if (std::abs(value) > peak) {
        peak = std::abs(value);
        info.peak_time = time;
      }
      if (time < ninety) return;
      settled_least = std::min(settled_least, value);
      settled_greatest = std::max(settled_greatest, value);
    });
    const double at_ninety = start_ + 0.9 * way_;
    for (const double value : {info.steady_state, At(ninety, at_ninety)}) {
      settled_least = std::min(settled_least, value);
      settled_greatest = std::max(settled_greatest, value);
    }
    info.settling_min = settled_least;
    info.settling_max = settled_greatest;
    info.peak = peak;
    info.overshoot = std::max(0.0, Rounded(greatest - 1)) * 100;
    info.undershoot = std::max(0.0, Rounded(-lowest)) * 100;
    if (peak <= std::abs(info.steady_state) * (1 + kRounding)) {
      info.peak = std::abs(info.steady_state);
      if (!reaches_end_) info.peak_time = std::numeric_limits<double>::infinity();
    }
    return info;
  }

 private:
  static constexpr double kRounding = 1e-11;
  static double Rounded(double part) { return std::abs(part) < kRounding ? 0 : part; }

  // Where the response ends where it began, there is no way of which parts could be reached.
  StepCharacteristics AtRest(StepCharacteristics info) const {
    for (const Look& look : looks_) {
      if (std::abs(look.value) > info.peak) {
        info.peak = std::abs(look.value);
        info.peak_time = look.time;
      }
    }
    info.settling_min = info.settling_max = info.steady_state;
    return info;
  }

  // The value there where it jumped beyond the level, else the level.
  double At(double time, double level) const {
    for (const Look& look : looks_) {
      if (look.time == time && (look.value - level) * way_ > 0) return look.value;
    }
    return level;
  }

  // When the response first comes to a part of its way.
  double FirstReached(double part) const {
    const double level = start_ + part * way_;
    const auto is_reached = [&](const Look& look) { return (look.value - level) * way_ >= 0; };
    if (is_reached(looks_.front())) return looks_.front().time;
    for (size_t i = 1; i < looks_.size(); ++i) {
      if (is_reached(looks_[i])) return CrossingBetween(looks_[i - 1], looks_[i], level);
    }
    return std::numeric_limits<double>::infinity();
  }

  // When it last comes into the band around its end. Looked for from behind, since it may leave the
  // band several times.
  double LastOutside(double part) const {
    const double band = part * std::abs(way_), end = start_ + way_;
    for (size_t i = looks_.size(); i-- > 0;) {
      const double off = looks_[i].value - end;
      if (std::abs(off) <= band) continue;
      if (i + 1 == looks_.size()) return std::numeric_limits<double>::infinity();
      return CrossingBetween(looks_[i], looks_[i + 1], end + std::copysign(band, off));
    }
    return 0;
  }

  // All looks, and the extremes between them.
  template <typename Visit>
  void VisitExtremes(const Visit& visit) const {
    for (size_t i = 0; i < looks_.size(); ++i) {
      visit(looks_[i].time, looks_[i].value);
      if (i == 0 || i + 1 == looks_.size()) continue;
      const Look &a = looks_[i - 1], &b = looks_[i], &c = looks_[i + 1];
      const bool is_peak = (b.value - a.value) * (b.value - c.value) > 0;
      if (!is_peak || a.piece != c.piece) continue;
      const double sign = b.value > a.value ? -1 : 1;
      const double time =
          Minimise([&](double t) { return sign * b.piece->value(t); }, a.time, c.time);
      visit(time, b.piece->value(time));
    }
  }

  std::vector<Look> looks_;
  double start_, way_;
  bool reaches_end_;
};

}  // namespace

StepResponse StepResponseOf(const LinearModel& model, int input, int output) {
  const ZeroPoleGain zpk = ToZeroPoleGain(model, input, output);  // refuses dead time inside
  LinearModel one = SelectPorts(model, {input}, {output});
  if (one.has_delays()) one = FromZeroPoleGain(ZeroPoleGain{zpk.zeros, zpk.poles, zpk.gain, 0, 0});
  StepResponse response = model.is_sampled() ? SampledStep(one) : ContinuousStep(ScaleStates(one));
  response.steady_value = DcGain(zpk);
  for (ResponsePiece& piece : response.pieces) {
    if (zpk.delay_sec == 0) break;
    piece.start_sec += zpk.delay_sec;
    piece.end_sec += zpk.delay_sec;
    piece.value = [inner = piece.value, delay = zpk.delay_sec](double t) {
      return inner(t - delay);
    };
  }
  return response;
}

StepCharacteristics CharacteriseStep(const StepResponse& response) {
  return Characteristics(response).Find();
}

}  // namespace loopwright
