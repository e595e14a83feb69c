#include "gui/study/band_page.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "gui/document/qt_text.h"
#include "gui/noise/spectrum_theories.h"
#include "gui/plots/plot_style.h"
#include "gui/run/run_controller.h"
#include "gui/samples/study_look.h"
#include "gui/study/study_picture.h"

namespace loopwright {

namespace {

constexpr double kBandMeanWidth = 1.8;
constexpr double kBandTheoryWidth = 1.2;
constexpr int kBandFill = 70;
// So many products are computed for a picture, in a few hundredths of a second.
constexpr std::size_t kMostProducts = 20'000'000;
constexpr std::size_t kFewestPaths = 20;

// The values after updates at the times of the grid that are equally far from each other, of the
// first runs that came to the end of these.
std::vector<std::vector<double>> evenPaths(const StudyPicture& picture) {
  const std::vector<double>& times = picture.times;
  std::size_t count = times.size();
  if (count < 3) return {};
  const double step = times[1] - times[0];
  if (std::abs(times[count - 1] - times[count - 2] - step) > 1e-6 * step) --count;
  const std::size_t most = std::max(kFewestPaths, kMostProducts / (count * count));
  std::vector<std::vector<double>> paths;
  for (uint64_t run = 0; run < picture.numRuns && paths.size() < most; ++run) {
    const std::vector<double> both = pathOf(picture, run);
    if (both.empty()) break;  // No later run has one either.
    std::vector<double> path;
    for (std::size_t i = 0; i < count; ++i) path.push_back(both[2 * i + 1]);
    const auto isThere = [](double value) { return std::isfinite(value); };
    if (std::all_of(path.begin(), path.end(), isThere)) paths.push_back(std::move(path));
  }
  return paths;
}

// Whether one of the random parameters may be of the block whose output the signal is, or used in
// it: all but those of other blocks.
bool mayChange(const Document& document, const std::string& signal,
               const std::vector<std::string>& parameters) {
  const std::string noise = signal.substr(0, signal.rfind('.'));
  return std::any_of(parameters.begin(), parameters.end(), [&](const std::string& parameter) {
    const std::size_t dot = parameter.rfind('.');
    const std::string path = parameter.substr(0, dot == std::string::npos ? 0 : dot);
    const Block* const block = document.FindBlock(path);
    return block == nullptr || block->is_subsystem() || path == noise;
  });
}

}  // namespace

// One class shows two pictures of a study, how fast signals forget (autocorrelation) and at which
// frequencies they have their power (spectrum), because both are a mean over runs in a band. A
// spectrum has a logarithmic axis of values, as it spans powers of ten.
BandPage::BandPage(Kind kind, const QString& plot, const QString& note, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      plot_(new QCustomPlot(this)),
      note_(new QLabel(this)),
      bandCurve_(new QCPCurve(plot_->xAxis, plot_->yAxis)),
      mean_(plot_->addGraph()),
      theory_(plot_->addGraph()) {
  plot_->setObjectName(plot);
  note_->setObjectName(note);
  note_->setProperty("role", "secondary");
  note_->setWordWrap(true);
  plot_->setMinimumSize(scaled(140), scaled(90));
  plot_->xAxis->setLabel(kind == Kind::kSpectrum ? tr("frequency, Hz") : tr("lag, s"));
  plot_->yAxis->setLabel(kind == Kind::kSpectrum ? tr("density, unit²/Hz") : tr("correlation"));
  if (kind == Kind::kSpectrum) {
    plot_->yAxis->setScaleType(QCPAxis::stLogarithmic);
    plot_->yAxis->setTicker(makeTicker(true));
    plot_->yAxis->setNumberFormat(QStringLiteral("eb"));
    plot_->yAxis->setNumberPrecision(0);
  }
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 2);
  layout->setSpacing(3);
  layout->addWidget(plot_, 1);
  layout->addWidget(note_);
  style();
}

// The theory of a spectrum follows from the diagram alone. It is looked for on a thread, and shown
// when it has come, if anybody still looks at this page.
void BandPage::setStudy(const Document& document, const BlockRegistry& registry) {
  document_ = document;
  if (theories_ == nullptr) {
    theories_ = new SpectrumTheories(registry, this);
    connect(theories_, &SpectrumTheories::found, this, [this] {
      if (isVisible()) refresh();
    });
  }
  theories_->setDocument(document);
}

// Nothing is computed for a page that nobody sees.
void BandPage::setPicture(std::shared_ptr<const StudyPicture> picture) {
  picture_ = std::move(picture);
  if (isVisible()) refresh();
}

void BandPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void BandPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::StyleChange) return;
  style();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void BandPage::style() {
  const Theme& theme = Theme::current();
  stylePlot(plot_);
  bandCurve_->setPen(Qt::NoPen);
  bandCurve_->setBrush(withAlpha(theme.accent, kBandFill));
  mean_->setPen(
      QPen(theme.isDark() ? theme.accent.lighter(130) : theme.accent.darker(170), kBandMeanWidth));
  theory_->setPen(QPen(theme.ink, kBandTheoryWidth, Qt::DashLine));
}

