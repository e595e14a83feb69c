// No text of a diagram's picture covers anything, in any style, as the exported files say it.
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLineF>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/export/export.h"
#include "gui/figures/figure_options.h"
#include "tests/gui/figure_fixture.h"
#include "tests/gui/svg_picture.h"
#include "tests/gui/window_fixture.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_overlaps {

namespace {

QStringList filesOf(const QString& folder) {
  const QDir files(LOOPWRIGHT_SOURCE_DIR "/resources/" + folder);
  QStringList paths;
  for (const QString& file : files.entryList({"*.loop.json"})) paths += files.filePath(file);
  return paths;
}

// Figures for paper with the names of blocks are as wide as they come out, others fit a column.
FigureOptions optionsOf(const QString& style, bool names = false) {
  FigureOptions options;
  FigureOptionTexts texts;
  texts.style = style;
  if (style == u"paper" && !names) texts.width = QStringLiteral("ieee");
  const QString problem = readFigureOptions(texts, &options);
  if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
  options.names = names;
  return options;
}

// A diagram of twelve blocks at random, nearly all wires running forward, most signals with names,
// the same for the same seed. It has no places: what opens it arranges it.
class RandomDiagram {
 public:
  explicit RandomDiagram(int seed) : state_(static_cast<uint64_t>(seed)) {}

  QByteArray bytes() {
    constexpr int kBlocks = 12;
    QByteArrayList names;
    QByteArrayList blocks;
    QByteArrayList wires;
    QByteArrayList signalNames;
    for (int i = 0; i < kBlocks; ++i) {
      const Type& type = typeOf(i);
      names += nameOf(i);
      outputs_ += names.back() + "." + type.output;
      blocks += '"' + names.back() + "\": {\"type\": \"" + type.type + "\", \"parameters\": {" +
                type.parameters + "}}";
      for (const char* input : type.inputs) {
        // Only a block that remembers may hear of what comes behind it.
        const bool isBack = type.remembers && below(4) == 0;
        waiting_.append({names.back() + "." + input, isBack ? kBlocks : i});
      }
      if (below(3) > 0)
        signalNames += '"' + outputs_.back() + "\": {\"name\": \"" + wordOf(i) + "\"}";
    }
    for (const auto& [to, limit] : waiting_) {
      wires += "{\"from\": \"" + outputs_[below(limit)] + "\", \"to\": \"" + to + "\"}";
    }
    return R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {)" + blocks.join(", ") +
           "}, \"wires\": [" + wires.join(", ") + "], \"signals\": {" + signalNames.join(", ") +
           "}}}";
  }

 private:
  struct Type {
    const char* type;
    const char* parameters;
    std::vector<const char*> inputs;
    const char* output;
    bool remembers;
  };

  int below(int limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(limit));
  }

  // The first two are sources.
  const Type& typeOf(int number) {
    static const std::vector<Type> kTypes{
        {"Step", "", {}, "y", false},
        {"Sine", R"("frequency": 10)", {}, "y", false},
        {"Constant", R"("value": 0.125)", {}, "y", false},
        {"Sum", R"("signs": "+-")", {"u1", "u2"}, "y", false},
        {"Sum", R"("signs": "+-+")", {"u1", "u2", "u3"}, "y", false},
        {"Gain", R"("gain": 12.75)", {"u"}, "y", false},
        {"Product", "", {"u1", "u2"}, "y", false},
        {"Switch", "", {"u1", "control", "u2"}, "y", false},
        {"Saturation", "", {"u"}, "y", false},
        {"Integrator", "", {"u"}, "y", true},
        {"TransferFunction", R"("numerator": [1], "denominator": [1, 0.4, 1])", {"u"}, "y", true},
        {"FirstOrderLag", "", {"u"}, "y", true},
        {"MassSpringDamper", R"("stiffness": 2, "damping": 0.4)", {"force"}, "position", true},
        {"UnitDelay", R"("period": 0.02)", {"u"}, "y", true},
        {"DiscretePid", R"("kp": 2, "period": 0.1)", {"u"}, "y", false},
    };
    constexpr int kSources = 3;
    const int all = static_cast<int>(kTypes.size());
    return kTypes[static_cast<size_t>(number < 2 ? below(kSources) : below(all))];
  }

