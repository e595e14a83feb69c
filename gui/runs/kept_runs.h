#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace loopwright {

class Document;
struct KeptRun;
struct RunOverlay;

/// A run that is kept, as a list shows it.
struct KeptRunEntry {
  int number = 0;           ///< never given twice
  QString name;             ///< "run 3", or what the user calls it
  bool isNamed = false;     ///< by the user
  bool isPinned = false;    ///< stays, whatever memory it takes
  bool isOverlaid = false;  ///< drawn behind the present run
  std::shared_ptr<const KeptRun> run;
  /// The diagram that was run; null until somebody has read it from the run.
  std::shared_ptr<const Document> document;
  /// What it has otherwise than the diagram as it is now: "kp = 20"; empty where that is nothing.
  QString differences;

  /// "run 3: kp = 20", for the legends of plots: the user's own name alone.
  QString label() const;
};

/// The runs of a document that are kept: the last ones, as far as their recordings fit into
/// mostBytes(), and those that are pinned. Of the others the oldest goes first; the newest stays.
/// Recordings are shared with whoever shows them, never copied.
class KeptRuns : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// The oldest first.
  const std::vector<KeptRunEntry>& all() const { return entries_; }
  /// Null where there is none of this number (any more).
  const KeptRunEntry* find(int number) const;

  /// Keeps a run, under a name of its own where one is given, and returns its number.
  int add(std::shared_ptr<const KeptRun> run, const QString& name = {}, bool isPinned = false);
  void remove(int number);
  /// A name that is empty, or has nothing but blanks, gives the run the name that it had first.
  void rename(int number, const QString& name);
  void setPinned(int number, bool isPinned);
  void setOverlaid(int number, bool isOverlaid);
  void setDifferences(int number, std::shared_ptr<const Document> document,
                      const QString& differences);

  /// Those that are to be drawn behind the present run.
  std::vector<RunOverlay> overlays() const;

  /// As much as one recording may take (RecordingMemory), unless setMostBytes() says otherwise.
  int64_t mostBytes() const;
  void setMostBytes(int64_t bytes);
  /// What all of them take, about.
  int64_t bytes() const;

 Q_SIGNALS:
  /// Any of them came, went or is another.
  void changed();
  /// Which are drawn behind the present one is another, or how they are called.
  void overlaysChanged();

 private:
  KeptRunEntry* entry(int number);
  void forgetOldest();
  void tell(bool isOverlaid);

  std::vector<KeptRunEntry> entries_;
  int lastNumber_ = 0;
  std::optional<int64_t> mostBytes_;
};

}  // namespace loopwright
