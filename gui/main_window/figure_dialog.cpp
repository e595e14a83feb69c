#include "gui/main_window/figure_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/document/figure_words.h"
#include "engine/run/run_instant.h"
#include "engine/studies/study_plan.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/export/export.h"
#include "gui/export/picture.h"
#include "gui/main_window/file_dialogs.h"
#include "gui/plots/plot_view.h"
#include "gui/study/study_picture.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kMmPerMetre = 1000;
constexpr double kMmPerInch = 25.4;

// Chooses what has this data; the first where nothing has.
void chooseData(QComboBox* list, const QString& data) {
  list->setCurrentIndex(std::max(0, list->findData(data)));
}

// The data of what is chosen, or nothing where it is the default, which has none.
std::optional<std::string> wordOf(const QComboBox& list) {
  const QString data = list.currentData().toString();
  return data.isEmpty() ? std::nullopt : std::optional(data.toStdString());
}

// A field whose least value stands for the default.
std::optional<double> numberOf(const QDoubleSpinBox& field) {
  return field.value() == field.minimum() ? std::nullopt : std::optional(field.value());
}

// The same of a time, which has more digits in the file than in the field.
std::optional<double> timeOf(const QDoubleSpinBox& field, const std::optional<double>& before) {
  const std::optional<double> time = numberOf(field);
  const bool isSame = time && before && std::abs(*time - *before) < std::pow(10, -field.decimals());
  return isSame ? before : time;
}

std::optional<bool> flagOf(const QCheckBox& box) {
  return box.isChecked() ? std::optional(true) : std::nullopt;
}

// How many pixels an inch of the screen has. One that does not know its size is taken as usual.
double dotsPerInch(const QScreen& screen) {
  constexpr double kLeast = 50;
  constexpr double kMost = 400;
  const double physical = screen.physicalDotsPerInch();
  return physical >= kLeast && physical <= kMost ? physical : screen.logicalDotsPerInch();
}

}  // namespace

// The fields stand at the left, the figure beside them.
FigureDialog::FigureDialog(const FigureSource& source, const QString& level, const QString& show,
                           QWidget* parent)
    : QDialog(parent),
      source_(source),
      level_(level),
      firstShow_(show),
      responses_(source.document),
      keptResponses_(source.responsesBehind) {
  setObjectName(QStringLiteral("figureDialog"));
  setWindowTitle(tr("Export a figure"));
  setAttribute(Qt::WA_DeleteOnClose);
  if (source_.recording != nullptr) {
    plotCount_ = static_cast<int>(
        contentsOfRun(source_.document, *source_.recording, source_.start, source_.end).size());
  }
  form_ = new QFormLayout;
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  addFields();
  preview_ = withName(new QLabel, QStringLiteral("figure.preview"));
  preview_->setAccessibleName(tr("The figure in its true size"));
  preview_->setAlignment(Qt::AlignCenter);
  auto* const area = new QScrollArea;
  area->setWidget(preview_);
  area->setWidgetResizable(true);
  message_ = withName(new QLabel, QStringLiteral("figure.message"));
  message_->setAlignment(Qt::AlignCenter);
  message_->setWordWrap(true);
  auto* const fields = new QVBoxLayout;
  fields->addLayout(form_);
  fields->addStretch(1);
  auto* const picture = new QVBoxLayout;
  picture->addWidget(area, 1);
  picture->addWidget(message_);
  auto* const parts = new QHBoxLayout;
  parts->addLayout(fields);
  parts->addLayout(picture, 1);
  auto* const buttons = new QHBoxLayout;
  copyTikz_ = makeButton(QStringLiteral("copyTikz"), tr("Copy as &TikZ"), &FigureDialog::copyTikz);
  buttons->addWidget(copyTikz_);
  buttons->addWidget(
      makeButton(QStringLiteral("copySvg"), tr("Copy as S&VG"), &FigureDialog::copySvg));
  buttons->addWidget(
      makeButton(QStringLiteral("copyPng"), tr("Copy as &PNG"), &FigureDialog::copyPng));
  buttons->addStretch(1);
  save_ = makeButton(QStringLiteral("save"), tr("&Save…"), &FigureDialog::save);
  save_->setDefault(true);
  buttons->addWidget(save_);
  auto* const close = new QPushButton(tr("Close"));
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  buttons->addWidget(close);
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(parts, 1);
  layout->addLayout(buttons);
  resize(scaled(900), scaled(560));
  listFigures(0);
}

