#pragma once

#include <QSlider>
#include <QString>
#include <limits>
#include <optional>

namespace loopwright {

/// What a number may be at least and at most; infinite where nothing is said.
struct NumberBounds {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

/// What a constraint of the catalogue says of a number: `in [0, 1]`, `>= 0`, `< 0`. Others, such as
/// `>= lower`, bound nothing here.
NumberBounds boundsOf(const QString& constraint);

/// A slider for a number that is tuned. It goes over the bounds where there are two, else over a
/// decade to both sides of the number that it is shown for, and about zero from −1 to 1, as far as
/// the one bound allows. For example from 0.3 to 30 for the number 3.
class ValueSlider : public QSlider {
  Q_OBJECT

 public:
  explicit ValueSlider(QWidget* parent = nullptr);

  void setBounds(const NumberBounds& bounds) { bounds_ = bounds; }
  /// Ends of the range that were chosen by hand, in place of those that follow from the number.
  void setEnds(std::optional<double> lower, std::optional<double> upper);
  /// Puts the handle at a number. The range stays as long as the number lies in it, so that the
  /// handle is where the hand left it.
  void showNumber(double number);
  /// Where the handle is, with three digits.
  double number() const;
  /// The ends of the range.
  double lower() const { return lower_; }
  double upper() const { return upper_; }

 Q_SIGNALS:
  /// The handle was moved by hand.
  void numberMoved(double number);
  /// Esc let the handle go while it was dragged: it is to be as before.
  void dragGivenUp();

 protected:
  /// Left to the form around, which scrolls.
  void wheelEvent(QWheelEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  /// Finds the range for a number.
  void chooseRange(double number);
  void chooseEnds(double number);

  NumberBounds bounds_;
  std::optional<double> givenLower_;
  std::optional<double> givenUpper_;
  double lower_ = 0;
  double upper_ = 0;
  bool isLogarithmic_ = false;
  bool isShowing_ = false;  // the handle is being put somewhere, by no hand
  bool isGivenUp_ = false;  // the button is still down after Esc
};

}  // namespace loopwright
