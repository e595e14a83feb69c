#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/document/document.h"
#include "gui/figures/figure_options.h"

namespace loopwright {

struct MadeFigure;
struct RunOutcome;

// What the program does without a window: pictures of diagrams and of their runs. Each command says
// on standard error what is wrong, and answers an exit code.

/// The exit codes of the command line program, as far as they occur here.
enum ExitCode { kDone = 0, kWrongUsage = 1, kInvalidDiagram = 2, kRunFailed = 3, kFileTrouble = 4 };

/// Says a line on standard error, as standard output is for results.
void say(const QString& text);
/// Says what is wrong with the command line, and answers the exit code for it.
int wrongUsage(const QString& text);
/// Says what is wrong with a file that is read or written, and answers the exit code for it.
int fileTrouble(const QString& text);
/// Prints diagnostics as the command line program does: file, place, severity and text.
void sayDiagnostics(const QString& file, const std::vector<Diagnostic>& diagnostics);
/// Says why a run failed and where, and answers the exit code for how it ended.
int codeAfter(const RunOutcome& outcome);
/// Reads a file; on trouble says it and sets the exit code.
std::optional<Document> loadDiagram(const QString& file, int* exitCode);

/// Writes a figure that was made, with what there is to say of it, from `folder` on; answers the
/// exit code.
int writeMade(const MadeFigure& made, const QString& name, const QString& folder);

/// Draws the top level of a diagram's file into a picture. With a time, seconds, the diagram is
/// run, and signals have the values that they have at the last instant up to then.
int exportDiagramOf(const QString& file, const QString& path, const FigureOptions& options,
                    const std::optional<double>& time = std::nullopt);

/// Runs a diagram and draws what its plots would show into a folder. A run that failed is drawn as
/// far as it came, and its exit code is answered all the same. Of `asked` the variant counts that
/// is run, without it the diagram as it is, and the variant whose run stands behind that.
int exportPlotsOf(const QString& file, const QString& folder, const FigureOptions& options,
                  const FigureSetting& asked = {});

/// Runs a diagram and draws the phases of its steps from `from` to `to`, seconds, or of the whole
/// run.
int exportTimelineOf(const QString& file, const QString& path, const std::optional<double>& from,
                     const std::optional<double>& to, const FigureOptions& options);

/// Makes the runs of a file's study and draws the fan of a signal. `asked` says of which signal and
/// variant, and what stands beside it: signal, variant, beside, theory and paths count. Without
/// them it is the signal of the study, or else the first that is recorded, and the first variant.
int exportStudyOf(const QString& file, const QString& path, const FigureSetting& asked,
                  const FigureOptions& options);

/// Makes figures of the analyses that a file lists, or of the one of this name, into a folder: for
/// each of its views `NAME-VIEW.png`, `.svg`, `.pdf` and `.csv`, or what TeX needs. Of `asked` the
/// variant counts that is analysed, without it the diagram as it is, and the variant whose analysis
/// stands behind that. Where an analysis has no result its figures stay as they are and the others
/// are made; the exit code is that of the first trouble.
int exportAnalysesOf(const QString& file, const QString& folder, const QString& name,
                     const FigureOptions& options, const FigureSetting& asked = {});

/// Makes the figures that files list under `export`, beside each file, and writes those that
/// changed. A diagram is run once, and only where a figure shows plots; where the run fails, those
/// figures stay as they are. All files are gone through; the exit code is that of the first
/// trouble.
int exportFigures(const QStringList& files);

}  // namespace loopwright
