#include "gui/run/run_to.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPointer>
#include <cmath>

#include "gui/overlays/fields_dialog.h"
#include "gui/run/run_controller.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class RunToTexts {
  Q_DECLARE_TR_FUNCTIONS(RunTo)
};

}  // namespace

// The run may end while the dialog is open; then nothing is told to it.
void askWhereToPause(RunController* runs, QWidget* parent) {
  const auto apply = [runs = QPointer(runs)](const QStringList& texts) {
    bool isNumber = false;
    const double time = QLocale::c().toDouble(texts.front(), &isNumber);
    if (!isNumber || !std::isfinite(time)) return RunToTexts::tr("A number of seconds like 2.5.");
    if (runs && runs->isActive() && time <= runs->time()) {
      return RunToTexts::tr("The run is past that; it is at t = %1 s.").arg(runs->time());
    }
    if (runs) runs->runTo(time);
    return QString();
  };
  (new FieldsDialog(QStringLiteral("runToDialog"), RunToTexts::tr("Run to a time"),
                    {{RunToTexts::tr("Pause at t, s"), QString()}}, apply, parent))
      ->open();
}

}  // namespace loopwright
