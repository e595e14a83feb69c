// Parameters over other scalars than double: what blocks get where the diagram's parameters are
// symbols, derivatives with respect to them, and conversion from the arguments that a system keeps.

#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/engine/message_of.h"
#include "tests/engine/model_test_blocks.h"

// After the header that takes Qt's keyword away.
#include "engine/build/build.h"
#include "engine/check/analysis.h"
#include "engine/diagram/diagram.h"
#include "engine/expression/expression_text.h"
#include "engine/expression/formula.h"
#include "engine/system/keep_arguments.h"
#include "tests/test_main.h"

namespace loopwright::test_parameters_over_scalars {
using namespace loopwright::test;  // NOLINT(google-build-using-namespace)

namespace {

/// Numeric parameters of every kind of origin. There is a sine, and `one` must be 1, which is asked
/// of its number.
template <typename T>
class Origins final : public LeafSystem<T> {
 public:
  explicit Origins(const BlockArguments& arguments) {
    using std::sin;
    const T a = arguments.number<T>("a"), b = arguments.number<T>("b");
    const Known<T> one = arguments.known<T>("one");
    if (one.number != 1) throw std::invalid_argument("`one` must be 1");
    this->DeclareNumericParameter(BasicVector<T>{a, b, a / b, T(1), T(2)});
    this->DeclareNumericParameter(BasicVector<T>{a / b - a * b});
    const T angle = arguments.number<T>("angle");
    this->DeclareNumericParameter(BasicVector<T>{sin(angle), angle});
    this->DeclareNumericParameter(BasicVector<T>{one.value});
    this->DeclareNumericParameter(BasicVector<T>(arguments.vector<T>("c", 2)));
    const MatrixX<T> matrix = arguments.matrix<T>("m");
    this->DeclareNumericParameter(
        BasicVector<T>(VectorX<T>(matrix.row(matrix.rows() - 1).transpose())));
    this->DeclareVectorOutputPort("y", 1,
                                  [](const Context<T>&, BasicVector<T>* y) { y->SetZero(); },
                                  {this->nothing_ticket()});
  }
};

const BlockRegistry& Registry() {
  static const BlockRegistry registry = [] {
    std::vector<ParameterDescriptor> parameters;
    for (const char* name : {"a", "b", "angle", "one"}) {
      parameters.push_back(Parameter(name, ParameterKind::kNumber, 1));
    }
    parameters.push_back(Parameter("c", ParameterKind::kVector, 1));
    parameters.push_back(Parameter("m", ParameterKind::kMatrix, 1));
    BlockDescriptor origins = Describe("Origins", {}, {"y"}, parameters);
    origins.UseSystem<Origins>();
    origins.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
    return BlockRegistry({origins});
  }();
  return registry;
}

LoadResult Load(const QByteArray& settings, const QByteArray& parameters) {
  QByteArray text = "{'format': 'loopwright', 'version': 1, 'parameters': {" + parameters +
                    "}, 'diagram': {'blocks': {'b': {'type': 'Origins', 'parameters': {" +
                    settings + "}}}}}";
  text.replace('\'', '"');
  return LoadDocument(text.toStdString(), Registry());
}

/// The numeric parameters of the block that are functions of symbols: "INDEX: ELEMENT, …; …".
QString Found(const QByteArray& settings, const QByteArray& parameters) {
  const LoadResult loaded = Load(settings, parameters);
  if (!loaded.document) return QString::fromStdString(loaded.diagnostics.at(0).text);
  const auto built = BuildDiagramOf<Expression>(*loaded.document, Registry(), {{}, false, true});
  if (!built.ok()) return QString::fromStdString(built.diagnostics.at(0).text);
  const auto& block =
      dynamic_cast<const LeafSystem<Expression>&>(built.diagram->GetSubsystemByName("b"));
  QStringList found;
  for (size_t i = 0; i < block.numeric_parameter_models().size(); ++i) {
    QStringList elements;
    bool has_symbols = false;
    for (const Expression& e : block.numeric_parameter_models()[i]) {
      elements << QString::fromStdString(ToText(e));
      has_symbols |= !e.is_constant();
    }
    if (has_symbols) found << QString("%1: %2").arg(i).arg(elements.join(", "));
  }
  return found.join("; ");
}

/// k = 3, v = [2, 5] with derivatives: of k by variable 0, of v[1] by variable 1.
class DualScope final : public ScopeOver<AutoDiff> {
 public:
  DualScope() {
    numbers_.Set("k", 3.0);
    numbers_.Set("v", FormulaValue::Vector(Eigen::Vector2d(2, 5)));
  }
  const FormulaValue* Find(std::string_view name) const override { return numbers_.Find(name); }
  std::vector<std::string> names() const override { return numbers_.names(); }
  const ShapedValue<AutoDiff>* FindOver(std::string_view name) const override {
    return name == "k" ? &k_ : name == "v" ? &v_ : nullptr;
  }

