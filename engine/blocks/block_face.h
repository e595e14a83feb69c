#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loopwright {

/// What the parameters of one block were set to, as its face shows them, in UTF-8. In formulas a
/// minus is the sign, not the hyphen. Whoever draws faces implements it, for only they know what
/// was typed.
class FaceParameters {
 public:
  virtual ~FaceParameters() = default;

  /// The setting as typed, the default where there is none: "data/wind-1.csv".
  virtual std::string Text(std::string_view name) const = 0;
  /// That as a formula: "−2*k".
  virtual std::string Formula(std::string_view name) const = 0;
  /// The letter i of the formula, counted from 0; nothing behind its end.
  virtual std::string Letter(std::string_view name, int i) const = 0;
  /// The product of it and a text: "s" of 1 and "s", a sum in brackets, as "(a+b)s", and a sign in
  /// between where both would be read as one word, as "hour*s". Before "1" it stands alone.
  virtual std::string Times(std::string_view name, std::string_view other) const = 0;
  /// The polynomial with these coefficients, highest power first: "2s² + (a+b)s + 1";
  /// and one of numbers, with up to three digits each.
  virtual std::string Polynomial(std::string_view name, std::string_view variable) const = 0;
  virtual std::string PolynomialOf(const std::vector<double>& coefficients,
                                   std::string_view variable) const = 0;
  /// The product of (variable − root) over the roots, conjugate pairs as quadratics: "(s + 1)s".
  /// "1" without roots, nothing where one of them is no plain number.
  virtual std::string Product(std::string_view name, std::string_view variable) const = 0;
  /// The elements of a list as formulas, without the quotes of texts.
  virtual std::vector<std::string> Elements(std::string_view name) const = 0;
  /// The elements of a list of plain numbers, of a matrix the first of each row; nothing where one
  /// is an expression.
  virtual std::vector<double> Numbers(std::string_view name) const = 0;
};

/// A line of a picture: an outline in SVG's notation of paths (M, L, H, V, C and Z, absolute
/// coordinates from the middle of the picture, y downwards), and how it is drawn.
struct FaceStroke {
  enum class Colour { kInk, kMuted, kFaint, kAccent };
  const char* path;
  Colour colour = Colour::kInk;
  double width = 1.4;  ///< of the pen, in units of a diagram; 0: only the inside is filled
  double fill = 0;     ///< how opaque the inside is, in the line's colour: 0 to 1
};

/// What a block shows inside its frame, so that who reads a diagram knows what it does: its curve,
/// its formula, a value. A block type makes one from its parameters (BlockDescriptor::face):
///
///     block.face = [](const FaceParameters& p) { return Face::Fraction("1", p.Times("T", "s"));
///     };
struct Face {
  enum class Kind {
    kIcon,      ///< the type's icon, or its title where there is none; above texts[0] if given
    kPicture,   ///< strokes alone
    kText,      ///< texts[0]; texts[1] where that does not fit
    kTitle,     ///< texts[0] in bold, and the sample time below where there is one
    kTwoLines,  ///< texts[0] above texts[1]
    kFraction,  ///< texts[0] over texts[1]; texts[2] over texts[3] where that does not fit
    kPower,     ///< texts[0] with texts[1] raised
    kFunction,  ///< the broken line through (x, y), or steps
    kStems,     ///< a stem for each y
    kValue,     ///< strokes, and the value at the block's input before them
  };
  Kind kind = Kind::kIcon;
  std::vector<std::string> texts;
  double size = 12;  ///< of texts, in units of a diagram
  double room = 1;   ///< the part of the frame's width, from the left, where a text has room
  std::vector<FaceStroke> strokes;
  std::pair<double, double> extent{36, 22};  ///< width and height of the strokes' picture
  double least_width = 0;                    ///< of the frame, in which a picture is drawn at all
  std::vector<double> x, y;
  bool has_steps = false;  ///< of a function: each value holds up to the next x

  /// An empty frame, for a block that says all by the signs at its ports.
  static Face Nothing() { return Picture({}, {36, 22}); }
  static Face Text(std::string text, double size = 12) { return TextOr(std::move(text), "", size); }
  static Face TextOr(std::string text, std::string shorter, double size = 12);
  static Face Title(std::string text);
  static Face TwoLines(std::string above, std::string below);
  static Face Fraction(std::string above, std::string below, std::string shorter_above = "",
                       std::string shorter_below = "");
  static Face Power(std::string base, std::string exponent);
  static Face Picture(std::vector<FaceStroke> strokes, std::pair<double, double> extent);
  /// A curve, with thin axes behind it.
  static Face Curve(const char* path, const char* axes = "");
  /// A curve on the screen of an instrument.
  static Face Screen(const char* path);
  /// The icon above a caption.
  static Face Caption(std::string text);
  /// The function through the points (x, y); the icon where these are fewer than two or not
  /// ascending in x.
  static Face Function(std::vector<double> x, std::vector<double> y, bool has_steps);
  static Face Stems(std::vector<double> y);

  static constexpr const char* kCross = "M-16 0 H16 M0 -11 V11";  ///< axes through the middle
  static constexpr const char* kMiddle = "M-16 0 H16";            ///< a horizontal axis there
  static constexpr const char* kFloor = "M-16 9 H16";             ///< one below the curve
};

/// The sign of an input that a trigger watches: "↑" where it acts on rising edges, "↓" on falling
/// and "↕" on both, by the text of the parameter (`rising`, `falling` or `either`).
std::string EdgeSign(std::string_view edge);

/// The plot that a block opens, with the signals at its inputs as curves.
enum class BlockPlot { kNone, kTime, kXY, kHistogram, kSpectrum };

}  // namespace loopwright
