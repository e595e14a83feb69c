#pragma once

#include <Eigen/Core>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/common/checks.h"
#include "engine/common/value.h"
#include "engine/common/vector.h"
#include "engine/expression/default_scalars.h"

namespace loopwright {

/// A matrix that a function writes to, or null: Drake's name where an author overrides such a
/// function.
template <typename Matrix>
using EigenPtr = Matrix*;
/// How a vector that lies in a context is read.
template <typename T>
using ConstVectorMap = Eigen::Map<const VectorX<T>>;
/// How it is written.
template <typename T>
using VectorMap = Eigen::Map<VectorX<T>>;

namespace internal {
/// Apart from the templates, so that its text is compiled once.
[[noreturn]] inline void ThrowSizeDiffers(Eigen::Index size, int own_size) {
  throw std::out_of_range("A vector of size " + std::to_string(size) +
                          " does not fit this vector, which has size " + std::to_string(own_size));
}
}  // namespace internal

/// A vector that lies in up to three pieces of a context's arena (the q, v and z of a diagram are
/// each contiguous, together they are not). It is a view: copying elements goes through SetFrom()
/// and SetFromVector(). Of a diagram with two pendulums the arena begins q1 q2 v1 v2. The whole
/// state is one piece of four elements, that of the first pendulum is the pieces (q1) and (v1).
template <typename T>
class VectorBase {
 public:
  /// One each of q, v and z.
  static constexpr int kMaxPieces = 3;
  /// A run of neighbouring elements.
  struct Piece {
    T* data = nullptr;
    int size = 0;
  };

  VectorBase() = default;
  /// A view on `size` elements at `data`, or on up to three pieces, which must outlive it.
  VectorBase(T* data, int size) : pieces_{Piece{data, size}}, size_(size) {}
  VectorBase(Piece a, Piece b, Piece c) { Bind(a, b, c); }
  virtual ~VectorBase() = default;
  VectorBase(const VectorBase&) = default;
  VectorBase& operator=(const VectorBase&) = delete;

  /// Elements of all pieces together.
  int size() const { return size_; }
  /// Element `i`, counted through all pieces; the index is not checked.
  const T& operator[](int i) const { return *At(i); }
  T& operator[](int i) { return *At(i); }
  /// The same element, where an index outside of [0, size) is a std::out_of_range.
  const T& GetAtIndex(int i) const { return *Checked(i); }
  T& GetAtIndex(int i) { return *Checked(i); }
  /// Writes element `i`, with the same check.
  void SetAtIndex(int i, const T& value) { *Checked(i) = value; }

  /// The elements as a vector of their own, independent of this one.
  VectorX<T> CopyToVector() const {
    VectorX<T> result(size_);
    CopyToPreSizedVector(&result);
    return result;
  }
  /// Writes to `values`, which must not be null and must have size() elements already; so a loop
  /// can use the same memory each time.
  template <typename Derived>
  void CopyToPreSizedVector(Derived* values) const {
    LOOPWRIGHT_THROW_UNLESS(values != nullptr);
    CheckSize(values->size());
    for (int i = 0; i < size_; ++i) values->coeffRef(i) = *At(i);
  }
  // In all that follows, a vector of another size is a std::out_of_range.
  // Copies element by element, whatever pieces the two lie in.
  void SetFrom(const VectorBase<T>& other) {
    CheckSize(other.size());
    for (int i = 0; i < size_; ++i) *At(i) = *other.At(i);
  }
  /// From an Eigen vector or an expression of such.
  template <typename Derived>
  void SetFromVector(const Eigen::MatrixBase<Derived>& values) {
    CheckSize(values.size());
    for (int i = 0; i < size_; ++i) *At(i) = values.coeff(i);
  }
  /// All elements, the size stays.
  void SetZero() {
    for (int i = 0; i < size_; ++i) *At(i) = T(0);
  }
  /// this += scale·other
  VectorBase& PlusEqScaled(const T& scale, const VectorBase<T>& other) {
    CheckSize(other.size());
    for (int i = 0; i < size_; ++i) *At(i) += scale * *other.At(i);
    return *this;
  }
  /// vector += scale·this
  template <typename Derived>
  void ScaleAndAddToVector(const T& scale, Derived* vector) const {
    LOOPWRIGHT_THROW_UNLESS(vector != nullptr);
    CheckSize(vector->size());
    for (int i = 0; i < size_; ++i) vector->coeffRef(i) += scale * *At(i);
  }
  /// Elementwise sum and difference, into this vector.
  VectorBase& operator+=(const VectorBase<T>& other) { return PlusEqScaled(T(1), other); }
  VectorBase& operator-=(const VectorBase<T>& other) { return PlusEqScaled(T(-1), other); }
  /// Bounds that hold for every value of this type of vector, elementwise; both empty where there
  /// are none. State, parameters and ports of a type with bounds become inequality constraints.
  virtual void GetElementBounds(Eigen::VectorXd* lower, Eigen::VectorXd* upper) const {
    lower->resize(0);
    upper->resize(0);
  }
  /// The first element of the first piece that is not empty; null for an empty vector. All
  /// elements are contiguous there unless they lie in several pieces.
  const T* data() const { return pieces_[0].data; }
  T* data() { return pieces_[0].data; }
  /// Whether data()[i] is element i for all of them.
  bool is_contiguous() const { return pieces_[0].size == size_; }

