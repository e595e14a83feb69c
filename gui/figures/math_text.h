#pragma once

#include <QPointF>
#include <QString>
#include <vector>

namespace loopwright {

struct Figure;

/// A part of a line of mathematics whose letters look alike.
struct MathRun {
  QString text;
  bool italic = false;
  int level = 0;        ///< 1 raised, -1 lowered, 0 on the line
  int roots = 0;        ///< how many root signs it stands under
  bool isRoot = false;  ///< no text, but a root sign over the runs behind it that have more of them
  bool isThin = false;  ///< no text, but a thin space, as between the thousands of a number
};

/// A formula or a name as mathematics: letters slanted, figures and signs upright, `x_1` and `x1²`
/// with what is lowered and raised. "2s² + a_1 s" gives 2, s, raised 2, " + ", a, lowered 1, s.
/// Dollar signs around a name, which mean mathematics to TeX, are left out. Words, such as "sin",
/// stand upright, unless they are names (`isName`); of a name only a lone letter has an index:
/// `speed_1` is written as it is. A product has a dot, a formula a real minus, and "sqrt(u)" a root
/// sign.
std::vector<MathRun> mathRuns(const QString& text, bool isName = false);

/// A name as nameToTex() has it: a letter, with or without accent and index, as mathematics; other
/// names in italics where `italic` says so, else upright.
std::vector<MathRun> nameRuns(const QString& text, bool italic);

/// How wide the runs are in a figure, points.
double widthOf(const Figure& figure, const std::vector<MathRun>& runs);

/// Writes runs into a figure, from `start` on, which lies on the base line.
void writeMath(Figure* figure, const QString& role, const QString& name, QPointF start,
               const std::vector<MathRun>& runs);

/// A formula as TeX's mathematics, without dollar signs: "−2*k" gives `-2\,k`, "s²" `s^{2}`, "ẋ"
/// `\dot{x}`, "sqrt(u)" `\sqrt{u}`, and a word that stands upright `\mathrm{gain}`.
QString formulaToTex(const QString& text);

/// A name as TeX writes it in text: what stands between dollar signs as it is; a letter, with or
/// without accent and index, as mathematics; other names in italics where `italic` says so. What
/// TeX would take for a command is escaped: "50 %_a" gives `50 \%\_a`.
QString nameToTex(const QString& text, bool italic);

/// A text with nothing but what TeX prints as it stands.
QString escapeTex(const QString& text);

}  // namespace loopwright
