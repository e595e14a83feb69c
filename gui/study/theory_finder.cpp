#include "gui/study/theory_finder.h"

#include <QMetaObject>
#include <exception>
#include <utility>

#include "engine/analysis/linearisation.h"
#include "gui/document/qt_text.h"

namespace loopwright {

namespace {

// What the signal comes to in the end; null where something grows, or rates never meet.
std::shared_ptr<const StationaryTheory> findStationary(const Document& document,
                                                       const BlockRegistry& registry,
                                                       const TheoryRequest& request) {
  try {
    auto stationary =
        std::make_shared<const StationaryTheory>(CalcStationaryTheory(document, registry, request));
    return stationary->theory.is_complete ? stationary : nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // namespace

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
  std::shared_ptr<const StationaryTheory> stationary;
  QString reason;
  try {
    theory =
        std::make_shared<const EnsembleTheory>(CalcEnsembleTheory(document, registry_, request));
    stationary = findStationary(document, registry_, request);
  } catch (const InvalidDiagramError& error) {
    reason = toQt(error.diagnostics().front().text);
  } catch (const std::exception& error) {
    reason = toQt(error.what());
  }
  QMetaObject::invokeMethod(
      this,
      [this, theory, stationary, reason, number] {
        if (number != last_) return;
        if (theory) Q_EMIT found(theory, stationary);
        if (!theory) Q_EMIT failed(reason);
      },
      Qt::QueuedConnection);
}

}  // namespace loopwright
