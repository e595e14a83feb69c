#pragma once

#include <QFont>
#include <QLineF>
#include <QPainterPath>
#include <QPolygonF>
#include <QRectF>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QTransform>
#include <QXmlStreamReader>
#include <algorithm>
#include <cmath>
#include <vector>

namespace loopwright {

/// What an SVG file of a diagram draws, read from the elements of the file alone: neither the
/// drawing's own boxes nor its way of finding places for texts are asked. All lengths are units of
/// the picture.
struct SvgPicture {
  /// A `<text>` with the box of its ink: of its letters as the font has them.
  struct Text {
    QString text;
    QString owner;  ///< the block that it belongs to as the file tells; "": none
    QRectF box;
    int order = 0;  ///< how many elements are drawn before it
  };
  /// Anything else that is drawn, curves as short straight pieces.
  struct Shape {
    QString role;   ///< the class of the element, where it has one
    QString owner;  ///< as above
    QList<QPolygonF> outlines;
    QRectF box;
    double pen = 0;         ///< the width of its line; 0: it has none
    bool isFilled = false;  ///< what is below it is hidden
    QString fill;           ///< the colour of that
    int order = 0;
  };
  QRectF page;
  QString ground;  ///< the colour of the background, where one is drawn
  std::vector<Text> texts;
  std::vector<Shape> shapes;
  QString problem;  ///< why the file cannot be read in full; "": it was
};

/// Reads SVG as the program writes it: groups with transformations, lines, areas, circles, paths of
/// absolute commands, and texts of one line.
class SvgPictureReader {
 public:
  static SvgPicture read(const QByteArray& svg) {
    SvgPictureReader reader(svg);
    while (!reader.xml_.atEnd()) reader.readToken();
    if (reader.xml_.hasError()) reader.picture_.problem = reader.xml_.errorString();
    return reader.picture_;
  }

 private:
  // What a group hands on to all that is in it.
  struct State {
    QTransform transform;
    QString transformText;
    QString fill = QStringLiteral("black");
    QString stroke = QStringLiteral("none");
    double fillOpacity = 1;
    double strokeOpacity = 1;
    double strokeWidth = 1;
    QString family;
    double fontSize = 16;
    int fontWeight = 400;
    bool isItalic = false;
  };
  static constexpr double kFaint = 0.5;  // What is fainter than this covers nothing.

  explicit SvgPictureReader(const QByteArray& svg) : xml_(svg), states_(1) {}

  void readToken() {
    const QXmlStreamReader::TokenType token = xml_.readNext();
    if (token == QXmlStreamReader::EndElement) states_.pop_back();
    if (token == QXmlStreamReader::StartElement) readElement();
  }

  void readElement() {
    static const QStringList kSilent{QStringLiteral("g"), QStringLiteral("title"),
                                     QStringLiteral("desc"), QStringLiteral("defs")};
    const QString name = xml_.name().toString();
    const QXmlStreamAttributes attributes = xml_.attributes();
    states_.push_back(inherited(states_.back(), attributes));
    if (name == u"svg") {
      const QList<double> view = numbers(attributes.value(QLatin1String("viewBox")));
      if (view.size() == 4) picture_.page = QRectF(view[0], view[1], view[2], view[3]);
    } else if (name == u"text") {
      readText(attributes);
    } else if (!kSilent.contains(name)) {
      readShape(name, attributes);
    }
  }

  static double number(QStringView text, double otherwise) {
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    return isNumber ? value : otherwise;
  }

  static QList<double> numbers(QStringView text) {
    static const QRegularExpression kNumber(QStringLiteral("-?[0-9.]+(?:e-?[0-9]+)?"));
    QList<double> found;
    for (auto i = kNumber.globalMatch(text.toString()); i.hasNext();) {
      found += i.next().captured().toDouble();
    }
    return found;
  }

