#include <malloc.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <stdexcept>

#include "blocklib/continuous/integrator.h"
#include "blocklib/discrete/sample_and_hold.h"
#include "blocklib/math/gain.h"
#include "blocklib/math/sum.h"
#include "blocklib/registry.h"
#include "blocklib/sources/constant.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/file/load.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr int kBlocks = 100'000;

double AllocatedBytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

double ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

const Eigen::VectorXd kOne = Eigen::VectorXd::Constant(1, 1);

/// A source and `kBlocks` of a kind, one behind the other.
std::unique_ptr<Diagram<double>> Chain(
    const std::function<System<double>*(DiagramBuilder<double>*)>& add) {
  DiagramBuilder<double> builder;
  const System<double>* before = builder.AddSystem<Constant<double>>(kOne);
  for (int i = 0; i < kBlocks; ++i) {
    const System<double>* block = add(&builder);
    builder.Connect(before->get_output_port(0), block->get_input_port(0));
    before = block;
  }
  return builder.Build();
}

struct Costs {
  double build_seconds, context_seconds, allocated, resident, context_bytes;
};

Costs MeasureOnce(const std::function<std::unique_ptr<Diagram<double>>()>& build) {
  malloc_trim(0);
  const double allocated = AllocatedBytes(), resident = ResidentBytes();
  std::unique_ptr<Diagram<double>> diagram;
  std::unique_ptr<Context<double>> context;
  Costs costs;
  costs.build_seconds = Seconds([&] { diagram = build(); });
  const double before_context = AllocatedBytes();
  costs.context_seconds = Seconds([&] { context = diagram->CreateDefaultContext(); });
  costs.context_bytes = AllocatedBytes() - before_context;
  costs.allocated = AllocatedBytes() - allocated;
  costs.resident = ResidentBytes() - resident;
  return costs;
}

void AddCosts(const std::string& name, const Costs& costs, Summary* summary) {
  const auto add = [&](const std::string& what, double value, const char* per, Goal goal) {
    summary->Add({name + ": " + what, {value, value}, per, {}, goal});
  };
  add("building", costs.build_seconds, "s", {Goal::kValue, 2});
  add("context", costs.context_seconds, "s", {Goal::kValue, 1});
  add("allocated", costs.allocated / kBlocks, "bytes/block", {Goal::kValue, 1500});
  add("of which context and plan", costs.context_bytes / kBlocks, "bytes/block", {});
  add("resident", costs.resident / kBlocks, "bytes/block", {});
}

struct Kind {
  const char* name;
  System<double>* (*add)(DiagramBuilder<double>*);
};
constexpr Kind kKinds[] = {
    {"gains",
     [](DiagramBuilder<double>* b) -> System<double>* { return b->AddSystem<Gain>(1., 1); }},
    {"sums",
     [](DiagramBuilder<double>* b) -> System<double>* {
       return b->AddSystem<Sum>("+", std::vector<int>{1});
     }},
    {"integrators",
     [](DiagramBuilder<double>* b) -> System<double>* {
       return b->AddSystem<Integrator>(kOne, 1);
     }},
    {"unit delays",
     [](DiagramBuilder<double>* b) -> System<double>* {
       return b->AddSystem<SampleAndHold>(0.1, 0., kOne, 1);
     }},
};

double MeasureKind(const Kind& kind, Summary* summary) {
  const auto build = [&] { return Chain(kind.add); };
  const Costs costs = MeasureOnce(build);
  AddCosts(std::string("100,000 ") + kind.name, costs, summary);
  return costs.build_seconds + costs.context_seconds;
}

double MeasureDocument(Summary* summary) {
  DiagramText text;
  text.Block("source", "Constant");
  std::string before = "source.y";
  for (int i = 0; i < kBlocks; ++i) {
    const std::string name = "g" + std::to_string(i);
    text.Block(name, "Gain", "{'gain': 1}");
    text.Wire(before, name + ".u");
    before = name + ".y";
  }
  const std::string bytes = text.text();
  LoadResult loaded;
  const double load_seconds = Seconds([&] { loaded = LoadDocument(bytes, BuiltInBlocks()); });
  const auto build = [&] {
    BuildResult result = BuildDiagram(*loaded.document, BuiltInBlocks());
    if (!result.ok()) throw std::runtime_error(result.diagnostics.at(0).text);
    return std::move(result.diagram);
  };
  const Costs costs = MeasureOnce(build);
  summary->Add({"100,000 gains of a document: loading", {load_seconds, load_seconds}, "s", {}, {}});
  AddCosts("100,000 gains of a document", costs, summary);
  return costs.build_seconds + costs.context_seconds;
}

// Against copying as many bytes as a clone takes.
double MeasureClone(Summary* summary) {
  const auto diagram = Chain(kKinds[0].add);
  const auto context = diagram->CreateDefaultContext();
  const System<double>& last = diagram->subsystem(diagram->num_subsystems() - 1);
  const double value =
      last.get_output_port(0).Eval(diagram->GetSubsystemContext(last, *context))[0];
  const double before = AllocatedBytes();
  std::unique_ptr<Context<double>> clone = context->Clone();
  const double bytes = AllocatedBytes() - before;
  summary->CheckEqual("clone of a context",
                      last.get_output_port(0).Eval(diagram->GetSubsystemContext(last, *clone))[0],
                      value, 0);
  const auto size = static_cast<size_t>(bytes);
  const std::vector<char> source(size, 1);
  const auto copy = [&] {
    const std::unique_ptr<char[]> target(new char[size]);
    std::memcpy(target.get(), source.data(), size);
    const char* pointer = target.get();
    asm volatile("" : "+r"(pointer) : : "memory");
  };
  const auto times = Alternate(kRepetitions, {[&] {
                                                clone.reset();
                                                return Seconds([&] { clone = context->Clone(); });
                                              },
                                              [&] { return Seconds(copy); }});
  summary->Add({"cloning a context of 100,000 gains",
                times[0] * (1e9 / bytes),
                "ns/byte (s/GB)",
                times[1] * (1e9 / bytes),
                {Goal::kRatio, 2}});
  summary->Add({"cloning a context of 100,000 gains: size",
                {bytes / kBlocks, bytes / kBlocks},
                "bytes/block",
                {},
                {}});
  return times[0].median;
}

}  // namespace

void AddBuildingModels(Models* models) {
  for (const Kind& kind : kKinds) {
    models->push_back({std::string("building/") + kind.name,
                       [kind](Summary* summary) { return MeasureKind(kind, summary); }});
  }
  models->push_back({"building/document", MeasureDocument});
  models->push_back({"building/clone", MeasureClone});
}

}  // namespace loopwright::benchmarks
