#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/document/parameter_setting.h"

namespace loopwright {

/// What a setting of the simulation takes.
enum class SimulationKeyKind {
  kNumber,        ///< a number or an expression
  kNumberOrNull,  ///< the same, or null: the program chooses
  kWholeNumber,   ///< a number from 0 to 2^53 or an expression
  kBoolean,
  kChoice,  ///< one of `choices`
};

/// One key of `simulation` in a diagram file.
struct SimulationKey {
  std::string name;
  SimulationKeyKind kind;
  ParameterSetting default_value;
  std::string unit;
  std::string description;
  std::vector<std::string> choices = {};  ///< the words of a choice
};

/// Every key of `simulation`, in the order in which files hold them: start_time, stop_time,
/// integrator, accuracy, absolute_tolerance, max_step, fixed_step, isolate_events,
/// stochastic_integrator, stochastic_step, seed, log_interval, log_updates, output,
/// discontinuities, algebraic_loops, realtime_rate.
const std::vector<SimulationKey>& SimulationKeys();

/// The key's description, or null.
const SimulationKey* FindSimulationKey(std::string_view name);

/// The settings of the simulation: which keys a file gives, and the defaults of the others.
class SimulationSettings {
 public:
  /// The setting as given, else its default. The key must be one of SimulationKeys()
  /// (std::invalid_argument).
  const ParameterSetting& Get(std::string_view key) const;
  /// The setting where it is given, or null.
  const ParameterSetting* Given(std::string_view key) const;
  /// Gives a setting, or takes it back to its default.
  void Set(std::string_view key, std::optional<ParameterSetting> value);
  /// Where it was given; no place for a default.
  SourcePlace PlaceOf(std::string_view key) const;
  void SetPlace(std::string_view key, SourcePlace place);

  bool empty() const { return given_.empty() && extras.empty(); }

  /// Keys that this program does not know, with the source text of their values.
  std::vector<std::pair<std::string, std::string>> extras;

  /// Places do not count.
  friend bool operator==(const SimulationSettings& a, const SimulationSettings& b);

 private:
  struct GivenSetting {
    const SimulationKey* key;
    ParameterSetting value;
    SourcePlace place;
  };
  std::vector<GivenSetting> given_;  // in the order of SimulationKeys()
};

}  // namespace loopwright
