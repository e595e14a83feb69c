#include "gui/runs/kept_runs.h"

#include <algorithm>
#include <utility>

#include "engine/kept_run/run_file.h"
#include "engine/recording/recording.h"
#include "gui/plots/plot_view.h"
#include "gui/run/recording_memory.h"

namespace loopwright {

namespace {

// The recording, and the texts that it takes to make the run again.
int64_t bytesOf(const KeptRun& run) {
  size_t texts = run.start.diagram_text.size();
  for (const KeptInput& input : run.start.inputs) texts += input.bytes.size();
  return run.recording->bytes() + static_cast<int64_t>(texts);
}

QString numberedName(int number) { return KeptRuns::tr("run %1").arg(number); }

}  // namespace

QString KeptRunEntry::label() const {
  return isNamed || differences.isEmpty() ? name : name + QStringLiteral(": ") + differences;
}

const KeptRunEntry* KeptRuns::find(int number) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(),
                   [number](const KeptRunEntry& entry) { return entry.number == number; });
  return found == entries_.end() ? nullptr : &*found;
}

KeptRunEntry* KeptRuns::entry(int number) { return const_cast<KeptRunEntry*>(find(number)); }

// Numbers are never used twice in a session, so that "run 3" stays the same run after others have
// been removed. Adding a run may push out the oldest ones that are not pinned.
int KeptRuns::add(std::shared_ptr<const KeptRun> run, const QString& name, bool isPinned) {
  KeptRunEntry entry;
  entry.number = ++lastNumber_;
  entry.isNamed = !name.isEmpty();
  entry.name = entry.isNamed ? name : numberedName(entry.number);
  entry.isPinned = isPinned;
  entry.run = std::move(run);
  entries_.push_back(std::move(entry));
  forgetOldest();
  Q_EMIT changed();
  return lastNumber_;
}

void KeptRuns::remove(int number) {
  const KeptRunEntry* const gone = find(number);
  if (gone == nullptr) return;
  const bool wasOverlaid = gone->isOverlaid;
  entries_.erase(entries_.begin() + (gone - entries_.data()));
  tell(wasOverlaid);
}

void KeptRuns::rename(int number, const QString& name) {
  KeptRunEntry* const renamed = entry(number);
  if (renamed == nullptr) return;
  renamed->isNamed = !name.trimmed().isEmpty();
  renamed->name = renamed->isNamed ? name.trimmed() : numberedName(number);
  tell(renamed->isOverlaid);
}

// A run that is not pinned any more may be one too many.
void KeptRuns::setPinned(int number, bool isPinned) {
  KeptRunEntry* const pinned = entry(number);
  if (pinned == nullptr || pinned->isPinned == isPinned) return;
  pinned->isPinned = isPinned;
  forgetOldest();
  Q_EMIT changed();
}

void KeptRuns::setOverlaid(int number, bool isOverlaid) {
  KeptRunEntry* const overlaid = entry(number);
  if (overlaid == nullptr || overlaid->isOverlaid == isOverlaid) return;
  overlaid->isOverlaid = isOverlaid;
  tell(true);
}

// In what the diagram of a run differs from the present one is found on a thread. Who shows the
// list is told only where the text has changed.
void KeptRuns::setDifferences(int number, std::shared_ptr<const Document> document,
                              const QString& differences) {
  KeptRunEntry* const described = entry(number);
  if (described == nullptr) return;
  described->document = std::move(document);
  if (described->differences == differences) return;
  described->differences = differences;
  tell(described->isOverlaid);
}

std::vector<RunOverlay> KeptRuns::overlays() const {
  std::vector<RunOverlay> overlays;
  for (const KeptRunEntry& entry : entries_) {
    if (entry.isOverlaid) overlays.push_back({entry.label(), entry.run->recording});
  }
  return overlays;
}

int64_t KeptRuns::mostBytes() const {
  return mostBytes_.value_or(int64_t{RecordingMemory::mebibytes()} << 20);
}

void KeptRuns::setMostBytes(int64_t bytes) {
  mostBytes_ = bytes;
  forgetOldest();
  Q_EMIT changed();
}

int64_t KeptRuns::bytes() const {
  int64_t bytes = 0;
  for (const KeptRunEntry& entry : entries_) bytes += bytesOf(*entry.run);
  return bytes;
}

// The last one is what the plots show, and takes its memory whether it is kept or not.
void KeptRuns::forgetOldest() {
  int64_t excess = bytes() - mostBytes();
  bool wasOverlaid = false;
  for (size_t i = 0; excess > 0 && i + 1 < entries_.size();) {
    if (entries_[i].isPinned) {
      ++i;
      continue;
    }
    excess -= bytesOf(*entries_[i].run);
    wasOverlaid |= entries_[i].isOverlaid;
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (wasOverlaid) Q_EMIT overlaysChanged();
}

void KeptRuns::tell(bool isOverlaid) {
  Q_EMIT changed();
  if (isOverlaid) Q_EMIT overlaysChanged();
}

}  // namespace loopwright
