#pragma once

#include <map>
#include <memory>

namespace loopwright {

/// Views on parts of a value, which live as long as the value does: each is made when it is first
/// asked for, by a number that the caller gives it. A diagram's State, for example, has a view for
/// each subsystem whose handler asked for its part. Not for several threads at once. The tree is
/// made with the first view, since most values are never asked for a part.
template <typename View>
class PartViews {
 public:
  /// The view of this number; `make` returns a std::unique_ptr to a new one.
  template <typename Make>
  View& Get(int number, const Make& make) {
    if (!views_) views_ = std::make_unique<std::map<int, std::unique_ptr<View>>>();
    std::unique_ptr<View>& view = (*views_)[number];
    if (!view) view = make();
    return *view;
  }
  /// Forgets all of them: the value lies elsewhere now.
  void Clear() { views_.reset(); }

 private:
  std::unique_ptr<std::map<int, std::unique_ptr<View>>> views_;
};

}  // namespace loopwright
