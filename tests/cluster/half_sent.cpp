// Three processes that mpirun starts: one dies while it sends a long message. The leader hears of
// the other all the same, and exits with 0.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>

#include "app/cluster/load_transport.h"

int main() {
  using std::chrono::seconds;
  const loopwright::ClusterPlace place = loopwright::JoinCluster();
  loopwright::MessageTransport* transport = place.transport.get();
  if (transport == nullptr || transport->num_ranks() != 3) {
    std::fprintf(stderr, "no three processes: %s\n", place.problem.c_str());
    return 1;
  }
  if (transport->rank() == 1) {
    transport->Send(0, std::string(std::size_t{256} << 20, 'x'));
    std::raise(SIGKILL);
  }
  if (transport->rank() == 2) {
    // The leader has found the beginning of the long message by then.
    std::this_thread::sleep_for(seconds(2));
    transport->Send(0, "short");
    std::this_thread::sleep_for(seconds(2));
    transport->Close(false);
    return 0;
  }
  const auto begin = std::chrono::steady_clock::now();
  int rank = -1;
  std::string bytes;
  while (std::chrono::steady_clock::now() - begin < seconds(60)) {
    if (transport->Receive(&rank, &bytes)) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const bool is_heard = rank == 2 && bytes == "short";
  if (!is_heard) std::fprintf(stderr, "rank %d, %zu bytes\n", rank, bytes.size());
  transport->Close(false);
  return is_heard ? 0 : 1;
}
