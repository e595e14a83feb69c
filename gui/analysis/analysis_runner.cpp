#include "gui/analysis/analysis_runner.h"

#include <QRegularExpression>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "engine/common/exceptions.h"
#include "engine/orbits/limit_cycles.h"
#include "engine/tuning/loop_sweep.h"
#include "gui/document/qt_text.h"

namespace loopwright {

QString withoutOptions(const std::string& problem) {
  static const QRegularExpression kWrong(QStringLiteral("^--[a-z-]+( of [a-z]+)?: "));
  static const QRegularExpression kHelps(QStringLiteral("[.;:] [^.;:]*--[a-z][^.;:]*$"));
  return toQt(problem).remove(kWrong).remove(kHelps);
}

std::vector<std::string> engineTexts(const QStringList& texts) {
  std::vector<std::string> result;
  for (const QString& text : texts) result.push_back(text.toStdString());
  return result;
}

namespace {

// What is asked of a document, and where that is linearised for it.
struct Question {
  const Document& document;
  const AnalysisRequest& request;
  const BlockRegistry& registry;
  PointOptions point;
};

// Where the diagram is taken: at the initial values, at a time of a run, at rest, or along an
// orbit.
PointOptions pointOf(const AnalysisRequest& request) {
  PointOptions point;
  point.open = engineTexts(request.open);
  const bool isAtTime = request.point == AnalysisPoint::kTime;
  if (isAtTime) point.time_sec = request.timeSec;
  point.is_before_updates = request.isBefore.value_or(isAtTime);
  point.trim = request.point == AnalysisPoint::kRest;
  if (point.trim) {
    point.frees = engineTexts(request.frees);
    point.targets = engineTexts(request.targets);
  }
  for (const auto& [block, gain] : request.gains) {
    point.as.emplace_back(block.toStdString(), gain.toStdString());
  }
  return point;
}

// What the parameter does is an extra: without it the picture is the same. There may be a value
// near the present one that the diagram does not take.
std::shared_ptr<const LoopSweep> sweepOf(const Question& question, const ResponsePicture& picture) {
  const auto& [document, request, registry, point] = question;
  if (request.isQuick || request.parameter.isEmpty()) return {};
  try {
    auto sweep = SweepLoop(document, registry, request.from.toStdString(), point,
                           request.parameter.toStdString(), request.parameterValue, picture);
    if (sweep) return std::make_shared<const LoopSweep>(std::move(*sweep));
  } catch (const std::exception&) {
    return {};
  }
  return {};
}

// The loop with what belongs to it: the locus is that of the parameter, where there is one.
void pictureLoop(const Question& question, AnalysisResult* result) {
  const auto& [document, request, registry, point] = question;
  const std::string at = request.from.toStdString();
  const LocusUse locus = request.isQuick ? LocusUse::kWithout : LocusUse::kWith;
  auto picture =
      std::make_shared<ResponsePicture>(PictureLoop(document, registry, at, point, locus));
  result->sweep = sweepOf(question, *picture);
  const bool hasPoles = result->sweep && !result->sweep->poles.empty() &&
                        !result->sweep->poles[result->sweep->present].empty();
  if (hasPoles) {
    picture->locus = result->sweep->poles;
    picture->locus_factors = result->sweep->values;
  }
  if (!request.isQuick) AddDescribingFunctions(document, registry, at, point, picture.get());
  if (request.seeksCycle) FindExactCycles(document, registry, point, picture.get());
  result->picture = picture;
}

void makePicture(const Question& question, AnalysisResult* result) {
  const auto& [document, request, registry, point] = question;
  if (request.isLoop) return pictureLoop(question, result);
  result->picture = std::make_shared<const ResponsePicture>(PictureResponse(
      document, registry, request.from.toStdString(), request.to.toStdString(), point));
}

// What was found is told where it cannot be put into the diagram, too.
void findDesign(const Question& question, AnalysisResult* result) {
  const auto& [document, request, registry, point] = question;
  result->design = DesignBlock(document, registry, *request.design, point);
  Document with = document;
  Transaction transaction(&with);
  result->design->put(&transaction);
  transaction.Commit();
  result->canBePut = true;
  if (request.design->method == DesignRequest::Method::kFilter) return;
  makePicture({with, request, registry, point}, result);
}

// A loop that is none because of a block that switches: with a gain in its place it is one.
void findSwitchingBlock(const Question& question, AnalysisResult* result) {
  const auto& [document, request, registry, point] = question;
  if (!request.isLoop) return;
  const auto block = FindSwitchingBlock(document, registry, request.from.toStdString(), point);
  if (!block) return;
  result->blockedBy = toQt(*block);
  result->problem =
      AnalysisRunner::tr("“%1” only switches: it lets no small signal through.").arg(toQt(*block));
}

// Whatever goes wrong is told: a diagram with errors by the first of them, all else by its text.
AnalysisResult analyse(const Document& document, const AnalysisRequest& request,
                       const BlockRegistry& registry) {
  AnalysisResult result;
  result.request = request;
  const Question question{document, request, registry, pointOf(request)};
  try {
    request.design ? findDesign(question, &result) : makePicture(question, &result);
  } catch (const InvalidDiagramError& error) {
    result.problem = toQt(error.diagnostics().empty() ? std::string(error.what())
                                                      : error.diagnostics().front().text);
  } catch (const BlockedError& error) {
    result.problem = withoutOptions(error.what());
    result.blockedBy = toQt(error.block());
  } catch (const UsageError& error) {
    result.problem = withoutOptions(error.what());
    findSwitchingBlock(question, &result);
  } catch (const std::exception& error) {
    result.problem = withoutOptions(error.what());
  }
  return result;
}

}  // namespace

AnalysisRunner::AnalysisRunner(const BlockRegistry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {}

void AnalysisRunner::request(const Document& document, const AnalysisRequest& request) {
  next_ = std::make_unique<std::pair<Document, AnalysisRequest>>(document, request);
  if (!background_.isBusy()) begin();
}

// Only one is computed at a time; of those that were asked for meanwhile the newest is next.
void AnalysisRunner::begin() {
  ++begun_;
  const std::shared_ptr<const std::pair<Document, AnalysisRequest>> job = std::move(next_);
  background_.start([this, job]() -> Background::Consequence {
    return [this, result = analyse(job->first, job->second, registry_)] { deliver(result); };
  });
}

// A result of a document that has changed since is of no use, but to a hand that drags: it moves on
// before each one is there, and would else see nothing until it rests. The next one is begun first,
// so that it is computed while this one is drawn.
void AnalysisRunner::deliver(const AnalysisResult& result) {
  const bool isOld = next_ != nullptr;
  if (isOld) begin();
  if (!isOld || result.request.isQuick) Q_EMIT finished(result);
}

}  // namespace loopwright
