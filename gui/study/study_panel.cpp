#include "gui/study/study_panel.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/studies/study_plan.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/run/run_controller.h"
#include "gui/study/band_page.h"
#include "gui/study/compare_page.h"
#include "gui/study/endings_table.h"
#include "gui/study/fan_chart.h"
#include "gui/study/measure_page.h"
#include "gui/study/parameters_page.h"
#include "gui/study/study_form.h"
#include "gui/study/study_picture.h"
#include "gui/study/study_runner.h"
#include "gui/study/theory_switch.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kLookMilliseconds = 16;
constexpr int kCheckDelay = 150;  // milliseconds after an edit
constexpr int kProgressSteps = 1000;
constexpr int kRoomBelow = 460;  // pixels of height from which on parts are below each other

// Whether runs after such changes may be others: not where only the picture of the diagram is.
bool changesRuns(const ChangeSet& changes) {
  return std::any_of(changes.changes().begin(), changes.changes().end(), [](const Change& change) {
    switch (change.subject) {
      case ChangeSubject::kBlock:
        return change.kind != ChangeKind::kChanged ||
               (change.block_parts & ~(kBlockLayout | kBlockColor)) != 0;
      case ChangeSubject::kWire:
        return change.kind != ChangeKind::kChanged;
      case ChangeSubject::kSignal:
      case ChangeSubject::kParameters:
      case ChangeSubject::kSimulation:
        return true;
      default:
        return false;
    }
  });
}

// What the document asks of the runs: which signal is shown makes no other runs.
StudySettings askedOf(const Document& document) {
  StudySettings study = document.study.value_or(StudySettings());
  study.signal.reset();
  return study;
}

// As much as a glance takes in.
QString rounded(double value) {
  return value < 10 ? QString::number(value, 'f', 1)
                    : formatCount(static_cast<qint64>(std::llround(value)));
}

}  // namespace

StudyPanel::StudyPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      runner_(new StudyRunner(document->registry(), this)),
      form_(new StudyForm(document, this)),
      split_(new QSplitter(Qt::Horizontal, this)),
      fan_(new FanChart(this)),
      measures_(new MeasurePage(this)),
      parameters_(new ParametersPage(this)),
      endings_(new EndingsTable(this)),
      compare_(new ComparePage(document->registry(), this)),
      autocorrelation_(new BandPage(BandPage::Kind::kAutocorrelation,
                                    QStringLiteral("autocorrelationArea"),
                                    QStringLiteral("studyAutocorrelation"), this)),
      spectrum_(new BandPage(BandPage::Kind::kSpectrum, QStringLiteral("spectrumArea"),
                             QStringLiteral("studySpectrum"), this)),
      run_(new QPushButton(this)),
      again_(new QPushButton(tr("Start over"), this)),
      keep_(new QPushButton(tr("Keep"), this)),
      figure_(new QPushButton(tr("Figure…"), this)),
      variant_(new QComboBox(this)),
      progress_(new QProgressBar(this)),
      status_(new QLabel(this)),
      theory_(new TheorySwitch(document->registry(), this)),
      runNumber_(new QLineEdit(this)),
      showRun_(new QPushButton(tr("Show"), this)),
      note_(new QLabel(this)) {
  setObjectName(QStringLiteral("studyPanel"));
  makeParts();
  connectParts();
  setFocusProxy(run_);
  look_.setInterval(kLookMilliseconds);
  look_.setTimerType(Qt::PreciseTimer);
  delay_.setSingleShot(true);
  delay_.setInterval(kCheckDelay);
  onReset();
}

