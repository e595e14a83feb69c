#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "engine/document/document.h"
#include "engine/studies/path_statistics.h"

class QCPCurve;
class QCPGraph;
class QCustomPlot;
class QLabel;

namespace loopwright {

class BlockRegistry;
class SpectrumTheories;
struct StudyPicture;

/// The autocorrelation or the spectrum of the signal that a study shows: the mean over its runs,
/// the band that nine of ten single runs are in, and beside the spectrum of what is linear in
/// noises its theory. Object names: those that it is given, of the plot and of the line below.
class BandPage : public QWidget {
  Q_OBJECT

 public:
  enum class Kind { kAutocorrelation, kSpectrum };

  BandPage(Kind kind, const QString& plot, const QString& note, QWidget* parent = nullptr);

  /// A study of this document begins.
  void setStudy(const Document& document, const BlockRegistry& registry);
  /// What is shown; null for nothing.
  void setPicture(std::shared_ptr<const StudyPicture> picture);
  /// What is drawn.
  const PathBand& band() const { return band_; }
  /// The density by theory at each frequency of the band but 0; empty where there is none.
  const std::vector<double>& theory() const { return theoryDensities_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void findTheory();
  void style();

  Kind kind_;
  QCustomPlot* plot_;
  QLabel* note_;
  QCPCurve* bandCurve_;
  QCPGraph* mean_;
  QCPGraph* theory_;
  Document document_;
  SpectrumTheories* theories_ = nullptr;  ///< of the study's runs; null before the first one
  std::vector<double> theoryDensities_;
  std::shared_ptr<const StudyPicture> picture_;
  PathBand band_;
};

}  // namespace loopwright
