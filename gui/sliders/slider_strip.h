#pragma once

#include <QScrollArea>
#include <optional>
#include <string>
#include <vector>

#include "gui/document/value_place.h"
#include "gui/sliders/value_drag.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace loopwright {

class ValueSlider;
struct SliderSetting;

/// A parameter with its value in a field and on a slider. What the slider is dragged to the
/// document has at once, and so has a run that goes on; all of a drag is one step to undo, and Esc
/// takes it back. A text that is wrong turns the field red, and stays. The menu sets the ends of
/// the range.
/// Object names, behind `pinned.PARAMETER`: none, `.value`, `.slider`, `.unpin`; `pinnedMenu`.
class PinnedSlider : public QWidget {
  Q_OBJECT

 public:
  /// For a slider of the document, which outlives this.
  PinnedSlider(DiagramDocument* document, const SliderSetting& setting, QWidget* parent);

  /// Follows the setting, which may have another name by now, and the value of its parameter.
  void follow(const SliderSetting& setting);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void makeParts();
  /// Puts what the document says into the parts.
  void refresh();
  void refreshSlider(const QString& text);
  /// Parts of what a hand does.
  void move(double number);
  void submit();
  void giveUp();
  void askForRange();
  ValuePlace place() const;

  DiagramDocument* document_;
  std::string parameter_;
  std::optional<double> lower_;
  std::optional<double> upper_;
  ValueDrag drag_;
  QLabel* name_;
  QLineEdit* value_;
  ValueSlider* slider_;
  QToolButton* unpin_;
};

/// The sliders that a document keeps beside its plots, side by side in as many columns as have
/// room; hidden while there is none. Object name: `sliderStrip`.
class SliderStrip : public QScrollArea {
  Q_OBJECT

 public:
  /// Follows the document, which outlives it.
  explicit SliderStrip(DiagramDocument* document, QWidget* parent = nullptr);

  int count() const { return static_cast<int>(sliders_.size()); }

 Q_SIGNALS:
  /// There are more than before.
  void pinned();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  /// Puts the sliders into rows, and makes the strip as high as these.
  void arrange();

  DiagramDocument* document_;
  QWidget* content_;
  QGridLayout* grid_;
  std::vector<PinnedSlider*> sliders_;
};

/// A page in `parent` with the strip below the plots.
QWidget* withSliders(QWidget* plots, SliderStrip* strip, QWidget* parent);

}  // namespace loopwright
