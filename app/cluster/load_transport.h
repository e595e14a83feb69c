#pragma once

#include <memory>
#include <string>

#include "engine/cluster/message_transport.h"

/// What the plug-in libloopwright-mpi.so is asked for: a transport, which the caller owns; null
/// where `version` is not the plug-in's.
extern "C" loopwright::MessageTransport* LoopwrightMakeTransport(const char* version);

namespace loopwright {

/// What this process is to a study.
struct ClusterPlace {
  /// To the processes that mpirun or srun started together with this one; null where it is alone.
  std::unique_ptr<MessageTransport> transport;
  /// Why there is none though there are such processes, and what helps.
  std::string problem;
  bool is_leader = true;
};

/// Finds out from the environment whether a launcher of MPI (Open MPI's mpirun, or srun with PMIx)
/// started this process as one of several, and opens the plug-in if so: beside the program, or in
/// ../LIBDIR/loopwright of its folder.
ClusterPlace JoinCluster();

}  // namespace loopwright
