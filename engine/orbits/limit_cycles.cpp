#include "engine/orbits/limit_cycles.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "engine/analysis/loop_cut.h"
#include "engine/analysis/signals.h"
#include "engine/blocks/block_registry.h"
#include "engine/common/exceptions.h"
#include "engine/linear/frequency_response.h"
#include "engine/orbits/periodic_orbit.h"

namespace loopwright {
namespace {

// The paths of all blocks of a level and below that have a describing function.
void ListDescribed(const DiagramModel& level, const std::string& path,
                   const BlockRegistry& registry, std::vector<std::string>* paths) {
  for (const Block& block : level.blocks) {
    if (!block.is_enabled()) continue;
    if (block.diagram) ListDescribed(*block.diagram, path + block.name + "/", registry, paths);
    const BlockDescriptor* const type = registry.Find(block.type);
    if (type != nullptr && type->characteristic != nullptr) paths->push_back(path + block.name);
  }
}

// Whether the loop with twice the gain of the block in it is twice what the picture shows, at
// frequencies over all of it.
bool GoesThrough(const Document& document, const BlockRegistry& registry, const std::string& at,
                 PointOptions point, const std::string& block, const ResponsePicture& picture) {
  constexpr size_t kLooks = 7;
  constexpr double kNear = 1e-6;
  std::erase_if(point.as, [&](const auto& other) { return other.first == block; });
  point.as.emplace_back(block, "2");
  std::optional<FrequencyResponse> twice;
  try {
    twice.emplace(LoopModelOf(CutLoop(document, registry, point, at)));
  } catch (const UsageError&) {
    return false;  // a block of several elements, which has no describing function, or no gain
  } catch (const NoResultError&) {
    return false;
  }
  for (size_t i = 0; i < kLooks && !picture.frequencies.empty(); ++i) {
    const size_t k = i * (picture.frequencies.size() - 1) / (kLooks - 1);
    const Complex expected = 2.0 * picture.response[k];
    const Complex found = -twice->At(picture.frequencies[k])(0, 0);
    if (!(std::abs(found - expected) <= kNear * std::abs(expected))) return false;
  }
  return true;
}

}  // namespace

// The first block that has a describing function and with which, a gain of 1 in its place, the loop
// can be cut at all. Whether a block is in the loop is asked by trying.
std::optional<std::string> FindSwitchingBlock(const Document& document,
                                              const BlockRegistry& registry, const std::string& at,
                                              const PointOptions& point) {
  std::vector<std::string> blocks;
  ListDescribed(*document.FindDiagram(""), "", registry, &blocks);
  for (const std::string& block : blocks) {
    PointOptions with = point;
    with.as.emplace_back(block, "1");
    try {
      CutLoop(document, registry, with, at);
      return block;
    } catch (const UsageError&) {
      continue;
    } catch (const NoResultError&) {
      continue;
    }
  }
  return {};
}

// Of blocks in the loop only; what is wrong with a single one, as a characteristic that is not
// symmetric, is told in the place of its curve and keeps no other from having one.
void AddDescribingFunctions(const Document& document, const BlockRegistry& registry,
                            const std::string& at, const PointOptions& point,
                            ResponsePicture* picture) {
  picture->describing.clear();
  if (!picture->margins && !picture->hybrid_margins) return;
  std::vector<std::string> blocks;
  ListDescribed(*document.FindDiagram(""), "", registry, &blocks);
  std::erase_if(blocks, [&](const std::string& block) {
    return !GoesThrough(document, registry, at, point, block, *picture);
  });
  if (blocks.empty()) return;
  const ZeroPoleGain loop = LoopFunctionOf(CutLoop(document, registry, point, at));
  const OperatingPoint where = FindOperatingPoint(document, registry, point);
  for (const std::string& block : blocks) {
    try {
      picture->describing.push_back(
          DescribeBlock(document, registry, where.built->index(), block, loop));
    } catch (const UsageError& error) {
      DescribingCurve& none = picture->describing.emplace_back();
      none.block = block;
      none.problem = error.what();
    }
  }
}

// One orbit for all blocks: each is in it with the signal that it reads.
void FindExactCycles(const Document& document, const BlockRegistry& registry,
                     const PointOptions& point, ResponsePicture* picture) {
  const auto fail = [&](const std::string& why) {
    for (DescribingCurve& curve : picture->describing) curve.without_exact = why;
  };
  try {
    OperatingPoint start = FindOperatingPoint(document, registry, point);
    const std::shared_ptr<const BuiltDocument> built = start.built;
    const PeriodicOrbit orbit = OrbitFinder(std::move(start)).Find({});
    for (DescribingCurve& curve : picture->describing) {
      const std::string signal = SourceOf(built->index(), curve.block, 0);
      const auto range =
          std::find_if(orbit.extremes.begin(), orbit.extremes.end(),
                       [&](const SignalRange& other) { return other.signal == signal; });
      if (range == orbit.extremes.end()) continue;
      curve.exact = PredictedCycle{2 * std::numbers::pi / orbit.period_sec,
                                   (range->greatest - range->least) / 2};
    }
  } catch (const InvalidDiagramError& error) {
    fail(error.what());
  } catch (const NoResultError& error) {
    fail(error.what());
  } catch (const UsageError& error) {
    fail(error.what());
  }
}

}  // namespace loopwright
