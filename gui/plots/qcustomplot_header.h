#pragma once

// QCustomPlot's header uses Qt's words `signals` and `foreach`, which are off here
// (QT_NO_KEYWORDS): documents and recordings have members called `signals`. Included by the sources
// of gui/plots only, as it takes seconds to compile.
#define signals Q_SIGNALS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef foreach
