#pragma once

#include <QIcon>
#include <QStringList>
#include <QTableWidget>
#include <vector>

namespace loopwright {

/// One column of numbers of a ReadingTable, or a row's name with an explanation.
struct ReadingHeader {
  QString text;
  QString toolTip = {};
  QIcon icon = {};
};

/// A table that is read and copied, never written. Ctrl+C, or Copy in its menu, copies the selected
/// cells with their headers as text with tabs, which spreadsheets take; without a selection all of
/// it.
class ReadingTable : public QTableWidget {
  Q_OBJECT

 public:
  /// Empty until setReadings().
  explicit ReadingTable(QWidget* parent = nullptr);

  /// Shows these texts, `cells[row][column]`. What is selected stays so.
  void setReadings(const std::vector<ReadingHeader>& rows,
                   const std::vector<ReadingHeader>& columns,
                   const std::vector<QStringList>& cells);

  /// What is copied.
  QString copyText() const;
  /// Puts copyText() on the clipboard.
  void copy() const;

  /// As high as its rows need, so that no more room is taken than there are numbers.
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  /// Gives a header its text, tool tip and icon, and makes it where there is none.
  void setHeader(Qt::Orientation orientation, int index, const ReadingHeader& header);
};

}  // namespace loopwright
