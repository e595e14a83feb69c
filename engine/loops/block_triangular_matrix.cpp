#include "engine/loops/block_triangular_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/common/cycles.h"

namespace loopwright::internal {

namespace {
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// Blocks that are larger and have fewer elements in a hundred are sparse.
constexpr int kLargestDense = 64;
constexpr int kSparsePercent = 10;

// The strongly connected parts in an order in which no edge leads to an earlier one.
std::vector<std::vector<int>> SortedParts(const SparsePattern& pattern) {
  const int size = static_cast<int>(pattern.size());
  std::vector<std::pair<int, int>> edges;
  for (int column = 0; column < size; ++column) {
    edges.emplace_back(column, column);
    for (const int row : pattern[column]) edges.emplace_back(column, row);
  }
  auto parts = FindStrongParts(size, edges);
  const int count = static_cast<int>(parts.size());
  std::vector<int> part_of(size);
  for (int p = 0; p < count; ++p) {
    for (const int i : parts[p]) part_of[i] = p;
  }
  std::vector<std::pair<int, int>> between;
  for (const auto& [from, to] : edges) {
    if (part_of[from] == part_of[to]) continue;
    between.emplace_back(part_of[from], part_of[to]);
  }
  std::vector<std::vector<int>> sorted;
  for (const int p : SortNodes(count, between)) sorted.push_back(std::move(parts[p]));
  return sorted;
}
}  // namespace

// Orders rows and columns by the blocks and sets up factors for each. The pattern never changes
// afterwards, so all this is done once for many factorizations.
BlockTriangularMatrix::BlockTriangularMatrix(const SparsePattern& pattern)
    : place_(pattern.size()), block_of_(pattern.size()), pivots_(pattern.size()) {
  starts_.push_back(0);
  for (const std::vector<int>& rows : pattern) {
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    starts_.push_back(static_cast<int>(rows_.size()));
  }
  values_.resize(rows_.size());
  rest_.resize(std::ssize(pattern));
  for (const std::vector<int>& part : SortedParts(pattern)) {
    Block block;
    block.first = size();
    block.size = static_cast<int>(part.size());
    for (const int i : part) {
      place_[i] = size();
      block_of_[i] = static_cast<int>(blocks_.size());
      order_.push_back(i);
    }
    blocks_.push_back(block);
  }
  for (Block& block : blocks_) MakeFactors(&block, pattern);
}

// Chooses how a block is factorized: a single element by division, a small or well occupied block
// as a dense matrix, and another one as a sparse matrix, which keeps the diagonal even where the
// pattern has none.
void BlockTriangularMatrix::MakeFactors(Block* block, const SparsePattern& pattern) {
  if (block->size == 1) return;
  std::vector<Eigen::Triplet<double>> elements;
  for (int k = 0; k < block->size; ++k) {
    const int column = order_[block->first + k];
    elements.emplace_back(k, k, 0);
    for (const int row : pattern[column]) {
      if (block_of_[row] != block_of_[column]) continue;
      elements.emplace_back(place_[row] - block->first, k, 0);
    }
  }
  const bool is_sparse =
      block->size > kLargestDense &&
      std::ssize(elements) * 100 < int64_t{kSparsePercent} * block->size * block->size;
  if (!is_sparse) {
    block->dense = static_cast<int>(dense_.size());
    dense_.push_back(std::make_unique<DenseFactors>());
    dense_.back()->matrix.resize(block->size, block->size);
    dense_.back()->work.resize(block->size);
    return;
  }
  block->sparse = static_cast<int>(sparse_.size());
  sparse_.push_back(std::make_unique<SparseFactors>());
  SparseFactors& factors = *sparse_.back();
  factors.matrix.resize(block->size, block->size);
  factors.matrix.setFromTriplets(elements.begin(), elements.end());
  factors.matrix.makeCompressed();
  factors.lu.analyzePattern(factors.matrix);
  factors.work.resize(block->size);
}

// Block after block. A single pivot that is the difference of two numbers is singular where no more
// than their rounding is left.
bool BlockTriangularMatrix::Factorize(const std::vector<double>& cancelled) {
  for (const Block& block : blocks_) {
    if (block.dense >= 0) {
      if (!FactorizeDense(block, cancelled)) return false;
    } else if (block.sparse >= 0) {
      if (!FactorizeSparse(block)) return false;
    } else {
      const int column = order_[block.first];
      double pivot = 0;
      for (int i = starts_[column]; i < starts_[column + 1]; ++i) {
        if (rows_[i] == column) pivot = values_[i];
      }
      if (!(std::abs(pivot) > 4 * kEpsilon * cancelled[column])) return false;
      pivots_[block.first] = pivot;
    }
  }
  return true;
}

// With P A = L U, the pivot k is what is left of the sum of |l_ki u_ik|.
bool BlockTriangularMatrix::FactorizeDense(const Block& block,
                                           const std::vector<double>& cancelled) {
  DenseFactors& factors = *dense_[block.dense];
  Eigen::MatrixXd& a = factors.matrix;
  a.setZero();
  for (int k = 0; k < block.size; ++k) {
    const int column = order_[block.first + k];
    for (int i = starts_[column]; i < starts_[column + 1]; ++i) {
      if (block_of_[rows_[i]] != block_of_[column]) continue;
      a(place_[rows_[i]] - block.first, k) = values_[i];
    }
  }
  factors.lu.compute(a);
  const auto& lu = factors.lu.matrixLU();
  const auto& permutation = factors.lu.permutationP().indices();
  for (int row = 0; row < block.size; ++row) {
    const int k = permutation[row];
    double sum = std::abs(lu(k, k)) + (row == k ? cancelled[order_[block.first + k]] : 0);
    for (int i = 0; i < k; ++i) sum += std::abs(lu(k, i) * lu(i, k));
    if (!(std::abs(lu(k, k)) > 4 * kEpsilon * block.size * sum)) return false;
  }
  return true;
}

// The values are put into the places of the pattern, and Eigen decides whether the matrix is
// singular.
bool BlockTriangularMatrix::FactorizeSparse(const Block& block) {
  SparseFactors& factors = *sparse_[block.sparse];
  Eigen::SparseMatrix<double>& a = factors.matrix;
  std::fill_n(a.valuePtr(), a.nonZeros(), 0.0);
  for (int k = 0; k < block.size; ++k) {
    const int column = order_[block.first + k];
    for (int i = starts_[column]; i < starts_[column + 1]; ++i) {
      if (block_of_[rows_[i]] != block_of_[column]) continue;
      a.coeffRef(place_[rows_[i]] - block.first, k) = values_[i];
    }
  }
  factors.lu.factorize(a);
  return factors.lu.info() == Eigen::Success;
}

// Block by block; what is found is taken out of the equations behind it.
void BlockTriangularMatrix::Solve(const Eigen::VectorXd& b, Eigen::VectorXd* x) {
  rest_ = b;
  for (const Block& block : blocks_) {
    if (block.size == 1) {
      rest_[order_[block.first]] /= pivots_[block.first];
    } else {
      Eigen::VectorXd& work =
          block.dense >= 0 ? dense_[block.dense]->work : sparse_[block.sparse]->work;
      for (int k = 0; k < block.size; ++k) work[k] = rest_[order_[block.first + k]];
      if (block.dense >= 0) {
        DenseFactors& factors = *dense_[block.dense];
        factors.solution = factors.lu.solve(work);
        work.swap(factors.solution);
      } else {
        work = sparse_[block.sparse]->lu.solve(work);
      }
      for (int k = 0; k < block.size; ++k) rest_[order_[block.first + k]] = work[k];
    }
    for (int k = 0; k < block.size; ++k) {
      const int column = order_[block.first + k];
      for (int i = starts_[column]; i < starts_[column + 1]; ++i) {
        const int row = rows_[i];
        if (block_of_[row] != block_of_[column]) {
          rest_[row] -= values_[i] * rest_[column];
        }
      }
    }
  }
  *x = rest_;
}

}  // namespace loopwright::internal
