#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

namespace loopwright {

/// The widths of one block's ports while they are inferred: 0 is unknown. A function that infers
/// widths sets what follows from what is known, in either direction, and is called again whenever
/// more becomes known. Setting a port that has another width already is a mismatch, reported with
/// both ports and widths.
class BlockWidths {
 public:
  virtual ~BlockWidths() = default;

  int num_inputs() const { return num_inputs_; }
  int num_outputs() const { return num_outputs_; }
  /// Width of a port, 0 while unknown.
  virtual int in(int input) const = 0;
  virtual int out(int output) const = 0;
  virtual void set_in(int input, int width) = 0;
  virtual void set_out(int output, int width) = 0;
  /// Reports that two inputs do not go together.
  virtual void MismatchedInputs(int a, int b) = 0;
  /// Reports that an input (-1: none) does not go with a parameter.
  virtual void MismatchedParameter(int input, std::string_view parameter) = 0;
  /// Reports an input of a width that the block cannot use; `text` says why and goes on after "u
  /// has width 2, ".
  virtual void WrongInput(int input, std::string_view text) = 0;
  /// Reports that two parameters do not go together.
  virtual void MismatchedParameters(std::string_view a, std::string_view b) = 0;

  /// All ports have this width.
  void AllFixed(int width);
  /// All inputs and outputs have one width; parameters of one element are spread, others have that
  /// many elements (Integrator, UnitDelay).
  void SameWidth(std::initializer_list<std::string_view> parameters = {});
  /// Inputs and parameters of one element are spread, all others agree; every output has the width
  /// of the widest (Sum, Product, Saturation, Gain by a vector).
  void Elementwise(std::initializer_list<std::string_view> parameters = {});
  /// Like Elementwise(), but only these inputs take part; the others keep a width of their own
  /// (Expression, where a formula may take elements of an input: `u2[1]`).
  void ElementwiseOf(std::span<const int> inputs,
                     std::initializer_list<std::string_view> parameters = {});
  /// The only output is all inputs in a row (Mux).
  void Concatenate();

 protected:
  BlockWidths(int num_inputs, int num_outputs)
      : num_inputs_(num_inputs), num_outputs_(num_outputs) {}
  /// How many elements a parameter of the block has.
  virtual int parameter_size(std::string_view parameter) const = 0;

 private:
  struct WidestParameter {
    int width = 1;
    std::string_view name;
    bool ok = true;
  };
  WidestParameter FindWidest(std::initializer_list<std::string_view> parameters);
  void Spread(const int* inputs, int count, std::initializer_list<std::string_view> parameters);

  int num_inputs_;
  int num_outputs_;
};

}  // namespace loopwright
