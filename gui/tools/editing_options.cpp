#include "gui/tools/editing_options.h"

#include <QSettings>

namespace loopwright {

namespace {

constexpr char kHeals[] = "editing/healsWires";
constexpr char kReplaces[] = "editing/replacesWires";

}  // namespace

bool EditingOptions::healsWires() { return QSettings().value(kHeals, false).toBool(); }

void EditingOptions::setHealsWires(bool heals) { QSettings().setValue(kHeals, heals); }

bool EditingOptions::replacesWires() { return QSettings().value(kReplaces, false).toBool(); }

void EditingOptions::setReplacesWires(bool replaces) { QSettings().setValue(kReplaces, replaces); }

}  // namespace loopwright
