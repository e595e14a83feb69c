#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/value_place.h"

namespace loopwright {

class DiagramDocument;

/// What was typed into fields for values and is no value: `Kq` where no parameter is called so. The
/// document keeps the value that it had; the text stays here, for its field to show it again, and
/// is an error of the document until it is mended, given up, or the value changes otherwise (by an
/// undo, say). A text that becomes right by another edit, such as the parameter that was missing,
/// is taken over. A text goes along where its block or parameter is renamed, also by an undo; one
/// whose block was deleted waits for an undo of that.
class RefusedTexts : public QObject {
  Q_OBJECT
 public:
  /// Follows the changes of `document`, which becomes its parent.
  explicit RefusedTexts(DiagramDocument* document);

  /// Keeps `text`, which previewValue() finds wrong.
  void keep(const ValuePlace& place, const QString& text);
  /// Forgets what was typed there.
  void drop(const ValuePlace& place);
  /// Forgets all texts, as when another document is opened.
  void clear();
  /// The text that stays in the field at `place`, if any.
  std::optional<QString> find(const ValuePlace& place) const;
  /// An error for each, with the words of the check of a document.
  std::vector<Diagnostic> diagnostics() const;

 Q_SIGNALS:
  /// There is a text more or less, or one means something else now.
  void changed();

 private:
  struct Refused {
    QString text;
    ParameterSetting before;  ///< the document's value
  };

  /// Keeps the texts in line with a changed document.
  void onDocumentChanged(const ChangeSet& changes);
  /// Takes texts along to new names of blocks.
  void followRenames(const ChangeSet& changes);
  bool followParameterRenames();
  void moveParameter(const std::string& level, const std::string& before, const std::string& name);
  /// Notes the names of parameters, by which renamings are told.
  void noteParameters();
  /// Makes edits of the texts that are right now.
  void takeOver();

  DiagramDocument* document_;
  std::map<ValuePlace, Refused> texts_;
  /// What the parameters are called that these values can use, by level.
  std::map<std::string, std::vector<std::string>> parameters_;
};

}  // namespace loopwright
