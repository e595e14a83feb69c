#pragma once

#include <QDialog>
#include <QImage>
#include <memory>
#include <optional>

#include "engine/document/document.h"
#include "gui/export/figure_maker.h"
#include "gui/export/figure_responses.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace loopwright {

/// Makes a figure for a paper: what is in it, its style, size and font, and how it will look, in
/// its true size on the screen. One that is saved below the diagram's folder is remembered under
/// `export` in the file, as a step that can be undone; the list at the top leads back to it. It
/// deletes itself when it is closed. Object names: `figureDialog`; `figure.NAME` for the fields
/// file, show, analysis, view, time, from, to, columns, theory, paths, kept, style, width, widthMm,
/// height, font, fontSize, names, standalone, for the buttons save, forget, copyTikz, copySvg,
/// copyPng, and for preview and message.
class FigureDialog : public QDialog {
  Q_OBJECT

 public:
  /// `level` is what a new figure shows of the diagram, `show` what it shows at first: one of
  /// kFigureContents, or "" for the diagram. The source's document must outlive this.
  FigureDialog(const FigureSource& source, const QString& level, const QString& show,
               QWidget* parent);

  /// The run shows another instant.
  void setInstant(std::shared_ptr<const RunInstant> instant);

  /// What the fields say. `file` is that of the figure that was chosen, or one beside the diagram.
  FigureSetting setting() const;

 Q_SIGNALS:
  /// The figure was written, to this path.
  void saved(const QString& path);
  /// The run is to show the instant at this time, seconds, as the figure is of it.
  void timeWanted(double time);

 private:
  /// What the list of widths has for one that a field beside it says.
  inline static const QString kOther = QStringLiteral("other");

  // figure_dialog_fields.cpp
  void addFields();
  void addContents();
  void addAnalyses();
  void addLook();
  /// Each adds a row with a field, `figure.NAME`, that tells the preview of its changes.
  QDoubleSpinBox* addTime(const QString& name, const QString& label, const QString& usual);
  QDoubleSpinBox* addNumber(const QString& name, const QString& label, double least, double most,
                            const QString& suffix);
  QComboBox* addChoice(const QString& name, const QString& label);
  QSpinBox* addCount(const QString& name, const QString& label, int least, int most);
  QCheckBox* addBox(const QString& name, const QString& text);
  QPushButton* makeButton(const QString& name, const QString& text, void (FigureDialog::*slot)());
  /// Fills the list of figures with those of the file, and shows the one at `index` (0: a new one).
  void listFigures(int index);
  /// Puts a setting into the fields.
  void show(const FigureSetting& setting);
  /// The figure that is chosen in the list; null where it is a new one.
  const FigureSetting* chosen() const;
  /// The figure as the file that its format is known by would have it.
  MadeFigure madeAs(const QString& suffix) const;
  /// Shows the fields that say something of the figure.
  void showNeededFields(const FigureSetting& figure);
  /// Draws the preview anew.
  void refresh();
  /// Finds the response that a figure of an analysis shows.
  void analyse(const FigureSetting& figure);
  /// The word of the view that such a figure begins with, where it says none.
  QString usualView(const FigureSetting& setting) const;
  void say(const QString& text, bool isProblem);
  void save();
  void forget();
  void copyTikz();
  void copySvg();
  void copyPng();
  /// Notes a figure in the file: in place of the one of its name, or as a new one.
  void remember(const FigureSetting& figure);

  /// Puts the fields that say what is in the figure into a setting.
  void setContents(FigureSetting* setting) const;
  /// The same of a fan, where `before` is what the file says.
  void setFan(const FigureSetting& before, FigureSetting* setting) const;
  /// The same of an analysis.
  void setAnalysis(const FigureSetting& before, FigureSetting* setting) const;
  /// Why the file cannot say how the figure is made again; "" where it can.
  QString whyNotRemembered(const FigureSetting& setting) const;
  /// Asks for the instant that the figure is of, once.
  void wantInstant(const FigureSetting& setting);

  FigureSource source_;
  const QString level_;
  const QString firstShow_;
  std::optional<double> wantedTime_;  // that was asked for last
  int plotCount_ = 0;
  FigureResponses responses_;
  const std::vector<ResponseBehind> keptResponses_;  // of the analysis that its panel shows
  bool isFilling_ = true;                            // fields are set, so the preview waits
  QFormLayout* form_;
  QComboBox* file_;
  QComboBox* show_;
  QComboBox* analysis_;
  QComboBox* view_;
  QDoubleSpinBox* time_;
  QDoubleSpinBox* from_;
  QDoubleSpinBox* to_;
  QSpinBox* columns_;
  QCheckBox* theory_;
  QSpinBox* paths_;
  QCheckBox* kept_;
  QComboBox* style_;
  QComboBox* width_;
  QDoubleSpinBox* widthMm_;
  QDoubleSpinBox* height_;
  QComboBox* font_;
  QDoubleSpinBox* fontSize_;
  QCheckBox* names_;
  QCheckBox* standalone_;
  QLabel* preview_;
  QLabel* message_;
  QPushButton* save_ = nullptr;
  QPushButton* forget_ = nullptr;
  QPushButton* copyTikz_ = nullptr;
};

}  // namespace loopwright
