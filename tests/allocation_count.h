#pragma once

namespace loopwright {

/// How often the program has allocated memory until now, in all its threads: calls of malloc, which
/// operator new makes too. Tests of "nothing is allocated" compare the count before and after.
long AllocationCount();

}  // namespace loopwright
