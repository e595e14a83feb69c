#pragma once

#include <string>

namespace loopwright {

/// Carries messages between the processes (ranks) that make one study together. Of one sender they
/// arrive in their order. Used by one thread. The command line's speaks MPI, from a plug-in
/// (app/cluster); tests have one between threads.
class MessageTransport {
 public:
  virtual ~MessageTransport() = default;

  /// From 0, the leader, to num_ranks() - 1.
  virtual int rank() const = 0;
  virtual int num_ranks() const = 0;
  /// Takes a message and returns at once. What goes to a rank that is gone is lost.
  virtual void Send(int rank, std::string bytes) = 0;
  /// The next message that has arrived, and from whom; false where there is none now.
  virtual bool Receive(int* rank, std::string* bytes) = 0;
  /// The last call. Waits, where `all_there`, until all ranks call it; else some rank is gone, and
  /// nobody is waited for.
  virtual void Close(bool all_there) = 0;
};

}  // namespace loopwright
