#include "gui/sliders/slider_pins.h"

#include <QCoreApplication>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/diagram_document.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class SliderPins {
  Q_DECLARE_TR_FUNCTIONS(SliderPins)
};

// The index of a parameter's slider, or how many there are.
size_t findSlider(const Document& document, const std::string& parameter) {
  const std::vector<SliderSetting>& sliders = document.sliders;
  const auto found = std::find_if(sliders.begin(), sliders.end(), [&](const SliderSetting& one) {
    return one.parameter == parameter;
  });
  return found - sliders.begin();
}

}  // namespace

bool isSliderPinned(const Document& document, const ValuePlace& place) {
  return findSlider(document, place.path()) < document.sliders.size();
}

void pinSlider(DiagramDocument* document, const ValuePlace& place, bool isPinned) {
  if (isSliderPinned(document->document(), place) == isPinned) return;
  const QString name =
      isPinned ? SliderPins::tr("Pin the slider of %1") : SliderPins::tr("Unpin the slider of %1");
  document->edit(name.arg(QString::fromStdString(place.path())), [&](Transaction* transaction) {
    SliderEdit edit{{}, findSlider(transaction->document(), place.path()), ListAction::kRemove, {}};
    if (isPinned) {
      edit.action = ListAction::kInsert;
      edit.value.emplace().parameter = place.path();
    }
    transaction->Apply(std::move(edit));
  });
}

void setSliderRange(DiagramDocument* document, const ValuePlace& place, std::optional<double> lower,
                    std::optional<double> upper) {
  const size_t index = findSlider(document->document(), place.path());
  if (index == document->document().sliders.size()) return;
  document->edit(SliderPins::tr("Set the range of a slider"), [&](Transaction* transaction) {
    SliderSetting slider = transaction->document().sliders[index];
    slider.lower = lower;
    slider.upper = upper;
    transaction->Apply(SliderEdit{{}, index, ListAction::kReplace, std::move(slider)});
  });
}

}  // namespace loopwright
