#include "gui/study/theory_finder.h"

#include <QMetaObject>
#include <exception>
#include <utility>

#include "engine/analysis/linearisation.h"
#include "gui/document/qt_text.h"
#include "gui/study/study_picture.h"

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

TheoryRequest theoryRequestOf(const StudyPicture& picture) {
  TheoryRequest request;
  request.run.overrides = picture.overrides;
  request.run.signal_paths = {picture.signals[static_cast<std::size_t>(picture.signal)]};
  request.times = picture.times;
  return request;
}

std::shared_ptr<const EnsembleTheory> findStudyTheory(const Document& document,
                                                      const BlockRegistry& registry,
                                                      const TheoryRequest& request,
                                                      QString* reason) {
  try {
    return std::make_shared<const EnsembleTheory>(CalcEnsembleTheory(document, registry, request));
  } catch (const InvalidDiagramError& error) {
    *reason = toQt(error.diagnostics().front().text);
  } catch (const std::exception& error) {
    *reason = toQt(error.what());
  }
  return nullptr;
}

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
  const auto theory = findStudyTheory(document, registry_, request, &reason);
  if (theory != nullptr) {
    answerWith(number, [this, theory] { Q_EMIT found(theory); });
    const auto stationary = findStationary(document, registry_, request);
    if (stationary) answerWith(number, [this, stationary] { Q_EMIT foundStationary(stationary); });
    return;
  }
  answerWith(number, [this, reason] { Q_EMIT failed(reason); });
}

}  // namespace loopwright