 private:
  NameTable numbers_;
  ShapedValue<AutoDiff> k_ = ShapedValue<AutoDiff>::Number(AutoDiff(3, 0));
  ShapedValue<AutoDiff> v_ = ShapedValue<AutoDiff>::Vector({AutoDiff(2), AutoDiff(5, 1)});
};

/// Keeps one argument of each kind.
template <typename T>
class Keeper : public LeafSystem<T> {
 public:
  enum class Shape { kRound, kSquare };
  struct Settings {
    T mass = 1;
    bool is_on = false;
    template <typename U>
    typename Keeper<U>::Settings As() const {
      return {ConvertScalar<U>(mass), is_on};
    }
  };
  Keeper(const T& a_number, const VectorX<T>& a_vector, const MatrixX<T>& a_matrix,
         const Eigen::VectorXd& some_times, const Settings& some_settings, Shape a_shape,
         const std::string& a_name)
      : LeafSystem<T>(KeepArguments<Keeper, T>(a_number, a_vector, a_matrix, some_times,
                                               some_settings, a_shape, a_name)),
        number(a_number),
        vector(a_vector),
        matrix(a_matrix),
        times(some_times),
        settings(some_settings),
        shape(a_shape),
        name(a_name) {
    this->DeclareNumericParameter(BasicVector<T>{number});
  }

  const T number;
  const VectorX<T> vector;
  const MatrixX<T> matrix;
  const Eigen::VectorXd times;
  const Settings settings;
  const Shape shape;
  const std::string name;
};
template <typename T>
class SubKeeper final : public Keeper<T> {
 public:
  using Keeper<T>::Keeper;
};

template <typename T>
class NumbersOnly;

}  // namespace

}  // namespace loopwright::test_parameters_over_scalars

namespace loopwright::scalar_conversion {
template <>
struct Traits<test_parameters_over_scalars::NumbersOnly> : NonSymbolicTraits {};
}  // namespace loopwright::scalar_conversion

namespace loopwright::test_parameters_over_scalars {

namespace {

template <typename T>
class NumbersOnly final : public LeafSystem<T> {
 public:
  explicit NumbersOnly(int a_size)
      : LeafSystem<T>(KeepArguments<NumbersOnly, T>(a_size)), size(a_size) {}
  const int size;
};

template <typename T, template <typename> class K = Keeper>
std::unique_ptr<K<T>> MakeKeeper(const T& number) {
  return std::make_unique<K<T>>(
      number, VectorX<T>{{number, T(2)}}, MatrixX<T>{{T(1), number}}, Eigen::VectorXd{{0.5, 1.5}},
      typename Keeper<T>::Settings{T(7), true}, Keeper<T>::Shape::kSquare, "kept");
}

}  // namespace

class TestParametersOverScalars : public QObject {
  Q_OBJECT
 private slots:
  void symbolsReachWhatABlockMakesOfThem() {
    QCOMPARE(Found("'a': 'k', 'b': 'm'", "'k': {'value': 1}, 'm': {'value': 1}"),
             "0: k, m, k/m, 1, 2; 1: k/m - k*m");
    // Equal numbers are not confused: what comes of a setting without symbols stays a number.
    QCOMPARE(Found("'a': 'k', 'b': 1", "'k': {'value': 1}"), "0: k, 1, k, 1, 2; 1: k - k");
    QCOMPARE(Found("'a': '2*k', 'b': 4", "'k': {'value': 1}"),
             "0: 2*k, 4, 2*k/4, 1, 2; 1: 2*k/4 - 2*k*4");
    QCOMPARE(Found("'a': 1, 'b': 2", "'k': {'value': 1}"), "");
    // Any function of them.
    QCOMPARE(Found("'angle': 'k', 'c': 'm'", "'k': {'value': 0.5}, 'm': {'value': 3}"),
             "2: sin(k), k; 4: m, m");
  }

