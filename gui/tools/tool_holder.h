#pragma once

#include <memory>
#include <utility>

#include "gui/tools/tool.h"

namespace loopwright {

/// The tool in use of a view. A tool ends its gesture by asking for the next one while it is being
/// called itself, and must not be deleted under its own feet: one that gives way to another while
/// it is being called lives until the call has ended.
class ToolHolder {
 public:
  explicit ToolHolder(std::unique_ptr<Tool> tool) : tool_(std::move(tool)) {}

  /// The tool in use; null only after clear().
  Tool* get() const { return tool_.get(); }
  /// Whether a gesture is in progress.
  bool isBusy() const { return tool_->isBusy(); }
  /// Makes `tool`, which is not null, the tool in use.
  void replace(std::unique_ptr<Tool> tool) {
    std::unique_ptr<Tool> last = std::exchange(tool_, std::move(tool));
    if (calls_ > 0 && retired_ == nullptr) retired_ = std::move(last);
  }
  /// Ends all tools; there is none then.
  void clear() {
    tool_.reset();
    retired_.reset();
  }
  /// Calls `call` with the tool in use. A tool that gives way during that lives until it returns.
  template <typename Call>
  void call(Call call) {
    ++calls_;
    call(tool_.get());
    if (--calls_ == 0) retired_.reset();
  }

 private:
  std::unique_ptr<Tool> tool_;
  std::unique_ptr<Tool> retired_;  // gave way while it was being called
  int calls_ = 0;                  // in progress
};

}  // namespace loopwright
