#pragma once

#include "engine/context/basic_vector.h"

namespace loopwright {

/// The first elements of the q, v and z of a leaf's continuous state or of its time derivative.
template <typename T>
struct ContinuousPointers {
  T* q;
  T* v;
  T* z;
};

/// Continuous state or its time derivative: xc = (q, v, z), configuration, velocity and the rest.
/// A view, except where AllocateTimeDerivatives() made it.
template <typename T>
class ContinuousState {
 public:
  using Piece = typename VectorBase<T>::Piece;

  ContinuousState() = default;
  ContinuousState(Piece q, Piece v, Piece z)
      : all_(q, v, z), q_(q.data, q.size), v_(v.data, v.size), z_(z.data, z.size) {}
  /// One of its own, all zero.
  ContinuousState(int nq, int nv, int nz)
      : ContinuousState(VectorX<T>(VectorX<T>::Zero(nq + nv + nz)), nq, nv, nz) {}

  int size() const { return all_.size(); }
  int num_q() const { return q_.size(); }
  int num_v() const { return v_.size(); }
  int num_z() const { return z_.size(); }

  const T& operator[](int i) const { return all_[i]; }
  T& operator[](int i) { return all_[i]; }
  const VectorBase<T>& get_vector() const { return all_; }
  VectorBase<T>& get_mutable_vector() { return all_; }
  const VectorBase<T>& get_generalized_position() const { return q_; }
  VectorBase<T>& get_mutable_generalized_position() { return q_; }
  const VectorBase<T>& get_generalized_velocity() const { return v_; }
  VectorBase<T>& get_mutable_generalized_velocity() { return v_; }
  const VectorBase<T>& get_misc_continuous_state() const { return z_; }
  VectorBase<T>& get_mutable_misc_continuous_state() { return z_; }

  VectorX<T> CopyToVector() const { return all_.CopyToVector(); }
  void SetFrom(const ContinuousState& other) { all_.SetFrom(other.all_); }
  template <typename Derived>
  void SetFromVector(const Eigen::MatrixBase<Derived>& values) {
    all_.SetFromVector(values);
  }
  /// The elements where they are contiguous, as they are in a leaf that declares only one kind.
  const T* data() const { return all_.data(); }
  T* data() { return all_.data(); }

 private:
  ContinuousState(VectorX<T> owned, int nq, int nv, int nz)
      : owned_(std::move(owned)),
        all_(owned_.data(), nq + nv + nz),
        q_(owned_.data(), nq),
        v_(owned_.data() + nq, nv),
        z_(owned_.data() + nq + nv, nz) {}

  VectorX<T> owned_;
  VectorBase<T> all_, q_, v_, z_;
};

}  // namespace loopwright
