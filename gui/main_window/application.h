#pragma once

namespace loopwright {

/// The program `loopwright`: opens the editor, or makes pictures without one.
///
///
///   loopwright [FILE...]                        the editor
///   loopwright --export-diagram OUT.svg|.png|.pdf|.tex FILE
///   loopwright --run --export-diagram OUT --time SECONDS FILE
///                                               the same with the values of an instant
///   loopwright --run --export-plots DIR [--variant NAME] [--beside NAME] FILE
///                                               pictures and data of the plots of a run
///   loopwright --run --export-timeline OUT [--from SECONDS] [--to SECONDS] FILE
///   loopwright --export-study OUT [--signal PATH] [--variant NAME] FILE
///                                               the fan of a signal in all runs of the study
///   loopwright --export-analysis DIR [--analysis NAME] FILE
///                                               the analyses that the file lists
///       all: [--style screen|paper|mono] [--width MM|ieee|...] [--height MM]
///             [--font-size PT] [--font NAME] [--names] [--format pictures|tex] [--standalone]
///            [--figure ROWSxCOLUMNS]          all plots in one figure
///   loopwright --export FILE...                 the figures that the files list under `export`
///   loopwright --screenshot OUT.png [--dark] [--select PATH] FILE
///                                               the window after a run, a block selected
///   loopwright --help-pages DIR                 the help of all block types, as files
///
///
/// Without a display (neither DISPLAY nor WAYLAND_DISPLAY set) and where QT_QPA_PLATFORM does not
/// say otherwise, it draws offscreen. Returns the exit code of format.md: 1 wrong usage, 2 the
/// diagram is not valid, 3 the run failed, 4 a file could not be read or written.
int runApplication(int argc, char** argv);

}  // namespace loopwright