 protected:
  /// From here on this is a view on other elements.
  void Bind(T* data, int size) {
    pieces_[0] = Piece{data, size};
    pieces_[1] = pieces_[2] = Piece{};
    size_ = size;
  }
  /// Pieces that lie one behind the other become one, empty ones are left out.
  void Bind(Piece a, Piece b, Piece c) {
    int used = 0;
    pieces_[0] = pieces_[1] = pieces_[2] = Piece{};
    for (const Piece& piece : {a, b, c}) {
      if (piece.size == 0) continue;
      if (used > 0 && pieces_[used - 1].data + pieces_[used - 1].size == piece.data) {
        pieces_[used - 1].size += piece.size;
      } else {
        pieces_[used++] = piece;
      }
    }
    size_ = a.size + b.size + c.size;
  }
  /// Lies where `other` lies from here on.
  void BindLike(const VectorBase& other) {
    Bind(other.pieces_[0], other.pieces_[1], other.pieces_[2]);
  }

 private:
  /// Walks through at most three pieces. Behind the last one it answers an address in the first,
  /// which only an index that is too large asks for.
  T* At(int i) const {
    for (const Piece& piece : pieces_) {
      if (i < piece.size) return piece.data + i;
      i -= piece.size;
    }
    return pieces_[0].data + i;
  }
  void CheckSize(Eigen::Index size) const {
    if (size != size_) internal::ThrowSizeDiffers(size, size_);
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

/// A vector with a view of its values as an Eigen::Map: a view on a context's arena, or, where a
/// program makes one itself, the owner of its elements.
///
/// A subclass gives elements names; it has constructors and a DoClone() that makes an object of its
/// own class. Used as the model of a port, state or parameter, an object of the subclass stands for
/// the value in every context, wherever the elements lie. For example:
///
///     template <typename T>
///     class Tank : public BasicVector<T> {
///      public:
///       Tank() : BasicVector<T>(2) {}
///       const T& level_m() const { return (*this)[0]; }
///       const T& inflow_m3_s() const { return (*this)[1]; }
///
///      protected:
///       Tank* DoClone() const override { return new Tank; }
///     };
///
/// `DeclareVectorOutputPort("y", Tank<T>(), ...)` then hands a Tank to the author's function.
template <typename T>
class BasicVector : public VectorBase<T> {
 public:
  using typename VectorBase<T>::Piece;

  /// No elements.
  BasicVector() = default;
  /// A view on `size` elements at `data`, which must outlive it.
  BasicVector(T* data, int size) : VectorBase<T>(data, size) {}
  BasicVector(Piece a, Piece b, Piece c) : VectorBase<T>(a, b, c) {}
  /// `size` elements of its own, not a number until they are set.
  explicit BasicVector(int size)
      : BasicVector(
            VectorX<T>(VectorX<T>::Constant(size, T(std::numeric_limits<double>::quiet_NaN())))) {}
  /// Elements of its own with these values.
  BasicVector(std::initializer_list<T> values)
      : BasicVector(VectorX<T>(
            Eigen::Map<const VectorX<T>>(values.begin(), static_cast<int>(values.size())))) {}
  explicit BasicVector(VectorX<T> values) : owned_(std::move(values)) {
    this->Bind(owned_.data(), static_cast<int>(owned_.size()));
  }
  /// A copy owns its elements.
  BasicVector(const BasicVector& other) : BasicVector(other.CopyToVector()) {}
  /// An object on the heap with these values, as declarations of models like to have it.
  static std::unique_ptr<BasicVector<T>> Make(std::initializer_list<T> values) {
    return std::make_unique<BasicVector<T>>(values);
  }
  template <typename... Values>
  static std::unique_ptr<BasicVector<T>> Make(Values&&... values) {
    return Make({T(std::forward<Values>(values))...});
  }
  /// An object of the same class with elements of its own.
  std::unique_ptr<BasicVector<T>> Clone() const {
    std::unique_ptr<BasicVector<T>> clone(DoClone());
    clone->SetFrom(*this);
    return clone;
  }
  /// An object of the same class that lies where `place` lies, and so shows its elements. A context
  /// uses it to show state as the class that was declared. std::runtime_error where the class makes
  /// objects of another size.
  std::unique_ptr<BasicVector<T>> CloneAsView(const BasicVector<T>& place) const {
    std::unique_ptr<BasicVector<T>> clone(DoClone());
    LOOPWRIGHT_THROW_UNLESS(clone->size() == place.size());
    clone->BindLike(place);
    return clone;
  }

  /// Where the elements lie in several pieces (the state of a second-order system within a
  /// diagram), a copy of the present values that the next call overwrites. Otherwise a map on the
  /// elements themselves, which follows their changes.
  ConstVectorMap<T> value() const {
    if (this->is_contiguous()) return {this->data(), this->size()};
    owned_ = this->CopyToVector();
    return {owned_.data(), owned_.size()};
  }
  /// The elements as an Eigen vector: itself where it owns them, and otherwise a copy of the
  /// present values that the next call overwrites. For references to one; value() copies nothing.
  const VectorX<T>& AsEigenVector() const {
    if (owned_.data() != this->data() || owned_.size() != this->size()) {
      owned_ = this->CopyToVector();
    }
    return owned_;
  }
  /// Drake's name of value().
  ConstVectorMap<T> get_value() const { return value(); }
  /// std::logic_error where the elements lie in several pieces: use SetFromVector() there. A map to
  /// write through; it is the caller who has marked what depends on the vector out of date.
  VectorMap<T> get_mutable_value() {
    if (!this->is_contiguous()) ThrowInPieces();
    return {this->data(), this->size()};
  }
  /// Works for pieces too; std::out_of_range where the size differs.
  template <typename Derived>
  void set_value(const Eigen::MatrixBase<Derived>& values) {
    this->SetFromVector(values);
  }

 protected:
  /// A new object of the same class and size; its values do not matter.
  virtual BasicVector<T>* DoClone() const { return new BasicVector<T>(this->size()); }
  /// For subclasses, which name elements: `double& speed() { return values()[1]; }`.
  ConstVectorMap<T> values() const { return value(); }
  VectorMap<T> values() { return get_mutable_value(); }

 private:
  [[noreturn]] static void ThrowInPieces() {
    throw std::logic_error(
        "BasicVector::get_mutable_value(): the vector lies in several pieces, as the positions and "
        "velocities of a system within a diagram do: write it with SetFromVector() or "
        "SetAtIndex()");
  }

  mutable VectorX<T> owned_;
};

/// A vector of any subclass of BasicVector, which it keeps when it is copied.
template <typename T>
class Value<BasicVector<T>> final : public AbstractValue {
 public:
  /// An empty one; a copy of `value` and of its class; or `value` itself, which must not be null.
  Value() : Value(BasicVector<T>(0)) {}
  explicit Value(const BasicVector<T>& value) : value_(value.Clone()) {}
  explicit Value(std::unique_ptr<BasicVector<T>> value) : value_(std::move(value)) {}

  std::unique_ptr<AbstractValue> Clone() const override {
    return std::make_unique<Value<BasicVector<T>>>(*value_);
  }
  /// Copies elements and keeps the class that is here; std::out_of_range where sizes differ.
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
