#include "gui/figures/math_text.h"

#include <QHash>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <utility>

#include "gui/figures/figure.h"
#include "gui/figures/root_signs.h"

namespace loopwright {
namespace {

const QString kRaised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁻");
const QString kLowered = QStringLiteral("₀₁₂₃₄₅₆₇₈₉");

// What stands at this place of kRaised or kLowered, on the line: a digit, or the minus behind them,
// which TeX's mathematics writes as a hyphen.
QChar onLine(qsizetype place, QChar minus = QChar(0x2212)) {
  return place == 10 ? minus : QChar(static_cast<ushort>(u'0' + place));
}

// Letters and signs beyond ASCII that TeX has as commands of mathematics.
const QHash<QChar, QString>& mathSigns() {
  static const QHash<QChar, QString> kSigns = [] {
    QHash<QChar, QString> signs;
    const std::array<const char*, 24> names = {
        "alpha", "beta",     "gamma",  "delta", "varepsilon", "zeta",   "eta", "theta",
        "iota",  "kappa",    "lambda", "mu",    "nu",         "xi",     "o",   "pi",
        "rho",   "varsigma", "sigma",  "tau",   "upsilon",    "varphi", "chi", "psi"};
    for (size_t i = 0; i < names.size(); ++i) {
      signs.insert(QChar(char16_t(0x3b1 + i)), u'\\' + QLatin1String(names[i]));
    }
    const std::array<std::pair<char16_t, const char*>, 39> others = {
        {{0x3c9, "\\omega"},    {0x393, "\\Gamma"},      {0x394, "\\Delta"},
         {0x398, "\\Theta"},    {0x39b, "\\Lambda"},     {0x3a0, "\\Pi"},
         {0x3a3, "\\Sigma"},    {0x3a6, "\\Phi"},        {0x3a8, "\\Psi"},
         {0x3a9, "\\Omega"},    {0x2212, "-"},           {0x222b, "\\int"},
         {0x2211, "\\Sigma"},   {0x220f, "\\Pi"},        {0x221a, "\\surd"},
         {0xb7, "\\cdot"},      {0xd7, "\\times"},       {0xf7, "\\div"},
         {0x2264, "\\le"},      {0x2265, "\\ge"},        {0x2260, "\\ne"},
         {0x221e, "\\infty"},   {0xb1, "\\pm"},          {0x2192, "\\to"},
         {0x2191, "\\uparrow"}, {0x2193, "\\downarrow"}, {0x2195, "\\updownarrow"},
         {0x2202, "\\partial"}, {0x3f5, "\\epsilon"},    {0x2227, "\\wedge"},
         {0x2228, "\\vee"},     {0xac, "\\neg"},         {0x3bf, "o"},
         {0x127, "\\hbar"},     {0xb5, "\\mu"},          {0xb0, "^{\\circ}"},
         {0x2026, "\\ldots"},   {0x25cb, "\\circ"},      {0x25cf, "\\bullet"}}};
    for (const auto& [sign, command] : others) signs.insert(QChar(sign), QLatin1String(command));
    return signs;
  }();
  return kSigns;
}

// Appends a letter to the last run where that looks the same.
void add(QChar letter, bool italic, int level, int roots, std::vector<MathRun>* runs) {
  const bool isSame = !runs->empty() && runs->back().italic == italic &&
                      runs->back().level == level && runs->back().roots == roots &&
                      !runs->back().isRoot && !runs->back().isThin;
  if (!isSame) runs->push_back({QString(), italic, level, roots});
  runs->back().text += letter;
}

// Where the index that begins at `at`, behind an underscore, ends: a word, or what braces hold.
qsizetype endOfIndex(const QString& text, qsizetype at) {
  if (at < text.size() && text[at] == u'{') {
    const qsizetype close = text.indexOf(u'}', at);
    return close < 0 ? text.size() : close + 1;
  }
  const auto isOfIndex = [&](QChar letter) {
    return letter.isLetterOrNumber() && !kRaised.contains(letter) && !kLowered.contains(letter);
  };
  while (at < text.size() && isOfIndex(text[at])) ++at;
  return at;
}

// Whether a letter has two more beside it: "sin", but not "ab".
bool isInWord(const QString& text, qsizetype at) {
  qsizetype first = at;
  qsizetype last = at;
  while (first > 0 && text[first - 1].isLetter()) --first;
  while (last + 1 < text.size() && text[last + 1].isLetter()) ++last;
  return last - first >= 2;
}

// Whether what stands before `at`, marks over it left out, is one letter: as in x_1, but not in
// speed_1.
bool isBehindLoneLetter(const QString& text, qsizetype at) {
  qsizetype letter = at - 1;
  while (letter > 0 && text[letter].isMark()) --letter;
  if (letter < 0 || !text[letter].isLetterOrNumber()) return false;
  return letter == 0 || !(text[letter - 1].isLetterOrNumber() || text[letter - 1] == u'_');
}

// The marks over a letter that TeX has as commands of mathematics.
const QHash<QChar, QString>& accentCommands() {
  static const QHash<QChar, QString> kCommands = {
      {QChar(0x307), "dot"},   {QChar(0x308), "ddot"},    {QChar(0x302), "hat"},
      {QChar(0x304), "bar"},   {QChar(0x303), "tilde"},   {QChar(0x20d7), "vec"},
      {QChar(0x301), "acute"}, {QChar(0x300), "grave"},   {QChar(0x30c), "check"},
      {QChar(0x306), "breve"}, {QChar(0x30a), "mathring"}};
  return kCommands;
}

// How many characters a letter with a mark over it has, where one begins at `at`.
qsizetype accentLength(const QString& text, qsizetype at) {
  return text[at].unicode() < 0x80 ? 2 : 1;
}

// A letter with a mark over it, in one character or in two, as TeX's mathematics, "\dot{x}"; ""
// where there is none at `at`. Letters of Europe, which every font of TeX has, are none.
QString accentAt(const QString& text, qsizetype at) {
  constexpr char16_t kEndOfAscii = 0x80, kEndOfLatin = 0x180;
  const char16_t code = text[at].unicode();
  if (code >= kEndOfAscii && code < kEndOfLatin) return {};
  const QString whole = text.mid(at, accentLength(text, at));
  const QString parts = whole.normalized(QString::NormalizationForm_D);
  if (parts.size() != 2 || parts[0].unicode() >= kEndOfAscii || !parts[0].isLetter()) return {};
  const QString command = accentCommands().value(parts[1]);
  return command.isEmpty() ? QString() : QStringLiteral("\\%1{%2}").arg(command, QString(parts[0]));
}

// A letter with or without an index, as names of signals are.
const QRegularExpression& loneLetter() {
  static const QRegularExpression kLetter(
      QStringLiteral("^([A-Za-z\\x{3b1}-\\x{3c9}])(?:_?([0-9]+)|_\\{?([A-Za-z0-9]+)\\}?)?$"));
  return kLetter;
}

// An even number of dollar signs means that whoever named the signal wrote TeX.
bool isTex(const QString& name) { return name.count(u'$') >= 2 && name.count(u'$') % 2 == 0; }

// Accents that a name may have in TeX's notation, "\dot x_1": accent, letter and index.
const QRegularExpression& accented() {
  static const QRegularExpression kAccented(
      QStringLiteral("^\\\\(dot|ddot|hat|bar|tilde|vec) ?(?|\\{([A-Za-z])\\}|([A-Za-z]))"
                     "(?|_\\{(\\w+)\\}|_(\\w+))?$"));
  return kAccented;
}

// A name in TeX's notation, "\\dot x_1", with the accent that combines with the letter before it.
QString withoutCommand(const QString& text) {
  const QRegularExpressionMatch accent = accented().match(text);
  if (!accent.hasMatch()) return text;
  const QString letter = (accent.captured(2) + accentCommands().key(accent.captured(1)))
                             .normalized(QString::NormalizationForm_C);
  const QString index = accent.captured(3);
  return index.isEmpty() ? letter : letter + QStringLiteral("_{%1}").arg(index);
}

// Reads a formula or a name from left to right; letters that look alike are gathered into one run.
// Superscript digits of Unicode and "^2" are raised, subscript ones and what follows "_" lowered.
class MathReader {
 public:
  MathReader(const QString& text, bool isName) : text_(text), isName_(isName) {}

