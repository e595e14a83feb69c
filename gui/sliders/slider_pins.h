#pragma once

#include <optional>

#include "gui/document/value_place.h"

namespace loopwright {

/// Whether the document has a slider for the parameter beside its plots.
bool isSliderPinned(const Document& document, const ValuePlace& place);

/// Puts one there, or takes it away, as one step to undo.
void pinSlider(DiagramDocument* document, const ValuePlace& place, bool isPinned);

/// Gives the slider of a parameter these ends of its range; none: it follows from the value.
void setSliderRange(DiagramDocument* document, const ValuePlace& place, std::optional<double> lower,
                    std::optional<double> upper);

}  // namespace loopwright
