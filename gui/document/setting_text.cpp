#include "gui/document/setting_text.h"

#include <QCoreApplication>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/expression/formula.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {

// The number that a text is, if the program would write it exactly so: "2.5" is, "2.50" is not.
std::optional<double> plainNumber(const QString& text) {
  const std::string bytes = text.toStdString();
  double value = 0;
  const char* begin = bytes.data();
  const char* end = begin + bytes.size();
  const auto result = std::from_chars(begin, end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) return {};
  // A number that would be written otherwise ("1e3", "0.10") stays as typed.
  if (FormatNumber(value) != bytes) return {};
  return value;
}

bool isFormula(const std::string& text) {
  try {
    Formula::Parse(text);
    return true;
  } catch (const FormulaError&) {
    return false;
  }
}

// Elements without the brackets around them: "1 2 1", "k, 2*m" and "1 0; 0 1" with them, as in
// "[1 2 1]". What is one formula as it stands ("1 - k"), or none with brackets either, stays.
QString withBrackets(const QString& text) {
  const QString bracketed = u'[' + text + u']';
  const bool isBare = !isFormula(text.toStdString()) && isFormula(bracketed.toStdString());
  return isBare ? bracketed : text;
}

// Reads numbers, texts in quotes and lists of them, as settingText() writes lists of texts.
class ListReader {
 public:
  explicit ListReader(const QString& text) : text_(text) {}

  std::optional<ParameterSetting> read() {
    std::optional<ParameterSetting> list = readList();
    skipSpace();
    if (!list || at_ != text_.size()) return {};
    return list;
  }

 private:
  QChar peek() const { return at_ < text_.size() ? text_[at_] : QChar(0); }
  void skipSpace() {
    while (peek().isSpace()) ++at_;
  }

  // Reads "[", elements with commas between them, and "]"; nothing where the text is otherwise. A
  // list may hold lists, as the rows of a matrix do.
  std::optional<ParameterSetting> readList() {
    skipSpace();
    if (peek() != u'[') return {};
    ++at_;
    ParameterSetting::List elements;
    skipSpace();
    while (peek() != u']') {
      std::optional<ParameterSetting> element = peek() == u'[' ? readList() : readElement();
      if (!element) return {};
      elements.push_back(std::move(*element));
      skipSpace();
      if (peek() == u',') {
        ++at_;
        skipSpace();
      } else if (peek() != u']') {
        return {};
      }
    }
    ++at_;
    return ParameterSetting(std::move(elements));
  }

  // Up to the next comma or bracket that belongs to the list.
  std::optional<ParameterSetting> readElement() {
    QString element;
    int depth = 0;
    while (at_ < text_.size()) {
      const QChar letter = peek();
      if (depth == 0 && (letter == u',' || letter == u']')) break;
      if (letter == u'(' || letter == u'[') ++depth;
      if (letter == u')' || letter == u']') --depth;
      element += letter;
      ++at_;
    }
    element = element.trimmed();
    if (element.isEmpty()) return {};
    if (const auto number = plainNumber(element)) return ParameterSetting(*number);
    if (element.size() >= 2 && element.startsWith(u'"') && element.endsWith(u'"')) {
      element = element.mid(1, element.size() - 2);
    }
    return ParameterSetting(element.toStdString());
  }

  QString text_;
  qsizetype at_ = 0;
};

// Whose texts these are, for translators.
class RandomText {
  Q_DECLARE_TR_FUNCTIONS(RandomText)
};

}  // namespace

// The text that a field shows and settingFromText() reads again: 2.5 as "2.5", a list as "[1, 2]",
// a nested one as "[[1, 2], [3, 4]]".
QString settingText(const ParameterSetting& setting) {
  if (setting.is_number()) return QString::fromStdString(FormatNumber(setting.number()));
  if (setting.is_boolean()) return setting.boolean() ? "true" : "false";
  if (setting.is_text()) return QString::fromStdString(setting.text());
  if (!setting.is_list()) return {};
  QStringList elements;
  for (const ParameterSetting& element : setting.list()) elements += settingText(element);
  return u'[' + elements.join(QStringLiteral(", ")) + u']';
}

