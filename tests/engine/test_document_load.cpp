#include <QObject>
#include <QString>
#include <QTest>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "tests/engine/fake_block_types.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_document_load {

namespace {

const std::string kSource = LOOPWRIGHT_SOURCE_DIR;

std::string Example() {
  return ReadFile(kSource + "/tests/canonical_files/format_example.loop.json");
}

LoadResult Load(std::string_view bytes, const LoadLimits& limits = {}) {
  return LoadDocument(bytes, FakeBlockTypes(), limits);
}

// The diagnostics as printed, one a line.
QString Print(const std::vector<Diagnostic>& diagnostics, std::string_view file = "f") {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += FormatDiagnostic(file, d) + '\n';
  return QString::fromStdString(text);
}

// A file with these blocks and nothing else.
std::string WithBlocks(const std::string& blocks) {
  return "{\"format\": \"loopwright\", \"version\": 1, \"diagram\": "
         "{\"blocks\": {" +
         blocks + "}}}\n";
}

// What holds for all bytes: a document or errors, whose places lie in the file,
// and a document that can be saved and read again.
void CheckTotal(const std::string& bytes) {
  const LoadResult result = Load(bytes);
  QCOMPARE(result.document.has_value(), !HasErrors(result.diagnostics));
  const auto lines = 1 + std::count(bytes.begin(), bytes.end(), '\n');
  for (const Diagnostic& d : result.diagnostics) {
    QVERIFY2(d.place.line >= 1 && d.place.line <= lines && d.place.column >= 1,
             qPrintable(Print({d})));
    QVERIFY(d.text.size() < 4000);
  }
  if (!result.document) return;
  const std::string saved = SaveCanonical(*result.document);
  const LoadResult again = Load(saved);
  QVERIFY2(again.document.has_value(), qPrintable(Print(again.diagnostics)));
  QVERIFY(*again.document == *result.document);
  QCOMPARE(SaveCanonical(*again.document), saved);
}

}  // namespace

class TestDocumentLoad : public QObject {
  Q_OBJECT

