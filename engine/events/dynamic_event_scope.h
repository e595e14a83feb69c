#pragma once

namespace loopwright::internal {

/// While one of these lives, LeafSystem's own DoCalcNextUpdateTime() and DoGetPerStepEvents() leave
/// out what was declared: an override that calls them answers only for what it adds. The engine
/// knows the declared events already and schedules them without asking; an author who calls the
/// base class's function, as is good style, would otherwise make them happen twice. Scopes may be
/// nested, and each thread has its own.
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
