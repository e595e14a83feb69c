#include "engine/document/simulation_settings.h"

#include <algorithm>
#include <stdexcept>

#include "engine/integration/method_list.h"

namespace loopwright {
namespace {

std::vector<std::string> IntegratorChoices() {
  std::vector<std::string> names;
  for (const IntegrationMethodInfo& method : IntegrationMethods()) names.emplace_back(method.name);
  return names;
}

// What `simulation` in a file can hold: name, kind, default, unit, what it is for, and the words of
// a choice. Reading, writing, the schema and the editor's form go by these lists, in this order.
std::vector<SimulationKey> TimeAndMethodKeys() {
  using Kind = SimulationKeyKind;
  const ParameterSetting null;
  return {
      {"start_time", Kind::kNumber, 0, "s", "the time at which a run starts"},
      {"stop_time", Kind::kNumber, 10, "s", "the time at which a run ends"},
      {"integrator", Kind::kChoice, "dopri5", "", "the method for continuous states",
       IntegratorChoices()},
      {"accuracy", Kind::kNumber, 1e-6, "", "the relative error allowed in a step"},
      {"absolute_tolerance", Kind::kNumberOrNull, null, "",
       "the error allowed where a state is near 0; null: 1e-3 of the accuracy"},
      {"max_step", Kind::kNumberOrNull, null, "s", "the longest step; null: a fiftieth of the run"},
      {"fixed_step", Kind::kNumberOrNull, null, "s",
       "the step of a run without error control; null: a method with an error estimate controls "
       "its step, another takes a thousandth of the run"},
      {"isolate_events", Kind::kBoolean, true, "",
       "find the instants of state events, rather than act at the end of the step"},
      {"stochastic_integrator",
       Kind::kChoice,
       "euler_maruyama",
       "",
       "the method for diagrams with diffusion",
       {"euler_maruyama", "milstein", "sri1", "sriw1", "srk_weak2", "drift_implicit_euler",
        "drift_implicit_milstein"}},
      {"stochastic_step", Kind::kNumberOrNull, null, "s",
       "the step of that method, which is also the error of the times of state events; null: a "
       "ten-thousandth of the run"},
      {"seed", Kind::kWholeNumber, 0, "", "what all random draws follow from"},
  };
}
std::vector<SimulationKey> RecordingAndHandlingKeys() {
  using Kind = SimulationKeyKind;
  const ParameterSetting null;
  return {
      {"log_interval", Kind::kNumberOrNull, null, "s",
       "record at multiples of this; null: at every step"},
      {"log_updates", Kind::kBoolean, true, "",
       "record both values of every signal at each update"},
      {"output",
       Kind::kChoice,
       "smooth",
       "",
       "what is recorded without a log interval: smooth, also between the ends of steps, as finely "
       "as the curves need it; or the ends of steps only",
       {"smooth", "steps"}},
      {"discontinuities",
       Kind::kChoice,
       "solve",
       "",
       "where a motion is driven to a threshold from both sides, as dry friction at rest is: solve "
       "slides along it (Filippov); fail ends the run there",
       {"solve", "fail"}},
      {"algebraic_loops",
       Kind::kChoice,
       "refuse",
       "",
       "what becomes of signals that depend on themselves at the same instant: a diagram with such "
       "loops is refused, or they are solved at every instant",
       {"refuse", "solve"}},
      {"realtime_rate", Kind::kNumber, 0, "",
       "simulated seconds per second; 0: as fast as possible"},
  };
}
// All of them.
std::vector<SimulationKey> MakeSimulationKeys() {
  std::vector<SimulationKey> all;
  for (const auto& keys : {TimeAndMethodKeys(), RecordingAndHandlingKeys()}) {
    all.insert(all.end(), keys.begin(), keys.end());
  }
  return all;
}

// Callers name keys in their own code, so an unknown one is a mistake of theirs.
const SimulationKey* RequireKey(std::string_view name) {
  const SimulationKey* key = FindSimulationKey(name);
  if (!key) throw std::invalid_argument("There is no simulation setting " + std::string(name));
  return key;
}

// What was given for a key, in a list that has only those that were given.
template <typename List>
auto FindGiven(List& list, std::string_view key) {
  return std::ranges::find_if(list, [&](const auto& given) { return given.key->name == key; });
}

}  // namespace

const std::vector<SimulationKey>& SimulationKeys() {
  static const std::vector<SimulationKey> keys = MakeSimulationKeys();
  return keys;
}

const SimulationKey* FindSimulationKey(std::string_view name) {
  for (const SimulationKey& key : SimulationKeys()) {
    if (key.name == name) return &key;
  }
  return nullptr;
}

// The value that counts: what the file gives, or else the default.
const ParameterSetting& SimulationSettings::Get(std::string_view key) const {
  const ParameterSetting* given = Given(key);
  return given ? *given : RequireKey(key)->default_value;
}

const ParameterSetting* SimulationSettings::Given(std::string_view key) const {
  const auto found = FindGiven(given_, key);
  return found == given_.end() ? nullptr : &found->value;
}

// No value takes a setting back, so that the default counts and nothing is written for it. What is
// given stays in the order of the list of keys, and so files do not depend on the order of edits.
void SimulationSettings::Set(std::string_view key, std::optional<ParameterSetting> value) {
  const SimulationKey* known = RequireKey(key);
  const auto found = FindGiven(given_, key);
  if (!value) {
    if (found != given_.end()) given_.erase(found);
  } else if (found != given_.end()) {
    found->value = std::move(*value);
  } else {
    // Keys lie in one vector, so their addresses are in the order of the file.
    const auto after = std::find_if(given_.begin(), given_.end(),
                                    [&](const GivenSetting& other) { return other.key > known; });
    given_.insert(after, {known, std::move(*value), {}});
  }
}

SourcePlace SimulationSettings::PlaceOf(std::string_view key) const {
  const auto found = FindGiven(given_, key);
  return found == given_.end() ? SourcePlace{} : found->place;
}

void SimulationSettings::SetPlace(std::string_view key, SourcePlace place) {
  const auto found = FindGiven(given_, key);
  if (found != given_.end()) found->place = place;
}

// Places in the file are left out: a document that was read from another layout of the same text is
// the same.
bool operator==(const SimulationSettings& a, const SimulationSettings& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.key == y.key && x.value == y.value;
  };
  return a.extras == b.extras && std::ranges::equal(a.given_, b.given_, same);
}

}  // namespace loopwright
