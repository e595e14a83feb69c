#include "gui/run/change_texts.h"

#include <QCoreApplication>

#include "gui/document/qt_text.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class ChangeTexts {
  Q_DECLARE_TR_FUNCTIONS(ChangeTexts)
};

}  // namespace

QString changeText(const GestureNote& change) {
  const QString path = toQt(change.path);
  const QString before = toQt(change.before);
  const QString after = toQt(change.after);
  if (change.values == 1) {
    return ChangeTexts::tr("%1: %2 → %3 from t = %4 s on")
        .arg(path, before, after)
        .arg(change.begin);
  }
  return ChangeTexts::tr("%1: %2 → %3 in %n values from t = %4 s to %5 s", nullptr, change.values)
      .arg(path, before, after)
      .arg(change.begin)
      .arg(change.end);
}

}  // namespace loopwright
