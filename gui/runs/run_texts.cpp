#include "gui/runs/run_texts.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>

#include "engine/build/overrides.h"
#include "engine/differences/document_differences.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/kept_run/run_file.h"
#include "engine/recording/recording.h"
#include "gui/document/qt_text.h"
#include "gui/run/change_texts.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class RunTexts {
  Q_DECLARE_TR_FUNCTIONS(RunTexts)
};

constexpr qsizetype kMostValues = 3;  // that are named on a line

// "gain.gain" of "plant/gain.gain" is too little, "plant/gain.gain" is right; of a setting the name
// alone: "stop_time".
QString shortPath(const std::string& path) {
  const QString text = toQt(path);
  const QString simulation = QStringLiteral("simulation.");
  return text.startsWith(simulation) ? text.mid(simulation.size()) : text;
}

double endTime(const KeptRun& run) {
  if (run.finish) return run.finish->outcome.time;
  const int64_t rows = run.recording->size();
  return rows == 0 ? 0 : run.recording->time(rows - 1);
}

}  // namespace

// Files have the time in UTC; here it is that of the place. For runs of today the time of day is
// enough.
QString beganText(const KeptRun& run) {
  const QString text = toQt(run.start.began);
  const QDateTime began = QDateTime::fromString(text, Qt::ISODate).toLocalTime();
  if (!began.isValid()) return text;
  const QString time = began.toString(QStringLiteral("HH:mm:ss"));
  if (began.date() == QDate::currentDate()) return time;
  return QLocale().toString(began.date(), QLocale::ShortFormat) + u' ' + time;
}

QString seedText(const KeptRun& run) {
  for (const auto& [name, value] : run.start.settings) {
    if (name == "seed") return toQt(value);
  }
  return {};
}

// A file that ends without a record of how the run ended was cut off, as by a crash: then the last
// recorded time is all that is known.
QString endText(const KeptRun& run) {
  const QString time = QString::number(endTime(run));
  if (!run.damage.empty()) return RunTexts::tr("damaged after %1 s").arg(time);
  if (!run.finish) return RunTexts::tr("cut off at %1 s").arg(time);
  switch (run.finish->outcome.end) {
    case RunEnd::kTerminated:
      return RunTexts::tr("ended by %1 at %2 s").arg(toQt(run.finish->outcome.path), time);
    case RunEnd::kStopped:
      return RunTexts::tr("stopped at %1 s").arg(time);
    case RunEnd::kFailed:
      return RunTexts::tr("failed at %1 s").arg(time);
    default:
      return RunTexts::tr("done at %1 s").arg(time);
  }
}

// What a run has to tell of itself, a line each: where it is from, when, how it ended, what is
// wrong with its file, the settings that matter most, and values that were changed while it went
// on.
QString recordText(const KeptRun& run) {
  QStringList lines;
  lines += RunTexts::tr("%1, by Loopwright %2")
               .arg(toQt(run.start.diagram_file), toQt(run.start.program));
  lines += RunTexts::tr("began %1, %2").arg(beganText(run), endText(run));
  if (run.finish && !run.finish->outcome.message.empty()) {
    lines += toQt(run.finish->outcome.message);
  }
  if (!run.damage.empty()) lines += RunTexts::tr("The file %1.").arg(toQt(run.damage));
  for (const auto& [name, value] : run.start.settings) {
    if (name == "integrator" || name == "accuracy" || name == "seed") {
      lines += toQt(name) + QStringLiteral(": ") + toQt(value);
    }
  }
  for (const GestureNote& change : JoinGestures(run.changes)) lines += changeText(change);
  return lines.join(u'\n');
}

// A kept run carries the text of its diagram. That text is read with the overrides of the run, so
// that comparing it with the present diagram shows what was really run.
std::shared_ptr<const Document> readDocument(const KeptRun& run, const BlockRegistry& registry) {
  LoadResult loaded = LoadDocument(run.start.diagram_text, registry);
  if (!loaded.document) return nullptr;
  try {
    ApplyOverrides(run.start.options.overrides, registry, &*loaded.document);
  } catch (const OverrideError&) {
    return nullptr;  // The run was made by a program with other blocks.
  }
  return std::make_shared<const Document>(std::move(*loaded.document));
}

// A line for the list of runs. Values come first, as "gain = 2" says more than a count, at most
// three of them; then what was changed during the run; all else is counted.
QString differencesText(const KeptRun& run, const Document* document, const Document& present,
                        const BlockRegistry& registry) {
  if (document == nullptr) return RunTexts::tr("its diagram cannot be read");
  const DocumentDifferences differences = FindDocumentDifferences(*document, present, registry);
  QStringList parts;
  for (const ValueDifference& value : differences.values) {
    if (parts.size() == kMostValues) break;
    parts += shortPath(value.path) + QStringLiteral(" = ") + toQt(value.before);
  }
  // What is plotted of a run does not make it another.
  const auto plots =
      std::count_if(differences.content.begin(), differences.content.end(),
                    [](const std::string& line) { return line.starts_with("plot "); });
  // Values that are named above are not counted once more.
  const int others = static_cast<int>(static_cast<std::ptrdiff_t>(differences.content.size()) -
                                      plots - parts.size());
  for (const GestureNote& change : JoinGestures(run.changes)) {
    parts += RunTexts::tr("%1 = %2 from %3 s on")
                 .arg(shortPath(change.path), toQt(change.after))
                 .arg(change.end);
  }
  if (others > 0) {
    parts += others == 1 ? RunTexts::tr("1 other difference")
                         : RunTexts::tr("%n other differences", nullptr, others);
  }
  return parts.join(QStringLiteral(", "));
}

QString sideText(Side side) {
  return side == Side::kBefore ? RunTexts::tr("before the updates (○)")
                               : RunTexts::tr("after the updates (●)");
}

}  // namespace loopwright
