#include "gui/panels/parameters_model.h"

#include <QBrush>
#include <algorithm>
#include <set>
#include <utility>

#include "engine/expression/formula.h"
#include "engine/model/block_registry.h"
#include "engine/model/edit_helpers.h"
#include "gui/canvas/formula_text.h"
#include "gui/document/diagram_document.h"
#include "gui/document/refused_texts.h"
#include "gui/document/setting_text.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

QString toQt(const std::string& text) { return QString::fromStdString(text); }

std::optional<std::string> optionalText(const QString& text) {
  if (text.isEmpty()) return {};
  return text.toStdString();
}

}  // namespace

QString randomText(const RandomSetting& random) {
  QStringList arguments;
  for (const auto& [name, setting] : random.arguments) arguments += settingText(setting);
  return toQt(random.distribution) + u'(' + arguments.join(QStringLiteral(", ")) + u')';
}

std::optional<RandomSetting> randomFromText(const QString& text, QString* problem) {
  const QString trimmed = text.trimmed();
  const qsizetype open = trimmed.indexOf(u'(');
  RandomSetting random;
  random.distribution = trimmed.left(open).trimmed().toStdString();
  const std::vector<std::string>* names = DistributionArguments(random.distribution);
  if (open < 0 || !trimmed.endsWith(u')') || names == nullptr) {
    *problem = ParametersModel::tr(
                   "'%1' is no distribution: write uniform(lower, upper), gaussian(mean, "
                   "deviation) or exponential(rate)")
                   .arg(trimmed);
    return {};
  }
  const QStringList arguments =
      listElements(u'[' + trimmed.mid(open + 1, trimmed.size() - open - 2) + u']');
  if (arguments.size() != static_cast<qsizetype>(names->size())) {
    const int wanted = static_cast<int>(names->size());
    *problem = (wanted == 1 ? ParametersModel::tr("%1 takes 1 number, not %2")
                            : ParametersModel::tr("%1 takes %n numbers, not %2", nullptr, wanted))
                   .arg(toQt(random.distribution))
                   .arg(arguments.size());
    return {};
  }
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    const auto setting = settingFromText(arguments[i], ParameterKind::kNumber);
    if (!setting) {
      *problem =
          ParametersModel::tr("the %1 of %2 is missing", "the rate of exponential is missing")
              .arg(toQt((*names)[static_cast<std::size_t>(i)]), toQt(random.distribution));
      return {};
    }
    random.arguments.emplace_back((*names)[static_cast<std::size_t>(i)], *setting);
  }
  return random;
}

ParametersModel::ParametersModel(DiagramDocument* document, QObject* parent)
    : QAbstractTableModel(parent), document_(document) {
  rows_ = rowCount();
  connect(document, &DiagramDocument::reset, this, [this] { setLevel(QString()); });
  connect(document, &DiagramDocument::changed, this, &ParametersModel::follow);
  connect(document->refusedTexts(), &RefusedTexts::changed, this, [this] {
    if (rows_ > 0) Q_EMIT dataChanged(index(0, kExpression), index(rows_ - 1, kValue));
  });
}

void ParametersModel::setLevel(const QString& level) {
  level_ = level;
  reload();
}

void ParametersModel::showOuter() {
  shows_outer_ = true;
  reload();
}

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