// Two lines, so that the panel is no wider than a small window. Buttons and what is chosen, in the
// order in which they are used: run, start over, keep, figure, variant. Below, how far the study
// is, theory, and a run by its number.
QVBoxLayout* StudyPanel::makeBar() {
  run_->setObjectName(QStringLiteral("studyRun"));
  again_->setObjectName(QStringLiteral("studyAgain"));
  again_->setToolTip(tr("Forgets the runs that were made, and begins with run 0"));
  keep_->setObjectName(QStringLiteral("studyKeep"));
  keep_->setToolTip(
      tr("Puts this study aside, in grey behind the next one, which is compared with it"));
  figure_->setObjectName(QStringLiteral("studyFigure"));
  figure_->setToolTip(tr("Makes a figure of the fan, for a paper"));
  variant_->setObjectName(QStringLiteral("studyVariant"));
  variant_->setAccessibleName(tr("Variant of the diagram that is studied"));
  variant_->setToolTip(variant_->accessibleName());
  progress_->setObjectName(QStringLiteral("studyProgress"));
  progress_->setRange(0, kProgressSteps);
  progress_->setTextVisible(false);
  progress_->setMinimumWidth(scaled(24));
  progress_->setMaximumWidth(scaled(150));
  status_->setObjectName(QStringLiteral("studyStatus"));
  status_->setProperty("role", "secondary");
  status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  runNumber_->setObjectName(QStringLiteral("studyRunNumber"));
  runNumber_->setAccessibleName(tr("Number of a run"));
  static const QRegularExpression kNumber(QStringLiteral("\\d{1,15}"));
  runNumber_->setValidator(new QRegularExpressionValidator(kNumber, this));
  runNumber_->setText(QStringLiteral("0"));
  runNumber_->setFixedWidth(scaled(64));
  showRun_->setObjectName(QStringLiteral("studyShowRun"));
  showRun_->setToolTip(
      tr("Makes the run with this number again, as the present run: plots show it. A click on a "
         "path does the same."));
  auto* const run = new QLabel(tr("run"), this);
  run->setBuddy(runNumber_);
  auto* const bar = new QHBoxLayout;
  bar->setSpacing(6);
  bar->addWidget(run_);
  bar->addWidget(again_);
  bar->addWidget(keep_);
  bar->addWidget(figure_);
  bar->addWidget(variant_);
  bar->addStretch(1);
  auto* const state = new QHBoxLayout;
  state->setSpacing(6);
  state->addWidget(progress_);
  state->addWidget(status_, 1);
  state->addWidget(theory_);
  state->addWidget(run);
  state->addWidget(runNumber_);
  state->addWidget(showRun_);
  auto* const lines = new QVBoxLayout;
  lines->setSpacing(4);
  lines->addLayout(bar);
  lines->addLayout(state);
  return lines;
}

// What is shown beside the fan is chosen from a list: six tabs are wider than a panel often is.
QWidget* StudyPanel::makePages() {
  auto* const pages = new QWidget(this);
  auto* const choice = new QComboBox(pages);
  choice->setObjectName(QStringLiteral("studyPages"));
  choice->setAccessibleName(tr("What is shown of the runs"));
  auto* const stack = new QStackedWidget(pages);
  const auto add = [choice, stack](const QString& title, QWidget* page) {
    choice->addItem(title);
    stack->addWidget(page);
  };
  add(tr("Measure"), measures_);
  add(tr("Parameters"), parameters_);
  add(tr("Failed runs"), endings_);
  add(tr("Comparison"), compare_);
  add(tr("Autocorrelation"), autocorrelation_);
  add(tr("Spectrum"), spectrum_);
  connect(choice, &QComboBox::currentIndexChanged, stack, &QStackedWidget::setCurrentIndex);
  auto* const layout = new QVBoxLayout(pages);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(choice, 0, Qt::AlignLeft);
  layout->addWidget(stack, 1);
  return pages;
}

// The form at the left, beside it the bar, the fan and one page about the runs.
void StudyPanel::makeParts() {
  auto* const area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(form_);
  area->setFixedWidth(scaled(300));
  split_->setObjectName(QStringLiteral("studySplit"));
  split_->addWidget(fan_);
  split_->addWidget(makePages());
  split_->setStretchFactor(0, 3);
  split_->setStretchFactor(1, 2);
  split_->setChildrenCollapsible(false);
  note_->setObjectName(QStringLiteral("studyNote"));
  note_->setWordWrap(true);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* const right = new QVBoxLayout;
  right->setSpacing(4);
  right->addLayout(makeBar());
  right->addWidget(split_, 1);
  right->addWidget(note_);
  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 6, 8, 4);
  layout->setSpacing(6);
  layout->addWidget(area);
  layout->addLayout(right, 1);
}

