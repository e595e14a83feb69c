#pragma once

#include <string>

namespace loopwright {

/// What else branches could have become where several motions are possible, as text for a warning.
/// x' = sign x at x = 0 may rest, which is taken, or go on with the sign "1 or -1"; of two relays
/// that could slide together another choice may be "sliding, 1".
class OtherChoices {
 public:
  /// The branches of one choice; the first few choices are named.
  void Add(const std::string& choice) {
    constexpr int kMostToName = 4;
    if (++count_ > kMostToName) {
      if (count_ == kMostToName + 1) text_ += " and more";
      return;
    }
    text_ += (text_.empty() ? "" : " or ") + choice;
  }
  bool empty() const { return count_ == 0; }
  const std::string& text() const { return text_; }

 private:
  int count_ = 0;
  std::string text_;
};

}  // namespace loopwright
