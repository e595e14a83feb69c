#include "engine/studies/checkpoint.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "engine/common/atomic_file.h"
#include "engine/common/bytes.h"
#include "engine/common/exceptions.h"
#include "engine/file/save.h"
#include "engine/random/draw.h"
#include "engine/studies/monte_carlo_study.h"
#include "engine/studies/run_block.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr std::string_view kCheckpointBegin = "loopwright study checkpoint 1\n";

// Put and Get of each part stand side by side: they have to name the same members in one order.
void PutMoments(const Moments& moments, BytesWriter* out) {
  out->Put(moments.count);
  for (const double number : {moments.mean, moments.squares, moments.least, moments.greatest}) {
    out->Put(number);
  }
}

Moments GetMoments(BytesReader* in) {
  Moments moments;
  moments.count = in->Get<uint64_t>();
  for (double* number : {&moments.mean, &moments.squares, &moments.least, &moments.greatest}) {
    *number = in->Get<double>();
  }
  return moments;
}

// Moments, and the clusters of the digest, from which quantiles are made.
void PutSummary(const SampleSummary& summary, BytesWriter* out) {
  PutMoments(summary.moments, out);
  PutMoments(summary.independent, out);
  out->Put(uint64_t{summary.digest.clusters().size()});
  for (const TDigest::Cluster& cluster : summary.digest.clusters()) {
    out->Put(cluster.mean);
    out->Put(cluster.weight);
    out->Put(cluster.is_point);
  }
}

// A digest never has more clusters than kMostClusters; a larger number is no digest.
SampleSummary GetSummary(BytesReader* in) {
  SampleSummary summary;
  summary.moments = GetMoments(in);
  summary.independent = GetMoments(in);
  const auto size = in->Get<uint64_t>();
  if (size > TDigest::kMostClusters) throw DamagedBytes();
  std::vector<TDigest::Cluster> clusters(size);
  for (TDigest::Cluster& cluster : clusters) {
    cluster.mean = in->Get<double>();
    cluster.weight = in->Get<double>();
    cluster.is_point = in->Get<bool>();
  }
  summary.digest = TDigest(std::move(clusters));
  return summary;
}

// Everything that later runs add to: values run by run, how runs ended, and the state of the
// ensemble with all its levels. Labels and grid times are not kept, since the same study has the
// same.
void PutResults(const StudyResults& results, BytesWriter* out) {
  out->Put(results.num_runs);
  out->Put(results.values);
  PutEndings(results.endings, out);
  const Ensemble::State& state = results.ensemble.state();
  out->Put(state.num_runs);
  out->Put(state.leaf);
  out->Put(uint64_t{state.levels.size()});
  for (const auto& level : state.levels) {
    out->Put(level.has_value());
    if (!level) continue;
    for (const SampleSummary& cell : *level) PutSummary(cell, out);
  }
}

// `num_cells` is known from the study: what lies in a level is one summary for each cell. A level
// stands for twice as many runs as the level below it, so 64 of them hold more runs than can be
// counted.
Ensemble::State GetEnsemble(std::size_t num_cells, BytesReader* in) {
  Ensemble::State state;
  state.num_runs = in->Get<uint64_t>();
  state.leaf = in->GetNumbers();
  const auto levels = in->Get<uint64_t>();
  constexpr uint64_t kMostLevels = 64;
  if (levels > kMostLevels) throw DamagedBytes();
  state.levels.resize(levels);
  for (auto& level : state.levels) {
    if (!in->Get<bool>()) continue;
    level.emplace();
    for (std::size_t cell = 0; cell < num_cells; ++cell) level->push_back(GetSummary(in));
  }
  return state;
}

// Begins with the results of the study before its first run, which have the labels, and fills in
// what was found.
StudyResults GetResults(const StudyResults& empty, BytesReader* in) {
  StudyResults results = empty;
  results.num_runs = in->Get<uint64_t>();
  results.values = in->GetNumbers();
  results.endings = GetEndings(in);
  results.ensemble.Restore(GetEnsemble(empty.ensemble.num_cells(), in));
  if (results.values.size() != results.num_runs * results.num_values()) throw DamagedBytes();
  return results;
}

