#include "gui/analysis/analysis_facts.h"

#include <QCoreApplication>
#include <QList>
#include <QPair>
#include <cmath>
#include <numbers>
#include <optional>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/analysis_runner.h"
#include "gui/analysis/crossings.h"
#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class Facts {
  Q_DECLARE_TR_FUNCTIONS(AnalysisFacts)
};

using Lines = QList<QPair<QString, QString>>;

QString seconds(double value) {
  return std::isfinite(value) ? Facts::tr("%1 s").arg(formatReadout(value)) : Facts::tr("never");
}

// A factor beside what engineers say of it: "3.16 (10 dB)".
QString factor(double value) {
  if (!std::isfinite(value)) return Facts::tr("any");
  if (value <= 0) return formatReadout(value);
  const double decibels = 20 * std::log10(value);
  return QStringLiteral("%1 (%2 dB)").arg(formatReadout(value), formatFixed(decibels, 1));
}

QString degrees(double value) {
  return std::isfinite(value) ? formatFixed(value, 1) + u'°' : Facts::tr("any");
}

// … or "any", where there is no limit.
QString secondsAtMost(double value) {
  return std::isfinite(value) ? seconds(value) : Facts::tr("any");
}

// The value alone where no frequency belongs to it.
QString at(const QString& value, const std::optional<double>& frequency) {
  return frequency ? Facts::tr("%1 at %2 rad/s").arg(value, formatReadout(*frequency)) : value;
}

// Of a crossover that there may be.
template <typename Crossing>
std::optional<double> frequencyOf(const Crossing* crossing) {
  return crossing != nullptr ? std::optional(crossing->frequency) : std::nullopt;
}

void addStability(bool isStable, Lines* lines) {
  *lines += {Facts::tr("Closed loop"), isStable ? Facts::tr("stable") : Facts::tr("unstable")};
}

// The margins of a loop, with the frequencies at which they are.
void addMargins(const LoopMargins& margins, Lines* lines) {
  const GainCrossover* const phase =
      crossingOf(margins.gain_crossovers, &GainCrossover::phase_margin, margins.phase_margin);
  const PhaseCrossover* const gain =
      crossingOf(margins.phase_crossovers, &PhaseCrossover::gain_margin, margins.gain_margin);
  addStability(margins.stable, lines);
  *lines += {Facts::tr("Gain margin"), at(factor(margins.gain_margin), frequencyOf(gain))};
  if (margins.gain_reduction > 0) {
    const PhaseCrossover* const reduced =
        crossingOf(margins.phase_crossovers, &PhaseCrossover::gain_margin, margins.gain_reduction);
    *lines +=
        {Facts::tr("Gain reduction"), at(factor(margins.gain_reduction), frequencyOf(reduced))};
  }
  *lines += {Facts::tr("Phase margin"), at(degrees(margins.phase_margin), frequencyOf(phase))};
  *lines += {Facts::tr("Delay margin"), secondsAtMost(margins.delay_margin)};
  *lines += {Facts::tr("Modulus margin"), formatReadout(margins.modulus_margin)};
  *lines += {Facts::tr("Largest |S|"), at(formatReadout(margins.Ms), margins.Ms_frequency)};
}

// Of a loop with samples margins are no points of a curve: they say which factor, and which turn,
// brings a multiplier over its period to the unit circle.
void addHybridMargins(const HybridMargins& margins, double periodSec, Lines* lines) {
  addStability(margins.stable, lines);
  *lines +=
      {Facts::tr("Gain margin"), at(factor(margins.gain_margin), margins.gain_margin_frequency)};
  if (margins.gain_reduction > 0) {
    *lines += {Facts::tr("Gain reduction"),
               at(factor(margins.gain_reduction), margins.gain_reduction_frequency)};
  }
  *lines += {Facts::tr("Phase margin"),
             at(degrees(margins.phase_margin), margins.phase_margin_frequency)};
  if (margins.gain_margin_frequency || margins.phase_margin_frequency) {
    *lines += {Facts::tr("Frequencies"), Facts::tr("up to multiples of %1 rad/s")
                                             .arg(formatReadout(2 * std::numbers::pi / periodSec))};
  }
}

