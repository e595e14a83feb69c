#pragma once

#include <memory>
#include <typeinfo>
#include <vector>

#include "engine/common/part_views.h"
#include "engine/context/basic_vector.h"

namespace loopwright {

/// Where a vector lies in an arena.
struct Slot {
  int offset = 0;
  int size = 0;
};

/// The groups of discrete state of a system: a view on an arena (a context's, or the buffer that
/// updates are computed into), or its own. Discrete state changes at updates only and is constant
/// between them. A handler of an update gets one with copies of the present values and writes the
/// next ones, `next->set_value(x)`; all updates of an instant are put into the context together
/// afterwards.
template <typename T>
class DiscreteValues {
 public:
  DiscreteValues() = default;
  /// A view on `count` groups: group i lies at base + places[i].offset.
  DiscreteValues(T* base, const Slot* places, int count) {
    views_.reserve(count);
    for (int i = 0; i < count; ++i) views_.emplace_back(base + places[i].offset, places[i].size);
  }
  /// A view on `count` groups of `whole`, from number `first` on.
  DiscreteValues(DiscreteValues* whole, int first, int count) {
    views_.reserve(count);
    for (int i = first; i < first + count; ++i) {
      views_.emplace_back(whole->data(i), whole->get_vector(i).size());
      if (whole->has_type(i)) AdoptType(i - first, *whole->typed_[i]);
    }
  }
  /// Groups of its own with these values.
  explicit DiscreteValues(const std::vector<VectorX<T>>& values) {
    views_.reserve(values.size());
    for (const VectorX<T>& value : values) views_.emplace_back(value);
  }
  /// Groups of its own with the values, and of the classes, of `vectors`.
  explicit DiscreteValues(const std::vector<std::unique_ptr<BasicVector<T>>>& vectors) {
    views_.reserve(vectors.size());
    for (const auto& vector : vectors) AppendOwned(*vector);
  }
  /// One group of its own.
  explicit DiscreteValues(std::unique_ptr<BasicVector<T>> vector) { AppendOwned(*vector); }
  DiscreteValues(const DiscreteValues&) = delete;
  DiscreteValues& operator=(const DiscreteValues&) = delete;

  /// Number of groups; what depends on one of them is marked by itself.
  int num_groups() const { return static_cast<int>(views_.size()); }
  /// Of the class of the model that the group was declared with.
  const BasicVector<T>& get_vector(int group = 0) const {
    return has_type(group) ? *typed_[group] : views_.at(group);
  }
  BasicVector<T>& get_mutable_vector(int group = 0) {
    return has_type(group) ? *typed_[group] : views_.at(group);
  }
  /// The elements of a group as an Eigen map, to read or to write through. std::out_of_range for a
  /// group that is not there, as above.
  ConstVectorMap<T> value(int group = 0) const { return get_vector(group).value(); }
  ConstVectorMap<T> get_value(int group = 0) const { return value(group); }
  VectorMap<T> get_mutable_value(int group = 0) {
    return get_mutable_vector(group).get_mutable_value();
  }
  /// Copies the elements; std::out_of_range where the size is not that of the group.
  template <typename Derived>
  void set_value(int group, const Eigen::MatrixBase<Derived>& value) {
    get_mutable_vector(group).SetFromVector(value);
  }
  /// Group 0, for systems that have only that.
  template <typename Derived>
  void set_value(const Eigen::MatrixBase<Derived>& value) {
    set_value(0, value);
  }
  /// Copies all groups: std::runtime_error where their numbers differ, std::out_of_range where
  /// sizes do.
  void SetFrom(const DiscreteValues& other) {
    LOOPWRIGHT_THROW_UNLESS(other.num_groups() == num_groups());
    for (int i = 0; i < num_groups(); ++i) views_[i].SetFrom(other.views_[i]);
  }
  /// A copy that owns its elements.
  std::unique_ptr<DiscreteValues<T>> Clone() const {
    auto clone = std::make_unique<DiscreteValues<T>>();
    clone->views_.reserve(views_.size());
    for (int i = 0; i < num_groups(); ++i) clone->AppendOwned(get_vector(i));
    return clone;
  }
  /// Group 0, for systems that have only that.
  int size() const { return get_vector().size(); }
  const T& operator[](int i) const { return get_vector()[i]; }
  T& operator[](int i) { return get_mutable_vector()[i]; }
  /// The first element of a group. The group must exist: this is for inner loops and checks
  /// nothing.
  const T* data(int group = 0) const { return views_[group].data(); }
  T* data(int group = 0) { return views_[group].data(); }

  // --- for the engine ---
  /// From here on get_vector(group) is of the class of `model`.
  void AdoptType(int group, const BasicVector<T>& model) {
    typed_.resize(views_.size());
    typed_[group] = model.CloneAsView(views_[group]);
  }
  /// Of a diagram: the parts that are its subsystems'.
  PartViews<DiscreteValues<T>>& parts() const { return parts_; }

 private:
  /// Whether the group was declared with a subclass of BasicVector.
  bool has_type(int group) const {
    return static_cast<size_t>(group) < typed_.size() && typed_[group] != nullptr;
  }
  /// One more group with elements of its own. The views were reserved before, as typed ones point
  /// into them.
  void AppendOwned(const BasicVector<T>& vector) {
    views_.emplace_back(vector.CopyToVector());
    if (typeid(vector) != typeid(BasicVector<T>)) AdoptType(num_groups() - 1, vector);
  }

  /// Per group: where its elements lie, or the elements themselves.
  std::vector<BasicVector<T>> views_;
  std::vector<std::unique_ptr<BasicVector<T>>> typed_;  ///< empty, or null where not of a subclass
  mutable PartViews<DiscreteValues<T>> parts_;
};

}  // namespace loopwright
