#pragma once

#include <memory>
#include <utility>

#include "engine/common/part_views.h"
#include "engine/context/basic_vector.h"

namespace loopwright {

/// The first elements of the q, v and z of a leaf's continuous state or of its time derivative.
template <typename T>
struct ContinuousPointers {
  T* q;
  T* v;
  T* z;
};

/// Continuous state or its time derivative: xc = (q, v, z), configuration, velocity and the rest. A
/// view on a context, or, where a program made it, the owner of its elements. Of a pendulum q is
/// the angle in rad and v its rate in rad/s; of a first-order filter there is only z. Integrators
/// treat all alike, but for those that use that q̇ follows from v.
template <typename T>
class ContinuousState {
 public:
  using Piece = typename VectorBase<T>::Piece;

  ContinuousState() = default;
  /// A view on three pieces, which must outlive it.
  ContinuousState(Piece q, Piece v, Piece z)
      : all_(q, v, z), q_(q.data, q.size), v_(v.data, v.size), z_(z.data, z.size) {}
  /// One of its own, all zero.
  ContinuousState(int nq, int nv, int nz)
      : ContinuousState(VectorX<T>(VectorX<T>::Zero(nq + nv + nz)), nq, nv, nz) {}
  /// One of its own with the values, and of the class, of `vector`. std::runtime_error unless the
  /// sizes add up and nv <= nq: each velocity belongs to a position, of which there may be more (a
  /// quaternion has four elements for three angular velocities).
  ContinuousState(std::unique_ptr<BasicVector<T>> vector, int nq, int nv, int nz)
      : ContinuousState(vector->CopyToVector(), nq, nv, nz) {
    LOOPWRIGHT_THROW_UNLESS(nq + nv + nz == vector->size() && nv <= nq);
    AdoptType(*vector);
  }
  /// With the values and the class of `vector`, all of it z: for systems of the first order.
  explicit ContinuousState(std::unique_ptr<BasicVector<T>> vector)
      : ContinuousState(vector->CopyToVector(), 0, 0, vector->size()) {
    AdoptType(*vector);
  }
  ContinuousState(const ContinuousState&) = delete;
  ContinuousState& operator=(const ContinuousState&) = delete;

  /// Numbers of elements: of all, of configuration q, of velocity v, and of the rest z.
  int size() const { return all_.size(); }
  int num_q() const { return q_.size(); }
  int num_v() const { return v_.size(); }
  int num_z() const { return z_.size(); }

  /// Element `i` of (q, v, z) in this order, unchecked.
  const T& operator[](int i) const { return all_[i]; }
  T& operator[](int i) { return all_[i]; }
  /// A BasicVector, of the class of the model that the state was declared with.
  const VectorBase<T>& get_vector() const { return typed_ ? *typed_ : all_; }
  VectorBase<T>& get_mutable_vector() { return typed_ ? *typed_ : all_; }
  /// Each kind by itself, as a view on the same elements.
  const VectorBase<T>& get_generalized_position() const { return q_; }
  VectorBase<T>& get_mutable_generalized_position() { return q_; }
  const VectorBase<T>& get_generalized_velocity() const { return v_; }
  VectorBase<T>& get_mutable_generalized_velocity() { return v_; }
  const VectorBase<T>& get_misc_continuous_state() const { return z_; }
  VectorBase<T>& get_mutable_misc_continuous_state() { return z_; }

  /// (q, v, z) as one vector of its own.
  VectorX<T> CopyToVector() const { return all_.CopyToVector(); }
  /// std::out_of_range where the total sizes differ; how they divide into q, v and z is not
  /// compared.
  void SetFrom(const ContinuousState& other) { all_.SetFrom(other.all_); }
  template <typename Derived>
  void SetFromVector(const Eigen::MatrixBase<Derived>& values) {
    all_.SetFromVector(values);
  }
  /// A copy that owns its elements.
  std::unique_ptr<ContinuousState<T>> Clone() const {
    auto clone = std::unique_ptr<ContinuousState<T>>(
        new ContinuousState<T>(CopyToVector(), num_q(), num_v(), num_z()));
    if (typed_) clone->AdoptType(*typed_);
    return clone;
  }
  /// The elements where they are contiguous, as they are in a leaf that declares only one kind.
  const T* data() const { return all_.data(); }
  T* data() { return all_.data(); }

  // --- for the engine ---
  /// From here on get_vector() is of the class of `model`.
  void AdoptType(const BasicVector<T>& model) { typed_ = model.CloneAsView(all_); }
  /// Of a diagram: the parts that are its subsystems'.
  PartViews<ContinuousState<T>>& parts() const { return parts_; }

 private:
  /// The elements come first among the members, since the views are made of their address.
  ContinuousState(VectorX<T> owned, int nq, int nv, int nz)
      : owned_(std::move(owned)),
        all_(owned_.data(), nq + nv + nz),
        q_(owned_.data(), nq),
        v_(owned_.data() + nq, nv),
        z_(owned_.data() + nq + nv, nz) {}

  /// Empty where this is a view.
  VectorX<T> owned_;
  BasicVector<T> all_;
  VectorBase<T> q_, v_, z_;
  std::unique_ptr<BasicVector<T>> typed_;
  mutable PartViews<ContinuousState<T>> parts_;
};

}  // namespace loopwright
