// What sliding along a threshold costs (semantics 11): a body that sticks against the same body
// that slips, and a relay that holds its integrator on a sine against one far from its threshold.

#include <cmath>

#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr double kStep = 1e-3, kStop = 20;
constexpr double kSteps = kStop / kStep;

/// A mass of 1 kg with 1 N of dry friction, pushed by `bias` + 0.9 sin t.
std::string MassText(const std::string& bias, const std::string& velocity) {
  DiagramText text;
  text.Block("push", "Sine", "{'amplitude': 0.9, 'bias': " + bias + "}");
  text.Block("mass", "SecondOrderIntegrator", "{'initial_velocity': " + velocity + "}");
  text.Block("friction", "CoulombFriction");
  text.Block("force", "Sum", "{'signs': '+-'}");
  text.Wire("push.y", "force.u1");
  text.Wire("friction.force", "force.u2");
  text.Wire("force.y", "mass.u");
  text.Wire("mass.velocity", "friction.velocity");
  return text.text();
}

/// x' = -2 sign(x - sin t).
std::string RelayText(const std::string& start) {
  DiagramText text;
  text.Block("sine", "Sine");
  text.Block("x", "Integrator", "{'initial_value': " + start + "}");
  text.Block("difference", "Sum", "{'signs': '+-'}");
  text.Block("sign", "MathFunction", "{'function': 'sign'}");
  text.Block("gain", "Gain", "{'gain': -2}");
  text.Wire("x.y", "difference.u1");
  text.Wire("sine.y", "difference.u2");
  text.Wire("difference.y", "sign.u");
  text.Wire("sign.y", "gain.u");
  text.Wire("gain.y", "x.u");
  return text.text();
}

double MeasureSliding(Summary* summary) {
  double all = 0;
  for (const char* integrator : {"rk4", "dopri5"}) {
    const SimulatorConfig config = FixedStep(integrator, kStep);
    const auto measure = [&](const std::string& name, const std::string& slides,
                             const std::string& is_smooth) {
      Run sliding(BuildText(slides), config);
      Run smooth(BuildText(is_smooth), config);
      const auto times = Alternate(kRepetitions, {[&] { return sliding.SecondsTo(kStop); },
                                                  [&] { return smooth.SecondsTo(kStop); }});
      summary->Add({name + ", " + integrator,
                    times[0] * (1e9 / kSteps),
                    "ns/step",
                    times[1] * (1e9 / kSteps),
                    {Goal::kRatio, 3}});
      all += times[0].median;
      return sliding.continuous_state(slides.find("mass") != std::string::npos ? "mass" : "x");
    };
    summary->CheckEqual(
        "a body that sticks",
        measure("a body that sticks (by hand: slips)", MassText("0", "0"), MassText("5", "1")), 0,
        1e-9);
    summary->CheckEqual(
        "a relay on its threshold",
        measure("a relay on a sine (by hand: off it)", RelayText("0"), RelayText("1000000")),
        std::sin(kStop), 1e-6);
  }
  return all;
}

}  // namespace

void AddSlidingModels(Models* models) { models->push_back({"sliding", MeasureSliding}); }

}  // namespace loopwright::benchmarks
