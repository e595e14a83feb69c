#include "gui/study/parameters_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "engine/statistics/first_order_index.h"
#include "engine/statistics/rank_correlation.h"
#include "gui/plots/readout_overlay.h"
#include "gui/samples/scatter.h"
#include "gui/samples/sensitivity_bars.h"
#include "gui/study/name_list.h"
#include "gui/study/study_picture.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr std::size_t kMostParameters = 6;  // of the list of those that matter most

QString correlationText(double value) { return formatFixed(value, 2); }

// What a measure has to do with one of the parameters.
struct Sensitivity {
  std::size_t parameter = 0;
  RankCorrelation rank;
  FirstOrderIndex index;

  // The part of the variance that either of both finds: a square root of it is like a correlation.
  double strength() const {
    const double ranked = rank.value * rank.value;
    return std::isfinite(index.value) ? std::max(ranked, index.value) : ranked;
  }
};

}  // namespace

// Above, a measure over a parameter, a point for each run; below, which of all parameters matter to
// that measure. A click on one of the bars shows that parameter above.
ParametersPage::ParametersPage(QWidget* parent)
    : QWidget(parent),
      parameter_(new QComboBox(this)),
      measure_(new QComboBox(this)),
      sensitivity_(new QLabel(this)),
      bars_(new SensitivityBars(this)),
      scatter_(new Scatter(this)) {
  parameter_->setObjectName(QStringLiteral("studyParameter"));
  parameter_->setAccessibleName(tr("Random parameter"));
  measure_->setObjectName(QStringLiteral("studyParameterMeasure"));
  measure_->setAccessibleName(tr("Measure"));
  sensitivity_->setObjectName(QStringLiteral("studySensitivity"));
  sensitivity_->setWordWrap(true);
  sensitivity_->setProperty("role", "secondary");
  sensitivity_->setVisible(false);
  bars_->setToolTip(
      tr("Rank correlation (Spearman) with its confidence interval: ±1 where the measure always "
         "rises or falls with the parameter, near 0 where it does neither") +
      u'\n' +
      tr("Share (Sobol', first order) with its confidence interval: which part of the variance of "
         "the measure the parameter alone accounts for, whether it rises with it or not; noise, "
         "and "
         "what parameters do together, account for the rest"));
  auto* const row = new QHBoxLayout;
  row->setSpacing(6);
  for (QComboBox* box : {measure_, parameter_}) {
    box->setMinimumContentsLength(6);
    row->addWidget(box, 1);
    connect(box, &QComboBox::activated, this, &ParametersPage::refresh);
  }
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 2);
  layout->setSpacing(3);
  layout->addLayout(row);
  layout->addWidget(scatter_, 1);
  layout->addWidget(sensitivity_);
  layout->addWidget(bars_);
  connect(bars_, &SensitivityBars::parameterChosen, this, [this](int parameter) {
    parameter_->setCurrentIndex(parameter);
    refresh();
  });
  connect(scatter_, &Scatter::brushed, this,
          [this] { Q_EMIT brushed(scatter_->chosenRuns().value_or(std::vector<uint64_t>())); });
}

// Nothing is computed for a page that nobody sees.
void ParametersPage::setPicture(std::shared_ptr<const StudyPicture> picture) {
  picture_ = std::move(picture);
  if (isVisible()) refresh();
}

void ParametersPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void ParametersPage::setHighlighted(const std::vector<uint64_t>& runs) {
  highlighted_ = runs;
  scatter_->setHighlighted(runs);
}

// Without random parameters there is nothing to draw over, and the scatter is empty, but the
// measure can still be chosen.
void ParametersPage::refresh() {
  std::vector<double> x, y;
  if (picture_) {
    setNames(parameter_, picture_->parameters);
    setNames(measure_, picture_->measures);
  }
  const int parameter = parameter_->currentIndex(), measure = measure_->currentIndex();
  if (picture_ && measure >= 0) {
    y = studyValues(*picture_, picture_->parameters.size() + static_cast<std::size_t>(measure));
    if (parameter >= 0) x = studyValues(*picture_, parameter);
  }
  bars_->setChosen(parameter);
  showSensitivity(y);
  if (x.empty()) y.clear();
  scatter_->setPoints(parameter_->currentText(), std::move(x), measure_->currentText(),
                      std::move(y));
  scatter_->setHighlighted(highlighted_);
}

// Without a measure nothing is said.
void ParametersPage::showSensitivity(const std::vector<double>& measure) {
  const bool isAsked = picture_ && !measure.empty();
  const bool isNoiseAlone = isAsked && picture_->parameters.empty();
  sensitivity_->setText(isNoiseAlone
                            ? tr("Nothing but noise is random: give a parameter a distribution.")
                            : QString());
  sensitivity_->setVisible(isNoiseAlone);
  bars_->setBars(isAsked ? barsOf(measure) : std::vector<SensitivityBar>());
}

// The parameters by how much they matter: "mass: −0.61 (−0.66 to −0.55), share 0.38 (0.33 to
// 0.43)", and what all of them leave, where the share of each is known.
std::vector<SensitivityBar> ParametersPage::barsOf(const std::vector<double>& measure) const {
  std::vector<Sensitivity> found;
  double rest = 1;
  for (std::size_t i = 0; i < picture_->parameters.size(); ++i) {
    const std::vector<double> values = studyValues(*picture_, i);
    const RankCorrelation rank = CorrelateRanks(values, measure, kStudyConfidence);
    if (!std::isfinite(rank.interval.lower)) continue;
    found.push_back({i, rank, EstimateFirstOrderIndex(values, measure, kStudyConfidence)});
    rest -= found.back().index.value;
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &Sensitivity::strength);
  if (found.size() > kMostParameters) found.resize(kMostParameters);
  std::vector<SensitivityBar> bars;
  for (const Sensitivity& one : found) {
    SensitivityBar bar;
    bar.name = toQt(picture_->parameters[one.parameter]);
    bar.parameter = static_cast<int>(one.parameter);
    bar.share = one.index.value;
    bar.rank = correlationText(one.rank.value);
    bar.text = tr("%1: %2 (%3 to %4)")
                   .arg(bar.name, bar.rank, correlationText(one.rank.interval.lower),
                        correlationText(one.rank.interval.upper));
    if (std::isfinite(one.index.value)) {
      bar.interval = one.index.interval;
      bar.text +=
          tr(", share %1 (%2 to %3)")
              .arg(correlationText(one.index.value), correlationText(one.index.interval.lower),
                   correlationText(one.index.interval.upper));
    }
    bars.push_back(std::move(bar));
  }
  // What all shares leave of the whole variance, those that are not shown included.
  if (bars.empty() || !std::isfinite(rest)) return bars;
  SensitivityBar left;
  left.name = tr("the rest");
  left.share = std::max(0.0, rest);
  left.text = tr("The rest: share %1, of noise and of what parameters do together")
                  .arg(correlationText(left.share));
  bars.push_back(std::move(left));
  return bars;
}

}  // namespace loopwright
