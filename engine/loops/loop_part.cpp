#include "engine/loops/loop_part.h"

#include <utility>

namespace loopwright::internal {

template <typename U>
LoopPart<U>::LoopPart(Content content)
    : content_(std::move(content)),
      data_(&content_.context->data()),
      unread_(content_.sources.size()) {
  const int first = data_->plan->nodes[0].first_input;
  for (const auto& [input, size] : content_.unknown_inputs) {
    for (int i = 0; i < size; ++i) {
      unknowns_.push_back(input < 0 ? &unread_[unknowns_.size()]
                                    : data_->inputs.fixed().at(first + input).vector.data() + i);
    }
  }
}

template <typename U>
const U& LoopPart<U>::Computed(int element) {
  const Source& source = content_.sources[element];
  if (source.entry < 0) return *unknowns_[source.element];
  data_->Evaluate(source.entry);
  return data_->entry_data(source.entry)[source.element];
}

template class LoopPart<AutoDiff>;
template class LoopPart<Expression>;

}  // namespace loopwright::internal
