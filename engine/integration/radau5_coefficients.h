#pragma once

/// Coefficients of the three-stage Radau IIA method (Hairer, Wanner: Solving ODEs II, IV.5 and
/// IV.8). tests/engine prove them against the method's matrix.
namespace loopwright::radau5 {

inline constexpr double kSqrt6 = 2.449489742783178098197284;

/// Where in the step the stages lie: the last is its end.
inline constexpr double kC[3] = {(4 - kSqrt6) / 10, (4 + kSqrt6) / 10, 1};

/// The real eigenvalue of the inverse of the method's matrix, and the pair kAlpha ± i kBeta.
inline constexpr double kGamma = 3.637834252744495732208418513577775;
inline constexpr double kAlpha = 2.681082873627752133895790743211112;
inline constexpr double kBeta = 3.050430199247410569426377624787569;

/// T^-1 A^-1 T has kGamma and, for the pair, ((kAlpha, -kBeta), (kBeta, kAlpha)) on its diagonal.
inline constexpr double kT[3][3] = {
    {9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
    {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
    {0.96604818261509293619, 1, 0}};
inline constexpr double kTInverse[3][3] = {
    {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};

/// Of the error estimate.
inline constexpr double kError[3] = {-(13 + 7 * kSqrt6) / 3, (-13 + 7 * kSqrt6) / 3, -1. / 3};

}  // namespace loopwright::radau5
