// The plug-in libloopwright-mpi.so: messages between the processes that mpirun or srun started, by
// MPI. loopwright-cli opens it at run time (load_transport.h), so that it needs no MPI itself.
//
// MPI: A Message-Passing Interface Standard, version 3.1 (2015), chapter 3: messages from one
// process to another. Neither sends nor receives wait: they are looked after now and then, so
// nobody waits for a process that has died.

#include <mpi.h>

#include <cstring>
#include <list>
#include <set>
#include <string>
#include <utility>

#include "app/cluster/load_transport.h"
#include "engine/cluster/message_transport.h"

namespace loopwright {
namespace {

constexpr int kTag = 1;

class MpiTransport final : public MessageTransport {
 public:
  MpiTransport() {
    int is_initialized = 0, provided = 0;
    MPI_Initialized(&is_initialized);
    if (is_initialized == 0) MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    // What goes to a process that is gone is an error that nobody need end for.
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &num_ranks_);
  }

  int rank() const override { return rank_; }
  int num_ranks() const override { return num_ranks_; }

  // A message is kept until MPI has taken it.
  void Send(int rank, std::string bytes) override {
    ForgetSent();
    Sending& sending = sending_.emplace_back();
    sending.bytes = std::move(bytes);
    MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, rank, kTag,
              MPI_COMM_WORLD, &sending.request);
  }

  // A long message arrives in pieces, and its sender may die between two of them. MPI_Recv() would
  // wait for the rest for ever, so every message is received beside the others: MPI_Improbe() and
  // MPI_Imrecv() (section 3.8.2) take it up and MPI_Test() says when it is whole.
  bool Receive(int* rank, std::string* bytes) override {
    ForgetSent();
    while (BeginReceiving()) continue;
    std::set<int> ranks;  // that have an earlier message under way
    for (auto receiving = receiving_.begin(); receiving != receiving_.end(); ++receiving) {
      if (!ranks.insert(receiving->rank).second) continue;
      int is_whole = 0;
      MPI_Test(&receiving->request, &is_whole, MPI_STATUS_IGNORE);
      if (is_whole == 0) continue;
      *rank = receiving->rank;
      *bytes = std::move(receiving->bytes);
      receiving_.erase(receiving);
      return true;
    }
    return false;
  }

  // With a process gone MPI_Finalize() would wait for it for ever.
  void Close(bool all_there) override {
    if (!all_there) return;
    for (Sending& sending : sending_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
    MPI_Finalize();
  }

 private:
  struct Sending {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  struct Receiving {
    int rank = 0;
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // False where no further message has begun to arrive.
  bool BeginReceiving() {
    int is_there = 0, size = 0;
    MPI_Message message;
    MPI_Status status;
    const int result =
        MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &is_there, &message, &status);
    if (result != MPI_SUCCESS || is_there == 0) return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Receiving& receiving = receiving_.emplace_back();
    receiving.rank = status.MPI_SOURCE;
    receiving.bytes.resize(size);
    MPI_Imrecv(receiving.bytes.data(), size, MPI_BYTE, &message, &receiving.request);
    return true;
  }

  void ForgetSent() {
    sending_.remove_if([](Sending& sending) {
      int is_sent = 0;
      MPI_Test(&sending.request, &is_sent, MPI_STATUS_IGNORE);
      return is_sent != 0;
    });
  }

  int rank_ = 0, num_ranks_ = 1;
  std::list<Sending> sending_;
  std::list<Receiving> receiving_;  ///< in the order in which they began to arrive
};

}  // namespace
}  // namespace loopwright

// Nothing for a program of another version, whose messages may be others.
extern "C" loopwright::MessageTransport* LoopwrightMakeTransport(const char* version) {
  if (std::strcmp(version, LOOPWRIGHT_VERSION) != 0) return nullptr;
  return new loopwright::MpiTransport();
}
