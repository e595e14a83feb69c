#include "blocklib/routing/subsystem.h"

namespace loopwright {

//DESCRIPTOR
}  // namespace loopwright
