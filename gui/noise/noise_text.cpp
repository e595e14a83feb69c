#include "gui/noise/noise_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "gui/faces/formula_text.h"
#include "gui/language/library_text.h"

namespace loopwright {

namespace {

constexpr int kNoiseDigits = 4;
constexpr std::size_t kMostElements = 4;  // of a vector that are listed

// Whose texts these are, for translators.
class NoiseText {
  Q_DECLARE_TR_FUNCTIONS(NoiseText)
};

QString strengthText(double value) {
  return withRealMinus(QString::number(value, 'g', kNoiseDigits));
}

// The value that all elements have, or "[1, 4, …]".
QString strengthText(const std::vector<NoiseLaw>& laws, double NoiseLaw::*value) {
  QStringList texts;
  for (std::size_t i = 0; i < std::min(laws.size(), kMostElements); ++i) {
    texts += strengthText(laws[i].*value);
  }
  const bool areSame = std::all_of(laws.begin(), laws.end(), [&](const NoiseLaw& law) {
    return law.*value == laws.front().*value;
  });
  if (areSame) return texts.front();
  if (laws.size() > kMostElements) texts += QStringLiteral("…");
  return u'[' + texts.join(QStringLiteral(", ")) + u']';
}

bool isStationary(const NoiseLaw& law) {
  return law.kind == NoiseKind::kWhite || law.kind == NoiseKind::kColoured;
}

// A sentence on how strong the noise is in time: the variance of its samples or of its growth.
QString varianceLine(const std::vector<NoiseLaw>& laws) {
  const NoiseLaw& law = laws.front();
  const QString variance = strengthText(laws, &NoiseLaw::variance);
  if (!law.period_sec) {
    return isStationary(law) ? NoiseText::tr("In continuous time, variance %1 unit²").arg(variance)
           : law.kind == NoiseKind::kAccumulated
               ? NoiseText::tr("Its variance grows by %1 unit² each second").arg(variance)
               : NoiseText::tr("At the start its variance grows by %1 unit² each second")
                     .arg(variance);
  }
  const QString period = durationText(*law.period_sec);
  if (law.kind == NoiseKind::kWhite) {
    return NoiseText::tr("One sample each %1, variance %2 unit²").arg(period, variance);
  }
  if (law.kind == NoiseKind::kColoured) {
    return NoiseText::tr("One sample each %1, which depends on the last; variance %2 unit²")
        .arg(period, variance);
  }
  return NoiseText::tr("One sample each %1, which adds the variance %2 unit²")
      .arg(period, variance);
}

// A sentence on how strong the noise is in frequency: its density and bandwidth.
QString densityLine(const std::vector<NoiseLaw>& laws) {
  const NoiseLaw& law = laws.front();
  const QString density = strengthText(laws, &NoiseLaw::density);
  const QString bandwidth = strengthText(laws, &NoiseLaw::bandwidth_hz);
  switch (law.kind) {
    case NoiseKind::kWhite:
      return NoiseText::tr("As white noise: two-sided density %1 unit²/Hz, up to %2 Hz")
          .arg(density, bandwidth);
    case NoiseKind::kColoured:
      return NoiseText::tr("Two-sided density %1 unit²/Hz at 0 Hz, equivalent bandwidth %2 Hz")
          .arg(density, bandwidth);
    case NoiseKind::kAccumulated:
      return NoiseText::tr(
                 "The integral of white noise of the two-sided density %1 (unit/s)²/Hz, "
                 "which has no bandwidth")
          .arg(density);
    case NoiseKind::kGrowing:
      return NoiseText::tr(
                 "Driven by white noise: at the start two-sided density %1 (unit/s)²/Hz "
                 "of its rate, later another; it has no bandwidth")
          .arg(density);
    case NoiseKind::kStateDependent:
      return NoiseText::tr(
                 "It depends on its state or inputs: at the start its rate has white noise of the "
                 "two-sided density %1 (unit/s)²/Hz, later another")
          .arg(density);
  }
  return {};
}

// Which of variance and density stays where nothing but the period is changed: with half the period
// a noise of one variance has half the density, and one of one density twice the variance.
QString periodLine(const BlockNoise& noise) {
  if (!noise.period_keeps) return {};
  const bool adds = !isStationary(noise.elements.front());
  switch (*noise.period_keeps) {
    case KeptStrength::kVariance:
      return adds ? NoiseText::tr(
                        "Another period keeps the variance of a sample and changes the "
                        "density")
                  : NoiseText::tr("Another period keeps the variance and changes the density");
    case KeptStrength::kDensity:
      return NoiseText::tr("Another period keeps the density and changes the variance of a sample");
    case KeptStrength::kBoth:
      return NoiseText::tr("Another period keeps both, as long as it is short");
    case KeptStrength::kNothing:
      return NoiseText::tr("Another period changes both");
  }
  return {};
}

// Units are those of the signal, whatever they are: unit²/Hz.
QString withUnit(double value, bool isDensity, const NoiseLaw& law) {
  const QString text = strengthText(value);
  if (isDensity) {
    return isStationary(law) ? NoiseText::tr("%1 unit²/Hz").arg(text)
                             : NoiseText::tr("%1 (unit/s)²/Hz").arg(text);
  }
  const bool isOfSecond = !isStationary(law) && !law.period_sec;
  return isOfSecond ? NoiseText::tr("%1 unit²/s").arg(text) : NoiseText::tr("%1 unit²").arg(text);
}

}  // namespace

// Elements that are alike are told once.
QString noiseText(const BlockNoise& noise) {
  if (noise.elements.empty()) return {};
  QStringList lines;
  const bool areAlike = std::ranges::all_of(
      noise.elements, [&](const NoiseLaw& law) { return law.kind == noise.elements.front().kind; });
  if (areAlike) {
    lines = {varianceLine(noise.elements), densityLine(noise.elements)};
  } else {
    for (std::size_t i = 0; i < std::min(noise.elements.size(), kMostElements); ++i) {
      const std::vector<NoiseLaw> one{noise.elements[i]};
      lines += NoiseText::tr("Element %1: %2").arg(QString::number(i), varianceLine(one));
      lines += densityLine(one);
    }
  }
  if (noise.has_inputs) lines += NoiseText::tr("What its inputs bring comes on top");
  if (const QString line = periodLine(noise); !line.isEmpty()) lines += line;
  return lines.join(u'\n');
}

// What an edit keeps of all elements.
KeptStrength keptByEdit(const BlockNoise& before, const BlockNoise& after) {
  if (before.elements.size() != after.elements.size()) return KeptStrength::kNothing;
  for (std::size_t i = 0; i < after.elements.size(); ++i) {
    const KeptStrength kept = WhatIsKept(before.elements[i], after.elements[i]);
    if (kept != KeptStrength::kBoth) return kept;
  }
  return KeptStrength::kBoth;
}

// Of the first element that is another.
QString noiseChangeText(const BlockNoise& before, const BlockNoise& after) {
  const KeptStrength kept = keptByEdit(before, after);
  if (kept != KeptStrength::kVariance && kept != KeptStrength::kDensity) return {};
  std::size_t i = 0;
  while (WhatIsKept(before.elements[i], after.elements[i]) == KeptStrength::kBoth) ++i;
  const NoiseLaw& was = before.elements[i];
  const NoiseLaw& is = after.elements[i];
  if (kept == KeptStrength::kVariance) {
    return NoiseText::tr("The variance stays %1; the density is %2 instead of %3 (%4 times)")
        .arg(withUnit(is.variance, false, is), withUnit(is.density, true, is),
             withUnit(was.density, true, was), strengthText(is.density / was.density));
  }
  return NoiseText::tr("The density stays %1; the variance is %2 instead of %3 (%4 times)")
      .arg(withUnit(is.density, true, is), withUnit(is.variance, false, is),
           withUnit(was.variance, false, was), strengthText(is.variance / was.variance));
}

// A link before the values that it would set. The colour is filled in with the theme's.
QString noiseRemedyText(KeptStrength kept, const NoiseRemedy& remedy) {
  const QString text = kept == KeptStrength::kDensity ? NoiseText::tr("Keep the density instead")
                                                      : NoiseText::tr("Keep the variance instead");
  QStringList values;
  if (remedy.value.is_number()) values += strengthText(remedy.value.number());
  if (remedy.value.is_list()) {
    for (const ParameterSetting& one : remedy.value.list()) values += strengthText(one.number());
  }
  const QString shown = values.size() == 1 && remedy.value.is_number()
                            ? values.front()
                            : u'[' + values.join(QStringLiteral(", ")) + u']';
  return QStringLiteral(
             "<a style=\"color:@accent@; text-decoration:none\" href=\"keep\">%1</a>: %2")
      .arg(text.toHtmlEscaped(), (parameterLabel(remedy.parameter) + u' ' + shown).toHtmlEscaped());
}

}  // namespace loopwright
