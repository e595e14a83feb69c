#pragma once

#include <string>
#include <string_view>

#include "engine/document/document.h"

namespace loopwright {

/// The document in its canonical form. Loading and saving a file in this form gives the same bytes.
///
/// Two-space indents; a parameter, block, wire, signal, note, frame, plot or figure takes one line,
/// but a Subsystem's keys take a line each and its diagram is written like the top level's,
/// indented. What a file gives stays given, also where it equals the default; sections that are
/// empty are left out, `diagram.blocks` excepted. Blocks, their parameters, and all lists keep
/// their order. Keys come in the order of the tables of engine/document/field_tables.h, unknown
/// ones after them with the source text of their values; those of `simulation` as SimulationKeys(),
/// and those of a distribution as DistributionArguments().
std::string SaveCanonical(const Document& document);

/// Writes `bytes` to `path` so that there is always a whole file: a new file in the same directory,
/// flushed to disk, renamed over the old one, whose permissions it takes; a symbolic link is
/// followed. Throws FileError naming the path and the reason, and leaves the old file as it was.
void WriteFileAtomically(const std::string& path, std::string_view bytes);

}  // namespace loopwright
