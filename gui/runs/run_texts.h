#pragma once

#include <QString>
#include <memory>

#include "engine/recording/side.h"

namespace loopwright {

class BlockRegistry;
class Document;
struct KeptRun;

// What is said of kept runs.

/// When the run began, in the time of the desktop: "14:05:12", or with the date where that is not
/// today. What the record has for it where that is no time.
QString beganText(const KeptRun& run);

/// The seed of its random numbers.
QString seedText(const KeptRun& run);

/// How it ended, and when: "done at 2 s", "cut off at 0.3 s".
QString endText(const KeptRun& run);

/// Everything that is known of it, in lines, for a tool tip.
QString recordText(const KeptRun& run);

/// The diagram that was run, with the values that were set for the run; null where this program
/// cannot read it.
std::shared_ptr<const Document> readDocument(const KeptRun& run, const BlockRegistry& registry);

/// What the diagram of a run has otherwise than another diagram, on a line: "kp = 20, 2 other
/// differences". Values that were changed while it ran stand with their time. `document` is that of
/// readDocument(), and may be null.
QString differencesText(const KeptRun& run, const Document* document, const Document& present,
                        const BlockRegistry& registry);

/// "before the updates (○)" or "after the updates (●)".
QString sideText(Side side);

}  // namespace loopwright
