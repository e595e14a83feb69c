#include "gui/readings/reading_table.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kRowHeight = 20;
constexpr int kLeastColumn = 62;

}  // namespace

// A table that is only read: as high as its rows, so that it scrolls across but never down, and in
// the way of the Tab key with one stop instead of one for each cell.
ReadingTable::ReadingTable(QWidget* parent) : QTableWidget(parent) {
  setEditTriggers(NoEditTriggers);
  setFrameShape(NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setFont(secondaryFont());
  for (QHeaderView* header : {horizontalHeader(), verticalHeader()}) {
    header->setSectionsClickable(false);
    header->setHighlightSections(false);
    header->setFont(secondaryFont());
  }
  horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  horizontalHeader()->setMinimumSectionSize(scaled(kLeastColumn));
  verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultSectionSize(scaled(kRowHeight));
}

// Cells are kept and given other texts, so that a selection stays while the numbers change.
void ReadingTable::setReadings(const std::vector<ReadingHeader>& rows,
                               const std::vector<ReadingHeader>& columns,
                               const std::vector<QStringList>& cells) {
  const bool isResized = rowCount() != static_cast<int>(rows.size());
  setRowCount(static_cast<int>(rows.size()));
  setColumnCount(static_cast<int>(columns.size()));
  for (int row = 0; row < rowCount(); ++row) setHeader(Qt::Vertical, row, rows[size_t(row)]);
  for (int column = 0; column < columnCount(); ++column) {
    setHeader(Qt::Horizontal, column, columns[size_t(column)]);
    for (int row = 0; row < rowCount(); ++row) {
      if (item(row, column) == nullptr) setItem(row, column, new QTableWidgetItem);
      item(row, column)->setText(cells[size_t(row)].value(column));
      item(row, column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
  }
  if (isResized) updateGeometry();
}

// Items are kept where they can be: readings change many times a second.
void ReadingTable::setHeader(Qt::Orientation orientation, int index, const ReadingHeader& header) {
  const bool isRow = orientation == Qt::Vertical;
  QTableWidgetItem* item = isRow ? verticalHeaderItem(index) : horizontalHeaderItem(index);
  if (item == nullptr) {
    item = new QTableWidgetItem;
    isRow ? setVerticalHeaderItem(index, item) : setHorizontalHeaderItem(index, item);
  }
  item->setText(header.text);
  item->setToolTip(header.toolTip);
  item->setIcon(header.icon);
}

// The rows and columns in which something is selected, with their headers.
QString ReadingTable::copyText() const {
  QModelIndexList chosen = selectedIndexes();
  QList<int> rows;
  QList<int> columns;
  for (int row = 0; row < rowCount(); ++row) {
    for (int column = 0; column < columnCount(); ++column) {
      if (!chosen.isEmpty() && !chosen.contains(model()->index(row, column))) continue;
      if (!rows.contains(row)) rows += row;
      if (!columns.contains(column)) columns += column;
    }
  }
  std::sort(columns.begin(), columns.end());
  QString text;
  for (const int column : columns) text += u'\t' + horizontalHeaderItem(column)->text();
  for (const int row : rows) {
    text += u'\n' + verticalHeaderItem(row)->text();
    for (const int column : columns) text += u'\t' + item(row, column)->text();
  }
  // Programs that compute know no other minus.
  return text.replace(QChar(0x2212), u'-') + u'\n';
}

void ReadingTable::copy() const { QGuiApplication::clipboard()->setText(copyText()); }

QSize ReadingTable::sizeHint() const {
  const int bar = horizontalScrollBar()->sizeHint().height();
  return {scaled(360),
          horizontalHeader()->sizeHint().height() + rowCount() * scaled(kRowHeight) + bar};
}

QSize ReadingTable::minimumSizeHint() const { return {scaled(160), sizeHint().height()}; }

void ReadingTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy();
  QTableWidget::keyPressEvent(event);
}

void ReadingTable::contextMenuEvent(QContextMenuEvent* event) {
  auto* const menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* const entry = menu->addAction(tr("Copy"), this, &ReadingTable::copy);
  entry->setShortcut(QKeySequence::Copy);
  entry->setObjectName(QStringLiteral("readings.copy"));
  menu->popup(event->globalPos());
}

}  // namespace loopwright
