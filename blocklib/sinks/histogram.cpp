#include "blocklib/sinks/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "blocklib/common/parameters.h"
#include "blocklib/sinks/signal_sink.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/common/checks.h"

namespace loopwright {

// First the range of the samples, then each into its bin. The greatest sample would fall behind the
// last bin and is put into it.
BinCounts CountInBins(std::span<const double> samples, int bins) {
  LOOPWRIGHT_THROW_UNLESS(bins >= 1);
  BinCounts result;
  result.counts.resize(bins);
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (const double sample : samples) {
    if (!std::isfinite(sample)) continue;
    least = std::min(least, sample);
    greatest = std::max(greatest, sample);
  }
  // Without samples, or with equal ones, the bins have a width of their own: 1 in all, and where
  // numbers are further apart than that, from 2^53 on, as much as they can tell apart. Samples that
  // differ by less than twice the smallest number count as equal.
  if (!(least <= greatest)) {
    least = 0;
    greatest = 1;
  } else if (!(0.5 * greatest - 0.5 * least > 0)) {
    using Limits = std::numeric_limits<double>;
    const double margin = std::max(0.5, Limits::epsilon() * std::abs(least));
    least = std::max(least - margin, Limits::lowest());
    greatest = std::min(greatest + margin, Limits::max());
  }
  result.lower = least;
  result.upper = greatest;
  // Halves, because the whole range of numbers is wider than the largest of them.
  const double half_width = 0.5 * result.upper - 0.5 * result.lower;
  for (const double sample : samples) {
    if (!std::isfinite(sample)) continue;
    // Where the sample lies in the range: 0 at its lower end, 1 at its upper.
    const double part = (0.5 * sample - 0.5 * result.lower) / half_width;
    ++result.counts[static_cast<size_t>(std::min(part * bins, bins - 1.0))];
  }
  return result;
}

// The block type `Histogram`: it takes samples of its input, whose distribution a plot shows. It
// computes nothing itself: the signal is recorded, and the plot that belongs to the block counts
// its samples.
BlockDescriptor HistogramBlock() {
  BlockDescriptor block;
  block.type = "Histogram";
  block.category = "sinks";
  block.title = "Histogram";
  block.summary = "Distribution of a signal's samples.";
  block.search_words = "distribution, bins, frequency of values, density, statistics";
  block.icon = R"(
  <path d="M2.5 20 H21.5"/>
  <path d="M4.5 20 V15 H8.25 V20 M8.25 20 V8 H12 V20 M12 20 V5 H15.75 V20 M15.75 20 V12 H19.5 V20" fill="currentColor" fill-opacity="0.16"/>
)";
  block.inputs = {"u"};
  block.parameters = {
      MakeParameter("bins", ParameterKind::kInteger, 50, "", ">= 1", ""),
      PeriodParameter(),
  };
  block.is_sink = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.face = [](const FaceParameters&) {
    return Face::Screen(
        "M-16 9 V6 H-10 V9 M-10 9 V0 H-4 V9 M-4 9 V-8 H2 V9 "
        "M2 9 V-4 H8 V9 M8 9 V5 H14 V9");
  };
  block.plot = BlockPlot::kHistogram;
  block.UseSystem<SignalSink>();
  return block;
}

}  // namespace loopwright
