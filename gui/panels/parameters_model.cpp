#include "gui/panels/parameters_model.h"

#include <QBrush>
#include <algorithm>
#include <set>
#include <utility>

#include "engine/edits/edit_helpers.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/refused_texts.h"
#include "gui/document/setting_text.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

using Kind = ValuePlace::Kind;

std::optional<std::string> textUnlessEmpty(const QString& text) {
  if (text.isEmpty()) return {};
  return text.toStdString();
}

// What the cell of a parameter holds, of those whose text may be refused.
std::optional<ValuePlace> placeOf(const DiagramParameter& parameter, const std::string& level,
                                  int column) {
  switch (column) {
    case ParametersModel::kName:
      return ValuePlace{Kind::kDiagramName, level, parameter.name};
    case ParametersModel::kExpression:
      return ValuePlace{Kind::kDiagram, level, parameter.name};
    case ParametersModel::kRandom:
      return ValuePlace{Kind::kDiagramRandom, level, parameter.name};
    default:
      return {};
  }
}

}  // namespace

// The document is the only place where parameters are kept; the model answers from it and tells
// views when it has changed.
ParametersModel::ParametersModel(DiagramDocument* document, QObject* parent)
    : QAbstractTableModel(parent), document_(document) {
  rows_ = rowCount();
  connect(document, &DiagramDocument::reset, this, [this] { setLevel(QString()); });
  connect(document, &DiagramDocument::changed, this, &ParametersModel::follow);
  connect(document->refusedTexts(), &RefusedTexts::changed, this, [this] {
    if (rows_ > 0) Q_EMIT dataChanged(index(0, kName), index(rows_ - 1, kRandom));
  });
}

void ParametersModel::setLevel(const QString& level) {
  level_ = level;
  reload();
}

void ParametersModel::showOuter() {
  showsOuter_ = true;
  reload();
}

// Views forget what they had, and an open editor closes: only for changes of the rows themselves.
void ParametersModel::reload() {
  beginResetModel();
  outer_ = findOuter();
  rows_ = rowCount();
  endResetModel();
}

void ParametersModel::follow(const ChangeSet& changes) {
  // A change of values leaves the field open in which it was typed.
  const bool changed = changes.contains(ChangeSubject::kParameters);
  if (rowCount() != rows_ || (changed && findOuter() != outer_)) {
    reload();
  } else if (changed && rows_ > 0) {
    Q_EMIT dataChanged(index(0, 0), index(rows_ - 1, kColumnCount - 1));
  }
}

// The parameters of the levels outside that none of a level further inside hides.
std::vector<ParametersModel::OuterRow> ParametersModel::findOuter() const {
  std::vector<OuterRow> rows;
  if (!showsOuter_) return rows;
  std::set<std::string> hidden;
  for (const DiagramParameter& own : parameters()) hidden.insert(own.name);
  for (std::string level = level_.toStdString(); !level.empty();) {
    level = SplitPath(level).first;
    const auto* const found = document_->document().FindParameters(level);
    if (found == nullptr) break;
    bool named = false;
    for (std::size_t i = 0; i < found->size(); ++i) {
      if (!hidden.insert((*found)[i].name).second) continue;
      if (!std::exchange(named, true)) rows.push_back({level, -1});
      rows.push_back({level, static_cast<int>(i)});
    }
  }
  return rows;
}

// Null for the level's own rows, and behind the last.
const ParametersModel::OuterRow* ParametersModel::outerRow(int row) const {
  const int below = row - ownCount();
  const bool exists = below >= 0 && below < static_cast<int>(outer_.size());
  return exists ? &outer_[below] : nullptr;
}

bool ParametersModel::isHeading(int row) const {
  const OuterRow* const outer = outerRow(row);
  return outer != nullptr && outer->index < 0;
}

