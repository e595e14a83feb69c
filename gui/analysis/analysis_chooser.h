#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <optional>

#include "engine/document/document.h"

class QAction;
class QComboBox;
class QLineEdit;
class QToolButton;

namespace loopwright {

class DiagramDocument;
struct ChangeSet;

/// Which of the document's analyses is looked at, or none: a list of them, and a menu that keeps
/// what is looked at as a new one, renames in place, and deletes. It follows the document: an
/// analysis that an undo renames stays the chosen one, and of one that is gone nothing is left.
/// Object names: `analysisChoice`, `analysisName` (while a name is typed), `analysisMenu`, and in
/// it `analysisMenu.keep`, `.rename`, `.delete`.
class AnalysisChooser : public QWidget {
  Q_OBJECT

 public:
  /// `document` must outlive it.
  explicit AnalysisChooser(DiagramDocument* document, QWidget* parent = nullptr);

  /// Empty where none is chosen.
  QString name() const { return name_; }
  /// What the document says of the chosen one, or null.
  const AnalysisSetting* setting() const;
  /// Chooses the analysis of that name; none where there is no such one.
  void choose(const QString& name);
  /// Adds `analysis` to the document, called `analysis` or `analysis 2`, and chooses it.
  void keep(AnalysisSetting analysis);
  /// Changes the chosen analysis, as one undo step; changes of one `part` made in a second are one.
  /// Nothing happens where none is chosen.
  void change(const QString& part, const std::function<void(AnalysisSetting*)>& change);

 Q_SIGNALS:
  /// Another one is chosen: its name, or "".
  void chosen(const QString& name);
  /// The document says something else of the chosen one, or another one is chosen.
  void settingChanged();
  /// A new analysis of what is looked at is wanted; see keep().
  void keepRequested();
  /// Why a name cannot be; "": it can.
  void refused(const QString& why);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeMenu();
  void fill();
  void followDocument(const ChangeSet& changes);
  void setName(const QString& name);
  void beginRename();
  void endRename(bool stays);
  void remove();

  DiagramDocument* document_;
  QComboBox* choice_;
  QLineEdit* nameField_;
  QToolButton* button_;
  QAction* rename_ = nullptr;
  QAction* delete_ = nullptr;
  QString name_;
  qsizetype count_ = 0;                  // of analyses in the document, when it was last seen
  qsizetype index_ = -1;                 // of the chosen one among them
  std::optional<AnalysisSetting> seen_;  // what settingChanged() last told of
};

}  // namespace loopwright
