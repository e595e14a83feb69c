#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace loopwright {

/// A stored call of a system's method (or of any callable): what std::function is for, at the cost
/// of a plain function pointer. A callable of up to two pointers that is trivially copyable, such
/// as a lambda that holds a pointer to member, is stored inside; others are shared on the heap.
template <typename Object, typename Signature>
class Handler;

/// For a callable f(const Object&, Args...) that returns R. Copies share what lies on the heap,
/// which is never changed.
template <typename Object, typename R, typename... Args>
class Handler<Object, R(Args...)> {
 public:
  /// Empty: converts to false, and must not be called.
  Handler() {}  // NOLINT(modernize-use-equals-default): of a union
  Handler(const Handler& other) { Take(other); }
  Handler& operator=(const Handler& other) {
    if (this != &other) {
      Release();
      Take(other);
    }
    return *this;
  }
  ~Handler() { Release(); }

  /// Takes any callable, and notes a function that knows its type, so that a call costs one jump.
  template <typename F,
            typename = std::enable_if_t<std::is_invocable_r_v<R, const F&, const Object&, Args...>>>
  Handler(F callable) {  // NOLINT(google-explicit-constructor)
    if constexpr (sizeof(F) <= sizeof(inside_) && alignof(F) <= alignof(void*) &&
                  std::is_trivially_copyable_v<F>) {
      new (inside_) F(std::move(callable));
      invoke_ = [](const Handler& self, const Object& object, Args... args) -> R {
        return (*std::launder(reinterpret_cast<const F*>(self.inside_)))(
            object, std::forward<Args>(args)...);
      };
    } else {
      new (&shared_) Shared(std::make_shared<const F>(std::move(callable)));
      is_shared_ = true;
      invoke_ = [](const Handler& self, const Object& object, Args... args) -> R {
        return (*static_cast<const F*>(self.shared_.get()))(object, std::forward<Args>(args)...);
      };
    }
  }

  explicit operator bool() const { return invoke_ != nullptr; }
  /// Calls it with `object` as its first argument. The handler must not be empty.
  R operator()(const Object& object, Args... args) const {
    return invoke_(*this, object, std::forward<Args>(args)...);
  }

 private:
  using Shared = std::shared_ptr<const void>;

  /// Becomes a copy of another one; what was held before has been released.
  void Take(const Handler& other) {
    invoke_ = other.invoke_;
    is_shared_ = other.is_shared_;
    if (is_shared_) {
      new (&shared_) Shared(other.shared_);
    } else {
      std::copy_n(other.inside_, sizeof(inside_), inside_);
    }
  }
  void Release() {
    if (is_shared_) shared_.~Shared();
  }

  R (*invoke_)(const Handler&, const Object&, Args...) = nullptr;
  union {
    alignas(void*) std::byte inside_[2 * sizeof(void*)]{};
    Shared shared_;
  };
  bool is_shared_ = false;
};

}  // namespace loopwright
