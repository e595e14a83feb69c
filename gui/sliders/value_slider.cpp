#include "gui/sliders/value_slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace loopwright {

namespace {

constexpr int kSteps = 1000;
constexpr int kPageSteps = 50;
constexpr double kDecade = 10;
constexpr int kDigits = 3;

}  // namespace

NumberBounds boundsOf(const QString& constraint) {
  static const QRegularExpression range(QStringLiteral("^in \\[([^,]+), ([^\\]]+)\\]$"));
  static const QRegularExpression side(QStringLiteral("^([<>])=? (\\S+)$"));
  NumberBounds bounds;
  bool isNumber = false, isOther = false;
  if (const auto both = range.match(constraint); both.hasMatch()) {
    const double least = both.captured(1).toDouble(&isNumber);
    const double most = both.captured(2).toDouble(&isOther);
    if (isNumber && isOther) bounds = {least, most};
  } else if (const auto one = side.match(constraint); one.hasMatch()) {
    const double bound = one.captured(2).toDouble(&isNumber);
    if (isNumber) (one.captured(1) == u">" ? bounds.least : bounds.most) = bound;
  }
  return bounds;
}

ValueSlider::ValueSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setRange(0, kSteps);
  setSingleStep(kSteps / 100);
  setPageStep(kPageSteps);
  connect(this, &QSlider::valueChanged, this, [this] {
    if (!isShowing_) Q_EMIT numberMoved(number());
  });
}

void ValueSlider::setEnds(std::optional<double> lower, std::optional<double> upper) {
  if (lower == givenLower_ && upper == givenUpper_) return;
  givenLower_ = lower;
  givenUpper_ = upper;
  lower_ = upper_ = 0;  // to be found anew
}

// Ends that were chosen count, also against the other one, which gives way then. Where they are
// decades apart each factor has the same room.
void ValueSlider::chooseRange(double number) {
  chooseEnds(number);
  if (!givenLower_ && !givenUpper_) return;
  const double size = upper_ - lower_;
  if (givenLower_) lower_ = *givenLower_;
  if (givenUpper_) upper_ = *givenUpper_;
  if (lower_ >= upper_)
    (givenLower_ ? upper_ : lower_) = givenLower_ ? lower_ + size : upper_ - size;
  isLogarithmic_ = lower_ > 0 && upper_ >= kDecade * kDecade * lower_;
}

// A range over decades has the same room for each factor, so it cannot hold zero.
void ValueSlider::chooseEnds(double number) {
  isLogarithmic_ = false;
  if (std::isfinite(bounds_.least) && std::isfinite(bounds_.most)) {
    lower_ = bounds_.least;
    upper_ = bounds_.most;
  } else if (number == 0) {
    lower_ = std::max(-1.0, bounds_.least);
    upper_ = std::min(1.0, bounds_.most);
  } else {
    lower_ = std::max(number > 0 ? number / kDecade : number * kDecade, bounds_.least);
    upper_ = std::min(number > 0 ? number * kDecade : number / kDecade, bounds_.most);
    isLogarithmic_ = lower_ * upper_ > 0;
  }
  if (lower_ < upper_) return;
  // The number is not what it may be.
  isLogarithmic_ = false;
  lower_ = number - 1;
  upper_ = number + 1;
}

void ValueSlider::showNumber(double number) {
  const bool isInside = lower_ < upper_ && number >= lower_ && number <= upper_;
  if (!isInside) chooseRange(number);
  // A number outside of ends that were chosen has the handle at the nearer one.
  const double at = std::clamp(number, lower_, upper_);
  const double part = isLogarithmic_ ? std::log(at / lower_) / std::log(upper_ / lower_)
                                     : (at - lower_) / (upper_ - lower_);
  isShowing_ = true;
  setValue(static_cast<int>(std::lround(kSteps * std::clamp(part, 0.0, 1.0))));
  isShowing_ = false;
}

double ValueSlider::number() const {
  const double part = double(value()) / kSteps;
  const double exact =
      isLogarithmic_ ? lower_ * std::pow(upper_ / lower_, part) : lower_ + (upper_ - lower_) * part;
  const double rounded = QString::number(exact, 'g', kDigits).toDouble();
  // Rounding must not lead out of the bounds.
  return std::clamp(rounded, bounds_.least, bounds_.most);
}

void ValueSlider::wheelEvent(QWheelEvent* event) { event->ignore(); }

// While it is dragged Esc is meant for it, whatever else has that key.
bool ValueSlider::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && isSliderDown() &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  return QSlider::event(event);
}

void ValueSlider::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || !isSliderDown()) return QSlider::keyPressEvent(event);
  isGivenUp_ = true;
  {
    const QSignalBlocker blocker(this);  // It is not released where it is.
    setSliderDown(false);
  }
  Q_EMIT dragGivenUp();
}

void ValueSlider::mousePressEvent(QMouseEvent* event) {
  isGivenUp_ = false;
  QSlider::mousePressEvent(event);
}

void ValueSlider::mouseMoveEvent(QMouseEvent* event) {
  if (!isGivenUp_) QSlider::mouseMoveEvent(event);
}

}  // namespace loopwright