  static State inherited(State state, const QXmlStreamAttributes& attributes) {
    const auto take = [&](const char* name, QString* to) {
      const QStringView value = attributes.value(QLatin1String(name));
      if (!value.isEmpty()) *to = value.toString();
    };
    const auto takeNumber = [&](const char* name, double* to) {
      *to = number(attributes.value(QLatin1String(name)), *to);
    };
    take("fill", &state.fill);
    take("stroke", &state.stroke);
    take("font-family", &state.family);
    takeNumber("fill-opacity", &state.fillOpacity);
    takeNumber("stroke-opacity", &state.strokeOpacity);
    takeNumber("stroke-width", &state.strokeWidth);
    takeNumber("font-size", &state.fontSize);
    const QStringView weight = attributes.value(QLatin1String("font-weight"));
    if (!weight.isEmpty()) state.fontWeight = weight.toInt();
    const QStringView style = attributes.value(QLatin1String("font-style"));
    if (!style.isEmpty()) state.isItalic = style == u"italic";
    const QString transform = attributes.value(QLatin1String("transform")).toString();
    const QList<double> m = numbers(transform);
    if (transform.startsWith(QLatin1String("matrix(")) && m.size() == 6) {
      state.transformText = transform;
      state.transform = QTransform(m[0], m[1], m[2], m[3], m[4], m[5]) * state.transform;
    }
    return state;
  }

  // In figures for paper the class says what an element is, and its name whose. On the screen each
  // block draws in coordinates of its own, and names of signals alone are italic.
  QString ownerOf(const QString& role, const QXmlStreamAttributes& attributes) const {
    const State& state = states_.back();
    if (role.isEmpty()) return state.isItalic ? QString() : state.transformText;
    const bool isOfBlock = role == u"block" || role == u"face" || role == u"sign";
    return isOfBlock ? attributes.value(QLatin1String("data-name")).toString() : QString();
  }

  // The font is asked at a hundred times the size, where its outlines are not rounded.
  void readText(const QXmlStreamAttributes& attributes) {
    constexpr double kFine = 100;
    const State state = states_.back();
    const QString role = attributes.value(QLatin1String("class")).toString();
    const QString owner = ownerOf(role, attributes);
    const QPointF start(number(attributes.value(QLatin1String("x")), 0),
                        number(attributes.value(QLatin1String("y")), 0));
    const QString text = xml_.readElementText();
    states_.pop_back();  // Its end was read too.
    QStringList families = state.family.split(u',');
    for (QString& family : families) family = family.trimmed().remove(u'\'');
    QFont font;
    font.setFamilies(families);
    font.setPixelSize(qRound(state.fontSize * kFine));
    font.setWeight(static_cast<QFont::Weight>(state.fontWeight));
    font.setItalic(state.isItalic);
    font.setHintingPreference(QFont::PreferNoHinting);
    QPainterPath letters;
    letters.addText(QPointF(0, 0), font, text);
    if (letters.isEmpty()) return;  // spaces
    const QRectF ink = letters.boundingRect();
    const QRectF box(start + ink.topLeft() / kFine, ink.size() / kFine);
    picture_.texts.push_back({text, owner, state.transform.mapRect(box), order_++});
  }

