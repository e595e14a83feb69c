#pragma once

#include <QDialog>
#include <QString>
#include <stop_token>

#include "engine/run/step_check.h"

class QLabel;
class QTreeWidget;

namespace loopwright {

class Background;
class BlockRegistry;
class Document;

/// How far the signals of a diagram depend on the steps of its run: it is run with its settings,
/// and twice more with half the step or a tenth of the accuracy. The dialog says in a sentence by
/// how much of its range the most sensitive signal changes, and lists all of them with the observed
/// order. The runs go on off the window's thread; closing the dialog ends them. Object names:
/// `stepCheck`, `stepCheckSummary`, `stepCheckSignals`.
class StepCheckDialog : public QDialog {
  Q_OBJECT

 public:
  /// `registry` must outlive it.
  StepCheckDialog(const Document& document, const BlockRegistry& registry,
                  QWidget* parent = nullptr);
  ~StepCheckDialog() override;

 private:
  void layOut();
  void showCheck(const StepCheck& check);
  /// One paragraph for the user.
  QString summary(const StepCheck& check) const;
  /// All rows, separated by tabs.
  void copyRows() const;

  QLabel* summary_;
  QTreeWidget* signals_;
  Background* background_;
  std::stop_source stop_;
};

}  // namespace loopwright
