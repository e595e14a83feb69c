#include "blocklib/nonlinear/bounded_table.h"

#include "blocklib/nonlinear/table_arguments.h"

namespace loopwright {

// The start is checked by an event of its own: a witness does not see what is outside from the
// beginning.
template <typename T>
void BoundedTable<T>::FailOutside(std::vector<TableRange> ranges, const std::string& event) {
  ranges_ = std::move(ranges);
  this->DeclareInitializationPublishEvent(&BoundedTable::CheckAtStart);
  this->Watch(this->MakeWitnessFunction(event, WitnessFunctionDirection::kNegativeThenNonNegative,
                                        &BoundedTable::CalcIsOutside, &BoundedTable::Fail));
}

// A truth, and no distance: elements may leave the table at different ends, and one failure is
// enough.
template <typename T>
T BoundedTable<T>::CalcIsOutside(const Context<T>& context) const {
  BoolOf<T> any{};
  for (size_t input = 0; input < ranges_.size(); ++input) {
    const TableRange& range = ranges_[input];
    const T* u = this->input_data(context, static_cast<int>(input));
    for (int i = 0; i < range.width; ++i) {
      any = any || IsOutsideTable(u[i], range.first, range.last);
    }
  }
  return select(any, T(1), T(-1));
}

template <typename T>
EventStatus BoundedTable<T>::CheckAtStart(const Context<T>& context) const {
  return IsTrue(CalcIsOutside(context) > 0) ? Fail(context) : EventStatus::DidNothing();
}

// Ends the run with the first element that is outside, of the first input and then of the others.
template <typename T>
EventStatus BoundedTable<T>::Fail(const Context<T>& context) const {
  for (size_t input = 0; input < ranges_.size(); ++input) {
    const TableRange& range = ranges_[input];
    const T* u = this->input_data(context, static_cast<int>(input));
    for (int i = 0; i < range.width; ++i) {
      const double value = ValueOf(u[i]);
      if (!IsOutsideTable(value, range.first, range.last)) continue;
      return EventStatus::Failed(
          this, OutsideTable(range.input, i, range.width, value, range.first, range.last));
    }
  }
  return EventStatus::DidNothing();
}

LOOPWRIGHT_INSTANTIATE_CLASS(BoundedTable)

}  // namespace loopwright
