#pragma once

#include <set>
#include <string>

namespace loopwright {

/// The folder of a diagram's file, where relative paths in it start (empty where there is no file),
/// and the files that the user named as allowed beyond what every diagram may do. They are absolute
/// paths as DiagramFiles resolves them. It is no part of the document, so all are equal.
struct FileFolder {
  std::string path;
  std::set<std::string> allowed_outside;  ///< files elsewhere that blocks may use
  std::set<std::string> replaceable;      ///< that a run may replace though none wrote them
  friend bool operator==(const FileFolder&, const FileFolder&) { return true; }
};

}  // namespace loopwright
