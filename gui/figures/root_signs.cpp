#include "gui/figures/root_signs.h"

namespace loopwright {

namespace {

const QString kWord = QStringLiteral("sqrt");

// Behind the bracket that closes the one at `at`; nothing where none does.
std::optional<qsizetype> behindBracket(const QString& formula, qsizetype at) {
  int depth = 0;
  for (qsizetype i = at; i < formula.size(); ++i) {
    if (formula[i] == u'(') ++depth;
    if (formula[i] == u')' && --depth == 0) return i + 1;
  }
  return std::nullopt;
}

}  // namespace

// What stands in brackets is under the sign as a whole, else a number or a name with its index.
std::optional<RootSpan> rootAt(const QString& formula, qsizetype at) {
  constexpr QChar kSign(0x221a);
  const auto isOfName = [&](qsizetype i) {
    return formula[i].isLetterOrNumber() || formula[i].isMark() || formula[i] == u'_';
  };
  const bool isSign = formula[at] == kSign;
  const bool isWord = formula.mid(at, kWord.size()) == kWord && (at == 0 || !isOfName(at - 1));
  if (!isSign && !isWord) return std::nullopt;
  const qsizetype next = at + (isSign ? 1 : kWord.size());
  if (next < formula.size() && formula[next] == u'(') {
    const auto end = behindBracket(formula, next);
    if (!end) return std::nullopt;
    return RootSpan{next + 1, *end - 1, *end};
  }
  qsizetype end = next;
  while (isSign && end < formula.size() && isOfName(end)) ++end;
  if (end == next) return std::nullopt;
  return RootSpan{next, end, end};
}

// A hook, the stroke up from its lowest point, and the bar.
QPolygonF rootSign(const QPointF& start, double width, double height, double size) {
  constexpr double kBelow = 0.18;
  constexpr double kBeyond = 0.06;  // the bar goes on behind what stands under it
  const double up = 0.5 * size;
  return {start + QPointF(0, -0.3 * size), start + QPointF(0.12 * size, -0.38 * size),
          start + QPointF(0.28 * size, kBelow * size), start + QPointF(up, -height),
          start + QPointF(kRootWidth * size + width + kBeyond * size, -height)};
}

}  // namespace loopwright