  std::vector<MathRun> read() {
    for (qsizetype i = 0; i < text_.size();) {
      if (!open_.empty() && i == open_.back().last) {
        i = open_.back().end;
        open_.pop_back();
        continue;
      }
      const auto root = isName_ ? std::nullopt : rootAt(text_, i);
      if (!root) {
        i = take(i);
        continue;
      }
      runs_.push_back({QString(), false, 0, depth(), true});
      open_.push_back(*root);
      i = root->first;
    }
    return std::move(runs_);
  }

 private:
  int depth() const { return static_cast<int>(open_.size()); }
  void add(QChar letter, bool italic, int level) {
    loopwright::add(letter, italic, level, depth(), &runs_);
  }

  // Whether an index begins at `i`.
  bool isIndex(qsizetype i) const {
    const bool hasBase =
        i > 0 && (isName_ ? isBehindLoneLetter(text_, i)
                          : text_[i - 1].isLetterOrNumber() || text_[i - 1].isMark());
    return text_[i] == u'_' && hasBase && i + 1 < text_.size() && endOfIndex(text_, i + 1) > i + 1;
  }

  // Whether a hyphen joins two words, as in "zero-order".
  bool isHyphen(qsizetype i) const {
    const auto isLetter = [this](qsizetype k) { return k < text_.size() && text_[k].isLetter(); };
    if (i == 0 || !isLetter(i - 1) || !isLetter(i + 1)) return false;
    return isInWord(text_, i - 1) || isInWord(text_, i + 1);
  }

