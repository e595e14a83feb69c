#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <vector>

#include "engine/model/document.h"
#include "engine/model/edit.h"
#include "gui/document/value_place.h"

namespace loopwright {

class DiagramDocument;

/// The parameters of one level as a table; setting data is an undo step, or is refused with
/// refused() saying why. An expression that was refused stays in its cell.
class ParametersModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kName, kExpression, kValue, kUnit, kDescription, kRandom, kColumnCount };

  explicit ParametersModel(DiagramDocument* document, QObject* parent = nullptr);

  void setLevel(const QString& level);
  QString level() const { return level_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  /// What is wrong with the expression of a row; "" where nothing is.
  QString problemAt(int row) const;

  /// Adds a parameter with a new name and the value 0; returns its row.
  int addParameter();
  void removeRowsAt(std::vector<int> rows);

 Q_SIGNALS:
  /// An edit was refused, for this reason; "" when one was made.
  void refused(const QString& reason);

 private:
  const std::vector<DiagramParameter>& parameters() const;
  ValuePlace placeOf(const DiagramParameter& parameter) const;
  /// As its cell shows it: the text that was refused, or that of the document.
  QString expressionOf(const DiagramParameter& parameter) const;
  QString applyText(int row, int column, const QString& text);
  QString rename(int row, const QString& name);

  DiagramDocument* document_;
  QString level_;
  int rows_ = 0;  // as last told
};

/// `uniform(0.9, 1.1)` of a distribution, and back; nothing, with the reason, where the text is
/// none.
QString randomText(const RandomSetting& random);
std::optional<RandomSetting> randomFromText(const QString& text, QString* problem);

}  // namespace loopwright
