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

/// The same for classes outside the engine, in the form that authors of systems know:
///
///     LOOPWRIGHT_DECLARE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_SCALARS(class ::my::Pendulum);
#define LOOPWRIGHT_DECLARE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_SCALARS(SomeType) \
  extern template SomeType<double>;                                                   \
  extern template SomeType<::loopwright::AutoDiff>
#define LOOPWRIGHT_DEFINE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_SCALARS(SomeType) \
  template SomeType<double>;                                                         \
  template SomeType<::loopwright::AutoDiff>
/// Likewise without the symbolic scalar.
#define LOOPWRIGHT_DECLARE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_NONSYMBOLIC_SCALARS(SomeType) \
  extern template SomeType<double>;                                                               \
  extern template SomeType<::loopwright::AutoDiff>
#define LOOPWRIGHT_DEFINE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_NONSYMBOLIC_SCALARS(SomeType) \
  template SomeType<double>;                                                                     \
  template SomeType<::loopwright::AutoDiff>
