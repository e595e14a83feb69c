#include "gui/study/study_runner.h"

#include <QEventLoop>
#include <algorithm>
#include <exception>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/document/text_diagnostic.h"
#include "engine/studies/monte_carlo_study.h"
#include "engine/studies/study_plan.h"
#include "engine/studies/variant_studies.h"

namespace loopwright {

namespace {

// Paths are kept up to so many numbers, 256 MB.
constexpr std::size_t kMostNumbers = std::size_t{1} << 25;
// A picture is made as often as a screen shows one, but takes at most a tenth of the time.
constexpr std::chrono::milliseconds kPictureInterval{16};
constexpr int kPictureShare = 10;

Diagnostic problemAt(const std::string& path, const std::string& text) {
  return MakeTextDiagnostic(DiagnosticCode::kStudyValue, {}, path, text);
}

}  // namespace

StudyRunner::StudyRunner(const BlockRegistry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {}

StudyRunner::~StudyRunner() { isStopping_ = true; }

// Begins with run 0. The picture of the last study goes at once, since it is of another one.
void StudyRunner::start(const Document& document, int variant, const QString& signal) {
  {
    const std::lock_guard lock(mutex_);
    picture_.reset();
    signal_ = signal.toStdString();
  }
  run(std::make_shared<const Request>(Request{document, variant, signal.toStdString()}));
}

// For programs without a window: waits while the study runs, and answers what was wrong.
std::vector<Diagnostic> StudyRunner::runToEnd(const Document& document, int variant,
                                              const QString& signal) {
  std::vector<Diagnostic> problems;
  QEventLoop loop;
  connect(this, &StudyRunner::stopped, &loop, [&](const std::vector<Diagnostic>& found) {
    problems = found;
    loop.quit();
  });
  start(document, variant, signal);
  loop.exec();
  return problems;
}

void StudyRunner::goOn() { run(nullptr); }

void StudyRunner::stop() { isStopping_ = true; }

// The runs under way have an end to come to first; nothing of them is published.
void StudyRunner::clear() {
  stop();
  isCleared_ = true;
  {
    const std::lock_guard lock(mutex_);
    picture_.reset();
  }
  background_.start([this]() -> Background::Consequence {
    kept_.reset();
    forget();
    return {};
  });
}

// The thread that makes the study puts its results aside, as it alone may touch them.
void StudyRunner::keep() {
  background_.start([this]() -> Background::Consequence {
    if (!study_) return {};
    kept_ = std::make_unique<const Kept>(
        Kept{study_->results(), draws_, study_->options().run.overrides});
    isKeptPresent_ = true;
    return publishAgain();
  });
}

void StudyRunner::forgetKept() {
  background_.start([this]() -> Background::Consequence {
    kept_.reset();
    return publishAgain();
  });
}

// All of the study under way; a kept one stays.
void StudyRunner::forget() {
  study_.reset();
  blocks_.clear();
  lastBlock_.reset();
  numbersKept_ = 0;
  const std::lock_guard lock(mutex_);
  picture_.reset();
}

bool StudyRunner::canGoOn() const {
  const std::shared_ptr<const StudyPicture> last = picture();
  return !isRunning_ && last && !last->isComplete;
}

// A request is for a new study; without one the last study goes on.
void StudyRunner::run(std::shared_ptr<const Request> request) {
  isRunning_ = true;
  isStopping_ = isCleared_ = false;
  Q_EMIT stateChanged();
  background_.start([this, request = std::move(request)]() -> Background::Consequence {
    const std::vector<Diagnostic> problems = work(request.get());
    return [this, problems] {
      isRunning_ = false;
      Q_EMIT stateChanged();
      Q_EMIT stopped(problems);
    };
  });
}

// Of several checks that were asked for only the last one answers: those before it are of a
// document that is no longer the present one.
void StudyRunner::check(const Document& document) {
  if (isRunning_) return;
  auto copy = std::make_shared<const Document>(document);
  background_.start([this, copy, number = ++checks_]() -> Background::Consequence {
    std::vector<Diagnostic> problems;
    try {
      problems = CheckStudy(*copy, registry_, false);
    } catch (const std::exception& error) {
      problems = {problemAt("study", error.what())};
    }
    return [this, problems, number] {
      if (number == checks_) Q_EMIT checked(problems);
    };
  });
}

// Whatever goes wrong is told.
std::vector<Diagnostic> StudyRunner::work(const Request* request) {
  problems_.clear();
  try {
    if (request != nullptr) {
      forget();
      build(*request);
    }
    if (study_) advance();
  } catch (const std::exception& error) {
    problems_.push_back(problemAt("study", error.what()));
  }
  return std::exchange(problems_, {});
}

// The options are those of the command line where the file says all: of the runs themselves nothing
// but a log interval, which is the grid.
void StudyRunner::build(const Request& request) {
  const Document& document = request.document;
  const StudyPlan plan = EvaluateStudy(document, &problems_);
  if (HasErrors(problems_)) return;
  StudyOptions options;
  options.num_runs = plan.num_runs.value_or(kUsualRuns);
  options.has_ensemble = true;
  options.grid_sec = plan.grid_sec;
  options.stop = plan.stop;
  options.confidence = kStudyConfidence;
  options.measures = plan.measures;
  options.breaks_off = [this] { return isStopping_.load(std::memory_order_relaxed); };
  if (!plan.variants.empty()) {
    const auto last = static_cast<int>(plan.variants.size()) - 1;
    options.run.overrides = plan.variants[std::clamp(request.variant, 0, last)].overrides;
  }
  const auto make = [&] { return std::make_unique<MonteCarloStudy>(document, registry_, options); };
  try {
    auto study = make();
    const std::string& wanted = request.signal;
    if (study->ok() && !wanted.empty() && findSignal(study->results().signal_labels, wanted) < 0) {
      // It is recorded beside the others.
      options.run.signal_paths = study->results().signal_labels;
      options.run.signal_paths.push_back(wanted);
      study = make();
    }
    if (study->ok()) {
      study_ = std::move(study);
      draws_ = StudyDraws::Of(document);
      isKeptPresent_ = false;
    } else {
      problems_ = study->diagnostics();
    }
  } catch (const MeasureError& error) {
    const std::string& name = options.measures[error.index()].name;
    problems_.push_back(problemAt("study.measures." + name, error.what()));
  } catch (const UsageError& error) {
    const bool isOfSignal = !options.run.signal_paths.empty();
    problems_.push_back(problemAt(isOfSignal ? "study.signal" : "study", error.what()));
  }
}

// Makes runs until the study is complete or somebody stops it. Hooks are called by this thread
// between blocks of runs.
void StudyRunner::advance() {
  runsBefore_ = study_->results().num_runs;
  begin_ = nextPicture_ = Clock::now();
  StudyHooks hooks;
  hooks.goes_on = [this] { return !isStopping_; };
  hooks.on_made = [this](const RunBlock& block) { takeBlock(block); };
  hooks.on_block = [this](const StudyResults& results) {
    // What was made beyond the run that ends the study does not count.
    lastBlock_->made = results.num_runs - lastBlock_->first;
    publishWhenDue();
  };
  study_->Advance(hooks);
  publish();
}

// A block that was broken off before its first run leaves nothing.
void StudyRunner::takeBlock(const RunBlock& block) {
  lastBlock_ = std::make_shared<RunBlock>(block);
  numbersKept_ += block.on_grid.size();
  if (numbersKept_ > kMostNumbers) lastBlock_->on_grid = {};
  if (block.made > 0) blocks_.push_back(lastBlock_);
}

// A picture costs time that runs could use, so that the next one waits in proportion to what the
// last one took.
void StudyRunner::publishWhenDue() {
  const Clock::time_point now = Clock::now();
  if (now < nextPicture_) return;
  publish();
  const Clock::time_point done = Clock::now();
  nextPicture_ = done + std::max<Clock::duration>(kPictureInterval, kPictureShare * (done - now));
}

// Copies what charts show, so that they read it while runs go on.
void StudyRunner::publish() {
  if (isCleared_) return;
  const StudyResults& results = study_->results();
  auto picture = std::make_shared<StudyPicture>();
  picture->parameters = results.parameters;
  picture->measures = results.measures;
  picture->signals = results.signal_labels;
  picture->times = results.times;
  picture->logInterval = study_->options().run.log_interval;
  picture->overrides = study_->options().run.overrides;
  picture->askedRuns = study_->options().num_runs;
  picture->numRuns = results.num_runs;
  picture->isComplete = study_->is_complete();
  picture->isAntithetic = results.is_antithetic;
  picture->blocks = blocks_;
  // Since runs were last started: those from before an interruption were made at another time.
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  const auto made = static_cast<double>(results.num_runs - runsBefore_);
  if (seconds > 0) picture->runsPerSecond = made / seconds;
  // The window asks for a signal at any time, from its own thread.
  std::string wanted;
  {
    const std::lock_guard lock(mutex_);
    wanted = signal_;
  }
  picture->signal = findSignal(results.signal_labels, wanted);
  if (picture->signal < 0 && !results.signal_labels.empty()) picture->signal = 0;
  if (picture->signal >= 0) {
    picture->fan = fanOf(results, picture->signal);
  }
  if (kept_ && picture->signal >= 0) {
    picture->comparison = compare(results.signal_labels[picture->signal]);
  }
  const std::lock_guard lock(mutex_);
  picture_ = std::move(picture);
}

// The kept study beside the present one. Just after it was kept it is the present one, of which
// there is nothing to compare.
std::shared_ptr<const StudyComparison> StudyRunner::compare(const std::string& signal) const {
  auto comparison = std::make_shared<StudyComparison>();
  comparison->keptRuns = kept_->results.num_runs;
  comparison->overrides = kept_->overrides;
  comparison->isPresent = isKeptPresent_;
  if (isKeptPresent_) return comparison;
  const int column = findSignal(kept_->results.signal_labels, signal);
  if (column >= 0) comparison->fan = fanOf(kept_->results, column);
  comparison->measures =
      CompareMeasures(study_->results(), draws_, kept_->results, kept_->draws, kStudyConfidence);
  return comparison;
}

// Of a study that does not run, where there is one.
Background::Consequence StudyRunner::publishAgain() {
  if (!study_) return {};
  publish();
  return [this] { Q_EMIT published(); };
}

// While the study runs, its next picture is of that signal; else one is made for it.
void StudyRunner::setSignal(const QString& label) {
  {
    const std::lock_guard lock(mutex_);
    signal_ = label.toStdString();
  }
  if (isRunning_) return;
  background_.start([this] { return publishAgain(); });
}

std::shared_ptr<const StudyPicture> StudyRunner::picture() const {
  const std::lock_guard lock(mutex_);
  return picture_;
}

}  // namespace loopwright
