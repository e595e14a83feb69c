#include "gui/analysis/analysis_runner.h"

#include <QRegularExpression>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "gui/document/qt_text.h"

namespace loopwright {

QString withoutOptions(const std::string& problem) {
  static const QRegularExpression kWrong(QStringLiteral("^--[a-z-]+: "));
  static const QRegularExpression kHelps(QStringLiteral("[.;:] [^.;:]*--[a-z][^.;:]*$"));
  return toQt(problem).remove(kWrong).remove(kHelps);
}

namespace {

std::vector<std::string> engineTexts(const QStringList& texts) {
  std::vector<std::string> result;
  for (const QString& text : texts) result.push_back(text.toStdString());
  return result;
}

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
  for (const QString& block : request.gains) point.as.emplace_back(block.toStdString(), "1");
  return point;
}

// Whatever goes wrong is told: a diagram with errors by the first of them, all else by its text.
AnalysisResult analyse(const Document& document, const AnalysisRequest& request,
                       const BlockRegistry& registry) {
  AnalysisResult result;
  result.request = request;
  const PointOptions point = pointOf(request);
  try {
    const std::string from = request.from.toStdString();
    result.picture = std::make_shared<const ResponsePicture>(
        request.isLoop
            ? PictureLoop(document, registry, from, point)
            : PictureResponse(document, registry, from, request.to.toStdString(), point));
  } catch (const InvalidDiagramError& error) {
    result.problem = toQt(error.diagnostics().empty() ? std::string(error.what())
                                                      : error.diagnostics().front().text);
  } catch (const BlockedError& error) {
    result.problem = withoutOptions(error.what());
    result.blockedBy = toQt(error.block());
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

void AnalysisRunner::begin() {
  ++begun_;
  const std::shared_ptr<const std::pair<Document, AnalysisRequest>> job = std::move(next_);
  background_.start([this, job]() -> Background::Consequence {
    return [this, result = analyse(job->first, job->second, registry_)] { deliver(result); };
  });
}

// A result of a document that has changed since is of no use: the next one is begun instead.
void AnalysisRunner::deliver(const AnalysisResult& result) {
  if (next_) return begin();
  Q_EMIT finished(result);
}

}  // namespace loopwright
