#include "gui/analysis/response_table.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "engine/text/number_format.h"
#include "gui/analysis/response_plot.h"

namespace loopwright {

namespace {

// A line of numbers, after which comes what `text` gets next.
void addValues(const std::vector<double>& values, std::string* text) {
  for (const double value : values) {
    AppendNumber(value, text);
    *text += ',';
  }
  text->back() = '\n';
}

// Gain, phase and the value itself; with a lens what that says of the same frequency.
void addFrequencies(const ResponsePicture& picture, std::string* text) {
  const bool hasLens = !picture.lens.empty();
  *text = "frequency,gain,phase,re,im";
  if (hasLens) *text += ",lens_gain,lens_phase,hold_gain,hold_phase";
  for (const auto& [n, values] : picture.lens_aliases) *text += ",alias_" + std::to_string(n);
  *text += hasLens ? ",folded_gain\n" : "\n";
  for (std::size_t i = 0; i < picture.frequencies.size(); ++i) {
    const Complex& value = picture.response[i];
    std::vector<double> row = {picture.frequencies[i], std::abs(value), picture.phase[i],
                               value.real(), value.imag()};
    if (hasLens) {
      row.insert(row.end(), {std::abs(picture.lens[i]), picture.lens_phase[i],
                             std::abs(picture.hold[i]), picture.hold_phase[i]});
    }
    for (const auto& [n, values] : picture.lens_aliases) row.push_back(std::abs(values[i]));
    addValues(row, text);
    if (hasLens) text->insert(text->size() - 1, ",");
  }
  const std::size_t empty = 8 + picture.lens_aliases.size();
  for (std::size_t i = 0; i < picture.folded_frequencies.size(); ++i) {
    AppendNumber(picture.folded_frequencies[i], text);
    *text += std::string(empty + 1, ',');
    addValues({std::abs(picture.folded[i])}, text);
  }
}

}  // namespace

// What the view shows, as CSV with a line of names: frequencies with gain and phase for the three
// views of a response, kinds and places for poles, and times for a step.
QByteArray responseTable(const ResponsePicture& picture, ResponseView view) {
  std::string text;
  const auto addPlace = [&](const char* kind, const Complex& place) {
    text += kind;
    addValues({place.real(), place.imag()}, &text);
  };
  switch (view) {
    case ResponseView::kBode:
    case ResponseView::kNyquist:
    case ResponseView::kNichols:
      addFrequencies(picture, &text);
      break;
    case ResponseView::kPoles:
      text = "kind,re,im\n";
      for (const PoleInfo& pole : picture.poles) addPlace("pole,", pole.pole);
      for (const Complex& zero : picture.zeros) addPlace("zero,", zero);
      for (const ComplexList& poles : picture.locus) {
        for (const Complex& pole : poles) addPlace("locus,", pole);
      }
      break;
    case ResponseView::kStep:
      text = "time,y\n";
      for (size_t i = 0; i < picture.step_times.size(); ++i) {
        addValues({picture.step_times[i], picture.step_values[i]}, &text);
      }
  }
  return QByteArray::fromStdString(text);
}

}  // namespace loopwright