  void whatANumberDecidesIsAskedOfTheNumber() {
    QCOMPARE(Found("'one': 'k', 'c': 'm'", "'k': {'value': 1}, 'm': {'value': 3}"),
             "3: k; 4: m, m");
    QCOMPARE(Found("'one': 'k'", "'k': {'value': 2}"), "`one` must be 1");
  }

  void vectorsAndMatricesLieAsTheirNumbers() {
    QCOMPARE(Found("'c': 'v'", "'v': {'value': [2, 3]}"), "4: v[0], v[1]");
    QCOMPARE(Found("'c': ['k', 7]", "'k': {'value': 1}"), "4: k, 7");
    QCOMPARE(Found("'m': 'M'", "'M': {'value': [[1, 2, 3], [4, 5, 6]]}"),
             "5: M[1][0], M[1][1], M[1][2]");
    QCOMPARE(Found("'m': [[1, 2], ['k', 'k*k']]", "'k': {'value': 1}"), "5: k, k*k");
  }

  void zeroInfinityAndManyElements() {
    QCOMPARE(Found("'a': 'k', 'b': 2", "'k': {'value': 0}"), "0: k, 2, k/2, 1, 2; 1: k/2 - k*2");
    // What is infinite says that there is no such thing, element by element.
    QCOMPARE(Found("'c': 'k'", "'k': {'value': 'inf'}"), "");
    QCOMPARE(Found("'c': ['k', 'm']", "'k': {'value': 'inf'}, 'm': {'value': 1}"), "4: inf, m");
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
    const LoadResult loaded = Load("'a': 'k'", "'k': {'value': 1}");
    const auto built = BuildDiagramOf<Expression>(*loaded.document, Registry());
    QVERIFY(built.ok());
    QVERIFY(built.parameters.empty());
    const auto& block =
        dynamic_cast<const LeafSystem<Expression>&>(built.diagram->GetSubsystemByName("b"));
    QVERIFY(block.numeric_parameter_models()[0][0].is_constant());
  }

  void derivativesReachWhatABlockMakesOfThem() {
    const LoadResult loaded = Load("'a': 3, 'b': 2", "");
    const Analysis analysis = Analyse(*loaded.document, Registry(), false);
    BlockArguments arguments = *analysis.structure.blocks[0].arguments;
    arguments.SetOver<AutoDiff>(0, {AutoDiff(3, 0)});
    arguments.SetOver<AutoDiff>(1, {AutoDiff(2, 1)});
    QCOMPARE(arguments.number("a"), 3.0);
    QCOMPARE(arguments.number<AutoDiff>("a").derivatives()[0], 1.0);
    QCOMPARE(arguments.number<Expression>("a").value(), 3.0);
    const auto system = Registry().Find("Origins")->make_autodiff(arguments);
    const auto& models = dynamic_cast<LeafSystem<AutoDiff>&>(*system).numeric_parameter_models();
    QCOMPARE(models[1][0].value(), 1.5 - 6);
    QCOMPARE(models[1][0].derivatives()[0], 0.5 - 2);
    QCOMPARE(models[1][0].derivatives()[1], -0.75 - 3);
    // A number that is set anew has none.
    arguments.Set(0, 4.0);
    QCOMPARE(arguments.number<AutoDiff>("a").value(), 4.0);
    QCOMPARE(arguments.number<AutoDiff>("a").derivatives()[0], 0.0);
    QCOMPARE(MessageOf([&] {
               arguments.SetOver<AutoDiff>(4, {1, 2, 3});
             }),
             std::string("`c` has 1 elements, it is set to 3"));
  }

