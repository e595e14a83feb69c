#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "gui/study/study_picture.h"
#include "gui/threads/background.h"

namespace loopwright {

class BlockRegistry;
class MonteCarloStudy;

/// Makes the runs of a study on threads of its own, while the window goes on. What is known so far
/// is published as a picture now and then, of which the window takes the newest whenever it draws:
/// it waits for no run, and no run waits for it. Run K and what is known of all runs are those of
/// `loopwright-cli montecarlo` for the same file.
class StudyRunner : public QObject {
  Q_OBJECT

 public:
  /// How many runs are made where nothing says it.
  static constexpr int kUsualRuns = 1000;

  /// `registry` must outlive it.
  explicit StudyRunner(const BlockRegistry& registry, QObject* parent = nullptr);
  /// Breaks off the runs under way.
  ~StudyRunner() override;

  /// Begins the study of this document from run 0, of the variant with that number where the
  /// document has variants. The fan is of `signal`, which is recorded beside those that the
  /// document records; "" is the first of these. Not while it runs.
  void start(const Document& document, int variant, const QString& signal);
  /// Does the same and waits in a loop of events until all runs are made, for programs without a
  /// window; picture() is then the last one. Returns what stopped() says.
  std::vector<Diagnostic> runToEnd(const Document& document, int variant, const QString& signal);
  /// Ends the runs under way, which do not count; stopped() follows.
  void stop();
  /// Makes the runs that are missing. Not while it runs.
  void goOn();
  /// Forgets the study, which ends where it runs, and the one that was kept.
  void clear();
  /// Keeps what is known of the study, to which the next one is compared; another picture follows.
  /// Not while it runs.
  void keep();
  /// Keeps none any more; another picture follows.
  void forgetKept();
  /// Looks at what is asked, and at what of the diagram it is asked; checked() follows. Nothing
  /// happens while it runs.
  void check(const Document& document);

  bool isRunning() const { return isRunning_; }
  /// Whether there are runs that goOn() would make.
  bool canGoOn() const;

  /// Which signal the fan is of, by its label; another picture follows.
  void setSignal(const QString& label);
  /// What was published last; null before the first run.
  std::shared_ptr<const StudyPicture> picture() const;

 Q_SIGNALS:
  /// It has begun, gone on or ended.
  void stateChanged();
  /// It runs no more: picture() is the last one. `problems` say what was wrong; a path says where
  /// (study.measures.peak), as in the diagnostics of a file.
  void stopped(const std::vector<loopwright::Diagnostic>& problems);
  /// Of the study that does not run there is another picture.
  void published();
  /// What is wrong with what is asked.
  void checked(const std::vector<loopwright::Diagnostic>& problems);

 private:
  using Clock = std::chrono::steady_clock;

  /// A study that was kept.
  struct Kept {
    StudyResults results;
    StudyDraws draws;
    std::vector<std::pair<std::string, std::string>> overrides;
  };
  /// What a study is to be built of.
  struct Request {
    Document document;
    int variant = 0;
    std::string signal;
  };

  void run(std::shared_ptr<const Request> request);
  // All below are called by the thread in the background, which does one thing at a time.
  std::vector<Diagnostic> work(const Request* request);
  void forget();
  void build(const Request& request);
  void advance();
  void takeBlock(const RunBlock& block);
  void publish();
  void publishWhenDue();
  Background::Consequence publishAgain();
  std::shared_ptr<const StudyComparison> compare(const std::string& signal) const;

  const BlockRegistry& registry_;
  bool isRunning_ = false;
  int checks_ = 0;  // asked for, of which only the last one is told
  std::atomic<bool> isStopping_{false};
  std::atomic<bool> isCleared_{false};  // what runs end still is of no use
  mutable std::mutex mutex_;            // held for as long as it takes to copy a pointer or a name
  std::shared_ptr<const StudyPicture> picture_;
  std::string signal_;

  // Of the thread in the background.
  std::unique_ptr<MonteCarloStudy> study_;
  StudyDraws draws_;
  std::unique_ptr<const Kept> kept_;
  bool isKeptPresent_ = false;
  std::vector<Diagnostic> problems_;
  std::vector<std::shared_ptr<const RunBlock>> blocks_;
  std::shared_ptr<RunBlock> lastBlock_;
  std::size_t numbersKept_ = 0;
  uint64_t runsBefore_ = 0;  // when the study was started or went on
  Clock::time_point begin_;
  Clock::time_point nextPicture_;

  Background background_;  // the last member, so that it ends before what it uses
};

}  // namespace loopwright
