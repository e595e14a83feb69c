#include "gui/study/theory_switch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/theory/stationary_theory.h"
#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/study/study_picture.h"
#include "gui/study/theory_finder.h"

namespace loopwright {

namespace {

// One number where all look the same, else their range.
QString rangeText(const std::vector<double>& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const QString from = formatReadout(*least), to = formatReadout(*greatest);
  return from == to ? from : QStringLiteral("%1 … %2").arg(from, to);
}

// Over a period of all rates, both sides of updates included. A mean far below the deviation is 0.
QString stationaryText(const StationaryTheory& stationary) {
  std::vector<double> means, deviations;
  for (std::size_t i = 0; i < stationary.theory.size(); ++i) {
    constexpr double kNothing = 1e-6;
    const double mean = stationary.theory.Mean(i), deviation = stationary.theory.Deviation(i);
    means.push_back(std::abs(mean) <= kNothing * deviation ? 0 : mean);
    deviations.push_back(deviation);
  }
  if (!stationary.no_mean.empty()) {
    return TheorySwitch::tr("In the end: standard deviation %1.").arg(rangeText(deviations));
  }
  return TheorySwitch::tr("In the end: mean %1, standard deviation %2.")
      .arg(rangeText(means), rangeText(deviations));
}

}  // namespace

// Whether the theory is wanted is kept apart from whether the box is checked: where there is none
// the box goes off and says why in its tip, but the next diagram is asked again.
TheorySwitch::TheorySwitch(const BlockRegistry& registry, QWidget* parent)
    : QCheckBox(tr("Theory"), parent), finder_(new TheoryFinder(registry, this)) {
  setObjectName(QStringLiteral("studyTheory"));
  setChecked(isWanted_);
  show(nullptr, QString());
  connect(this, &QCheckBox::clicked, this, [this](bool isChecked) {
    isWanted_ = isChecked;
    if (isChecked) signal_.clear();  // What could not be had is asked for once more.
    ask();
  });
  connect(finder_, &TheoryFinder::found, this,
          [this](const std::shared_ptr<const EnsembleTheory>& theory) {
            show(theory, theory->is_exact
                             ? tr("It is exact: all that the signal depends on is linear.")
                             : tr("It is approximate: %1.").arg(toQt(theory->reason)));
          });
  connect(finder_, &TheoryFinder::foundStationary, this,
          [this](const std::shared_ptr<const StationaryTheory>& stationary) {
            stationary_ = stationaryText(*stationary);
            Q_EMIT stationaryChanged();
          });
  connect(finder_, &TheoryFinder::failed, this, [this](const QString& reason) {
    problem_ = reason;
    setChecked(false);
    show(nullptr, tr("There is none: %1.").arg(reason));
  });
}

TheorySwitch::~TheorySwitch() = default;

void TheorySwitch::setStudy(const Document& document) {
  document_ = document;
  setPicture(nullptr);
}

void TheorySwitch::setPicture(const std::shared_ptr<const StudyPicture>& picture) {
  picture_ = picture;
  ask();
}

// Pictures of one study differ in how many runs there are, on which theory does not depend.
void TheorySwitch::ask() {
  std::string signal;
  if (isWanted_ && picture_ && picture_->signal >= 0) {
    signal = picture_->signals[picture_->signal];
  }
  if (signal == signal_) return;
  signal_ = signal;
  problem_.clear();
  stationary_.clear();
  finder_->forget();
  setChecked(isWanted_);
  show(nullptr, QString());
  if (signal_.empty()) return;
  finder_->ask(document_, theoryRequestOf(*picture_));
}

void TheorySwitch::show(const std::shared_ptr<const EnsembleTheory>& theory, const QString& more) {
  QString tip =
      tr("Mean, and 2 standard deviations above and below it, as they follow from the "
         "diagram without a run");
  if (!more.isEmpty()) tip += QStringLiteral("\n") + more;
  setToolTip(tip);
  Q_EMIT theoryChanged(theory);
}

}  // namespace loopwright
