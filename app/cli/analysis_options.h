#pragma once

#include "app/cli/analysis_arguments.h"

namespace CLI {
class App;
}

namespace loopwright {

/// Adds the commands that analyse diagrams and linear models to `app`. Parsing fills `arguments`,
/// which outlives the app, and then carries out the one that was named, if it is one of these:
/// `exit_code` gets its exit code.
void AddAnalyses(CLI::App* app, AnalysisArguments* arguments, int* exit_code);

}  // namespace loopwright