// A new figure first, then those that the file remembers; the chosen one fills the fields.
void FigureDialog::listFigures(int index) {
  file_->clear();
  file_->addItem(tr("A new figure"));
  for (const FigureSetting& figure : source_.document->document().figures) {
    file_->addItem(toQt(figure.file));
  }
  file_->setCurrentIndex(index);
  forget_->setEnabled(index > 0);
  FigureSetting fresh;
  fresh.width = ParameterSetting(std::string(kColumnWidths[0].first));
  if (!level_.isEmpty()) fresh.level = level_.toStdString();
  if (!firstShow_.isEmpty()) fresh.show = firstShow_.toStdString();
  show(chosen() != nullptr ? *chosen() : fresh);
}

const FigureSetting* FigureDialog::chosen() const {
  const int index = file_->currentIndex() - 1;
  const std::vector<FigureSetting>& figures = source_.document->document().figures;
  return index >= 0 ? &figures[index] : nullptr;
}

// Each field that is set would draw the preview: it is drawn once, when all are.
void FigureDialog::show(const FigureSetting& setting) {
  isFilling_ = true;
  chooseData(show_, toQt(setting.show.value_or("")));
  chooseData(analysis_, setting.analysis ? toQt(*setting.analysis) : source_.shownAnalysis);
  chooseData(view_, setting.view ? toQt(*setting.view) : usualView(setting));
  time_->setValue(setting.time.value_or(time_->minimum()));
  from_->setValue(setting.from.value_or(from_->minimum()));
  to_->setValue(setting.to.value_or(to_->minimum()));
  columns_->setValue(std::max(1, FigureLayoutOf(setting.layout.value_or("")).second));
  theory_->setChecked(setting.theory.value_or(false));
  paths_->setValue(static_cast<int>(setting.paths.value_or(0)));
  kept_->setChecked(setting.beside.has_value());
  chooseData(style_, toQt(setting.style.value_or("")));
  const bool isNumber = setting.width && setting.width->is_number();
  widthMm_->setValue(isNumber ? setting.width->number() : kColumnWidths[0].second);
  chooseData(width_, isNumber ? kOther : setting.width ? toQt(setting.width->text()) : QString());
  height_->setValue(setting.height.value_or(height_->minimum()));
  chooseData(font_, toQt(setting.font.value_or("")));
  fontSize_->setValue(setting.font_size.value_or(fontSize_->minimum()));
  names_->setChecked(setting.names.value_or(false));
  standalone_->setChecked(setting.standalone.value_or(false));
  isFilling_ = false;
  refresh();
}

// That of the panel where the figure is a new one, or the first one of the analysis.
QString FigureDialog::usualView(const FigureSetting& setting) const {
  const AnalysisSetting* const analysis =
      source_.document->document().FindAnalysis(analysis_->currentText().toStdString());
  const bool isShown = !setting.analysis && !source_.shownView.isEmpty();
  if (isShown || analysis == nullptr || analysis->views.empty()) return source_.shownView;
  return toQt(analysis->views.front());
}

// What the dialog has no field for, such as which of the plots are shown, stays as it is.
FigureSetting FigureDialog::setting() const {
  FigureSetting setting;
  if (chosen() != nullptr) {
    setting = *chosen();
  } else {
    setting.file = source_.document->displayName().toStdString() + ".pdf";
    if (!level_.isEmpty()) setting.level = level_.toStdString();
  }
  setContents(&setting);
  const int columns = columns_->value();
  if (!setting.shows_plots() || columns == 1) {
    if (FigureLayoutOf(setting.layout.value_or("")).second != 1) setting.layout.reset();
  } else if (FigureLayoutOf(setting.layout.value_or("")).second != columns) {
    const int count = setting.plots.empty() ? plotCount_ : static_cast<int>(setting.plots.size());
    const int rows = std::clamp((count + columns - 1) / columns, 1, kMostFigurePlaces);
    setting.layout = std::to_string(rows) + 'x' + std::to_string(columns);
  }
  setting.style = wordOf(*style_);
  const std::optional<std::string> width = wordOf(*width_);
  setting.width = width ? std::optional(ParameterSetting(*width)) : std::nullopt;
  if (width_->currentData() == kOther) setting.width = ParameterSetting(widthMm_->value());
  setting.height = numberOf(*height_);
  setting.font = wordOf(*font_);
  setting.font_size = numberOf(*fontSize_);
  setting.names = flagOf(*names_);
  setting.standalone = flagOf(*standalone_);
  return setting;
}

