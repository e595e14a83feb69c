#pragma once

#include <QString>
#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace loopwright {

class DiagramDocument;

/// The form of a signal, that of a selected wire: its name and unit, whether runs record it, where
/// it comes from and goes to, when it changes, and how many elements it has. Object names:
/// `signalForm`, `signal.name`, `signal.unit`, `signal.record`, `signal.ends`, `signal.sampleTime`,
/// `signal.width`, `signal.problem`.
class SignalForm : public QWidget {
  Q_OBJECT
 public:
  /// `from` is the output, `BLOCK.PORT` of `level`.
  SignalForm(DiagramDocument* document, const QString& level, const QString& from, QWidget* parent);

  /// Takes all texts anew from the document.
  void refresh();

 Q_SIGNALS:
  /// A port was clicked: its path.
  void revealRequested(const QString& path);

 private:
  /// A port as a link that reveals it.
  QString linkTo(const std::string& key) const;
  /// Name the signal, say its unit, and choose whether runs record it, as undo steps.
  void rename();
  void changeUnit();
  void record(bool recorded);
  /// Why an edit was refused; "" hides the line.
  void showProblem(const QString& problem);

  /// The signal, by its level and output.
  DiagramDocument* document_;
  std::string level_;
  std::string from_;
  QLineEdit* name_;
  QLineEdit* unit_;
  QCheckBox* record_;
  QLabel* ends_;
  QLabel* sampleTime_;
  QLabel* width_;
  QLabel* problem_;
};

}  // namespace loopwright
