#pragma once

#include <QWidget>
#include <memory>

#include "engine/studies/path_statistics.h"

class QCPCurve;
class QCPGraph;
class QCustomPlot;
class QLabel;

namespace loopwright {

struct StudyPicture;

/// The autocorrelation or the spectrum of the signal that a study shows: the mean over its runs,
/// and the band that nine of ten single runs are in. Object names: those that it is given, of the
/// plot and of the line below.
class BandPage : public QWidget {
  Q_OBJECT

 public:
  enum class Kind { kAutocorrelation, kSpectrum };

  BandPage(Kind kind, const QString& plot, const QString& note, QWidget* parent = nullptr);

  /// What is shown; null for nothing.
  void setPicture(std::shared_ptr<const StudyPicture> picture);
  /// What is drawn.
  const PathBand& band() const { return band_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void style();

  Kind kind_;
  QCustomPlot* plot_;
  QLabel* note_;
  QCPCurve* bandCurve_;
  QCPGraph* mean_;
  std::shared_ptr<const StudyPicture> picture_;
  PathBand band_;
};

}  // namespace loopwright
