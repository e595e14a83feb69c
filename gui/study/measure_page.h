#pragma once

#include <QWidget>
#include <cstdint>
#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace loopwright {

class Histogram;
struct StudyPicture;

/// A measure of a study: its mean, a histogram, and the runs in a range of values that is brushed
/// there or typed, with their share of the runs that have the measure. Object names:
/// `studyMeasure`, `studyMean`, `studyBrushFrom`, `studyBrushTo`, `studyShare`.
class MeasurePage : public QWidget {
  Q_OBJECT

 public:
  explicit MeasurePage(QWidget* parent = nullptr);

  /// What is shown; null for nothing.
  void setPicture(std::shared_ptr<const StudyPicture> picture);
  Histogram* histogram() const { return histogram_; }
  /// The runs in the range, ascending.
  const std::vector<uint64_t>& brushedRuns() const { return brushed_; }

 Q_SIGNALS:
  /// brushedRuns() are others.
  void brushChanged();

 private:
  void refresh();
  void typeBrush();
  void findBrushed();
  void showShare();
  QString meanText(const std::vector<double>& values) const;

  QComboBox* measure_;
  QLabel* mean_;
  QLineEdit* from_;
  QLineEdit* to_;
  QLabel* share_;
  Histogram* histogram_;
  std::shared_ptr<const StudyPicture> picture_;
  std::vector<double> values_;  // of the measure, run by run
  std::vector<uint64_t> brushed_;
};

}  // namespace loopwright
