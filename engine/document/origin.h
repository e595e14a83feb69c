#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/document/diagnostics.h"

namespace loopwright {

/// Where something was read. It is no part of what was read, so all origins compare equal.
struct Origin {
  SourcePlace place;
  friend bool operator==(const Origin&, const Origin&) { return true; }
};

/// Where the elements of lists of an object were read, in their order; empty where they come from
/// no file. As Origin it is no part of what was read.
struct OriginList {
  std::vector<SourcePlace> places;
  friend bool operator==(const OriginList&, const OriginList&) { return true; }
};

/// Keys that this program does not know, with the source text of their values, as read.
using ExtraKeys = std::vector<std::pair<std::string, std::string>>;

}  // namespace loopwright