const std::vector<DiagramParameter>& ParametersModel::parameters() const {
  static const std::vector<DiagramParameter> none;
  const auto* found = document_->document().FindParameters(level_.toStdString());
  return found != nullptr ? *found : none;
}

int ParametersModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ownCount() + static_cast<int>(outer_.size());
}

int ParametersModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumnCount;
}

QString ParametersModel::shownText(const ValuePlace& place) const {
  if (const auto refused = document_->refusedTexts()->find(place)) return *refused;
  const auto value = valueAt(document_->document(), document_->registry(), place);
  return value ? settingText(*value) : QString();
}

// Evaluated when a view asks, which is for the rows that are visible.
QString ParametersModel::problemAt(int row, int column) const {
  if (row < 0 || row >= ownCount()) return {};
  const auto place = placeOf(parameters()[row], level_.toStdString(), column);
  if (!place) return {};
  return previewValue(document_->document(), document_->registry(), *place, shownText(*place))
      .problem;
}

QString ParametersModel::problemAt(int row) const {
  for (const int column : {kName, kExpression, kRandom}) {
    if (QString problem = problemAt(row, column); !problem.isEmpty()) return problem;
  }
  return {};
}

int ParametersModel::findParameter(const QString& name) const {
  const auto& own = parameters();
  const auto found = std::find_if(
      own.begin(), own.end(),
      [named = name.toStdString()](const auto& parameter) { return parameter.name == named; });
  return found == own.end() ? -1 : static_cast<int>(found - own.begin());
}

// A row of the level itself can be edited, and is red where something is wrong with it; the
// computed value is grey, as nobody types it.
QVariant ParametersModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (const OuterRow* const outer = outerRow(index.row())) {
    return outerData(*outer, index.column(), role);
  }
  if (index.row() >= ownCount()) return {};  // The level may be gone.
  const DiagramParameter& parameter = parameters()[index.row()];
  if (role == Qt::ForegroundRole) {
    if (!problemAt(index.row(), index.column()).isEmpty()) return QBrush(Theme::current().error);
    if (index.column() == kValue) return QBrush(Theme::current().muted);
    return {};
  }
  if (role == Qt::ToolTipRole) return problemAt(index.row(), index.column());
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  return textOf(parameter, level_.toStdString(), index.column());
}

// Rows of levels outside are grey as a whole. A heading has a text in its first column alone.
QVariant ParametersModel::outerData(const OuterRow& row, int column, int role) const {
  const QString place =
      row.level.empty() ? tr("From the diagram outside") : tr("From %1").arg(toQt(row.level));
  if (role == Qt::ForegroundRole) return QBrush(Theme::current().muted);
  if (role == Qt::ToolTipRole) return place;
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  if (row.index < 0) return column == kName ? place : QString();
  const auto* const found = document_->document().FindParameters(row.level);
  const std::size_t at = row.index;
  if (found == nullptr || at >= found->size()) return {};
  return textOf((*found)[at], row.level, column);
}

// Unit and description are the document's own; the value is computed, and shown only where it says
// more than the expression does.
QVariant ParametersModel::textOf(const DiagramParameter& parameter, const std::string& level,
                                 int column) const {
  if (const auto place = placeOf(parameter, level, column)) return shownText(*place);
  if (column == kUnit) return toQt(parameter.unit.value_or(""));
  if (column == kDescription) return toQt(parameter.description.value_or(""));
  const ValuePlace expression{Kind::kDiagram, level, parameter.name};
  const ValuePreview preview =
      previewValue(document_->document(), document_->registry(), expression, shownText(expression));
  const bool saysMore = preview.isRight() && !preview.value.isEmpty();
  return saysMore ? QStringLiteral("= ") + preview.value : QString();
}

// The titles stand in the order of the enumeration Column.
QVariant ParametersModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Name"), tr("Expression"),  tr("Value"),
                            tr("Unit"), tr("Description"), tr("Random")};
  return titles[section];
}

