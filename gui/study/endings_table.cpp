#include "gui/study/endings_table.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/run/run_controller.h"
#include "gui/study/study_picture.h"
#include "gui/theme/theme.h"

namespace loopwright {

// Runs that failed, or that a block ended before their stop time. A run is chosen by Enter or a
// double click, and then made once more by itself, to be looked at.
EndingsTable::EndingsTable(QWidget* parent)
    : QWidget(parent), count_(new QLabel(this)), table_(new QTableWidget(0, 5, this)) {
  count_->setObjectName(QStringLiteral("studyEndingsCount"));
  count_->setProperty("role", "secondary");
  table_->setObjectName(QStringLiteral("studyEndings"));
  table_->setAccessibleName(tr("Runs that did not come to their stop time"));
  table_->setHorizontalHeaderLabels(
      {tr("run"), tr("end"), tr("block"), tr("time, s"), tr("reason")});
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(scaled(24));
  table_->setShowGrid(false);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 2);
  layout->setSpacing(3);
  layout->addWidget(count_);
  layout->addWidget(table_, 1);
  connect(table_, &QTableWidget::activated, this, [this](const QModelIndex& index) {
    Q_EMIT runChosen(table_->item(index.row(), 0)->text().toULongLong());
  });
  setPicture(nullptr);
}

// Rows that are there stay: endings only come at the end, until another study begins.
void EndingsTable::setPicture(const std::shared_ptr<const StudyPicture>& picture) {
  const std::vector<RunEnding> endings = picture ? endingsOf(*picture) : std::vector<RunEnding>();
  const auto failed = std::ranges::count(endings, RunEnd::kFailed, &RunEnding::end);
  const auto stopped = static_cast<qint64>(endings.size()) - failed;
  count_->setText(tr("%1 of %2 runs failed, %3 were stopped by a block")
                      .arg(formatCount(failed), formatCount(picture ? qint64(picture->numRuns) : 0),
                           formatCount(stopped)));
  const int rows = std::min(static_cast<int>(endings.size()), kMostRows);
  const auto isListed = [&](int row) {
    return table_->item(row, 0)->text() == QString::number(endings[row].run);
  };
  int kept = std::min(rows, table_->rowCount());
  if (kept > 0 && (!isListed(0) || !isListed(kept - 1))) kept = 0;
  table_->setRowCount(kept);
  table_->setRowCount(rows);
  for (int row = kept; row < rows; ++row) {
    const RunEnding& ending = endings[row];
    const QString texts[] = {QString::number(ending.run),
                             ending.end == RunEnd::kFailed ? tr("failed") : tr("stopped"),
                             toQt(ending.block), formatReadout(ending.time), toQt(ending.reason)};
    for (int column = 0; column < 5; ++column) {
      auto* const item = new QTableWidgetItem(texts[column]);
      item->setToolTip(texts[column]);
      table_->setItem(row, column, item);
    }
  }
}

}  // namespace loopwright
