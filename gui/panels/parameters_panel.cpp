#include "gui/panels/parameters_panel.h"

#include <QDataWidgetMapper>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gui/document/diagram_document.h"
#include "gui/document/value_place.h"
#include "gui/panels/parameters_model.h"
#include "gui/sliders/slider_pins.h"
#include "gui/theme/making.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// The widths of all columns where there is room for them, and what part of the room the first
// three have where there is not.
constexpr std::pair<ParametersModel::Column, int> kWidths[] = {
    {ParametersModel::kName, 90},         {ParametersModel::kExpression, 120},
    {ParametersModel::kValue, 80},        {ParametersModel::kUnit, 60},
    {ParametersModel::kDescription, 180}, {ParametersModel::kRandom, 90}};
constexpr double kNamePart = 0.3;
constexpr double kExpressionPart = 0.4;

}  // namespace

// A table, or a text that says what parameters are for as long as there is none.
ParametersPanel::ParametersPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      model_(new ParametersModel(document, this)),
      table_(withName(new QTableView(this), "parametersTable")),
      empty_(withName(new QLabel(this), "parametersEmpty")),
      details_(new QWidget(this)),
      mapper_(new QDataWidgetMapper(this)),
      message_(withName(new QLabel(this), "parametersMessage")) {
  setObjectName("parametersPanel");
  makeTable();
  makeDetails();
  empty_->setProperty("role", "secondary");
  empty_->setText(
      tr("There are no parameters yet. A parameter is a number with a name, such as "
         "Kp = 2, that the fields of all blocks may use. The button + adds one."));
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  empty_->setContentsMargins(16, 12, 16, 12);
  message_->setProperty("role", "error");
  message_->setWordWrap(true);
  connect(model_, &ParametersModel::refused, message_, &QLabel::setText);
  connect(model_, &QAbstractItemModel::modelReset, this, &ParametersPanel::onReset);
  auto* layout = withMargins(new QVBoxLayout(this), {0, 0, 0, 0}, 0);
  layout->addWidget(empty_, 1);
  layout->addWidget(table_, 1);
  layout->addWidget(details_);
  layout->addLayout(makeBar());
  onReset();
}

// A parameter is edited in its row, by a double-click or by typing.
void ParametersPanel::makeTable() {
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
  table_->horizontalHeader()->setMinimumSectionSize(scaled(30));
  table_->viewport()->installEventFilter(this);
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(table_, &QWidget::customContextMenuRequested, this, &ParametersPanel::openMenu);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) {
            showDetailsOf(now.row());
            message_->setText(model_->problemAt(now.row()));
          });
}

// Of a parameter of the level itself; only a number can be tuned by a slider.
void ParametersPanel::openMenu(const QPoint& place) {
  const int row = table_->indexAt(place).row();
  if (row < 0 || row >= model_->ownCount()) return;
  const QModelIndex name = model_->index(row, ParametersModel::kName);
  const ValuePlace at{ValuePlace::Kind::kDiagram, model_->level().toStdString(),
                      name.data(Qt::DisplayRole).toString().toStdString()};
  const auto value = valueAt(document_->document(), document_->registry(), at);
  const bool isPinned = isSliderPinned(document_->document(), at);
  auto* const menu = deletedOnClose(withName(new QMenu(this), "parametersMenu"));
  QAction* const pin =
      menu->addAction(tr("Slider beside the plots"), this,
                      [this, at](bool pinned) { pinSlider(document_, at, pinned); });
  pin->setObjectName("parametersMenu.pin");
  pin->setCheckable(true);
  pin->setChecked(isPinned);
  pin->setEnabled(isPinned || (value && value->is_number()));
  menu->popup(table_->viewport()->mapToGlobal(place));
}

// The columns that a narrow table has no room for, as fields.
void ParametersPanel::makeDetails() {
  auto* const form = withMargins(new QFormLayout(details_), {16, 8, 8, 4});
  form->setVerticalSpacing(4);
  mapper_->setModel(model_);
  mapper_->setSubmitPolicy(QDataWidgetMapper::AutoSubmit);
  for (const auto& [column, name] :
       {std::pair(ParametersModel::kUnit, "parametersUnit"),
        std::pair(ParametersModel::kDescription, "parametersDescription"),
        std::pair(ParametersModel::kRandom, "parametersRandom")}) {
    auto* const field = withName(new QLineEdit, name);
    form->addRow(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), field);
    mapper_->addMapping(field, column);
    if (column == ParametersModel::kRandom) random_ = field;
  }
  connect(model_, &QAbstractItemModel::dataChanged, this, &ParametersPanel::markDetails);
}

