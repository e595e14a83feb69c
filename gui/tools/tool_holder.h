#pragma once

#include <memory>
#include <utility>

#include "gui/tools/tool.h"

namespace loopwright {

/// The tool in use. One that gives way to another while it is being called lives until the call
/// has ended.
class ToolHolder {
 public:
  explicit ToolHolder(std::unique_ptr<Tool> tool) : tool_(std::move(tool)) {}

  Tool* get() const { return tool_.get(); }
  bool isBusy() const { return tool_->isBusy(); }
  void replace(std::unique_ptr<Tool> tool) {
    std::unique_ptr<Tool> last = std::exchange(tool_, std::move(tool));
    if (calls_ > 0 && retired_ == nullptr) retired_ = std::move(last);
  }
  /// Ends all tools; there is none then.
  void clear() {
    tool_.reset();
    retired_.reset();
  }
  /// Calls call(tool).
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
