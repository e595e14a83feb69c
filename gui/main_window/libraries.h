#pragma once

#include <QString>
#include <vector>

namespace loopwright {

/// A library that the programs are built with.
struct Library {
  QString name;
  QString version;  ///< of what was built with; empty where it does not say
  QString licence;  ///< its SPDX identifier
  QString url;
};

/// All of them, by name.
std::vector<Library> libraries();

/// The program's own version, "1.2.3".
QString programVersion();

}  // namespace loopwright
