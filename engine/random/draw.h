#pragma once

#include <cstdint>
#include <string_view>

#include "engine/random/random_source.h"

namespace loopwright {

// A draw is a pure function of seed, run, stream and draw number (semantics 16): Philox4x64-10 with
// key (seed, stream) and counter (draw / 4, run, split, node), of whose four words draw % 4 is
// used; split and node are 0 but for what belongs to a draw: parts of an increment, a first value.
// The transforms use + - * / and sqrt only, so that draws are the same to the bit on every machine.
//
// Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. SC'11.

/// The number of a draw in its stream.
struct DrawNumber {
  DrawNumber(uint64_t draw_number, uint64_t split_number = 0, uint64_t node_number = 0)
      : draw(draw_number), split(split_number), node(node_number) {}
  uint64_t draw;
  uint64_t split;
  uint64_t node;
};

/// Of element `element` of a state that starts at random, in the stream whose draws from 0 on are
/// the increments that follow.
inline DrawNumber FirstValueDraw(uint64_t element = 0) { return {element, 0, ~uint64_t{0}}; }

/// The stream's part of the key: the 64-bit FNV-1a hash of its name.
uint64_t StreamKey(std::string_view name);

/// Uniform on [0, 1), a multiple of 2^-53.
double UniformDraw(RandomSource source, uint64_t stream, DrawNumber number);
/// Mean 0 and variance 1, by the inverse of the distribution function.
double GaussianDraw(RandomSource source, uint64_t stream, DrawNumber number);
/// Rate 1.
double ExponentialDraw(RandomSource source, uint64_t stream, DrawNumber number);

/// What a number u that is uniform on [0, 1), a multiple of 2^-53, becomes: Gaussian of mean 0 and
/// variance 1, and exponential of rate 1. So the draws above are made, and points that are not
/// drawn.
double GaussianOfUniform(double u);
double ExponentialOfUniform(double u);

namespace internal {
/// The x with P(X <= x) = p of the standard normal distribution, 0 < p < 1, to about 1e-16.
/// Wichura: Algorithm AS 241, Applied Statistics 37 (1988) 477-484, routine PPND16.
double NormalQuantile(double p);
/// The natural logarithm of a positive, normal x from + - * / alone, with an error below 1 ulp.
/// The reduction and polynomial are those of fdlibm's e_log.c (Sun Microsystems, 1993).
double PortableLog(double x);
}  // namespace internal

}  // namespace loopwright
