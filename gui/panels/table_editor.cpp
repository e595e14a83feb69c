#include "gui/panels/table_editor.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gui/document/setting_text.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kColumnWidth = 84;
constexpr int kTableRowHeight = 26;

// Kinds with rows and columns; all others are one column.
bool hasRows(ParameterKind kind) {
  return kind == ParameterKind::kMatrix || kind == ParameterKind::kTextMatrix;
}

bool isOneElement(const ParameterSetting& setting) {
  return setting.is_number() || setting.is_boolean() || setting.is_text();
}

}  // namespace

// An expression for the whole ("2*A") has no elements to show. Lists of texts are the exception:
// there a text is an element.
bool TableEditor::canShow(ParameterKind kind, const ParameterSetting& setting) {
  const bool hasTexts = kind == ParameterKind::kTextList || kind == ParameterKind::kTextMatrix;
  if (setting.is_number()) return true;
  if (setting.is_text()) return hasTexts;
  if (!setting.is_list()) return false;
  const ParameterSetting::List& list = setting.list();
  const bool isFlat = std::all_of(list.begin(), list.end(), isOneElement);
  if (isFlat) return true;
  return hasRows(kind) && std::all_of(list.begin(), list.end(), [](const ParameterSetting& row) {
           return row.is_list() && std::all_of(row.list().begin(), row.list().end(), isOneElement);
         });
}

// A table with a line for what is wrong below it. The dialog can only be accepted while nothing is.
TableEditor::TableEditor(const QString& title, ParameterKind kind, const ParameterSetting& setting,
                         Check check, QWidget* parent)
    : QDialog(parent),
      kind_(kind),
      check_(std::move(check)),
      table_(withName(new QTableWidget(this), QStringLiteral("tableEditor.table"))),
      message_(withName(new QLabel(this), QStringLiteral("tableEditor.message"))) {
  setObjectName(QStringLiteral("tableEditor"));
  setWindowTitle(title);
  table_->setAccessibleName(title);
  table_->horizontalHeader()->setDefaultSectionSize(scaled(kColumnWidth));
  table_->verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
  table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed);
  table_->installEventFilter(this);
  message_->setProperty("role", "error");
  message_->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(table_, 1);
  layout->addWidget(message_);
  makeButtons();
  fill(setting);
  if (!hasRows(kind)) {
    table_->horizontalHeader()->hide();
    table_->horizontalHeader()->setStretchLastSection(true);
  }
  connect(table_, &QTableWidget::cellChanged, this, &TableEditor::refresh);
  refresh();
  resize(scaled(std::clamp(120 + kColumnWidth * table_->columnCount(), 320, 760)),
         scaled(std::clamp(150 + kTableRowHeight * table_->rowCount(), 260, 560)));
  table_->setCurrentCell(0, 0);
}

// Rows and columns come and go at the end; in between they come by editing the text.
void TableEditor::makeButtons() {
  auto* bar = new QHBoxLayout;
  bar->setSpacing(2);
  const auto add = [&](const QString& text, const QString& tip, const char* name, int rows,
                       int columns) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setObjectName(QStringLiteral("tableEditor.") + QLatin1String(name));
    connect(button, &QToolButton::clicked, this, [this, rows, columns] {
      changeSize(table_->rowCount() + rows, table_->columnCount() + columns);
    });
    bar->addWidget(button);
  };
  const bool matrix = hasRows(kind_);
  add(matrix ? tr("+ row") : tr("+ element"), tr("Add one at the end"), "addRow", 1, 0);
  add(matrix ? tr("− row") : tr("− element"), tr("Remove the last one"), "removeRow", -1, 0);
  if (matrix) {
    add(tr("+ column"), tr("Add one at the end"), "addColumn", 0, 1);
    add(tr("− column"), tr("Remove the last one"), "removeColumn", 0, -1);
  }
  bar->addStretch(1);
  auto* box = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  accept_ = box->button(QDialogButtonBox::Ok);
  connect(box, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->addLayout(bar);
  column->addWidget(box);
}

