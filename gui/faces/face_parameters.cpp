#include "gui/faces/face_parameters.h"

#include "gui/document/qt_text.h"
#include "gui/faces/formula_text.h"

namespace loopwright {

QString TypedParameters::typed(std::string_view name) const { return typed_.value(toQt(name)); }

std::string TypedParameters::Text(std::string_view name) const { return typed(name).toStdString(); }

std::string TypedParameters::Formula(std::string_view name) const {
  return withRealMinus(typed(name)).toStdString();
}

std::string TypedParameters::Letter(std::string_view name, int i) const {
  return withRealMinus(typed(name).mid(i, 1)).toStdString();
}

std::string TypedParameters::Times(std::string_view name, std::string_view other) const {
  return productText(typed(name), toQt(other)).toStdString();
}

std::string TypedParameters::Polynomial(std::string_view name, std::string_view variable) const {
  return polynomialText(textElements(typed(name)), toQt(variable)).toStdString();
}

std::string TypedParameters::PolynomialOf(const std::vector<double>& coefficients,
                                          std::string_view variable) const {
  QStringList texts;
  for (const double coefficient : coefficients) texts += QString::number(coefficient, 'g', 3);
  return polynomialText(texts, toQt(variable)).toStdString();
}

std::string TypedParameters::Product(std::string_view name, std::string_view variable) const {
  return factoredText(textElements(typed(name)), toQt(variable)).toStdString();
}

std::vector<std::string> TypedParameters::Elements(std::string_view name) const {
  std::vector<std::string> elements;
  for (const QString& element : textElements(typed(name))) {
    elements.push_back(withRealMinus(element).toStdString());
  }
  return elements;
}

std::vector<double> TypedParameters::Numbers(std::string_view name) const {
  const QString text = typed(name);
  std::vector<double> numbers = numberElements(text);
  if (!numbers.empty()) return numbers;
  for (const auto& row : numberRows(text)) numbers.push_back(row.front());
  return numbers;
}

}  // namespace loopwright
