#pragma once

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

template <typename Object, typename R, typename... Args>
class Handler<Object, R(Args...)> {
 public:
  Handler() = default;

  template <typename F,
            typename = std::enable_if_t<std::is_invocable_r_v<R, const F&, const Object&, Args...>>>
  Handler(F callable) {  // NOLINT(google-explicit-constructor)
    if constexpr (sizeof(F) <= sizeof(inline_) && alignof(F) <= alignof(void*) &&
                  std::is_trivially_copyable_v<F>) {
      new (inline_) F(std::move(callable));
      invoke_ = [](const Handler& self, const Object& object, Args... args) -> R {
        return (*std::launder(reinterpret_cast<const F*>(self.inline_)))(
            object, std::forward<Args>(args)...);
      };
    } else {
      heap_ = std::make_shared<const F>(std::move(callable));
      invoke_ = [](const Handler& self, const Object& object, Args... args) -> R {
        return (*static_cast<const F*>(self.heap_.get()))(object, std::forward<Args>(args)...);
      };
    }
  }

  explicit operator bool() const { return invoke_ != nullptr; }
  R operator()(const Object& object, Args... args) const {
    return invoke_(*this, object, std::forward<Args>(args)...);
  }

 private:
  alignas(void*) std::byte inline_[2 * sizeof(void*)]{};
  R (*invoke_)(const Handler&, const Object&, Args...) = nullptr;
  std::shared_ptr<const void> heap_;
};

}  // namespace loopwright
