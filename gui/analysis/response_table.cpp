#include "gui/analysis/response_table.h"

#include <cmath>
#include <initializer_list>
#include <string>

#include "engine/analysis/response_picture.h"
#include "engine/text/number_format.h"
#include "gui/analysis/response_plot.h"

namespace loopwright {

QByteArray responseTable(const ResponsePicture& picture, ResponseView view) {
  std::string text;
  const auto addRow = [&](std::initializer_list<double> values) {
    for (const double value : values) {
      AppendNumber(value, &text);
      text += ',';
    }
    text.back() = '\n';
  };
  switch (view) {
    case ResponseView::kBode:
    case ResponseView::kNyquist:
    case ResponseView::kNichols:
      text = "frequency,gain,phase,re,im\n";
      for (size_t i = 0; i < picture.frequencies.size(); ++i) {
        const Complex& value = picture.response[i];
        addRow({picture.frequencies[i], std::abs(value), picture.phase[i], value.real(),
                value.imag()});
      }
      break;
    case ResponseView::kPoles:
      text = "kind,re,im\n";
      for (const PoleInfo& pole : picture.poles) {
        text += "pole,";
        addRow({pole.pole.real(), pole.pole.imag()});
      }
      for (const Complex& zero : picture.zeros) {
        text += "zero,";
        addRow({zero.real(), zero.imag()});
      }
      for (const ComplexList& poles : picture.locus) {
        for (const Complex& pole : poles) {
          text += "locus,";
          addRow({pole.real(), pole.imag()});
        }
      }
      break;
    case ResponseView::kStep:
      text = "time,y\n";
      for (size_t i = 0; i < picture.step_times.size(); ++i) {
        addRow({picture.step_times[i], picture.step_values[i]});
      }
  }
  return QByteArray::fromStdString(text);
}

}  // namespace loopwright