  QByteArray nameOf(int number) {
    static const QByteArrayList kNames{"a", "plant", "wanted speed", "controller of the pump"};
    return kNames[below(static_cast<int>(kNames.size()))] + " " + QByteArray::number(number);
  }

  QByteArray wordOf(int number) {
    static const QByteArrayList kWords{"x", "e_", "force ", "measured position "};
    return kWords[below(static_cast<int>(kWords.size()))] + QByteArray::number(number);
  }

  uint64_t state_;
  QByteArrayList outputs_;
  QList<std::pair<QByteArray, int>> waiting_;
};

QByteArray svgOf(DiagramDocument* document, const QString& level, const FigureOptions& options) {
  QString warning;
  return diagramBytes(document, level, "svg", options, &warning);
}

// Moves the only text that says `text` in a file of SVG.
QByteArray withMoved(const QByteArray& svg, const QString& text, const QPointF& by) {
  const QRegularExpression element(
      QStringLiteral("(<text[^>]* x=\")([^\"]*)(\" y=\")([^\"]*)(\"[^>]*>%1</text>)").arg(text));
  QString file = QString::fromUtf8(svg);
  const QRegularExpressionMatch found = element.match(file);
  if (!found.hasMatch()) qFatal("there is no text %s", qPrintable(text));
  const QString moved = found.captured(1) + QString::number(found.captured(2).toDouble() + by.x()) +
                        found.captured(3) + QString::number(found.captured(4).toDouble() + by.y()) +
                        found.captured(5);
  file.replace(found.capturedStart(), found.capturedLength(), moved);
  return file.toUtf8();
}

// The middle of the longest straight piece of an outline.
QPointF middleOf(const QPolygonF& outline) {
  QLineF longest;
  for (qsizetype i = 1; i < outline.size(); ++i) {
    const QLineF piece(outline[i - 1], outline[i]);
    if (i == 1 || piece.length() > longest.length()) longest = piece;
  }
  return longest.center();
}

}  // namespace

class TestOverlaps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { fixture_ = std::make_unique<WindowFixture>(); }

  void nothingOverlapsInExamplesAndHelp();
  void nothingOverlapsInRandomDiagrams();
  void whatIsPlantedIsFound_data();
  void whatIsPlantedIsFound();

 private:
  // All levels of a diagram in each style: what overlaps there, and one more in `pictures` for each
  // picture that was looked at.
  static QStringList overlapsIn(const QString& path, int* pictures);

  std::unique_ptr<WindowFixture> fixture_;
};

QStringList TestOverlaps::overlapsIn(const QString& path, int* pictures) {
  DiagramDocument document(BuiltInBlocks());
  openDiagram(path, &document);
  QStringList found;
  const auto look = [&](const QString& level, const QString& style, bool names) {
    const QByteArray svg = svgOf(&document, level, optionsOf(style, names));
    const SvgPicture picture = SvgPictureReader::read(svg);
    QStringList overlaps = SvgOverlaps::find(picture);
    if (!picture.problem.isEmpty()) overlaps += picture.problem;
    if (picture.shapes.empty()) overlaps += QStringLiteral("nothing is drawn");
    for (const QString& overlap : overlaps) {
      found += QStringLiteral("%1%2 %3: %4").arg(style, names ? " with names" : "", level, overlap);
    }
    ++*pictures;
  };
  const std::function<void(const DiagramModel&, const QString&)> lookAt =
      [&](const DiagramModel& diagram, const QString& level) {
        for (const char* style : {"screen", "mono", "paper"}) look(level, style, false);
        look(level, "paper", true);
        for (const Block& block : diagram.blocks) {
          if (!block.is_subsystem()) continue;
          const std::string inner = JoinPath(level.toStdString(), block.name);
          lookAt(*block.diagram, QString::fromStdString(inner));
        }
      };
  lookAt(document.document().root, QString());
  return found;
}

