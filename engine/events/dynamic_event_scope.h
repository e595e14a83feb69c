#pragma once

namespace loopwright::internal {

/// While one of these lives, LeafSystem's own DoCalcNextUpdateTime() and DoGetPerStepEvents() leave
/// out what was declared: an override that calls them answers only for what it adds.
class DynamicEventScope {
 public:
  DynamicEventScope();
  ~DynamicEventScope();
  DynamicEventScope(const DynamicEventScope&) = delete;
  DynamicEventScope& operator=(const DynamicEventScope&) = delete;
  static bool is_open();

 private:
  bool outer_;
};

}  // namespace loopwright::internal
