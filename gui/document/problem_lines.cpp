#include "gui/document/problem_lines.h"

#include <QCoreApplication>

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class ProblemLines {
  Q_DECLARE_TR_FUNCTIONS(ProblemLines)
};

}  // namespace

QString problemLines(const QStringList& problems) {
  constexpr qsizetype kMost = 10;
  QStringList lines = problems.mid(0, kMost);
  if (problems.size() > kMost) {
    lines += ProblemLines::tr("further problems: %1").arg(problems.size() - kMost);
  }
  return lines.join(u'\n');
}

}  // namespace loopwright