// Who hears whom: buttons the runner, the runner the charts by way of takePicture(), charts the run
// that is to be shown, and the document what makes a study stale.
void StudyPanel::connectParts() {
  connect(run_, &QPushButton::clicked, this, &StudyPanel::runOrStop);
  connect(again_, &QPushButton::clicked, this, &StudyPanel::startAgain);
  connect(keep_, &QPushButton::clicked, this, [this] {
    compare_->keep();
    runner_->keep();
  });
  connect(figure_, &QPushButton::clicked, this, &StudyPanel::figureRequested);
  connect(compare_, &ComparePage::forgetRequested, runner_, &StudyRunner::forgetKept);
  connect(variant_, &QComboBox::activated, this, [this] { isStale_ = picture_ != nullptr; });
  connect(variant_, &QComboBox::activated, this, &StudyPanel::showNote);
  const auto showNumber = [this] { showRun(runNumber_->text().toULongLong()); };
  connect(showRun_, &QPushButton::clicked, this, showNumber);
  connect(runNumber_, &QLineEdit::returnPressed, this, showNumber);
  connect(fan_, &FanChart::runClicked, this, &StudyPanel::showRun);
  connect(theory_, &TheorySwitch::theoryChanged, fan_, &FanChart::setTheory);
  connect(theory_, &TheorySwitch::theoryChanged, this, &StudyPanel::showNote);
  connect(theory_, &TheorySwitch::stationaryChanged, this, &StudyPanel::showNote);
  connect(endings_, &EndingsTable::runChosen, this, &StudyPanel::showRun);
  connect(measures_, &MeasurePage::brushChanged, this,
          [this] { showBrushed(measures_->brushedRuns()); });
  connect(parameters_, &ParametersPage::brushed, this, &StudyPanel::showBrushed);
  connect(&look_, &QTimer::timeout, this, &StudyPanel::takePicture);
  connect(&delay_, &QTimer::timeout, this, &StudyPanel::check);
  connect(runner_, &StudyRunner::stateChanged, this, &StudyPanel::onStateChanged);
  connect(runner_, &StudyRunner::stopped, this, &StudyPanel::onStopped);
  connect(runner_, &StudyRunner::checked, this, [this](const std::vector<Diagnostic>& problems) {
    if (!delay_.isActive() && !runner_->isRunning()) {
      const std::vector<Diagnostic> others = form_->showProblems(problems);
      problem_ = others.empty() ? QString() : toQt(others.front().text);
      showNote();
    }
  });
  connect(form_, &StudyForm::signalChanged, this, [this] {
    runner_->setSignal(form_->signal());
    showNote();
  });
  connect(runner_, &StudyRunner::published, this, &StudyPanel::takePicture);
  connect(document_, &DiagramDocument::changed, this, &StudyPanel::onChanged);
  connect(document_, &DiagramDocument::reset, this, &StudyPanel::onReset);
}

void StudyPanel::showSignal(const QString& signal) { form_->setSignal(signal); }

// Nothing is looked at for a panel that nobody sees; runs go on.
void StudyPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  form_->fillSignals();
  delay_.start();
}

// Where there is room the histogram is below the fan, else beside it.
void StudyPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  split_->setOrientation(height() >= scaled(kRoomBelow) ? Qt::Vertical : Qt::Horizontal);
}

// The study under way is one of the document as it was: it goes on, and the panel says so.
void StudyPanel::onChanged(const ChangeSet& changes) {
  isStale_ = isStale_ || changesRuns(changes);
  if (changes.contains(ChangeSubject::kStudy)) fillVariants();
  onStateChanged();
  if (!isVisible()) return;
  form_->fillSignals();
  delay_.start();
}

