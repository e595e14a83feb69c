#include "tests/benchmarks/hand_loops.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

double MeasureUpToDate(Summary* summary) {
  constexpr long kCount = 5'000'000;
  DiagramText text;
  text.Block("one", "Constant", "{'value': 1.5}");
  text.Block("gain", "Gain");
  text.Wire("one.y", "gain.u");
  Run run(BuildText(text.text()), {});
  const auto& gain = run.diagram().GetSubsystemByName("gain");
  const OutputPort<double>& port = gain.get_output_port();
  const Context<double>& context = run.context_of("gain");
  double by_engine = 0, by_hand = 0;
  const auto engine = [&] {
    by_engine = 0;
    for (long i = 0; i < kCount; ++i) by_engine += port.Eval(context)[0];
  };
  const auto times =
      Alternate(kRepetitions, {[&] { return Seconds(engine); },
                               [&] { return Seconds([&] { by_hand = UpToDateByHand(kCount); }); }});
  summary->CheckEqual("up-to-date Eval", by_engine, by_hand, 0);
  summary->Add({"up-to-date Eval of an output port",
                times[0] * (1e9 / kCount),
                "ns",
                times[1] * (1e9 / kCount),
                {Goal::kValue, 5}});
  return times[0].median;
}

double MeasureSource(bool sine, Summary* summary) {
  constexpr long kCount = 1'000'000;
  DiagramText text;
  if (sine) {
    text.Block("source", "Sine", "{'frequency': 7}");
  } else {
    text.Block("source", "Clock");
  }
  Run run(BuildText(text.text()), {});
  const OutputPort<double>& port = run.diagram().GetSubsystemByName("source").get_output_port();
  const Context<double>& source = run.context_of("source");
  Context<double>& context = run.context();
  double by_engine = 0, by_hand = 0;
  const auto engine = [&] {
    by_engine = 0;
    for (long i = 0; i < kCount; ++i) {
      context.SetTime(1e-3 * static_cast<double>(i));
      by_engine += port.Eval(source)[0];
    }
  };
  const auto times = Alternate(
      kRepetitions,
      {[&] { return Seconds(engine); },
       [&] {
         return Seconds([&] { by_hand = sine ? SineByHand(kCount, 7) : ClockByHand(kCount); });
       }});
  const std::string name =
      std::string("set time, Eval one source (a ") + (sine ? "sine)" : "clock)");
  summary->CheckEqual(name, by_engine, by_hand, 1e-12);
  summary->Add(
      {name, times[0] * (1e9 / kCount), "ns", times[1] * (1e9 / kCount), {Goal::kValue, 20}});
  return times[0].median;
}

double MeasureGains(Summary* summary) {
  constexpr long kCount = 20'000;
  constexpr int kGains = 100;
  DiagramText text;
  text.Block("source", "UnitDelay");
  text.Block("one", "Constant");
  text.Wire("one.y", "source.u");
  std::string before = "source.y";
  for (int i = 0; i < kGains; ++i) {
    const std::string name = "gain" + std::to_string(i);
    text.Block(name, "Gain", "{'gain': 0.99}");
    text.Wire(before, name + ".u");
    before = name + ".y";
  }
  Run run(BuildText(text.text()), {});
  const auto& source = run.diagram().GetSubsystemByName("source");
  const auto& last = run.diagram().GetSubsystemByName("gain" + std::to_string(kGains - 1));
  const OutputPort<double>& port = last.get_output_port();
  Context<double>& source_context =
      run.diagram().GetMutableSubsystemContext(source, &run.context());
  const Context<double>& last_context = run.diagram().GetSubsystemContext(last, run.context());
  double by_engine = 0, by_hand = 0;
  const auto engine = [&] {
    by_engine = 0;
    for (long i = 0; i < kCount; ++i) {
      source_context.get_mutable_discrete_state(0)[0] = 1 + 1e-3 * static_cast<double>(i);
      by_engine += port.Eval(last_context)[0];
    }
  };
  const std::vector<double> gains(kGains, 0.99);
  const auto times = Alternate(
      kRepetitions, {[&] { return Seconds(engine); },
                     [&] { return Seconds([&] { by_hand = GainsByHand(kCount, gains); }); }});
  summary->CheckEqual("change behind 100 gains", by_engine, by_hand, 1e-12);
  summary->Add({"a change behind 100 gains and its Eval",
                times[0] * (1e9 / kCount),
                "ns",
                times[1] * (1e9 / kCount),
                {Goal::kValue, 1000}});
  return times[0].median;
}

}  // namespace

void AddEvaluationModels(Models* models) {
  models->push_back({"evaluation/up_to_date", MeasureUpToDate});
  for (const bool sine : {false, true}) {
    models->push_back({std::string("evaluation/set_time/") + (sine ? "sine" : "clock"),
                       [sine](Summary* summary) { return MeasureSource(sine, summary); }});
  }
  models->push_back({"evaluation/behind_100_gains", MeasureGains});
}

}  // namespace loopwright::benchmarks
