#include "gui/study/theory_lines.h"

#include <QCoreApplication>
#include <utility>

#include "engine/theory/ensemble_theory.h"
#include "gui/plots/plot_style.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kLineWidth = 1;
constexpr double kSmallCircle = 4.6;          // diameter of ○ and ●, pixels
constexpr double kDeviations[] = {0, -2, 2};  // of the mean, and the lines below and above
constexpr std::size_t kSides = 2;             // before and after the updates of a time

}  // namespace

// Five graphs: the mean, the lines two deviations below and above it, and the circles before and
// after updates on all three. One entry in the legend stands for them all.
TheoryLines::TheoryLines(QCustomPlot* plot) : plot_(plot) {
  for (QCPGraph*& line : lines_) line = plot->addGraph();
  for (QCPGraph** circles : {&before_, &after_}) {
    *circles = plot->addGraph();
    (*circles)->setLineStyle(QCPGraph::lsNone);
  }
  for (QCPGraph* graph : {lines_[0], lines_[1], lines_[2], before_, after_}) {
    graph->removeFromLegend();
  }
}

// As everywhere, an open circle is the value before an update and a filled one that after it.
void TheoryLines::style() {
  const Theme& theme = Theme::current();
  for (QCPGraph* line : lines_) {
    line->setPen(QPen(theme.ink, kLineWidth, Qt::DashLine));
  }
  const QPen pen(theme.ink, kLineWidth);
  before_->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCircle, pen, QBrush(theme.canvas), kSmallCircle));
  after_->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCircle, pen, QBrush(theme.ink), kSmallCircle));
}

double TheoryLines::valueOf(std::size_t line, std::size_t point) const {
  return theory_->Mean(point) + kDeviations[line] * theory_->Deviation(point);
}

// The values of a time stand twice, before and after its updates, so that a jump is drawn as an
// upright line.
void TheoryLines::set(std::shared_ptr<const EnsembleTheory> theory) {
  theory_ = std::move(theory);
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    QVector<double> at, values;
    for (std::size_t i = 0; theory_ && i < theory_->size(); ++i) {
      at += theory_->times[i / kSides];
      values += valueOf(line, i);
    }
    lines_[line]->setData(at, values, true);
  }
  if (!theory_) {
    lines_[0]->removeFromLegend();
    return;
  }
  const auto text = [](const char* source) {
    return QCoreApplication::translate("loopwright::TheoryLines", source);
  };
  lines_[0]->setName(
      theory_->is_exact
          ? text(QT_TRANSLATE_NOOP("loopwright::TheoryLines", "mean ± 2 deviations by theory"))
          : text(QT_TRANSLATE_NOOP("loopwright::TheoryLines",
                                   "mean ± 2 deviations by theory, approximate")));
  lines_[0]->addToLegend();
}

// Circles are drawn only where mean or deviation jump, and only while all of them have `room`
// pixels between them: closer ones would hide the lines and each other. They are all left out then,
// because some of them would look like a pattern.
void TheoryLines::drawUpdates(double room) {
  QVector<double> times, before, after;
  double last = -room;
  bool hasRoom = true;
  updateCount_ = 0;
  for (std::size_t i = 0; theory_ && i < theory_->times.size(); ++i) {
    const std::size_t from = kSides * i, to = from + 1;
    if (theory_->Mean(from) == theory_->Mean(to) &&
        theory_->Deviation(from) == theory_->Deviation(to)) {
      continue;
    }
    const double place = plot_->xAxis->coordToPixel(theory_->times[i]);
    hasRoom = hasRoom && place - last >= room;
    last = place;
    ++updateCount_;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      times += theory_->times[i];
      before += valueOf(line, from);
      after += valueOf(line, to);
    }
  }
  if (!hasRoom) times.clear(), before.clear(), after.clear(), updateCount_ = 0;
  before_->setData(times, before, true);
  after_->setData(times, after, true);
}

}  // namespace loopwright