// Another document: the study of the last one ends, and nothing of it is shown any more.
void StudyPanel::onReset() {
  runner_->clear();
  picture_.reset();
  asked_.reset();
  isStale_ = false;
  problem_.clear();
  fan_->setChosenRun(std::nullopt);
  fan_->setReference({}, QString());
  fan_->setPicture(nullptr);
  measures_->setPicture(nullptr);
  parameters_->setPicture(nullptr);
  endings_->setPicture(nullptr);
  theory_->setPicture(nullptr);
  compare_->setPicture(nullptr);
  for (BandPage* page : {autocorrelation_, spectrum_}) page->setPicture(nullptr);
  fillVariants();
  onStateChanged();
}

// Whether the study could run is found on another thread, a moment after the last edit, and only
// where somebody sees the answer.
void StudyPanel::check() {
  if (isVisible()) runner_->check(document_->document());
}

// One button for three things: stop what runs, make the runs that are missing, or begin anew where
// the diagram or the study is another by now.
void StudyPanel::runOrStop() {
  if (runner_->isRunning()) return runner_->stop();
  if (!isOfAnother() && runner_->canGoOn()) return runner_->goOn();
  startAgain();
}

// A text that is still being typed counts: who presses a button has left its field.
void StudyPanel::startAgain() {
  delay_.stop();  // What the study itself finds wrong is newer than a check, which would clear it.
  asked_ = askedOf(document_->document());
  isStale_ = false;
  problem_.clear();
  picture_.reset();
  fan_->setChosenRun(std::nullopt);
  theory_->setStudy(document_->document());
  compare_->setStudy(document_->document());
  spectrum_->setStudy(document_->document(), document_->registry());
  runner_->start(document_->document(), variant_->currentIndex(), form_->signal());
}

// What can be done follows from whether runs are made, and whether there is something to go on
// with.
void StudyPanel::onStateChanged() {
  const bool isRunning = runner_->isRunning();
  const bool goesOn = !isOfAnother() && runner_->canGoOn();
  run_->setText(isRunning ? tr("Stop") : goesOn ? tr("Go on") : tr("Run"));
  run_->setToolTip(isRunning ? tr("Ends the runs under way; the study can go on later")
                   : goesOn  ? tr("Makes the runs that are missing")
                             : tr("Makes the runs of the study"));
  again_->setEnabled(!isRunning && picture_ != nullptr);
  keep_->setEnabled(again_->isEnabled());
  figure_->setEnabled(picture_ != nullptr);
  variant_->setEnabled(!isRunning);
  isRunning ? look_.start() : look_.stop();
  showStatus();
  showNote();
}

// Problems of the study are shown at their fields; the first one of anything else is named by the
// note.
void StudyPanel::onStopped(const std::vector<Diagnostic>& problems) {
  takePicture();
  const std::vector<Diagnostic> others = form_->showProblems(problems);
  problem_.clear();
  if (!others.empty()) {
    const Diagnostic& first = others.front();
    const bool isOfDiagram = !toQt(first.path).startsWith(QLatin1String("study"));
    problem_ =
        isOfDiagram ? toQt(first.path) + QStringLiteral(": ") + toQt(first.text) : toQt(first.text);
  }
  onStateChanged();
}

// Whether the study that began last is not the one that would begin now.
bool StudyPanel::isOfAnother() const {
  return isStale_ || asked_ != askedOf(document_->document());
}

// What was published last, unless it is drawn already.
void StudyPanel::takePicture() {
  const std::shared_ptr<const StudyPicture> newest = runner_->picture();
  if (newest == picture_ || !newest) return;
  QElapsedTimer drawing;
  drawing.start();
  picture_ = newest;
  fan_->setSignalName(picture_->signal < 0 ? QString() : toQt(picture_->signals[picture_->signal]));
  compare_->setPicture(picture_);
  fan_->setReference(compare_->fan(), tr("kept: %1").arg(compare_->name()));
  fan_->setPicture(picture_);
  theory_->setPicture(picture_);
  measures_->setPicture(picture_);
  parameters_->setPicture(picture_);
  endings_->setPicture(picture_);
  for (BandPage* page : {autocorrelation_, spectrum_}) page->setPicture(picture_);
  again_->setEnabled(!runner_->isRunning());
  keep_->setEnabled(again_->isEnabled());
  figure_->setEnabled(true);
  showStatus();
  showNote();
  // What takes long is done less often, so that half of the time is left for all else.
  look_.setInterval(std::max(kLookMilliseconds, 2 * static_cast<int>(drawing.elapsed())));
}

