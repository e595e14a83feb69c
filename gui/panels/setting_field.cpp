#include "gui/panels/setting_field.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/document/diagram_document.h"
#include "gui/language/library_text.h"
#include "gui/sliders/slider_pins.h"
#include "gui/sliders/value_drag.h"
#include "gui/sliders/value_slider.h"
#include "gui/theme/eliding.h"
#include "gui/theme/icons.h"
#include "gui/theme/making.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kFieldHeight = 24;
constexpr int kResetWidth = 18;
constexpr int kBesideWidth = 18;
constexpr int kWidestChoice = 152;  // a longer one is shortened until its list is opened

// Anything else in a field for a truth value is an expression.
bool isTruthValue(const QString& text) {
  return text == QLatin1String("true") || text == QLatin1String("false");
}

}  // namespace

// A column with the editor, and below it what is wrong; at the right the button that resets. It
// keeps its room while it is hidden, so that the fields of a form are equally wide.
SettingField::SettingField(const QString& name, FieldKind kind, const QStringList& choices,
                           QWidget* parent)
    : QWidget(parent),
      name_(name),
      kind_(kind),
      column_(new QVBoxLayout),
      hint_(withName(new QLabel(this), name + QStringLiteral(".value"))),
      error_(withName(new QLabel(this), name + QStringLiteral(".error"))) {
  auto* row = withMargins(new QHBoxLayout(this), {0, 0, 0, 0}, 1);
  column_->setSpacing(2);
  row->addLayout(column_, 1);
  makeEditor(column_, choices);
  hint_->setProperty("role", "secondary");
  hint_->setAttribute(Qt::WA_TransparentForMouseEvents);
  error_->setProperty("role", "error");
  error_->setWordWrap(true);
  error_->setAlignment(Qt::AlignRight);
  error_->hide();
  column_->addWidget(error_);
  reset_ = makeButton(".reset", QString(), this);
  reset_->setIcon(makeIcon(IconName::kReset));
  reset_->setFixedSize(scaled(kResetWidth), scaled(kFieldHeight));
  QSizePolicy policy = reset_->sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  reset_->setSizePolicy(policy);
  reset_->hide();
  connect(reset_, &QToolButton::clicked, this, &SettingField::reset);
  row->addWidget(reset_, 0, Qt::AlignTop);
}

SettingField::~SettingField() = default;

void SettingField::dropReset() {
  QSizePolicy policy = reset_->sizePolicy();
  policy.setRetainSizeWhenHidden(false);
  reset_->setSizePolicy(policy);
}

// A list for a choice, otherwise a line of text. A truth value has both a check box and a line, of
// which one is shown.
void SettingField::makeEditor(QVBoxLayout* column, const QStringList& choices) {
  if (kind_ == FieldKind::kChoice) {
    choice_ = new QComboBox(this);
    choice_->addItems(choices);
    connect(choice_, &QComboBox::textActivated, this, &SettingField::submit);
    prepare(choice_);
    column->addWidget(choice_);
    return setFocusProxy(choice_);
  }
  edit_ = new ElidingEdit(this);
  connect(edit_, &QLineEdit::textEdited, this, &SettingField::typed);
  prepare(edit_);
  column->addWidget(edit_);
  setFocusProxy(edit_);
  if (kind_ == FieldKind::kTable) {
    auto* button = makeButton(".table", tr("Edit the elements in a table (F4)"), edit_);
    button->setIcon(makeIcon(IconName::kTable));
    connect(button, &QToolButton::clicked, this, &SettingField::tableRequested);
    beside_ = button;
  }
  if (kind_ == FieldKind::kInteger) makeCounters();
  if (kind_ != FieldKind::kBoolean) return;
  check_ = new QCheckBox(this);
  check_->setMinimumHeight(scaled(kFieldHeight));
  prepare(check_);
  connect(check_, &QCheckBox::clicked, this, &SettingField::submit);
  column->addWidget(check_);
  edit_->hide();
  setFocusProxy(check_);
}

void SettingField::prepare(QWidget* editor) {
  editor->setObjectName(name_);
  editor->setAccessibleName(parameterLabel(name_.section(u'.', 1).toStdString()));
  editor->ensurePolished();
  // A list asks for room that its longest text leaves beside the arrow, but for no wider panel.
  if (choice_ != nullptr) {
    const int width = choice_->sizeHint().width();
    const int needed = width - scaled(16);
    const int widest = scaled(kWidestChoice);
    editor->setMinimumWidth(std::min(needed, widest));
    // Asking for the list makes a window of its own, so only where it has to be wider.
    if (needed > widest) choice_->view()->setMinimumWidth(width);
  } else {
    editor->setMinimumWidth(scaled(60));
  }
  editor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  editor->installEventFilter(this);
}

