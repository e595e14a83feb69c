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
  explicit ReadingTable(QWidget* parent = nullptr);

  /// Shows these texts, `cells[row][column]`. What is selected stays so.
  void setReadings(const std::vector<ReadingHeader>& rows,
                   const std::vector<ReadingHeader>& columns,
                   const std::vector<QStringList>& cells);

  /// What is copied.
  QString copyText() const;
  void copy() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void setHeader(Qt::Orientation orientation, int index, const ReadingHeader& header);
};

}  // namespace loopwright
