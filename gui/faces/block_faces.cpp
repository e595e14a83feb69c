#include "gui/faces/block_faces.h"

#include <algorithm>

#include "gui/document/qt_text.h"
#include "gui/document/setting_text.h"
#include "gui/faces/face_drawing.h"
#include "gui/faces/face_parameters.h"
#include "gui/language/library_text.h"
#include "gui/theme/block_icons.h"

namespace loopwright {

namespace {

// A type without an icon is named by its title. A caption takes the lower part of the box.
void drawIcon(const FaceDrawing& to) {
  const auto& texts = to.face.content.texts;
  if (!hasBlockIcon(to.face.type)) {
    return to.text(to.face.title.isEmpty() ? to.face.type : to.face.title, 11);
  }
  if (texts.empty()) return to.icon();
  const double middle = to.box.center().y();
  const FaceDrawing upper{to.painter, QRectF(to.box.left(), to.box.top() + 1, to.box.width(), 24),
                          to.face, to.style};
  upper.icon();
  to.text({to.box.left() + 4, middle + 5, to.box.width() - 8, 12}, toQt(texts[0]), 9,
          to.style.muted);
}

// The text, or its short form where it has no room.
void drawText(const FaceDrawing& to) {
  const Face& content = to.face.content;
  const double right = std::max(4.0, to.box.width() * (1 - content.room));
  const QRectF area = to.box.adjusted(4, 0, -right, 0);
  const bool isShort =
      content.texts.size() > 1 && !FaceDrawing::fits(toQt(content.texts[0]), area.width());
  to.text(area, toQt(content.texts[isShort ? 1 : 0]), content.size, to.style.ink);
}

// A sampled block has its period below its title, in the colour of its rate.
void drawTitle(const FaceDrawing& to) {
  const double middle = to.box.center().y();
  const bool isSampled = !to.face.period.isEmpty();
  to.title(isSampled ? QRectF(to.box.left(), middle - 17, to.box.width(), 18) : QRectF(to.box),
           toQt(to.face.content.texts[0]));
  if (!isSampled) return;
  to.text({to.box.left() + 4, middle + 1, to.box.width() - 8, 14},
          QStringLiteral("h = ") + to.face.period, 10, to.style.rate);
}

void drawFraction(const FaceDrawing& to) {
  const auto& texts = to.face.content.texts;
  if (texts.size() < 4) return to.fraction(toQt(texts[0]), toQt(texts[1]));
  to.fraction(toQt(texts[0]), toQt(texts[1]), toQt(texts[2]), toQt(texts[3]));
}

void drawFunction(const FaceDrawing& to) {
  const Face& content = to.face.content;
  std::vector<QPointF> points;
  for (size_t i = 0; i < content.x.size(); ++i) points.emplace_back(content.x[i], content.y[i]);
  to.function(points, content.has_steps);
}

}  // namespace

// Parameters that the block does not give count with the defaults of its type.
BlockFace makeFace(const BlockDescriptor& descriptor, const QHash<QString, QString>& parameters) {
  BlockFace face;
  face.type = toQt(descriptor.type);
  face.title = libraryText(descriptor.title);
  face.descriptor = &descriptor;
  face.parameters = parameters;
  for (const ParameterDescriptor& parameter : descriptor.parameters) {
    const QString name = toQt(parameter.name);
    if (!parameters.contains(name)) {
      face.parameters.insert(name, settingText(parameter.default_value));
    }
  }
  if (descriptor.face != nullptr) face.content = descriptor.face(TypedParameters(face.parameters));
  return face;
}

// Each kind of content has its way of being drawn; what it means was decided by the type.
void paintBlockFace(QPainter* painter, const QRectF& box, const BlockFace& face,
                    const FaceStyle& style) {
  const FaceDrawing to{painter, box, face, style};
  const Face& content = face.content;
  const auto text = [&](size_t i) { return toQt(content.texts[i]); };
  const auto drawPicture = [&] {
    if (box.width() < content.least_width) return;
    to.picture(content.strokes, QSizeF(content.extent.first, content.extent.second));
  };
  switch (content.kind) {
    case Face::Kind::kIcon:
      return drawIcon(to);
    case Face::Kind::kPicture:
      return drawPicture();
    case Face::Kind::kText:
      return drawText(to);
    case Face::Kind::kTitle:
      return drawTitle(to);
    case Face::Kind::kTwoLines:
      return to.twoLines(text(0), text(1));
    case Face::Kind::kFraction:
      return drawFraction(to);
    case Face::Kind::kPower:
      return to.power(text(0), text(1), content.size);
    case Face::Kind::kFunction:
      return drawFunction(to);
    case Face::Kind::kStems:
      return to.stems(content.y);
    case Face::Kind::kValue:
      drawPicture();
      return to.text(face.value.isEmpty() ? QStringLiteral("0.00") : face.value, content.size);
  }
}

QString portSign(const BlockFace& face, int input) {
  if (face.descriptor == nullptr || face.descriptor->input_sign == nullptr) return {};
  return toQt(face.descriptor->input_sign(TypedParameters(face.parameters), input));
}

QString outputSign(const BlockFace& face, int output) {
  if (face.descriptor == nullptr) return {};
  const auto& signs = face.descriptor->output_signs;
  const size_t i = output;
  return i < signs.size() ? toQt(signs[i]) : QString();
}

}  // namespace loopwright
