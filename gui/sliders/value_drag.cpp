#include "gui/sliders/value_drag.h"

#include <QCoreApplication>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/diagram_document.h"
#include "gui/language/library_text.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class SliderSteps {
  Q_DECLARE_TR_FUNCTIONS(SliderSteps)
};

}  // namespace

ValueDrag::ValueDrag(DiagramDocument* document) : document_(document) {}

ValueDrag::~ValueDrag() = default;

bool ValueDrag::isOpen() const { return gesture_ != nullptr && gesture_->isOpen(); }

// A drag that another edit has ended begins anew with the next move of the hand.
void ValueDrag::preview(const ValuePlace& place, const ParameterSetting& value) {
  if (!isOpen()) gesture_ = std::make_unique<EditGesture>(document_);
  place_ = place;
  gesture_->preview([&](Transaction* transaction) {
    applyValue(transaction, document_->registry(), place, value);
  });
}

void ValueDrag::commit() {
  if (isOpen()) gesture_->commit(changeName(place_));
  gesture_.reset();
}

void ValueDrag::cancel() { gesture_.reset(); }

// A parameter of a diagram has a name of the user's own.
QString changeName(const ValuePlace& place) {
  if (place.kind != ValuePlace::Kind::kBlock) {
    return SliderSteps::tr("Change %1").arg(QString::fromStdString(place.name));
  }
  const std::string block = SplitPath(place.owner).second;
  return SliderSteps::tr("Change %1 of %2")
      .arg(parameterLabel(place.name), QString::fromStdString(block));
}

}  // namespace loopwright