// Of a document with variants one is studied at a time.
void StudyPanel::fillVariants() {
  std::vector<Diagnostic> problems;
  const StudyPlan plan = EvaluateStudy(document_->document(), &problems);
  const int before = variant_->currentIndex();
  variant_->clear();
  for (const NamedVariant& variant : plan.variants) variant_->addItem(toQt(variant.name));
  variant_->setVisible(variant_->count() > 1);
  variant_->setCurrentIndex(std::clamp(before, 0, std::max(0, variant_->count() - 1)));
}

// "3 412 of 10 000 runs · 1 950 runs/s · 3.4 s left".
void StudyPanel::showStatus() {
  if (!picture_) {
    progress_->setValue(0);
    status_->setText(runner_->isRunning() ? tr("Building…") : QString());
    return;
  }
  const auto done = static_cast<double>(picture_->numRuns);
  const auto asked = static_cast<double>(picture_->askedRuns);
  progress_->setValue(static_cast<int>(kProgressSteps * done / asked));
  QString text =
      tr("%1 of %2 runs")
          .arg(formatCount(qint64(picture_->numRuns)), formatCount(qint64(picture_->askedRuns)));
  if (picture_->runsPerSecond > 0) {
    text += QStringLiteral(" · ") + tr("%1 runs/s").arg(rounded(picture_->runsPerSecond));
  }
  if (runner_->isRunning() && picture_->runsPerSecond > 0) {
    text += QStringLiteral(" · ") +
            tr("%1 s left").arg(rounded((asked - done) / picture_->runsPerSecond));
  } else if (picture_->isComplete && picture_->numRuns < picture_->askedRuns) {
    text += QStringLiteral(" · ") + tr("as precise as asked for");
  }
  status_->setText(text);
  status_->setToolTip(text);
}

// The signal that is asked for, where the runs did not record it; "" where they did.
QString StudyPanel::missingSignal() const {
  const QString& signal = form_->signal();
  if (!picture_ || signal.isEmpty()) return {};
  return findSignal(picture_->signals, signal.toStdString()) < 0 ? signal : QString();
}

// One line: what is wrong, what is to be known, or what to do first.
void StudyPanel::showNote() {
  QString text = problem_;
  if (text.isEmpty() && picture_ && isOfAnother()) {
    text = tr("The diagram or what is asked has changed since this study began.");
  } else if (const QString signal = missingSignal(); text.isEmpty() && !signal.isEmpty()) {
    text = tr("%1 was not recorded in these runs. Start over to see it.").arg(signal);
  } else if (text.isEmpty() && !theory_->problem().isEmpty()) {
    text = tr("There is no theory for the fan: %1.").arg(theory_->problem());
  } else if (text.isEmpty() && picture_) {
    text = theory_->stationary();
  } else if (text.isEmpty() && !picture_ && !runner_->isRunning()) {
    text =
        tr("A study makes many runs with other draws of noise and random parameters, and shows "
           "what they have in common.");
  }
  note_->setText(text);
  note_->setVisible(!text.isEmpty());
}

// Whatever they were brushed in.
void StudyPanel::showBrushed(const std::vector<uint64_t>& runs) {
  fan_->setBrushedRuns(runs);
  parameters_->setHighlighted(runs);
}

// With the grid as its log interval, and the values of the variant, it has the bits that the study
// has seen.
void StudyPanel::showRun(uint64_t run) {
  RunOptions options;
  options.run = run;
  if (picture_) {
    options.log_interval = picture_->logInterval;
    options.overrides = picture_->overrides;
  }
  runNumber_->setText(QString::number(run));
  fan_->setChosenRun(run);
  Q_EMIT runRequested(options);
}

}  // namespace loopwright
