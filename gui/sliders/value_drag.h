#pragma once

#include <QString>
#include <memory>

#include "gui/document/value_place.h"

namespace loopwright {

class EditGesture;

/// A value of a document while a hand drags it: the document has it at once, and with it the canvas
/// and a run that goes on. All of the drag is one step to undo.
class ValueDrag {
 public:
  /// The document must outlive it.
  explicit ValueDrag(DiagramDocument* document);
  ~ValueDrag();
  ValueDrag(const ValueDrag&) = delete;
  ValueDrag& operator=(const ValueDrag&) = delete;

  /// Whether something was dragged that is neither committed nor taken back.
  bool isOpen() const;
  /// Gives the document this value in the place of the last one. The first call begins the drag.
  void preview(const ValuePlace& place, const ParameterSetting& value);
  /// Makes the drag one step to undo.
  void commit();
  /// Takes it back.
  void cancel();

 private:
  DiagramDocument* document_;
  ValuePlace place_;
  std::unique_ptr<EditGesture> gesture_;
};

/// What the step is called that changes a parameter: "Change gain of controller".
QString changeName(const ValuePlace& place);

}  // namespace loopwright
