#pragma once

#include <QString>
#include <string>
#include <vector>

namespace loopwright {

class Document;

/// Something in a document that a text was found in.
struct SearchHit {
  enum class Kind { kBlock, kSignal, kParameter, kBlockParameter, kNote, kFrame };
  Kind kind = Kind::kBlock;
  std::string level;  ///< of the diagram it is in, "" is the top
  /// Block: its name; signal: BLOCK.PORT; parameter of the diagram: its name; of a block:
  /// BLOCK.PARAMETER; empty for notes and frames.
  std::string key;
  int index = -1;  ///< of a note or frame
  QString title;   ///< what was found, for people
};

/// All blocks (by name and type), named signals, parameters and texts of all levels that contain
/// `text`, whatever its case: those called so first, then those that begin with it, then the
/// others, each in the order of the file. Nothing for an empty text; at most `most`.
std::vector<SearchHit> searchDiagram(const Document& document, const QString& text, int most = 200);

}  // namespace loopwright
