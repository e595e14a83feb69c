#include "gui/run/pace.h"

#include <QWheelEvent>
#include <algorithm>
#include <iterator>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/setting_text.h"
#include "gui/document/value_place.h"

namespace loopwright {

namespace {

constexpr char kRate[] = "realtime_rate";
constexpr double kPaces[] = {0.01, 0.1, 0.5, 1, 2, 10, 100};  // of the clock
constexpr double kFree = 0;                                   // as fast as possible

QString paceText(double pace) {
  if (pace == kFree) return PaceBox::tr("full speed");
  return pace == 1 ? PaceBox::tr("real time") : PaceBox::tr("%1× real time").arg(pace);
}

void setPace(DiagramDocument* document, double pace) {
  setValue(document, {ValuePlace::Kind::kSimulation, "", kRate}, PaceBox::tr("Change the pace"),
           ParameterSetting(pace), QLatin1String("simulation ") + QLatin1String(kRate));
}

}  // namespace

PaceBox::PaceBox(DiagramDocument* document, QWidget* parent)
    : QComboBox(parent), document_(document) {
  setObjectName(QStringLiteral("pace"));
  setAccessibleName(tr("Pace"));
  setToolTip(tr("How fast the simulation goes"));
  setFocusPolicy(Qt::StrongFocus);
  setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(this, &QComboBox::activated, this, [this](int index) {
    if (itemData(index).isValid()) setPace(document_, itemData(index).toDouble());
  });
  connect(document, &DiagramDocument::changed, this, [this](const ChangeSet& changes) {
    if (changes.contains(ChangeSubject::kSimulation)) refresh();
  });
  connect(document, &DiagramDocument::reset, this, &PaceBox::refresh);
  refresh();
}

// The wheel passes over the box; it must not change it.
void PaceBox::wheelEvent(QWheelEvent* event) { event->ignore(); }

// The fastest pace first. A pace of the user's own stands at the end, as it was given.
void PaceBox::refresh() {
  const ParameterSetting& now = document_->document().simulation.Get(kRate);
  clear();
  addItem(paceText(kFree), kFree);
  for (auto pace = std::rbegin(kPaces); pace != std::rend(kPaces); ++pace) {
    addItem(paceText(*pace), *pace);
  }
  int index = now.is_number() ? findData(now.number()) : -1;
  if (index < 0) {
    // A number of one's own, or an expression: as it stands, and chosen it stays.
    const QString text = now.is_number() ? paceText(now.number()) : settingText(now);
    addItem(text, now.is_number() ? QVariant(now.number()) : QVariant());
    index = count() - 1;
  }
  setCurrentIndex(index);
}

// To the next slower or faster one of the list; full speed is faster than all of them.
void changePace(DiagramDocument* document, int direction) {
  const ParameterSetting& setting = document->document().simulation.Get(kRate);
  const double now = setting.is_number() ? setting.number() : kFree;
  if (now == kFree) {
    if (direction < 0) setPace(document, *std::rbegin(kPaces));
    return;
  }
  if (direction > 0) {
    const auto* const next = std::upper_bound(std::begin(kPaces), std::end(kPaces), now);
    return setPace(document, next == std::end(kPaces) ? kFree : *next);
  }
  const auto* const next = std::lower_bound(std::begin(kPaces), std::end(kPaces), now);
  if (next != std::begin(kPaces)) setPace(document, *std::prev(next));
}

}  // namespace loopwright
