#include "engine/cluster/study_cluster.h"

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

#include "engine/cluster/run_threads.h"
#include "engine/common/bytes.h"
#include "engine/common/exceptions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

enum class MessageKind : uint8_t {
  kAlive,  // from both sides
  kBegin,  // from the leader
  kBlock,
  kEnd,
  kClose,
  kReady,  // from members
  kRefused,
  kMade,
  kFailed,
  kBye,
};

constexpr int kBlocksAhead = 4;  ///< that a thread has beside the one that it makes
// What blocks may take at the leader that wait for their turn, as far as two a thread allow it.
constexpr std::size_t kWaitingBytes = std::size_t{1} << 30;
constexpr std::chrono::microseconds kPause{500};
constexpr std::chrono::seconds kAliveInterval{1};

BytesWriter MessageOf(MessageKind kind) {
  BytesWriter message;
  message.Put(static_cast<uint8_t>(kind));
  return message;
}

MessageKind KindOf(const std::string& bytes) {
  return static_cast<MessageKind>(BytesReader(bytes).Get<uint8_t>());
}

// What stands behind the kind of a message.
BytesReader Behind(const std::string& bytes) {
  return BytesReader(std::string_view(bytes).substr(1));
}

}  // namespace

// The runs of one study, while they are made.
class ClusterLeader::Round {
 public:
  Round(ClusterLeader* leader, const VariantStudies& studies, uint64_t index, int num_threads,
        const StudyHooks& hooks)
      : leader_(*leader),
        study_(*studies.studies()[index]),
        index_(index),
        hooks_(hooks),
        threads_(num_threads, [this](uint64_t) { return study_.NewMaker(); }),
        runs_of_block_(study_.RunsOfBlock()),
        next_(study_.results().num_runs) {
    leader_.members_[0].num_threads = num_threads;
    for (Member& member : leader_.members_) member.num_asked = 0;
  }

  // The leader's loop: take what arrived, put blocks into the results in their order, lose who is
  // silent, ask again for what these owed, and hand out more. Where nothing arrived it rests for a
  // moment.
  void Run() {
    while (!study_.is_complete() && hooks_.goes_on()) {
      const bool heard = Collect();
      if (!TakeInOrder()) return;
      leader_.SayAlive();
      leader_.LoseSilent();
      TakeBackFromGone();
      HandOut();
      if (!heard) threads_.Wait(kPause);
    }
  }

 private:
  struct Asked {
    uint64_t runs;
    int rank;
  };

  // Whatever has arrived, from this process and others.
  bool Collect() {
    bool heard = false;
    while (std::optional<RunThreads::Task> task = threads_.Take()) {
      heard = true;
      Keep(0, std::move(task->block));
    }
    int rank = 0;
    std::string bytes;
    while (leader_.transport_.Receive(&rank, &bytes)) {
      heard = true;
      if (!leader_.Hear(rank, bytes)) ReadMade(rank, bytes);
    }
    return heard;
  }

  // Blocks of an earlier study may still be on their way; they are dropped.
  void ReadMade(int rank, const std::string& bytes) {
    BytesReader in = Behind(bytes);
    if (in.Get<uint64_t>() != index_) return;
    const StudyResults& results = study_.results();
    Keep(rank, ReadRunBlock(in.GetText(), results.num_values(), results.ensemble.num_cells()));
  }

  // A block that nobody waits for came a second time, from a rank that was taken for dead.
  void Keep(int rank, RunBlock block) {
    const auto asked = asked_.find(block.first);
    if (asked == asked_.end() || block.made < asked->second.runs) return;
    --leader_.members_[asked->second.rank].num_asked;
    leader_.members_[rank].heard = Clock::now();
    asked_.erase(asked);
    made_.emplace(block.first, std::move(block));
  }