  // Takes what begins at `i`; returns where the next begins.
  qsizetype take(qsizetype i) {
    const QChar letter = text_[i];
    const qsizetype raised = kRaised.indexOf(letter);
    const qsizetype lowered = kLowered.indexOf(letter);
    if (raised >= 0) {
      add(onLine(raised), false, 1);
    } else if (lowered >= 0) {
      add(onLine(lowered), false, -1);
    } else if (letter == u'^' && i + 1 < text_.size() && text_[i + 1].isDigit()) {
      while (i + 1 < text_.size() && text_[i + 1].isDigit()) add(text_[++i], false, 1);
    } else if (letter == QChar(0xa0)) {
      runs_.push_back({QString(), false, 0, depth(), false, true});
    } else if (letter == u' ' && !runs_.empty() && runs_.back().level == 0) {
      add(letter, runs_.back().italic, 0);
    } else if (isIndex(i)) {
      const qsizetype end = endOfIndex(text_, i + 1);
      for (; i + 1 < end; ++i) {
        if (text_[i + 1] == u'{' || text_[i + 1] == u'}') continue;
        add(text_[i + 1], text_[i + 1].isLetter(), -1);
      }
    } else {
      const bool isSlanted =
          (letter.isLetter() || letter.isMark()) && (isName_ || !isInWord(text_, i));
      const bool isMinus = letter == u'-' && !isName_ && !isHyphen(i);
      add(letter == u'*' ? QChar(0xb7) : isMinus ? QChar(0x2212) : letter, isSlanted, 0);
    }
    return i + 1;
  }

  const QString& text_;
  const bool isName_;
  std::vector<MathRun> runs_;
  std::vector<RootSpan> open_;  // that end further on
};

}  // namespace

std::vector<MathRun> mathRuns(const QString& given, bool isName) {
  QString text = given;
  text.remove(u'$');
  text = withoutCommand(text);
  return MathReader(text, isName).read();
}

std::vector<MathRun> nameRuns(const QString& text, bool italic) {
  std::vector<MathRun> runs = mathRuns(text, true);
  const bool isMath =
      isTex(text) || accented().match(text).hasMatch() || loneLetter().match(text).hasMatch();
  if (italic || isMath) return runs;
  std::vector<MathRun> upright;
  for (const MathRun& run : runs) {
    if (run.isThin) upright.push_back(run);
    for (const QChar letter : run.text) add(letter, false, run.level, 0, &upright);
  }
  return upright;
}

namespace {

double sizeOf(const Figure& figure, const MathRun& run) {
  return run.level == 0 ? figure.size : figure.size * Figure::kSmall;
}

double widthOf(const Figure& figure, const MathRun& run) {
  constexpr double kThin = 1.0 / 6;  // of the size, as TeX has it
  const double size = sizeOf(figure, run);
  if (run.isThin) return kThin * size;
  return run.isRoot ? kRootWidth * size : figure.widthOf(run.text, size, run.italic);
}

// From where the run `i` begins to where the next one does. A slanted letter that leans over its
// width keeps off what does not lean with it: the italic correction of D. E. Knuth, "The TeXbook",
// chapter 17.
double advanceOf(const Figure& figure, const std::vector<MathRun>& runs, std::size_t i) {
  const MathRun& run = runs[i];
  const double width = widthOf(figure, run);
  if (!run.italic || i + 1 == runs.size()) return width;
  const bool leansToo = runs[i + 1].italic && runs[i + 1].level == run.level;
  return leansToo ? width : width + figure.overhangOf(run.text, sizeOf(figure, run), true);
}

// How high the sign is that stands at `sign` of the runs, in sizes: over letters, over what is
// raised, or over another root. `end` gets the number of the first run that is not under it.
double rootHeight(const std::vector<MathRun>& runs, std::size_t sign, std::size_t* end) {
  constexpr double kOverLetters = 0.86, kOverRaised = 1.02, kOverRoot = 0.16;
  double height = kOverLetters;
  std::size_t i = sign + 1;
  while (i < runs.size() && runs[i].roots > runs[sign].roots) {
    std::size_t next = i + 1;
    if (runs[i].isRoot) {
      height = std::max(height, rootHeight(runs, i, &next) + kOverRoot);
    } else if (runs[i].level > 0) {
      height = std::max(height, kOverRaised);
    }
    i = next;
  }
  *end = i;
  return height;
}

}  // namespace

// Runs stand side by side, raised and lowered ones in the smaller size.
double widthOf(const Figure& figure, const std::vector<MathRun>& runs) {
  double width = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) width += advanceOf(figure, runs, i);
  return width;
}

