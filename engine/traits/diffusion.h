#pragma once

#include <cstdint>
#include <stdexcept>

namespace loopwright {

template <typename T>
class CacheEntry;

/// How the diffusion B of dx = f dt + B dW depends on the state x of its own system, which is what
/// Milstein's method must know: it needs more than the increments of W unless the noise is of one
/// of the first three forms.
enum class DiffusionForm {
  kAdditive,  ///< not at all
  kScalar,    ///< in any way, with one Wiener process
  kDiagonal,  ///< process i acts on x_i alone, and B_ii depends on x_i alone
  kGeneral    ///< in any way
};

/// The noise of a leaf's continuous state, dx = f dt + B dW in the sense of Itô: what
/// LeafSystem::DeclareDiffusion() has declared.
template <typename T>
class Diffusion {
 public:
  /// std::logic_error where `form` is not one for B of `num_states` x `num_noises`.
  Diffusion(const CacheEntry<T>& matrix, int num_states, int num_noises, uint64_t stream_key,
            DiffusionForm form)
      : matrix_(matrix), num_noises_(num_noises), stream_key_(stream_key), form_(form) {
    if (form == DiffusionForm::kScalar && num_noises != 1) {
      throw std::logic_error("DeclareDiffusion(): scalar noise has one Wiener process");
    }
    if (form == DiffusionForm::kDiagonal && num_noises != num_states) {
      throw std::logic_error(
          "DeclareDiffusion(): diagonal noise has a Wiener process for each state");
    }
  }

  /// The number of independent Wiener processes, the columns of B.
  int num_noises() const { return num_noises_; }
  /// Which random numbers drive them: equal keys draw equal paths.
  uint64_t stream_key() const { return stream_key_; }
  DiffusionForm form() const { return form_; }
  /// B, column by column.
  const CacheEntry<T>& matrix() const { return matrix_; }
  /// As DeclareDiffusionDerivative() says; null where that was not called.
  const CacheEntry<T>* derivative() const { return derivative_; }
  void set_derivative(const CacheEntry<T>* derivative) { derivative_ = derivative; }

 private:
  const CacheEntry<T>& matrix_;
  const CacheEntry<T>* derivative_ = nullptr;
  int num_noises_;
  uint64_t stream_key_;
  DiffusionForm form_;
};

}  // namespace loopwright
