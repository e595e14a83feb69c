#include "gui/sliders/slider_strip.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/diagram_document.h"
#include "gui/document/refused_texts.h"
#include "gui/document/setting_text.h"
#include "gui/overlays/fields_dialog.h"
#include "gui/sliders/slider_pins.h"
#include "gui/sliders/value_slider.h"
#include "gui/theme/icons.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kWidest = 420;  // of a slider with its name and field
constexpr int kNarrowest = 260;
constexpr int kNameWidth = 110;
constexpr int kValueWidth = 76;
constexpr int kMostRows = 3;  // more are scrolled

// "0.25", with as many digits as it takes; an end that was not chosen is empty.
QString endText(std::optional<double> end) {
  return end ? QLocale::c().toString(*end, 'g', QLocale::FloatingPointShortest) : QString();
}

// Where blocks lie, how wires go and what they carry is no business of theirs.
bool canMatterToSliders(const ChangeSet& changes) {
  return std::any_of(changes.changes().begin(), changes.changes().end(), [](const Change& change) {
    const bool isLook = change.kind == ChangeKind::kChanged && change.block_parts == kBlockLayout;
    return change.subject == ChangeSubject::kSliders ||
           change.subject == ChangeSubject::kParameters ||
           (change.subject == ChangeSubject::kBlock && !isLook);
  });
}

// Nothing for an empty text, which is no mistake.
std::optional<double> endFrom(const QString& text, bool* isRight) {
  if (text.isEmpty()) return std::nullopt;
  bool isNumber = false;
  const double number = QLocale::c().toDouble(text, &isNumber);
  if (!isNumber || !std::isfinite(number)) *isRight = false;
  return number;
}

}  // namespace

// ---- one slider ---------------------------------------------------------------------------------

PinnedSlider::PinnedSlider(DiagramDocument* document, const SliderSetting& setting, QWidget* parent)
    : QWidget(parent),
      document_(document),
      drag_(document),
      name_(new QLabel(this)),
      value_(new QLineEdit(this)),
      slider_(new ValueSlider(this)),
      unpin_(new QToolButton(this)) {
  makeParts();
  follow(setting);
}

void PinnedSlider::makeParts() {
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  name_->setFixedWidth(scaled(kNameWidth));
  name_->setProperty("role", "secondary");
  name_->setBuddy(value_);
  value_->setFixedWidth(scaled(kValueWidth));
  unpin_->setIcon(makeIcon(IconName::kClose));
  unpin_->setIconSize(QSize(scaled(12), scaled(12)));
  unpin_->setAutoRaise(true);
  unpin_->setToolTip(tr("Take the slider away from the plots"));
  unpin_->setAccessibleName(unpin_->toolTip());
  row->addWidget(name_);
  row->addWidget(value_);
  row->addWidget(slider_, 1);
  row->addWidget(unpin_);
  connect(value_, &QLineEdit::editingFinished, this, &PinnedSlider::submit);
  connect(slider_, &ValueSlider::numberMoved, this, &PinnedSlider::move);
  connect(slider_, &QSlider::sliderReleased, this, [this] { drag_.commit(); });
  connect(slider_, &ValueSlider::dragGivenUp, this, &PinnedSlider::giveUp);
  // The strip is made anew for it: not while the button gets its event.
  connect(
      unpin_, &QToolButton::clicked, this, [this] { pinSlider(document_, place(), false); },
      Qt::QueuedConnection);
}

// The setting in the document was changed, by this slider's menu or by undo.
void PinnedSlider::follow(const SliderSetting& setting) {
  parameter_ = setting.parameter;
  lower_ = setting.lower;
  upper_ = setting.upper;
  const QString name = QString::fromStdString(parameter_);
  setObjectName(QStringLiteral("pinned.") + name);
  value_->setObjectName(objectName() + QStringLiteral(".value"));
  slider_->setObjectName(objectName() + QStringLiteral(".slider"));
  unpin_->setObjectName(objectName() + QStringLiteral(".unpin"));
  value_->setAccessibleName(name);
  slider_->setAccessibleName(name);
  name_->setText(name_->fontMetrics().elidedText(name, Qt::ElideMiddle, name_->width()));
  refresh();
}

