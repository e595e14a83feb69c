#pragma once

#include <optional>
#include <string>

#include "app/cli/commands.h"

namespace CLI {
class App;
}

namespace loopwright {

/// What the commands about kept runs (show, compare, verify) and about diagrams as such (diff,
/// graphviz) take.
struct KeptRunArguments {
  ShowArguments show;
  std::string a, b;  ///< the files of compare and diff; a alone of verify and graphviz
  std::optional<double> tolerance;
  bool allow_paths = false;
};

/// Adds these commands to `app`. Parsing fills `arguments`, which outlives the app, and then
/// carries out the one that was named, if it is one of these: `exit_code` gets its exit code.
void AddKeptRunCommands(CLI::App* app, KeptRunArguments* arguments, int* exit_code);

}  // namespace loopwright
