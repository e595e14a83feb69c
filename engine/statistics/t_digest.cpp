#include "engine/statistics/t_digest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace loopwright {
namespace {

// Of a cluster at quantile q, the most weight, as part of the whole, is
// 2π/kCompression √(q (1 - q)): there are kCompression/2 full clusters, at most twice as many.
constexpr double kCompression = 400;

}  // namespace

TDigest::TDigest(std::span<const double> sorted) {
  clusters_.reserve(sorted.size());
  for (const double value : sorted) clusters_.push_back({value, 1, true});
}

TDigest::TDigest(std::vector<Cluster> clusters) : clusters_(std::move(clusters)) {}

double TDigest::Weight() const {
  double weight = 0;
  for (const Cluster& cluster : clusters_) weight += cluster.weight;
  return weight;
}

// All clusters sorted by their means, then compressed again.
void TDigest::Merge(const TDigest& later) {
  std::vector<Cluster> all;
  all.reserve(clusters_.size() + later.clusters_.size());
  std::merge(clusters_.begin(), clusters_.end(), later.clusters_.begin(), later.clusters_.end(),
             std::back_inserter(all),
             [](const Cluster& a, const Cluster& b) { return a.mean < b.mean; });
  clusters_ = std::move(all);
  if (Weight() > static_cast<double>(kExact)) Compress();
}

// Neighbours are joined as long as the cluster is not larger than its place allows: small at the
// ends, where quantiles must be exact, large in the middle.
void TDigest::Compress() {
  if (clusters_.empty()) return;
  const double all = Weight();
  double before = 0;  // weight of the clusters that are closed
  std::size_t last = 0;
  for (std::size_t i = 1; i < clusters_.size(); ++i) {
    Cluster& open = clusters_[last];
    const Cluster& next = clusters_[i];
    const double together = open.weight + next.weight;
    const bool is_point = open.is_point && next.is_point && open.mean == next.mean;
    const double q = (before + together / 2) / all;
    const bool fits =
        together <= 2 * std::numbers::pi / kCompression * all * std::sqrt(q * (1 - q));
    if (is_point || fits) {
      open.mean += (next.mean - open.mean) * (next.weight / together);
      open.weight = together;
      open.is_point = is_point;
    } else {
      before += open.weight;
      clusters_[++last] = next;
    }
  }
  clusters_.resize(last + 1);
  clusters_.shrink_to_fit();
}

// By the ranks of the means, with a straight line between neighbours.
double TDigest::Quantile(double p, double least, double greatest) const {
  if (clusters_.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double last_rank = Weight() - 1, rank = p * last_rank;
  // The numbers of a cluster have neighbouring ranks, in whose middle its mean stands; those of a
  // point are all there.
  double low_rank = 0, low = least, before = 0;
  for (const Cluster& cluster : clusters_) {
    const double middle = before + (cluster.weight - 1) / 2;
    const double first = cluster.is_point ? before : middle;
    const double last = cluster.is_point ? before + cluster.weight - 1 : middle;
    if (rank < first) {
      return low + (cluster.mean - low) * ((rank - low_rank) / (first - low_rank));
    }
    if (rank <= last) return cluster.mean;
    low_rank = last;
    low = cluster.mean;
    before += cluster.weight;
  }
  return low + (greatest - low) * ((rank - low_rank) / (last_rank - low_rank));
}

}  // namespace loopwright
