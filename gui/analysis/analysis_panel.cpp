#include "gui/analysis/analysis_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "engine/document/analysis_words.h"
#include "engine/tuning/loop_sweep.h"
#include "gui/analysis/analysis_chooser.h"
#include "gui/analysis/analysis_facts.h"
#include "gui/analysis/analysis_views.h"
#include "gui/analysis/design_form.h"
#include "gui/analysis/place_fields.h"
#include "gui/analysis/port_fields.h"
#include "gui/analysis/response_plot.h"
#include "gui/columns/column_label.h"
#include "gui/columns/pole_table.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/value_place.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kDelay = 150;  // milliseconds after the last change of document or fields

// What the links of the note lead to.
constexpr QLatin1String kGoThere("block");
constexpr QLatin1String kPutGain("gain");
constexpr QLatin1String kTakeGainsBack("gains");

// A quick picture with what only a thorough one has: the parameter alone is another since.
std::shared_ptr<const ResponsePicture> withExtrasOf(const ResponsePicture& thorough,
                                                    const ResponsePicture& quick) {
  auto picture = std::make_shared<ResponsePicture>(quick);
  picture->locus = thorough.locus;
  picture->locus_factors = thorough.locus_factors;
  picture->describing = thorough.describing;
  return picture;
}

}  // namespace

// At the top what is analysed and where; below it how that looks, and beside the plots what can be
// said in numbers. Every change of a field or of the diagram asks anew; the answer comes from
// another thread.
AnalysisPanel::AnalysisPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      runner_(new AnalysisRunner(document->registry(), this)),
      chooser_(new AnalysisChooser(document, this)),
      ports_(new PortFields(document, this)),
      place_(new PlaceFields(this)),
      views_(new AnalysisViews(this)),
      design_(new DesignForm(
          document, [this] { return requestOfFields(); }, this)),
      drag_(new LoopDrag(document, this)),
      facts_(new ColumnLabel(this)),
      poles_(new PoleTable(this)),
      note_(new ColumnLabel(this)) {
  setObjectName(QStringLiteral("analysisPanel"));
  note_->setObjectName(QStringLiteral("analysisNote"));
  note_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 4);
  layout->setSpacing(4);
  layout->addLayout(makeHead());
  layout->addLayout(makeMiddle(), 1);
  layout->addWidget(note_);
  setFocusProxy(ports_);
  delay_.setSingleShot(true);
  delay_.setInterval(kDelay);
  connect(&delay_, &QTimer::timeout, this, &AnalysisPanel::analyse);
  connect(runner_, &AnalysisRunner::finished, this, [this](const AnalysisResult& result) {
    // Of what was asked before the last change nothing is shown.
    if (!delay_.isActive() && result.request == asked_) onFinished(result);
  });
  connect(document, &DiagramDocument::diagnosticsChanged, this, &AnalysisPanel::onDocumentChanged);
  connect(note_, &QLabel::linkActivated, this, &AnalysisPanel::followLink);
  connectFields();
  connectChooser();
  connectDrag();
  askAnew();
  showNote();
}

// Fields in two rows: which analysis of what, and how it is drawn and where it is taken.
QBoxLayout* AnalysisPanel::makeHead() {
  auto* const fields = new QHBoxLayout;
  fields->setSpacing(6);
  fields->addWidget(chooser_);
  fields->addWidget(ports_, 1);
  auto* const below = new QHBoxLayout;
  below->setSpacing(6);
  below->addLayout(views_->head(), 1);
  below->addWidget(place_);
  auto* const head = new QVBoxLayout;
  head->setSpacing(4);
  head->addLayout(fields);
  head->addLayout(below);
  return head;
}

// The plots, and right of them the numbers and the design.
QBoxLayout* AnalysisPanel::makeMiddle() {
  facts_->setObjectName(QStringLiteral("analysisFacts"));
  facts_->setTextFormat(Qt::RichText);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  facts_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  facts_->setContentsMargins(8, 4, 8, 4);
  auto* const content = new QWidget(this);
  auto* const column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(facts_);
  column->addWidget(poles_);
  column->addWidget(design_);
  column->addStretch();
  auto* const side = new QScrollArea(this);
  side->setFrameShape(QFrame::NoFrame);
  side->setWidgetResizable(true);
  side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  side->setWidget(content);
  side->setFixedWidth(scaled(290));
  auto* const middle = new QHBoxLayout;
  middle->setSpacing(0);
  middle->addWidget(views_, 1);
  middle->addWidget(side);
  return middle;
}