// A small button in or beside the field, which the tab key passes over: what it does has a key as
// well.
QToolButton* SettingField::makeButton(const char* suffix, const QString& tip, QWidget* parent) {
  auto* button = withName(new QToolButton(parent), name_ + QLatin1String(suffix));
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setIconSize(QSize(scaled(12), scaled(12)));
  button->setFocusPolicy(Qt::NoFocus);
  button->setCursor(Qt::ArrowCursor);
  button->setProperty("inField", true);
  return button;
}

void SettingField::makeCounters() {
  beside_ = new QWidget(edit_);
  auto* column = withMargins(new QVBoxLayout(beside_), {0, 2, 0, 2}, 0);
  for (const auto& [suffix, arrow, tip, by] :
       {std::tuple(".up", Qt::UpArrow, tr("One more (Up)"), 1),
        std::tuple(".down", Qt::DownArrow, tr("One less (Down)"), -1)}) {
    QToolButton* button = makeButton(suffix, tip, beside_);
    button->setArrowType(arrow);
    button->setIconSize(QSize(7, 7));
    button->setAutoRepeat(true);
    connect(button, &QToolButton::clicked, this, [this, by = by] { count(by); });
    column->addWidget(button);
  }
}

// ---- what it shows ------------------------------------------------------------------------------

// The text that the field stands for, in the language of files.
QString SettingField::text() const {
  if (choice_ != nullptr) return choice_->currentText();
  if (check_ != nullptr && !isExpression_) {
    return check_->isChecked() ? QStringLiteral("true") : QStringLiteral("false");
  }
  return edit_->text();
}

// A line that is being typed into is left alone, since the document may change while the user
// types: by a run, or by an edit elsewhere.
void SettingField::setText(const QString& documentText, const std::optional<QString>& refused) {
  documentText_ = documentText;
  const QString text = refused.value_or(documentText);
  if (choice_ != nullptr) {
    // A value that is none of the choices, such as an expression, joins them.
    if (choice_->findText(text) < 0) choice_->addItem(text);
    choice_->setCurrentText(text);
    return;
  }
  if (edit_->hasFocus() && edit_->isModified()) return;
  if (slider_ != nullptr && slider_->isSliderDown()) return;
  if (check_ != nullptr) {
    showAsExpression(!isTruthValue(text));
    check_->setChecked(text == QLatin1String("true"));
  }
  if (edit_->text() == text) return;
  edit_->setText(text);
  edit_->setCursorPosition(0);
  followNumber();
}

void SettingField::enter(const QString& text) {
  edit_->setText(text);
  edit_->setCursorPosition(0);
  submit();
}

void SettingField::setDefaultText(const QString& text) {
  if (edit_ != nullptr) edit_->setPlaceholderText(text);
}

void SettingField::setHint(const QString& hint) {
  hintText_ = hint;
  placeHint();
}

void SettingField::setProblem(const QString& problem) {
  hasProblem_ = !problem.isEmpty();
  error_->setText(problem);
  error_->setVisible(hasProblem_);
  if (edit_ != nullptr) setStyleState(edit_, "invalid", hasProblem_);
}

// Most fields never need this, so the widgets are made when they do.
void SettingField::setNeedsRun(bool needsRun) {
  if (needsRun_ == nullptr && needsRun) {
    needsRun_ = new QWidget(this);
    auto* row = withMargins(new QHBoxLayout(needsRun_), {0, 0, 0, 0});
    auto* label = withRole(new QLabel(tr("needs a new run"), needsRun_), "warning");
    auto* button =
        withName(new QPushButton(tr("Run again"), needsRun_), name_ + QStringLiteral(".newRun"));
    button->setToolTip(tr("The run goes on with the value that it was started with"));
    connect(button, &QPushButton::clicked, this, &SettingField::newRunRequested);
    row->addWidget(label, 1);
    row->addWidget(button);
    column_->addWidget(needsRun_);
  }
  if (needsRun_ != nullptr) needsRun_->setVisible(needsRun);
}

void SettingField::setGiven(bool given, const QString& defaultText) {
  const QString tip = defaultText.isEmpty() ? tr("Reset to the default")
                                            : tr("Reset to the default, %1").arg(defaultText);
  reset_->setToolTip(tip);
  reset_->setAccessibleName(tip);
  reset_->setVisible(given);
}

