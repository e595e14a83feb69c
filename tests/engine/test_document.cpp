#include <QObject>
#include <QTest>

#include "engine/blocks/block_registry.h"
#include "engine/blocks/signal_units.h"
#include "engine/document/block_name.h"
#include "engine/document/document.h"
#include "engine/text/normalization.h"
#include "tests/test_main.h"

namespace loopwright::test_document {

namespace {

Block MakeBlock(const std::string& name, const std::string& type = "Gain") {
  Block block;
  block.name = name;
  block.type = type;
  if (block.is_subsystem()) block.diagram.emplace();
  return block;
}

std::string Names(const BlockList& blocks) {
  std::string names;
  for (const Block& block : blocks) names += block.name + ' ';
  return names;
}

// The document of A/B/gain, with a parameter k in A.
Document Nested() {
  Document document;
  Block b = MakeBlock("B", "Subsystem");
  b.diagram->blocks.Append(MakeBlock("gain"));
  Block a = MakeBlock("A", "Subsystem");
  a.diagram_parameters.push_back({"k", 1, {}, {}, {}, {}, {}, {}});
  a.diagram->blocks.Append(std::move(b));
  document.root.blocks.Append(std::move(a));
  return document;
}

}  // namespace

class TestDocument : public QObject {
  Q_OBJECT

