#pragma once

#include "engine/scalar/autodiff.h"

/// Names the scalars that every template of the engine is instantiated for, in its own source
/// file: LOOPWRIGHT_INSTANTIATE_CLASS(Name) writes the explicit instantiations.
#define LOOPWRIGHT_INSTANTIATE_CLASS(Name) \
  template class Name<double>;             \
  template class Name<::loopwright::AutoDiff>;

/// For the header: the instantiations live in the source file.
#define LOOPWRIGHT_DECLARE_CLASS(Name) \
  extern template class Name<double>;  \
  extern template class Name<::loopwright::AutoDiff>;
