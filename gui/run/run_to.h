#pragma once

class QWidget;

namespace loopwright {

class RunController;

/// Asks for a time, and runs to it: the run pauses where it has come to it. Object name of the
/// dialog: `runToDialog`.
void askWhereToPause(RunController* runs, QWidget* parent);

}  // namespace loopwright