// Two buttons, and beside them why the last edit was refused.
QHBoxLayout* ParametersPanel::makeBar() {
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
  auto* bar = withMargins(new QHBoxLayout, {8, 2, 8, 2});
  bar->addWidget(add);
  bar->addWidget(remove);
  bar->addWidget(message_, 1);
  return bar;
}

void ParametersPanel::setLevel(const QString& level) {
  if (level != model_->level()) model_->setLevel(level);
}

void ParametersPanel::showOuterParameters() { model_->showOuter(); }

// The rows are others: headings of levels span all columns, and no row is the current one.
void ParametersPanel::onReset() {
  const bool any = model_->rowCount() > 0;
  table_->setVisible(any);
  empty_->setVisible(!any);
  table_->clearSpans();
  for (int row = model_->ownCount(); row < model_->rowCount(); ++row) {
    if (model_->isHeading(row)) table_->setSpan(row, 0, 1, ParametersModel::kColumnCount);
  }
  showDetailsOf(-1);
  fitColumns();
}

// Parameters of levels outside are shown and cannot be edited.
void ParametersPanel::showDetailsOf(int row) {
  const QModelIndex unit = model_->index(row, ParametersModel::kUnit);
  details_->setEnabled((model_->flags(unit) & Qt::ItemIsEditable) != 0 && row >= 0);
  mapper_->setCurrentIndex(row);
  markDetails();
  if (row >= 0) return;
  for (QLineEdit* const field : details_->findChildren<QLineEdit*>()) field->clear();
}

// Shows whether the distribution of the current row is one.
void ParametersPanel::markDetails() {
  const QString problem = model_->problemAt(mapper_->currentIndex(), ParametersModel::kRandom);
  random_->setToolTip(problem);
  setStyleState(random_, "invalid", !problem.isEmpty());
}

void ParametersPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitColumns();
}

bool ParametersPanel::eventFilter(QObject* watched, QEvent* event) {
  // Also a scroll bar that comes or goes leaves the columns another room.
  if (watched == table_->viewport() && event->type() == QEvent::Resize) fitColumns();
  return QWidget::eventFilter(watched, event);
}

// All columns where they fit side by side; otherwise three of them share the width.
void ParametersPanel::fitColumns() {
  const int room = table_->isVisibleTo(this) ? table_->viewport()->width() : width();
  int wanted = 0;
  const auto widthOf = [this](ParametersModel::Column column, int width) {
    return std::max(scaled(width), table_->horizontalHeader()->sectionSizeHint(column));
  };
  for (const auto& [column, width] : kWidths) wanted += widthOf(column, width);
  // In a narrow panel unit, description and distribution go to a form below the table.
  const bool wide = room >= wanted;
  details_->setVisible(!wide && model_->rowCount() > 0);
  for (const auto& [column, width] : kWidths) {
    table_->setColumnHidden(column, !wide && column >= ParametersModel::kUnit);
    if (wide) table_->setColumnWidth(column, widthOf(column, width));
  }
  if (wide) return;
  // The value takes the rest.
  const int name = static_cast<int>(kNamePart * room);
  const int expression = static_cast<int>(kExpressionPart * room);
  table_->setColumnWidth(ParametersModel::kName, name);
  table_->setColumnWidth(ParametersModel::kExpression, expression);
  table_->setColumnWidth(ParametersModel::kValue, room - name - expression);
}

void ParametersPanel::selectParameter(const QString& name) {
  const QModelIndex found = model_->index(model_->findParameter(name), ParametersModel::kName);
  if (!found.isValid()) return;
  table_->setCurrentIndex(found);
  table_->scrollTo(found);
}

// The name of the new parameter is open for typing at once.
void ParametersPanel::addParameter() {
  const int row = model_->addParameter();
  if (row < 0) return;  // The reason stands beside the buttons.
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
