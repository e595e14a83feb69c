#include "engine/linear/step_response.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/flow_pieces.h"
#include "engine/linear/minimum.h"
#include "engine/linear/transfer_function.h"
#include "engine/matrices/matrix_functions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

/// What has decayed to this part of its beginning no longer counts.
constexpr double kGone = 1e-14;
constexpr int kMostSamples = 200000, kMostPieces = 20000;
/// A piece is looked at in so many places.
constexpr int kLooks = 8;

// Poles are named, since they say why.
void RefuseUnstable(const ComplexList& poles, bool is_sampled) {
  for (const Complex pole : poles) {
    if (IsStable({pole}, is_sampled)) continue;
    throw NoResultError("the step response does not settle: there is a pole at " +
                        ComplexText(pole) +
                        (is_sampled ? ", which is not inside the unit circle"
                                    : ", which is not in the left half plane"));
  }
}

// Sample by sample, as long as the slowest pole takes to decay to kGone; the response is held in
// between.
StepResponse SampledStep(const LinearModel& model, const ComplexList& poles) {
  RefuseUnstable(poles, true);
  const double radius = LargestSize(poles);
  StepResponse response;
  const double steps = radius > 0 ? std::log(kGone) / std::log(radius) : 0;
  if (!(steps <= kMostSamples)) {
    throw NoResultError("the step response takes more than " + std::to_string(kMostSamples) +
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

// A pole that is stable by less than rounding of the others lets the motion grow beyond all numbers
// over the time that it says to take.
void RefuseBeyondNumbers(const StepResponse& response) {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const auto has_numbers = [&](const ResponsePiece& piece) {
    return std::all_of(piece.looks.begin(), piece.looks.end(), is_finite);
  };
  const auto& pieces = response.pieces;
  if (is_finite(response.steady_value) && std::all_of(pieces.begin(), pieces.end(), has_numbers)) {
    return;
  }
  throw NoResultError(
      "the step response grows beyond all numbers: a pole is so near to the boundary of stability "
      "that rounding decides on which side it is");
}

/// The motion of a pole: when it is gone, and the longest piece over which it turns little.
struct PoleMotion {
  double gone_sec, piece_sec;
};

// The longest piece at time t for which nothing that still moves turns far.
double PieceAt(double t, const std::vector<PoleMotion>& motions) {
  double longest = std::numeric_limits<double>::infinity();
  for (const PoleMotion& motion : motions) {
    if (t < motion.gone_sec) longest = std::min(longest, motion.piece_sec);
  }
  return longest;
}

// Piece by piece: in each the state at its start is carried to its end by an exponential, exactly.
// Pieces are short while fast motions last, and get longer as these decay.
StepResponse ContinuousStepResponse(const LinearModel& model, const ComplexList& poles) {
  RefuseUnstable(poles, false);
  std::vector<PoleMotion> motions;
  for (const Complex pole : poles) {
    motions.push_back({std::log(kGone) / pole.real(), 1 / std::abs(pole)});
  }
  const int n = model.num_states();
  // The input is one more state, which is 1 all the time, in a unit of its own.
  const double unit = UnitOfInputs(model.A, model.B);
  const FlowPieces pieces(model, unit);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n + 1);
  x[n] = unit;
  StepResponse response;
  double t = 0;
  for (double length = PieceAt(t, motions); std::isfinite(length); length = PieceAt(t, motions)) {
    if (static_cast<int>(response.pieces.size()) > kMostPieces) {
      throw NoResultError("the step response takes too long to settle beside its fastest motion");
    }
    // Powers of 2, so that an exponential serves for many pieces.
    length = std::exp2(std::floor(std::log2(length)));
    pieces.Add(t, t + length, length, &x, &response.pieces);
    t += length;
  }
  if (response.pieces.empty()) {
    const double y = model.D(0, 0);
    response.reaches_end = true;
    response.pieces.push_back({0, 1, [y](double) { return y; }, {y, y}});
  }
  return response;
}

/// A value of a response where it was looked at.
struct Look {
  double time, value;
  const ResponsePiece* piece;       ///< on which it came here from the look before,
  bool jumps = false;               ///< unless it jumped, or this is the first look
  bool is_refined_extreme = false;  ///< of the response itself
};

// Some values in each piece, close enough together that between two neighbours there is at most one
// extreme.
std::vector<Look> LooksAt(const StepResponse& response) {
  std::vector<Look> looks;
  for (const ResponsePiece& piece : response.pieces) {
    const bool is_known = !piece.looks.empty();
    const int parts = is_known ? static_cast<int>(piece.looks.size()) - 1 : kLooks;
    for (int i = 0; i <= parts; ++i) {
      // The very end, not one that rounding has moved: the next piece begins there, without a jump.
      const double part = (piece.end_sec - piece.start_sec) * i / parts;
      const double t = i == parts ? piece.end_sec : piece.start_sec + part;
      const double value = is_known ? piece.looks[i] : piece.value(t);
      const bool goes_on =
          i == 0 && !looks.empty() && looks.back().time == t && looks.back().value == value;
      if (!goes_on) looks.push_back({t, value, &piece, i == 0});
    }
  }
  return looks;
}

/// Where the response crosses `level` between two looks; the jump's time where it jumps over it.
double CrossingBetween(const Look& a, const Look& b, double level) {
  if (b.jumps || a.time == b.time) return b.time;
  const double sign = a.value < level ? 1 : -1;
  return Bisect([&](double t) { return sign * (b.piece->value(t) - level); }, a.time, b.time);
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
    RefineNearLevels();
    const double ten = FirstReached(kLow), ninety = FirstReached(kHigh);
    // Where rounding is all of the way there is, the response may reach none of it.
    info.rise_time = std::isfinite(ninety) ? ninety - ten : ninety;
    info.settling_time = LastOutside(kBand);
    RefineBeyondOthers(ninety);
    double least = std::numeric_limits<double>::infinity(), greatest = -least, peak = -least;
    double lowest = 0, settled_least = least, settled_greatest = greatest;
    for (const Look& look : looks_) {
      const double part = (look.value - start_) / way_;
      greatest = std::max(greatest, part);
      lowest = std::min(lowest, part);
      if (std::abs(look.value) > peak) {
        peak = std::abs(look.value);
        info.peak_time = look.time;
      }
      if (look.time < ninety) continue;
      settled_least = std::min(settled_least, look.value);
      settled_greatest = std::max(settled_greatest, look.value);
    }
    const double at_ninety = start_ + kHigh * way_;
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
  static constexpr double kLow = 0.1, kHigh = 0.9, kBand = 0.02;
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

  // Extremes between looks that may reach a level which the look beside does not.
  void RefineNearLevels() {
    const double end = start_ + way_, band = kBand * std::abs(way_);
    const std::array levels = {start_ + kLow * way_, start_ + kHigh * way_, end - band, end + band};
    RefineExtremes([&](double from, double farthest, double) {
      return std::any_of(levels.begin(), levels.end(),
                         [&](double level) { return (from - level) * (farthest - level) <= 0; });
    });
  }

  // Those that may be the least or the greatest of all, or since the response has come to nine
  // tenths of its way.
  void RefineBeyondOthers(double ninety) {
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
    double settled_least = least, settled_greatest = greatest;
    for (const Look& look : looks_) {
      least = std::min(least, look.value);
      greatest = std::max(greatest, look.value);
      if (look.time < ninety) continue;
      settled_least = std::min(settled_least, look.value);
      settled_greatest = std::max(settled_greatest, look.value);
    }
    RefineExtremes([&](double, double farthest, double until) {
      if (farthest < least || farthest > greatest) return true;
      return until >= ninety && (farthest < settled_least || farthest > settled_greatest);
    });
  }

  // Adds the extremes beside looks of which matters(the look's value, what the extreme may come to
  // at most, the time of the look after it) holds. Between a look and its neighbours a smooth
  // response goes no farther than it came from these.
  template <typename Matters>
  void RefineExtremes(const Matters& matters) {
    std::vector<Look> all;
    all.reserve(looks_.size());
    for (size_t i = 0; i < looks_.size(); ++i) {
      const Look& look = looks_[i];
      const std::optional<Look> extreme = ExtremeBeside(i, matters);
      if (extreme && extreme->time < look.time) all.push_back(*extreme);
      all.push_back(look);
      if (extreme && extreme->time >= look.time) all.push_back(*extreme);
    }
    looks_ = std::move(all);
  }

  template <typename Matters>
  std::optional<Look> ExtremeBeside(size_t i, const Matters& matters) const {
    if (i == 0 || i + 1 == looks_.size()) return {};
    const Look &a = looks_[i - 1], &b = looks_[i], &c = looks_[i + 1];
    const double rise = b.value - a.value, fall = b.value - c.value;
    if (b.is_refined_extreme || b.jumps || c.jumps || !(rise * fall > 0)) return {};
    if (!matters(b.value, b.value + rise + fall, c.time)) return {};
    const auto at = [&](double t) { return (t < b.time ? b : c).piece->value(t); };
    const double sign = rise > 0 ? -1 : 1;
    const double time = Minimise([&](double t) { return sign * at(t); }, a.time, c.time);
    return Look{time, at(time), (time < b.time ? b : c).piece, false, true};
  }

  std::vector<Look> looks_;
  double start_, way_;
  bool reaches_end_;
};

}  // namespace

// A dead time in series only moves the response to later times, so the pieces are those of the
// model without it, and their times are moved.
StepResponse StepResponseOf(const LinearModel& model, int input, int output) {
  const ZeroPoleGain zpk = ToZeroPoleGain(model, input, output);  // refuses dead time inside
  LinearModel one = SelectPorts(model, {input}, {output});
  if (one.has_delays()) one = FromZeroPoleGain(ZeroPoleGain{zpk.zeros, zpk.poles, zpk.gain, 0, 0});
  StepResponse response = model.is_sampled() ? SampledStep(one, zpk.poles)
                                             : ContinuousStepResponse(ScaleStates(one), zpk.poles);
  response.steady_value = DcGain(zpk);
  RefuseBeyondNumbers(response);
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

namespace {

// The least and the greatest of each of `count` stretches of the curve, in their order.
ResponseCurve Thinned(const ResponseCurve& curve, size_t count) {
  ResponseCurve thin;
  const size_t total = curve.times_sec.size();
  for (size_t stretch = 0; stretch < count; ++stretch) {
    const auto from = curve.values.begin() + static_cast<std::ptrdiff_t>(total * stretch / count);
    const auto to =
        curve.values.begin() + static_cast<std::ptrdiff_t>(total * (stretch + 1) / count);
    const auto [least, greatest] = std::minmax_element(from, to);
    for (const auto& place : {std::min(least, greatest), std::max(least, greatest)}) {
      thin.times_sec.push_back(curve.times_sec[place - curve.values.begin()]);
      thin.values.push_back(*place);
    }
  }
  return thin;
}

}  // namespace

// A response is smooth within a piece, so a few points of each draw it; its ends are two of them,
// which keeps jumps between pieces upright.
ResponseCurve CurveOf(std::span<const ResponsePiece> pieces, int count) {
  ResponseCurve curve;
  const size_t wanted = static_cast<size_t>(count) / std::max<size_t>(1, pieces.size());
  for (const ResponsePiece& piece : pieces) {
    const bool is_looked_at = piece.looks.size() >= std::max<size_t>(2, wanted);
    const size_t points = is_looked_at ? piece.looks.size() : std::max<size_t>(2, wanted);
    for (size_t i = 0; i < points; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(points - 1);
      const double t = piece.start_sec + part * (piece.end_sec - piece.start_sec);
      curve.times_sec.push_back(t);
      curve.values.push_back(is_looked_at ? piece.looks[i] : piece.value(t));
    }
  }
  const size_t most = count;
  return curve.times_sec.size() > 2 * most ? Thinned(curve, most) : curve;
}

}  // namespace loopwright