// Lists what the results of a study depend on.
class OptionList {
 public:
  void Add(const std::string& text) { text_ += text + '\n'; }
  void Add(bool is_set) { Add(std::string(is_set ? "yes" : "no")); }
  void Add(const std::optional<std::string>& text) { Add(text ? "=" + *text : std::string()); }
  void Add(const std::optional<double>& number) {
    Add(number ? FormatNumber(*number) : std::string());
  }
  void Add(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) Add("=" + text);
    Add(std::string());
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Every option that a number in the results depends on. An option that was forgotten here would let
// a study go on from results that were made otherwise.
void AddRunOptions(const RunOptions& run, OptionList* list) {
  for (const auto& [name, value] : run.overrides) list->Add(name + "=" + value);
  list->Add(run.signal_paths);
  list->Add(run.all_signals);
  for (const auto& number : {run.start_time, run.stop_time, run.accuracy, run.absolute_tolerance,
                             run.max_step, run.fixed_step, run.stochastic_step, run.log_interval}) {
    list->Add(number);
  }
  for (const auto& text : {run.integrator, run.stochastic_integrator, run.output,
                           run.discontinuities, run.algebraic_loops}) {
    list->Add(text);
  }
  list->Add(run.seed ? std::to_string(*run.seed) : std::string());
  list->Add(run.no_isolation);
  list->Add(run.no_log_updates);
}

}  // namespace

// The document is taken in its canonical form: a file that was only formatted otherwise is the same
// study, and so is one whose study is looked at by another signal.
uint64_t StudyFingerprint(const Document& document, const StudyOptions& options,
                          std::string_view more) {
  OptionList list;
  AddRunOptions(options.run, &list);
  list.Add(options.has_ensemble);
  list.Add(options.grid_sec);
  for (const MeasureText& measure : options.measures) list.Add(measure.name + "=" + measure.text);
  Document asked = document;
  if (asked.study) asked.study->signal.reset();
  return StreamKey(SaveCanonical(asked) + list.text() + std::string(more));
}

// The file is written under another name and put in place at the end. A study that is killed while
// it writes leaves the checkpoint before.
void WriteCheckpoint(const std::string& path, uint64_t fingerprint,
                     const std::vector<const StudyResults*>& results) {
  BytesWriter payload;
  payload.Put(fingerprint);
  payload.Put(uint64_t{results.size()});
  for (const StudyResults* one : results) PutResults(*one, &payload);
  BytesWriter header;
  header.Put(uint64_t{payload.bytes().size()});
  header.Put(StreamKey(payload.bytes()));
  AtomicFile file(path);
  file.Write(kCheckpointBegin);
  file.Write(header.bytes());
  file.Write(payload.bytes());
  file.Commit();
}

// The checksum is compared before anything of the content is believed. Only then the fingerprint
// tells a file of another study, which is the user's choice of a file and no damage.
std::optional<std::vector<StudyResults>> ReadCheckpoint(
    const std::string& path, uint64_t fingerprint, const std::vector<const StudyResults*>& empty) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (!file) throw FileError("Cannot read " + path);
  if (!bytes.starts_with(kCheckpointBegin)) {
    throw FileError("Cannot resume from " + path +
                    ": it does not begin as a checkpoint of a study does");
  }
  try {
    BytesReader header(std::string_view(bytes).substr(kCheckpointBegin.size()));
    const auto size = header.Get<uint64_t>();
    const auto checksum = header.Get<uint64_t>();
    const std::string_view payload =
        std::string_view(bytes).substr(kCheckpointBegin.size() + 2 * sizeof(uint64_t));
    if (payload.size() != size || StreamKey(payload) != checksum) throw DamagedBytes();
    BytesReader in(payload);
    if (in.Get<uint64_t>() != fingerprint) {
      throw UsageError("--resume: " + path +
                       " is of another study: the diagram or an option has changed since; with a "
                       "new file the study begins anew");
    }
    std::vector<StudyResults> results;
    const auto count = in.Get<uint64_t>();
    if (count > empty.size()) throw DamagedBytes();
    for (uint64_t i = 0; i < count; ++i) results.push_back(GetResults(*empty[i], &in));
    if (!in.at_end()) throw DamagedBytes();
    return results;
  } catch (const DamagedBytes&) {
    throw FileError("Cannot resume from " + path +
                    ": it is cut or changed; without it the study begins anew");
  }
}

}  // namespace loopwright
