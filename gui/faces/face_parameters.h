#pragma once

#include <QHash>
#include <QString>

#include "engine/blocks/block_face.h"

namespace loopwright {

/// The parameters of one block as the user typed them, by name, for the face that its type makes of
/// them.
class TypedParameters final : public FaceParameters {
 public:
  /// `typed` is to live as long.
  explicit TypedParameters(const QHash<QString, QString>& typed) : typed_(typed) {}

  /// See FaceParameters; here texts are those of the file, numbers as they were typed.
  std::string Text(std::string_view name) const override;
  std::string Formula(std::string_view name) const override;
  std::string Letter(std::string_view name, int i) const override;
  std::string Times(std::string_view name, std::string_view other) const override;
  std::string Polynomial(std::string_view name, std::string_view variable) const override;
  std::string PolynomialOf(const std::vector<double>& coefficients,
                           std::string_view variable) const override;
  std::string Product(std::string_view name, std::string_view variable) const override;
  std::vector<std::string> Elements(std::string_view name) const override;
  std::vector<double> Numbers(std::string_view name) const override;

 private:
  /// The text of a parameter; empty where there is none of that name.
  QString typed(std::string_view name) const;

  /// By the name of the parameter.
  const QHash<QString, QString>& typed_;
};

}  // namespace loopwright
