#pragma once

#include <QWidget>

#include "gui/analysis/analysis_runner.h"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;

namespace loopwright {

struct AnalysisSetting;
struct AnalysisTrim;

/// Where a diagram is linearised: at its initial values, at an equilibrium with what is free for it
/// and what it is to have, or at a time of a run.
/// Object names: `analysisPoint`, `analysisTime`, `analysisFrees`, `analysisTargets`.
class PlaceFields : public QWidget {
  Q_OBJECT

 public:
  explicit PlaceFields(QWidget* parent = nullptr);

  /// Whether it is a place that the fields have: an analysis may be along a periodic orbit.
  bool isPlace() const;
  /// Shows the place of an analysis.
  void show(const AnalysisSetting& setting);
  /// Puts the place into an analysis, where isPlace().
  void put(AnalysisSetting* setting) const;
  /// … and into what is asked for.
  void ask(AnalysisRequest* request) const;

 Q_SIGNALS:
  /// Another place is meant.
  void changed();
  /// A person has finished a change.
  void edited();

 private:
  void connectFields();
  AnalysisPoint point() const;
  void showFields();
  void putTrim(AnalysisTrim* trim) const;

  QComboBox* point_;
  QDoubleSpinBox* time_;
  QLineEdit* frees_;          // of an equilibrium: what may change, and what it is to have
  QLineEdit* targets_;        // these in the words of the command line, with commas between
  double timeSec_ = 0;        // of a run: more exactly than the field shows it
  bool isFollowing_ = false;  // the fields follow an analysis, and no hand
};

}  // namespace loopwright