 private slots:
  void blocksKeepOrderAndAreFoundByName() {
    BlockList blocks;
    QVERIFY(!blocks.contains("a"));
    QCOMPARE(blocks.IndexOf("a"), std::size_t{0});
    for (const char* name : {"c", "a", "d"}) blocks.Append(MakeBlock(name));
    blocks.Insert(1, MakeBlock("b"));
    QCOMPARE(Names(blocks), std::string("c b a d "));
    QCOMPARE(blocks.IndexOf("a"), std::size_t{2});
    QCOMPARE(blocks.Find("d")->name, std::string("d"));
    QCOMPARE(blocks.Remove(0).name, std::string("c"));
    QVERIFY(!blocks.Find("c"));
    QCOMPARE(blocks.Replace(1, MakeBlock("e")).name, std::string("a"));
    QCOMPARE(Names(blocks), std::string("b e d "));
    QCOMPARE(blocks.IndexOf("d"), std::size_t{2});
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, blocks.Append(MakeBlock("b")));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, blocks.Replace(0, MakeBlock("e")));
    QCOMPARE(Names(blocks), std::string("b e d "));
  }

  void manyBlocksCanGoBetweenTwo() {
    BlockList blocks;
    blocks.Append(MakeBlock("first"));
    blocks.Append(MakeBlock("last"));
    for (int i = 0; i < 200; ++i) blocks.Insert(1, MakeBlock(std::to_string(i)));
    for (int i = 0; i < 200; ++i) blocks.Insert(0, MakeBlock("f" + std::to_string(i)));
    QCOMPARE(blocks.size(), std::size_t{402});
    for (std::size_t i = 0; i < blocks.size(); ++i) QCOMPARE(blocks.IndexOf(blocks[i].name), i);
  }

  void copiesAreApart() {
    Document document = Nested();
    const Document copy = document;
    QVERIFY(copy == document);
    document.FindMutableDiagram("A/B")->blocks.Append(MakeBlock("new"));
    document.FindMutableParameters("A")->front().name = "q";
    document.root.blocks.Append(MakeBlock("top"));
    QVERIFY(document.FindBlock("A/B/new") && !copy.FindBlock("A/B/new"));
    QCOMPARE(copy.FindParameters("A")->front().name, std::string("k"));
    QCOMPARE(document.FindParameters("A")->front().name, std::string("q"));
    QVERIFY(!copy.root.blocks.contains("top"));
    QVERIFY(!(copy == document));
    QVERIFY(copy == Nested());
  }

  void levelsAreFoundByPath() {
    Document document = Nested();
    QCOMPARE(document.FindDiagram(""), &document.root);
    QCOMPARE(document.FindDiagram("A/B")->blocks.size(), std::size_t{1});
    QCOMPARE(document.FindBlock("A/B/gain")->type, std::string("Gain"));
    QCOMPARE(document.FindParameters("A")->size(), std::size_t{1});
    QCOMPARE(document.FindParameters(""), &document.parameters);
    for (const char* path : {"B", "A/gain", "A/B/gain", "A//B", "/A"}) {
      QVERIFY2(!document.FindDiagram(path) && !document.FindMutableDiagram(path), path);
      QVERIFY2(!document.FindParameters(path) && !document.FindMutableParameters(path), path);
    }
    QCOMPARE(JoinPath("", "a"), std::string("a"));
    QCOMPARE(JoinPath("A/B", "a"), std::string("A/B/a"));
    QVERIFY((SplitPath("A/B/a") == std::pair<std::string, std::string>("A/B", "a")));
    QVERIFY((SplitPath("a") == std::pair<std::string, std::string>("", "a")));
  }

  void originsDoNotCount() {
    Block a = MakeBlock("a");
    Block b = a;
    b.origin = {{3, 4}};
    QVERIFY(a == b);
    b.color = "#000000";
    QVERIFY(!(a == b));
  }

  void signalPaths_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("block");
    QTest::addColumn<QString>("port");
    QTest::addColumn<int>("element");
    QTest::newRow("port") << "a.y"
                          << "a"
                          << "y" << -1;
    QTest::newRow("deep") << "S 1/T/a b.y2"
                          << "S 1/T/a b"
                          << "y2" << -1;
    QTest::newRow("element") << "a.y[12]"
                             << "a"
                             << "y" << 12;
    for (const char* wrong : {"", "a", "a.", ".y", "a.y.z", "a.y[", "a.y[]", "a.y[x]", "a.y[-1]",
                              "a.y[1]x", "a.y[99999999999]", "/a.y", "a/.y", "a//b.y", "a.b/y",
                              "a[0].y", "a.[0]", "a.y[0", "a,b.y"}) {
      QTest::newRow(wrong) << wrong << ""
                           << "" << -1;
    }
  }
  void signalPaths() {
    QFETCH(QString, text);
    QFETCH(QString, block);
    QFETCH(QString, port);
    QFETCH(int, element);
    const std::optional<SignalPath> path = ParseSignalPath(text.toStdString());
    QCOMPARE(path.has_value(), !block.isEmpty());
    if (!path) return;
    QCOMPARE(path->block, block.toStdString());
    QCOMPARE(path->port, port.toStdString());
    QCOMPARE(path->element, element);
    QCOMPARE(ToString(*path), text.toStdString());
  }

  void simulationHasDefaults() {
    SimulationSettings settings;
    QCOMPARE(SimulationKeys().size(), std::size_t{17});
    QVERIFY(settings.Get("stop_time") == ParameterSetting(10));
    QVERIFY(settings.Get("integrator") == ParameterSetting("dopri5"));
    QVERIFY(settings.Get("max_step").is_null());
    QVERIFY(settings.empty());
    settings.Set("seed", 5);
    settings.Set("stop_time", "2*T");
    settings.SetPlace("seed", {7, 8});
    QVERIFY(settings.Get("stop_time") == ParameterSetting("2*T"));
    QVERIFY((settings.PlaceOf("seed") == SourcePlace{7, 8}));
    QVERIFY((settings.PlaceOf("accuracy") == SourcePlace{}));
    SimulationSettings other;
    other.Set("stop_time", "2*T");
    QVERIFY(!(other == settings));
    other.Set("seed", 5);
    QVERIFY(other == settings);
    settings.Set("seed", std::nullopt);
    QVERIFY(!settings.Given("seed"));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, settings.Get("speed"));
  }

  void blocksHoldWhatIsGiven() {
    Block block = MakeBlock("a");
    block.SetParameter("gain", 2);
    block.SetParameter("other", "x");
    block.SetParameter("gain", "k");
    QVERIFY(block.FindParameter("gain")->value == ParameterSetting("k"));
    block.SetParameter("gain", std::nullopt);
    block.SetParameter("gain", std::nullopt);
    QVERIFY(!block.FindParameter("gain"));
    QCOMPARE(block.parameters.size(), std::size_t{1});
    QVERIFY(block.is_enabled());
  }

  void settingsAsJson() {
    const ParameterSetting::List list = {1, ParameterSetting::List{-0.0, 1e-7}, "a\"b", true};
    QCOMPARE(ToJson(list), std::string("[1, [0, 1e-07], \"a\\\"b\", true]"));
    QCOMPARE(ToJson({}), std::string("null"));
    QCOMPARE(ToJson(-INFINITY), std::string("\"-inf\""));
  }

  void composedTexts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("composed");
    QTest::newRow("ASCII") << "gain" << true;
    QTest::newRow("e acute") << QStringLiteral("\u00e9") << true;
    QTest::newRow("e and acute") << QStringLiteral("e\u0301") << false;
    QTest::newRow("x and circumflex") << QStringLiteral("x\u0302") << true;
    QTest::newRow("x, circumflex, diaeresis") << QStringLiteral("x\u0302\u0308") << true;
    QTest::newRow("ohm sign") << QStringLiteral("\u2126") << false;
    QTest::newRow("omega") << QStringLiteral("\u03a9") << true;
    QTest::newRow("Hangul") << QStringLiteral("\uac00") << true;
    QTest::newRow("Hangul, two jamo") << QStringLiteral("\u1100\u1161") << false;
    QTest::newRow("Hangul, final jamo") << QStringLiteral("\uac00\u11a8") << false;
    QTest::newRow("kana with voice mark") << QStringLiteral("\u304b\u3099") << false;
  }
  void composedTexts() {
    QFETCH(QString, text);
    QFETCH(bool, composed);
    QCOMPARE(IsComposed(text.toStdString()), composed);
    QCOMPARE(text.normalized(QString::NormalizationForm_C) == text, composed);
  }

  // Whatever is refused is really not in NFC, and whole letters with one mark are all found out.
  void compositionAgreesWithQt() {
    for (char32_t base = 0x41; base < 0x3100; ++base) {
      for (const char32_t mark : {0x300, 0x301, 0x308, 0x323, 0x338, 0x345, 0x3099}) {
        const char32_t text[] = {base, mark};
        const QString pair = QString::fromUcs4(text, 2);
        const bool composed = pair.normalized(QString::NormalizationForm_C) == pair;
        const bool ours = IsComposed(pair.toStdString());
        QVERIFY2(ours || !composed, qPrintable(QString::number(base, 16)));
        const bool letter = QChar::isLetter(base) && QChar::decomposition(base).isEmpty();
        QVERIFY2(ours == composed || !letter, qPrintable(QString::number(base, 16)));
      }
    }
  }

  void namesAreMadeValid() {
    QCOMPARE(MakeBlockName("PI controller"), std::string("PI controller"));
    QCOMPARE(MakeBlockName("  a/b.c\n "), std::string("a_b_c_"));
    QCOMPARE(MakeBlockName(""), std::string("block"));
    QCOMPARE(MakeBlockName(std::string(300, 'x')), std::string(200, 'x'));
    QCOMPARE(MakeBlockName(std::string(300, 'x'), 5), std::string(5, 'x'));
    for (const char* text : {"e\u0301", "\xff\xfe", "\u2126", "'", " \u3000 ", "a[1]\u2003"}) {
      QCOMPARE(BlockNameProblem(MakeBlockName(text)), std::string());
    }
  }

  void printableTexts() {
    QCOMPARE(Printable("a\tb\x7f\xff\u0085"), std::string("a?b???"));
    QCOMPARE(Printable("\u00e9\u00e9\u00e9", 2), std::string("\u00e9\u00e9..."));
    QCOMPARE(Printable("\u00e9\u00e9", 2), std::string("\u00e9\u00e9"));
  }

  void aUnitIsThatOfTheSignalUnderAllItsNames() {
    Document document;
    Block sub = MakeBlock("sub", "Subsystem");
    sub.diagram->blocks.Append(MakeBlock("in", "Inport"));
    sub.diagram->blocks.Append(MakeBlock("g"));
    sub.diagram->blocks.Append(MakeBlock("out", "Outport"));
    const auto wire = [](const char* from, const char* to) {
      Wire made;
      made.from = from;
      made.to = to;
      return made;
    };
    sub.diagram->wires = {wire("in.y", "g.u"), wire("g.y", "out.u")};
    document.root.blocks.Append(std::move(sub));
    for (const char* name : {"a", "b"}) document.root.blocks.Append(MakeBlock(name));
    document.root.wires = {wire("a.y", "sub.in"), wire("sub.out", "b.u")};
    const auto say = [&document](const char* signal, const char* unit) {
      SignalSetting setting;
      setting.key = signal;
      setting.unit = unit;
      document.root.signal_settings = {setting};
      return SignalUnits(document, BlockRegistry({}));
    };
    for (const char* inwards : {"a.y", "sub/in.y"}) {
      const SignalUnits units = say(inwards, "V");
      QCOMPARE(units.Of("a.y"), std::string("V"));
      QCOMPARE(units.Of("sub/in.y[2]"), std::string("V"));
      QCOMPARE(units.Of("sub/g.y"), std::string());
      QCOMPARE(units.Of("b.y"), std::string());
    }
    for (const char* outwards : {"sub.out", "sub/g.y"}) {
      const SignalUnits units = say(outwards, "m/s");
      QCOMPARE(units.Of("sub.out"), std::string("m/s"));
      QCOMPARE(units.Of("sub/g.y"), std::string("m/s"));
      QCOMPARE(units.Of("a.y"), std::string());
    }
    // What is said of a name itself goes first.
    SignalSetting inner;
    inner.key = "g.y";
    inner.unit = "km/h";
    document.root.blocks.MutableDiagram(0)->signal_settings = {inner};
    const SignalUnits units = say("sub.out", "m/s");
    QCOMPARE(units.Of("sub.out"), std::string("m/s"));
    QCOMPARE(units.Of("sub/g.y"), std::string("km/h"));
  }

  // Two receivers, one with the tag that is the default; the signal goes on into a subsystem.
  void aUnitIsThatOfTheSignalBehindATag() {
    BlockDescriptor sends;
    sends.type = "Sends";
    sends.role = BlockRole::kGoto;
    ParameterDescriptor tag;
    tag.name = "tag";
    tag.kind = ParameterKind::kText;
    tag.default_value = "A";
    sends.parameters = {tag};
    BlockDescriptor receives = sends;
    receives.type = "Receives";
    receives.role = BlockRole::kFrom;
    const BlockRegistry registry({sends, receives});
    Document document;
    Block sub = MakeBlock("sub", "Subsystem");
    sub.diagram->blocks.Append(MakeBlock("in", "Inport"));
    document.root.blocks.Append(std::move(sub));
    document.root.blocks.Append(MakeBlock("a"));
    document.root.blocks.Append(MakeBlock("to", "Sends"));
    document.root.blocks.Append(MakeBlock("near", "Receives"));
    Block other = MakeBlock("other", "Receives");
    other.SetParameter("tag", ParameterSetting("B"));
    document.root.blocks.Append(std::move(other));
    Wire wire;
    wire.from = "a.y", wire.to = "to.u";
    document.root.wires.push_back(wire);
    wire.from = "near.y", wire.to = "sub.in";
    document.root.wires.push_back(wire);
    for (const char* said : {"a.y", "near.y", "sub/in.y"}) {
      SignalSetting setting;
      setting.key = said;
      setting.unit = "N";
      document.root.signal_settings = {setting};
      const SignalUnits units(document, registry);
      for (const char* name : {"a.y", "near.y", "sub/in.y"}) {
        QCOMPARE(units.Of(name), std::string("N"));
      }
      QCOMPARE(units.Of("other.y"), std::string());
    }
  }

  void diagnosticsAreOneList() {
    const std::vector<DiagnosticEntry>& list = DiagnosticList();
    for (std::size_t i = 0; i < list.size(); ++i) {
      QCOMPARE(static_cast<std::size_t>(list[i].id), i);
      QVERIFY(!list[i].code.empty() && !list[i].text.empty());
      for (std::size_t k = 0; k < i; ++k) QVERIFY(list[k].code != list[i].code);
    }
    Diagnostic d = MakeDiagnostic(DiagnosticCode::kUnknownKey, {}, "", {"x{0}"});
    QCOMPARE(FormatDiagnostic("f", d),
             std::string("f: warning: the key \"x{0}\" is unknown here and has no effect; it is "
                         "kept [unknown-key]"));
    d.severity = Severity::kInfo;
    d.place = {1, 2};
    d.path = "a";
    QVERIFY(FormatDiagnostic("f", d).rfind("f:1:2: info: a: the key", 0) == 0);
    QVERIFY(!HasErrors({d}));
  }
};

LOOPWRIGHT_TEST(TestDocument)

}  // namespace loopwright::test_document

#include "test_document.moc"
