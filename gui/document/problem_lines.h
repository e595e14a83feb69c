#pragma once

#include <QString>
#include <QStringList>

namespace loopwright {

/// What is wrong with one thing, a line each, as a tooltip or a form shows it: the first ten, and
/// how many there are beyond these.
QString problemLines(const QStringList& problems);

}  // namespace loopwright
