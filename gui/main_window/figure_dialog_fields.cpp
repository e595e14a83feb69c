#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSpinBox>
#include <iterator>

#include "engine/document/analysis_words.h"
#include "engine/document/figure_words.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/main_window/figure_dialog.h"
#include "gui/theme/making.h"

// The fields of the dialog in which a figure is made.

namespace loopwright {

namespace {

constexpr double kFarTime = 1e9;  // seconds; no time of a run is before -kFarTime or behind it
constexpr int kTimeDigits = 6;

// What the file writes for the choices of the dialog's lists.
const QString kPlots = QStringLiteral("plots");
const QString kBoth = QStringLiteral("both");
const QString kInstant = QStringLiteral("instant");
const QString kTimeline = QStringLiteral("timeline");
const QString kStudy = QStringLiteral("study");
const QString kAnalysis = QStringLiteral("analysis");
const QString kMono = QStringLiteral("mono");
const QString kScreen = QStringLiteral("screen");

}  // namespace

// From what is in it to how it looks.
void FigureDialog::addFields() {
  file_ = withName(new QComboBox, QStringLiteral("figure.file"));
  connect(file_, &QComboBox::activated, this, &FigureDialog::listFigures);
  forget_ = makeButton(QStringLiteral("forget"), tr("&Forget"), &FigureDialog::forget);
  forget_->setToolTip(
      tr("Takes the figure from the list that the diagram's file has; the figure's "
         "own file stays."));
  auto* const figures = new QHBoxLayout;
  figures->addWidget(file_, 1);
  figures->addWidget(forget_);
  form_->addRow(tr("Figure"), figures);
  file_->setAccessibleName(tr("Figure"));
  addContents();
  addLook();
}

// What the figure shows. Fields that belong to one kind of content are shown with it only.
void FigureDialog::addContents() {
  show_ = addChoice(QStringLiteral("show"), tr("Shows"));
  show_->addItem(tr("The diagram"), QString());
  show_->addItem(tr("The plots of the last run"), kPlots);
  show_->addItem(tr("The diagram above the plots"), kBoth);
  show_->addItem(tr("The diagram at an instant of the run"), kInstant);
  show_->addItem(tr("The timeline of the run"), kTimeline);
  show_->addItem(tr("The fan of the study"), kStudy);
  show_->addItem(tr("An analysis"), kAnalysis);
  addAnalyses();
  time_ = addTime(QStringLiteral("time"), tr("Instant"), tr("The one that is shown"));
  from_ = addTime(QStringLiteral("from"), tr("Timeline from"), tr("The start of the run"));
  to_ = addTime(QStringLiteral("to"), tr("Timeline to"), tr("The end of the run"));
  columns_ = addCount(QStringLiteral("columns"), tr("Plots side by side"), 1, kMostFigurePlaces);
  theory_ = addBox(QStringLiteral("theory"), tr("Theor&y over the fan"));
  paths_ = addCount(QStringLiteral("paths"), tr("Single runs"), 0, kMostFigurePaths);
  paths_->setSpecialValueText(tr("None"));
  kept_ = addBox(QStringLiteral("kept"), tr("The study that was &kept"));
  kept_->setToolTip(
      tr("Behind the fan, the present run or the analysis. Where it is of none of the diagram's "
         "variants it cannot be made again from the file: such a figure is written, and not "
         "remembered."));
}

// The analyses of the file, and the views of one.
void FigureDialog::addAnalyses() {
  analysis_ = addChoice(QStringLiteral("analysis"), tr("Analysis"));
  for (const AnalysisSetting& analysis : source_.document->document().analyses) {
    analysis_->addItem(toQt(analysis.name), toQt(analysis.name));
  }
  view_ = addChoice(QStringLiteral("view"), tr("View"));
  const QString names[] = {tr("Gain and phase"), tr("Nyquist"), tr("Nichols"),
                           tr("Poles and zeros"), tr("Step")};
  static_assert(std::size(names) == std::size(kAnalysisViews));
  for (std::size_t i = 0; i < std::size(names); ++i) {
    view_->addItem(names[i], toQt(kAnalysisViews[i]));
  }
}

// How it looks and how large it is.
void FigureDialog::addLook() {
  style_ = addChoice(QStringLiteral("style"), tr("Style"));
  style_->addItem(tr("For print"), QString());
  style_->addItem(tr("As on the screen, in black"), kMono);
  style_->addItem(tr("As on the screen"), kScreen);
  width_ = addChoice(QStringLiteral("width"), tr("Width"));
  width_->addItem(tr("As wide as it is"), QString());
  for (const auto& [name, mm] : kColumnWidths) {
    width_->addItem(tr("%1: %2 mm").arg(toQt(name), locale().toString(mm)), toQt(name));
  }
  width_->addItem(tr("Another"), kOther);
  widthMm_ = addNumber(QStringLiteral("widthMm"), tr("Another width"), kLeastFigureLength,
                       kLargestFigureLength, tr(" mm"));
  height_ = addNumber(QStringLiteral("height"), tr("Height"), kLeastFigureLength - 1,
                      kLargestFigureLength, tr(" mm"));
  height_->setSpecialValueText(tr("As follows from the width"));
  font_ = addChoice(QStringLiteral("font"), tr("Font"));
  font_->addItem(tr("The font of the style"), QString());
  for (const QString& family : QFontDatabase::families()) font_->addItem(family, family);
  font_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  fontSize_ = addNumber(QStringLiteral("fontSize"), tr("Size of texts"), kLeastFigureFont - 0.5,
                        kLargestFigureFont, tr(" pt"));
  fontSize_->setSpecialValueText(
      tr("%1 pt, for TeX %2 pt").arg(FigureOptions::kPrintSize).arg(FigureOptions::kTexSize));
  fontSize_->setSingleStep(0.5);
  names_ = addBox(QStringLiteral("names"), tr("&Names of blocks beside them"));
  standalone_ = addBox(QStringLiteral("standalone"), tr("For TeX: a &document of its own"));
}

QCheckBox* FigureDialog::addBox(const QString& name, const QString& text) {
  auto* const box = withName(new QCheckBox(text), QStringLiteral("figure.") + name);
  connect(box, &QCheckBox::toggled, this, &FigureDialog::refresh);
  form_->addRow(box);
  return box;
}

QSpinBox* FigureDialog::addCount(const QString& name, const QString& label, int least, int most) {
  auto* const field = withName(new QSpinBox, QStringLiteral("figure.") + name);
  field->setRange(least, most);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);
  connect(field, &QSpinBox::valueChanged, this, &FigureDialog::refresh);
  form_->addRow(label, field);
  return field;
}

