#include "engine/blocks/block_face.h"

#include <algorithm>

namespace loopwright {

namespace {

// Most faces are a kind and a few texts.
Face Make(Face::Kind kind, std::vector<std::string> texts) {
  Face face;
  face.kind = kind;
  face.texts = std::move(texts);
  return face;
}

}  // namespace

Face Face::TextOr(std::string text, std::string shorter, double size) {
  Face face = Make(Kind::kText, {std::move(text)});
  if (!shorter.empty()) face.texts.push_back(std::move(shorter));
  face.size = size;
  return face;
}

Face Face::Title(std::string text) { return Make(Kind::kTitle, {std::move(text)}); }

Face Face::TwoLines(std::string above, std::string below) {
  return Make(Kind::kTwoLines, {std::move(above), std::move(below)});
}

// A transfer function on its block. Where it has no room the shorter texts are drawn.
Face Face::Fraction(std::string above, std::string below, std::string shorter_above,
                    std::string shorter_below) {
  Face face = Make(Kind::kFraction, {std::move(above), std::move(below)});
  if (!shorter_above.empty()) {
    face.texts.push_back(std::move(shorter_above));
    face.texts.push_back(std::move(shorter_below));
  }
  return face;
}

Face Face::Power(std::string base, std::string exponent) {
  Face face = Make(Kind::kPower, {std::move(base), std::move(exponent)});
  face.size = 16;
  return face;
}

Face Face::Picture(std::vector<FaceStroke> strokes, std::pair<double, double> extent) {
  Face face;
  face.kind = Kind::kPicture;
  face.strokes = std::move(strokes);
  face.extent = extent;
  return face;
}

Face Face::Curve(const char* path, const char* axes) {
  return Picture({{axes, FaceStroke::Colour::kFaint, 0.8}, {path}}, {36, 22});
}

// The picture of a sink: a screen with rounded corners and a curve on it.
Face Face::Screen(const char* path) {
  constexpr const char* kFrame =
      "M-20 -13 H20 C21.1 -13 22 -12.1 22 -11 V11 C22 12.1 21.1 13 20 13 "
      "H-20 C-21.1 13 -22 12.1 -22 11 V-11 C-22 -12.1 -21.1 -13 -20 -13 Z";
  return Picture({{kFrame, FaceStroke::Colour::kAccent, 0, 0.07},
                  {kFrame, FaceStroke::Colour::kMuted, 1},
                  {path, FaceStroke::Colour::kAccent, 1.5}},
                 {48, 28});
}

Face Face::Caption(std::string text) {
  return text.empty() ? Face() : Make(Kind::kIcon, {std::move(text)});
}

// The curve of a table through its points. Points that make no function (other lengths, or x that
// falls) leave the face empty, and the icon is drawn.
Face Face::Function(std::vector<double> x, std::vector<double> y, bool has_steps) {
  Face face;
  if (x.size() != y.size() || x.size() < 2 || !std::is_sorted(x.begin(), x.end())) return face;
  face.kind = Kind::kFunction;
  face.x = std::move(x);
  face.y = std::move(y);
  face.has_steps = has_steps;
  return face;
}

// Coefficients of a filter. Nothing but zeros would be an empty picture.
Face Face::Stems(std::vector<double> y) {
  Face face;
  const auto is_zero = [](double value) { return value == 0; };
  if (std::all_of(y.begin(), y.end(), is_zero)) return face;
  face.kind = Kind::kStems;
  face.y = std::move(y);
  return face;
}

std::string EdgeSign(std::string_view edge) {
  if (edge == "falling") return "↓";
  return edge == "either" ? "↕" : "↑";
}

}  // namespace loopwright
