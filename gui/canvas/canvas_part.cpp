#include "gui/canvas/canvas_part.h"

#include "gui/canvas/diagram_view.h"

namespace loopwright {

CanvasPart::CanvasPart(DiagramView* view)
    : QObject(view), view_(view), document_(view->document()), scene_(view->diagramScene()) {}

QString CanvasPart::level() const { return view_->level(); }

void CanvasPart::showMessage(const QString& text) const { Q_EMIT view_->messageShown(text); }

}  // namespace loopwright
