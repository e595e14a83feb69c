#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

/// How a diagram runs with caching compared with the same without.
double MeasureCaching(const std::string& name, Run* run, double stop, Summary* summary) {
  std::vector<double> states[2];
  const auto timed = [&](bool caching) {
    if (caching) {
      run->context().EnableCaching();
    } else {
      run->context().DisableCaching();
    }
    const double seconds = run->SecondsTo(stop);
    const auto& state = run->context().get_continuous_state_vector();
    states[caching].clear();
    for (int i = 0; i < state.size(); ++i) states[caching].push_back(state[i]);
    return seconds;
  };
  const auto times =
      Alternate(kRepetitions, {[&] { return timed(true); }, [&] { return timed(false); }});
  summary->CheckEqual("caching, " + name, states[1], states[0], 0);
  summary->Add({"caching on / off, " + name,
                times[0] * 1e3,
                "ms (off by hand)",
                times[1] * 1e3,
                {Goal::kRatio, 1.05}});
  return times[0].median;
}

}  // namespace

void AddCachingModels(Models* models) {
  const auto add = [models](const std::string& name, auto build, SimulatorConfig config,
                            double stop) {
    models->push_back({"caching/" + name, [=](Summary* summary) {
                         Run run(build(), config);
                         return MeasureCaching(name, &run, stop, summary);
                       }});
  };
  const SimulatorConfig rk3 = FixedStep("rk3", 1e-3);
  add(
      "hybrid loop", [] { return BuildFile("hybrid_loop"); }, rk3, 20);
  add(
      "discrete chain of 1000", [] { return BuildText(DiscreteChainText(500)); }, {}, 2);
  add(
      "continuous chain of 1000", [] { return BuildText(ContinuousChainText(1000, "")); }, rk3,
      0.2);
  add(
      "Van der Pol as formulas", [] { return BuildFile("van_der_pol_formula"); },
      ErrorControl("dopri5", 1e-6), 200);
  add(
      "Van der Pol as formula and integrators", [] { return BuildFile("van_der_pol_blocks"); },
      ErrorControl("dopri5", 1e-6), 200);
  add(
      "bouncing ball", [] { return BuildFile("bouncing_ball"); }, rk3, 12.83);
}

}  // namespace loopwright::benchmarks
