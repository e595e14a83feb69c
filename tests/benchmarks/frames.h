#pragma once

#include <QApplication>
#include <QEvent>
#include <QWidget>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "gui/theme/theme.h"

namespace loopwright {

// What the programs have in common that time frames of the editor (analysis, canvas, plots).

/// Calls `run` with an application, on the offscreen platform unless the environment names another,
/// in the light theme. Returns what the program is to return.
template <typename Run>
int runWithApplication(int argc, char** argv, const Run& run) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyTheme(&application, Theme::Mode::kLight);
  return run();
}

/// Handles what is waiting and paints what has changed, without waiting for the next refresh.
inline void paintNow(QWidget* widget) {
  QApplication::processEvents();
  QEvent request(QEvent::UpdateRequest);
  QApplication::sendEvent(widget->window(), &request);
}

/// The value that `part` of all values are not above: 0.5 gives the median, 1 the greatest one. 0
/// where there are none.
inline double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const auto index = static_cast<std::size_t>(part * static_cast<double>(values.size()));
  return values[std::min(index, values.size() - 1)];
}

/// Prints a line of what frames took.
inline void printFrames(const std::vector<double>& milliseconds) {
  std::printf("  a frame: median %.2f ms   99 %% %.2f ms   most %.2f ms   (%zu)\n",
              quantile(milliseconds, 0.5), quantile(milliseconds, 0.99), quantile(milliseconds, 1),
              milliseconds.size());
}

}  // namespace loopwright
