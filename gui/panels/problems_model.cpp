#include "gui/panels/problems_model.h"

#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <algorithm>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Drawn at twice its size, so that it stays round on screens with fine pixels.
QIcon dot(const QColor& colour) {
  QPixmap pixmap(24, 24);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawEllipse(QPointF(6, 6), 4, 4);
  return QIcon(pixmap);
}

QColor colourOf(Severity severity) {
  const Theme& theme = Theme::current();
  if (severity == Severity::kError) return theme.error;
  return severity == Severity::kWarning ? theme.warning : theme.muted;
}

}  // namespace

// What a run said is listed with what checks found, by severity.
void ProblemsModel::setDiagnostics(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Row> rows;
  for (const RunProblem& problem : runProblems_) {
    rows.push_back({problem.severity, problem.path, problem.text, "run"});
  }
  for (const Diagnostic& diagnostic : diagnostics) {
    const std::string_view code = diagnostic.code();
    rows.push_back({diagnostic.severity, QString::fromStdString(diagnostic.path),
                    QString::fromStdString(diagnostic.text),
                    QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size()))});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.severity < b.severity; });
  // Most checks find nothing new, and what is selected in the list stays so.
  if (rows == rows_) return;
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

int ProblemsModel::count(Severity severity) const {
  return static_cast<int>(std::count_if(
      rows_.begin(), rows_.end(), [severity](const Row& row) { return row.severity == severity; }));
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumnCount;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
  const Row& row = rows_[index.row()];
  if (role == Qt::DisplayRole) return index.column() == kPlace ? row.path : row.text;
  if (role == Qt::DecorationRole && index.column() == kPlace) return dot(colourOf(row.severity));
  if (role == Qt::ToolTipRole) return QStringLiteral("%1 [%2]").arg(row.text, row.code);
  return {};
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == kPlace ? tr("Where") : tr("What is wrong");
}

}  // namespace loopwright