// What the figure does not show, it says nothing of. The instant that is shown has its time in the
// file, and the signal of the fan its path, so that they are found again.
void FigureDialog::setContents(FigureSetting* setting) const {
  const bool isNew = chosen() == nullptr;
  const FigureSetting before = *setting;
  setting->show = wordOf(*show_);
  for (std::optional<double>* time : {&setting->time, &setting->from, &setting->to}) time->reset();
  for (std::optional<std::string>* name :
       {&setting->signal, &setting->variant, &setting->beside, &setting->analysis, &setting->view,
        &setting->input, &setting->output}) {
    name->reset();
  }
  setting->theory.reset();
  setting->paths.reset();
  if (setting->shows_instant()) {
    setting->time = timeOf(*time_, before.time);
    if (!setting->time && source_.instant != nullptr) setting->time = source_.instant->time;
  } else if (setting->shows_timeline()) {
    setting->from = timeOf(*from_, before.from);
    setting->to = timeOf(*to_, before.to);
  } else if (setting->shows_study()) {
    setFan(before, setting);
  } else if (setting->shows_analysis()) {
    setAnalysis(before, setting);
  } else if (setting->shows_plots()) {
    setting->variant = before.variant;
    if (kept_->isChecked()) setting->beside = before.beside;
  }
  // A new figure of a kind of its own gets a name that says so, and does not write over the
  // diagram's.
  const bool hasOwnName = setting->shows_instant() || setting->shows_timeline() ||
                          setting->shows_study() || setting->shows_analysis();
  if (isNew && hasOwnName) {
    setting->file = source_.document->displayName().toStdString() + "-" + *setting->show + ".pdf";
  }
}

// Of a study of another variant than the first, and of a kept study of a variant, the file has the
// name.
void FigureDialog::setFan(const FigureSetting& before, FigureSetting* setting) const {
  setting->theory = flagOf(*theory_);
  if (paths_->value() > 0) setting->paths = paths_->value();
  setting->signal = before.signal;
  setting->variant = before.variant;
  const StudyPicture* const study = source_.study.get();
  std::vector<Diagnostic> problems;
  const auto variants = EvaluateStudy(source_.document->document(), &problems).variants;
  const bool hasSignal = study != nullptr && study->signal >= 0;
  if (!setting->signal && hasSignal) {
    setting->signal = study->signals[study->signal];
    const std::string variant = variantWith(variants, study->overrides);
    if (!variant.empty() && variant != variants.front().name) setting->variant = variant;
  }
  if (!kept_->isChecked()) return;
  setting->beside = before.beside;
  if (setting->beside || study == nullptr || study->comparison == nullptr) return;
  const std::string kept = variantWith(variants, study->comparison->overrides);
  if (!kept.empty()) setting->beside = kept;
}

// The input and the output are those of an analysis that has several; another one has others.
void FigureDialog::setAnalysis(const FigureSetting& before, FigureSetting* setting) const {
  setting->analysis = wordOf(*analysis_);
  setting->view = wordOf(*view_);
  setting->variant = before.variant;
  if (kept_->isChecked()) setting->beside = before.beside;
  if (before.analysis != setting->analysis) return;
  setting->input = before.input;
  setting->output = before.output;
}

// A kept study of another diagram is known in the window alone, and so are runs and curves that
// were kept.
QString FigureDialog::whyNotRemembered(const FigureSetting& setting) const {
  if (!kept_->isChecked() || setting.beside) return {};
  if (setting.shows_study()) {
    return tr("The file will not remember this figure: the kept study (%1) is none of the "
              "study's variants. Add it to them, and it is remembered.")
        .arg(source_.keptName);
  }
  const bool hasRuns = setting.shows_plots() && !source_.behind.empty();
  const bool hasCurves = setting.shows_analysis() && !source_.responsesBehind.empty();
  if (!hasRuns && !hasCurves) return {};
  return tr(
      "The file will not remember this figure: what stands behind is kept in this window "
      "alone. A variant of the study may stand there, and is remembered.");
}

