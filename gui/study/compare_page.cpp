#include "gui/study/compare_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "engine/differences/document_differences.h"
#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/run/run_controller.h"
#include "gui/study/study_picture.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kMostNames = 3;          // of values that a kept study is called by
constexpr double kWorthTelling = 1.5;  // times as many runs

enum CompareColumn { kMeasure, kDifference, kMeaning, kCompareColumns };

}  // namespace

// What differs between a study that was kept and the present one: parameters in a sentence,
// measures in a table with their uncertainty.
ComparePage::ComparePage(const BlockRegistry& registry, QWidget* parent)
    : QWidget(parent),
      registry_(registry),
      about_(new QLabel(this)),
      table_(new QTableWidget(0, kCompareColumns, this)),
      forget_(new QPushButton(tr("Forget"), this)) {
  about_->setObjectName(QStringLiteral("studyKept"));
  about_->setWordWrap(true);
  forget_->setObjectName(QStringLiteral("studyForgetKept"));
  forget_->setToolTip(tr("Keeps no study any more"));
  table_->setObjectName(QStringLiteral("studyComparison"));
  table_->setAccessibleName(tr("Measures of the present study less those of the kept one"));
  table_->setHorizontalHeaderLabels({tr("measure"), tr("present − kept"), tr("that is")});
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->verticalHeader()->hide();
  table_->setShowGrid(false);
  table_->setWordWrap(true);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  auto* const row = new QHBoxLayout;
  row->setSpacing(6);
  row->addWidget(about_, 1);
  row->addWidget(forget_, 0, Qt::AlignTop);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 2);
  layout->setSpacing(3);
  layout->addLayout(row);
  layout->addWidget(table_, 1);
  connect(table_->horizontalHeader(), &QHeaderView::sectionResized, this, &ComparePage::fitRows);
  connect(forget_, &QPushButton::clicked, this, &ComparePage::forgetRequested);
}

void ComparePage::setStudy(const Document& document) {
  document_ = document;
  isNamed_ = false;
}

void ComparePage::keep() {
  keptDocument_ = document_;
  keptOverrides_ = picture_ ? picture_->overrides : Overrides();
  isNamed_ = false;
}

const std::vector<FanPoint>& ComparePage::fan() const {
  static const std::vector<FanPoint> none;
  return picture_ && picture_->comparison ? picture_->comparison->fan : none;
}

// Nothing is written on a page that nobody sees, but the fan needs the name.
void ComparePage::setPicture(std::shared_ptr<const StudyPicture> picture) {
  picture_ = std::move(picture);
  if (picture_ && picture_->comparison && !picture_->comparison->isPresent) findName();
  if (isVisible()) refresh();
}

void ComparePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

// Without a kept study the page says how to come to one.
void ComparePage::refresh() {
  const StudyComparison* const comparison = picture_ ? picture_->comparison.get() : nullptr;
  forget_->setVisible(comparison != nullptr);
  table_->setVisible(comparison != nullptr && !comparison->isPresent);
  if (comparison == nullptr) {
    about_->setText(
        tr("Keep a study, change the diagram, and run again: here stands what differs."));
    return;
  }
  const QString runs = formatCount(qint64(comparison->keptRuns));
  if (comparison->isPresent) {
    about_->setText(tr("This study of %1 runs is kept. Change something and run again: the next "
                       "study is compared with it.")
                        .arg(runs));
    return;
  }
  about_->setText(tr("Kept: %1 (%2 runs)").arg(name_, runs));
  showMeasures(comparison->measures);
}

// By the values that the present diagram has others of.
void ComparePage::findName() {
  if (std::exchange(isNamed_, true)) return;
  QStringList values;
  const auto add = [&values](const std::string& path, const std::string& value) {
    values += toQt(path) + QStringLiteral(" = ") + toQt(value);
  };
  if (keptOverrides_ != picture_->overrides) {
    for (const auto& [path, value] : keptOverrides_) add(path, value);
  }
  const DocumentDifferences found = FindDocumentDifferences(keptDocument_, document_, registry_);
  for (const ValueDifference& difference : found.values) add(difference.path, difference.before);
  const bool isAsked = keptDocument_.study != document_.study;  // which is a line of its own
  const auto others = static_cast<int>(found.content.size()) -
                      static_cast<int>(found.values.size()) - (isAsked ? 1 : 0);
  if (values.size() > kMostNames) {
    const auto more = values.size() - kMostNames;
    values.resize(kMostNames);
    values += tr("%1 more").arg(more);
  }
  if (others > 0) values += tr("the diagram as it was before");
  name_ = values.isEmpty() ? tr("the same diagram") : values.join(QStringLiteral(", "));
}

// What a difference means in words.
static QString meaningOf(const MeasureDifference& one) {
  QString text;
  const double mean = one.difference.mean;
  if (one.difference.count == 0) {
    text.clear();
  } else if (!std::isfinite(one.half_width)) {
    text = ComparePage::tr("too few runs to tell");
  } else if (mean == 0 && one.half_width == 0) {
    text = ComparePage::tr("the same in every run");
  } else if (std::abs(mean) <= one.half_width) {
    text = ComparePage::tr("no difference that can be told from chance");
  } else {
    text = mean > 0 ? ComparePage::tr("larger than in the kept study")
                    : ComparePage::tr("smaller than in the kept study");
  }
  if (!one.obstacle.empty()) {
    if (!text.isEmpty()) text += QStringLiteral("; ");
    text += ComparePage::tr("not paired: %1").arg(toQt(one.obstacle));
  } else if (one.gain >= kWorthTelling && one.half_width > 0) {
    text += QStringLiteral("; ") +
            ComparePage::tr(
                "runs with draws of their own would have to be %1 times as many to know it as well")
                .arg(QString::number(one.gain, 'f', one.gain < 10 ? 1 : 0));
  }
  return text;
}

// A row for each measure that both have: the difference of the means, and whether it is more than
// chance.
void ComparePage::showMeasures(const std::vector<MeasureDifference>& measures) {
  table_->setRowCount(static_cast<int>(measures.size()));
  for (int row = 0; row < table_->rowCount(); ++row) {
    const MeasureDifference& one = measures[row];
    QString difference;
    if (one.difference.count > 0) {
      const auto [mean, halfWidth] = formatUncertain(one.difference.mean, one.half_width);
      difference = tr("%1 ± %2 (95 %)").arg(mean, halfWidth);
    }
    const QString texts[] = {toQt(one.name), difference, meaningOf(one)};
    for (int column = 0; column < kCompareColumns; ++column) {
      QTableWidgetItem* item = table_->item(row, column);
      if (item == nullptr) table_->setItem(row, column, item = new QTableWidgetItem);
      item->setText(texts[column]);
      item->setToolTip(texts[column]);
    }
  }
  table_->resizeColumnToContents(kMeasure);
  table_->resizeColumnToContents(kDifference);
  fitRows();
}

// With air between the texts of two measures, which may have several lines.
void ComparePage::fitRows() {
  table_->resizeRowsToContents();
  for (int row = 0; row < table_->rowCount(); ++row) {
    table_->setRowHeight(row, table_->rowHeight(row) + scaled(6));
  }
}

}  // namespace loopwright
