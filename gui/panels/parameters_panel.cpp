#include "gui/panels/parameters_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/document/diagram_document.h"
#include "gui/panels/parameters_model.h"
#include "gui/theme/theme.h"

namespace loopwright {

ParametersPanel::ParametersPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      model_(new ParametersModel(document, this)),
      table_(new QTableView(this)),
      message_(new QLabel(this)) {
  setObjectName("parametersPanel");
  table_->setObjectName("parametersTable");
  table_->setAccessibleName(tr("Parameters of the diagram"));
  table_->setModel(model_);
  table_->setShowGrid(false);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(scaled(26));
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setHighlightSections(false);
  for (const auto& [column, width] :
       {std::pair(ParametersModel::kName, 90), std::pair(ParametersModel::kExpression, 120),
        std::pair(ParametersModel::kValue, 80), std::pair(ParametersModel::kUnit, 60),
        std::pair(ParametersModel::kDescription, 180), std::pair(ParametersModel::kRandom, 90)}) {
    table_->setColumnWidth(
        column, std::max(scaled(width), table_->horizontalHeader()->sectionSizeHint(column)));
  }
  message_->setObjectName("parametersMessage");
  message_->setProperty("role", "error");
  message_->setWordWrap(true);
  connect(model_, &ParametersModel::refused, message_, &QLabel::setText);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { message_->setText(model_->problemAt(now.row())); });

  const auto makeButton = [this](const QString& text, const QString& tip, const char* name) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setObjectName(name);
    return button;
  };
  QToolButton* add = makeButton(QStringLiteral("+"), tr("Add a parameter"), "parametersAdd");
  QToolButton* remove =
      makeButton(QStringLiteral("−"), tr("Remove the selected parameters"), "parametersRemove");
  connect(add, &QToolButton::clicked, this, &ParametersPanel::addParameter);
  connect(remove, &QToolButton::clicked, this, &ParametersPanel::removeParameters);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 2, 8, 2);
  bar->addWidget(add);
  bar->addWidget(remove);
  bar->addWidget(message_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(table_);
  layout->addLayout(bar);
}

void ParametersPanel::setLevel(const QString& level) {
  if (level != model_->level()) model_->setLevel(level);
}

void ParametersPanel::selectParameter(const QString& name) {
  const QModelIndexList found =
      model_->match(model_->index(0, ParametersModel::kName), Qt::DisplayRole, name, 1,
                    Qt::MatchExactly | Qt::MatchCaseSensitive);
  if (found.isEmpty()) return;
  table_->setCurrentIndex(found.front());
  table_->scrollTo(found.front());
}

void ParametersPanel::addParameter() {
  const int row = model_->addParameter();
  const QModelIndex index = model_->index(row, ParametersModel::kName);
  table_->setCurrentIndex(index);
  table_->edit(index);
}

void ParametersPanel::removeParameters() {
  std::vector<int> rows;
  for (const QModelIndex& index : table_->selectionModel()->selectedRows()) {
    rows.push_back(index.row());
  }
  model_->removeRowsAt(std::move(rows));
}

}  // namespace loopwright