// Each run is a text of its own, as SVG and PDF have no mathematics; root signs are lines, and thin
// spaces, which few fonts have as letters, are nothing.
void writeMath(Figure* figure, const QString& role, const QString& name, QPointF start,
               const std::vector<MathRun>& runs) {
  constexpr double kUp = 0.36;    // parts of the size that an exponent is raised by,
  constexpr double kDown = 0.16;  // and an index lowered
  constexpr double kRootPen = 0.055;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const MathRun& run = runs[i];
    const double size = sizeOf(*figure, run);
    const double rise = figure->size * (run.level > 0 ? kUp : run.level < 0 ? -kDown : 0);
    const QPointF place = start - QPointF(0, rise);
    if (run.isRoot) {
      std::size_t end = 0;
      const double height = rootHeight(runs, i, &end) * size;
      double width = 0;
      for (std::size_t k = i + 1; k < end; ++k) width += advanceOf(*figure, runs, k);
      figure->line(role, rootSign(place, width, height, size), kRootPen * size).name = name;
    } else if (!run.isThin) {
      figure->write(role, place, run.text, size, run.italic).name = name;
    }
    start.rx() += advanceOf(*figure, runs, i);
  }
}

// Whatever a document's fonts may lack becomes a command of mathematics, or its number: the
// document compiles in any case.
QString escapeTex(const QString& text) {
  static const QHash<QChar, QString> kEscaped = {{u'#', "\\#"},
                                                 {u'$', "\\$"},
                                                 {u'%', "\\%"},
                                                 {u'&', "\\&"},
                                                 {u'_', "\\_"},
                                                 {u'{', "\\{"},
                                                 {u'}', "\\}"},
                                                 {u'~', "\\textasciitilde{}"},
                                                 {u'^', "\\textasciicircum{}"},
                                                 {u'\\', "\\textbackslash{}"},
                                                 {u'<', "\\ensuremath{<}"},
                                                 {u'>', "\\ensuremath{>}"},
                                                 {u'|', "\\ensuremath{|}"},
                                                 {u'"', "''"},
                                                 {QChar(0x2013), "--"},
                                                 {QChar(0x2014), "---"},
                                                 {QChar(0x2018), "`"},
                                                 {QChar(0x2019), "'"},
                                                 {QChar(0x201c), "``"},
                                                 {QChar(0x201d), "''"},
                                                 {QChar(0x201e), ",,"}};
  constexpr char16_t kEndOfLatin = 0x180;  // Letters of Europe: every TeX has these,
  static const QString kNotInTex = QStringLiteral("ĦĸĿŀŉŦŧſ");  // but not these.
  QString result;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar letter = text[i];
    const qsizetype raised = kRaised.indexOf(letter);
    const QString accent = accentAt(text, i);
    if (!accent.isEmpty()) {
      result += QStringLiteral("\\ensuremath{%1}").arg(accent);
      i += accentLength(text, i) - 1;
    } else if (kEscaped.contains(letter)) {
      result += kEscaped.value(letter);
    } else if (mathSigns().contains(letter)) {
      result += QStringLiteral("\\ensuremath{%1}").arg(mathSigns().value(letter));
    } else if (raised >= 0) {
      result += QStringLiteral("\\ensuremath{^{%1}}").arg(onLine(raised, u'-'));
    } else if (kLowered.contains(letter)) {
      result += QStringLiteral("\\ensuremath{_{%1}}").arg(kLowered.indexOf(letter));
    } else if (letter.unicode() < kEndOfLatin && letter.isPrint() && letter != QChar(0xad) &&
               !kNotInTex.contains(letter)) {
      result += letter == QChar(0xa0) ? QStringLiteral("~") : QString(letter);
    } else if (!letter.isLowSurrogate()) {
      // A sign that its fonts may not have: its number says which.
      const uint code = letter.isHighSurrogate() && i + 1 < text.size()
                            ? QChar::surrogateToUcs4(letter, text[i + 1])
                            : letter.unicode();
      result += QStringLiteral("U+%1").arg(QString::number(code, 16).toUpper());
    }
  }
  return result;
}