  void readShape(const QString& name, const QXmlStreamAttributes& attributes) {
    const auto length = [&](const char* key) {
      return number(attributes.value(QLatin1String(key)), 0);
    };
    QPainterPath path;
    if (name == u"path") {
      path = parsePath(attributes.value(QLatin1String("d")).toString());
    } else if (name == u"polyline" || name == u"polygon") {
      const QList<double> values = numbers(attributes.value(QLatin1String("points")));
      QPolygonF points;
      for (qsizetype i = 0; i + 1 < values.size(); i += 2)
        points << QPointF(values[i], values[i + 1]);
      if (name == u"polygon" && !points.isEmpty()) points << points.front();
      path.addPolygon(points);
    } else if (name == u"circle") {
      path.addEllipse(QPointF(length("cx"), length("cy")), length("r"), length("r"));
    } else if (name == u"ellipse") {
      path.addEllipse(QPointF(length("cx"), length("cy")), length("rx"), length("ry"));
    } else if (name == u"rect") {
      path.addRect(length("x"), length("y"), length("width"), length("height"));
    } else if (name == u"line") {
      path.moveTo(length("x1"), length("y1"));
      path.lineTo(length("x2"), length("y2"));
    } else {
      picture_.problem = QStringLiteral("there is no way to read <%1>").arg(name);
    }
    const State& state = states_.back();
    SvgPicture::Shape shape;
    shape.role = attributes.value(QLatin1String("class")).toString();
    shape.owner = ownerOf(shape.role, attributes);
    shape.outlines = path.toSubpathPolygons(state.transform);
    shape.box = state.transform.mapRect(path.boundingRect());
    const bool isStroked = state.stroke != u"none" && state.strokeOpacity > kFaint;
    const double scale = std::sqrt(std::abs(state.transform.determinant()));
    shape.pen = isStroked ? state.strokeWidth * scale : 0;
    shape.isFilled = state.fill != u"none" && state.fillOpacity > kFaint;
    shape.fill = state.fill;
    shape.order = order_++;
    if (picture_.ground.isEmpty() && shape.isFilled && shape.box.contains(picture_.page)) {
      picture_.ground = shape.fill;
    }
    if (shape.pen > 0 || shape.isFilled) picture_.shapes.push_back(shape);
  }

  // M, L and C with any number of points, and Z.
  QPainterPath parsePath(const QString& text) {
    static const QRegularExpression kPart(QStringLiteral("([A-DF-Za-df-z])([^A-DF-Za-df-z]*)"));
    QPainterPath path;
    for (auto i = kPart.globalMatch(text); i.hasNext();) {
      const QRegularExpressionMatch part = i.next();
      const char16_t command = part.captured(1).front().unicode();
      const QList<double> values = numbers(part.captured(2));
      const auto point = [&](qsizetype k) { return QPointF(values[k], values[k + 1]); };
      if (command == u'M' && values.size() == 2) {
        path.moveTo(point(0));
      } else if (command == u'L' && values.size() % 2 == 0) {
        for (qsizetype k = 0; k < values.size(); k += 2) path.lineTo(point(k));
      } else if (command == u'C' && values.size() % 6 == 0) {
        for (qsizetype k = 0; k < values.size(); k += 6) {
          path.cubicTo(point(k), point(k + 2), point(k + 4));
        }
      } else if (command == u'Z') {
        path.closeSubpath();
      } else {
        picture_.problem = QStringLiteral("there is no way to read the path ") + text;
      }
    }
    return path;
  }

  QXmlStreamReader xml_;
  std::vector<State> states_;
  SvgPicture picture_;
  int order_ = 0;
};

/// What is wrong with the places of a picture's texts, as "TEXT on ...": ink of one on ink of
/// another, on a line that is seen there, on an area of a block that it does not belong to, or
/// below an area.
class SvgOverlaps {
 public:
  static QStringList find(const SvgPicture& picture) {
    SvgOverlaps overlaps(picture);
    for (size_t i = 0; i < picture.texts.size(); ++i) overlaps.check(i);
    return overlaps.found_;
  }

 private:
  explicit SvgOverlaps(const SvgPicture& picture) : picture_(picture) {}

  void check(size_t number) {
    const SvgPicture::Text& text = picture_.texts[number];
    for (size_t i = 0; i < number; ++i) {
      const SvgPicture::Text& other = picture_.texts[i];
      const QRectF both = text.box & other.box;
      if (both.width() > kTouch && both.height() > kTouch) add(text, "the text " + other.text);
    }
    for (const SvgPicture::Shape& shape : picture_.shapes) {
      const double reach = shape.pen / 2;
      if (!shape.box.adjusted(-reach, -reach, reach, reach).intersects(text.box)) continue;
      const bool isLater = shape.order > text.order;
      if (isOnLine(text, shape) && (isLater || !isHidden(shape, text))) {
        add(text, "a line " + describe(shape));
      } else if (shape.isFilled && isLater && meets(shape, text.box)) {
        add(text, "nothing, below an area " + describe(shape));
      } else if (isForeign(shape, text) && meets(shape, text.box)) {
        add(text, "an area " + describe(shape));
      }
    }
  }

