#include "gui/panels/signal_field.h"

#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>
#include <string>

#include "engine/check/ports.h"
#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"

namespace loopwright {

namespace {

// The paths of all output ports of a level and of those inside it, in the order of the file.
void addSignals(const Document& document, const BlockRegistry& registry,
                const DiagramModel& diagram, const std::string& level, QStringList* paths) {
  for (const Block& block : diagram.blocks) {
    const std::string name = JoinPath(level, block.name);
    for (const std::string& port : FindPorts(document, level, block, registry).outputs) {
      *paths += toQt(name + '.' + port);
    }
    if (block.diagram) addSignals(document, registry, *block.diagram, name, paths);
  }
}

}  // namespace

// Paths of signals can be long and begin alike, so that what is typed is looked for anywhere in
// them: "speed" finds "plant/motor.speed".
SignalField::SignalField(const QString& name, const QString& what, QWidget* parent)
    : QComboBox(parent) {
  setObjectName(name);
  setEditable(true);
  setInsertPolicy(QComboBox::NoInsert);
  completer()->setFilterMode(Qt::MatchContains);
  completer()->setCompletionMode(QCompleter::PopupCompletion);
  setPurpose(what);
  setMinimumContentsLength(16);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SignalField::setPurpose(const QString& what) {
  setAccessibleName(what);
  lineEdit()->setPlaceholderText(what);
}

// The list is made anew as often as the document changes; what has been typed so far stays, also
// where it names no signal yet. Signals are blocked, because nothing was chosen.
void SignalField::fill(const DiagramDocument& document) {
  QStringList paths;
  addSignals(document.document(), document.registry(), document.document().root, {}, &paths);
  const QSignalBlocker blocker(this);
  const QString typed = currentText();
  clear();
  addItems(paths);
  setEditText(typed);
}

}  // namespace loopwright
