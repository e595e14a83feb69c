#include "engine/analysis/trim_unknowns.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/build/overrides.h"
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/linear/model_text.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

/// Pairs of values to try: constraints of blocks refuse some.
constexpr std::pair<double, double> kTrials[] = {{1, 2},       {0.5, 0.25}, {-1, -2},
                                                 {0.01, 0.02}, {100, 200},  {-100, -200}};

// All numeric parameters of a diagram, and where they lie.
std::vector<std::pair<int, double>> NumbersOf(const BuiltDocument& built) {
  std::vector<std::pair<int, double>> numbers;
  const DiagramIndex<double>& index = built.index();
  for (const Quantity& quantity : index.quantities(QuantityKind::kParameter)) {
    for (int k = 0; k < quantity.size; ++k) {
      numbers.emplace_back(quantity.place + k, index.Read(index.initial(), quantity, k));
    }
  }
  return numbers;
}

bool LieAlike(const std::vector<std::pair<int, double>>& a,
              const std::vector<std::pair<int, double>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

}  // namespace

Unknown ReadFree(const std::string& text) {
  const size_t equals = text.find('=');
  Unknown unknown{text.substr(0, equals)};
  if (equals == std::string::npos) return unknown;
  const std::string range = text.substr(equals + 1);
  const size_t dots = range.find("..");
  if (dots == std::string::npos) {
    throw UsageError("--free: \"" + text + "\" is not NAME=LO..HI, such as u.y=0..10");
  }
  unknown.low = ParseNumber(range.substr(0, dots), "--free " + unknown.name);
  unknown.high = ParseNumber(range.substr(dots + 2), "--free " + unknown.name);
  if (unknown.low > unknown.high) {
    throw UsageError("--free: of \"" + text + "\" the lower bound is above the upper one");
  }
  return unknown;
}

// Which numbers of the built model follow a parameter, and how, is found by building the diagram
// with two other values of it and comparing: each number that has changed is offset + factor ·
// value. A third build, with the value that it seems to have now, tells whether that straight line
// is true. Several pairs of values are tried, because a value may not be allowed (a mass of −1) or
// lie where nothing follows (beyond a limit).
std::vector<ParameterTie> FindTies(const BuiltDocument& built, const BlockRegistry& registry,
                                   bool allow_paths, const std::string& name) {
  using Numbers = std::vector<std::pair<int, double>>;
  const Numbers present = NumbersOf(built);
  const auto with = [&](double value) -> std::optional<Numbers> {
    Document changed = built.document();
    ApplyOverrides({{name, FormatNumber(value)}}, registry, &changed);
    const BuiltDocument other(std::move(changed), registry, allow_paths);
    if (!other.ok()) return {};
    Numbers numbers = NumbersOf(other);
    return LieAlike(numbers, present) ? std::optional(std::move(numbers)) : std::nullopt;
  };
  std::vector<ParameterTie> ties;
  for (const auto& [first, second] : kTrials) {
    const auto one = with(first), other = with(second);
    if (!one || !other) continue;
    for (size_t i = 0; i < present.size(); ++i) {
      const double from = (*one)[i].second, change = (*other)[i].second - from;
      if (change == 0) continue;
      const double factor = change / (second - first);
      ties.push_back({present[i].first, factor, from - factor * first});
    }
    if (!ties.empty()) break;
  }
  if (ties.empty()) {
    throw UsageError("\"" + name +
                     "\" cannot be freed: no number of the model follows it that can change while "
                     "the diagram stays as it is, as a gain can and a period cannot");
  }
  // In a straight line, and with one value for all, it is now where the first of them says.
  const auto first_now = std::find_if(present.begin(), present.end(), [&](const auto& number) {
    return number.first == ties[0].place;
  });
  const auto again = with((first_now->second - ties[0].offset) / ties[0].factor);
  const auto is_same = [](const auto& a, const auto& b) {
    return std::abs(a.second - b.second) <= 1e-9 * std::max(1.0, std::abs(b.second));
  };
  if (!again || !std::equal(again->begin(), again->end(), present.begin(), is_same)) {
    throw UsageError("\"" + name +
                     "\" cannot be freed: numbers of the model do not follow it in a straight "
                     "line, or are several; free a parameter of the block that needs it");
  }
  return ties;
}

}  // namespace loopwright