  void add(const SvgPicture::Text& text, const QString& what) {
    found_ += text.text + " on " + what;
  }

  static QString describe(const SvgPicture::Shape& shape) {
    return QStringLiteral("%1 at %2,%3 of %4x%5")
        .arg(shape.role)
        .arg(shape.box.left(), 0, 'f', 1)
        .arg(shape.box.top(), 0, 'f', 1)
        .arg(shape.box.width(), 0, 'f', 1)
        .arg(shape.box.height(), 0, 'f', 1);
  }

  // Whether a straight piece has a point in a box.
  static bool crosses(const QLineF& piece, const QRectF& box) {
    const QRectF reach = QRectF(piece.p1(), piece.p2()).normalized();
    if (reach.right() < box.left() || reach.left() > box.right() || reach.bottom() < box.top() ||
        reach.top() > box.bottom()) {
      return false;
    }
    if (box.contains(piece.p1()) || box.contains(piece.p2())) return true;
    const QPointF corners[] = {box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()};
    for (int i = 0; i < 4; ++i) {
      const QLineF side(corners[i], corners[(i + 1) % 4]);
      if (piece.intersects(side) == QLineF::BoundedIntersection) return true;
    }
    return false;
  }

  static bool isOnOutline(const SvgPicture::Shape& shape, const QRectF& box) {
    for (const QPolygonF& outline : shape.outlines) {
      for (qsizetype i = 1; i < outline.size(); ++i) {
        if (crosses(QLineF(outline[i - 1], outline[i]), box)) return true;
      }
    }
    return false;
  }

  static bool isOnLine(const SvgPicture::Text& text, const SvgPicture::Shape& shape) {
    const double reach = shape.pen / 2;
    return shape.pen > 0 && isOnOutline(shape, text.box.adjusted(-reach, -reach, reach, reach));
  }

  // Whether an area and a box have something in common.
  static bool meets(const SvgPicture::Shape& shape, const QRectF& box) {
    if (isOnOutline(shape, box)) return true;
    return std::any_of(shape.outlines.begin(), shape.outlines.end(), [&](const QPolygonF& outline) {
      return outline.containsPoint(box.center(), Qt::WindingFill);
    });
  }

  static bool contains(const SvgPicture::Shape& shape, const QRectF& box) {
    return shape.isFilled && !isOnOutline(shape, box) && meets(shape, box);
  }

  // Whether an area between a line and a text above it hides the line there, as that of a block
  // does. Letters may stick out of it a little.
  bool isHidden(const SvgPicture::Shape& line, const SvgPicture::Text& text) const {
    const QRectF ink = text.box.adjusted(kOverhang, kOverhang, -kOverhang, -kOverhang);
    return std::any_of(picture_.shapes.begin(), picture_.shapes.end(), [&](const auto& area) {
      return area.order > line.order && area.order < text.order && contains(area, ink);
    });
  }

  // Areas below a text that are not its block's: neither the background nor what interrupts a line.
  bool isForeign(const SvgPicture::Shape& shape, const SvgPicture::Text& text) const {
    const bool isGround =
        shape.pen == 0 && (shape.fill == picture_.ground || shape.role == u"clear");
    return shape.isFilled && !isGround && (text.owner.isEmpty() || shape.owner != text.owner);
  }

  static constexpr double kOverhang = 0.5;
  static constexpr double kTouch = 0.2;  // Letters this near touch each other in formulas.

  const SvgPicture& picture_;
  QStringList found_;
};

}  // namespace loopwright
