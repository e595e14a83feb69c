#include "gui/study/study_form.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/check/parameter_scope.h"
#include "engine/studies/measure_formula.h"
#include "engine/studies/study_plan.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/setting_text.h"
#include "gui/document/value_place.h"
#include "gui/panels/setting_field.h"
#include "gui/panels/signal_field.h"
#include "gui/study/study_runner.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr const char* kKinds[] = {"mean", "proportion", "quantile"};
constexpr QLatin1String kRuns("study.runs");
constexpr QLatin1String kGrid("study.grid");
constexpr QLatin1String kStop("study.stop");
constexpr QLatin1String kMeasures("study.measures.");

// The seed is a setting of the simulation, which a single run has as well; the form shows it since
// all draws of a study follow from it.
const ValuePlace& seedPlace() {
  static const ValuePlace place{ValuePlace::Kind::kSimulation, "", "seed"};
  return place;
}

QString textOf(const std::optional<ParameterSetting>& setting) {
  return setting ? settingText(*setting) : QString();
}

std::optional<ParameterSetting> numberOf(const QString& text) {
  return settingFromText(text, ParameterKind::kNumber);
}

// A name that no measure has.
std::string newName(const std::vector<StudyMeasure>& measures) {
  for (std::size_t i = measures.size() + 1;; ++i) {
    std::string name = "measure" + std::to_string(i);
    if (std::ranges::find(measures, name, &StudyMeasure::name) == measures.end()) return name;
  }
}

// As a signal stands in a formula: in quotes where its block has a name with signs of formulas.
std::string inFormula(const std::string& signal) {
  return signal.find_first_of("();,") == std::string::npos ? signal : '"' + signal + '"';
}

}  // namespace

