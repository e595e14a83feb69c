// Studies made by several processes: here threads that speak through memory, and may fall silent.

#include <QObject>
#include <QTest>
#include <atomic>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/cluster/study_cluster.h"
#include "engine/common/exceptions.h"
#include "engine/studies/variant_studies.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_study_cluster {

namespace {

/// The letter boxes of all ranks.
struct Network {
  explicit Network(int size) : boxes(static_cast<std::size_t>(size)) {}
  std::mutex mutex;
  std::vector<std::deque<std::pair<int, std::string>>> boxes;
  /// This rank is never heard of again after so many messages.
  int silent_rank = -1;
  int silent_after = 0;
};

class MemoryTransport final : public MessageTransport {
 public:
  MemoryTransport(Network* network, int rank) : network_(*network), rank_(rank) {}
  int rank() const override { return rank_; }
  int num_ranks() const override { return static_cast<int>(network_.boxes.size()); }
  void Send(int rank, std::string bytes) override {
    const std::lock_guard lock(network_.mutex);
    if (rank_ == network_.silent_rank && sent_++ >= network_.silent_after) return;
    network_.boxes[static_cast<std::size_t>(rank)].emplace_back(rank_, std::move(bytes));
  }
  bool Receive(int* rank, std::string* bytes) override {
    const std::lock_guard lock(network_.mutex);
    auto& box = network_.boxes[static_cast<std::size_t>(rank_)];
    if (box.empty()) return false;
    *rank = box.front().first;
    *bytes = std::move(box.front().second);
    box.pop_front();
    return true;
  }
  void Close(bool all_there) override { closed_whole = all_there; }

  bool closed_whole = false;

 private:
  Network& network_;
  const int rank_;
  int sent_ = 0;
};

VariantStudies Studies(const StudyOptions& options) {
  return VariantStudies(NoisyLag(), BuiltInBlocks(), options, {}, false, false);
}

/// What a study of several ranks came to.
struct Made {
  std::string text;
  std::vector<std::string> notes;
  bool closed_whole = false;
};

/// The study, made by so many ranks. One rank may have other options, and take no part.
Made MakeTogether(const StudyOptions& options, Network* network, int other_rank = -1) {
  constexpr uint64_t kFingerprint = 3;
  std::vector<std::thread> members;
  for (int rank = 1; rank < static_cast<int>(network->boxes.size()); ++rank) {
    members.emplace_back([&options, network, rank, other_rank] {
      MemoryTransport transport(network, rank);
      ClusterMember member(&transport);
      const std::optional<uint64_t> fingerprint = member.AwaitBegin();
      if (!fingerprint) return;
      if (rank == other_rank) return member.Refuse("it is another");
      member.Serve(Studies(options), options.num_threads);
    });
  }
  Made made;
  MemoryTransport transport(network, 0);
  {
    const VariantStudies studies = Studies(options);
    ClusterLeader leader(&transport, std::chrono::milliseconds(1500));
    leader.Begin(kFingerprint);
    leader.Advance(studies, 0, options.num_threads, {});
    leader.End(true);
    made.text = StudyText(studies.studies()[0]->results());
    made.notes = leader.notes();
  }
  made.closed_whole = transport.closed_whole;
  for (std::thread& member : members) member.join();
  return made;
}

std::string Alone(StudyOptions options) {
  options.num_threads = 1;
  MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
  study.Advance({});
  return StudyText(study.results());
}

}  // namespace

class TestStudyCluster : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // For any number of ranks, threads and runs of a block; more runs than a leaf of the ensemble.
  // Under the sanitizers, which take twenty times as long, a third of the pairs has each number.
  void ranksAndBlocksChangeNothing() {
    StudyOptions options = NoisyLagOptions();
    options.num_runs = Ensemble::kExactRuns + 177;
    options.grid_sec = 0.5;
    const std::string expected = Alone(options);
    const int stride = DrawsAreJudged() ? 1 : 3;
    int pair = 0;
    for (const int ranks : {1, 2, 4}) {
      for (const int block : {1, 7, 64, 5000}) {
        if (pair++ % stride != 0) continue;
        options.num_threads = ranks == 2 ? 2 : 1;
        options.block_runs = block;
        Network network(ranks);
        const Made made = MakeTogether(options, &network);
        QVERIFY2(made.text == expected, qPrintable(QString("%1 %2").arg(ranks).arg(block)));
        QVERIFY(made.notes.empty() && made.closed_whole);
      }
    }
  }

  void theStopRuleStopsThere() {
    StudyOptions options = NoisyLagOptions();
    options.num_runs = 5000;
    options.has_ensemble = false;
    options.num_threads = 1;
    options.stop = StopRule{"last", StopRule::Of::kMean, 0.5, 0.05};
    Network network(3);
    QVERIFY(MakeTogether(options, &network).text == Alone(options));
  }

  // A rank that falls silent after 1, 2, ... messages: before it is ready, in its first blocks, ...
  void theOthersMakeWhatIsLost() {
    StudyOptions options = NoisyLagOptions();
    options.num_threads = 1;
    options.block_runs = 3;
    const std::string expected = Alone(options);
    // They are waited for at the same time.
    std::vector<std::pair<int, std::future<Made>>> studies;
    for (const int messages : {0, 1, 2, 5}) {
      studies.emplace_back(messages, std::async(std::launch::async, [&options, messages] {
                             Network network(3);
                             network.silent_rank = 2;
                             network.silent_after = messages;
                             return MakeTogether(options, &network);
                           }));
    }
    for (auto& [messages, study] : studies) {
      const Made made = study.get();
      QVERIFY(made.text == expected);
      QVERIFY(!made.closed_whole);
      if (messages == 0 || made.notes.empty()) continue;
      QCOMPARE(made.notes.at(0),
               std::string("rank 2 was not heard of for 1.5 s and seems to have ended; the others "
                           "make its runs"));
    }
  }

  void whoHasAnotherStudyTakesNoPart() {
    StudyOptions options = NoisyLagOptions();
    options.num_threads = 1;
    Network network(3);
    const Made made = MakeTogether(options, &network, 1);
    QVERIFY(made.text == Alone(options));
    QCOMPARE(made.notes, std::vector<std::string>{"rank 1 makes no runs: it is another"});
    QVERIFY(made.closed_whole);
  }
};

LOOPWRIGHT_TEST(TestStudyCluster)

}  // namespace loopwright::test_study_cluster

#include "test_study_cluster.moc"
