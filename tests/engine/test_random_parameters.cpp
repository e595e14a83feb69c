#include <QObject>
#include <QTest>
#include <string>

#include "engine/build/random_parameters.h"
#include "engine/document/document.h"
#include "engine/random/draw.h"
#include "tests/test_main.h"

namespace loopwright::test_random_parameters {
namespace {

RandomSetting Distribution(std::string name,
                           std::vector<std::pair<std::string, ParameterSetting>> arguments) {
  RandomSetting random;
  random.distribution = std::move(name);
  random.arguments = std::move(arguments);
  return random;
}

DiagramParameter Parameter(std::string name, ParameterSetting value) {
  DiagramParameter parameter;
  parameter.name = std::move(name);
  parameter.value = std::move(value);
  return parameter;
}

// A parameter m with a distribution about itself, and a block x in a subsystem with two more.
Document MakeDocument() {
  Document document;
  document.parameters.push_back(Parameter("m", 2));
  document.parameters[0].random =
      Distribution("gaussian", {{"mean", "m"}, {"standard_deviation", "m/10"}});
  Block subsystem;
  subsystem.name = "sub";
  subsystem.type = "Subsystem";
  subsystem.diagram_parameters.push_back(Parameter("k", "m + 1"));
  subsystem.diagram_parameters[0].random = Distribution("exponential", {{"rate", "m"}});
  Block block;
  block.name = "x";
  block.type = "Gain";
  block.SetParameter("gain", ParameterSetting(5));
  block.random.emplace_back("gain", Distribution("uniform", {{"lower", "k"}, {"upper", "2*k"}}));
  subsystem.diagram.emplace().blocks.Append(block);
  document.root.blocks.Append(subsystem);
  return document;
}

void DrawRandomParameters(RandomSource source, Document* document) {
  SetRandomParameters(ListRandomParameters(*document), source, document);
}

}  // namespace

class RandomParametersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyParameterDrawsFromItsOwnStreamWithNominalArguments() {
    const RandomSource source{7, 17};
    Document document = MakeDocument();
    DrawRandomParameters(source, &document);
    QCOMPARE(document.parameters[0].value.number(),
             2 + 0.2 * GaussianDraw(source, StreamKey(".m"), 0));
    const Block& subsystem = *document.FindBlock("sub");
    QCOMPARE(subsystem.diagram_parameters[0].value.number(),
             ExponentialDraw(source, StreamKey("sub.k"), 0) / 2);
    QCOMPARE(document.FindBlock("sub/x")->FindParameter("gain")->value.number(),
             3 + 3 * UniformDraw(source, StreamKey("sub/x.gain"), 0));
  }

  void aRunIsReproducedAndAnotherIsAnother() {
    Document first = MakeDocument();
    Document again = MakeDocument();
    Document other = MakeDocument();
    DrawRandomParameters({7, 17}, &first);
    DrawRandomParameters({7, 17}, &again);
    DrawRandomParameters({7, 18}, &other);
    QVERIFY(first == again);
    QVERIFY(first.parameters[0].value != other.parameters[0].value);
  }

  void whatHasNoValueStaysNominal() {
    Document document = MakeDocument();
    document.parameters[0].random->arguments[0].second = "unknown";
    document.parameters.push_back(Parameter("circle", "circle"));
    document.parameters[1].random = Distribution("exponential", {{"rate", "circle"}});
    DrawRandomParameters({7, 17}, &document);
    QCOMPARE(document.parameters[0].value, ParameterSetting(2));
    QCOMPARE(document.parameters[1].value, ParameterSetting("circle"));
  }

  void whatIsFixedIsNotDrawn() {
    const Document document = MakeDocument();
    const auto names = [&](const std::string& fixed) {
      std::string list;
      for (const RandomParameter& one :
           ListRandomParameters(document, [&](const std::string& path) { return path == fixed; })) {
        list += one.path + " ";
      }
      return list;
    };
    QCOMPARE(names(""), std::string("m sub.k sub/x.gain "));
    QCOMPARE(names("m"), std::string("sub.k sub/x.gain "));
    QCOMPARE(names("sub.k"), std::string("m sub/x.gain "));
    QCOMPARE(names("sub/x.gain"), std::string("m sub.k "));
  }
};

LOOPWRIGHT_TEST(RandomParametersTest)

}  // namespace loopwright::test_random_parameters

#include "test_random_parameters.moc"