// What is typed is asked at once, and stored in the document when it is given.
void AnalysisPanel::connectFields() {
  connect(ports_, &PortFields::changed, this, &AnalysisPanel::askAnew);
  connect(ports_, &PortFields::edited, this, &AnalysisPanel::storePoints);
  connect(ports_, &PortFields::kindChosen, this, [this] {
    const AnalysisSetting* const setting = chooser_->setting();
    if (setting != nullptr) ports_->show(*setting);
  });
  connect(place_, &PlaceFields::changed, this, &AnalysisPanel::askAnew);
  connect(place_, &PlaceFields::edited, this, &AnalysisPanel::storePlace);
  connect(views_, &AnalysisViews::viewChosen, this, [this] {
    storeView();
    showNote();
  });
  connect(views_, &AnalysisViews::frequencyChanged, this, &AnalysisPanel::showNote);
  connect(views_, &AnalysisViews::poleClicked, this, [this](int index) {
    showNote();
    const QStringList blocks = blocksOf(index);
    if (!blocks.isEmpty()) Q_EMIT blocksChosen(blocks);
  });
  connect(poles_, &PoleTable::poleClicked, views_, &AnalysisViews::choosePole);
  connect(design_, &DesignForm::proposed, views_, &AnalysisViews::setProposal);
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
  connect(document_, &DiagramDocument::reset, this, &AnalysisPanel::forgetAll);
}

// A picture that an edit has made old is not dragged: the hand would change what it does not show.
void AnalysisPanel::connectDrag() {
  connect(views_, &AnalysisViews::dragged, this,
          [this](LoopHandle handle, const Complex& from, const Complex& to) {
            if (!drag_->isOpen() && delay_.isActive()) return;
            drag_->move(handle, from, to);
          });
  connect(drag_, &LoopDrag::moved, this, &AnalysisPanel::analyseWhileDragged);
  connect(views_, &AnalysisViews::released, this, [this] {
    drag_->commit();
    askAnew();
  });
  connect(views_, &AnalysisViews::givenUp, this, [this] {
    drag_->cancel();
    askAnew();
  });
}

// Another document was opened.
void AnalysisPanel::forgetAll() {
  result_ = {};
  asked_ = {};
  gains_.clear();
  drag_->setSweep(nullptr);
  design_->forget();
  views_->clearKept();
  views_->setPicture(nullptr);
  if (chooser_->setting() == nullptr) ports_->clear();
  showFacts();
  showNote();
}

ResponsePlot* AnalysisPanel::plot() const { return views_->plot(); }

// What is shown is old until the next result.
void AnalysisPanel::askAnew() {
  views_->setStale(true);
  delay_.start();
}

// What is looked at in passing changes no analysis of the file.
void AnalysisPanel::showLoop(const QString& signal) {
  chooser_->choose({});
  ports_->setFrom(signal);
  ports_->setLoop(true);
}

void AnalysisPanel::showResponseFrom(const QString& signal) {
  chooser_->choose({});
  ports_->setFrom(signal);
  ports_->setLoop(false);
}

void AnalysisPanel::showResponseTo(const QString& signal) {
  chooser_->choose({});
  ports_->setTo(signal);
  ports_->setLoop(false);
}

void AnalysisPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  fillFields();
  delay_.start();
}

// The colour of the facts' names is part of their text.
void AnalysisPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  const bool isOfTheme =
      event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange;
  if (isOfTheme) showFacts();
}

void AnalysisPanel::fillFields() {
  ports_->fill();
  design_->fill();
}

// While a hand drags, the pictures follow it without delay.
void AnalysisPanel::onDocumentChanged() {
  if (!isVisible() || drag_->isOpen()) return;
  fillFields();
  askAnew();
}

