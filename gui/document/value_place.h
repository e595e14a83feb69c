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
class Transaction;

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

/// Gives the document the value at `place`, or takes it back to its default, within a transaction.
/// Nothing happens where there is no such place; throws EditError where it cannot be.
void applyValue(Transaction* transaction, const BlockRegistry& registry, const ValuePlace& place,
                const std::optional<ParameterSetting>& value);

/// The same as one undo step called `stepName`, which joins the one before it as
/// DiagramDocument::edit() says. Returns "" or why it could not.
QString setValue(DiagramDocument* document, const ValuePlace& place, const QString& stepName,
                 const std::optional<ParameterSetting>& value, const QString& mergeKey = QString());

/// The place of the parameter that is called `path` (`Kp`, `SUB.Kp`, `SUB/BLOCK.gain`), whether it
/// is there or not: the opposite of ValuePlace::path().
ValuePlace parameterPlace(const Document& document, const std::string& path);

/// What the catalogue says that the value may be: "> 0"; empty where it says nothing.
std::string constraintOf(const Document& document, const BlockRegistry& registry,
                         const ValuePlace& place);

}  // namespace loopwright
