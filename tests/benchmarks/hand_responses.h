#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

namespace loopwright::benchmarks {

// Frequency responses as somebody would write them for one model: nothing is scaled, and no
// residual is looked at.

/// Of `count` lags of 1 s in a loop with unity feedback, by KLU: analysed and factored once,
/// refactored and solved for each frequency.
std::vector<std::complex<double>> ChainResponseByHand(int count,
                                                      const std::vector<double>& frequencies);

/// C (jω I − H)⁻¹ B of one input and one output with H upper Hessenberg, by elimination in rows.
std::vector<std::complex<double>> HessenbergResponseByHand(const Eigen::MatrixXd& H,
                                                           const Eigen::VectorXd& B,
                                                           const Eigen::RowVectorXd& C,
                                                           const std::vector<double>& frequencies);

}  // namespace loopwright::benchmarks
