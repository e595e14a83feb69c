// Which numeric parameters of a block are functions of the diagram's parameters.

#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/engine/model_test_blocks.h"

// After the header that takes Qt's keyword away.
#include "engine/build/build.h"
#include "engine/diagram/diagram.h"
#include "engine/expression/expression_text.h"
#include "tests/test_main.h"

using namespace loopwright;
using namespace loopwright::test;

namespace {

/// Numeric parameters of every kind of origin; `one` must be 1, the last parameter has an element
/// less for each one in `less`, and there is one more behind it where `more` is below 2.
template <typename T>
class Origins final : public LeafSystem<T> {
 public:
  explicit Origins(const BlockArguments& arguments) {
    const double a = arguments.number("a"), b = arguments.number("b");
    if (arguments.number("one") != 1) throw std::invalid_argument("`one` must be 1");
    this->DeclareNumericParameter(BasicVector<T>{T(a), T(b), T(a / b), T(1), T(2)});
    this->DeclareNumericParameter(BasicVector<T>{T(a / b - a * b)});
    this->DeclareNumericParameter(
        BasicVector<T>{T(std::sin(arguments.number("angle"))), T(arguments.number("angle"))});
    this->DeclareNumericParameter(BasicVector<T>{T(arguments.number("one"))});
    const int size = 3 - static_cast<int>(arguments.number("less"));
    this->DeclareNumericParameter(
        BasicVector<T>(VectorX<T>(VectorX<T>::Constant(size, T(arguments.number("c"))))));
    if (arguments.number("more") < 2) this->DeclareNumericParameter(BasicVector<T>{T(7)});
    this->DeclareVectorOutputPort("y", 1,
                                  [](const Context<T>&, BasicVector<T>* y) { y->SetZero(); },
                                  {this->nothing_ticket()});
  }
};

const BlockRegistry& Registry() {
  static const BlockRegistry registry = [] {
    std::vector<ParameterDescriptor> parameters;
    for (const char* name : {"a", "b", "angle", "one", "less", "more", "c"}) {
      parameters.push_back(Parameter(name, ParameterKind::kNumber, 1));
    }
    BlockDescriptor origins = Describe("Origins", {}, {"y"}, parameters);
    origins.UseSystem<Origins>();
    origins.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
    return BlockRegistry({origins});
  }();
  return registry;
}

/// The numeric parameters of the block that are functions of symbols: "INDEX: ELEMENT, …; …".
QString Found(const QByteArray& settings, const QByteArray& parameters) {
  QByteArray text = "{'format': 'loopwright', 'version': 1, 'parameters': {" + parameters +
                    "}, 'diagram': {'blocks': {'b': {'type': 'Origins', 'parameters': {" +
                    settings + "}}}}}";
  text.replace('\'', '"');
  const LoadResult loaded = LoadDocument(text.toStdString(), Registry());
  if (!loaded.document) return QString::fromStdString(loaded.diagnostics.at(0).text);
  const auto built = BuildDiagramOf<Expression>(*loaded.document, Registry(), {{}, false, true});
  if (!built.ok()) return QString::fromStdString(built.diagnostics.at(0).text);
  QStringList found;
  for (const SymbolicNumericParameter& parameter : built.parameters.numeric_parameters) {
    QStringList elements;
    for (const Expression& e : parameter.value) elements << QString::fromStdString(ToText(e));
    found << QString("%1: %2").arg(parameter.index).arg(elements.join(", "));
  }
  return found.join("; ");
}

}  // namespace

class TestSymbolicBlock : public QObject {
  Q_OBJECT
 private slots:
  void elementsQuotientsAndDifferencesAreFound() {
    QCOMPARE(Found("'a': 'k', 'b': 'm'", "'k': {'value': 1}, 'm': {'value': 1}"),
             "0: k, m, k/m, 1, 2; 1: k/m - k*m");
    // Equal numbers are not confused: what comes of a setting without symbols stays a number.
    QCOMPARE(Found("'a': 'k', 'b': 1", "'k': {'value': 1}"), "0: k, 1, k, 1, 2");
    QCOMPARE(Found("'a': '2*k', 'b': 4", "'k': {'value': 1}"),
             "0: 2*k, 4, 2*k/4, 1, 2; 1: 2*k/4 - 2*k*4");
    QCOMPARE(Found("'a': 1, 'b': 2", "'k': {'value': 1}"), "");
  }

  void aSettingThatIsUsedOtherwiseHasNoSymbols() {
    // Of the angle there is a sine, too; others go on.
    QCOMPARE(Found("'angle': 'k', 'c': 'm'", "'k': {'value': 0.5}, 'm': {'value': 3}"), "4: m, m");
    QCOMPARE(Found("'angle': 'k'", "'k': {'value': 0.5}"), "");
    // It cannot be made with another value, or has another shape.
    QCOMPARE(Found("'one': 'k', 'c': 'm'", "'k': {'value': 1}, 'm': {'value': 3}"), "4: m, m");
    for (const char* name : {"less", "more"}) {
      QCOMPARE(Found("'" + QByteArray(name) + "': 'k', 'c': 'm'",
                     "'k': {'value': 1.999995}, 'm': {'value': 3}"),
               "4: m, m");
    }
  }

  void zeroInfinityAndManyElements() {
    QCOMPARE(Found("'a': 'k', 'b': 2", "'k': {'value': 0}"), "0: k, 2, k/2, 1, 2; 1: k/2 - k*2");
    // A value without neighbours stays a number.
    QCOMPARE(Found("'c': 'k'", "'k': {'value': 'inf'}"), "");
    QByteArray zeros = "0";
    for (int i = 1; i < 1000; ++i) zeros += ", 0";
    QCOMPARE(Found("'c': 'v[999]'", "'v': {'value': [" + zeros + "]}"), "4: v[999], v[999]");
    QCOMPARE(Found("'c': 'v[999]'", "'v': {'value': [" + zeros + ", 0]}"), "");
  }

  void shapesThatDependOnAValueStayNumbers() {
    QCOMPARE(Found("'c': 'v[k]'", "'k': {'value': 1}, 'v': {'value': [2, 3]}"), "");
    QCOMPARE(Found("'c': 'v[1]'", "'v': {'value': [2, 3]}"), "4: v[1], v[1]");
    QCOMPARE(Found("'c': 'M[1][0]'", "'M': {'value': [[2], [3]]}"), "4: M[1][0], M[1][0]");
    QCOMPARE(Found("'c': 'k > 0 ? k : 2'", "'k': {'value': 1}"), "4: k > 0 ? k : 2, k > 0 ? k : 2");
  }

  void withoutTheOptionThereAreNoSymbols() {
    const LoadResult loaded = LoadDocument(
        R"({"format": "loopwright", "version": 1, "parameters": {"k": {"value": 1}}, "diagram": )"
        R"({"blocks": {"b": {"type": "Origins", "parameters": {"a": "k"}}}}})",
        Registry());
    const auto built = BuildDiagramOf<Expression>(*loaded.document, Registry());
    QVERIFY(built.ok());
    QVERIFY(built.parameters.symbols.empty());
    QVERIFY(built.parameters.numeric_parameters.empty());
  }
};

LOOPWRIGHT_TEST(TestSymbolicBlock)
#include "test_symbolic_block.moc"