  // False where the study has enough.
  bool TakeInOrder() {
    while (!made_.empty() && made_.begin()->first == study_.results().num_runs) {
      hooks_.on_made(made_.begin()->second);
      const bool goes_on = study_.Take(made_.begin()->second);
      made_.erase(made_.begin());
      hooks_.on_block(study_.results());
      if (!goes_on) return false;
    }
    return true;
  }

  // What a member that has ended was asked for is asked of another one.
  void TakeBackFromGone() {
    for (auto asked = asked_.begin(); asked != asked_.end();) {
      const std::size_t rank = asked->second.rank;
      if (!leader_.members_[rank].is_gone) {
        ++asked;
        continue;
      }
      again_.emplace(asked->first, asked->second.runs);
      asked = asked_.erase(asked);
    }
  }

  // The next blocks for whoever has less than its threads can make ahead, in turn, so that all have
  // something before any has much.
  void HandOut() {
    for (int ahead = 1; ahead <= 1 + kBlocksAhead; ++ahead) {
      for (std::size_t rank = 0; rank < leader_.members_.size(); ++rank) {
        Member& member = leader_.members_[rank];
        while (!member.is_gone && member.num_asked < ahead * member.num_threads) {
          const std::optional<RunBlock> block = NextBlock();
          if (!block) return;
          asked_[block->first] = {block->asked, static_cast<int>(rank)};
          ++member.num_asked;
          Ask(static_cast<int>(rank), *block);
        }
      }
    }
  }

  // First what is to be made again, then the next runs, but not too far ahead of the results:
  // blocks that wait for an earlier one take memory.
  std::optional<RunBlock> NextBlock() {
    RunBlock block;
    if (!again_.empty()) {
      block.first = again_.begin()->first;
      block.asked = again_.begin()->second;
      again_.erase(again_.begin());
      return block;
    }
    const uint64_t num_runs = study_.options().num_runs;
    if (next_ >= num_runs || next_ >= study_.results().num_runs + MostAhead()) return std::nullopt;
    block.first = next_;
    block.asked = std::min(runs_of_block_, num_runs - next_);
    next_ += block.asked;
    return block;
  }

  // How many runs may be handed out beyond those that were taken in: they wait in memory where one
  // block takes long.
  uint64_t MostAhead() const {
    uint64_t num_threads = 0;
    for (const Member& member : leader_.members_) {
      num_threads += member.is_gone ? 0 : static_cast<uint64_t>(member.num_threads);
    }
    const StudyResults& results = study_.results();
    const std::size_t bytes_of_run =
        sizeof(double) * (results.num_values() + results.ensemble.num_cells() + 1);
    const uint64_t least = 2 * num_threads * runs_of_block_;
    const uint64_t usual = 4 * (1 + kBlocksAhead) * num_threads * runs_of_block_;
    return std::max<uint64_t>(least, std::min<uint64_t>(usual, kWaitingBytes / bytes_of_run));
  }

  // Rank 0 is this process, whose threads are asked directly.
  void Ask(int rank, const RunBlock& block) {
    if (rank == 0) return threads_.Ask({index_, block});
    BytesWriter message = MessageOf(MessageKind::kBlock);
    for (const uint64_t number : {index_, block.first, block.asked}) message.Put(number);
    leader_.transport_.Send(rank, message.bytes());
  }

  ClusterLeader& leader_;
  MonteCarloStudy& study_;
  const uint64_t index_;
  const StudyHooks& hooks_;
  RunThreads threads_;
  const uint64_t runs_of_block_;
  uint64_t next_;                       ///< the first run that was never handed out
  std::map<uint64_t, Asked> asked_;     ///< blocks by their first runs, and who makes them
  std::map<uint64_t, uint64_t> again_;  ///< blocks that were lost, and how many runs each has
  std::map<uint64_t, RunBlock> made_;   ///< blocks that wait for earlier ones
};

ClusterLeader::ClusterLeader(MessageTransport* transport, std::chrono::milliseconds patience)
    : transport_(*transport), patience_(patience), members_(transport->num_ranks()) {}