// A number alone is a table of one cell, and stays a number if nothing is added.
void TableEditor::fill(const ParameterSetting& setting) {
  const QSignalBlocker blocker(table_);
  if (!setting.is_list()) {
    wasScalar_ = true;
    table_->setRowCount(1);
    table_->setColumnCount(1);
    return setCell(0, 0, settingText(setting));
  }
  const ParameterSetting::List& list = setting.list();
  // A list of lists is a matrix, row by row; a plain list stands in one column.
  isNested_ = !list.empty() && list.front().is_list();
  int columns = 1;
  for (const ParameterSetting& row : list) {
    if (row.is_list()) columns = std::max(columns, static_cast<int>(row.list().size()));
  }
  table_->setRowCount(static_cast<int>(list.size()));
  table_->setColumnCount(columns);
  for (int row = 0; row < table_->rowCount(); ++row) {
    const ParameterSetting& element = list[row];
    if (!element.is_list()) {
      setCell(row, 0, settingText(element));
      continue;
    }
    for (std::size_t i = 0; i < element.list().size(); ++i) {
      setCell(row, static_cast<int>(i), settingText(element.list()[i]));
    }
  }
}

void TableEditor::setCell(int row, int column, const QString& text) {
  auto* item = new QTableWidgetItem(text);
  item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->setItem(row, column, item);
}

QString TableEditor::cell(int row, int column) const {
  const QTableWidgetItem* item = table_->item(row, column);
  return item == nullptr ? QString() : item->text().trimmed();
}

// Rows are in brackets of their own where there are several columns, or were from the beginning.
QString TableEditor::text() const {
  const int rows = table_->rowCount();
  const int columns = table_->columnCount();
  if (wasScalar_ && rows == 1 && columns == 1) return cell(0, 0);
  QStringList lines;
  for (int row = 0; row < rows; ++row) {
    QStringList line;
    for (int column = 0; column < columns; ++column) line += cell(row, column);
    const QString joined = line.join(QStringLiteral(", "));
    lines += isNested_ || columns > 1 ? u'[' + joined + u']' : joined;
  }
  return u'[' + lines.join(QStringLiteral(", ")) + u']';
}

// New cells are 0, so that a size is reached without filling it by hand first.
void TableEditor::changeSize(int rows, int columns) {
  {
    const QSignalBlocker blocker(table_);
    const bool hasTexts = kind_ == ParameterKind::kTextList || kind_ == ParameterKind::kTextMatrix;
    table_->setRowCount(std::max(rows, hasTexts || hasRows(kind_) ? 1 : 0));
    table_->setColumnCount(std::max(columns, 1));
    for (int row = 0; row < table_->rowCount(); ++row) {
      for (int column = 0; column < table_->columnCount(); ++column) {
        if (table_->item(row, column) == nullptr) setCell(row, column, QStringLiteral("0"));
      }
    }
  }
  refresh();
}

// A part of a spreadsheet: lines of cells with tabs between them.
void TableEditor::paste() {
  const QString text = QApplication::clipboard()->text();
  QStringList lines = text.split(u'\n');
  if (!lines.isEmpty() && lines.back().isEmpty()) lines.removeLast();
  const int top = std::max(table_->currentRow(), 0);
  const int left = std::max(table_->currentColumn(), 0);
  qsizetype width = 1;
  for (const QString& line : lines) width = std::max(width, line.count(u'\t') + 1);
  if (!hasRows(kind_)) width = 1;
  // The table grows where what is pasted reaches beyond it.
  changeSize(std::max(table_->rowCount(), top + static_cast<int>(lines.size())),
             std::max(table_->columnCount(), left + static_cast<int>(width)));
  {
    const QSignalBlocker blocker(table_);
    for (int row = 0; row < lines.size(); ++row) {
      const QStringList cells = lines[row].split(u'\t');
      const int count = static_cast<int>(std::min(cells.size(), width));
      for (int i = 0; i < count; ++i) setCell(top + row, left + i, cells[i].trimmed());
    }
  }
  refresh();
}

// The message about the first cell without a text; a file cannot hold an empty element.
QString TableEditor::emptyCell() const {
  for (int row = 0; row < table_->rowCount(); ++row) {
    for (int column = 0; column < table_->columnCount(); ++column) {
      if (!cell(row, column).isEmpty()) continue;
      return hasRows(kind_) ? tr("Row %1, column %2 is empty.").arg(row + 1).arg(column + 1)
                            : tr("Element %1 is empty.").arg(row + 1);
    }
  }
  return QString();
}

// After each change: the block itself checks the text that would come out.
void TableEditor::refresh() {
  QString problem = emptyCell();
  if (problem.isEmpty()) problem = check_(text());
  message_->setText(problem);
  accept_->setEnabled(problem.isEmpty());
}

// Qt's table has no paste of its own. A block of cells from a spreadsheet comes as text with tabs
// and line ends, which paste() reads.
bool TableEditor::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_ && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste)) {
    paste();
    return true;
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace loopwright
