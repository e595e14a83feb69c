#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/value_place.h"

namespace loopwright {

class DiagramDocument;

/// The parameters of one level as a table; setting data is an undo step, or is refused with
/// refused() saying why; a name, expression or distribution that was refused stays in its cell.
/// Below them, where that is wanted, stand those of the levels outside that its blocks may use as
/// well, the nearest level first, to be read only: those of each level after a row that names it.
class ParametersModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kName, kExpression, kValue, kUnit, kDescription, kRandom, kColumnCount };

  /// Of the top level, without outer ones, until told otherwise.
  explicit ParametersModel(DiagramDocument* document, QObject* parent = nullptr);

  /// The parameters of another level, by its path; "" is the top level.
  void setLevel(const QString& level);
  /// From now on the parameters of levels outside are listed as well.
  void showOuter();
  QString level() const { return level_; }

  /// The rows of the level's own parameters, which come first.
  int ownCount() const { return static_cast<int>(parameters().size()); }
  /// Whether a row names a level outside.
  bool isHeading(int row) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  /// What is wrong with what a cell shows; "" where nothing is.
  QString problemAt(int row, int column) const;
  /// The first such of a row.
  QString problemAt(int row) const;
  /// The row of the level's own parameter, or -1.
  int findParameter(const QString& name) const;

  /// Adds a parameter with a new name and the value 0; returns its row, or -1 where it was refused.
  int addParameter();
  /// Removes the level's own parameters at these rows, in one undo step.
  void removeRowsAt(std::vector<int> rows);

 Q_SIGNALS:
  /// An edit was refused, for this reason; "" when one was made.
  void refused(const QString& reason);

 private:
  /// A row below the level's own: a parameter of a level outside, or -1, which names the level.
  struct OuterRow {
    std::string level;
    int index;
    friend bool operator==(const OuterRow&, const OuterRow&) = default;
  };

  const std::vector<DiagramParameter>& parameters() const;
  /// As the cell shows it: the text that was refused, or that of the document.
  QString shownText(const ValuePlace& place) const;
  /// The outer row at a row of the table; null for one of the level's own.
  const OuterRow* outerRow(int row) const;
  /// All outer rows as they would be now: the nearest level first.
  std::vector<OuterRow> findOuter() const;
  /// Tells views that rows are others, or, where it is enough, that their contents are.
  void reload();
  void follow(const ChangeSet& changes);
  /// What a cell of an outer row shows, and what one of a parameter says in a column.
  QVariant outerData(const OuterRow& row, int column, int role) const;
  QVariant textOf(const DiagramParameter& parameter, const std::string& level, int column) const;
  /// Both return why an edit was refused, or "".
  QString applyValue(const ValuePlace& place, const QString& text);
  QString applyText(int row, int column, const QString& text);

  DiagramDocument* document_;
  /// What is shown, and what views were told of it.
  QString level_;
  bool showsOuter_ = false;
  std::vector<OuterRow> outer_;
  int rows_ = 0;  // as last told
};

}  // namespace loopwright
