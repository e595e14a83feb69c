#include "gui/actions/command_words.h"

#include <QAction>
#include <QCoreApplication>
#include <algorithm>
#include <iterator>

#include "gui/actions/actions.h"

namespace loopwright {

namespace {

constexpr char kContext[] = "CommandWords";

struct CommandWords {
  const char* name;   // of the action
  const char* title;  // "" where the menu's text can stand alone
  const char* words;  // other words for it, separated by ", "
};

// By the action's name: a title where that of the menu says too little by itself ("Left" for
// aligning left edges), and other words by which people look for the command.
const CommandWords kCommands[] = {
    {"new", "", QT_TRANSLATE_NOOP("CommandWords", "create, empty diagram")},
    {"open", "", QT_TRANSLATE_NOOP("CommandWords", "load, read a file")},
    {"save", "", QT_TRANSLATE_NOOP("CommandWords", "store, write the file")},
    {"exportFigure", "",
     QT_TRANSLATE_NOOP("CommandWords",
                       "diagram, picture, image, screenshot, SVG, PNG, PDF, TeX, TikZ, paper")},
    {"exportPlots", "",
     QT_TRANSLATE_NOOP("CommandWords", "curves, data, CSV, picture, image, SVG, PNG, PDF")},
    {"print", "", QT_TRANSLATE_NOOP("CommandWords", "paper")},
    {"quit", "", QT_TRANSLATE_NOOP("CommandWords", "exit, end the program")},
    {"undo", "", QT_TRANSLATE_NOOP("CommandWords", "take back, revert")},
    {"redo", "", QT_TRANSLATE_NOOP("CommandWords", "again, repeat")},
    {"duplicate", "", QT_TRANSLATE_NOOP("CommandWords", "clone, copy")},
    {"delete", "", QT_TRANSLATE_NOOP("CommandWords", "remove, erase")},
    {"rename", "", QT_TRANSLATE_NOOP("CommandWords", "name, label")},
    {"find", "", QT_TRANSLATE_NOOP("CommandWords", "search")},
    {"zoomActual", "", QT_TRANSLATE_NOOP("CommandWords", "100 %")},
    {"zoomFit", "",
     QT_TRANSLATE_NOOP("CommandWords", "show all, whole diagram, fit to the window")},
    {"canvasMinimap", "", QT_TRANSLATE_NOOP("CommandWords", "overview")},
    {"wireValues", "", QT_TRANSLATE_NOOP("CommandWords", "signals, numbers, labels, debug")},
    {"blockComputations", "",
     QT_TRANSLATE_NOOP("CommandWords", "profile, cost, cache, evaluations, heat map")},
    {"blockTimes", "",
     QT_TRANSLATE_NOOP("CommandWords", "profile, cost, slow, duration, heat map")},
    {"showBlocks", "", QT_TRANSLATE_NOOP("CommandWords", "palette, library, browser")},
    {"showProperties", "", QT_TRANSLATE_NOOP("CommandWords", "form, block parameters")},
    {"showParameters", "", QT_TRANSLATE_NOOP("CommandWords", "variables, constants, workspace")},
    {"showSettings", "",
     QT_TRANSLATE_NOOP("CommandWords", "solver, integrator, stop time, step size, configuration")},
    {"showPlots", "", QT_TRANSLATE_NOOP("CommandWords", "curves, graph, scope")},
    {"showSignals", "", QT_TRANSLATE_NOOP("CommandWords", "wires, outputs, ports, values, list")},
    {"showRuns", "", QT_TRANSLATE_NOOP("CommandWords", "history of runs, results, overlay")},
    {"showInspector", "",
     QT_TRANSLATE_NOOP("CommandWords",
                       "state, cache, events, dependencies, debug, why this value")},
    {"showProblems", "", QT_TRANSLATE_NOOP("CommandWords", "errors, warnings, messages")},
    {"themeSystem", "", QT_TRANSLATE_NOOP("CommandWords", "colours, appearance")},
    {"themeLight", "", QT_TRANSLATE_NOOP("CommandWords", "colours, appearance, day")},
    {"themeDark", "", QT_TRANSLATE_NOOP("CommandWords", "colours, appearance, dark mode, night")},
    {"languageEnglish", QT_TRANSLATE_NOOP("CommandWords", "Language: English"), ""},
    {"languageGerman", QT_TRANSLATE_NOOP("CommandWords", "Language: German"), ""},
    {"addBlock", "", QT_TRANSLATE_NOOP("CommandWords", "insert, place")},
    {"addNote", "", QT_TRANSLATE_NOOP("CommandWords", "comment, annotation, text")},
    {"addFrame", "", QT_TRANSLATE_NOOP("CommandWords", "box, area, rectangle")},
    {"rotate", "", QT_TRANSLATE_NOOP("CommandWords", "turn")},
    {"flip", "", QT_TRANSLATE_NOOP("CommandWords", "mirror")},
    {"toggleEnabled", "", QT_TRANSLATE_NOOP("CommandWords", "disable, deactivate, skip, enable")},
    {"alignLeft", QT_TRANSLATE_NOOP("CommandWords", "Align left edges"), ""},
    {"alignCentre", QT_TRANSLATE_NOOP("CommandWords", "Align centres above each other"),
     QT_TRANSLATE_NOOP("CommandWords", "vertical line")},
    {"alignRight", QT_TRANSLATE_NOOP("CommandWords", "Align right edges"), ""},
    {"alignTop", QT_TRANSLATE_NOOP("CommandWords", "Align top edges"), ""},
    {"alignMiddle", QT_TRANSLATE_NOOP("CommandWords", "Align middles side by side"),
     QT_TRANSLATE_NOOP("CommandWords", "horizontal line")},
    {"alignBottom", QT_TRANSLATE_NOOP("CommandWords", "Align bottom edges"), ""},
    {"distributeAcross",
     QT_TRANSLATE_NOOP("CommandWords", "Distribute with equal gaps side by side"),
     QT_TRANSLATE_NOOP("CommandWords", "align, spread")},
    {"distributeDown",
     QT_TRANSLATE_NOOP("CommandWords", "Distribute with equal gaps above each other"),
     QT_TRANSLATE_NOOP("CommandWords", "align, spread")},
    {"arrange", "", QT_TRANSLATE_NOOP("CommandWords", "tidy, clean up, automatic layout, align")},
    {"group", "", QT_TRANSLATE_NOOP("CommandWords", "superblock")},
    {"dissolve", "", QT_TRANSLATE_NOOP("CommandWords", "ungroup, expand")},
    {"openSubsystem", "", QT_TRANSLATE_NOOP("CommandWords", "look inside, enter")},
    {"leaveSubsystem", "", QT_TRANSLATE_NOOP("CommandWords", "up, parent")},
    {"run", "", QT_TRANSLATE_NOOP("CommandWords", "simulate, start, play, continue")},
    {"pause", "", QT_TRANSLATE_NOOP("CommandWords", "interrupt, hold, continue")},
    {"stop", "", QT_TRANSLATE_NOOP("CommandWords", "end, abort, cancel")},
    {"step", "", QT_TRANSLATE_NOOP("CommandWords", "single step, debug, next")},
    {"stepToUpdate", "", QT_TRANSLATE_NOOP("CommandWords", "next event, sample, debug")},
    {"runTo", "", QT_TRANSLATE_NOOP("CommandWords", "pause at, until")},
    {"slower", "", QT_TRANSLATE_NOOP("CommandWords", "speed, real time, rate")},
    {"faster", "", QT_TRANSLATE_NOOP("CommandWords", "speed, real time, rate")},
    {"openRun", "", QT_TRANSLATE_NOOP("CommandWords", "load a recording, results")},
    {"saveRun", "", QT_TRANSLATE_NOOP("CommandWords", "keep a recording, results")},
    {"checkSteps", "",
     QT_TRANSLATE_NOOP("CommandWords", "trust, error, order, convergence, step size, accuracy")},
    {"compareRuns", "", QT_TRANSLATE_NOOP("CommandWords", "difference, diff, tolerance")},
    {"verifyRun", "", QT_TRANSLATE_NOOP("CommandWords", "reproduce, repeat, check to the bit")},
    {"linkPlots", "", QT_TRANSLATE_NOOP("CommandWords", "common time axis, together, free")},
    {"linkTimeline", "", QT_TRANSLATE_NOOP("CommandWords", "common time axis, together, zoom")},
    {"plotCursors", "", QT_TRANSLATE_NOOP("CommandWords", "difference, slope, read, values")},
    {"plotMeasures", "",
     QT_TRANSLATE_NOOP("CommandWords",
                       "statistics, mean, rms, rise time, overshoot, settling time, period")},
    {"fitPlots", "", QT_TRANSLATE_NOOP("CommandWords", "scale, axes")},
    {"help", "", QT_TRANSLATE_NOOP("CommandWords", "manual, documentation")},
    {"allBlocks", "", QT_TRANSLATE_NOOP("CommandWords", "reference, library")},
    {"shortcuts", "", QT_TRANSLATE_NOOP("CommandWords", "shortcuts, keys")},
    {"about", "", QT_TRANSLATE_NOOP("CommandWords", "version, licence")},
};

// The entry of an action by its object name; null for the many that need no other words.
const CommandWords* Find(const QAction& action) {
  const QString name = action.objectName().section(u'.', 1);
  const auto* const found =
      std::find_if(std::begin(kCommands), std::end(kCommands),
                   [&](const CommandWords& one) { return name == QLatin1String(one.name); });
  return found == std::end(kCommands) ? nullptr : found;
}

// The text in the language of the user interface; empty for an empty one.
QString translated(const char* text) {
  return *text == '\0' ? QString() : QCoreApplication::translate(kContext, text);
}

}  // namespace

// The text of the menu entry stands alone for most actions.
QString commandTitle(const QAction& action) {
  const CommandWords* const found = Find(action);
  return found == nullptr || *found->title == '\0' ? actionTitle(action) : translated(found->title);
}

// A word counts only where its beginning was typed, and no more than a title that contains it.
Match matchCommand(const QAction& action, const QString& search) {
  const Match title = fuzzyMatch(commandTitle(action), search);
  const CommandWords* const found = Find(action);
  if (title <= Match::kContains || found == nullptr) return title;
  for (const QString& word : translated(found->words).split(QStringLiteral(", "))) {
    if (!word.isEmpty() && fuzzyMatch(word, search) <= Match::kWords) return Match::kContains;
  }
  return title;
}

}  // namespace loopwright
