#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/cluster/message_transport.h"
#include "engine/common/bytes.h"
#include "engine/studies/variant_studies.h"

namespace loopwright {

// One study made by many processes. All of them load the diagram and build its studies. Rank 0, the
// leader, hands out blocks of runs as ranks ask for them, makes runs itself, and takes the blocks
// in in the order of runs whatever came first, as MonteCarloStudy::Advance() does with threads: so
// results, checkpoints and the stop rule are those of one thread, to the byte. The others, members,
// keep nothing but what they are making.
//
//     leader  ── Begin (which study) ──►  member          loads, builds
//             ◄── Ready (threads) ──────                   or Refused (why not)
//             ── Block (study, runs) ──►                   some ahead for each thread
//             ◄── Made (values, grid) ──
//             ◄── Alive ── Alive ──►                       where nothing was said for a second
//             ── End ──►  ◄── Bye ──────  ── Close ──►
//
// A rank that was not heard of for a while is taken for dead, and its blocks are handed out again.
// Members that do not hear of the leader for long end.
// As run K is a function of its number, whoever makes it, a block that comes twice is the same.

/// The side of rank 0.
class ClusterLeader {
 public:
  static constexpr std::chrono::milliseconds kPatience{10'000};

  /// `patience`: how long a rank may say nothing. The transport outlives this.
  explicit ClusterLeader(MessageTransport* transport,
                         std::chrono::milliseconds patience = kPatience);
  /// Ends, where End() was not called; once it has begun, without waiting.
  ~ClusterLeader();
  ClusterLeader(const ClusterLeader&) = delete;
  ClusterLeader& operator=(const ClusterLeader&) = delete;

  /// Tells the others to begin. Who has another study than that with this fingerprint takes no
  /// part.
  void Begin(uint64_t fingerprint);
  /// Makes the runs of study `index` that are missing, as MonteCarloStudy::Advance() does, with so
  /// many threads of this process. It does not wait for the others to be ready, and goes on alone
  /// where they are lost. FileError, also of another rank.
  void Advance(const VariantStudies& studies, uint64_t index, int num_threads,
               const StudyHooks& hooks);
  /// Tells the others that there is no more to do. With `wait` until they have heard it.
  void End(bool wait);

  /// What a user should know: ranks that take no part, and why.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Member {
    int num_threads = 0;  ///< 0: not ready
    int num_asked = 0;    ///< blocks that it has to make
    bool is_gone = false;
    bool said_bye = false;
    Clock::time_point heard = Clock::now();
  };
  class Round;

  void TellAll(const BytesWriter& message);
  /// Handles a message that is of no round. False where it is of one: a block that was made.
  bool Hear(int rank, const std::string& bytes);
  void LoseSilent();
  void SayAlive();

  MessageTransport& transport_;
  const std::chrono::milliseconds patience_;
  std::vector<Member> members_;  ///< by rank; number 0 is this process
  std::vector<std::string> notes_;
  Clock::time_point said_alive_ = Clock::now();
  bool has_begun_ = false, has_ended_ = false;
};

/// The side of any other rank.
class ClusterMember {
 public:
  explicit ClusterMember(MessageTransport* transport) : transport_(*transport) {}

  static constexpr std::chrono::seconds kPatience{60};

  /// Waits for the leader: the fingerprint of the study that it begins, or nothing, where it ended
  /// without one. Then there is nothing more to do.
  std::optional<uint64_t> AwaitBegin();
  /// Makes what the leader hands out, until it ends or was not heard of for kPatience.
  void Serve(const VariantStudies& studies, int num_threads);
  /// Tells the leader why this rank takes no part, and waits for its end.
  void Refuse(const std::string& why);

 private:
  /// Makes blocks until the leader ends: its last message; empty where it is gone.
  std::string MakeUntilEnd(const VariantStudies& studies, int num_threads);
  /// Sends a message of one text, and waits for the end: as MakeUntilEnd().
  std::string TellAndAwaitEnd(const BytesWriter& message);
  /// The next message; empty where the leader is gone.
  std::string Await();
  /// Answers the leader's last message.
  void Leave(std::string last);

  MessageTransport& transport_;
};

}  // namespace loopwright