ValuePlace PinnedSlider::place() const { return parameterPlace(document_->document(), parameter_); }

// A parameter that is not there has nothing to be tuned; the problems say what is.
void PinnedSlider::refresh() {
  const Document& document = document_->document();
  const ValuePlace at = place();
  const auto setting = valueAt(document, document_->registry(), at);
  value_->setEnabled(setting.has_value());
  QString tip = QString::fromStdString(parameter_);
  if (!setting) tip = tr("There is no parameter %1.").arg(tip);
  name_->setToolTip(tip);
  const QString before = setting ? settingText(*setting) : QString();
  const QString text = document_->refusedTexts()->find(at).value_or(before);
  const bool isTyping = value_->hasFocus() && value_->isModified();
  if (!isTyping && value_->text() != text) {
    value_->setText(text);
    value_->setCursorPosition(0);
  }
  QString problem;
  if (setting && !isTyping) {
    problem = previewValue(document, document_->registry(), at, text).problem;
  }
  value_->setToolTip(problem);
  setStyleState(value_, "invalid", !problem.isEmpty());
  refreshSlider(before);
}

// An expression has no handle. While the handle is dragged it is where the hand has it.
void PinnedSlider::refreshSlider(const QString& text) {
  bool isNumber = false;
  const double number = text.toDouble(&isNumber);
  const bool canMove = isNumber && std::isfinite(number);
  slider_->setEnabled(canMove);
  slider_->setToolTip(text.isEmpty() || canMove
                          ? QString()
                          : tr("%1 is an expression; only a number has a slider.").arg(text));
  if (!canMove || slider_->isSliderDown()) return;
  slider_->setBounds(boundsOf(
      QString::fromStdString(constraintOf(document_->document(), document_->registry(), place()))));
  slider_->setEnds(lower_, upper_);
  slider_->showNumber(number);
}

// A value that its parameter cannot have is left out. Keys change the value at once; quick presses
// are one step.
void PinnedSlider::move(double number) {
  const ValuePlace at = place();
  const QString text = QString::number(number, 'g', QLocale::FloatingPointShortest);
  const Document& document = document_->document();
  if (!previewValue(document, document_->registry(), at, text).isRight()) return;
  const auto value = readValue(document, document_->registry(), at, text);
  if (!value) return;
  document_->refusedTexts()->drop(at);
  if (slider_->isSliderDown()) return drag_.preview(at, *value);
  setValue(document_, at, changeName(at), value,
           QStringLiteral("slider ") + QString::fromStdString(parameter_));
}

void PinnedSlider::giveUp() {
  drag_.cancel();
  refresh();
}

// A value was typed: Enter was pressed or the field left.
void PinnedSlider::submit() {
  const ValuePlace at = place();
  const Document& document = document_->document();
  const auto before = valueAt(document, document_->registry(), at);
  if (!value_->isModified() || !before) return;
  value_->setModified(false);
  const QString text = value_->text().trimmed();
  if (!previewValue(document, document_->registry(), at, text).isRight()) {
    document_->refusedTexts()->keep(at, text);
    return refresh();
  }
  document_->refusedTexts()->drop(at);
  const auto value = readValue(document, document_->registry(), at, text);
  if (value != before) setValue(document_, at, changeName(at), value);
  refresh();
}

void PinnedSlider::contextMenuEvent(QContextMenuEvent* event) {
  auto* const menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("pinnedMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Range…"), this, &PinnedSlider::askForRange)
      ->setObjectName(QStringLiteral("pinnedMenu.range"));
  menu->addAction(
          tr("Unpin"), this, [this] { pinSlider(document_, place(), false); }, Qt::QueuedConnection)
      ->setObjectName(QStringLiteral("pinnedMenu.unpin"));
  menu->popup(event->globalPos());
}