/// The parameters of the levels outside that none of a level further inside hides.
std::vector<ParametersModel::OuterRow> ParametersModel::findOuter() const {
  std::vector<OuterRow> rows;
  if (!shows_outer_) return rows;
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

const ParametersModel::OuterRow* ParametersModel::outerRow(int row) const {
  const int below = row - ownCount();
  const bool exists = below >= 0 && below < static_cast<int>(outer_.size());
  return exists ? &outer_[static_cast<std::size_t>(below)] : nullptr;
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

ValuePlace ParametersModel::placeOf(const DiagramParameter& parameter,
                                    const std::string& level) const {
  return {ValuePlace::Kind::kDiagram, level, parameter.name};
}

QString ParametersModel::expressionOf(const DiagramParameter& parameter,
                                      const std::string& level) const {
  const std::optional<QString> refused = document_->refusedTexts()->find(placeOf(parameter, level));
  return refused.value_or(settingText(parameter.value));
}

QString ParametersModel::problemAt(int row) const {
  if (row < 0 || row >= ownCount()) return {};
  const std::string level = level_.toStdString();
  const DiagramParameter& parameter = parameters()[static_cast<std::size_t>(row)];
  return previewValue(document_->document(), document_->registry(), placeOf(parameter, level),
                      expressionOf(parameter, level))
      .problem;
}

QVariant ParametersModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (const OuterRow* const outer = outerRow(index.row())) {
    return outerData(*outer, index.column(), role);
  }
  if (index.row() >= ownCount()) return {};  // The level may be gone.
  const DiagramParameter& parameter = parameters()[static_cast<std::size_t>(index.row())];
  if (role == Qt::ForegroundRole) {
    if (index.column() == kExpression && !problemAt(index.row()).isEmpty()) {
      return QBrush(Theme::current().error);
    }
    if (index.column() == kValue) return QBrush(Theme::current().muted);
    return {};
  }
  if (role == Qt::ToolTipRole) {
    return index.column() == kExpression ? problemAt(index.row()) : QString();
  }
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  return textOf(parameter, level_.toStdString(), index.column());
}

QVariant ParametersModel::outerData(const OuterRow& row, int column, int role) const {
  const QString place =
      row.level.empty() ? tr("From the diagram outside") : tr("From %1").arg(toQt(row.level));
  if (role == Qt::ForegroundRole) return QBrush(Theme::current().muted);
  if (role == Qt::ToolTipRole) return place;
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  if (row.index < 0) return column == kName ? place : QString();
  const auto* const found = document_->document().FindParameters(row.level);
  const auto at = static_cast<std::size_t>(row.index);
  if (found == nullptr || at >= found->size()) return {};
  return textOf((*found)[at], row.level, column);
}

QVariant ParametersModel::textOf(const DiagramParameter& parameter, const std::string& level,
                                 int column) const {
  switch (column) {
    case kName:
      return toQt(parameter.name);
    case kExpression:
      return expressionOf(parameter, level);
    case kValue: {
      const ValuePreview preview =
          previewValue(document_->document(), document_->registry(), placeOf(parameter, level),
                       expressionOf(parameter, level));
      return preview.value.isEmpty() || !preview.isRight() ? QString()
                                                           : QStringLiteral("= ") + preview.value;
    }
    case kUnit:
      return toQt(parameter.unit.value_or(""));
    case kDescription:
      return toQt(parameter.description.value_or(""));
    default:
      return parameter.random ? randomText(*parameter.random) : QString();
  }
}

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

bool ParametersModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || index.row() >= ownCount()) return false;
  const QString text = value.toString().trimmed();
  if (text == data(index, Qt::EditRole).toString()) {
    Q_EMIT refused(index.column() == kExpression ? problemAt(index.row()) : QString());
    return true;
  }
  const QString problem = applyText(index.row(), index.column(), text);
  Q_EMIT refused(problem);
  return problem.isEmpty();
}

QString ParametersModel::applyText(int row, int column, const QString& text) {
  if (column == kName) return rename(row, text);
  DiagramParameter changed = parameters()[static_cast<std::size_t>(row)];
  QString problem;
  if (column == kExpression) {
    const auto setting = settingFromText(text, ParameterKind::kMatrix);
    if (!setting) return tr("a parameter needs a value");
    const ValuePlace place = placeOf(changed, level_.toStdString());
    problem = previewValue(document_->document(), document_->registry(), place, text).problem;
    if (problem.isEmpty()) {
      document_->refusedTexts()->drop(place);
    } else {
      document_->refusedTexts()->keep(place, text);
    }
    changed.value = *setting;
  } else if (column == kUnit) {
    changed.unit = optionalText(text);
  } else if (column == kDescription) {
    changed.description = optionalText(text);
  } else if (text.isEmpty()) {
    changed.random.reset();
  } else {
    changed.random = randomFromText(text, &problem);
  }
  if (!problem.isEmpty()) return problem;
  return document_->edit(tr("Change %1").arg(toQt(changed.name)), [&](Transaction* t) {
    t->Apply(ParameterEdit{level_.toStdString(), static_cast<std::size_t>(row),
                           ListAction::kReplace, std::move(changed)});
  });
}

QString ParametersModel::rename(int row, const QString& name) {
  if (const auto problem = CheckParameterName(name.toStdString())) return toQt(*problem);
  const DiagramParameter renamed = parameters()[static_cast<std::size_t>(row)];
  const std::string& before = renamed.name;
  const std::string level = level_.toStdString();
  const std::optional<QString> refused = document_->refusedTexts()->find(placeOf(renamed, level));
  const QString problem = document_->edit(tr("Rename %1").arg(toQt(before)), [&](Transaction* t) {
    RenameParameter(t, level_.toStdString(), before, name.toStdString(), document_->registry());
  });
  if (problem.isEmpty() && refused) {
    document_->refusedTexts()->drop(placeOf(renamed, level));
    const DiagramParameter& now = parameters()[static_cast<std::size_t>(row)];
    document_->refusedTexts()->keep(placeOf(now, level), *refused);
  }
  return problem;
}

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
  return static_cast<int>(end);
}

void ParametersModel::removeRowsAt(std::vector<int> rows) {
  std::erase_if(rows, [this](int row) { return row >= ownCount(); });
  if (rows.empty()) return;
  std::sort(rows.rbegin(), rows.rend());
  const QString what =
      rows.size() == 1
          ? tr("Delete %1").arg(toQt(parameters()[static_cast<std::size_t>(rows.front())].name))
          : tr("Delete %n parameters", nullptr, static_cast<int>(rows.size()));
  Q_EMIT refused(document_->edit(what, [&](Transaction* t) {
    for (int row : rows) {
      t->Apply(ParameterEdit{level_.toStdString(), static_cast<std::size_t>(row),
                             ListAction::kRemove, std::nullopt});
    }
  }));
}

}  // namespace loopwright
