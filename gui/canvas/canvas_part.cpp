#include "gui/canvas/canvas_part.h"

#include "engine/document/document.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"

namespace loopwright {

CanvasPart::CanvasPart(DiagramView* view)
    : QObject(view), view_(view), document_(view->document()), scene_(view->diagramScene()) {}

QString CanvasPart::level() const { return view_->level(); }

std::string CanvasPart::pathOf(const QString& name) const {
  return JoinPath(level().toStdString(), name.toStdString());
}

// What was said before is taken back where the edit is made.
bool CanvasPart::edit(const QString& name,
                      const std::function<void(Transaction*, const std::string&)>& change,
                      const QString& mergeKey) const {
  const QString problem = document_->edit(
      name, [&](Transaction* transaction) { change(transaction, level().toStdString()); },
      mergeKey);
  showMessage(problem);
  return problem.isEmpty();
}

void CanvasPart::showMessage(const QString& text) const { Q_EMIT view_->messageShown(text); }

}  // namespace loopwright
