#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/build/build.h"
#include "engine/build/random_slots.h"
#include "engine/check/simulation_values.h"
#include "engine/document/document.h"
#include "engine/run/run_options.h"

namespace loopwright {

/// A document and the diagram that was built from it, with its index and plan. Nothing of it
/// changes, so any number of runs on any number of threads may share it.
class BuiltDocument {
 public:
  /// The registry outlives this object.
  BuiltDocument(Document document, const BlockRegistry& registry, bool allow_paths);
  BuiltDocument(const BuiltDocument&) = delete;
  BuiltDocument& operator=(const BuiltDocument&) = delete;

  /// Whether the document could be built.
  bool ok() const { return result_.ok(); }
  const Document& document() const { return document_; }
  /// Without a diagram where the document has errors.
  const BuildResult& result() const { return result_; }
  /// Of a document without errors only.
  const DiagramIndex<double>& index() const { return *result_.index; }
  /// The same diagram for automatic differentiation, built when it is first asked for; null where a
  /// block is not for that scalar.
  std::shared_ptr<const System<AutoDiff>> Differentiated() const;

 private:
  const Document document_;
  const BlockRegistry& registry_;
  const bool allow_paths_;
  BuildResult result_;
  mutable std::once_flag differentiated_once_;
  mutable std::shared_ptr<const System<AutoDiff>> differentiated_;
};

/// A document made ready for runs, built once. A run is a function of (model, options, seed, number
/// of the run): its random parameters and initial values are drawn and set in its context's slots
/// (RandomSlots); what no context holds makes it build a diagram of its own, see structural().
/// Threads may share a model.
class RunModel {
 public:
  /// Of `options` those that say what the diagram is: overrides, algebraic_loops, allow_paths, and
  /// whether runs are those of a study (`run` or `is_study`). What is wrong with these is a
  /// UsageError. The registry outlives the model.
  RunModel(const Document& document, const BlockRegistry& registry, const RunOptions& options);
  RunModel(const RunModel&) = delete;
  RunModel& operator=(const RunModel&) = delete;

  /// With nominal values.
  const std::shared_ptr<const BuiltDocument>& nominal() const { return nominal_; }
  const std::vector<RandomParameter>& random_parameters() const { return random_parameters_; }
  /// Which arguments of blocks (`SUB/BLOCK.NAME`) a diagram has to be built anew for in every run,
  /// because its structure depends on them; empty where none has to.
  std::vector<std::string> structural() const;
  /// That in a sentence for the user of a study; empty where nothing is to be told.
  std::string StructureNote() const;
  /// The run of a RandomSource that run `run` draws from: the same number, but of antithetic
  /// studies (AntitheticRun()).
  uint64_t SourceRun(uint64_t run) const;
  /// How many diagrams were built for runs so far, the nominal one included.
  int64_t num_builds() const { return num_builds_.load(std::memory_order_relaxed); }

  /// What the runs of one thread are drawn with.
  using Scratch = RandomSlots::Scratch;
  std::unique_ptr<Scratch> MakeScratch() const;

  /// What a run is made of.
  struct RunParts {
    std::shared_ptr<const BuiltDocument> built;
    SimulationValues simulation;
  };
  /// A run with nominal values.
  RunParts NominalRun() const;
  /// Run `run` of the study with that seed, the document's where there is none. `context`, which
  /// has the values that the nominal diagram begins with (null where that has errors), gets those
  /// of the run. Where `built` is another than nominal() it is of no use: the run has a diagram of
  /// its own.
  RunParts DrawnRun(std::optional<uint64_t> seed, uint64_t run, Scratch* scratch,
                    Context<double>* context) const;

 private:
  std::shared_ptr<const BuiltDocument> Build(Document document) const;

  const BlockRegistry& registry_;
  const bool allow_paths_;
  Document document_;  ///< with the overrides
  SimulationValues simulation_;
  std::vector<RandomParameter> random_parameters_;
  mutable std::atomic<int64_t> num_builds_{0};
  std::shared_ptr<const BuiltDocument> nominal_;
  /// Null where nothing is random, and where the nominal document has errors.
  std::unique_ptr<const RandomSlots> slots_;
};

}  // namespace loopwright
