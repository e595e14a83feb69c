#include "gui/main_window/figure_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFontDatabase>
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

#include "engine/document/figure_words.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/export/export.h"
#include "gui/export/picture.h"
#include "gui/main_window/file_dialogs.h"
#include "gui/plots/plot_view.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kMmPerMetre = 1000;
constexpr double kMmPerInch = 25.4;

// What a list has as data for a choice that is no word of the file: the default, and another one
// that a field beside the list says.
const QString kDefault;
const QString kOther = QStringLiteral("other");

// Words of the file.
const QString kPlots = QStringLiteral("plots");
const QString kBoth = QStringLiteral("both");
const QString kMono = QStringLiteral("mono");
const QString kScreen = QStringLiteral("screen");

// Chooses what has this data; the first where nothing has.
void chooseData(QComboBox* list, const QString& data) {
  list->setCurrentIndex(std::max(0, list->findData(data)));
}

// The data of what is chosen, or nothing where it is the default.
std::optional<std::string> wordOf(const QComboBox& list) {
  const QString data = list.currentData().toString();
  return data == kDefault ? std::nullopt : std::optional(data.toStdString());
}

// A field whose least value stands for the default.
std::optional<double> numberOf(const QDoubleSpinBox& field) {
  return field.value() == field.minimum() ? std::nullopt : std::optional(field.value());
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
FigureDialog::FigureDialog(const FigureSource& source, const QString& level, QWidget* parent)
    : QDialog(parent), source_(source), level_(level) {
  setObjectName(QStringLiteral("figureDialog"));
  setWindowTitle(tr("Export a figure"));
  setAttribute(Qt::WA_DeleteOnClose);
  if (source_.recording != nullptr) {
    plotCount_ = static_cast<int>(plotsForPrint(contentsOfRun(source_.document, *source_.recording,
                                                              source_.start, source_.end))
                                      .size());
  }
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  addFields(form);
  preview_ = new QLabel;
  preview_->setObjectName(QStringLiteral("figure.preview"));
  preview_->setAccessibleName(tr("The figure in its true size"));
  preview_->setAlignment(Qt::AlignCenter);
  auto* const area = new QScrollArea;
  area->setWidget(preview_);
  area->setWidgetResizable(true);
  message_ = new QLabel;
  message_->setObjectName(QStringLiteral("figure.message"));
  message_->setWordWrap(true);
  auto* const fields = new QVBoxLayout;
  fields->addLayout(form);
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

// From what is in it to how it looks.
void FigureDialog::addFields(QFormLayout* form) {
  file_ = new QComboBox;
  file_->setObjectName(QStringLiteral("figure.file"));
  connect(file_, &QComboBox::activated, this, &FigureDialog::listFigures);
  forget_ = makeButton(QStringLiteral("forget"), tr("&Forget"), &FigureDialog::forget);
  forget_->setToolTip(
      tr("Takes the figure from the list that the diagram's file has; the figure's "
         "own file stays."));
  auto* const figures = new QHBoxLayout;
  figures->addWidget(file_, 1);
  figures->addWidget(forget_);
  form->addRow(tr("Figure"), figures);
  file_->setAccessibleName(tr("Figure"));
  show_ = makeChoice(QStringLiteral("show"));
  show_->addItem(tr("The diagram"), kDefault);
  show_->addItem(tr("The plots of the last run"), kPlots);
  show_->addItem(tr("The diagram above the plots"), kBoth);
  form->addRow(tr("Shows"), show_);
  columns_ = new QSpinBox;
  columns_->setObjectName(QStringLiteral("figure.columns"));
  columns_->setRange(1, kMostFigurePlaces);
  columns_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  connect(columns_, &QSpinBox::valueChanged, this, &FigureDialog::refresh);
  form->addRow(tr("Plots side by side"), columns_);
  style_ = makeChoice(QStringLiteral("style"));
  style_->addItem(tr("For print"), kDefault);
  style_->addItem(tr("As on the screen, in black"), kMono);
  style_->addItem(tr("As on the screen"), kScreen);
  form->addRow(tr("Style"), style_);
  width_ = makeChoice(QStringLiteral("width"));
  width_->addItem(tr("As wide as it is"), kDefault);
  for (const auto& [name, mm] : kColumnWidths) {
    width_->addItem(tr("%1: %2 mm").arg(toQt(name), locale().toString(mm)), toQt(name));
  }
  width_->addItem(tr("Another"), kOther);
  form->addRow(tr("Width"), width_);
  widthMm_ =
      makeNumber(QStringLiteral("widthMm"), kLeastFigureLength, kLargestFigureLength, tr(" mm"));
  form->addRow(tr("Another width"), widthMm_);
  height_ =
      makeNumber(QStringLiteral("height"), kLeastFigureLength - 1, kLargestFigureLength, tr(" mm"));
  height_->setSpecialValueText(tr("As follows from the width"));
  form->addRow(tr("Height"), height_);
  font_ = makeChoice(QStringLiteral("font"));
  font_->addItem(defaultFigureFont(), kDefault);
  for (const QString& family : QFontDatabase::families()) {
    if (family != defaultFigureFont()) font_->addItem(family, family);
  }
  font_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  form->addRow(tr("Font"), font_);
  fontSize_ =
      makeNumber(QStringLiteral("fontSize"), kLeastFigureFont, kLargestFigureFont, tr(" pt"));
  fontSize_->setSingleStep(0.5);
  form->addRow(tr("Size of texts"), fontSize_);
  names_ = new QCheckBox(tr("&Names of blocks beside them"));
  names_->setObjectName(QStringLiteral("figure.names"));
  standalone_ = new QCheckBox(tr("For TeX: a &document of its own"));
  standalone_->setObjectName(QStringLiteral("figure.standalone"));
  for (QCheckBox* box : {names_, standalone_}) {
    connect(box, &QCheckBox::toggled, this, &FigureDialog::refresh);
    form->addRow(box);
  }
}

QDoubleSpinBox* FigureDialog::makeNumber(const QString& name, double least, double most,
                                         const QString& suffix) {
  auto* const field = new QDoubleSpinBox;
  field->setObjectName(QStringLiteral("figure.") + name);
  field->setRange(least, most);
  field->setDecimals(1);
  field->setSuffix(suffix);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);
  connect(field, &QDoubleSpinBox::valueChanged, this, &FigureDialog::refresh);
  return field;
}

QComboBox* FigureDialog::makeChoice(const QString& name) {
  auto* const list = new QComboBox;
  list->setObjectName(QStringLiteral("figure.") + name);
  connect(list, &QComboBox::currentIndexChanged, this, &FigureDialog::refresh);
  return list;
}

QPushButton* FigureDialog::makeButton(const QString& name, const QString& text,
                                      void (FigureDialog::*slot)()) {
  auto* const button = new QPushButton(text);
  button->setObjectName(QStringLiteral("figure.") + name);
  button->setAutoDefault(false);
  connect(button, &QPushButton::clicked, this, slot);
  return button;
}

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
  show(chosen() != nullptr ? *chosen() : fresh);
}

