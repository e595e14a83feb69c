#include "gui/timeline/timeline_texts.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <span>

#include "engine/text/number_format.h"
#include "gui/run/run_controller.h"
#include "gui/timeline/timeline_chart.h"

namespace loopwright {

namespace {

constexpr int kTimelineDigits = 6;
constexpr int kMostLines = 12;  // of values or readings

QString numberText(double value) {
  return QString::number(value, 'g', kTimelineDigits).replace(u'-', QChar(0x2212));
}

// Of an update: without the last digits, which say only how a computer counted up to that time,
// such as in 3 · 0.05 = 0.15000000000000002.
QString updateTime(double value) {
  constexpr int kDecimalDigits = 15;  // that each double holds
  return QString::number(value, 'g', kDecimalDigits).replace(u'-', QChar(0x2212));
}

// With all digits: instants that are isolated may be close to each other.
QString exactText(double value) {
  return QString::fromStdString(FormatNumber(value)).replace(u'-', QChar(0x2212));
}

// A chunk, a phase in it, and what of it an event is about.
struct Found {
  const TimelineChunk& chunk;
  const TimelinePhase& phase;

  Found(const TimelineView& view, const TimelineEvent& event)
      : chunk(view.ChunkOf(event.phase)), phase(chunk.phases[event.phase - chunk.first]) {}

  std::span<const TimelineItem> items() const {
    return std::span(chunk.items).subspan(phase.first_item, phase.num_items);
  }
  std::span<const TimelineItem> items(const TimelineEvent& event) const {
    return event.item < 0 ? items() : items().subspan(event.item, 1);
  }
  std::span<const TimelineNumber> numbers(const TimelineItem& item) const {
    return std::span(chunk.numbers).subspan(item.first_number, item.num_numbers);
  }
  std::span<const TimelineReading> readings() const {
    return std::span(chunk.readings).subspan(phase.first_reading, phase.num_readings);
  }
};

// The path of a block by its number, and its name alone.
QString pathOf(const TimelineView& view, int32_t block) {
  return QString::fromStdString(view.block(block));
}
QString nameOf(const TimelineView& view, int32_t block) {
  return pathOf(view, block).section(u'/', -1);
}

QString phaseText(TimelineLane lane) {
  switch (lane) {
    case TimelineLane::kInitialize:
      return TimelineChart::tr("initialization");
    case TimelineLane::kUnrestricted:
      return TimelineChart::tr("unrestricted update");
    case TimelineLane::kDiscrete:
      return TimelineChart::tr("discrete update");
    case TimelineLane::kModes:
      return TimelineChart::tr("choice of a branch");
    case TimelineLane::kContinuous:
      return TimelineChart::tr("continuous part");
    case TimelineLane::kIsolation:
      return TimelineChart::tr("isolation");
    case TimelineLane::kPublish:
      break;
  }
  return TimelineChart::tr("publish");
}

QString causeText(PhaseCause cause, double period) {
  switch (cause) {
    case PhaseCause::kStart:
      return TimelineChart::tr("the run starts");
    case PhaseCause::kInitialization:
      return TimelineChart::tr("the block is initialized");
    case PhaseCause::kPerStep:
      return TimelineChart::tr("in every step");
    case PhaseCause::kPeriodic:
      return TimelineChart::tr("every %1 s").arg(numberText(period));
    case PhaseCause::kTimed:
      return TimelineChart::tr("at a time of its own");
    case PhaseCause::kWitness:
      return TimelineChart::tr("a witness triggered");
    case PhaseCause::kForced:
      return TimelineChart::tr("forced");
    case PhaseCause::kBranch:
      return TimelineChart::tr("its branch changed");
    case PhaseCause::kLog:
      return TimelineChart::tr("a log time");
    case PhaseCause::kStep:
      break;
  }
  return TimelineChart::tr("end of a step");
}

// Why the continuous part ended where it did.
QString endText(const TimelineView& view, const TimelinePhase& phase) {
  switch (phase.ended_by) {
    case StepEnd::kEvent:
      return TimelineChart::tr("ended by an event that time brings");
    case StepEnd::kWitness:
      return phase.ended_block < 0 ? TimelineChart::tr("ended by an isolation")
                                   : TimelineChart::tr("ended by an isolation of %1")
                                         .arg(pathOf(view, phase.ended_block));
    case StepEnd::kBoundary:
      return TimelineChart::tr("ended by the end of the run");
    default:
      return TimelineChart::tr("ended at its own length");
  }
}

// `x[1]: ○ 20 ● 30`. A branch on which the motion slides is no number.
QString valueLine(const TimelineView& view, const QString& block, const TimelineNumber& number,
                  bool isAlone) {
  const QString name = QString::fromStdString(view.state(number.name));
  const QString element = isAlone ? QString() : QStringLiteral("[%1]").arg(number.element);
  const auto written = [](double value) {
    return std::isnan(value) ? TimelineChart::tr("sliding") : numberText(value);
  };
  return QStringLiteral("%1.%2%3: ○ %4 ● %5")
      .arg(block, name, element, written(number.before), written(number.after));
}

// What an update or a choice of branches changed, a line for each number; of more than a dozen the
// rest is counted.
QStringList valueLines(const TimelineView& view, const Found& found, const TimelineEvent& event) {
  QStringList lines;
  int64_t leftOut = 0;
  for (const TimelineItem& item : found.items(event)) {
    const QString block = nameOf(view, item.block);
    const auto numbers = found.numbers(item);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const bool isAlone = numbers[i].element == 0 &&
                           (i + 1 == numbers.size() || numbers[i + 1].name != numbers[i].name);
      lines += valueLine(view, block, numbers[i], isAlone);
    }
    leftOut += item.left_out;
  }
  if (lines.size() > kMostLines) {
    leftOut += lines.size() - kMostLines;
    lines = lines.mid(0, kMostLines);
  }
  if (leftOut > 0) {
    lines += TimelineChart::tr("… and %n more numbers", nullptr, static_cast<int>(leftOut));
  }
  return lines;
}

// The last ones are those that found the instant.
QStringList readingLines(const TimelineView& view, const Found& found) {
  QStringList lines;
  const auto readings = found.readings();
  const size_t first = readings.size() > kMostLines ? readings.size() - kMostLines : 0;
  if (first > 0) lines += TimelineChart::tr("%n readings before", nullptr, int(first));
  for (const TimelineReading& reading : readings.subspan(first)) {
    lines +=
        TimelineChart::tr("%1 at t = %2 s: %3")
            .arg(nameOf(view, reading.block), exactText(reading.time), numberText(reading.value));
  }
  return lines;
}

}  // namespace

