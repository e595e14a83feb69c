// Blanks between brackets: where they separate elements, and the canonical form.

#include <QObject>
#include <QTest>
#include <random>
#include <string>
#include <vector>

#include "engine/document/canonical_expressions.h"
#include "engine/expression/formula.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "tests/engine/fake_block_types.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_expression_blanks {

namespace {

bool IsSign(const std::string& word) { return word == "+" || word == "-"; }

// MATLAB's rule, written down once more from its description, over a list of words in which " " is
// a blank: between brackets a blank separates where an operand stands before it and behind it what
// begins one, or a sign that has no blank behind it.
std::string WithCommas(const std::vector<std::string>& words) {
  std::string text;
  std::vector<char> open;  // 'v' of a vector, else 'o'
  std::string before;      // the last word that is no blank
  const auto ends_operand = [&] {
    return !before.empty() && std::string("+-*/^<([,").find(before) == std::string::npos;
  };
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == " ") {
      const std::string& next = i + 1 < words.size() ? words[i + 1] : "]";
      const std::string& after = i + 2 < words.size() ? words[i + 2] : " ";
      const bool begins = IsSign(next) ? after != " " : std::string("*/^<)],").find(next) > 7;
      const bool separates = !open.empty() && open.back() == 'v' && ends_operand() && begins;
      text += separates ? "," : " ";
      if (separates) before = ",";
      continue;
    }
    if (word == "[" || word == "(") open.push_back(word == "[" && !ends_operand() ? 'v' : 'o');
    if (word == "]" || word == ")") open.pop_back();
    text += word;
    before = word;
  }
  return text;
}

// Random words of sums between brackets, with and without blanks.
class RandomVectors {
 public:
  explicit RandomVectors(unsigned seed) : random_(seed) {}

  std::vector<std::string> Words() {
    words_.clear();
    Vector(3);
    return words_;
  }

 private:
  int Pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  void Blank() {
    if (Pick(2) == 0) words_.emplace_back(" ");
  }
  void Vector(int depth) {
    words_.emplace_back("[");
    Blank();
    const int count = 1 + Pick(4);
    for (int i = 0; i < count; ++i) {
      if (i > 0) words_.emplace_back(Pick(3) == 0 ? "," : " ");
      Sum(depth - 1);
      Blank();
    }
    words_.emplace_back("]");
  }
  void Sum(int depth) {
    if (Pick(4) == 0) words_.emplace_back("-");
    Operand(depth);
    const int count = Pick(3);
    for (int i = 0; i < count; ++i) {
      Blank();
      words_.emplace_back(1, "+-*/^<"[Pick(i == 0 ? 6 : 5)]);
      Blank();
      Operand(depth);
    }
  }
  void Operand(int depth) {
    const int kind = Pick(depth > 0 ? 6 : 2);
    if (kind == 0) words_.emplace_back("a");
    if (kind == 1) words_.push_back(std::to_string(Pick(9)));
    if (kind == 2 || kind == 3) {
      words_.emplace_back("(");
      Blank();
      Sum(depth - 1);
      Blank();
      words_.emplace_back(")");
    }
    if (kind == 4) {
      words_.emplace_back("v");
      words_.emplace_back("[");
      Sum(depth - 1);
      words_.emplace_back("]");
    }
    if (kind == 5) Vector(depth);
  }

  std::mt19937 random_;
  std::vector<std::string> words_;
};

// The value of an expression, or "error".
QString ValueOf(const std::string& text) {
  NameTable names;
  names.Set("a", 3.0);
  names.Set("v", FormulaValue::Vector(Eigen::Vector3d(1, 2, 3)));
  try {
    return QString::fromStdString(Formula::Parse(text).Evaluate(names).ToText());
  } catch (const FormulaError&) {
    return "error";
  }
}

std::string WithoutBlanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

class TestExpressionBlanks : public QObject {
  Q_OBJECT