void FigureDialog::setInstant(std::shared_ptr<const RunInstant> instant) {
  source_.instant = std::move(instant);
  refresh();
}

// What comes is the last instant up to that time, which need not be at it: asking again would bring
// the same.
void FigureDialog::wantInstant(const FigureSetting& setting) {
  const std::optional<double> time =
      setting.shows_instant() ? timeOf(*time_, setting.time) : std::nullopt;
  if (!time || time == wantedTime_) return;
  wantedTime_ = time;
  Q_EMIT timeWanted(*time);
}

// What is saved for TeX is laid out for another size of texts, also where it is shown.
MadeFigure FigureDialog::madeAs(const QString& suffix) const {
  FigureSetting figure = setting();
  const bool isForTex = figure.file.ends_with(".tex");
  if (isForTex && !figure.font_size) figure.font_size = FigureOptions::kTexSize;
  figure.file = "figure." + suffix.toStdString();
  return makeFigure(source_, figure);
}

// A field that says nothing of the figure has no row.
void FigureDialog::showNeededFields(const FigureSetting& figure) {
  form_->setRowVisible(columns_, figure.shows_plots());
  form_->setRowVisible(time_, figure.shows_instant());
  for (QWidget* field : {from_, to_}) form_->setRowVisible(field, figure.shows_timeline());
  for (QWidget* field : std::initializer_list<QWidget*>{theory_, paths_}) {
    form_->setRowVisible(field, figure.shows_study());
  }
  for (QWidget* field : {analysis_, view_}) form_->setRowVisible(field, figure.shows_analysis());
  const bool hasBehind = (figure.shows_plots() && !source_.behind.empty()) ||
                         (figure.shows_analysis() && !source_.responsesBehind.empty());
  form_->setRowVisible(kept_, figure.shows_study() || hasBehind || figure.beside);
  kept_->setText(figure.shows_plots()      ? tr("The runs that are drawn &behind")
                 : figure.shows_analysis() ? tr("The curves that were &kept")
                                           : tr("The study that was &kept"));
  form_->setRowVisible(widthMm_, width_->currentData() == kOther);
}