// A parameter that is no plain number any more is not dragged.
AnalysisRequest AnalysisPanel::requestOfFields() const {
  AnalysisRequest request;
  request.isLoop = ports_->isLoop();
  request.from = ports_->from();
  if (!request.isLoop) {
    request.to = ports_->to();
    const AnalysisSetting all = settingOfFields();
    request.inputs = qtTexts(all.inputs);
    request.outputs = qtTexts(all.outputs);
  }
  request.gains = gains_;
  place_->ask(&request);
  if (const AnalysisSetting* const setting = chooser_->setting()) {
    request.open = qtTexts(setting->open);
    if (setting->at && setting->at->side) request.isBefore = *setting->at->side == "-";
  }
  const QString parameter = request.isLoop ? ports_->parameter() : QString();
  if (parameter.isEmpty()) return request;
  const Document& document = document_->document();
  const auto value =
      valueAt(document, document_->registry(), parameterPlace(document, parameter.toStdString()));
  if (!value || !value->is_number()) return request;
  request.parameter = parameter;
  request.parameterValue = value->number();
  return request;
}

// Nothing is computed for a panel that nobody sees, nor before the fields say of what. An orbit has
// no one linear model.
void AnalysisPanel::analyse() {
  if (!isVisible() || !document_->isChecked()) return;
  const AnalysisRequest request = requestOfFields();
  asked_ = request;
  design_->follow();
  if (!place_->isPlace()) {
    const QString why =
        tr("This analysis is of a periodic orbit, which has no frequency response: "
           "poles, trim and rlocus of the command line take it.");
    return onFinished({request, nullptr, why, {}});
  }
  if (request.from.isEmpty() || (!request.isLoop && request.to.isEmpty())) {
    return onFinished({request, nullptr, {}, {}});
  }
  runner_->request(document_->document(), request);
}

// At once, and only what is seen: of what comes meanwhile the newest is answered.
void AnalysisPanel::analyseWhileDragged() {
  delay_.stop();
  AnalysisRequest request = requestOfFields();
  request.parameter.clear();
  request.parameterValue = 0;
  request.isQuick = true;
  asked_ = request;
  runner_->request(document_->document(), request);
  showNote();
}

// The extras of the picture on which a drag began are those of all that it shows.
void AnalysisPanel::onFinished(const AnalysisResult& result) {
  const bool isQuick = result.request.isQuick;
  if (isQuick && (!result.picture || !result_.picture)) {
    result_.problem = result.problem;
    return showNote();
  }
  const AnalysisResult before = result_;
  result_ = result;
  if (isQuick) {
    result_.picture = withExtrasOf(*before.picture, *result.picture);
    result_.sweep = before.sweep;
  }
  drag_->setSweep(result_.sweep);
  views_->setDraggable(result_.sweep != nullptr);
  if (isQuick) {
    views_->followPicture(result_.picture);
  } else {
    views_->setPicture(result_.picture, result.request.seeksCycle);
  }
  showFacts();
  showNote();
  if (!isQuick) seekCycle();
}

// Where cycles are predicted the one that the diagram runs through is looked for, which takes
// longer than the picture.
void AnalysisPanel::seekCycle() {
  if (!result_.picture || result_.request.seeksCycle) return;
  const auto& all = result_.picture->describing;
  const bool isPredicted = std::any_of(
      all.begin(), all.end(), [](const DescribingCurve& curve) { return !curve.cycles.empty(); });
  if (!isPredicted) return;
  asked_ = result_.request;
  asked_.seeksCycle = true;
  runner_->request(document_->document(), asked_);
}

void AnalysisPanel::showFacts() {
  facts_->setText(result_.picture ? analysisFacts(*result_.picture) : QString());
  poles_->setPicture(result_.picture.get());
}

