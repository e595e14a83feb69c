#include "gui/analysis/analysis_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <string>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/analysis_chooser.h"
#include "gui/analysis/analysis_facts.h"
#include "gui/analysis/response_plot.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/panels/signal_field.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kDelay = 150;  // milliseconds after the last change of document or fields

// What the links of the note lead to.
constexpr QLatin1String kGoThere("block");
constexpr QLatin1String kPutGain("gain");
constexpr QLatin1String kTakeGainsBack("gains");

QStringList qtTexts(const std::vector<std::string>& texts) {
  QStringList result;
  for (const std::string& text : texts) result += toQt(text);
  return result;
}

}  // namespace

AnalysisPanel::AnalysisPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      runner_(new AnalysisRunner(document->registry(), this)),
      chooser_(new AnalysisChooser(document, this)),
      kind_(new QComboBox(this)),
      from_(new SignalField(QStringLiteral("analysisFrom"), {}, this)),  // see choose()
      arrow_(new QLabel(QStringLiteral("→"), this)),
      to_(new SignalField(QStringLiteral("analysisTo"), tr("Signal that is read"), this)),
      views_(new QTabBar(this)),
      point_(new QComboBox(this)),
      time_(new QDoubleSpinBox(this)),
      keep_(new QToolButton(this)),
      clear_(new QToolButton(this)),
      plot_(new ResponsePlot(this)),
      facts_(new QLabel(this)),
      note_(new QLabel(this)) {
  setObjectName(QStringLiteral("analysisPanel"));
  makeFields();
  makeButtons();
  note_->setObjectName(QStringLiteral("analysisNote"));
  note_->setWordWrap(true);
  note_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 4);
  layout->setSpacing(4);
  layout->addLayout(makeHead());
  layout->addLayout(makeMiddle(), 1);
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
  connect(plot_, &ResponsePlot::frequencyChanged, this, &AnalysisPanel::showNote);
  connect(plot_, &ResponsePlot::poleClicked, this, &AnalysisPanel::choosePole);
  connect(note_, &QLabel::linkActivated, this, &AnalysisPanel::followLink);
  choose(true);
  connectChooser();
  showNote();
}

// Fields in two rows: which analysis of what, and how it is drawn and where it is taken.
QBoxLayout* AnalysisPanel::makeHead() {
  auto* const fields = new QHBoxLayout;
  fields->setSpacing(6);
  fields->addWidget(chooser_);
  fields->addWidget(kind_);
  fields->addWidget(from_, 1);
  fields->addWidget(arrow_);
  fields->addWidget(to_, 1);
  auto* const views = new QHBoxLayout;
  views->setSpacing(6);
  views->addWidget(views_);
  views->addStretch();
  views->addWidget(keep_);
  views->addWidget(clear_);
  views->addWidget(point_);
  views->addWidget(time_);
  auto* const head = new QVBoxLayout;
  head->setSpacing(4);
  head->addLayout(fields);
  head->addLayout(views);
  return head;
}

// The plot, and the numbers right of it.
QBoxLayout* AnalysisPanel::makeMiddle() {
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
  return middle;
}

// Of the curves behind.
void AnalysisPanel::makeButtons() {
  keep_->setObjectName(QStringLiteral("analysisKeep"));
  keep_->setText(tr("Keep"));
  keep_->setToolTip(tr("Keep these curves in grey behind those that follow"));
  clear_->setObjectName(QStringLiteral("analysisClear"));
  clear_->setText(tr("Clear"));
  clear_->setToolTip(tr("Clear the curves behind"));
  for (QToolButton* button : {keep_, clear_}) {
    button->setAutoRaise(true);
    button->setEnabled(false);
  }
  connect(keep_, &QToolButton::clicked, plot_, &ResponsePlot::keepPicture);
  connect(clear_, &QToolButton::clicked, plot_, &ResponsePlot::clearKept);
  connect(plot_, &ResponsePlot::keptChanged, this,
          [this] { clear_->setEnabled(plot_->keptCount() > 0); });
}