void TestOverlaps::nothingOverlapsInExamplesAndHelp() {
  int pictures = 0;
  QStringList found;
  QStringList paths = filesOf("examples");
  // Under the sanitizers every third of the help is enough.
  const QStringList help = filesOf("help/diagrams");
  for (qsizetype i = 0; i < help.size(); i += DrawsAreJudged() ? 1 : 3) paths += help[i];
  for (const QString& path : paths) {
    for (const QString& overlap : overlapsIn(path, &pictures)) {
      found += QFileInfo(path).baseName() + ", " + overlap;
    }
  }
  QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  // Each in four pictures, and subsystems have their own.
  QVERIFY2(pictures > 4 * (DrawsAreJudged() ? 100 : 45), qPrintable(QString::number(pictures)));
}

void TestOverlaps::nothingOverlapsInRandomDiagrams() {
  const int first = RandomSeed(1);
  const int count = RandomCount(400);
  QStringList found;
  int pictures = 0;
  for (int seed = first; seed < first + count; ++seed) {
    const QString path = fixture_->write("random.loop.json", RandomDiagram(seed).bytes());
    for (const QString& overlap : overlapsIn(path, &pictures)) {
      found += QStringLiteral("seed %1, %2").arg(seed).arg(overlap);
    }
  }
  QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  QCOMPARE(pictures, 4 * count);
}

void TestOverlaps::whatIsPlantedIsFound_data() {
  QTest::addColumn<QString>("style");
  for (const char* style : {"screen", "mono", "paper"}) QTest::newRow(style) << style;
}

// The name of a signal is moved onto each line, each area and each other text of a picture in which
// nothing overlaps.
void TestOverlaps::whatIsPlantedIsFound() {
  QFETCH(const QString, style);
  const QString moving = "force";
  DiagramDocument document(BuiltInBlocks());
  openDiagram(LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_pid.loop.json", &document);
  const QByteArray svg = svgOf(&document, QString(), optionsOf(style));
  const SvgPicture picture = SvgPictureReader::read(svg);
  QCOMPARE(picture.problem, QString());
  QCOMPARE(SvgOverlaps::find(picture), QStringList());
  const auto text = std::find_if(picture.texts.begin(), picture.texts.end(),
                                 [&](const auto& each) { return each.text == moving; });
  QVERIFY(text != picture.texts.end());
  const auto foundAt = [&](const QPointF& place) {
    const QByteArray planted = withMoved(svg, moving, place - text->box.center());
    return SvgOverlaps::find(SvgPictureReader::read(planted));
  };

  int lines = 0;
  int areas = 0;
  for (const SvgPicture::Shape& shape : picture.shapes) {
    if (shape.box.contains(picture.page) || shape.role == u"clear") continue;
    const bool isLine = !shape.isFilled;
    const QPointF place = isLine ? middleOf(shape.outlines.front()) : shape.box.center();
    QVERIFY2(
        !foundAt(place).isEmpty(),
        qPrintable(QStringLiteral("%1 at %2, %3").arg(shape.role).arg(place.x()).arg(place.y())));
    ++(isLine ? lines : areas);
  }
  // Five wires and a frame at least, and five blocks and five arrows.
  QVERIFY2(lines >= 6 && areas >= 10, qPrintable(QString("%1, %2").arg(lines).arg(areas)));

  int texts = 0;
  for (const SvgPicture::Text& other : picture.texts) {
    if (other.text == moving) continue;
    const QString overlap = foundAt(other.box.center()).join(u' ');
    QVERIFY2(overlap.contains(moving) && overlap.contains(other.text), qPrintable(overlap));
    ++texts;
  }
  QVERIFY(texts >= 8);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestOverlaps)

}  // namespace loopwright::test_overlaps

#include "test_overlaps.moc"
