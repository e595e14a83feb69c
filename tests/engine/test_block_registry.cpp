#include <QObject>
#include <QTest>

#include "tests/engine/model_test_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_block_registry {

class BlockRegistryTest : public QObject {
  Q_OBJECT

 private slots:
  void findsTypes();
  void knowsWhatReadingADocumentNeeds();
  void refusesContradictions_data();
  void refusesContradictions();
  void argumentsAreReadAsTheirKind();
  void kindsHaveNames();
};

void BlockRegistryTest::findsTypes() {
  const BlockRegistry& blocks = test::TestBlocks();
  QCOMPARE(blocks.Find("Gain")->type, std::string("Gain"));
  QVERIFY(blocks.Find("gain") == nullptr);
  QCOMPARE(blocks.all().front().type, std::string("Constant"));
  QCOMPARE(blocks.Find("Kinds")->FindParameter("choice")->choices,
           (std::vector<std::string>{"min", "max"}));
}

void BlockRegistryTest::knowsWhatReadingADocumentNeeds() {
  const BlockRegistry& blocks = test::TestBlocks();
  QCOMPARE(*blocks.ParameterNames("Gain"), (std::vector<std::string>{"gain"}));
  QVERIFY(blocks.ParameterNames("gain") == nullptr);
  QVERIFY(blocks.HoldsExpressions("Kinds", "vector"));
  QVERIFY(blocks.HoldsExpressions("Kinds", "formula"));
  QVERIFY(blocks.HoldsExpressions("Kinds", "formulas"));
  QVERIFY(!blocks.HoldsExpressions("Kinds", "text"));
  QVERIFY(!blocks.HoldsExpressions("Kinds", "choice"));
  QVERIFY(!blocks.HoldsExpressions("Kinds", "nothing"));
  QVERIFY(!blocks.HoldsExpressions("Nothing", "vector"));
}

void BlockRegistryTest::refusesContradictions_data() {
  QTest::addColumn<int>("which");
  QTest::addColumn<QString>("text");
  QTest::addRow("parameter twice") << 0 << "block type B: the parameter 'p' is there twice";
  QTest::addRow("wrong default")
      << 1 << "block type B: the default of 'p' is 2.5; it must be a whole number";
  QTest::addRow("default against the constraint")
      << 2 << "block type B: the default of 'p' is -1; it must be > 0";
  QTest::addRow("default of no input")
      << 3 << "block type B: there is no input 'v' to give a default";
  QTest::addRow("default that is no parameter")
      << 4 << "block type B: the input 'u' takes a number or a parameter by default";
  QTest::addRow("no factory")
      << 5 << "block type B: blocks that are systems, and only these, have factories";
  QTest::addRow("type twice") << 6 << "block type B: it is there twice";
}

void BlockRegistryTest::refusesContradictions() {
  QFETCH(int, which);
  QFETCH(QString, text);
  using test::Parameter;
  BlockDescriptor block = test::Describe("B", {"u"}, {"y"}, {});
  std::vector<BlockDescriptor> more;
  switch (which) {
    case 0:
      block.parameters = {Parameter("p", ParameterKind::kNumber, 1),
                          Parameter("p", ParameterKind::kText, "")};
      break;
    case 1:
      block.parameters = {Parameter("p", ParameterKind::kInteger, 2.5)};
      break;
    case 2:
      block.parameters = {Parameter("p", ParameterKind::kNumber, -1, "> 0")};
      break;
    case 3:
      block.input_defaults = {{"v", 1}};
      break;
    case 4:
      block.input_defaults = {{"u", "p"}};
      break;
    case 5:
      block.make_autodiff = nullptr;
      break;
    default:
      more.push_back(block);
  }
  more.push_back(block);
  try {
    BlockRegistry registry(more);
    QFAIL("it was taken");
  } catch (const std::logic_error& error) {
    QCOMPARE(QString::fromUtf8(error.what()), text);
  }
}

void BlockRegistryTest::argumentsAreReadAsTheirKind() {
  const BlockDescriptor& kinds = *test::TestBlocks().Find("Kinds");
  BlockArguments arguments(kinds, "s/k", nullptr);
  QCOMPARE(arguments.number("falling"), -1.0);
  QCOMPARE(arguments.vector("vector", 3), (Eigen::VectorXd::Ones(3)));
  QVERIFY_THROWS_EXCEPTION(std::logic_error, arguments.number("choice"));
  QVERIFY_THROWS_EXCEPTION(std::logic_error, arguments.number("nothing"));
  QVERIFY(arguments.has("choice") && !arguments.has("nothing"));
  arguments.Set(kinds.ParameterIndex("vector"), FormulaValue::Vector(Eigen::Vector2d(4, 5)));
  QCOMPARE(arguments.size("vector"), 2);
  try {
    arguments.vector("vector", 3);
    QFAIL("it was spread");
  } catch (const std::invalid_argument& error) {
    QCOMPARE(QString::fromUtf8(error.what()), QString("`vector` has 2 elements; give one or 3"));
  }
  const BlockDescriptor& noise = *test::TestBlocks().Find("Noise");
  BlockArguments unnamed(noise, "s/n", nullptr);
  QCOMPARE(unnamed.stream(), std::string("s/n"));
  unnamed.Set(noise.ParameterIndex("stream"), std::string("wind"));
  QCOMPARE(unnamed.stream(), std::string("wind"));
}

void BlockRegistryTest::kindsHaveNames() {
  QStringList names;
  for (const ParameterDescriptor& parameter : test::TestBlocks().Find("Kinds")->parameters) {
    const QString name = QString::fromUtf8(ToText(parameter.kind).data());
    if (!names.contains(name)) names << name;
  }
  QCOMPARE(names, (QStringList{"number", "integer", "boolean", "choice", "text", "vector", "matrix",
                               "complex vector", "text list", "text matrix"}));
}

LOOPWRIGHT_TEST(BlockRegistryTest)

}  // namespace loopwright::test_block_registry

#include "test_block_registry.moc"