Qt::ItemFlags ParametersModel::flags(const QModelIndex& index) const {
  if (isHeading(index.row())) return Qt::ItemIsEnabled;
  const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (index.row() >= ownCount()) return flags;
  return index.column() == kValue ? flags : flags | Qt::ItemIsEditable;
}

// What was typed into a cell. A text that is the same as before is no edit, but says again what is
// wrong with it.
bool ParametersModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || index.row() >= ownCount()) return false;
  const QString text = value.toString().trimmed();
  if (text == data(index, Qt::EditRole).toString()) {
    Q_EMIT refused(problemAt(index.row(), index.column()));
    return true;
  }
  const QString problem = applyText(index.row(), index.column(), text);
  Q_EMIT refused(problem);
  return problem.isEmpty();
}

// What was typed into a cell that may refuse it. Where it is refused, it stays there.
QString ParametersModel::applyValue(const ValuePlace& place, const QString& text) {
  // Nothing was typed that could be kept.
  if (text.isEmpty() && place.kind == Kind::kDiagramName) return tr("a parameter needs a name");
  if (text.isEmpty() && place.kind == Kind::kDiagram) return tr("a parameter needs a value");
  const Document& document = document_->document();
  const ValuePreview preview = previewValue(document, document_->registry(), place, text);
  if (!preview.isRight()) {
    document_->refusedTexts()->keep(place, text);
    return preview.problem;
  }
  document_->refusedTexts()->drop(place);
  const QString what = place.kind == Kind::kDiagramName ? tr("Rename %1") : tr("Change %1");
  return setValue(document_, place, what.arg(toQt(place.name)),
                  readValue(document, document_->registry(), place, text));
}

// Name, expression and distribution may be refused; unit and description are any text. Returns what
// is wrong.
QString ParametersModel::applyText(int row, int column, const QString& text) {
  DiagramParameter changed = parameters()[row];
  if (const auto place = placeOf(changed, level_.toStdString(), column)) {
    return applyValue(*place, text);
  }
  (column == kUnit ? changed.unit : changed.description) = textUnlessEmpty(text);
  return document_->edit(tr("Change %1").arg(toQt(changed.name)), [&](Transaction* t) {
    t->Apply(ParameterEdit{level_.toStdString(), static_cast<std::size_t>(row),
                           ListAction::kReplace, std::move(changed)});
  });
}

// A new parameter is called p, p2, … and is 0 until something else is typed. Returns its row, or −1
// where the document refuses the edit.
int ParametersModel::addParameter() {
  const std::size_t end = parameters().size();
  DiagramParameter parameter;
  parameter.name = UniqueParameterName(parameters(), "p");
  parameter.value = 0;
  const QString problem =
      document_->edit(tr("Add parameter %1").arg(toQt(parameter.name)), [&](Transaction* t) {
        t->Apply(ParameterEdit{level_.toStdString(), end, ListAction::kInsert, parameter});
      });
  Q_EMIT refused(problem);
  return problem.isEmpty() ? static_cast<int>(end) : -1;
}

// Rows of outer levels are shown but are not this level's to delete. The others go from the last to
// the first, because each removal changes the numbers of the rows behind it.
void ParametersModel::removeRowsAt(std::vector<int> rows) {
  std::erase_if(rows, [this](int row) { return row >= ownCount(); });
  if (rows.empty()) return;
  std::sort(rows.rbegin(), rows.rend());
  const QString what = rows.size() == 1
                           ? tr("Delete %1").arg(toQt(parameters()[rows.front()].name))
                           : tr("Delete %n parameters", nullptr, static_cast<int>(rows.size()));
  Q_EMIT refused(document_->edit(what, [&](Transaction* t) {
    for (int row : rows) {
      t->Apply(ParameterEdit{level_.toStdString(), static_cast<std::size_t>(row),
                             ListAction::kRemove, std::nullopt});
    }
  }));
}

}  // namespace loopwright