// Its least value stands for what is usual.
QDoubleSpinBox* FigureDialog::addTime(const QString& name, const QString& label,
                                      const QString& usual) {
  QDoubleSpinBox* const field = addNumber(name, label, -kFarTime, kFarTime, tr(" s"));
  field->setDecimals(kTimeDigits);
  field->setSpecialValueText(usual);
  return field;
}

QDoubleSpinBox* FigureDialog::addNumber(const QString& name, const QString& label, double least,
                                        double most, const QString& suffix) {
  auto* const field = withName(new QDoubleSpinBox, QStringLiteral("figure.") + name);
  field->setRange(least, most);
  field->setDecimals(1);
  field->setSuffix(suffix);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);
  connect(field, &QDoubleSpinBox::valueChanged, this, &FigureDialog::refresh);
  form_->addRow(label, field);
  return field;
}

QComboBox* FigureDialog::addChoice(const QString& name, const QString& label) {
  auto* const list = withName(new QComboBox, QStringLiteral("figure.") + name);
  connect(list, &QComboBox::currentIndexChanged, this, &FigureDialog::refresh);
  form_->addRow(label, list);
  return list;
}

// No button is the one that Enter presses: Enter in a field of numbers ends its editing, and should
// not save a file.
QPushButton* FigureDialog::makeButton(const QString& name, const QString& text,
                                      void (FigureDialog::*slot)()) {
  auto* const button = withName(new QPushButton(text), QStringLiteral("figure.") + name);
  button->setAutoDefault(false);
  connect(button, &QPushButton::clicked, this, slot);
  return button;
}

}  // namespace loopwright