// Of a noise the block alone tells it, where no random parameter and no variant changes that.
void BandPage::findTheory() {
  theoryDensities_.clear();
  if (kind_ != Kind::kSpectrum || theories_ == nullptr || band_.at.size() < 2) return;
  const std::vector<double>& times = picture_->times;
  SpectrumRequest request;
  request.run.signal_paths = {picture_->signals[picture_->signal]};
  request.run.overrides = picture_->overrides;
  request.start_sec = request.offset_sec = times.front();
  request.stop_sec = times.back();
  request.period_sec = times[1] - times[0];
  request.is_after_updates = true;
  const bool isAsWritten =
      picture_->overrides.empty() &&
      !mayChange(document_, request.run.signal_paths.front(), picture_->parameters);
  const std::span<const double> frequencies(band_.at.begin() + 1, band_.at.end());
  theoryDensities_ =
      oneSidedDensities(theories_->find(request, isAsWritten), frequencies, request.period_sec);
}

// The band is one closed curve, along the upper edge from left to right and back along the lower
// one, which QCustomPlot fills. Paths have to be on an even grid of times, as both estimates count
// in steps of it.
void BandPage::refresh() {
  const bool isSpectrum = kind_ == Kind::kSpectrum;
  std::vector<std::vector<double>> paths;
  band_ = {};
  if (picture_ && picture_->signal >= 0) {
    paths = evenPaths(*picture_);
    const double step = paths.empty() ? 0 : picture_->times[1] - picture_->times[0];
    band_ = isSpectrum ? SpectrumOf(paths, step) : AutocorrelationOf(paths, step);
  }
  findTheory();
  QVector<QCPCurveData> edge;
  QVector<double> at, means;
  const std::size_t first = isSpectrum ? 1 : 0;  // Without what does not change.
  for (std::size_t i = first; i < band_.at.size(); ++i) {
    edge.append({double(edge.size()), band_.at[i], band_.upper[i]});
    at += band_.at[i];
    means += band_.mean[i];
  }
  for (std::size_t i = band_.at.size(); i > first; --i) {
    edge.append({double(edge.size()), band_.at[i - 1], band_.lower[i - 1]});
  }
  bandCurve_->data()->set(edge, true);
  mean_->setData(at, means, true);
  theory_->setData(theoryDensities_.empty() ? QVector<double>() : at,
                   QVector<double>(theoryDensities_.begin(), theoryDensities_.end()), true);
  showNumbers(plot_, !at.isEmpty());
  if (!at.isEmpty()) {
    plot_->rescaleAxes();
    plot_->xAxis->setRange(at.front(), at.back());
    QString note =
        tr("%1 of %2 runs, away from their mean; the band holds 90 % of single runs")
            .arg(toQt(picture_->signals[picture_->signal]), formatCount(qint64(paths.size())));
    if (!theoryDensities_.empty()) note += tr("; dashed: the theory of the noise");
    note_->setText(note);
  } else {
    note_->setText(picture_ ? tr("There are too few runs, or they do not differ.") : QString());
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace loopwright