QString laneTitle(TimelineLane lane) {
  switch (lane) {
    case TimelineLane::kInitialize:
      return TimelineChart::tr("initialize");
    case TimelineLane::kUnrestricted:
      return TimelineChart::tr("unrestricted");
    case TimelineLane::kDiscrete:
      return TimelineChart::tr("discrete");
    case TimelineLane::kModes:
      return TimelineChart::tr("modes");
    case TimelineLane::kContinuous:
      return TimelineChart::tr("continuous");
    case TimelineLane::kIsolation:
      return phaseText(lane);
    case TimelineLane::kPublish:
      break;
  }
  return phaseText(lane);
}

QString timelineTime(double time, double span) {
  const double size = std::max(std::abs(time), span);
  if (size == 0) return QStringLiteral("0");
  const double digits = span > 0 ? std::log10(size / span) + 3 : 15;
  return QString::number(time, 'g', std::clamp(static_cast<int>(std::ceil(digits)), 3, 15))
      .replace(u'-', QChar(0x2212));
}

// The one block that an event is about: of a step that whose witness ended it, of an instant the
// only one that did something. Empty where there are several.
QString blockOf(const TimelineView& view, const TimelineEvent& event) {
  const Found found(view, event);
  int32_t block = -1;
  if (event.isIsolation || found.phase.kind == PhaseKind::kContinuous) {
    block = found.phase.ended_block;
  }
  const auto items = found.items(event);
  if (block < 0 && !event.isIsolation && items.size() == 1) block = items.front().block;
  return block < 0 ? QString() : pathOf(view, block);
}

// What fits into a mark: the time of an isolation, the length of a step, or the block with what it
// changed.
QString shortText(const TimelineView& view, const TimelineEvent& event, double span) {
  const Found found(view, event);
  if (event.isIsolation) return timelineTime(found.phase.end, span / 100) + QStringLiteral(" s");
  if (found.phase.kind == PhaseKind::kContinuous) {
    return QStringLiteral("%1 · %2 s")
        .arg(TimelineChart::tr("step %1").arg(formatCount(found.phase.step)),
             numberText(found.phase.end - found.phase.begin));
  }
  const auto items = found.items(event);
  if (items.size() != 1) {
    return items.empty() ? causeText(found.phase.cause, 0)
                         : TimelineChart::tr("%n blocks", nullptr, static_cast<int>(items.size()));
  }
  QString name = nameOf(view, items.front().block);
  const auto numbers = found.numbers(items.front());
  if (numbers.size() != 1 || found.phase.kind == PhaseKind::kInitialize) return name;
  return QStringLiteral("%1 %2 → %3")
      .arg(name, numberText(numbers[0].before), numberText(numbers[0].after));
}

// What the panel and the tip say: block, phase, cause and time in one line, and below it the
// numbers.
QString longText(const TimelineView& view, const TimelineEvent& event) {
  const Found found(view, event);
  const TimelinePhase& phase = found.phase;
  QStringList head;
  const QString block = blockOf(view, event);
  if (!block.isEmpty()) head += block;
  head += phaseText(laneOf(view, event));
  const auto items = found.items(event);
  if (event.isIsolation) {
    head += TimelineChart::tr("t = %1 s").arg(exactText(phase.end));
    return (QStringList(head.join(QStringLiteral(" · "))) + readingLines(view, found)).join(u'\n');
  }
  if (phase.kind == PhaseKind::kContinuous) {
    head += TimelineChart::tr("step %1").arg(formatCount(phase.step));
    head += TimelineChart::tr("from t = %1 s to %2 s")
                .arg(exactText(phase.begin), exactText(phase.end));
    head += endText(view, phase);
  } else {
    head += items.size() == 1 ? causeText(items.front().cause, items.front().period_sec)
                              : causeText(phase.cause, 0);
    head += TimelineChart::tr("t = %1 s").arg(updateTime(phase.end));
    if (phase.kind != PhaseKind::kPublish && items.size() == 1 && !items.front().changed) {
      head += TimelineChart::tr("nothing changed");
    }
  }
  return (QStringList(head.join(QStringLiteral(" · "))) + valueLines(view, found, event))
      .join(u'\n');
}

QString leftOutText(const TimelineView& view) {
  if (view.gaps().empty()) return {};
  int64_t count = 0;
  for (const TimelineGap& gap : view.gaps()) {
    for (const int64_t phases : gap.phases) count += phases;
  }
  return TimelineChart::tr("%1 phases up to t = %2 s were left out to save memory.")
      .arg(formatCount(count), numberText(view.gaps().back().end));
}

}  // namespace loopwright
