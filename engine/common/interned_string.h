#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "engine/common/checks.h"

namespace loopwright {

/// A text that lies in memory once for each thread that makes it, however many hold it: names of
/// ports, which are few, of systems, which are many. Any thread may make and destroy them.
class InternedString {
 public:
  /// Finds the text among those that this thread made and that are still held, or adds it.
  explicit InternedString(std::string text);
  ~InternedString();
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(InternedString);

  /// Valid as long as this, or any other that holds the same text.
  const std::string& text() const { return shared_->first.text; }
  /// How many different texts there are at present, those of each thread by themselves.
  static int count();

  /// A text with a hash of it and of the thread that made it. The hash is computed once: names are
  /// made and destroyed by the hundred thousand.
  struct HashedText {
    std::string text;
    std::size_t hash = 0;

    bool operator==(const HashedText& other) const {
      return hash == other.hash && text == other.text;
    }
  };

 private:
  std::pair<const HashedText, int>* shared_;  ///< the text and how many hold it
};

}  // namespace loopwright