  void formulasAreEvaluatedOverAutoDiff() {
    const DualScope scope;
    const auto evaluate = [&](const char* text) {
      return Formula::Parse(text).EvaluateOver(scope);
    };
    const std::vector<AutoDiff> product = evaluate("[k*v[1]; k^2 - sin(v[1])/k]");
    QCOMPARE(product.size(), size_t{2});
    QCOMPARE(product[0].value(), 15.0);
    QCOMPARE(product[0].derivatives()[0], 5.0);
    QCOMPARE(product[0].derivatives()[1], 3.0);
    QCOMPARE(product[1].value(), 9 - std::sin(5.0) / 3);
    QVERIFY(std::abs(product[1].derivatives()[0] - (6 + std::sin(5.0) / 9)) < 1e-15);
    QVERIFY(std::abs(product[1].derivatives()[1] + std::cos(5.0) / 3) < 1e-15);
    // Branches are those of the values, and an index is a value.
    QCOMPARE(evaluate("k > 2 ? k*v[k - 2] : 1/0")[0].derivatives()[0], 5.0);
    QCOMPARE(evaluate("min(k, v[1])")[0].derivatives()[0], 1.0);
    QCOMPARE(evaluate("abs(-k)*max(k, v[1])")[0].derivatives()[1], 3.0);
    QCOMPARE(evaluate("not (k < 2 and v[0] > 1)")[0].value(), 1.0);
    QCOMPARE(MessageOf([&] { evaluate("k*z"); }), std::string("unknown name 'z'"));
  }

  void aSystemIsMadeFromTheArgumentsThatItKeeps() {
    const auto keeper = MakeKeeper<double>(3);
    const auto dual = System<double>::ToScalarType<AutoDiff>(*keeper);
    QCOMPARE(dual->number.value(), 3.0);
    QCOMPARE(dual->vector[0].value(), 3.0);
    QCOMPARE(dual->matrix(0, 1).value(), 3.0);
    QCOMPARE(dual->times[1], 1.5);
    QCOMPARE(dual->settings.mass.value(), 7.0);
    QVERIFY(dual->settings.is_on);
    QVERIFY(dual->shape == Keeper<AutoDiff>::Shape::kSquare);
    QCOMPARE(dual->name, std::string("kept"));
    const auto symbolic = System<AutoDiff>::ToScalarType<Expression>(*dual);
    QCOMPARE(symbolic->matrix(0, 1).value(), 3.0);
    const auto back = System<Expression>::ToScalarType<double>(*symbolic);
    QCOMPARE(back->vector[0], 3.0);
    QCOMPARE(back->vector[1], 2.0);
    QCOMPARE(System<double>::Clone(*keeper)->number, 3.0);
  }

  void whatAScalarCannotHoldIsLostOrRefused() {
    const auto dual = MakeKeeper<AutoDiff>(AutoDiff(3, 0));
    QCOMPARE(dual->numeric_parameter_models()[0][0].derivatives()[0], 1.0);
    QCOMPARE(System<AutoDiff>::ToScalarType<double>(*dual)->number, 3.0);
    const auto symbolic = MakeKeeper<Expression>(Expression::Variable("k"));
    QCOMPARE(ToText(symbolic->numeric_parameter_models()[0][0]), std::string("k"));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, System<Expression>::ToScalarType<double>(*symbolic));
    const NumbersOnly<double> numbers(4);
    QCOMPARE(System<double>::ToScalarType<AutoDiff>(numbers)->size, 4);
    QVERIFY(numbers.ToSymbolicMaybe() == nullptr);
  }

  void aSubclassKeepsArgumentsOfItsOwn() {
    const auto keeper = MakeKeeper<double, SubKeeper>(3);
    keeper->set_name("sub");
    QCOMPARE(MessageOf([&] { keeper->ToAutoDiffXd(); }),
             std::string("System 'sub' cannot be converted to AutoDiff: its class SubKeeper must "
                         "pass a SystemTypeTag of its own to the base class"));
  }
};

LOOPWRIGHT_TEST(TestParametersOverScalars)

}  // namespace loopwright::test_parameters_over_scalars

#include "test_parameters_over_scalars.moc"
