#include "gui/inspector/inspector_texts.h"

#include <QCoreApplication>
#include <cmath>

#include "gui/document/qt_text.h"
#include "gui/readings/wire_value.h"
#include "gui/run/run_controller.h"

namespace loopwright {

namespace {

constexpr int kDigits = 6;
constexpr int kTimeDigits = 9;

struct Inspector {
  Q_DECLARE_TR_FUNCTIONS(Inspector)
};

QString seconds(double time) {
  return QString::number(time, 'g', kTimeDigits).replace(u'-', QChar(0x2212));
}

QString directionText(WitnessFunctionDirection direction) {
  switch (direction) {
    case WitnessFunctionDirection::kNone:
      return Inspector::tr("never counts");
    case WitnessFunctionDirection::kPositiveThenNonPositive:
      return Inspector::tr("when it falls through 0");
    case WitnessFunctionDirection::kNegativeThenNonNegative:
      return Inspector::tr("when it rises through 0");
    case WitnessFunctionDirection::kCrossesZero:
      return Inspector::tr("when it crosses 0");
  }
  return {};
}

}  // namespace

QString inspectorText(const char* text) { return Inspector::tr(text); }

QString shownText(const ShownValue& value) {
  if (!value.problem.empty()) {
    return Inspector::tr("cannot be computed: %1").arg(toQt(value.problem));
  }
  if (!value.numbers.empty()) return valueText(value.numbers, kDigits);
  return value.object.empty() ? Inspector::tr("none") : toQt(value.object);
}

QString shownText(const ShownValue& value, size_t first, size_t count) {
  if (first + count > value.numbers.size()) return shownText(value);
  return valueText(std::span(value.numbers).subspan(first, count), kDigits);
}

QString bothText(const QString& before, const QString& after) {
  return before == after ? before : QStringLiteral("○ %1 ● %2").arg(before, after);
}

QString nameText(const InstantReader& reader, const ValueRef& value) {
  if (value.kind == ValueKind::kTime) return Inspector::tr("time");
  if (value.kind == ValueKind::kDerivatives) return Inspector::tr("derivative");
  return toQt(reader.NameOf(value));
}

QString pathText(const InstantReader& reader, const ValueRef& value) {
  const QString block = toQt(reader.BlockOf(value));
  const QString name = nameText(reader, value);
  return block.isEmpty() ? name : block + u'.' + name;
}

// When it happens.
QString eventText(const InspectedEvent& event) {
  if (event.is_dynamic) return Inspector::tr("at times that the block computes");
  if (event.trigger == TriggerType::kWitness) return toQt(event.witness);
  if (event.period_sec > 0) return Inspector::tr("every %1 s").arg(seconds(event.period_sec));
  switch (event.trigger) {
    case TriggerType::kInitialization:
      return Inspector::tr("at the start");
    case TriggerType::kPerStep:
      return Inspector::tr("at every step");
    default:
      return event.is_corner ? Inspector::tr("corner") : Inspector::tr("at given times");
  }
}

// When it happens next, as far as that is known.
QString nextText(const InspectedEvent& event) {
  if (event.trigger == TriggerType::kWitness) {
    const QString value = shownText({{event.witness_value}, {}, {}});
    return Inspector::tr("none until it is crossed; now %1").arg(value);
  }
  if (event.trigger == TriggerType::kPerStep) return Inspector::tr("next: the next step");
  if (event.trigger == TriggerType::kInitialization) return Inspector::tr("over");
  if (std::isnan(event.next_sec)) return Inspector::tr("cannot be computed");
  if (std::isinf(event.next_sec)) return Inspector::tr("no more");
  return Inspector::tr("next at %1 s").arg(seconds(event.next_sec));
}

// What an event does, in one sentence. An event without a kind of its own does nothing but end a
// step at its instant, as the corner of a piecewise function does.
QString eventToolTip(const InspectedEvent& event) {
  QString text = eventText(event);
  if (event.trigger == TriggerType::kWitness) text += u' ' + directionText(event.direction);
  if (event.is_corner || (!event.kind && !event.is_dynamic)) {
    return Inspector::tr("%1: ends a step").arg(text);
  }
  if (!event.kind) return text;
  switch (*event.kind) {
    case EventKind::kPublish:
      return Inspector::tr("%1: publishes").arg(text);
    case EventKind::kDiscreteUpdate:
      return Inspector::tr("%1: updates discrete state").arg(text);
    case EventKind::kJump:
      return Inspector::tr("%1: updates discrete and continuous state").arg(text);
    case EventKind::kUnrestrictedUpdate:
      return Inspector::tr("%1: updates any state").arg(text);
  }
  return text;
}

QString freshnessText(bool isUpToDate) {
  return isUpToDate ? Inspector::tr("up to date") : Inspector::tr("out of date");
}

QString freshnessText(const InstantReader& reader, const InspectedEntry& entry) {
  if (entry.is_up_to_date || !entry.cause) return freshnessText(entry.is_up_to_date);
  return Inspector::tr("out of date: %1 changed").arg(pathText(reader, *entry.cause));
}

QString countsText(int64_t computed, int64_t reused) {
  return Inspector::tr("computed %1, reused %2").arg(formatCount(computed), formatCount(reused));
}

}  // namespace loopwright
