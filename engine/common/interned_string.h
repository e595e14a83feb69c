#pragma once

#include <string>
#include <utility>

#include "engine/common/checks.h"

namespace loopwright {

/// A text that lies in memory once, however many hold it: names of ports, which are few, of
/// systems, which are many. Any thread may make and destroy them.
class InternedString {
 public:
  /// Finds the text among those that are held already, or adds it.
  explicit InternedString(std::string text);
  ~InternedString();
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(InternedString);

  /// Valid as long as this, or any other that holds the same text.
  const std::string& text() const { return shared_->first; }
  /// How many different texts there are at present.
  static int count();

 private:
  std::pair<const std::string, int>* shared_;  ///< the text and how many hold it
};

}  // namespace loopwright