void SettingField::setTableEnabled(bool enabled) {
  if (kind_ == FieldKind::kTable) beside_->setEnabled(enabled);
}

// Swaps check box and line of text; labels lead to whichever is shown.
void SettingField::showAsExpression(bool expression) {
  isExpression_ = expression;
  edit_->setVisible(expression);
  check_->setVisible(!expression);
  setFocusProxy(expression ? static_cast<QWidget*>(edit_) : check_);
  placeHint();
}

void SettingField::focusText() {
  setFocus();
  if (edit_ != nullptr) edit_->selectAll();
}

// ---- what a person does -------------------------------------------------------------------------

void SettingField::submit() {
  if (edit_ != nullptr) edit_->setModified(false);
  followNumber();
  Q_EMIT submitted(text());
}

// A table of one element is a number as well.
std::optional<double> SettingField::number() const {
  if (kind_ != FieldKind::kText && kind_ != FieldKind::kTable) return std::nullopt;
  bool isNumber = false;
  const double number = edit_->text().toDouble(&isNumber);
  return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

void SettingField::setTuned(DiagramDocument* document, std::function<ValuePlace()> placeOf) {
  tuned_ = document;
  placeOf_ = std::move(placeOf);
  drag_ = std::make_unique<ValueDrag>(document);
}

// While the handle is dragged the number is shown, and what would be wrong with it. What is right
// the document has at once; all of a drag is one step to undo.
void SettingField::drag(double number) {
  edit_->setText(QString::number(number, 'g', QLocale::FloatingPointShortest));
  Q_EMIT typed(edit_->text());
  if (!slider_->isSliderDown()) return submit();  // by a key
  if (drag_ == nullptr || hasProblem_) return;
  const ValuePlace place = placeOf_();
  const auto value = readValue(tuned_->document(), tuned_->registry(), place, edit_->text());
  if (value) drag_->preview(place, *value);
}

// A number that the document refuses stays in the field, and what it had before in the document.
void SettingField::endDrag() {
  if (drag_ != nullptr && drag_->isOpen() && !hasProblem_) {
    drag_->commit();
  } else if (drag_ != nullptr) {
    drag_->cancel();
  }
  submit();
}

void SettingField::giveUpDrag() {
  if (drag_ != nullptr) drag_->cancel();
  edit_->setText(documentText_);
  Q_EMIT typed(documentText_);
  followNumber();
}

void SettingField::showSlider(bool shown) {
  if (slider_ == nullptr && shown) {
    slider_ = withName(new ValueSlider(this), name_ + QStringLiteral(".slider"));
    slider_->setAccessibleName(edit_->accessibleName());
    slider_->setBounds(boundsOf(constraint_));
    connect(slider_, &ValueSlider::numberMoved, this, &SettingField::drag);
    connect(slider_, &QSlider::sliderReleased, this, &SettingField::endDrag);
    connect(slider_, &ValueSlider::dragGivenUp, this, &SettingField::giveUpDrag);
    column_->insertWidget(column_->indexOf(edit_) + 1, slider_);
  }
  if (slider_ == nullptr) return;
  slider_->setVisible(shown);
  followNumber();
}

void SettingField::followNumber() {
  if (slider_ == nullptr || slider_->isHidden()) return;
  const std::optional<double> shown = number();
  slider_->setEnabled(shown.has_value());
  if (shown && !slider_->isSliderDown()) slider_->showNumber(*shown);
}

void SettingField::reset() {
  if (edit_ != nullptr) edit_->setModified(false);
  setProblem(QString());
  Q_EMIT resetRequested();
}

// A number that would be wrong is not counted to.
void SettingField::count(int by) {
  bool isNumber = false;
  const QString before = edit_->text();
  const qlonglong number = before.toLongLong(&isNumber);
  if (!isNumber) return;
  edit_->setText(QString::number(number + by));
  Q_EMIT typed(edit_->text());
  if (!hasProblem_) return submit();
  edit_->setText(before);
  Q_EMIT typed(before);
}

// True where the key was used here. Esc takes back what was typed first; with nothing to take back
// it is left to the dialog or panel around.
bool SettingField::onEditKey(int key) {
  switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      submit();
      return true;
    case Qt::Key_Escape:
      if (edit_->text() == documentText_ && !hasProblem_) {
        if (check_ != nullptr && isTruthValue(documentText_)) showAsExpression(false);
        return false;
      }
      edit_->setText(documentText_);
      edit_->setModified(false);
      Q_EMIT typed(documentText_);
      Q_EMIT givenUp();
      return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (kind_ != FieldKind::kInteger) return false;
      count(key == Qt::Key_Up ? 1 : -1);
      return true;
    case Qt::Key_F4:
      if (kind_ != FieldKind::kTable || !beside_->isEnabled()) return false;
      Q_EMIT tableRequested();
      return true;
    default:
      return false;
  }
}

