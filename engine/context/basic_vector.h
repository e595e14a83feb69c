#pragma once

#include <Eigen/Core>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/common/checks.h"
#include "engine/common/default_scalars.h"
#include "engine/common/value.h"

namespace loopwright {

template <typename T>
using VectorX = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <typename T>
using MatrixX = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
/// How a vector that lies in a context is read.
template <typename T>
using ConstVectorMap = Eigen::Map<const VectorX<T>>;
template <typename T>
using VectorMap = Eigen::Map<VectorX<T>>;

/// A vector that lies in up to three pieces of a context's arena (the q, v and z of a diagram are
/// each contiguous, together they are not). It is a view: copying elements goes through
/// SetFrom() and SetFromVector().
template <typename T>
class VectorBase {
 public:
  static constexpr int kMaxPieces = 3;
  struct Piece {
    T* data = nullptr;
    int size = 0;
  };

  VectorBase() = default;
  VectorBase(T* data, int size) : pieces_{Piece{data, size}}, size_(size) {}
  VectorBase(Piece a, Piece b, Piece c) : pieces_{a, b, c}, size_(a.size + b.size + c.size) {}
  virtual ~VectorBase() = default;
  VectorBase(const VectorBase&) = default;
  VectorBase& operator=(const VectorBase&) = delete;

  int size() const { return size_; }
  const T& operator[](int i) const { return *At(i); }
  T& operator[](int i) { return *At(i); }
  const T& GetAtIndex(int i) const { return *Checked(i); }
  T& GetAtIndex(int i) { return *Checked(i); }
  void SetAtIndex(int i, const T& value) { *Checked(i) = value; }

  VectorX<T> CopyToVector() const {
    VectorX<T> result(size_);
    for (int i = 0; i < size_; ++i) result[i] = *At(i);
    return result;
  }
  void SetFrom(const VectorBase<T>& other) {
    LOOPWRIGHT_THROW_UNLESS(other.size() == size());
    for (int i = 0; i < size_; ++i) *At(i) = *other.At(i);
  }
  template <typename Derived>
  void SetFromVector(const Eigen::MatrixBase<Derived>& values) {
    LOOPWRIGHT_THROW_UNLESS(values.size() == size());
    for (int i = 0; i < size_; ++i) *At(i) = values.coeff(i);
  }
  void SetZero() {
    for (int i = 0; i < size_; ++i) *At(i) = T(0);
  }
  /// The first element of the first piece that is not empty; null for an empty vector. All
  /// elements are contiguous there when only one piece is not empty.
  const T* data() const { return pieces_[first_piece()].data; }
  T* data() { return pieces_[first_piece()].data; }

 protected:
  void Rebind(T* data, int size) {
    pieces_[0] = Piece{data, size};
    pieces_[1] = pieces_[2] = Piece{};
    size_ = size;
  }

 private:
  int first_piece() const { return pieces_[0].size ? 0 : pieces_[1].size ? 1 : 2; }
  T* At(int i) const {
    for (const Piece& piece : pieces_) {
      if (i < piece.size) return piece.data + i;
      i -= piece.size;
    }
    return pieces_[0].data + i;
  }
  T* Checked(int i) const {
    if (i < 0 || i >= size_) {
      throw std::out_of_range("Index " + std::to_string(i) + " is not within [0, " +
                              std::to_string(size_) + ")");
    }
    return At(i);
  }

  Piece pieces_[kMaxPieces];
  int size_ = 0;
};

/// A contiguous vector: a view on a context's arena, or, where a program makes one itself, the
/// owner of its elements.
template <typename T>
class BasicVector : public VectorBase<T> {
 public:
  BasicVector() = default;
  /// A view on `size` elements at `data`, which must outlive it.
  BasicVector(T* data, int size) : VectorBase<T>(data, size) {}
  /// `size` elements of its own, not a number until they are set.
  explicit BasicVector(int size)
      : BasicVector(
            VectorX<T>(VectorX<T>::Constant(size, T(std::numeric_limits<double>::quiet_NaN())))) {}
  BasicVector(std::initializer_list<T> values)
      : BasicVector(VectorX<T>(
            Eigen::Map<const VectorX<T>>(values.begin(), static_cast<int>(values.size())))) {}
  explicit BasicVector(VectorX<T> values) : owned_(std::move(values)) {
    this->Rebind(owned_.data(), static_cast<int>(owned_.size()));
  }
  /// A copy owns its elements.
  BasicVector(const BasicVector& other) : BasicVector(VectorX<T>(other.value())) {}
  static std::unique_ptr<BasicVector<T>> Make(std::initializer_list<T> values) {
    return std::make_unique<BasicVector<T>>(values);
  }
  /// A copy of the same class that owns its elements.
  std::unique_ptr<BasicVector<T>> Clone() const {
    std::unique_ptr<BasicVector<T>> clone(DoClone());
    clone->SetFrom(*this);
    return clone;
  }

  ConstVectorMap<T> value() const { return {this->data(), this->size()}; }
  ConstVectorMap<T> get_value() const { return value(); }
  VectorMap<T> get_mutable_value() { return {this->data(), this->size()}; }
  template <typename Derived>
  void set_value(const Eigen::MatrixBase<Derived>& values) {
    this->SetFromVector(values);
  }

 protected:
  /// A new vector of the most derived class and of this size; Clone() copies the elements.
  virtual BasicVector<T>* DoClone() const { return new BasicVector<T>(this->size()); }

 private:
  VectorX<T> owned_;
};

/// A vector of any subclass of BasicVector, which it keeps when it is copied.
template <typename T>
class Value<BasicVector<T>> final : public AbstractValue {
 public:
  Value() : Value(BasicVector<T>(0)) {}
  explicit Value(const BasicVector<T>& value) : value_(value.Clone()) {}
  explicit Value(std::unique_ptr<BasicVector<T>> value) : value_(std::move(value)) {}

  std::unique_ptr<AbstractValue> Clone() const override {
    return std::make_unique<Value<BasicVector<T>>>(*value_);
  }
  void SetFrom(const AbstractValue& other) override {
    value_->SetFrom(other.get_value<BasicVector<T>>());
  }
  const std::type_info& type_info() const override { return typeid(BasicVector<T>); }

  const BasicVector<T>& get_value() const { return *value_; }
  BasicVector<T>& get_mutable_value() { return *value_; }

 private:
  std::unique_ptr<BasicVector<T>> value_;
};

}  // namespace loopwright