namespace {

// Names and functions; one letter stays as it is, and two are a product.
QString wordToTex(const QString& word) {
  static const QStringList kFunctions = {"sin", "cos", "tan",  "exp",  "log",
                                         "min", "max", "sinh", "cosh", "tanh"};
  constexpr qsizetype kLeastWord = 3;  // as mathRuns() takes it
  if (word.size() == 1) return word;
  if (kFunctions.contains(word)) return QStringLiteral("\\%1 ").arg(word);
  return (word.size() >= kLeastWord ? QStringLiteral("\\mathrm{%1}")
                                    : QStringLiteral("\\mathit{%1}"))
      .arg(word);
}

}  // namespace

// Words become names or functions; between them signs are translated one
// by one. TeX finds the distances itself.
QString formulaToTex(const QString& text) {
  QString result;
  for (qsizetype i = 0; i < text.size();) {
    if (const QString accent = accentAt(text, i); !accent.isEmpty()) {
      result += accent;
      i += accentLength(text, i);
      continue;
    }
    if (const auto root = rootAt(text, i)) {
      const QString under = text.mid(root->first, root->last - root->first);
      result += QStringLiteral("\\sqrt{%1}").arg(formulaToTex(under));
      i = root->end;
      continue;
    }
    qsizetype end = i;
    while (end < text.size() && text[end].isLetter() && text[end].unicode() < 0x80 &&
           accentAt(text, end).isEmpty()) {
      ++end;
    }
    if (end > i) {
      result += wordToTex(text.mid(i, end - i));
      i = end;
      if (i < text.size() && text[i] == u'_' && endOfIndex(text, i + 1) > i + 1) {
        const qsizetype last = endOfIndex(text, i + 1);
        QString index = text.mid(i + 1, last - i - 1);
        result += QStringLiteral("_{\\mathrm{%1}}").arg(escapeTex(index.remove(u'{').remove(u'}')));
        i = last;
      }
      continue;
    }
    const QChar letter = text[i++];
    if (letter == u'*' || letter == QChar(0xa0)) {
      result += QStringLiteral("\\,");
    } else if (kRaised.contains(letter)) {
      QString power(1, onLine(kRaised.indexOf(letter), u'-'));
      while (i < text.size() && kRaised.contains(text[i])) {
        power += onLine(kRaised.indexOf(text[i++]), u'-');
      }
      result += QStringLiteral("^{%1}").arg(power);
    } else if (mathSigns().contains(letter)) {
      const QString sign = mathSigns().value(letter);
      result += sign.back().isLetter() ? sign + u' ' : sign;
    } else if (letter == u'^' && i < text.size() && text[i].isLetterOrNumber()) {
      const qsizetype first = i++;
      while (text[first].isDigit() && i < text.size() && text[i].isDigit()) ++i;
      result += QStringLiteral("^{%1}").arg(formulaToTex(text.mid(first, i - first)));
    } else if (letter == u' ' || QStringLiteral("+-/()[]=.,:;!'").contains(letter) ||
               (letter.isDigit() && letter.unicode() < 0x80)) {
      result += letter;
    } else {
      result += QStringLiteral("\\mbox{%1}").arg(escapeTex(letter));
    }
  }
  return result;
}

QString nameToTex(const QString& text, bool italic) {
  if (isTex(text)) return text;
  const QRegularExpressionMatch accent = accented().match(text);
  if (accent.hasMatch()) {
    const QString index = accent.captured(3);
    const QString lowered =
        index.isEmpty() ? QString() : QStringLiteral("_{%1}").arg(escapeTex(index));
    return QStringLiteral("$\\%1{%2}%3$").arg(accent.captured(1), accent.captured(2), lowered);
  }
  const QRegularExpressionMatch match = loneLetter().match(text);
  if (match.hasMatch()) {
    const QString index = match.captured(2) + match.captured(3);
    const QChar letter = match.captured(1).front();
    const QString base = mathSigns().value(letter, QString(letter));
    return index.isEmpty() ? QStringLiteral("$%1$").arg(base)
                           : QStringLiteral("$%1_{%2}$").arg(base, index);
  }
  return italic ? QStringLiteral("\\textit{%1}").arg(escapeTex(text)) : escapeTex(text);
}

}  // namespace loopwright