 private slots:
  void blanksSeparateByMatlabsRule() {
    RandomVectors random(static_cast<unsigned>(RandomSeed(1)));
    int separated = 0, with_value = 0;
    const int count = RandomCount(40'000);
    for (int i = 0; i < count; ++i) {
      const std::vector<std::string> words = random.Words();
      std::string typed;
      for (const std::string& word : words) typed += word;
      const std::string expected = WithCommas(words);
      const QString value = ValueOf(typed);
      separated += expected != typed ? 1 : 0;
      with_value += value != "error" ? 1 : 0;
      QVERIFY2(value == ValueOf(expected),
               qPrintable(QString("%1 is %2; %3 is %4")
                              .arg(typed.c_str(), value, expected.c_str(), ValueOf(expected))));
      // The canonical form has the same commas, and no blank is left that separates.
      const std::string canonical = CanonicalBrackets(typed);
      QCOMPARE(WithoutBlanks(canonical), WithoutBlanks(expected));
      QCOMPARE(ValueOf(canonical), value);
      QCOMPARE(CanonicalBrackets(canonical), canonical);
    }
    QVERIFY2(separated > count / 4, qPrintable(QString::number(separated)));
    QVERIFY2(with_value > count / 20, qPrintable(QString::number(with_value)));
  }

  void canonicalForms_data() {
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* text, const char* form) { QTest::newRow(text) << form; };
    row("[1 0.8 1]", "[1, 0.8, 1]");
    row("[1,0.8 , 1 ]", "[1,0.8 , 1 ]");
    row("2*[1 -v[0]*2] + [1 - 2  3]", "2*[1, -v[0]*2] + [1 - 2, 3]");
    row("[1, 0; 0, k/m]", "[[1, 0], [0, k/m]]");
    row("[1 2 ; 3 4 ]", "[[1, 2], [3, 4]]");
    row("[[1 2] [3 4]]", "[[1, 2], [3, 4]]");
    row("[1 2; 3 4] - [a b; 0 [1 2][0]]", "[[1, 2], [3, 4]] - [[a, b], [0, [1, 2][0]]]");
    row("[-1+2i -1-2i]", "[-1+2i, -1-2i]");
    row("[\"x1 +u1\" \"-x2\"]", "[\"x1 +u1\", \"-x2\"]");
    row("u1 + [1 2][0]; [3 4; 5 6][1][n]", "u1 + [1, 2][0]; [[3, 4], [5, 6]][1][n]");
    row("2.4k", "2.4k");
    row("a b", "a b");
    // What cannot be read stays.
    row("[1 2", "[1 2");
    row("[1 2)", "[1 2)");
    row("[(1 2])", "[(1 2])");
    row("[1 2]]", "[1 2]]");
    row("[1 2; ]", "[1 2; ]");
    row("[; 1 2]", "[; 1 2]");
    row("[1 # 2 3]", "[1 # 2 3]");
  }

  void canonicalForms() {
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(CanonicalBrackets(QTest::currentDataTag())), expected);
  }

  // In files: where a text is an expression, and nowhere else.
  void documentsGetTheCanonicalForm() {
    const std::string file = R"({
  "format": "loopwright",
  "version": 1,
  "parameters": {
    "v": {"value": "[1 -2]", "random": {"distribution": "exponential", "rate": "[1 2][0]"}}
  },
  "simulation": {"stop_time": "[1 2][1]", "integrator": "dopri5"},
  "diagram": {
    "blocks": {
      "gain": {"type": "Gain", "parameters": {"gain": ["[1 0]", "[0 1; 2 3][1]"]}},
      "inner": {
        "type": "Subsystem",
        "parameters": {
          "w": {"value": "[1 2; 3 4]"}
        },
        "diagram": {
          "blocks": {
            "formula": {"type": "Formula", "parameters": {"formulas": ["u1*[1 2][0]"], "tag": "[a b]"}},
            "other": {"type": "Unheard", "parameters": {"gain": "[1 2]"}}
          }
        }
      },
      "sum": {"type": "Sum", "parameters": {"signs": "[+ -]"}}
    }
  }
}
)";
    std::string expected = file;
    for (const auto& [typed, form] : std::vector<std::pair<std::string, std::string>>{
             {"\"[1 -2]\"", "\"[1, -2]\""},
             {"\"[1 2][0]\"", "\"[1, 2][0]\""},
             {"\"[1 2][1]\"", "\"[1, 2][1]\""},
             {"\"[1 0]\", \"[0 1; 2 3][1]\"", "\"[1, 0]\", \"[[0, 1], [2, 3]][1]\""},
             {"\"[1 2; 3 4]\"", "\"[[1, 2], [3, 4]]\""},
             {"u1*[1 2][0]", "u1*[1, 2][0]"}}) {
      const size_t at = expected.find(typed);
      QVERIFY2(at != std::string::npos, typed.c_str());
      expected.replace(at, typed.size(), form);
    }
    // A type that is not known may mean anything by its parameters.
    LoadResult loaded = LoadDocument(file, KnownTypes());
    QVERIFY(loaded.document.has_value());
    QCOMPARE(SaveCanonical(*loaded.document), file);
    const Document typed = *loaded.document;
    CanonicalizeExpressions(&*loaded.document, KnownTypes());
    QCOMPARE(SaveCanonical(*loaded.document), expected);
    QCOMPARE(SaveCanonical(typed), file);
  }

 private:
  class KnownTypes final : public BlockTypes {
   public:
    const std::vector<std::string>* ParameterNames(std::string_view type) const override {
      return fake_.ParameterNames(type);
    }
    bool HoldsExpressions(std::string_view type, std::string_view parameter) const override {
      return ParameterNames(type) != nullptr && fake_.HoldsExpressions(type, parameter);
    }

   private:
    FakeBlockTypes fake_;
  };
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestExpressionBlanks)

}  // namespace loopwright::test_expression_blanks

#include "test_expression_blanks.moc"
