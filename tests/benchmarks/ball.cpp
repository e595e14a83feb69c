#include <algorithm>
#include <cmath>

#include "engine/text/number_format.h"
#include "tests/benchmarks/hand_loops.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

// 29 impacts.
constexpr double kHeight = 10, kGravity = 9.81, kRestitution = 0.8, kStop = 12.83;
constexpr double kStep = 1e-3, kMaxStep = 1e-2, kAccuracy = 1e-10;

SimulatorConfig Configuration(bool fixed) {
  if (fixed) return FixedStep("rk3", kStep);
  SimulatorConfig config = ErrorControl("dopri5", kAccuracy);
  config.max_step = kMaxStep;
  return config;
}

/// When the ball jumps, recorded in a run of its own.
std::vector<double> Impacts(Run* run) {
  std::vector<double> impacts;
  run->simulator().set_recorder([&](const Context<double>& context, Side side) {
    if (side == Side::kAfter && context.get_time() > 0) impacts.push_back(context.get_time());
  });
  run->SecondsTo(kStop);
  run->simulator().set_recorder(nullptr);
  return impacts;
}

double MeasureBall(bool fixed, Summary* summary) {
  Run run(BuildFile("bouncing_ball"), Configuration(fixed));
  const std::string name =
      std::string("bouncing ball, 29 impacts, ") + (fixed ? "rk3 fixed" : "dopri5 controlled");
  BallResult by_hand;
  const auto hand = [&] {
    by_hand = fixed ? BallByHand(kHeight, kGravity, kRestitution, kStop, kStep)
                    : ControlledBallByHand(Method::kDopri5, kHeight, kGravity, kRestitution, kStop,
                                           kMaxStep, kAccuracy);
  };
  const auto times = Alternate(
      kRepetitions, {[&] { return run.SecondsTo(kStop); }, [&] { return Seconds(hand); }});
  const double steps = static_cast<double>(run.simulator().statistics().steps);
  summary->CheckEqual(name, {run.continuous_state("ball", 0), run.continuous_state("ball", 1)},
                      {by_hand.height, by_hand.velocity}, 1e-8);

  const std::vector<double> exact = ExactImpacts(kHeight, kGravity, kRestitution, kStop);
  const std::vector<double> impacts = Impacts(&run);
  summary->CheckEqual(name + ", number of impacts", static_cast<double>(exact.size()), 29, 0);
  summary->CheckEqual(name + ", impact times", impacts, exact, 1e-9);
  double worst = 0;
  for (size_t i = 0; i < std::min(exact.size(), impacts.size()); ++i) {
    worst = std::max(worst, std::abs(impacts[i] - exact[i]));
  }
  summary->Add({name,
                times[0] * (1e9 / steps),
                "ns/step",
                times[1] * (1e9 / static_cast<double>(by_hand.steps)),
                {Goal::kRatio, 8}});
  summary->Add({name + ": greatest error", {worst, worst}, "s", {}, {Goal::kValue, 1e-9}});
  return times[0].median;
}

// An elastic ball that bounces every ten and a half of the longest steps, against one that is still
// falling after as many: what is left of the difference of their times is of many bounces.
double MeasureIsolation(bool fixed, Summary* summary) {
  const double longest = fixed ? kStep : kMaxStep;
  const double flight = 10.5 * longest, stop = 10'000 * longest;
  const auto ball = [](double height) {
    DiagramText text;
    text.Block("ball", "BouncingBall",
               "{'restitution': 1, 'initial_height': " + FormatNumber(height) + "}");
    return BuildText(text.text());
  };
  Run bouncing(ball(kGravity * flight * flight / 8), Configuration(fixed));
  Run falling(ball(kGravity * stop * stop), Configuration(fixed));
  const auto times = Alternate(kRepetitions, {[&] { return bouncing.SecondsTo(stop); },
                                              [&] { return falling.SecondsTo(stop); }});
  const auto with = bouncing.simulator().statistics();
  const auto without = falling.simulator().statistics();
  const auto cost = [&](double total, double ordinary) {
    const double of_one = ordinary / static_cast<double>(without.steps);
    return (total - static_cast<double>(with.steps) * of_one) /
           static_cast<double>(with.witness_isolations) / of_one;
  };
  // A difference of two times: only the least of each is steady enough.
  const double seconds = cost(times[0].minimum, times[1].minimum);
  const double evaluations = cost(static_cast<double>(with.derivative_evaluations),
                                  static_cast<double>(without.derivative_evaluations));
  const std::string name =
      std::string("isolating a bounce, ") + (fixed ? "rk3 fixed" : "dopri5 controlled");
  // From the first impact, half a flight after the start.
  summary->CheckEqual(name + ", isolations", static_cast<double>(with.witness_isolations),
                      std::floor(stop / flight + 0.5), 0);
  summary->CheckEqual(name + ", isolations without impacts",
                      static_cast<double>(without.witness_isolations), 0, 0);
  const double of_one = times[1].minimum / static_cast<double>(without.steps);
  summary->Add({name + ", in time",
                {seconds, seconds},
                "steps",
                {},
                {Goal::kValue, 3},
                "steps of " + FormatNumber(std::round(1e10 * of_one) / 10) +
                    " ns; finding the time, the update and the restart"});
  summary->Add(
      {name + ", in evaluations", {evaluations, evaluations}, "steps", {}, {Goal::kValue, 3}});
  return times[0].median;
}

}  // namespace

void AddBallModels(Models* models) {
  for (const bool fixed : {true, false}) {
    const std::string name = fixed ? "fixed" : "controlled";
    models->push_back({"bouncing_ball/" + name,
                       [fixed](Summary* summary) { return MeasureBall(fixed, summary); }});
    models->push_back({"isolation/" + name,
                       [fixed](Summary* summary) { return MeasureIsolation(fixed, summary); }});
  }
}

}  // namespace loopwright::benchmarks