// One line: what is wrong and what leads on from there, what to do first, what a hand has dragged a
// parameter to, or what stands at the cursor.
void AnalysisPanel::showNote() {
  QString text = result_.problem;
  QString links;
  const auto addLink = [&links](const QString& to, const QString& name) {
    links += QStringLiteral(" <a href='%1'>%2</a>").arg(to, name.toHtmlEscaped());
  };
  if (!result_.blockedBy.isEmpty()) {
    addLink(kGoThere, tr("Go there"));
    addLink(kPutGain, tr("Put a gain in its place…"));
  } else if (text.isEmpty() && !result_.picture) {
    text = tr("Choose a signal, or take “Analyse the loop here” from the menu of a wire.");
  } else if (text.isEmpty() && drag_->isOpen() && drag_->value()) {
    text = QStringLiteral("%1 = %2").arg(ports_->parameter(), formatReadout(*drag_->value()));
  } else if (text.isEmpty()) {
    for (const ResponsePlot* plot : views_->plots()) {
      if (text.isEmpty() && !plot->isHidden()) text = plot->readout();
    }
  }
  const auto& gains = result_.request.gains;
  if (!gains.isEmpty() && !text.isEmpty()) text += u'.';
  for (const auto& [block, gain] : gains) {
    text += u' ' + tr("The gain %1 stands in the place of %2.").arg(gain, block);
  }
  if (!gains.isEmpty()) addLink(kTakeGainsBack, tr("Take it back"));
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
    return askForGain(block);
  }
  askAnew();
}

// Of a block of several inputs only a person knows the gain of each, as its sign.
void AnalysisPanel::askForGain(const QString& block) {
  bool isGiven = false;
  const QString gain =
      QInputDialog::getText(this, tr("In the place of %1").arg(block),
                            tr("A gain, or a matrix with a column for each input, as [[-1, 1]]:"),
                            QLineEdit::Normal, QStringLiteral("1"), &isGiven)
          .trimmed();
  if (!isGiven || gain.isEmpty()) return;
  gains_.emplaceBack(block, gain);
  askAnew();
}

// States that replace a dead time belong to no block.
QStringList AnalysisPanel::blocksOf(int pole) const {
  QStringList blocks = blocksOfPole(result_.picture->poles[pole]);
  blocks.removeIf([this](const QString& block) {
    return document_->document().FindBlock(block.toStdString()) == nullptr;
  });
  return blocks;
}

// Gains in the place of blocks belong to what was looked at before.
void AnalysisPanel::showSetting() {
  const AnalysisSetting* const setting = chooser_->setting();
  if (setting == nullptr) return;
  const QScopedValueRollback<bool> following(isFollowing_, true);
  gains_.clear();
  ports_->showKind(*setting);
  ports_->show(*setting);
  place_->show(*setting);
  showView(*setting);
}

void AnalysisPanel::showView(const AnalysisSetting& setting) {
  if (setting.views.empty()) return;
  const auto* const found =
      std::find(std::begin(kAnalysisViews), std::end(kAnalysisViews), setting.views.front());
  views_->setView(static_cast<ResponseView>(found - std::begin(kAnalysisViews)));
}

// A text that is no point would make a file that cannot be read.
void AnalysisPanel::storePoints() {
  if (isFollowing_ || !ports_->arePoints()) return;
  chooser_->change(QStringLiteral("points"),
                   [this](AnalysisSetting* setting) { ports_->put(setting); });
}

void AnalysisPanel::storePlace() {
  if (isFollowing_ || !place_->isPlace()) return;
  chooser_->change(QStringLiteral("place"),
                   [this](AnalysisSetting* setting) { place_->put(setting); });
}

// What is shown is the first of the views. It takes the place of the one that was, unless it is one
// of the others already.
void AnalysisPanel::storeView() {
  if (isFollowing_) return;
  const std::string view(kAnalysisViews[static_cast<int>(views_->view())]);
  chooser_->change(QStringLiteral("view"), [&view](AnalysisSetting* setting) {
    std::vector<std::string>& views = setting->views;
    const auto found = std::find(views.begin(), views.end(), view);
    if (found != views.end()) {
      std::rotate(views.begin(), found, found + 1);
    } else if (views.empty()) {
      views = {view};
    } else {
      views.front() = view;
    }
  });
}

// The analysis as the fields say it, for `analyses` of the document.
AnalysisSetting AnalysisPanel::settingOfFields() const {
  AnalysisSetting setting;
  if (const AnalysisSetting* const chosen = chooser_->setting()) setting = *chosen;
  ports_->put(&setting);
  if (place_->isPlace()) place_->put(&setting);
  if (setting.views.empty()) {
    setting.views = {std::string(kAnalysisViews[static_cast<int>(views_->view())])};
  }
  return setting;
}

}  // namespace loopwright
