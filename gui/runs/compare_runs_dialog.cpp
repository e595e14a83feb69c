#include "gui/runs/compare_runs_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "engine/kept_run/run_file.h"
#include "engine/recording/recording.h"
#include "gui/document/qt_text.h"
#include "gui/plots/plot_widget.h"
#include "gui/plots/readout_overlay.h"
#include "gui/runs/run_texts.h"
#include "gui/theme/making.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"
#include "gui/threads/background.h"

namespace loopwright {

namespace {

constexpr int kCompareDelay = 250;  // milliseconds after the last key

enum SignalColumn { kSignal, kFirst, kSide, kOfA, kOfB, kLargest, kRange, kSignalColumns };

constexpr SignalColumn kNumbers[] = {kFirst, kOfA, kOfB, kLargest, kRange};

}  // namespace

// Recordings can be long: they are compared on another thread, anew for each tolerance, and the
// dialog shows the last answer.
CompareRunsDialog::CompareRunsDialog(ComparedRun a, ComparedRun b, const BlockRegistry& registry,
                                     QWidget* parent)
    : QDialog(parent),
      a_(std::move(a)),
      b_(std::move(b)),
      registry_(registry),
      tolerance_(
          withName(new QLineEdit(QStringLiteral("0"), this), QStringLiteral("compareTolerance"))),
      summary_(withName(new QLabel(tr("Comparing…"), this), QStringLiteral("compareSummary"))),
      signals_(withName(new QTreeWidget(this), QStringLiteral("compareSignals"))),
      plot_(new PlotWidget(this)),
      causes_(withName(new QListWidget(this), QStringLiteral("compareCauses"))),
      background_(new Background(this)) {
  setObjectName(QStringLiteral("compareRuns"));
  setWindowTitle(tr("%1 and %2").arg(a_.name, b_.name));
  resize(scaled(960), scaled(600));
  makeFields();
  layOut();
  delay_.setSingleShot(true);
  delay_.setInterval(kCompareDelay);
  connect(&delay_, &QTimer::timeout, this, &CompareRunsDialog::compare);
  connect(tolerance_, &QLineEdit::textEdited, this, [this] { delay_.start(); });
  connect(signals_, &QTreeWidget::currentItemChanged, this, &CompareRunsDialog::showSignal);
  compare();
}

// The tolerance, a sentence that says how the runs compare, and the signals that differ.
void CompareRunsDialog::makeFields() {
  tolerance_->setAccessibleName(tr("Tolerance"));
  tolerance_->setFixedWidth(scaled(90));
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  signals_->setAccessibleName(tr("Signals that differ"));
  signals_->setHeaderLabels({tr("Signal"), tr("First at"), tr("Side"), a_.name, b_.name,
                             tr("Largest difference"), tr("Range")});
  for (const int right : kNumbers) {
    signals_->headerItem()->setTextAlignment(right, Qt::AlignRight | Qt::AlignVCenter);
  }
  signals_->setRootIsDecorated(false);
  signals_->setUniformRowHeights(true);
  signals_->header()->setStretchLastSection(false);
  signals_->header()->setHighlightSections(false);
  signals_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  signals_->header()->setSectionResizeMode(kSignal, QHeaderView::Stretch);
  causes_->setAccessibleName(tr("What was run differs in"));
  causes_->setSelectionMode(QAbstractItemView::ExtendedSelection);
}

// From top to bottom: how far two values may be apart and still count as the same; whether the runs
// are the same, in a sentence; a row for each signal; and below, how far the two runs of the chosen
// signal are apart over time, beside what could be the cause: settings and blocks in which they
// differ.
void CompareRunsDialog::layOut() {
  auto* const top = new QHBoxLayout;
  top->setSpacing(8);
  auto* const label = new QLabel(tr("&Tolerance, as a part of each signal's range"), this);
  label->setBuddy(tolerance_);
  top->addWidget(label);
  top->addWidget(tolerance_);
  top->addStretch(1);
  auto* const lower = new QSplitter(Qt::Horizontal, this);
  lower->setChildrenCollapsible(false);
  lower->addWidget(plot_);
  auto* const why = new QWidget(lower);
  auto* const whyLayout = withMargins(new QVBoxLayout(why), {8, 0, 0, 0}, 4);
  whyLayout->addWidget(withRole(new QLabel(tr("What was run differs in"), why), "secondary"));
  whyLayout->addWidget(causes_, 1);
  lower->addWidget(why);
  lower->setStretchFactor(0, 3);
  lower->setStretchFactor(1, 2);
  auto* const close = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const layout = new QVBoxLayout(this);
  layout->setSpacing(8);
  layout->addLayout(top);
  layout->addWidget(summary_);
  layout->addWidget(signals_, 2);
  layout->addWidget(lower, 3);
  layout->addWidget(close);
}

// Of comparisons that are overtaken by another tolerance nothing is shown.
void CompareRunsDialog::compare() {
  bool isNumber = false;
  const double tolerance = tolerance_->text().trimmed().replace(u',', u'.').toDouble(&isNumber);
  const bool isRight = isNumber && std::isfinite(tolerance) && tolerance >= 0;
  setStyleState(tolerance_, "invalid", !isRight);
  const int number = ++asked_;
  if (!isRight) {
    return summary_->setText(
        tr("The tolerance is a number from 0 on: 0.001 lets values differ by a thousandth of "
           "their signal's range."));
  }
  background_->start([this, number, tolerance, a = a_.run, b = b_.run,
                      &registry = registry_]() -> Background::Consequence {
    const RecordingComparison comparison =
        CompareRecordings(*a->recording, *b->recording, tolerance);
    const std::vector<std::string> causes = ListDifferentCauses(*a, *b, registry);
    return [this, number, comparison, causes] {
      if (number == asked_) showComparison(comparison, causes);
    };
  });
}

// A row for each signal, the first that differed at the top: what comes later is mostly a
// consequence.
void CompareRunsDialog::showComparison(const RecordingComparison& comparison,
                                       const std::vector<std::string>& causes) {
  comparison_ = comparison;
  summary_->setText(summary(comparison));
  const QSignalBlocker blocker(signals_);
  signals_->clear();
  for (const ColumnDifference& column : comparison.columns) {
    auto* const item = new QTreeWidgetItem(signals_);
    item->setText(kSignal, toQt(column.column));
    item->setText(kFirst, tr("%1 s").arg(formatReadout(column.time)));
    item->setText(kSide, column.side == Side::kBefore ? QStringLiteral("○") : QStringLiteral("●"));
    item->setToolTip(kSide, sideText(column.side));
    item->setText(kOfA, formatReadout(column.a));
    item->setText(kOfB, formatReadout(column.b));
    item->setText(kLargest, formatReadout(column.largest));
    item->setText(kRange, formatReadout(column.range));
    for (const int right : kNumbers) {
      item->setTextAlignment(right, Qt::AlignRight | Qt::AlignVCenter);
    }
  }
  causes_->clear();
  for (const std::string& cause : causes) causes_->addItem(toQt(cause));
  if (causes.empty()) causes_->addItem(tr("nothing: diagram, settings and files are the same"));
  signals_->setCurrentItem(signals_->topLevelItem(0));
  showSignal();
}

// Where both agree, or where, when and by how much they first differ.
QString CompareRunsDialog::summary(const RecordingComparison& comparison) const {
  QString text;
  if (comparison.columns.empty()) {
    text = comparison.num_compared == 1 ? tr("The runs agree in the signal that both recorded.")
                                        : tr("The runs agree in all %n signals that both recorded.",
                                             nullptr, comparison.num_compared);
  } else {
    const ColumnDifference& first = comparison.columns.front();
    text = tr("The runs differ first at t = %1 s, %2, in %3: %4 and %5.")
               .arg(QString::number(first.time), sideText(first.side), toQt(first.column),
                    formatReadout(first.a), formatReadout(first.b));
  }
  return text + spans(comparison);
}

// What one of them has alone: times, signals, and rows that were left out.
QString CompareRunsDialog::spans(const RecordingComparison& comparison) const {
  QString text;
  if (comparison.begin_a != comparison.begin_b || comparison.end_a != comparison.end_b) {
    text += u' ' + tr("%1 goes from %2 s to %3 s, %4 from %5 s to %6 s.")
                       .arg(a_.name, QString::number(comparison.begin_a),
                            QString::number(comparison.end_a), b_.name,
                            QString::number(comparison.begin_b), QString::number(comparison.end_b));
  }
  for (const auto& [run, only] :
       {std::pair(&a_, &comparison.only_in_a), std::pair(&b_, &comparison.only_in_b)}) {
    if (!only->empty()) {
      text += u' ' +
              tr("Only %1 recorded %2.").arg(run->name, qtTexts(*only).join(QStringLiteral(", ")));
    }
    if (const auto until = run->run->recording->thinned_until()) {
      text +=
          u' ' +
          tr("Rows of %1 before t = %2 s were left out to save memory.").arg(run->name).arg(*until);
    }
  }
  return text;
}

// The difference over time, with a line at the first instant that is over the tolerance.
void CompareRunsDialog::showSignal() {
  const QTreeWidgetItem* const item = signals_->currentItem();
  const int number = ++wanted_;
  plot_->setVisible(item != nullptr);
  if (item == nullptr) return;
  const size_t row = signals_->indexOfTopLevelItem(signals_->currentItem());
  const ColumnDifference& column = comparison_.columns.at(row);
  const QString name = tr("%1: %2 − %3").arg(toQt(column.column), b_.name, a_.name);
  background_->start([this, number, name, label = column.column, first = column.time, a = a_.run,
                      b = b_.run]() -> Background::Consequence {
    const auto difference = RecordDifference(*a->recording, *b->recording, label);
    return [this, number, name, first, difference] {
      if (number != wanted_ || difference->size() == 0) return;
      PlotContent content;
      content.curves.push_back({QStringLiteral("difference.y"), name});
      plot_->setContent(content);
      plot_->setRecording(difference);
      plot_->setRunSpan(difference->time(0), difference->time(difference->size() - 1));
      plot_->setRunTime(first);
      plot_->fit();
    };
  });
}

}  // namespace loopwright
