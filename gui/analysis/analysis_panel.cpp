#include "gui/analysis/analysis_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QTabBar>
#include <QVBoxLayout>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/analysis_facts.h"
#include "gui/analysis/response_plot.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/panels/signal_field.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kDelay = 150;  // milliseconds after the last change of document or fields

enum Kind { kLoop, kResponse };

}  // namespace

AnalysisPanel::AnalysisPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      runner_(new AnalysisRunner(document->registry(), this)),
      kind_(new QComboBox(this)),
      from_(new SignalField(QStringLiteral("analysisFrom"), {}, this)),  // see choose()
      arrow_(new QLabel(QStringLiteral("→"), this)),
      to_(new SignalField(QStringLiteral("analysisTo"), tr("Signal that is read"), this)),
      views_(new QTabBar(this)),
      point_(new QComboBox(this)),
      time_(new QDoubleSpinBox(this)),
      plot_(new ResponsePlot(this)),
      facts_(new QLabel(this)),
      note_(new QLabel(this)) {
  setObjectName(QStringLiteral("analysisPanel"));
  makeFields();
  auto* const fields = new QHBoxLayout;
  fields->setSpacing(6);
  fields->addWidget(kind_);
  fields->addWidget(from_, 1);
  fields->addWidget(arrow_);
  fields->addWidget(to_, 1);
  auto* const views = new QHBoxLayout;
  views->setSpacing(6);
  views->addWidget(views_);
  views->addStretch();
  views->addWidget(point_);
  views->addWidget(time_);
  facts_->setObjectName(QStringLiteral("analysisFacts"));
  facts_->setTextFormat(Qt::RichText);
  facts_->setWordWrap(true);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  facts_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  facts_->setContentsMargins(8, 4, 8, 4);
  auto* const side = new QScrollArea(this);
  side->setFrameShape(QFrame::NoFrame);
  side->setWidgetResizable(true);
  side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  side->setWidget(facts_);
  side->setFixedWidth(scaled(290));
  auto* const middle = new QHBoxLayout;
  middle->setSpacing(0);
  middle->addWidget(plot_, 1);
  middle->addWidget(side);
  note_->setObjectName(QStringLiteral("analysisNote"));
  note_->setWordWrap(true);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 4);
  layout->setSpacing(4);
  layout->addLayout(fields);
  layout->addLayout(views);
  layout->addLayout(middle, 1);
  layout->addWidget(note_);
  setFocusProxy(from_);
  delay_.setSingleShot(true);
  delay_.setInterval(kDelay);
  connect(&delay_, &QTimer::timeout, this, &AnalysisPanel::analyse);
  connect(runner_, &AnalysisRunner::finished, this, [this](const AnalysisResult& result) {
    // Of what was asked before the last change nothing is shown.
    if (!delay_.isActive() && result.request == asked_) onFinished(result);
  });
  connect(document, &DiagramDocument::diagnosticsChanged, this, &AnalysisPanel::onDocumentChanged);
  connect(document, &DiagramDocument::reset, this, [this] {
    result_ = {};
    asked_ = {};
    from_->setEditText({});
    to_->setEditText({});
    plot_->setPicture(nullptr);
    showFacts();
    showNote();
  });
  connect(plot_, &ResponsePlot::frequencyChanged, this, &AnalysisPanel::showNote);
  connect(plot_, &ResponsePlot::poleClicked, this, &AnalysisPanel::choosePole);
  choose(true);
  showNote();
}

void AnalysisPanel::makeFields() {
  kind_->setObjectName(QStringLiteral("analysisKind"));
  kind_->setAccessibleName(tr("What is analysed"));
  kind_->addItems({tr("Loop through"), tr("Response from")});
  views_->setObjectName(QStringLiteral("analysisViews"));
  views_->setAccessibleName(tr("How it is drawn"));
  views_->setDrawBase(false);
  for (const QString& view : {tr("Bode"), tr("Nyquist"), tr("Nichols"), tr("Poles"), tr("Step")}) {
    views_->addTab(view);
  }
  point_->setObjectName(QStringLiteral("analysisPoint"));
  point_->setAccessibleName(tr("Where the diagram is linearised"));
  point_->addItems({tr("at initial values"), tr("at rest"), tr("at a time")});
  time_->setObjectName(QStringLiteral("analysisTime"));
  time_->setAccessibleName(tr("Time of a run"));
  time_->setSuffix(tr(" s"));
  time_->setDecimals(3);
  time_->setRange(0, 1e9);
  time_->setLocale(QLocale::c());
  time_->setVisible(false);
  connect(views_, &QTabBar::currentChanged, this, [this](int index) {
    plot_->setView(static_cast<ResponseView>(index));
    showNote();
  });
  connect(kind_, &QComboBox::activated, this, [this](int index) { choose(index == kLoop); });
  for (SignalField* field : {from_, to_}) {
    connect(field, &QComboBox::editTextChanged, this, &AnalysisPanel::askAnew);
  }
  connect(point_, &QComboBox::currentIndexChanged, this, [this](int index) {
    time_->setVisible(static_cast<AnalysisPoint>(index) == AnalysisPoint::kTime);
    askAnew();
  });
  connect(time_, &QDoubleSpinBox::valueChanged, this, &AnalysisPanel::askAnew);
}

