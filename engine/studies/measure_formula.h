#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/expression/formula.h"
#include "engine/studies/measure.h"

namespace loopwright {

/// A measure as it is written: `peak` and `greatest(plant.position) - 1`.
struct MeasureText {
  std::string name;
  std::string text;
  friend bool operator==(const MeasureText&, const MeasureText&) = default;
};

/// What is wrong with measure number `index` of a list, and what would be right.
class MeasureError : public std::runtime_error {
 public:
  /// `what` says what is wrong without the measure's name, which the caller knows by its index.
  MeasureError(std::size_t index, const std::string& what)
      : std::runtime_error(what), index_(index) {}
  std::size_t index() const { return index_; }

 private:
  std::size_t index_;
};

/// The measures of a study, read: formulas of the expression language in which calls such as
/// `greatest(plant.position)` (see MeasureKind) stand for what a run did. A signal whose block has
/// a bracket or an operator in its name stands in quotes: `final("a (b).y")`. Names in a formula
/// are earlier measures and the parameters of the diagram, with their nominal values.
class MeasureFormulas {
 public:
  MeasureFormulas() = default;
  /// `parameters` is used by the constructor alone. Throws MeasureError.
  MeasureFormulas(const std::vector<MeasureText>& texts, const NameScope& parameters);

  /// How many measures there are, and what each is called.
  std::size_t size() const { return measures_.size(); }
  const std::string& name(std::size_t index) const { return measures_[index].name; }
  /// The calls of all measures, and for each which measure it is of.
  const std::vector<MeasureCall>& calls() const { return calls_; }
  std::size_t measure_of(std::size_t call) const { return measure_of_[call]; }

  /// The value of every measure, in order, from that of every call; what does not exist is NaN, and
  /// so is what is computed of it.
  std::vector<double> Evaluate(const std::vector<double>& of_calls) const;

 private:
  /// A measure with its calls replaced by names.
  struct Measure {
    std::string name;
    Formula formula;
  };
  class Reader;

  std::vector<Measure> measures_;
  std::vector<MeasureCall> calls_;
  std::vector<std::size_t> measure_of_;
  NameTable constants_;
};

/// "NAME=FORMULA; NAME=FORMULA" taken apart. Throws UsageError.
std::vector<MeasureText> SplitMeasures(std::string_view text);

}  // namespace loopwright
