#pragma once

#include <QString>
#include <compare>
#include <optional>
#include <string>

#include "engine/document/parameter_setting.h"
#include "gui/document/value_preview.h"

namespace loopwright {

class BlockRegistry;
class DiagramDocument;

/// Where a value of a document stands: a parameter of a block, a parameter of a diagram with its
/// name and its distribution, or a setting of the simulation. A name and a distribution are texts,
/// as a person types them; no distribution is an empty one.
struct ValuePlace {
  enum class Kind { kBlock, kDiagram, kDiagramName, kDiagramRandom, kSimulation };
  Kind kind = Kind::kBlock;
  std::string owner;  ///< path of the block, level of the diagram ("" is the top), "" of simulation
  std::string name;   ///< of the parameter or the setting

  /// As in diagnostics: `SUB/BLOCK.gain`, `Kp`, `SUB.Kp`, `simulation.stop_time`.
  std::string path() const;

  friend auto operator<=>(const ValuePlace&, const ValuePlace&) = default;
};

/// The value at `place`, a default where the document gives none; nothing where there is no such
/// place.
std::optional<ParameterSetting> valueAt(const Document& document, const BlockRegistry& registry,
                                        const ValuePlace& place);

/// What a field for the value would read `text` as; nothing: the default.
std::optional<ParameterSetting> readValue(const Document& document, const BlockRegistry& registry,
                                          const ValuePlace& place, const QString& text);

/// What `text` is as the value at `place`, which must exist.
ValuePreview previewValue(const Document& document, const BlockRegistry& registry,
                          const ValuePlace& place, const QString& text);

/// Gives the document the value at `place`, or takes it back to its default, as one undo step
/// called `stepName`. Returns "" or why it could not.
QString setValue(DiagramDocument* document, const ValuePlace& place, const QString& stepName,
                 const std::optional<ParameterSetting>& value);

}  // namespace loopwright
