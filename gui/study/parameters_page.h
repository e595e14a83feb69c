#pragma once

#include <QWidget>
#include <cstdint>
#include <memory>
#include <vector>

class QComboBox;
class QLabel;

namespace loopwright {

class Scatter;
class SensitivityBars;
struct SensitivityBar;
struct StudyPicture;

/// What a measure has to do with the random parameters: a point for each run, of which a rectangle
/// can be brushed, and with each of the parameters the rank correlation and the index of first
/// order, as bars (SensitivityBars) or, where there are none, why. Object names:
/// `studyParameter`, `studyParameterMeasure`, `studySensitivity`.
class ParametersPage : public QWidget {
  Q_OBJECT

 public:
  explicit ParametersPage(QWidget* parent = nullptr);

  /// What is shown; null for nothing.
  void setPicture(std::shared_ptr<const StudyPicture> picture);
  /// The runs that stand out, ascending.
  void setHighlighted(const std::vector<uint64_t>& runs);
  Scatter* scatter() const { return scatter_; }
  SensitivityBars* bars() const { return bars_; }

 Q_SIGNALS:
  /// These runs were brushed, or none.
  void brushed(const std::vector<uint64_t>& runs);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void showSensitivity(const std::vector<double>& measure);
  std::vector<SensitivityBar> barsOf(const std::vector<double>& measure) const;

  QComboBox* parameter_;
  QComboBox* measure_;
  QLabel* sensitivity_;  // why there are no bars
  SensitivityBars* bars_;
  Scatter* scatter_;
  std::shared_ptr<const StudyPicture> picture_;
  std::vector<uint64_t> highlighted_;
};

}  // namespace loopwright
