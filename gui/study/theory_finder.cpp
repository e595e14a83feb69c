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

// On the thread of the window, where the question is still the last one.
template <typename Tell>
void TheoryFinder::answerWith(int number, Tell tell) {
  QMetaObject::invokeMethod(
      this,
      [this, tell, number] {
        if (number == last_) tell();
      },
      Qt::QueuedConnection);
}

void TheoryFinder::answer(const Document& document, TheoryRequest request, int number) {
  request.breaks_off = [this, number] { return number != last_; };
  QString reason;
  try {
    const auto theory =
        std::make_shared<const EnsembleTheory>(CalcEnsembleTheory(document, registry_, request));
    answerWith(number, [this, theory] { Q_EMIT found(theory); });
    const auto stationary = findStationary(document, registry_, request);
    if (stationary) answerWith(number, [this, stationary] { Q_EMIT foundStationary(stationary); });
    return;
  } catch (const InvalidDiagramError& error) {
    reason = toQt(error.diagnostics().front().text);
  } catch (const std::exception& error) {
    reason = toQt(error.what());
  }
  answerWith(number, [this, reason] { Q_EMIT failed(reason); });
}

}  // namespace loopwright
