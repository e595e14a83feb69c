#pragma once

#include "app/cli/analysis_arguments.h"

namespace CLI {
class App;
}

namespace loopwright {

/// Adds the commands that analyse diagrams and linear models to `app`. Parsing fills `arguments`,
/// which outlives the app; its command stays empty where another one was named.
void AddAnalyses(CLI::App* app, AnalysisArguments* arguments);

}  // namespace loopwright
