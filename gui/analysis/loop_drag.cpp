#include "gui/analysis/loop_drag.h"

#include <cmath>
#include <utility>

#include "engine/tuning/loop_sweep.h"
#include "gui/document/diagram_document.h"
#include "gui/document/value_place.h"

namespace loopwright {

namespace {

// What a person would type: four digits, which move a pole by less than a pixel.
double roundedForPeople(double value) {
  constexpr int kDigits = 4;
  if (value == 0 || !std::isfinite(value)) return value;
  return QString::number(value, 'g', kDigits).toDouble();
}

}  // namespace

LoopDrag::LoopDrag(DiagramDocument* document, QObject* parent)
    : QObject(parent), document_(document), drag_(document) {}

void LoopDrag::setSweep(std::shared_ptr<const LoopSweep> sweep) { sweep_ = std::move(sweep); }

// The value of the parameter with which the handle would be where the pointer is; nothing where
// none in the range does that.
std::optional<double> LoopDrag::valueFor(LoopHandle handle, const Complex& from,
                                         const Complex& to) const {
  switch (handle) {
    case LoopHandle::kPole:
      return ValueForPole(*held_, from, to);
    case LoopHandle::kCrossover:
      return ValueForCrossover(*held_, to.real());
    case LoopHandle::kPhaseMargin:
      return ValueForPhaseMargin(*held_, to.real());
    case LoopHandle::kGainMargin:
      return ValueForGainMargin(*held_, to.real());
  }
  return {};
}

// While a handle is held the sweep stays that of the press: it is of the loop in which the handle
// was taken.
void LoopDrag::move(LoopHandle handle, const Complex& from, const Complex& to) {
  if (!drag_.isOpen()) {
    held_ = sweep_;
    value_.reset();
  }
  if (held_ == nullptr) return;
  const std::optional<double> found = valueFor(handle, from, to);
  if (!found) return;
  const double value = roundedForPeople(*found);
  if (value_ == value) return;
  value_ = value;
  drag_.preview(parameterPlace(document_->document(), held_->parameter), ParameterSetting(value));
  Q_EMIT moved();
}

void LoopDrag::commit() {
  drag_.commit();
  held_.reset();
}

void LoopDrag::cancel() {
  drag_.cancel();
  held_.reset();
}

}  // namespace loopwright
