#include "gui/study/theory_finder.h"

#include <QMetaObject>
#include <exception>
#include <utility>

#include "engine/analysis/linearisation.h"
#include "gui/document/qt_text.h"

namespace loopwright {

TheoryFinder::TheoryFinder(const BlockRegistry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {
  pool_.setMaxThreadCount(1);
}

TheoryFinder::~TheoryFinder() {
  forget();
  pool_.waitForDone();
}

void TheoryFinder::forget() { ++last_; }

void TheoryFinder::ask(const Document& document, TheoryRequest request) {
  auto copy = std::make_shared<const Document>(document);
  pool_.start(
      [this, copy, asked = std::move(request), number = ++last_] { answer(*copy, asked, number); });
}

void TheoryFinder::answer(const Document& document, TheoryRequest request, int number) {
  request.breaks_off = [this, number] { return number != last_; };
  std::shared_ptr<const EnsembleTheory> theory;
  QString reason;
  try {
    theory =
        std::make_shared<const EnsembleTheory>(CalcEnsembleTheory(document, registry_, request));
  } catch (const InvalidDiagramError& error) {
    reason = toQt(error.diagnostics().front().text);
  } catch (const std::exception& error) {
    reason = toQt(error.what());
  }
  QMetaObject::invokeMethod(
      this,
      [this, theory, reason, number] {
        if (number != last_) return;
        if (theory) Q_EMIT found(theory);
        if (!theory) Q_EMIT failed(reason);
      },
      Qt::QueuedConnection);
}

}  // namespace loopwright