// Goes by what the parameter can hold, then by how the text looks. A text such as "2*m" stays a
// text: what it is worth depends on names and is evaluated by the engine.
std::optional<ParameterSetting> settingFromText(const QString& text, ParameterKind kind) {
  const QString trimmed = text.trimmed();
  if (kind == ParameterKind::kText) return ParameterSetting(text.toStdString());
  if (trimmed.isEmpty()) return {};
  if (kind == ParameterKind::kChoice) return ParameterSetting(trimmed.toStdString());
  if (kind == ParameterKind::kBoolean) {
    if (trimmed == QStringLiteral("true")) return ParameterSetting(true);
    if (trimmed == QStringLiteral("false")) return ParameterSetting(false);
  }
  // A single number stays a text where a list of texts is expected.
  const bool isList = kind == ParameterKind::kTextList || kind == ParameterKind::kTextMatrix;
  if (!isList) {
    if (const auto number = plainNumber(trimmed)) return ParameterSetting(*number);
  }
  const bool hasElements = kind == ParameterKind::kVector || kind == ParameterKind::kMatrix;
  const QString whole = hasElements ? withBrackets(trimmed) : trimmed;
  const std::string canonical = CanonicalBrackets(whole.toStdString());
  if (whole.startsWith(u'[')) {
    if (auto list = ListReader(QString::fromStdString(canonical)).read()) return list;
  }
  return ParameterSetting(canonical);
}

// Divides at the commas that are in no inner bracket: "[f(1, 2), 3]" has two elements.
QStringList listElements(const QString& text) {
  const QString trimmed = QString::fromStdString(CanonicalBrackets(text.trimmed().toStdString()));
  if (!trimmed.startsWith(u'[') || !trimmed.endsWith(u']')) return {};
  QStringList elements;
  QString element;
  int depth = 0;
  for (QChar letter : trimmed.mid(1, trimmed.size() - 2)) {
    if (letter == u'[' || letter == u'(') ++depth;
    if (letter == u']' || letter == u')') --depth;
    if (letter == u',' && depth == 0) {
      elements += element.trimmed();
      element.clear();
    } else {
      element += letter;
    }
  }
  elements += element.trimmed();
  return elements;
}

// The arguments in their order, without names: "gaussian(0, 2)".
QString randomText(const RandomSetting& random) {
  QStringList arguments;
  for (const auto& [name, setting] : random.arguments) arguments += settingText(setting);
  return QString::fromStdString(random.distribution) + u'(' + arguments.join(QStringLiteral(", ")) +
         u')';
}

// Takes the text apart into the distribution's name and what stands between the brackets, and gives
// each argument the name that the distribution has for it, in their order.
std::optional<RandomSetting> randomFromText(const QString& text, QString* problem) {
  const QString trimmed = text.trimmed();
  const qsizetype open = trimmed.indexOf(u'(');
  RandomSetting random;
  random.distribution = trimmed.left(open).trimmed().toStdString();
  const std::vector<std::string>* names = DistributionArguments(random.distribution);
  if (open < 0 || !trimmed.endsWith(u')') || names == nullptr) {
    *problem = RandomText::tr(
                   "'%1' is no distribution: write uniform(lower, upper), gaussian(mean, "
                   "deviation) or exponential(rate)")
                   .arg(trimmed);
    return {};
  }
  const QStringList arguments =
      listElements(u'[' + trimmed.mid(open + 1, trimmed.size() - open - 2) + u']');
  if (arguments.size() != static_cast<qsizetype>(names->size())) {
    const int wanted = static_cast<int>(names->size());
    *problem = (wanted == 1 ? RandomText::tr("%1 takes 1 number, not %2")
                            : RandomText::tr("%1 takes %n numbers, not %2", nullptr, wanted))
                   .arg(QString::fromStdString(random.distribution))
                   .arg(arguments.size());
    return {};
  }
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    const auto setting = settingFromText(arguments[i], ParameterKind::kNumber);
    if (!setting) {
      *problem = RandomText::tr("the %1 of %2 is missing", "the rate of exponential is missing")
                     .arg(QString::fromStdString((*names)[i]),
                          QString::fromStdString(random.distribution));
      return {};
    }
    random.arguments.emplace_back((*names)[i], *setting);
  }
  return random;
}

}  // namespace loopwright