// What is shown is old until the next result.
void AnalysisPanel::askAnew() {
  plot_->setStale(true);
  delay_.start();
}

void AnalysisPanel::showLoop(const QString& signal) {
  from_->setEditText(signal);
  choose(true);
}

void AnalysisPanel::showResponseFrom(const QString& signal) {
  from_->setEditText(signal);
  choose(false);
}

void AnalysisPanel::showResponseTo(const QString& signal) {
  to_->setEditText(signal);
  choose(false);
}

void AnalysisPanel::choose(bool isLoop) {
  kind_->setCurrentIndex(isLoop ? kLoop : kResponse);
  from_->setPurpose(isLoop ? tr("Signal of the loop") : tr("Where the input is added"));
  arrow_->setVisible(!isLoop);
  to_->setVisible(!isLoop);
  askAnew();
}

void AnalysisPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  fillSignals();
  delay_.start();
}

// The colour of the facts' names is part of their text.
void AnalysisPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  const bool isOfTheme =
      event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange;
  if (isOfTheme) showFacts();
}

void AnalysisPanel::fillSignals() {
  for (SignalField* field : {from_, to_}) field->fill(*document_);
}

void AnalysisPanel::onDocumentChanged() {
  if (!isVisible()) return;
  fillSignals();
  askAnew();
}

// Nothing is computed for a panel that nobody sees, nor before the fields say of what.
void AnalysisPanel::analyse() {
  const bool isLoop = kind_->currentIndex() == kLoop;
  const auto point = static_cast<AnalysisPoint>(point_->currentIndex());
  const AnalysisRequest request{isLoop, from_->currentText(),
                                isLoop ? QString() : to_->currentText(), point,
                                point == AnalysisPoint::kTime ? time_->value() : 0};
  if (!isVisible() || !document_->isChecked()) return;
  asked_ = request;
  if (request.from.isEmpty() || (!isLoop && request.to.isEmpty())) {
    onFinished({request, nullptr, {}});
    return;
  }
  runner_->request(document_->document(), request);
}

void AnalysisPanel::onFinished(const AnalysisResult& result) {
  result_ = result;
  plot_->setPicture(result.picture);
  showFacts();
  showNote();
}

void AnalysisPanel::showFacts() {
  QString text;
  if (result_.picture) {
    const QString muted = Theme::current().muted.name();
    for (const auto& [name, value] : analysisFacts(*result_.picture)) {
      text += QStringLiteral("<tr><td style='color:%1; padding-right:8px'>%2</td><td>%3</td></tr>")
                  .arg(muted, name.toHtmlEscaped(), value.toHtmlEscaped());
    }
    text = QStringLiteral("<table cellspacing='0' cellpadding='2'>") + text +
           QStringLiteral("</table>");
  }
  facts_->setText(text);
}

// One line: what is wrong, what to do first, or what stands at the cursor.
void AnalysisPanel::showNote() {
  QString text = result_.problem;
  if (text.isEmpty() && !result_.picture) {
    text = tr("Choose a signal, or take “Analyse the loop here” from the menu of a wire.");
  } else if (text.isEmpty()) {
    text = plot_->readout();
  }
  note_->setText(text);
}

// States are named `PATH.x[1]`: the block is what stands before the first dot. States that replace
// a dead time belong to no block.
void AnalysisPanel::choosePole(int index) {
  QStringList blocks;
  for (const std::string& state : result_.picture->poles[static_cast<size_t>(index)].states) {
    const std::string path = state.substr(0, state.find('.'));
    if (document_->document().FindBlock(path) == nullptr) continue;
    const QString block = toQt(path);
    if (!blocks.contains(block)) blocks += block;
  }
  if (!blocks.isEmpty()) Q_EMIT blocksChosen(blocks);
}

}  // namespace loopwright