// An empty field leaves that end to be chosen by the value.
void PinnedSlider::askForRange() {
  const auto apply = [document = document_, at = place()](const QStringList& texts) {
    bool isRight = true;
    const auto lower = endFrom(texts[0], &isRight);
    const auto upper = endFrom(texts[1], &isRight);
    if (!isRight) return tr("A number like 2.5 or 1e3, or nothing.");
    if (lower && upper && *upper <= *lower) return tr("The range must end above where it begins.");
    setSliderRange(document, at, lower, upper);
    return QString();
  };
  const QString automatic = tr("automatic");
  (new FieldsDialog(
       QStringLiteral("sliderRangeDialog"), tr("Range of the slider"),
       {{tr("From"), endText(lower_), automatic}, {tr("To"), endText(upper_), automatic}}, apply,
       window()))
      ->open();
}

// ---- all of them --------------------------------------------------------------------------------

SliderStrip::SliderStrip(DiagramDocument* document, QWidget* parent)
    : QScrollArea(parent),
      document_(document),
      content_(new QWidget),
      grid_(new QGridLayout(content_)) {
  setObjectName(QStringLiteral("sliderStrip"));
  setAccessibleName(tr("Sliders of parameters"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  grid_->setContentsMargins(12, 4, 6, 6);
  grid_->setHorizontalSpacing(scaled(18));
  grid_->setVerticalSpacing(2);
  setWidget(content_);
  connect(document, &DiagramDocument::changed, this, [this](const ChangeSet& changes) {
    if (canMatterToSliders(changes)) refresh();
  });
  connect(document, &DiagramDocument::reset, this, &SliderStrip::refresh);
  connect(document->refusedTexts(), &RefusedTexts::changed, this, &SliderStrip::refresh);
  refresh();
}

// Sliders are kept where there are as many as before, so that one that is dragged stays in the
// hand.
void SliderStrip::refresh() {
  const std::vector<SliderSetting>& settings = document_->document().sliders;
  const size_t before = sliders_.size();
  while (sliders_.size() > settings.size()) {
    // One may go while its own field has the key that took it away.
    PinnedSlider* const last = sliders_.back();
    sliders_.pop_back();
    last->hide();
    last->setParent(nullptr);
    last->deleteLater();
  }
  for (size_t i = 0; i < settings.size(); ++i) {
    if (i < sliders_.size()) {
      sliders_[i]->follow(settings[i]);
    } else {
      sliders_.push_back(new PinnedSlider(document_, settings[i], content_));
    }
  }
  if (sliders_.size() == before && before > 0) return;
  setVisible(!sliders_.empty());
  arrange();
  if (sliders_.size() > before) Q_EMIT pinned();
}

// As many columns as are wide enough to be used.
void SliderStrip::arrange() {
  if (sliders_.empty()) return;
  const int room = std::max(1, width());
  const int columns = std::clamp(room / scaled(kNarrowest), 1, static_cast<int>(sliders_.size()));
  while (QLayoutItem* const item = grid_->takeAt(0)) delete item;
  const QMargins margins = grid_->contentsMargins();
  const int gaps = margins.left() + margins.right() + (columns - 1) * grid_->horizontalSpacing();
  const int sliderWidth = std::clamp((room - gaps) / columns, 1, scaled(kWidest));
  for (size_t i = 0; i < sliders_.size(); ++i) {
    const int index = static_cast<int>(i);
    sliders_[i]->setFixedWidth(sliderWidth);
    sliders_[i]->show();
    grid_->addWidget(sliders_[i], index / columns, index % columns);
  }
  // What is left of a wide window is behind the last column, so that all begin at the left.
  for (int column = 0; column <= std::max(columns, grid_->columnCount() - 1); ++column) {
    grid_->setColumnStretch(column, column == columns ? 1 : 0);
  }
  const int rows = (count() + columns - 1) / columns;
  const int rowHeight = sliders_.front()->sizeHint().height() + grid_->verticalSpacing();
  setFixedHeight(std::min(rows, kMostRows) * rowHeight + margins.top() + margins.bottom());
}

void SliderStrip::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  arrange();
}

// The strip takes the height of its sliders, the plots all the rest.
QWidget* withSliders(QWidget* plots, SliderStrip* strip, QWidget* parent) {
  auto* const page = new QWidget(parent);
  page->setObjectName(QStringLiteral("plotsWithSliders"));
  auto* const layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(plots, 1);
  layout->addWidget(strip);
  page->setFocusProxy(plots);
  return page;
}

}  // namespace loopwright