// Of a document that is read nothing was computed yet. The fields are empty where its file has no
// analysis.
void AnalysisPanel::connectChooser() {
  connect(chooser_, &AnalysisChooser::settingChanged, this, &AnalysisPanel::showSetting);
  connect(chooser_, &AnalysisChooser::keepRequested, this,
          [this] { chooser_->keep(settingOfFields()); });
  connect(chooser_, &AnalysisChooser::refused, this, [this](const QString& why) {
    if (why.isEmpty()) return showNote();
    note_->setTextFormat(Qt::PlainText);
    note_->setText(why);
  });
  connect(document_, &DiagramDocument::reset, this, [this] {
    result_ = {};
    asked_ = {};
    gains_.clear();
    plot_->clearKept();
    plot_->setPicture(nullptr);
    const QScopedValueRollback<bool> following(isFollowing_, true);
    if (chooser_->setting() == nullptr) {
      from_->setEditText({});
      to_->setEditText({});
    }
    showFacts();
    showNote();
  });
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
    storeView();
    showNote();
  });
  connect(kind_, &QComboBox::activated, this, [this](int index) {
    choose(index == kLoop);
    const AnalysisSetting* const setting = chooser_->setting();
    if (setting != nullptr) showPoints(*setting);
  });
  for (SignalField* field : {from_, to_}) {
    connect(field, &QComboBox::editTextChanged, this, &AnalysisPanel::askAnew);
    connect(field, &QComboBox::activated, this, &AnalysisPanel::storePoints);
    connect(field->lineEdit(), &QLineEdit::editingFinished, this, &AnalysisPanel::storePoints);
  }
  connect(point_, &QComboBox::currentIndexChanged, this, [this](int index) {
    time_->setVisible(static_cast<AnalysisPoint>(index) == AnalysisPoint::kTime);
    storePlace();
    askAnew();
  });
  connect(time_, &QDoubleSpinBox::valueChanged, this, [this](double value) {
    timeSec_ = value;
    storePlace();
    askAnew();
  });
}

// What is shown is old until the next result.
void AnalysisPanel::askAnew() {
  plot_->setStale(true);
  delay_.start();
}

// What is looked at in passing changes no analysis of the file.
void AnalysisPanel::showLoop(const QString& signal) {
  chooser_->choose({});
  from_->setEditText(signal);
  choose(true);
}

void AnalysisPanel::showResponseFrom(const QString& signal) {
  chooser_->choose({});
  from_->setEditText(signal);
  choose(false);
}

void AnalysisPanel::showResponseTo(const QString& signal) {
  chooser_->choose({});
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

// Nothing is computed for a panel that nobody sees, nor before the fields say of what. An orbit has
// no one linear model.
void AnalysisPanel::analyse() {
  if (!isVisible() || !document_->isChecked()) return;
  const bool isLoop = kind_->currentIndex() == kLoop;
  AnalysisRequest request;
  request.isLoop = isLoop;
  request.from = from_->currentText();
  if (!isLoop) request.to = to_->currentText();
  request.gains = gains_;
  const bool isOrbit = point_->currentIndex() < 0;
  if (!isOrbit) request.point = static_cast<AnalysisPoint>(point_->currentIndex());
  if (request.point == AnalysisPoint::kTime) request.timeSec = timeSec_;
  if (const AnalysisSetting* const setting = chooser_->setting()) {
    request.open = qtTexts(setting->open);
    if (setting->at && setting->at->side) request.isBefore = *setting->at->side == "-";
    if (setting->at && setting->at->trim) {
      request.frees = qtTexts(setting->at->trim->frees);
      request.targets = qtTexts(setting->at->trim->targets);
    }
  }
  asked_ = request;
  if (isOrbit) {
    const QString why =
        tr("This analysis is of a periodic orbit, which has no frequency response: "
           "poles, trim and rlocus of the command line take it.");
    return onFinished({request, nullptr, why, {}});
  }
  if (request.from.isEmpty() || (!isLoop && request.to.isEmpty())) {
    return onFinished({request, nullptr, {}, {}});
  }
  runner_->request(document_->document(), request);
}

void AnalysisPanel::onFinished(const AnalysisResult& result) {
  result_ = result;
  plot_->setPicture(result.picture);
  keep_->setEnabled(result.picture != nullptr);
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

// One line: what is wrong and what leads on from there, what to do first, or what stands at the
// cursor.
void AnalysisPanel::showNote() {
  QString text = result_.problem;
  QString links;
  const auto addLink = [&links](const QString& to, const QString& name) {
    links += QStringLiteral(" <a href='%1'>%2</a>").arg(to, name.toHtmlEscaped());
  };
  if (!result_.blockedBy.isEmpty()) {
    addLink(kGoThere, tr("Go there"));
    addLink(kPutGain, tr("Put a gain of 1 in its place"));
  } else if (text.isEmpty() && !result_.picture) {
    text = tr("Choose a signal, or take “Analyse the loop here” from the menu of a wire.");
  } else if (text.isEmpty()) {
    text = plot_->readout();
  }
  const QStringList& gains = result_.request.gains;
  if (!gains.isEmpty()) {
    text +=
        u' ' + tr("A gain of 1 stands in the place of %1.").arg(gains.join(QLatin1String(", ")));
    addLink(kTakeGainsBack, tr("Take it back"));
  }
  text = text.trimmed();
  note_->setTextFormat(links.isEmpty() ? Qt::PlainText : Qt::RichText);
  note_->setText(links.isEmpty() ? text : text.toHtmlEscaped() + links);
}

// The block is that of the result: it may be renamed since.
void AnalysisPanel::followLink(const QString& link) {
  const QString block = result_.blockedBy;
  if (link == kTakeGainsBack) {
    gains_.clear();
  } else if (document_->document().FindBlock(block.toStdString()) == nullptr) {
    return;
  } else if (link == kGoThere) {
    Q_EMIT blocksChosen({block});
    return;
  } else {
    gains_ += block;
  }
  askAnew();
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
