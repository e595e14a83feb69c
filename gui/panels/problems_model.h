#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <utility>
#include <vector>

#include "engine/document/diagnostics.h"

namespace loopwright {

/// What a run said that no check finds.
struct RunProblem {
  Severity severity = Severity::kError;
  QString path;  ///< the block that it is about, or empty
  QString text;
};

/// Diagnostics as rows, the errors first; what the last run said stands above them.
class ProblemsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  /// What a row is about, and what is said.
  enum Column { kPlace, kText, kColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  /// Replaces all rows. Where they are the same as before nothing happens, so that a selection
  /// lasts.
  void setDiagnostics(const std::vector<Diagnostic>& diagnostics);
  /// They are seen from the next setDiagnostics() on.
  void setRunProblems(std::vector<RunProblem> problems) { runProblems_ = std::move(problems); }
  const std::vector<RunProblem>& runProblems() const { return runProblems_; }
  /// How many rows are of this severity.
  int count(Severity severity) const;
  /// What a row is about.
  QString path(int row) const { return rows_[row].path; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// A diagnostic as it is shown; rows compare by all of it.
  struct Row {
    Severity severity;
    QString path;
    QString text;
    QString code;
    friend bool operator==(const Row&, const Row&) = default;
  };

  std::vector<Row> rows_;
  std::vector<RunProblem> runProblems_;
};

}  // namespace loopwright