// From the top: how many runs and of what, what is measured, when to stop. Every field writes its
// part of `study` in the document as an edit of its own, and refresh() shows what the document has
// then, whoever changed it.
StudyForm::StudyForm(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      column_(new QVBoxLayout(this)),
      measures_(new QGridLayout),
      noMeasures_(new QLabel(this)),
      add_(new QToolButton(this)),
      seed_(new SettingField(QStringLiteral("study.seed"), FieldKind::kInteger, {}, this)),
      signal_(new SignalField(QStringLiteral("studySignal"), tr("Signal that is shown"), this)),
      stopMeasure_(new QComboBox(this)),
      stopOf_(new QComboBox(this)) {
  setObjectName(QStringLiteral("studyForm"));
  column_->setContentsMargins(10, 4, 4, 8);
  column_->setSpacing(6);
  makeNumbers();
  auto* const bar = new QHBoxLayout;
  auto* const title = new QLabel(tr("Measures"), this);
  title->setFont(titleFont());
  bar->addWidget(title, 1);
  add_->setText(QStringLiteral("+"));
  add_->setObjectName(QStringLiteral("studyAddMeasure"));
  add_->setToolTip(tr("Add a measure"));
  add_->setAccessibleName(add_->toolTip());
  connect(add_, &QToolButton::clicked, this, &StudyForm::addMeasure);
  bar->addWidget(add_);
  column_->addLayout(bar);
  noMeasures_->setText(tr("Without a measure the last value of each recorded signal is one."));
  noMeasures_->setProperty("role", "secondary");
  noMeasures_->setWordWrap(true);
  column_->addWidget(noMeasures_);
  measures_->setHorizontalSpacing(4);
  measures_->setVerticalSpacing(4);
  measures_->setColumnStretch(0, 2);
  measures_->setColumnStretch(1, 3);
  column_->addLayout(measures_);
  makeStop();
  column_->addStretch(1);
  connect(document, &DiagramDocument::changed, this, &StudyForm::refresh);
  connect(document, &DiagramDocument::reset, this, [this] {
    refused_.clear();
    fillSignals();
    refresh();
  });
  refresh();
}

void StudyForm::beginRows() {
  grid_ = new QGridLayout;
  grid_->setHorizontalSpacing(8);
  grid_->setVerticalSpacing(5);
  grid_->setColumnStretch(0, 2);
  grid_->setColumnStretch(1, 3);
  column_->addLayout(grid_);
}

// The name is the label of the field for keyboard and screen reader, and has its tip too.
void StudyForm::addRow(const QString& name, QWidget* field, const QString& tip) {
  auto* const label = new QLabel(name, this);
  label->setToolTip(tip);
  label->setBuddy(field);
  label->setMinimumHeight(scaled(24));
  field->setToolTip(tip);
  const int row = grid_->rowCount();
  grid_->addWidget(label, row, 0, Qt::AlignTop);
  grid_->addWidget(field, row, 1);
}

// A field of the study. While it is typed, a problem of the new text is shown and nothing is
// written; what is submitted becomes an edit, or, where it is refused, stays in the field.
SettingField* StudyForm::addField(std::vector<Field>* fields, Field field, const QString& name,
                                  const QString& accessibleName) {
  auto* const made = new SettingField(name, FieldKind::kText, {}, this);
  made->findChild<QLineEdit*>(name)->setAccessibleName(accessibleName);
  field.field = made;
  connect(made, &SettingField::typed, this, [this, field](const QString& text) {
    field.field->setProblem(
        problemOf(changed([&](StudySettings* study) { field.write(study, text); }), field.path));
  });
  connect(made, &SettingField::submitted, this,
          [this, field](const QString& text) { submit(field, text); });
  connect(made, &SettingField::resetRequested, this, [this, field] { submit(field, QString()); });
  connect(made, &SettingField::givenUp, this,
          [this, made] { refused_.remove(made->focusProxy()->objectName()); });
  fields->push_back(std::move(field));
  return made;
}

// Runs, seed, grid and signal. Empty fields show in grey what holds then.
void StudyForm::makeNumbers() {
  beginRows();
  SettingField* const runs =
      addField(&fields_,
               {kRuns, tr("Change the number of runs"), nullptr,
                [](const StudySettings& study) { return textOf(study.runs); },
                [](StudySettings* study, const QString& text) { study->runs = numberOf(text); }},
               kRuns, tr("Number of runs"));
  runs->setDefaultText(QString::number(StudyRunner::kUsualRuns));
  addRow(tr("runs"), runs, tr("How many runs there are to be, at most"));
  addRow(tr("seed"), seed_,
         tr("What all random draws follow from: the seed of the simulation. Run K of a seed is the "
            "same each time."));
  connect(seed_, &SettingField::typed, this, [this](const QString& text) {
    const Document& document = document_->document();
    seed_->setProblem(previewValue(document, document_->registry(), seedPlace(), text).problem);
  });
  connect(seed_, &SettingField::submitted, this, &StudyForm::submitSeed);
  connect(seed_, &SettingField::resetRequested, this, [this] { submitSeed(QString()); });
  connect(seed_, &SettingField::givenUp, this,
          [this] { refused_.remove(seedPlace().path().c_str()); });
  SettingField* const grid =
      addField(&fields_,
               {kGrid, tr("Change the grid of the study"), nullptr,
                [](const StudySettings& study) { return textOf(study.grid); },
                [](StudySettings* study, const QString& text) { study->grid = numberOf(text); }},
               kGrid, tr("Grid, seconds"));
  grid->setDefaultText(tr("automatic"));
  grid->setHint(QStringLiteral("s"));
  addRow(tr("grid"), grid,
         tr("Time between two points of the fan; automatic is a hundredth of a run"));
  signal_->lineEdit()->setPlaceholderText(tr("automatic"));
  signal_->setMinimumContentsLength(8);
  addRow(tr("signal"), signal_,
         tr("Whose paths are shown; automatic is the first one that is recorded"));
  connect(signal_->lineEdit(), &QLineEdit::editingFinished, this,
          [this] { setSignal(signal_->currentText()); });
  // A name of the list is taken as soon as it is typed.
  connect(signal_, &QComboBox::editTextChanged, this, [this](const QString& text) {
    const auto exactly = Qt::MatchExactly | Qt::MatchCaseSensitive;
    if (text.isEmpty() || signal_->findText(text, exactly) >= 0) setSignal(text);
  });
}

// What stops a study early: a measure, what of it, and how well that has to be known. Fields that
// mean nothing yet are disabled by refresh().
void StudyForm::makeStop() {
  stopMeasure_->setObjectName(QStringLiteral("studyStopMeasure"));
  stopMeasure_->setAccessibleName(tr("Measure by which the study stops"));
  stopOf_->setObjectName(QStringLiteral("studyStopOf"));
  stopOf_->setAccessibleName(tr("What of the measure has to be known well"));
  stopOf_->addItems({tr("mean"), tr("proportion"), tr("quantile")});
  for (QComboBox* box : {stopMeasure_, stopOf_}) {
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  }
  auto* const title = new QLabel(tr("Stop early"), this);
  title->setFont(titleFont());
  column_->addWidget(title);
  beginRows();
  addRow(tr("when"), stopMeasure_, tr("The measure that has to be known well enough"));
  addRow(tr("its"), stopOf_, tr("A proportion is that of the runs in which the measure is not 0"));
  quantile_ = addField(&fields_,
                       {kStop, tr("Change the quantile"), nullptr,
                        [](const StudySettings& study) {
                          return study.stop ? textOf(study.stop->quantile) : QString();
                        },
                        [](StudySettings* study, const QString& text) {
                          if (study->stop) study->stop->quantile = numberOf(text);
                        }},
                       QStringLiteral("study.quantile"), tr("Quantile, from 0 to 1"));
  quantile_->setDefaultText(QStringLiteral("0.5"));
  addRow(tr("from 0 to 1"), quantile_,
         tr("Which quantile: 0.9 is the one that nine runs of ten stay below"));
  stop_ = addField(&fields_,
                   {kStop, tr("Change when the study stops"), nullptr,
                    [](const StudySettings& study) {
                      return study.stop ? textOf(study.stop->half_width) : QString();
                    },
                    [](StudySettings* study, const QString& text) {
                      if (study->stop) study->stop->half_width = numberOf(text);
                    }},
                   kStop, tr("Half the width of the confidence interval"));
  addRow(tr("is known ±"), stop_,
         tr("Half the width that the confidence interval (95 %) may have"));
  connectStop();
}

// The first entry of the list of measures is that there is no such rule.
void StudyForm::connectStop() {
  connect(stopMeasure_, &QComboBox::activated, this, [this](int index) {
    apply(tr("Change when the study stops"), [&](StudySettings* study) {
      if (index == 0) return study->stop.reset();
      if (!study->stop) study->stop.emplace().half_width = ParameterSetting(0.01);
      study->stop->measure = stopMeasure_->itemData(index).toString().toStdString();
    });
  });
  connect(stopOf_, &QComboBox::activated, this, [this](int index) {
    apply(tr("Change when the study stops"), [index](StudySettings* study) {
      if (study->stop) study->stop->of = kKinds[index];
    });
  });
}

// The rows are made anew when measures come, go or are renamed.
void StudyForm::makeMeasures() {
  QStringList names;
  for (const StudyMeasure& measure : study().measures) names += toQt(measure.name);
  noMeasures_->setVisible(names.isEmpty());
  if (names == measureNames_) return;
  measureNames_ = names;
  measureFields_.clear();
  while (QLayoutItem* const item = measures_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();  // One of them may be asking for this.
    delete item;
  }
  for (std::size_t i = 0; i < study().measures.size(); ++i) {
    const QString name = QStringLiteral("study.measure%1").arg(i);
    const QString path = kMeasures + names[static_cast<qsizetype>(i)];
    const int row = static_cast<int>(i);
    measures_->addWidget(
        addField(&measureFields_,
                 {path, tr("Rename a measure"), nullptr,
                  [i](const StudySettings& study) { return toQt(study.measures[i].name); },
                  [i](StudySettings* study, const QString& text) {
                    StudyMeasure& measure = study->measures[i];
                    const std::string old =
                        std::exchange(measure.name, text.trimmed().toStdString());
                    if (study->stop && study->stop->measure == old) {
                      study->stop->measure = measure.name;
                    }
                  }},
                 name + QStringLiteral(".name"), tr("Name of measure %1").arg(i + 1)),
        row, 0);
    measures_->addWidget(
        addField(&measureFields_,
                 {path, tr("Change a measure"), nullptr,
                  [i](const StudySettings& study) { return toQt(study.measures[i].formula); },
                  [i](StudySettings* study, const QString& text) {
                    study->measures[i].formula = text.trimmed().toStdString();
                  }},
                 name, tr("Formula of measure %1").arg(i + 1)),
        row, 1);
    for (const std::size_t index : {2 * i, 2 * i + 1}) measureFields_[index].field->dropReset();
    auto* const remove = new QToolButton(this);
    remove->setText(QStringLiteral("−"));
    remove->setObjectName(name + QStringLiteral(".remove"));
    remove->setToolTip(tr("Remove the measure"));
    remove->setAccessibleName(remove->toolTip());
    connect(remove, &QToolButton::clicked, this, [this, i] { removeMeasure(i); });
    measures_->addWidget(remove, row, 2, Qt::AlignTop);
  }
}

// Its formula is right at once, and open for typing.
void StudyForm::addMeasure() {
  std::string signal = shown_.toStdString();
  if (signal.empty() && signal_->count() > 0) signal = signal_->itemText(0).toStdString();
  apply(tr("Add a measure"), [&](StudySettings* study) {
    study->measures.push_back({newName(study->measures), "final(" + inFormula(signal) + ")", {}});
  });
  if (!measureFields_.empty()) measureFields_.back().field->focusText();
}

void StudyForm::removeMeasure(std::size_t index) {
  apply(tr("Remove a measure"), [index](StudySettings* study) {
    const auto measure = study->measures.begin() + static_cast<std::ptrdiff_t>(index);
    if (study->stop && study->stop->measure == measure->name) study->stop.reset();
    study->measures.erase(measure);
  });
}

const StudySettings& StudyForm::study() const {
  static const StudySettings none;
  const std::optional<StudySettings>& study = document_->document().study;
  return study ? *study : none;
}

StudySettings StudyForm::changed(const Change& change) const {
  StudySettings study = this->study();
  change(&study);
  return study;
}

// What is wrong with the measures, and with which of them. What a name in a formula is of is found
// only with the diagram built: see StudyRunner::check().
StudyForm::MeasureProblem StudyForm::measureProblemOf(const StudySettings& study) const {
  std::vector<MeasureText> measures;
  for (const StudyMeasure& measure : study.measures) {
    measures.push_back({measure.name, measure.formula});
  }
  try {
    const ParameterScope scope(nullptr, document_->document().parameters, "", nullptr);
    const MeasureFormulas read(measures, scope);
  } catch (const MeasureError& error) {
    return {static_cast<qsizetype>(error.index()), toQt(error.what())};
  }
  return {};
}

// A measure may be wrong since another one was changed: what is new is a problem of that change.
QString StudyForm::problemOf(const StudySettings& candidate, const QString& path) const {
  if (path.startsWith(kMeasures)) {
    const MeasureProblem problem = measureProblemOf(candidate);
    if (problem.text.isEmpty() || problem == measureProblemOf(study())) return {};
    return problem.text;
  }
  Document document = document_->document();  // It shares its blocks with the original.
  document.study = candidate;
  std::vector<Diagnostic> problems;
  EvaluateStudy(document, &problems);
  for (const Diagnostic& problem : problems) {
    if (toQt(problem.path) == path) return toQt(problem.text);
  }
  return {};
}

void StudyForm::submit(const Field& field, const QString& text) {
  const QString name = field.field->focusProxy()->objectName();
  const Change change = [&](StudySettings* study) { field.write(study, text); };
  const QString problem = problemOf(changed(change), field.path);
  field.field->setProblem(problem);
  if (!problem.isEmpty()) {
    refused_[name] = text;
    return;
  }
  refused_.remove(name);
  apply(field.what, change);
}

void StudyForm::submitSeed(const QString& text) {
  const Document& document = document_->document();
  const QString problem = previewValue(document, document_->registry(), seedPlace(), text).problem;
  const QString name = QString::fromStdString(seedPlace().path());
  seed_->setProblem(problem);
  if (!problem.isEmpty()) {
    refused_[name] = text;
    return;
  }
  refused_.remove(name);
  setValue(document_, seedPlace(), tr("Change the seed"),
           readValue(document, document_->registry(), seedPlace(), text));
  refreshSeed();
}

// A study of which nothing is said any more is none.
void StudyForm::apply(const QString& what, const Change& change) {
  document_->edit(what, [&](Transaction* transaction) {
    StudySettings study = changed(change);
    const bool isNone = study == StudySettings();
    transaction->Apply(
        StudyEdit{isNone ? std::nullopt : std::optional<StudySettings>(std::move(study))});
  });
  refresh();
}

void StudyForm::setSignal(const QString& signal) {
  if (signal_->currentText() != signal) signal_->setEditText(signal);
  if (signal == shown_) return;
  apply(tr("Change the signal that is shown"), [&](StudySettings* study) {
    study->signal.reset();
    if (!signal.isEmpty()) study->signal = signal.toStdString();
  });
}

// A name that is being typed stays until the document has another one.
void StudyForm::refreshSignal() {
  const QString signal = toQt(study().signal.value_or(std::string()));
  if (signal == shown_) return;
  shown_ = signal;
  if (signal_->currentText() != signal) signal_->setEditText(signal);
  Q_EMIT signalChanged();
}

void StudyForm::fillSignals() {
  signal_->fill(*document_);
  add_->setEnabled(signal_->count() > 0);
}

void StudyForm::refresh() {
  makeMeasures();
  for (const std::vector<Field>* fields : {&fields_, &measureFields_}) {
    for (const Field& field : *fields) {
      const QString text = field.read(study());
      const QString name = field.field->focusProxy()->objectName();
      const bool isRefused = refused_.contains(name);
      field.field->setText(text, isRefused ? std::optional(refused_.value(name)) : std::nullopt);
      const bool canReset = fields == &fields_ && field.path != kStop;
      field.field->setGiven(canReset && !text.isEmpty(), QString());
      if (!isRefused) field.field->setProblem(QString());
    }
  }
  refreshSeed();
  refreshStop();
  refreshSignal();
}

void StudyForm::refreshSeed() {
  const SimulationSettings& simulation = document_->document().simulation;
  const QString name = QString::fromStdString(seedPlace().path());
  const bool isRefused = refused_.contains(name);
  const QString seed = settingText(simulation.Get(seedPlace().name));
  seed_->setText(seed, isRefused ? std::optional(refused_.value(name)) : std::nullopt);
  seed_->setGiven(simulation.Given(seedPlace().name) != nullptr, QStringLiteral("0"));
  if (!isRefused) seed_->setProblem(QString());
}

void StudyForm::refreshStop() {
  const QSignalBlocker blocker(stopMeasure_);
  stopMeasure_->clear();
  stopMeasure_->addItem(tr("never"));
  for (const QString& name : measureNames_) stopMeasure_->addItem(name, name);
  const std::optional<StudyStop>& stop = study().stop;
  if (stop) {
    const QString name = toQt(stop->measure);
    if (!measureNames_.contains(name)) stopMeasure_->addItem(name, name);
    stopMeasure_->setCurrentIndex(stopMeasure_->findData(name));
    const auto* const kind = std::find(std::begin(kKinds), std::end(kKinds), stop->of);
    stopOf_->setCurrentIndex(static_cast<int>(kind - std::begin(kKinds)));
  }
  stopOf_->setEnabled(stop.has_value());
  stop_->setEnabled(stop.has_value());
  quantile_->setEnabled(stop && stop->of == kKinds[2]);
}

std::vector<Diagnostic> StudyForm::showProblems(const std::vector<Diagnostic>& problems) {
  refresh();
  std::vector<Diagnostic> others;
  for (const Diagnostic& problem : problems) {
    SettingField* field = nullptr;
    const QString path = toQt(problem.path);
    for (const std::vector<Field>* fields : {&fields_, &measureFields_}) {
      for (const Field& one : *fields) {
        if (one.path == path) field = one.field;  // of two the last, which is the formula
      }
    }
    if (field != nullptr) field->setProblem(toQt(problem.text));
    if (field == nullptr) others.push_back(problem);
  }
  return others;
}

}  // namespace loopwright
