#pragma once

#include <memory>
#include <string>
#include <vector>

namespace loopwright {

class Recording;

/// @name Parts of a recording, as recordings of their own
/// What writes a recording writes a part of it as well.
/// @{

/// The signals named by `texts`, PATH.PORT or PATH.PORT[k], in this order; `*` and `?` stand for
/// any characters and for one. UsageError names one that is not there.
std::shared_ptr<const Recording> KeepSignals(const Recording& recording,
                                             const std::vector<std::string>& texts);

/// The rows of times from `begin_sec` to `end_sec`, both included.
std::shared_ptr<const Recording> KeepTimes(const Recording& recording, double begin_sec,
                                           double end_sec);

/// One row for each time, on the side `-`, in which every signal stands twice: as `PATH.PORT-` with
/// its value before the updates of that time, and as `PATH.PORT+` with the one after them, which is
/// the same where nothing was updated. For programs that take a table with one row for each time.
std::shared_ptr<const Recording> PutSidesInColumns(const Recording& recording);
/// @}

}  // namespace loopwright
