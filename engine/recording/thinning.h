#pragma once

#include <cstdint>
#include <memory>

namespace loopwright {

class Recording;

/// A copy of a recording that has at most half of its rows: the newest quarter as it is, and of the
/// older rows those that show how far each signal went up and down.
///
/// The older rows are taken in groups of so many rows that of each no more than a quarter is left:
/// the first one, and for every column the one with its least and the one with its greatest finite
/// value. A row on one side of an update stays together with the row on the other side. Applied
/// again and again while a recording grows, older parts become coarser and coarser, yet every
/// envelope over a group or more stays what it was.
///
/// The recording has LeastRowsToThin() rows or more; it may go on being read. `thinned_until()` of
/// the copy says from when on all rows are there.
std::shared_ptr<Recording> ThinOlderRows(const Recording& recording);

/// Fewer rows of so many columns cannot be thinned.
int64_t LeastRowsToThin(int columns);

}  // namespace loopwright
