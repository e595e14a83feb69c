#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <memory>

#include "engine/document/document.h"
#include "engine/theory/stationary_theory.h"
#include "gui/threads/background.h"

namespace loopwright {

class BlockRegistry;
struct StudyPicture;

/// What is asked of theory, so that it stands beside the fan of a study; the picture shows a
/// signal.
TheoryRequest theoryRequestOf(const StudyPicture& picture);

/// What theory says; null where there is none, and then `reason` is why.
std::shared_ptr<const EnsembleTheory> findStudyTheory(const Document& document,
                                                      const BlockRegistry& registry,
                                                      const TheoryRequest& request,
                                                      QString* reason);

/// Computes what theory says of a signal of a study, on a thread of its own. Of several questions
/// only the last is answered.
class TheoryFinder : public QObject {
  Q_OBJECT

 public:
  /// `registry` must outlive it.
  explicit TheoryFinder(const BlockRegistry& registry, QObject* parent = nullptr);
  /// Breaks off what is under way.
  ~TheoryFinder() override;

  /// found() or failed() follows, and after the former, where there is something that the signal
  /// comes to in the end, foundStationary(). Of the request `breaks_off` is not used.
  void ask(const Document& document, TheoryRequest request);
  /// No answer is wanted any more.
  void forget();

 Q_SIGNALS:
  void found(const std::shared_ptr<const loopwright::EnsembleTheory>& theory);
  void foundStationary(const std::shared_ptr<const loopwright::StationaryTheory>& stationary);
  /// There is none, and why.
  void failed(const QString& reason);

 private:
  struct Question {
    Document document;
    TheoryRequest request;
  };
  void goOnWithStationary(const std::shared_ptr<const Question>& question, int number);

  const BlockRegistry& registry_;
  std::atomic<int> last_{0};  // the number of the question that is to be answered
  Background background_;
};

}  // namespace loopwright
