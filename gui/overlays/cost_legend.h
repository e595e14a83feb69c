#pragma once

#include <QString>
#include <QWidget>

namespace loopwright {

/// Explains the colours of blocks by what they cost, in the upper left corner of a canvas: "time
/// 2 µs ▒▒▒ 3 ms", or says why there are none. Object name: `costLegend`.
class CostLegend : public QWidget {
  Q_OBJECT
 public:
  /// `parent` is the canvas.
  explicit CostLegend(QWidget* parent);

  /// The faintest colour is `least`, the strongest `most`.
  void showRange(const QString& title, const QString& least, const QString& most);
  void say(const QString& text);
  /// The words shown, in their order, with a dash for the colours.
  QString text() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fit();

  QString before_;  // the colours
  QString after_;
  bool hasColours_ = false;
};

}  // namespace loopwright
