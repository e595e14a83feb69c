#pragma once

#include <string>
#include <string_view>

#include "engine/blocks/block_face.h"

/// Faces that several block types show.
namespace loopwright {

/// The polynomials `numerator` over `denominator`, or B(s) over A(s) where they do not fit.
Face RationalFace(const FaceParameters& parameters, const std::string& variable);

/// `gain` and the product over `zeros`, over that over `poles`; K Π(s − zᵢ) over Π(s − pᵢ) where
/// they do not fit or one is no plain number.
Face FactorsFace(const FaceParameters& parameters, const std::string& variable);

/// `left` and the only formula of the parameter `formulas`, its state called x: "ẋ = −x + u1".
/// Several are shown by their general form, and so is one that does not fit.
Face EquationFace(const FaceParameters& parameters, std::string_view formulas,
                  const std::string& left, const std::string& general);

/// The icon above the name of the file `path`.
Face FileFace(const FaceParameters& parameters);

}  // namespace loopwright