 private slots:
  // Each bad file has its diagnostics, as printed, beside it.
  void badFiles_data() {
    QTest::addColumn<QString>("path");
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kSource + "/tests/bad_files")) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() != ".json") continue;
      QTest::newRow(name.c_str()) << QString::fromStdString(entry.path().string());
      ++count;
    }
    QVERIFY(count > 30);
  }
  void badFiles() {
    QFETCH(QString, path);
    const std::filesystem::path file = path.toStdString();
    const std::string name = file.filename().string();
    const std::string stem = name.substr(0, name.find('.'));
    const std::string expected = ReadFile(file.parent_path() / (stem + ".expected"));
    const LoadResult result = Load(ReadFile(file));
    QCOMPARE(Print(result.diagnostics, name), QString::fromStdString(expected));
    QVERIFY(!result.document);
  }

  void exampleIsReadWhole() {
    const LoadResult result = Load(Example());
    QCOMPARE(Print(result.diagnostics), QString());
    const Document& document = *result.document;
    QCOMPARE(*document.title, std::string("Sampled control of a mass on a spring"));
    QCOMPARE(document.version, 1);
    QCOMPARE(document.parameters.size(), 3u);
    QVERIFY(document.parameters[1].value == ParameterSetting("20*m"));
    QCOMPARE(document.parameters[0].random->distribution, std::string("gaussian"));
    QVERIFY(document.parameters[0].random->arguments[1].second == ParameterSetting(0.05));
    QVERIFY(document.simulation.Get("accuracy") == ParameterSetting(1e-6));
    QVERIFY(document.simulation.Get("fixed_step").is_null());
    QVERIFY(!document.simulation.Given("fixed_step"));
    QVERIFY(document.simulation.PlaceOf("stop_time") == (SourcePlace{11, 31}));
    const DiagramModel& diagram = document.root;
    QCOMPARE(diagram.blocks.size(), 5u);
    const Block* plant = diagram.blocks.Find("plant");
    QCOMPARE(plant->type, std::string("MassSpringDamper"));
    QVERIFY(plant->FindParameter("damping")->value == ParameterSetting(0.5));
    QVERIFY(plant->FindRandom("initial_position")->arguments[0].second == ParameterSetting(-0.1));
    QVERIFY(plant->origin.place == (SourcePlace{17, 7}));
    QVERIFY(plant->type_origin.place == (SourcePlace{17, 25}));
    QVERIFY(plant->FindParameter("mass")->origin.place == (SourcePlace{17, 68}));
    QCOMPARE(plant->layout->x, 340.0);
    QCOMPARE(diagram.wires.size(), 6u);
    QVERIFY((*diagram.wires[1].route == std::vector<Point>{{420, 80}, {100, 80}}));
    QVERIFY(diagram.wires[1].to_origin.place == (SourcePlace{22, 40}));
    QCOMPARE(*diagram.signal_settings[0].name, std::string("error"));
    QVERIFY(*diagram.signal_settings[0].log && !diagram.signal_settings[1].log);
    QCOMPARE(*diagram.notes[0].height, 40.0);
    QCOMPARE(*diagram.frames[0].color, std::string("#88aacc"));
    QCOMPARE(document.plots[0].signal_paths[1], std::string("plant.position"));
    QCOMPARE(*document.plots[0].axes[0].label, std::string("m"));
    QVERIFY(document.plots[0].signal_origins[0].place == (SourcePlace{40, 55}));
  }

  void exampleCutAtEveryByte() {
    const std::string example = Example();
    const std::size_t whole = example.rfind('}') + 1;
    for (std::size_t length = 0; length < whole; ++length) {
      const LoadResult result = Load(std::string_view(example).substr(0, length));
      QVERIFY(!result.document);
      QCOMPARE(result.diagnostics.size(), 1u);
      const std::string_view code = result.diagnostics[0].code();
      QVERIFY2(code == (length == 0 ? "json-empty" : "json-syntax"),
               qPrintable(Print(result.diagnostics)));
      CheckTotal(example.substr(0, length));
      if (QTest::currentTestFailed()) return;
    }
    CheckTotal(example.substr(0, whole));
  }

  void exampleWithRandomBytes() {
    const std::string example = Example();
    std::mt19937 random(20240229);
    const auto below = [&random](std::size_t n) { return random() % n; };
    const std::string signs = "{}[]\":,\\ \n0123456789-+.eEtfnu\xc3\xa9\xff/";
    for (int i = 0; i < RandomCount(8000); ++i) {
      std::string bytes = example;
      for (std::size_t k = 1 + below(4); k-- > 0;) {
        const std::size_t at = below(bytes.size());
        switch (below(4)) {
          case 0:
            bytes[at] = static_cast<char>(below(256));
            break;
          case 1:
            bytes[at] = signs[below(signs.size())];
            break;
          case 2:
            bytes.erase(at, 1 + below(20));
            break;
          default:
            bytes.insert(at, bytes.substr(below(bytes.size()), below(60)));
        }
      }
      CheckTotal(bytes);
      if (QTest::currentTestFailed()) qFatal("the bytes were: %s", bytes.c_str());
    }
  }

  void hundredMegabytesOfBrackets() {
    const std::string brackets(100'000'000, '[');  // NOLINT(bugprone-string-constructor)
    const LoadResult result = Load(brackets);
    QVERIFY(!result.document);
    QCOMPARE(Print(result.diagnostics), QString("f:1:65: error: file: values nest deeper than 64 "
                                                "levels; a diagram file "
                                                "needs no more [json-depth]\n"));
  }

  void nestingUpToTheLimits() {
    std::string block = "\"type\": \"Gain\", \"x\": " + std::string(60, '[') + std::string(60, ']');
    for (int depth = 0; depth < 64; ++depth) {
      block = "\"type\": \"Subsystem\", \"diagram\": {\"blocks\": {\"s\": {" + block + "}}}";
    }
    const LoadResult result = Load(WithBlocks("\"s\": {" + block + "}"));
    QVERIFY2(result.document.has_value(), qPrintable(Print(result.diagnostics)));
    std::string level = "s";
    for (int depth = 1; depth < 64; ++depth) level += "/s";
    QCOMPARE(result.document->FindBlock(level + "/s")->extras.size(), 1u);
    const Document copy = *result.document;
    QVERIFY(copy == *result.document);
    QCOMPARE(Load(SaveCanonical(copy)).diagnostics.size(),
             1u);  // the unknown key "x"

    const std::string deeper =
        "\"a\": {\"x\": " + std::string(61, '[') + std::string(61, ']') + "}";
    QCOMPARE(Load(WithBlocks(deeper)).diagnostics[0].code(), std::string_view("json-depth"));
  }

  void oneBlockAboveAMillion() {
    std::string blocks;
    for (int i = 0; i < 1'000'000; ++i) {
      blocks += '"' + std::to_string(i) + "\": {\"type\": \"Gain\"},\n";
    }
    blocks += "\"last\": {\"type\": \"Gain\"}";
    QCOMPARE(Print(Load(WithBlocks(blocks)).diagnostics),
             QString("f:1000001:1: error: file: there are more than 1000000 blocks; that is "
                     "the limit [too-many-blocks]\n"));
  }

  void blocksOfAllLevelsCount() {
    LoadLimits limits;
    limits.blocks = 2;
    const std::string inner = "\"a\": {\"type\": \"Gain\"}, \"b\": {\"type\": \"Gain\"}";
    QVERIFY(Load(WithBlocks(inner), limits).document.has_value());
    const LoadResult result =
        Load(WithBlocks("\"s\": {\"type\": \"Subsystem\", \"diagram\": {\"blocks\": {" + inner +
                        "}}}, \"c\": {\"type\": \"Gain\"}"),
             limits);
    QCOMPARE(Print(result.diagnostics),
             QString("f:1:136: error: file: there are more than 2 blocks; "
                     "that is the limit "
                     "[too-many-blocks]\n"));
  }

  void otherLimits() {
    LoadLimits limits;
    limits.values = 12;
    const std::string file = WithBlocks("\"a\": {\"type\": \"Gain\"}");
    QCOMPARE(Print(Load(file, limits).diagnostics),
             QString("f:1:77: error: file: there are more than 12 values; "
                     "that is the limit of "
                     "a file [too-many-values]\n"));
    limits = {};
    limits.bytes = 10;
    QCOMPARE(Print(Load(file, limits).diagnostics),
             QString("f:1:1: error: file: the file has 87 bytes; the limit is 10 "
                     "[file-too-large]\n"));
    limits = {};
    limits.diagnostics = 1;
    const std::string bad = WithBlocks("\"a\": 1, \"b\": 2, \"c\": 3");
    QCOMPARE(Print(Load(bad, limits).diagnostics),
             QString("f:1:68: error: a: \"a\" is the number 1; it must be an object "
                     "[wrong-type]\n"
                     "f:1:76: warning: file: there are more than 1 problems; not all "
                     "are "
                     "listed [too-many-problems]\n"));
  }

  void manyWarningsAreNoError() {
    LoadLimits limits;
    limits.diagnostics = 1;
    const LoadResult result =
        Load(WithBlocks("\"a\": {\"type\": \"Gain\", \"p\": 1, \"q\": 2}"), limits);
    QVERIFY(result.document.has_value());
    QCOMPARE(result.diagnostics.size(), 2u);
  }

  void unknownKeysGiveWarnings() {
    const std::string stem = kSource + "/tests/canonical_files/unknown_keys";
    const LoadResult result = Load(ReadFile(stem + ".loop.json"));
    QCOMPARE(Print(result.diagnostics, "unknown_keys.loop.json"),
             QString::fromStdString(ReadFile(stem + ".expected")));
    const ExtraKeys expected = {{"later", "{\"k\" : \"\\u0061\"}"}, {"zz", "null"}};
    QVERIFY(result.document->root.blocks[0].extras == expected);
  }

  void unknownTypeIsAPlaceholder() {
    const std::string file = WithBlocks(
        "\"a\": {\"type\": \"FluxCapacitor\", \"parameters\": "
        "{\"power\": \"1.21G\"}}");
    const LoadResult result = Load(file);
    QCOMPARE(Print(result.diagnostics), QString());
    QCOMPARE(result.document->root.blocks[0].type, std::string("FluxCapacitor"));
    QVERIFY(result.document->root.blocks[0].FindParameter("power")->value ==
            ParameterSetting("1.21G"));
  }

  void wiresMayComeBeforeBlocks() {
    const LoadResult result = Load(
        "{\"diagram\": {\"wires\": [{\"to\": \"b.u\", \"from\": "
        "\"a.y\"}], \"blocks\": {\"a\": "
        "{\"parameters\": {\"gain\": 2}, \"type\": \"Gain\"}, \"b\": "
        "{\"type\": \"Gain\"}}}, "
        "\"version\": 1, \"format\": \"loopwright\"}");
    QCOMPARE(Print(result.diagnostics), QString());
    QCOMPARE(result.document->root.wires[0].from, std::string("a.y"));
  }

  void fileErrorsNameThePath() {
    QVERIFY_THROWS_EXCEPTION(FileError, ReadFile("/no/such/file"));
    try {
      LoadFile("/no/such/file", FakeBlockTypes());
    } catch (const FileError& error) {
      QCOMPARE(std::string(error.what()),
               std::string("Cannot read /no/such/file: No such file or directory"));
    }
    QVERIFY_THROWS_EXCEPTION(FileError, ReadFile(kSource));
  }
};

LOOPWRIGHT_TEST(TestDocumentLoad)

}  // namespace loopwright::test_document_load

#include "test_document_load.moc"
