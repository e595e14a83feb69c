#include "engine/check/sample_times.h"

#include <deque>

#include "engine/check/analysis.h"
#include "engine/text/number_format.h"

namespace loopwright {

// What a block inherits that reads both: the one that changes more often; two different periods are
// "at events".
SampleTime Join(const SampleTime& a, const SampleTime& b) {
  if (a == b) return a;
  if (a.kind == SampleTime::Kind::kPeriodic && b.kind == SampleTime::Kind::kPeriodic) {
    return {SampleTime::Kind::kEvents, 0, 0};
  }
  return a.kind > b.kind ? a : b;
}

// For people: "every 0.1 s from 0.05 s".
std::string ToText(const SampleTime& time) {
  switch (time.kind) {
    case SampleTime::Kind::kConstant:
      return "constant";
    case SampleTime::Kind::kPeriodic:
      return "every " + FormatNumber(time.period) + " s" +
             (time.offset == 0 ? "" : " from " + FormatNumber(time.offset) + " s");
    case SampleTime::Kind::kEvents:
      return "at events";
    case SampleTime::Kind::kContinuous:
      return "continuous";
  }
  return "";
}

// What the type says, or what follows from the kind of its state.
BlockTiming TimingOf(const Structure::BlockNode& node) {
  if (node.type->timing) return node.type->timing(*node.arguments);
  const std::string& state = node.type->state;
  if (state == "none") return BlockTiming::kInherited;
  if (state != "discrete") return BlockTiming::kContinuous;
  return node.arguments->has("period") && node.arguments->has("offset") ? BlockTiming::kPeriodic
                                                                        : BlockTiming::kEvents;
}

// 0 for what follows its inputs or changes all the time.
double PeriodOf(const Structure::BlockNode& node) {
  // A FirstOrderHold is updated periodically although its output changes all the time.
  const bool is_sampled = node.type->is_held || TimingOf(node) == BlockTiming::kPeriodic;
  return is_sampled ? node.arguments->number("period") : 0;
}

namespace {

// The sample time that the outputs of a block have by themselves.
SampleTime OwnTime(const Structure::BlockNode& node) {
  if (!node.enabled || !node.valid) return {};
  if (node.is(BlockRole::kInport) && node.level == 0) {
    if (!node.arguments->has("random") || node.arguments->text("random") == "none") return {};
    return {SampleTime::Kind::kPeriodic, node.arguments->number("period"), 0};
  }
  if (!node.is_system()) return {};
  switch (TimingOf(node)) {
    case BlockTiming::kContinuous:
      return {SampleTime::Kind::kContinuous, 0, 0};
    case BlockTiming::kEvents:
      return {SampleTime::Kind::kEvents, 0, 0};
    case BlockTiming::kPeriodic:
      return {SampleTime::Kind::kPeriodic, node.arguments->number("period"),
              node.arguments->has("offset") ? node.arguments->number("offset") : 0};
    case BlockTiming::kInherited:
    case BlockTiming::kPiecewise:
      return {};
  }
  return {};
}

}  // namespace

// Starts with what each block has by itself and joins that of its sources along direct feedthrough,
// until nothing changes. A block that holds values between events never becomes continuous.
std::vector<SampleTime> PropagateSampleTimes(const Structure& structure,
                                             const FeedthroughTable& feedthrough) {
  const std::size_t num_outputs = structure.outputs.size();
  std::vector<SampleTime> times(num_outputs);
  std::vector<char> piecewise(num_outputs, 0);
  // Sources whose change concerns others: times only grow, and at most three times.
  std::vector<std::vector<int>> dependents(num_outputs);
  std::deque<int> changed;
  for (int block = 0; block < structure.num_blocks(); ++block) {
    const Structure::BlockNode& node = structure.blocks[block];
    const SampleTime own = OwnTime(node);
    const bool holds =
        node.valid && node.is_system() && node.enabled && TimingOf(node) == BlockTiming::kPiecewise;
    for (int k = node.first_output; k < node.first_output + node.num_outputs(); ++k) {
      times[k] = own;
      piecewise[k] = holds;
      changed.push_back(k);
    }
    feedthrough.ForEachPair(structure, block, [&](int input, int output) {
      const int source = structure.inputs[input].source;
      if (source >= 0) dependents[source].push_back(output);
    });
  }
  while (!changed.empty()) {
    const std::size_t source = changed.front();
    changed.pop_front();
    for (const int output : dependents[source]) {
      SampleTime& time = times[output];
      SampleTime joined = Join(time, times[source]);
      if (piecewise[output] && joined.kind == SampleTime::Kind::kContinuous) {
        joined = {SampleTime::Kind::kEvents, 0, 0};
      }
      if (joined == time) continue;
      time = joined;
      changed.push_back(output);
    }
  }
  for (std::size_t i = 0; i < num_outputs; ++i) {
    const int source = structure.outputs[i].source;
    if (source != static_cast<int>(i)) times[i] = times[source];
  }
  return times;
}

std::unordered_map<std::string, SampleTime> FindSampleTimes(const Document& document,
                                                            const BlockRegistry& registry) {
  return SampleTimesByPath(Analyse(document, registry));
}

// By "BLOCK.PORT", as the editor shows them.
std::unordered_map<std::string, SampleTime> SampleTimesByPath(const Analysis& analysis) {
  const Structure& structure = analysis.structure;
  const std::vector<SampleTime> times = PropagateSampleTimes(structure, *analysis.feedthrough);
  std::unordered_map<std::string, SampleTime> found;
  found.reserve(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    found.emplace(structure.OutputPath(static_cast<int>(i)), times[i]);
  }
  return found;
}

}  // namespace loopwright
