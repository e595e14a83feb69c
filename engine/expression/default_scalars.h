#pragma once

#include "engine/expression/expression_scalar.h"
#include "engine/scalar/autodiff.h"

/// Names the scalars that the templates of the engine are instantiated for, each in its own source
/// file: LOOPWRIGHT_INSTANTIATE_CLASS(Name) writes the explicit instantiations for double, AutoDiff
/// and Expression; the one with NONSYMBOLIC leaves Expression out, for what needs numbers (a
/// simulator, a random draw).
#define LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Name) \
  template class Name<double>;                         \
  template class Name<::loopwright::AutoDiff>;
#define LOOPWRIGHT_INSTANTIATE_CLASS(Name)       \
  LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Name) \
  template class Name<::loopwright::Expression>;

/// For the header: the instantiations live in the source file.
#define LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(Name) \
  extern template class Name<double>;              \
  extern template class Name<::loopwright::AutoDiff>;
/// With Expression as well.
#define LOOPWRIGHT_DECLARE_CLASS(Name)       \
  LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(Name) \
  extern template class Name<::loopwright::Expression>;

/// The same for classes outside the engine, in the form that authors of systems know:
///
///     LOOPWRIGHT_DECLARE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_SCALARS(class ::my::Pendulum);
#define LOOPWRIGHT_DECLARE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_NONSYMBOLIC_SCALARS(SomeType) \
  extern template SomeType<double>;                                                               \
  extern template SomeType<::loopwright::AutoDiff>
/// For the source.
#define LOOPWRIGHT_DEFINE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_NONSYMBOLIC_SCALARS(SomeType) \
  template SomeType<double>;                                                                     \
  template SomeType<::loopwright::AutoDiff>
#define LOOPWRIGHT_DECLARE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_SCALARS(SomeType)        \
  LOOPWRIGHT_DECLARE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_NONSYMBOLIC_SCALARS(SomeType); \
  extern template SomeType<::loopwright::Expression>
#define LOOPWRIGHT_DEFINE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_SCALARS(SomeType)        \
  LOOPWRIGHT_DEFINE_CLASS_TEMPLATE_INSTANTIATIONS_ON_DEFAULT_NONSYMBOLIC_SCALARS(SomeType); \
  template SomeType<::loopwright::Expression>