// The preview is a PNG that says how many dots it has in a metre, so its true size is known.
void FigureDialog::refresh() {
  if (isFilling_) return;
  const FigureSetting figure = setting();
  const bool hasCurves = figure.shows_plots() || figure.shows_study() || figure.shows_analysis();
  source_.showsKept = hasCurves && kept_->isChecked();
  if (figure.shows_analysis()) analyse(figure);
  showNeededFields(figure);
  wantInstant(figure);
  const MadeFigure made = madeAs(QStringLiteral("png"));
  // Curves of TeX have their points in files, which are not copied.
  copyTikz_->setEnabled(!hasCurves && made.problem.isEmpty());
  for (const char* button : {"save", "copySvg", "copyPng"}) {
    findChild<QPushButton*>(QStringLiteral("figure.") + QLatin1String(button))
        ->setEnabled(made.problem.isEmpty());
  }
  preview_->setPixmap({});
  if (!made.problem.isEmpty()) return say(made.problem, true);
  // The preview has the true size of the figure: its millimetres, as many pixels of this screen.
  const QImage image = QImage::fromData(made.files.front().second, "PNG");
  const QSizeF mm(image.width() * kMmPerMetre / image.dotsPerMeterX(),
                  image.height() * kMmPerMetre / image.dotsPerMeterY());
  const double ratio = devicePixelRatioF();
  const QSize pixels = (mm / kMmPerInch * dotsPerInch(*screen()) * ratio).toSize();
  QPixmap pixmap =
      QPixmap::fromImage(image.scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
  pixmap.setDevicePixelRatio(ratio);
  preview_->setPixmap(pixmap);
  const QString size =
      tr("%1 × %2 mm")
          .arg(locale().toString(mm.width(), 'f', 1), locale().toString(mm.height(), 'f', 1));
  QStringList texts{size, made.warning, whyNotRemembered(figure)};
  texts.removeAll(QString());
  say(texts.join(QStringLiteral(" – ")), false);
}

// What is kept is of the analysis that the panel shows. Each analysis is made once.
void FigureDialog::analyse(const FigureSetting& figure) {
  const bool isShown = figure.analysis && toQt(*figure.analysis) == source_.shownAnalysis;
  source_.responsesBehind = isShown ? keptResponses_ : std::vector<ResponseBehind>();
  QGuiApplication::setOverrideCursor(Qt::WaitCursor);
  responses_.find(figure, &source_);
  QGuiApplication::restoreOverrideCursor();
}

void FigureDialog::say(const QString& text, bool isProblem) {
  message_->setText(text);
  message_->setProperty("role", isProblem ? "error" : "secondary");
  // A style sheet looks at properties when a widget is polished.
  message_->style()->unpolish(message_);
  message_->style()->polish(message_);
}

// The name decides where it is and of which format. Below the diagram's folder the file can be made
// again from there, elsewhere it is only written.
void FigureDialog::save() {
  FigureSetting figure = setting();
  const QString diagram = source_.document->filePath();
  const QDir folder = QFileInfo(diagram).dir();
  const QString proposed =
      diagram.isEmpty() ? toQt(figure.file) : folder.filePath(toQt(figure.file));
  const QString path =
      askForNewFile(this, tr("Save the figure"), proposed,
                    tr("PDF document (*.pdf);;SVG drawing (*.svg);;PNG picture (*.png);;TikZ for "
                       "TeX (*.tex)"));
  if (path.isEmpty()) return;
  const QString file = folder.relativeFilePath(path);
  const bool isBelow =
      !diagram.isEmpty() && QDir::isRelativePath(file) && !file.startsWith(QStringLiteral("../"));
  figure.file = (isBelow ? file : QFileInfo(path).fileName()).toStdString();
  const MadeFigure made = makeFigure(source_, figure);
  QString problem = made.problem;
  QStringList written;
  if (problem.isEmpty()) {
    problem = writeFigure(made, isBelow ? folder.path() : QFileInfo(path).path(), &written);
  }
  if (!problem.isEmpty()) return say(problem, true);
  if (isBelow && whyNotRemembered(figure).isEmpty()) remember(figure);
  Q_EMIT saved(path);
  accept();
}

// Writes the figure into `export` of the document: in place of one of the same file, else at the
// end.
void FigureDialog::remember(const FigureSetting& figure) {
  source_.document->edit(
      tr("Remember the figure %1").arg(toQt(figure.file)), [&](Transaction* transaction) {
        const std::vector<FigureSetting>& figures = transaction->document().figures;
        const auto same =
            std::find_if(figures.begin(), figures.end(),
                         [&](const FigureSetting& other) { return other.file == figure.file; });
        const std::size_t index = same - figures.begin();
        const ListAction action =
            same == figures.end() ? ListAction::kInsert : ListAction::kReplace;
        transaction->Apply(FigureEdit{{}, index, action, figure});
      });
}

// Takes the chosen figure out of `export`; its file stays.
void FigureDialog::forget() {
  const std::size_t index = file_->currentIndex() - 1;
  source_.document->edit(tr("Forget the figure %1").arg(file_->currentText()),
                         [&](Transaction* transaction) {
                           transaction->Apply(FigureEdit{{}, index, ListAction::kRemove, {}});
                         });
  listFigures(0);
}

void FigureDialog::copyTikz() {
  const MadeFigure made = madeAs(QStringLiteral("tex"));
  QApplication::clipboard()->setText(QString::fromUtf8(made.files.front().second));
}

// As a drawing, and as text for those who take no drawings.
void FigureDialog::copySvg() {
  const QByteArray bytes = madeAs(QStringLiteral("svg")).files.front().second;
  auto* const content = new QMimeData;
  content->setData(QStringLiteral("image/svg+xml"), bytes);
  content->setText(QString::fromUtf8(bytes));
  QApplication::clipboard()->setMimeData(content);
}

void FigureDialog::copyPng() {
  QApplication::clipboard()->setImage(
      QImage::fromData(madeAs(QStringLiteral("png")).files.front().second, "PNG"));
}

}  // namespace loopwright
