#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace loopwright {

/// A sketch of a sample from which any quantile is read: neighbouring numbers are put together in
/// clusters, of which mean and weight are kept; equal numbers, however many, are a cluster of their
/// own. Clusters are narrow near the ends of the distribution and wide in its middle, so that
/// extreme quantiles stay as good as exact. Up to kExact numbers every number is a cluster, and
/// quantiles are exact.
///
/// Beyond, the rank of a quantile read is wrong by at most kRankError of the sample, and by less
/// towards both ends (measured: tests/engine/test_study_samples.cpp). A sketch takes at most
/// kMostClusters clusters of 24 bytes, whatever the size of the sample. Nothing in it is random and
/// it uses + - * / and sqrt alone: sketches that are merged in the same tree are the same to the
/// bit.
///
/// Dunning, Ertl: Computing extremely accurate quantiles using t-digests. arXiv:1902.04023 (2019),
/// the merging digest with scale function k1.
class TDigest {
 public:
  static constexpr uint64_t kExact = 1024;
  static constexpr double kRankError = 0.003;
  static constexpr std::size_t kMostClusters = 400;

  struct Cluster {
    double mean;
    double weight;
    bool is_point;  ///< all its numbers are equal
    friend bool operator==(const Cluster&, const Cluster&) = default;
  };

  TDigest() = default;
  /// Of ascending numbers.
  explicit TDigest(std::span<const double> sorted);
  /// As clusters() gave them.
  explicit TDigest(std::vector<Cluster> clusters);

  /// Takes in the sample of later runs, and keeps the clusters bounded.
  void Merge(const TDigest& later);
  /// Puts neighbours together, however few numbers there are.
  void Compress();

  /// The number at rank p (size - 1), between two ranks by a straight line (type 7 of Hyndman and
  /// Fan, 1996); `least` and `greatest` are those of the sample. 0 <= p <= 1; NaN where the sample
  /// is empty.
  double Quantile(double p, double least, double greatest) const;

  std::span<const Cluster> clusters() const { return clusters_; }

 private:
  double Weight() const;

  std::vector<Cluster> clusters_;  // by their means, ascending
};

}  // namespace loopwright