bool SettingField::onKey(QObject* watched, int key) {
  if (watched == edit_) return onEditKey(key);
  if (key != Qt::Key_Delete || reset_->isHidden()) return false;
  reset();
  return true;
}

// What the context menu has for any kind of field.
void SettingField::addEntries(QMenu* menu) {
  QAction* reset = withName(menu->addAction(reset_->toolTip(), this, &SettingField::reset),
                            QStringLiteral("field.reset"));
  reset->setEnabled(!reset_->isHidden());
  if (check_ != nullptr && takesExpressions_ && !isExpression_) {
    menu->addAction(tr("Use an expression"), this,
                    [this] {
                      showAsExpression(true);
                      focusText();
                    })
        ->setObjectName(QStringLiteral("field.expression"));
  }
  const bool hasSlider = slider_ != nullptr && !slider_->isHidden();
  if (hasSlider || number()) {
    QAction* slider = withName(menu->addAction(tr("Slider"), this, &SettingField::showSlider),
                               QStringLiteral("field.slider"));
    slider->setCheckable(true);
    slider->setChecked(hasSlider);
  }
  const bool isPinned = tuned_ != nullptr && isSliderPinned(tuned_->document(), placeOf_());
  if (isPinned || (tuned_ != nullptr && number())) {
    QAction* pin = menu->addAction(tr("Slider beside the plots"), this,
                                   [this](bool pinned) { pinSlider(tuned_, placeOf_(), pinned); });
    pin->setObjectName(QStringLiteral("field.pin"));
    pin->setCheckable(true);
    pin->setChecked(isPinned);
  }
  menu->addAction(tr("Help"), this, &SettingField::helpRequested)
      ->setObjectName(QStringLiteral("field.help"));
}

void SettingField::showMenu(QObject* watched, const QPoint& globalPosition) {
  QMenu* menu = watched == edit_ ? edit_->createStandardContextMenu() : new QMenu(this);
  menu->setObjectName(QStringLiteral("fieldMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (watched == edit_) menu->addSeparator();
  addEntries(menu);
  menu->popup(globalPosition);
}

// Watches the editor: leaving it submits what was typed.
bool SettingField::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Wheel:
      if (watched != choice_) break;
      event->ignore();  // Scrolling the form must not change a choice.
      return true;
    case QEvent::FocusOut:
      if (watched == edit_ && edit_->isModified()) submit();
      break;
    case QEvent::ContextMenu:
      showMenu(watched, static_cast<QContextMenuEvent*>(event)->globalPos());
      return true;
    case QEvent::KeyPress:
      if (onKey(watched, static_cast<QKeyEvent*>(event)->key())) return true;
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void SettingField::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeHint();
}

// The value lies in the line of text, left of its buttons; beside a check box there is no need.
void SettingField::placeHint() {
  if (edit_ == nullptr || edit_->isHidden()) return hint_->hide();
  const int beside = beside_ != nullptr ? scaled(kBesideWidth) : 0;
  const int width = edit_->width();
  const int height = edit_->height();
  if (beside_ != nullptr) beside_->setGeometry(width - beside - 2, 1, beside, height - 2);
  const QFontMetrics metrics(secondaryFont());
  const int typed = edit_->fontMetrics().horizontalAdvance(edit_->text()) + scaled(24);
  const int most = std::max((width - beside) / 2, width - beside - typed);
  hint_->setText(metrics.elidedText(hintText_, Qt::ElideRight, most));
  hint_->setToolTip(hintText_);
  const QSize size = hint_->sizeHint();
  hint_->setGeometry(edit_->x() + width - beside - size.width() - 8, edit_->y(), size.width(),
                     height);
  hint_->setVisible(!hintText_.isEmpty());
  hint_->raise();
  edit_->setTextMargins(0, 0, beside + (hintText_.isEmpty() ? 0 : size.width() + 4), 0);
}

}  // namespace loopwright
