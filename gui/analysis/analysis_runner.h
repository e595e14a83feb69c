#pragma once

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blocklib/design/block_design.h"
#include "engine/document/document.h"
#include "gui/threads/background.h"

namespace loopwright {

class BlockRegistry;
struct LoopSweep;
struct ResponsePicture;

/// Where a diagram is linearised.
enum class AnalysisPoint {
  kInitialValues,
  kRest,  ///< an equilibrium near to these
  kTime   ///< a time of a run, before what happens there
};

/// What is to be analysed of a diagram.
struct AnalysisRequest {
  /// Whether it is the loop through the signal `from`; `to` counts for nothing then.
  bool isLoop = false;
  QString from;  ///< a signal, `SUB/BLOCK.PORT`
  QString to;    ///< the signal that is read
  AnalysisPoint point = AnalysisPoint::kInitialValues;
  double timeSec = 0;                    ///< of kTime
  QStringList open = {};                 ///< points where the diagram is cut
  QStringList frees = {}, targets = {};  ///< of kRest, in the words of the command line
  std::optional<bool> isBefore =
      {};  ///< before what happens at an instant; not given: at kTime alone
  /// Blocks, and the gain or matrix that stands in the place of each.
  QList<std::pair<QString, QString>> gains = {};
  /// Of a loop: the parameter whose effect is followed, `SUB/BLOCK.gain`, and its value; "" for
  /// none.
  QString parameter = {};
  double parameterValue = 0;
  bool isQuick = false;     ///< while a hand drags: the picture alone
  bool seeksCycle = false;  ///< also the cycle that the diagram runs through, which takes a run
  /// A controller to be found first: the picture is of the diagram with it. Of a filter, which
  /// only watches, there is none.
  std::optional<DesignRequest> design = {};
  /// Of a response: all signals that the analysis begins with and ends at, of which `from` and `to`
  /// are drawn.
  QStringList inputs = {}, outputs = {};
  bool operator==(const AnalysisRequest&) const = default;
};

/// What came of it: a picture, or why there is none.
struct AnalysisResult {
  AnalysisRequest request;
  std::shared_ptr<const ResponsePicture> picture;
  QString problem;
  QString blockedBy = {};  ///< the block that lets nothing through, where that is the problem
  /// What the parameter does to the loop; null where that was not asked for, or is nothing.
  std::shared_ptr<const LoopSweep> sweep = {};
  std::optional<BlockDesign> design = {};  ///< the controller that was found,
  bool canBePut = false;                   ///< and whether it can be put into the diagram
};

/// What is wrong without the option of the command line that errors name, or that would help, as
/// the window and files do not have them: "--loop: there is no signal", "there is no equilibrium.
/// Free an Inport with --free".
QString withoutOptions(const std::string& problem);

/// Texts as the engine has them.
std::vector<std::string> engineTexts(const QStringList& texts);

/// Analyses documents on a thread of its own, one at a time. Of the requests that come meanwhile
/// only the newest is begun after it; the one that was computed is then not answered, unless it was
/// quick.
class AnalysisRunner : public QObject {
  Q_OBJECT

 public:
  /// `registry` must outlive it.
  explicit AnalysisRunner(const BlockRegistry& registry, QObject* parent = nullptr);

  void request(const Document& document, const AnalysisRequest& request);
  /// How many analyses have been begun.
  int begun() const { return begun_; }

 Q_SIGNALS:
  void finished(const loopwright::AnalysisResult& result);

 private:
  void begin();
  void deliver(const AnalysisResult& result);

  const BlockRegistry& registry_;
  std::unique_ptr<std::pair<Document, AnalysisRequest>> next_;
  int begun_ = 0;
  Background background_;
};

}  // namespace loopwright
