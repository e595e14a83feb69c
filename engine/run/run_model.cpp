#include "engine/run/run_model.h"

#include <algorithm>

#include "engine/build/overrides.h"
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/random/antithetic.h"
#include "engine/run/run_settings.h"

namespace loopwright {
namespace {

// The document with the options that say what the diagram is. Overrides are written into the
// document as if they stood in the file.
Document Prepare(const Document& document, const BlockRegistry& registry,
                 const RunOptions& options) {
  Document prepared = document;
  if (options.algebraic_loops) {
    RequireAlgebraicLoops(*options.algebraic_loops);
    prepared.simulation.Set("algebraic_loops", ParameterSetting(*options.algebraic_loops));
  }
  try {
    ApplyOverrides(options.overrides, registry, &prepared);
  } catch (const OverrideError& error) {
    throw UsageError(error.what());
  }
  return prepared;
}

// What is overridden is not random.
std::vector<RandomParameter> RandomParametersOf(const Document& document,
                                                const RunOptions& options) {
  if (!options.run && !options.is_study) return {};
  std::vector<RandomParameter> parameters =
      ListRandomParameters(document, [&](const std::string& path) {
        return std::any_of(options.overrides.begin(), options.overrides.end(),
                           [&](const auto& one) { return one.first == path; });
      });
  const std::string problem = SobolProblem(document, parameters.size());
  if (!problem.empty()) throw UsageError("study.sobol: `sobol` " + problem);
  return parameters;
}

}  // namespace

BuiltDocument::BuiltDocument(Document document, const BlockRegistry& registry, bool allow_paths)
    : document_(std::move(document)),
      registry_(registry),
      allow_paths_(allow_paths),
      result_(BuildDiagram(document_, registry, {{}, allow_paths})) {}

// Under a flag that lets one thread build while others wait.
std::shared_ptr<const System<AutoDiff>> BuiltDocument::Differentiated() const {
  std::call_once(differentiated_once_, [this] {
    differentiated_ = BuildDiagramOf<AutoDiff>(document_, registry_, {{}, allow_paths_}).diagram;
  });
  return differentiated_;
}

// Builds the nominal diagram, and where something is random, finds out what can be set in its
// context.
RunModel::RunModel(const Document& document, const BlockRegistry& registry,
                   const RunOptions& options)
    : registry_(registry),
      allow_paths_(options.allow_paths),
      document_(Prepare(document, registry, options)),
      simulation_(EvaluateSimulation(document_, nullptr)),
      random_parameters_(RandomParametersOf(document_, options)),
      nominal_(Build(document_)) {
  if (random_parameters_.empty() || !nominal_->ok()) return;
  slots_ = std::make_unique<RandomSlots>(nominal_->document(), registry_, allow_paths_,
                                         nominal_->index(), random_parameters_);
}

std::shared_ptr<const BuiltDocument> RunModel::Build(Document document) const {
  num_builds_.fetch_add(1, std::memory_order_relaxed);
  return std::make_shared<const BuiltDocument>(std::move(document), registry_, allow_paths_);
}

uint64_t RunModel::SourceRun(uint64_t run) const {
  const std::optional<StudySettings>& study = document_.study;
  return study && study->antithetic.value_or(false) ? AntitheticRun(run) : run;
}

std::vector<std::string> RunModel::structural() const {
  return slots_ ? slots_->structural() : std::vector<std::string>();
}

// Names the parameters with whose draws the diagram has to be built anew; empty where there is
// none.
std::string RunModel::StructureNote() const {
  const std::vector<std::string> names = structural();
  if (names.empty()) return {};
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return "the diagram is built anew for every run, because its structure depends on what is "
         "drawn: " +
         list;
}

std::unique_ptr<RunModel::Scratch> RunModel::MakeScratch() const {
  return slots_ ? std::make_unique<Scratch>(*slots_) : nullptr;
}

RunModel::RunParts RunModel::NominalRun() const { return {nominal_, simulation_}; }

// The quick way writes drawn numbers into the context. Where that is not possible, the drawn values
// are written into a copy of the document, which is built.
RunModel::RunParts RunModel::DrawnRun(std::optional<uint64_t> seed, uint64_t run, Scratch* scratch,
                                      Context<double>* context) const {
  if (random_parameters_.empty()) return NominalRun();
  if (random_parameters_[0].sobol && run >= SobolCoordinate::kMostPoints) {
    throw UsageError("run " + std::to_string(run) + ": Sobol' points end with run " +
                     std::to_string(SobolCoordinate::kMostPoints - 1));
  }
  const RandomSource source{seed.value_or(simulation_.seed), SourceRun(run)};
  if (slots_ && slots_->structural().empty() && slots_->Set(source, scratch, context)) {
    return {nominal_, slots_->Simulation(*scratch)};
  }
  Document drawn = document_;
  SetRandomParameters(random_parameters_, source, &drawn);
  RunParts parts{Build(std::move(drawn)), {}};
  parts.simulation = EvaluateSimulation(parts.built->document(), nullptr);
  return parts;
}

}  // namespace loopwright
