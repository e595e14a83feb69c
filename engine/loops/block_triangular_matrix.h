#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <memory>
#include <vector>

namespace loopwright::internal {

/// Which elements of a square matrix can differ from zero: per column its rows, ascending.
using SparsePattern = std::vector<std::vector<int>>;

/// A square sparse matrix A of which many systems A x = b are solved. Rows and columns are put in
/// an order in which A is block triangular: its diagonal blocks are the strongly connected parts of
/// the graph in which column j leads to the rows of A that it has (Duff, Erisman, Reid: Direct
/// Methods for Sparse Matrices, chapter 6; the diagonal counts as occupied). Each is factorized on
/// its own: elements that do not depend on each other cost no more than a division. A block is
/// dense, or, where it is large and hardly occupied, left to Eigen's SparseLU, which alone
/// allocates memory in Factorize().
class BlockTriangularMatrix {
 public:
  explicit BlockTriangularMatrix(const SparsePattern& pattern);

  int size() const { return static_cast<int>(order_.size()); }
  /// The value of an element of the pattern, by its column and its number in it.
  double& value(int column, int number) { return values_[starts_[column] + number]; }

  /// False where A is singular, but for rounding: where a pivot is no more than what rounding
  /// leaves of the numbers that it is the difference of. `cancelled` is, for each element of the
  /// diagonal, the size of a number that was subtracted to make it.
  bool Factorize(const std::vector<double>& cancelled);
  /// `x` may be `b`.
  void Solve(const Eigen::VectorXd& b, Eigen::VectorXd* x);

 private:
  struct Block {
    int first = 0;  ///< in order_
    int size = 0;
    int dense = -1, sparse = -1;  ///< number of its factors; neither of a single element
  };
  struct DenseFactors {
    Eigen::MatrixXd matrix;
    Eigen::PartialPivLU<Eigen::MatrixXd> lu;
    Eigen::VectorXd work, solution;
  };
  struct SparseFactors {
    Eigen::SparseMatrix<double> matrix;
    Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
    Eigen::VectorXd work;
  };

  void MakeFactors(Block* block, const SparsePattern& pattern);
  bool FactorizeDense(const Block& block, const std::vector<double>& cancelled);
  bool FactorizeSparse(const Block& block);

  std::vector<int> starts_, rows_;
  std::vector<double> values_;
  std::vector<int> order_;  ///< columns (and rows), block by block: none leads to an earlier block
  std::vector<int> place_;  ///< the inverse of it
  std::vector<int> block_of_;  ///< per column
  std::vector<Block> blocks_;
  std::vector<double> pivots_;  ///< of single elements, by place
  std::vector<std::unique_ptr<DenseFactors>> dense_;
  std::vector<std::unique_ptr<SparseFactors>> sparse_;
  Eigen::VectorXd rest_;
};

}  // namespace loopwright::internal