// Where it never began, an error was found: all others are there and wait.
ClusterLeader::~ClusterLeader() {
  if (!has_ended_) End(!has_begun_);
}

void ClusterLeader::Begin(uint64_t fingerprint) {
  has_begun_ = true;
  BytesWriter message = MessageOf(MessageKind::kBegin);
  message.Put(fingerprint);
  TellAll(message);
}

void ClusterLeader::TellAll(const BytesWriter& message) {
  for (int rank = 1; rank < transport_.num_ranks(); ++rank) transport_.Send(rank, message.bytes());
}

void ClusterLeader::Advance(const VariantStudies& studies, uint64_t index, int num_threads,
                            const StudyHooks& hooks) {
  if (studies.studies()[index]->is_complete()) return;
  // Of the threads that take blocks in: the ensemble is summarized by several.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, num_threads);
  Round(this, studies, index, num_threads, hooks).Run();
}

// Members that take no part say goodbye as well; who says nothing is not waited for.
void ClusterLeader::End(bool wait) {
  has_ended_ = true;
  if (wait) TellAll(MessageOf(MessageKind::kEnd));
  const Clock::time_point begin = Clock::now();
  const auto is_waited_for = [this](const Member& member) {
    return &member != &members_[0] && !member.is_gone && !member.said_bye;
  };
  while (wait && Clock::now() - begin < patience_ && std::ranges::any_of(members_, is_waited_for)) {
    int rank = 0;
    std::string bytes;
    if (transport_.Receive(&rank, &bytes)) {
      Hear(rank, bytes);
    } else {
      std::this_thread::sleep_for(kPause);
    }
  }
  const bool all_there = std::all_of(members_.begin() + 1, members_.end(),
                                     [](const Member& member) { return member.said_bye; });
  BytesWriter close = MessageOf(MessageKind::kClose);
  close.Put(all_there);
  TellAll(close);
  transport_.Close(all_there);
}

// So that members know that somebody waits for what they make.
void ClusterLeader::SayAlive() {
  if (Clock::now() - said_alive_ < kAliveInterval) return;
  said_alive_ = Clock::now();
  for (int rank = 1; rank < transport_.num_ranks(); ++rank) {
    const Member& member = members_[rank];
    if (!member.is_gone) transport_.Send(rank, MessageOf(MessageKind::kAlive).bytes());
  }
}

// A member that was not heard of for the patience of the leader is taken for ended. If it was only
// slow, its blocks come twice and are the same.
void ClusterLeader::LoseSilent() {
  for (int rank = 1; rank < transport_.num_ranks(); ++rank) {
    Member& member = members_[rank];
    const bool speaks = member.num_threads > 0 && !member.is_gone;
    if (!speaks || Clock::now() - member.heard < patience_) continue;
    member.is_gone = true;
    notes_.push_back("rank " + std::to_string(rank) + " was not heard of for " +
                     FormatNumber(static_cast<double>(patience_.count()) / 1000) +
                     " s and seems to have ended; the others make its runs");
  }
}

bool ClusterLeader::Hear(int rank, const std::string& bytes) {
  Member& member = members_[rank];
  member.heard = Clock::now();
  switch (KindOf(bytes)) {
    case MessageKind::kMade:
      return false;
    case MessageKind::kReady:
      member.num_threads = static_cast<int>(Behind(bytes).Get<uint64_t>());
      return true;
    case MessageKind::kRefused:
      notes_.push_back("rank " + std::to_string(rank) +
                       " makes no runs: " + Behind(bytes).GetText());
      return true;
    case MessageKind::kFailed:
      if (has_ended_) return true;
      throw FileError("rank " + std::to_string(rank) + ": " + Behind(bytes).GetText());
    case MessageKind::kBye:
      member.said_bye = true;
      return true;
    default:
      return true;
  }
}