// An amplitude at the block's input, and its frequency.
QString cycleText(const PredictedCycle& cycle) {
  return Facts::tr("amplitude %1 at %2 rad/s")
      .arg(formatReadout(cycle.amplitude), formatReadout(cycle.frequency));
}

// The cycles that a block without slope may cause, or why none could be predicted.
void addCycles(const DescribingCurve& curve, Lines* lines) {
  const QString name = Facts::tr("Cycle by %1").arg(toQt(curve.block));
  if (!curve.problem.empty()) {
    *lines += {name, withoutOptions(curve.problem)};
  } else if (curve.cycles.empty()) {
    *lines += {name, Facts::tr("none predicted")};
  }
  for (const PredictedCycle& cycle : curve.cycles) *lines += {name, cycleText(cycle)};
  if (curve.exact) *lines += {Facts::tr("Exact orbit"), cycleText(*curve.exact)};
  if (!curve.without_exact.empty()) {
    *lines += {Facts::tr("Exact orbit"), withoutOptions(curve.without_exact)};
  }
}

// What stands for dead time, and in what.
void addPade(const ResponsePicture& picture, Lines* lines) {
  if (picture.pade > 0) {
    *lines += {Facts::tr("Dead time"),
               Facts::tr("between samples, as a Padé approximation of order %1").arg(picture.pade)};
  } else if (picture.pole_pade > 0) {
    *lines += {Facts::tr("Dead time"), Facts::tr("exact; in poles as a Padé approximation of "
                                                 "order %1")
                                           .arg(picture.pole_pade)};
  }
}

void addStep(const StepCharacteristics& step, Lines* lines) {
  *lines += {Facts::tr("Rise time"), seconds(step.rise_time)};
  *lines += {Facts::tr("Settling time"), seconds(step.settling_time)};
  *lines += {Facts::tr("Overshoot"), formatFixed(step.overshoot, 1) + QStringLiteral(" %")};
  *lines += {Facts::tr("Final value"), formatReadout(step.steady_state)};
}

// What of all this there is: of a loop margins, of a response the step. What curves mean comes
// last.
Lines linesOf(const ResponsePicture& picture) {
  Lines lines;
  if (picture.margins) addMargins(*picture.margins, &lines);
  if (picture.hybrid_margins) addHybridMargins(*picture.hybrid_margins, picture.period_sec, &lines);
  if (picture.inserted_delay_margin) {
    lines += {Facts::tr("Inserted delay"), secondsAtMost(*picture.inserted_delay_margin)};
  }
  for (const DescribingCurve& curve : picture.describing) addCycles(curve, &lines);
  if (picture.step) addStep(*picture.step, &lines);
  if (picture.has_approximate_step) {
    lines += {Facts::tr("Step"), Facts::tr("with dead time approximated")};
  }
  if (!picture.without_step.empty()) {
    lines += {Facts::tr("Step"), toQt(picture.without_step)};
  }
  addPade(picture, &lines);
  lines += {Facts::tr("Poles"), QString::number(picture.poles.size())};
  if (picture.period_sec > 0) {
    lines += {Facts::tr("Common period"), seconds(picture.period_sec)};
  }
  if (!picture.lens.empty()) {
    lines += {Facts::tr("Dashed"), Facts::tr("a continuous sine, through samplers and holds")};
    lines += {Facts::tr("Dotted"), Facts::tr("the hold alone; in the bands, what a sine there is "
                                             "taken for")};
  }
  return lines;
}

}  // namespace

// Names are in grey.
QString analysisFacts(const ResponsePicture& picture) {
  const QString muted = Theme::current().muted.name();
  QString rows;
  for (const auto& [name, value] : linesOf(picture)) {
    rows += QStringLiteral("<tr><td style='color:%1; padding-right:8px'>%2</td><td>%3</td></tr>")
                .arg(muted, name.toHtmlEscaped(), value.toHtmlEscaped());
  }
  return QStringLiteral("<table cellspacing='0' cellpadding='2'>%1</table>").arg(rows);
}

QString complexText(const Complex& number) {
  QString text = formatReadout(number.real());
  if (number.imag() == 0) return text;
  text += number.imag() < 0 ? QStringLiteral(" − ") : QStringLiteral(" + ");
  return text + formatReadout(std::abs(number.imag())) + u'i';
}

}  // namespace loopwright