const FigureSetting* FigureDialog::chosen() const {
  const int index = file_->currentIndex() - 1;
  const std::vector<FigureSetting>& figures = source_.document->document().figures;
  return index >= 0 ? &figures[static_cast<size_t>(index)] : nullptr;
}

// Each field that is set would draw the preview: it is drawn once, when all are.
void FigureDialog::show(const FigureSetting& setting) {
  isFilling_ = true;
  chooseData(show_, toQt(setting.show.value_or("")));
  columns_->setValue(std::max(1, FigureLayoutOf(setting.layout.value_or("")).second));
  chooseData(style_, toQt(setting.style.value_or("")));
  const bool isNumber = setting.width && setting.width->is_number();
  widthMm_->setValue(isNumber ? setting.width->number() : kColumnWidths[0].second);
  chooseData(width_, isNumber ? kOther : setting.width ? toQt(setting.width->text()) : kDefault);
  height_->setValue(setting.height.value_or(height_->minimum()));
  chooseData(font_, toQt(setting.font.value_or("")));
  fontSize_->setValue(setting.font_size.value_or(FigureOptions().fontSize));
  names_->setChecked(setting.names.value_or(false));
  standalone_->setChecked(setting.standalone.value_or(false));
  isFilling_ = false;
  refresh();
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
  setting.show = wordOf(*show_);
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
  const bool isUsual = fontSize_->value() == FigureOptions().fontSize;
  setting.font_size = isUsual ? std::nullopt : std::optional(fontSize_->value());
  setting.names = flagOf(*names_);
  setting.standalone = flagOf(*standalone_);
  return setting;
}

MadeFigure FigureDialog::madeAs(const QString& suffix) const {
  FigureSetting figure = setting();
  figure.file = "figure." + suffix.toStdString();
  return makeFigure(source_, figure);
}

// The preview is a PNG that says how many dots it has in a metre, so its true size is known.
void FigureDialog::refresh() {
  if (isFilling_) return;
  const FigureSetting figure = setting();
  columns_->setEnabled(figure.shows_plots());
  widthMm_->setEnabled(width_->currentData() == kOther);
  // Plots of TeX have their points in files, which are not copied.
  copyTikz_->setEnabled(!figure.shows_plots());
  const MadeFigure made = madeAs(QStringLiteral("png"));
  for (const char* button : {"save", "copySvg", "copyPng"}) {
    findChild<QPushButton*>(QStringLiteral("figure.") + QLatin1String(button))
        ->setEnabled(made.problem.isEmpty());
  }
  preview_->setPixmap({});
  if (!made.problem.isEmpty()) return say(made.problem, true);
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
  say(made.warning.isEmpty() ? size : size + QStringLiteral(" – ") + made.warning, false);
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
  if (isBelow) remember(figure);
  Q_EMIT saved(path);
  accept();
}

void FigureDialog::remember(const FigureSetting& figure) {
  source_.document->edit(
      tr("Remember the figure %1").arg(toQt(figure.file)), [&](Transaction* transaction) {
        const std::vector<FigureSetting>& figures = transaction->document().figures;
        const auto same =
            std::find_if(figures.begin(), figures.end(),
                         [&](const FigureSetting& other) { return other.file == figure.file; });
        const auto index = static_cast<std::size_t>(same - figures.begin());
        const ListAction action =
            same == figures.end() ? ListAction::kInsert : ListAction::kReplace;
        transaction->Apply(FigureEdit{{}, index, action, figure});
      });
}

void FigureDialog::forget() {
  const auto index = static_cast<std::size_t>(file_->currentIndex() - 1);
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
