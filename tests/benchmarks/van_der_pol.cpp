#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "tests/benchmarks/hand_loops.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr double kMu = 5, kStop = 200, kAccuracy = 1e-6;

/// As in Drake's example: one position, one velocity.
class VanDerPol final : public LeafSystem<double> {
 public:
  VanDerPol() {
    DeclareContinuousState(BasicVector<double>{2., 0.}, 1, 1, 0);
    DeclareNumericParameter(BasicVector<double>{kMu});
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    const VectorBase<double>& state = context.get_continuous_state_vector();
    const double x = state[0], v = state[1];
    const double mu = context.get_numeric_parameter(0)[0];
    (*derivatives)[0] = v;
    (*derivatives)[1] = mu * (1 - x * x) * v - x;
  }
};

struct NamedMethod {
  Method method;
  const char* name;
};
constexpr NamedMethod kMethods[] = {{Method::kRk3, "rk3"},
                                    {Method::kBogackiShampine3, "bogacki_shampine3"},
                                    {Method::kDopri5, "dopri5"}};

double MeasureVanDerPol(const std::string& form, std::unique_ptr<Diagram<double>> diagram,
                        const NamedMethod& method, Summary* summary) {
  Run run(std::move(diagram), ErrorControl(method.name, kAccuracy));
  ControlledResult by_hand;
  const auto times = Alternate(kRepetitions, {[&] { return run.SecondsTo(kStop); },
                                              [&] {
                                                return Seconds([&] {
                                                  by_hand = VanDerPolByHand(method.method, kMu, 2,
                                                                            0, kStop, kAccuracy);
                                                });
                                              }});
  const std::string name = "Van der Pol " + form + ", " + method.name;
  // In blocks, velocity comes first in the file and so in the state.
  const auto& state = run.context().get_continuous_state_vector();
  const bool reversed = run.diagram().num_subsystems() > 1;
  // Step control amplifies rounding: not to the bit, but within what the accuracy promises.
  constexpr double kClose = 1e-4, kCloseInSteps = 0.01;
  summary->CheckEqual(name, {state[reversed ? 1 : 0], state[reversed ? 0 : 1]},
                      {by_hand.x, by_hand.v}, kClose);
  summary->CheckEqual(name + ", steps", static_cast<double>(run.simulator().statistics().steps),
                      static_cast<double>(by_hand.steps), kCloseInSteps);
  summary->Add({name,
                times[0] * (1e9 / run.evaluations()),
                "ns/evaluation",
                times[1] * (1e9 / static_cast<double>(by_hand.evaluations)),
                {Goal::kRatio, 4}});
  return times[0].median;
}

std::unique_ptr<Diagram<double>> OneSystem() {
  DiagramBuilder<double> builder;
  builder.AddSystem<VanDerPol>();
  return builder.Build();
}

}  // namespace

void AddVanDerPolModels(Models* models) {
  for (const NamedMethod& method : kMethods) {
    const std::string name = method.name;
    models->push_back({"van_der_pol/system/" + name, [method](Summary* summary) {
                         return MeasureVanDerPol("as a system", OneSystem(), method, summary);
                       }});
    models->push_back({"van_der_pol/formula/" + name, [method](Summary* summary) {
                         return MeasureVanDerPol("as formulas", BuildFile("van_der_pol_formula"),
                                                 method, summary);
                       }});
    models->push_back({"van_der_pol/blocks/" + name, [method](Summary* summary) {
                         return MeasureVanDerPol("as formula and integrators",
                                                 BuildFile("van_der_pol_blocks"), method, summary);
                       }});
  }
}

}  // namespace loopwright::benchmarks
