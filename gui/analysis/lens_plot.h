#pragma once

#include <QWidget>
#include <memory>
#include <optional>

class QCustomPlot;

namespace loopwright {

struct ResponsePicture;

/// What one continuous sine becomes behind samplers and holds, as bars: at its own frequency ω,
/// with gain and phase and how much of that phase is the hold's, and whole sampling frequencies
/// away from there. ω is that of the frequency cursor. Object names: `lensPlot`, and in it
/// `plotArea`.
class LensPlot : public QWidget {
  Q_OBJECT

 public:
  explicit LensPlot(QWidget* parent = nullptr);

  /// What is drawn, while this is shown; null, and a picture without a lens, for nothing.
  void setPicture(std::shared_ptr<const ResponsePicture> picture);
  /// rad/s; without a cursor it is the middle one of the picture.
  void setFrequency(std::optional<double> frequency);
  /// Whether the picture is of a diagram that has changed since: then it is drawn paler.
  void setStale(bool stale);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void draw();

  QCustomPlot* plot_;
  std::shared_ptr<const ResponsePicture> picture_;
  std::optional<double> frequency_;
  bool isStale_ = false;
};

}  // namespace loopwright
