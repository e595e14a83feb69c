#include "gui/study/theory_finder.h"

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
  request.run.signal_paths = {picture.signals[picture.signal]};
  request.times = picture.times;
  return request;
}

// There may be no theory for many reasons: the diagram does not build, is too large, or has a block
// without one. The reason is a sentence that the page shows in place of the curves.
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
    : QObject(parent), registry_(registry) {}

TheoryFinder::~TheoryFinder() { forget(); }

void TheoryFinder::forget() { ++last_; }

// Each question has a number. An answer counts only while its number is the last one, so that
// nothing has to be stopped when the document changes: the work asks at times whether it still is,
// and breaks off if not. What the signal comes to in the end is asked for after the curves.
void TheoryFinder::ask(const Document& document, TheoryRequest request) {
  const int number = ++last_;
  request.breaks_off = [this, number] { return number != last_; };
  const auto question = std::make_shared<const Question>(Question{document, std::move(request)});
  background_.start([this, question, number]() -> Background::Consequence {
    QString reason;
    const auto theory = findStudyTheory(question->document, registry_, question->request, &reason);
    return [this, question, theory, reason, number] {
      if (number != last_) return;
      if (theory == nullptr) {
        Q_EMIT failed(reason);
        return;
      }
      Q_EMIT found(theory);
      goOnWithStationary(question, number);
    };
  });
}

// What the signal comes to in the end is known later than the theory of its times.
void TheoryFinder::goOnWithStationary(const std::shared_ptr<const Question>& question, int number) {
  background_.start([this, question, number]() -> Background::Consequence {
    const auto stationary = findStationary(question->document, registry_, question->request);
    return [this, stationary, number] {
      if (stationary && number == last_) Q_EMIT foundStationary(stationary);
    };
  });
}

}  // namespace loopwright