// Rank 0 reads and checks the diagram first: that may take any time.
std::optional<uint64_t> ClusterMember::AwaitBegin() {
  int rank = 0;
  std::string bytes;
  while (!transport_.Receive(&rank, &bytes)) std::this_thread::sleep_for(kPause);
  if (KindOf(bytes) == MessageKind::kBegin) return Behind(bytes).Get<uint64_t>();
  Leave(std::move(bytes));
  return std::nullopt;
}

void ClusterMember::Serve(const VariantStudies& studies, int num_threads) {
  Leave(MakeUntilEnd(studies, num_threads));
}

// The leader hears of this rank at least once a second, however long a run takes.
std::string ClusterMember::MakeUntilEnd(const VariantStudies& studies, int num_threads) {
  RunThreads threads(num_threads,
                     [&](uint64_t study) { return studies.studies()[study]->NewMaker(); });
  auto said = std::chrono::steady_clock::now(), heard = said;
  const auto say = [&](const BytesWriter& message) {
    transport_.Send(0, message.bytes());
    said = std::chrono::steady_clock::now();
  };
  BytesWriter ready = MessageOf(MessageKind::kReady);
  ready.Put(static_cast<uint64_t>(num_threads));
  say(ready);
  while (std::chrono::steady_clock::now() - heard < kPatience) {
    int rank = 0;
    std::string bytes;
    while (transport_.Receive(&rank, &bytes)) {
      heard = std::chrono::steady_clock::now();
      const MessageKind kind = KindOf(bytes);
      if (kind == MessageKind::kEnd || kind == MessageKind::kClose) return bytes;
      if (kind != MessageKind::kBlock) continue;
      BytesReader in = Behind(bytes);
      RunThreads::Task task;
      for (uint64_t* number : {&task.study, &task.block.first, &task.block.asked}) {
        *number = in.Get<uint64_t>();
      }
      threads.Ask(std::move(task));
    }
    try {
      while (const std::optional<RunThreads::Task> task = threads.Take()) {
        BytesWriter made = MessageOf(MessageKind::kMade);
        made.Put(task->study);
        made.Put(std::string_view(RunBlockBytes(task->block)));
        say(made);
      }
    } catch (const std::exception& error) {
      BytesWriter failed = MessageOf(MessageKind::kFailed);
      failed.Put(std::string_view(error.what()));
      return TellAndAwaitEnd(failed);
    }
    if (std::chrono::steady_clock::now() - said >= kAliveInterval) {
      say(MessageOf(MessageKind::kAlive));
    }
    threads.Wait(kPause);
  }
  return "";
}

void ClusterMember::Refuse(const std::string& why) {
  BytesWriter message = MessageOf(MessageKind::kRefused);
  message.Put(std::string_view(why));
  Leave(TellAndAwaitEnd(message));
}

// Until the leader says that this study, or all, has ended; all other messages are passed over.
std::string ClusterMember::TellAndAwaitEnd(const BytesWriter& message) {
  transport_.Send(0, message.bytes());
  while (true) {
    std::string bytes = Await();
    if (bytes.empty()) return bytes;
    const MessageKind kind = KindOf(bytes);
    if (kind == MessageKind::kEnd || kind == MessageKind::kClose) return bytes;
  }
}

// The next message of the leader; "" where none came for so long that it must have ended.
std::string ClusterMember::Await() {
  const auto begin = std::chrono::steady_clock::now();
  int rank = 0;
  std::string bytes;
  while (std::chrono::steady_clock::now() - begin < kPatience) {
    if (transport_.Receive(&rank, &bytes)) return bytes;
    std::this_thread::sleep_for(kPause);
  }
  return "";
}

// Close() waits for the others only where the leader knows that all are there.
void ClusterMember::Leave(std::string last) {
  if (!last.empty() && KindOf(last) == MessageKind::kEnd) {
    transport_.Send(0, MessageOf(MessageKind::kBye).bytes());
    do {
      last = Await();
    } while (!last.empty() && KindOf(last) != MessageKind::kClose);
  }
  transport_.Close(!last.empty() && Behind(last).Get<bool>());
}

}  // namespace loopwright
