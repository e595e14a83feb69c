#include "gui/theme/block_icons.h"

#include <QCache>
#include <QPainter>
#include <QSvgRenderer>
#include <algorithm>
#include <string>

#include "blocklib/registry.h"
#include "gui/theme/painted_icon_engine.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kMostDrawings = 256;  // of a type in a colour, kept parsed

const char* const kUnknownType = R"(<rect x="3" y="6" width="18" height="12" rx="2"/>)";

// What all icons have in common, around the elements of one.
QByteArray withFrame(const std::string& elements) {
  return R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" )"
         R"(stroke="currentColor" stroke-width="1.6" stroke-linecap="round" )"
         R"(stroke-linejoin="round">)" +
         QByteArray::fromStdString(elements) + "</svg>";
}

// The elements of a type's icon. Null where it has none.
const std::string* findElements(const QString& type) {
  const BlockDescriptor* const descriptor = BuiltInBlocks().Find(type.toStdString());
  return descriptor == nullptr || descriptor->icon.empty() ? nullptr : &descriptor->icon;
}

// The drawing of a type in a colour. Drawings are parsed once and kept, since lists paint the same
// icons again and again.
QSvgRenderer* rendererOf(const QString& type, const QColor& colour) {
  static QCache<QString, QSvgRenderer> drawings(kMostDrawings);
  const QString key = type + colour.name();
  if (QSvgRenderer* known = drawings.object(key)) return known;
  QByteArray svg = blockIconDrawing(type);
  if (svg.isEmpty()) svg = withFrame(kUnknownType);
  svg.replace("currentColor", colour.name().toLatin1());
  auto* renderer = new QSvgRenderer(svg);
  drawings.insert(key, renderer);
  return renderer;
}

// Draws the icon whenever Qt paints it, so that it follows a change of theme.
class BlockIconEngine : public PaintedIconEngine {
 public:
  explicit BlockIconEngine(const QString& type) : type_(type) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (mode == QIcon::Disabled) painter->setOpacity(0.35);
    paintBlockIcon(painter, rect, type_, Theme::current().ink);
    painter->restore();
  }

  QIconEngine* clone() const override { return new BlockIconEngine(type_); }

 private:
  QString type_;
};

}  // namespace

bool hasBlockIcon(const QString& type) { return findElements(type) != nullptr; }

QByteArray blockIconDrawing(const QString& type) {
  const std::string* const elements = findElements(type);
  return elements == nullptr ? QByteArray() : withFrame(*elements);
}

// The drawing keeps its square shape in a box of any shape.
void paintBlockIcon(QPainter* painter, const QRectF& box, const QString& type,
                    const QColor& colour) {
  const double side = std::min(box.width(), box.height());
  const QRectF square(box.center() - QPointF(side, side) / 2, QSizeF(side, side));
  rendererOf(type, colour)->render(painter, square);
}

QIcon blockIcon(const QString& type) { return QIcon(new BlockIconEngine(type)); }

}  // namespace loopwright
