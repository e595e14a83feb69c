#include "engine/random/draw.h"

#include <Random123/philox.h>

#include <cmath>

#include "engine/random/antithetic.h"
#include "engine/random/random_generator.h"

namespace loopwright {

// The hash FNV-1a with 64 bits: by its name a stream gets the same key on every machine, and
// always.
uint64_t StreamKey(std::string_view name) {
  constexpr uint64_t kOffsetBasis = 14695981039346656037ULL;
  constexpr uint64_t kPrime = 1099511628211ULL;
  uint64_t hash = kOffsetBasis;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= kPrime;
  }
  return hash;
}

namespace {

constexpr double kTwoToMinus53 = 0x1p-53;

// One word of 64 random bits, as a function of where it stands and of nothing before it: Philox
// takes a counter and a key and mixes them (Salmon, Moraes, Dror and Shaw: Parallel Random Numbers:
// As Easy as 1, 2, 3). A block of the counter gives four words.
inline uint64_t Word(RandomSource source, uint64_t stream, DrawNumber number) {
  constexpr uint64_t kWordsPerBlock = 4;
  using Philox = r123::Philox4x64;
  const uint64_t run = source.run & ~kMirroredRun;
  const Philox::ctr_type counter = {{number.draw / kWordsPerBlock, run, number.split, number.node}};
  const Philox::key_type key = {{source.seed, stream}};
  const uint64_t word = Philox()(counter, key)[number.draw % kWordsPerBlock];
  // All bits turned round make 1 - u of u, to the cell.
  return run == source.run ? word : ~word;
}

// A polynomial by Horner's rule, lowest power first.
template <int n>
double Horner(const double (&c)[n], double x) {
  double sum = c[n - 1];
  for (int i = n - 2; i >= 0; --i) sum = sum * x + c[i];
  return sum;
}

// The normal deviate of the middle of one of 2^52 equal cells of the interval from 0 to 1, so that
// neither 0 nor 1 can come up.
double GaussianOfCell(double cell) { return internal::NormalQuantile((cell + 0.5) * 0x1p-52); }

}  // namespace

uint64_t RandomGenerator::operator()() {
  static const uint64_t stream = StreamKey("RandomGenerator");
  return Word(source_, stream, draw_++);
}

// The upper 53 bits, as many as a double between 0 and 1 has: from 0 up to, but not including, 1.
double UniformDraw(RandomSource source, uint64_t stream, DrawNumber number) {
  if (source.run == kMeanRun) return 0.5;
  return static_cast<double>(Word(source, stream, number) >> 11) * kTwoToMinus53;
}

// The upper 52 bits are the number of the cell: what GaussianOfUniform() makes of UniformDraw().
double GaussianDraw(RandomSource source, uint64_t stream, DrawNumber number) {
  if (source.run == kMeanRun) return 0;
  return GaussianOfCell(static_cast<double>(Word(source, stream, number) >> 12));
}

double ExponentialDraw(RandomSource source, uint64_t stream, DrawNumber number) {
  if (source.run == kMeanRun) return 1;
  return ExponentialOfUniform(UniformDraw(source, stream, number));
}

double GaussianOfUniform(double u) {
  return GaussianOfCell(static_cast<double>(static_cast<int64_t>(u * 0x1p52)));
}

// The inverse of the distribution function; 1 - u is never 0.
double ExponentialOfUniform(double u) { return -internal::PortableLog(1 - u); }

namespace internal {

double PortableLog(double x) {
  constexpr double kLn2High = 6.93147180369123816490e-01;
  constexpr double kLn2Low = 1.90821492927058770002e-10;
  constexpr double kSqrtHalf = 0.70710678118654752440;
  constexpr double kCoefficients[] = {6.666666666666735130e-01, 3.999999999940941908e-01,
                                      2.857142874366239149e-01, 2.222219843214978396e-01,
                                      1.818357216161805012e-01, 1.531383769920937332e-01,
                                      1.479819860511658591e-01};
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < kSqrtHalf) {
    mantissa *= 2;
    --exponent;
  }
  const double f = mantissa - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double remainder = z * Horner(kCoefficients, z);
  const double half_square = 0.5 * f * f;
  const double k = exponent;
  return k * kLn2High - ((half_square - (s * (half_square + remainder) + k * kLn2Low)) - f);
}

double NormalQuantile(double p) {
  constexpr double kCentre = 0.425, kCentreSquare = 0.180625, kTailSplit = 5;
  constexpr double a[] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                          1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                          3.3430575583588128105e4, 2.5090809287301226727e3};
  constexpr double b[] = {1.0,
                          4.2313330701600911252e1,
                          6.8718700749205790830e2,
                          5.3941960214247511077e3,
                          2.1213794301586595867e4,
                          3.9307895800092710610e4,
                          2.8729085735721942674e4,
                          5.2264952788528545610e3};
  constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                          5.76949722146069140550e0,  3.64784832476320460504e0,
                          1.27045825245236838258e0,  2.41780725177450611770e-1,
                          2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double d[] = {1.0,
                          2.05319162663775882187e0,
                          1.67638483018380384940e0,
                          6.89767334985100004550e-1,
                          1.48103976427480074590e-1,
                          1.51986665636164571966e-2,
                          5.47593808499534494600e-4,
                          1.05075007164441684324e-9};
  constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                          1.78482653991729133580e0,  2.96560571828504891230e-1,
                          2.65321895265761230930e-2, 1.24266094738807843860e-3,
                          2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double f[] = {1.0,
                          5.99832206555887937690e-1,
                          1.36929880922735805310e-1,
                          1.48753612908506148525e-2,
                          7.86869131145613259100e-4,
                          1.84631831751005468180e-5,
                          1.42151175831644588870e-7,
                          2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (std::abs(q) <= kCentre) {
    const double r = kCentreSquare - q * q;
    return q * Horner(a, r) / Horner(b, r);
  }
  double r = std::sqrt(-PortableLog(q < 0 ? p : 1 - p));
  if (r <= kTailSplit) {
    r -= 1.6;
    r = Horner(c, r) / Horner(d, r);
  } else {
    r -= kTailSplit;
    r = Horner(e, r) / Horner(f, r);
  }
  return q < 0 ? -r : r;
}

}  // namespace internal
}  // namespace loopwright
