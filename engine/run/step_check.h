#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/run/run_options.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// How far a recorded column depends on the steps of the run.
struct StepCheckColumn {
  std::string column;  ///< PATH.PORT or PATH.PORT[k]
  double range = 0;    ///< from the least to the greatest finite value of the first run
  /// The largest difference between the first run and the second, and between the second and the
  /// third, at an instant that all of them have.
  double change = 0, next_change = 0;
  double time = 0;  ///< of the largest difference between the first two, seconds
  /// p, where differences shrink like a power p of what was changed: of steps that is the order of
  /// the method, of an accuracy it is 1 where errors follow it. None where the differences are
  /// rounding.
  std::optional<double> order;
};

/// The same diagram run with three settings of its method. With a fixed step of 0.1 s, say, these
/// are 0.1, 0.05 and 0.025 s. What changes from the first to the second is about as large as the
/// error of the first, as the second has only a part of it.
struct StepCheck {
  /// What was changed: `fixed_step`, `stochastic_step` or `accuracy`.
  std::string setting;
  std::array<double, 3> values{};
  int num_instants = 0;  ///< that were compared, both sides of an update counted
  /// All columns, those that change most for their range first.
  std::vector<StepCheckColumn> columns;
  /// Errors of the diagram, for which it cannot be run.
  std::vector<Diagnostic> diagnostics;
  /// Why one of the runs failed, for the user; empty where none did.
  std::string failure;

  bool ok() const { return diagnostics.empty() && failure.empty(); }
};

/// Runs the diagram three times: with the document's settings, then each time with half the step
/// or, where a method chooses its steps, with a tenth of the accuracy. Where noise drives
/// continuous state, the three are one path of the noise.
///
/// Columns are compared at instants that all three runs have at the same time to the bit: multiples
/// of the document's log interval, or of one that gives at most a thousand of them for fixed steps,
/// and 50 where steps are chosen (which is as long as these may be unless the file says otherwise).
/// No file is written. UsageError: an option is impossible. Where `stop` asks for it the runs end
/// at their next step; what is returned then says nothing.
///
/// Source: Richardson, "The approximate arithmetical solution by finite differences of physical
/// problems", Phil. Trans. R. Soc. A 210 (1911), for the order from three grids.
StepCheck CheckSteps(const Document& document, const BlockRegistry& registry,
                     const RunOptions& options, const std::stop_token& stop = {});

}  // namespace loopwright
