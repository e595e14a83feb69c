#include "engine/blocks/block_widths.h"

#include <algorithm>

namespace loopwright {

// The width that a block's parameters ask for. A parameter of one element fits to any width, so
// only larger ones count; two that differ, as of 2 and 3 elements, are reported, and so is an empty
// one.
BlockWidths::WidestParameter BlockWidths::FindWidest(
    std::initializer_list<std::string_view> parameters) {
  WidestParameter widest;
  for (const std::string_view parameter : parameters) {
    const int size = parameter_size(parameter);
    if (size == 1 || size == widest.width) continue;
    if (size == 0) {
      MismatchedParameter(-1, parameter);
      widest.ok = false;
    } else if (widest.width == 1) {
      widest.width = size;
      widest.name = parameter;
    } else {
      MismatchedParameters(widest.name, parameter);
      widest.ok = false;
    }
  }
  return widest;
}

void BlockWidths::AllFixed(int width) {
  for (int i = 0; i < num_inputs(); ++i) set_in(i, width);
  for (int i = 0; i < num_outputs(); ++i) set_out(i, width);
}

// All ports have one width, and whoever is known first decides: a parameter of several elements,
// then an input, then an output. Going on from an output lets widths travel against the signal.
void BlockWidths::SameWidth(std::initializer_list<std::string_view> parameters) {
  const WidestParameter widest = FindWidest(parameters);
  if (!widest.ok) return;
  int width = widest.width > 1 ? widest.width : 0;
  for (int i = 0; i < num_inputs(); ++i) {
    if (width == 0) width = in(i);
    if (widest.width > 1 && in(i) > 0 && in(i) != width) {
      MismatchedParameter(i, widest.name);
      return;
    }
  }
  for (int i = 0; i < num_outputs() && width == 0; ++i) width = out(i);
  if (width > 0) AllFixed(width);
}

void BlockWidths::Elementwise(std::initializer_list<std::string_view> parameters) {
  Spread(nullptr, num_inputs(), parameters);
}

void BlockWidths::ElementwiseOf(std::span<const int> inputs,
                                std::initializer_list<std::string_view> parameters) {
  Spread(inputs.data(), static_cast<int>(inputs.size()), parameters);
}

// As SameWidth(), but a port of one element is spread to the others' width: 1, 3 and 1 give 3,
// while 2 and 3 are reported, with the two that do not fit together. `inputs` are the numbers of
// the inputs that take part; null is all of them.
void BlockWidths::Spread(const int* inputs, int count,
                         std::initializer_list<std::string_view> parameters) {
  const WidestParameter widest = FindWidest(parameters);
  if (!widest.ok) return;
  int width = widest.width;
  int widest_input = -1;
  int unknown = 0;
  int last_unknown = -1;
  for (int k = 0; k < count; ++k) {
    const int input = inputs == nullptr ? k : inputs[k];
    const int own = in(input);
    if (own == 0) {
      ++unknown;
      last_unknown = input;
    } else if (own > 1 && width == 1) {
      width = own;
      widest_input = input;
    } else if (own > 1 && own != width) {
      if (widest_input >= 0) {
        MismatchedInputs(widest_input, input);
      } else {
        MismatchedParameter(input, widest.name);
      }
      return;
    }
  }
  if (width > 1 || unknown == 0) {
    for (int i = 0; i < num_outputs(); ++i) set_out(i, width);
    return;
  }
  // Backwards: an output of one element needs inputs of one; a wider one needs an input as wide,
  // which can only be the last that is left.
  const int out_width = num_outputs() > 0 ? out(0) : 0;
  if (out_width > 1 && unknown == 1) set_in(last_unknown, out_width);
  if (out_width != 1) return;
  for (int k = 0; k < count; ++k) {
    const int input = inputs == nullptr ? k : inputs[k];
    if (in(input) == 0) set_in(input, 1);
  }
}

// The output is as wide as all inputs together (a Mux). Where one input alone is unknown and the
// output is known, the input has what the others leave.
void BlockWidths::Concatenate() {
  int known = 0;
  int unknown = 0;
  int last_unknown = -1;
  for (int i = 0; i < num_inputs(); ++i) {
    known += in(i);
    if (in(i) == 0) {
      ++unknown;
      last_unknown = i;
    }
  }
  if (unknown == 0) {
    set_out(0, known);
  } else if (unknown == 1 && out(0) > known) {
    set_in(last_unknown, out(0) - known);
  }
}

}  // namespace loopwright
