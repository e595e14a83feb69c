#include "app/cluster/load_transport.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace loopwright {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlugIn = "libloopwright-mpi.so";

int NumberFrom(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

// As Open MPI's mpirun says it, else as Slurm does where it starts processes of PMIx.
int NumProcesses() {
  const int of_slurm = std::getenv("PMIX_RANK") == nullptr ? 1 : NumberFrom("SLURM_NTASKS", 1);
  return NumberFrom("OMPI_COMM_WORLD_SIZE", of_slurm);
}
int ProcessNumber() { return NumberFrom("OMPI_COMM_WORLD_RANK", NumberFrom("PMIX_RANK", 0)); }

std::vector<fs::path> PlacesOfPlugIn() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  return {folder / kPlugIn, folder / ".." / LOOPWRIGHT_LIBRARY_DIR / "loopwright" / kPlugIn};
}

// Of MPI's own plug-ins some look for its library among the symbols of the program: RTLD_GLOBAL.
void* OpenPlugIn(std::string* problem) {
  for (const fs::path& path : PlacesOfPlugIn()) {
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) *problem = dlerror();
    return library;
  }
  *problem = "there is no " + PlacesOfPlugIn()[0].string() + " and no " +
             PlacesOfPlugIn()[1].lexically_normal().string();
  return nullptr;
}

}  // namespace

// The plug-in is never closed: MPI has threads and handlers of its own until the process ends.
ClusterPlace JoinCluster() {
  ClusterPlace place;
  const int num_processes = NumProcesses();
  if (num_processes <= 1) return place;
  place.is_leader = ProcessNumber() == 0;
  std::string reason;
  void* library = OpenPlugIn(&reason);
  if (library != nullptr) {
    const auto make = reinterpret_cast<decltype(&LoopwrightMakeTransport)>(
        dlsym(library, "LoopwrightMakeTransport"));
    if (make != nullptr) place.transport.reset(make(LOOPWRIGHT_VERSION));
    reason = std::string(kPlugIn) + " is of another version than " + LOOPWRIGHT_VERSION;
  }
  if (place.transport != nullptr) {
    place.is_leader = place.transport->rank() == 0;
  } else {
    place.problem =
        "This is one of " + std::to_string(num_processes) +
        " processes of a launcher of MPI, and they cannot make one study together: " + reason +
        ". Install the package loopwright-mpi, or start one process alone";
  }
  return place;
}

}  // namespace loopwright
