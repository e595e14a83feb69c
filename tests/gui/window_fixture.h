#pragma once

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "blocklib/registry.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/workspace.h"
#include "gui/theme/theme.h"

namespace loopwright {

/// A folder for a test's files, and settings and data that are nobody's.
class WindowFixture {
 public:
  WindowFixture() {
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
    QApplication::setOrganizationName(QStringLiteral("LoopwrightTest"));
    QApplication::setApplicationName(QStringLiteral("LoopwrightTest"));
    applyTheme(qApp, Theme::Mode::kLight);
  }

  QString path(const QString& name) const { return folder_.filePath(name); }

  /// Writes a file and returns its path.
  QString write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    file.open(QIODevice::WriteOnly);
    file.write(bytes);
    return file.fileName();
  }

  static QByteArray read(const QString& path) {
    QFile file(path);
    file.open(QIODevice::ReadOnly);
    return file.readAll();
  }

 private:
  QTemporaryDir folder_;
};

/// A window as the program opens it, on the screen; `size` where it is not to be the usual one.
inline std::unique_ptr<MainWindow> shownWindow(const QSize& size = QSize()) {
  auto window = std::make_unique<MainWindow>(BuiltInBlocks());
  if (size.isValid()) window->resize(size);
  window->restoreLayout();
  window->show();
  if (!QTest::qWaitForWindowExposed(window.get())) qFatal("the window was not shown");
  return window;
}

/// The same, with the keyboard.
inline std::unique_ptr<MainWindow> activeWindow(const QSize& size = QSize()) {
  auto window = shownWindow(size);
  if (!QTest::qWaitForWindowActive(window.get())) qFatal("the window has not got the keyboard");
  return window;
}

/// The counter of the discrete-systems document with a scope, formatted by hand.
inline QByteArray counterDiagram(double stop_time = 0.06) {
  return R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": )" +
         QByteArray::number(stop_time) + R"(},
  "diagram": {"blocks": {
    "counter": {"type": "DiscreteCounter",
                "parameters": {"increment": 10, "period": 0.02}, "layout": {"x": 0, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 120, "y": 0}}},
  "wires": [{"from": "counter.y", "to": "scope.u1"}]}}
)";
}

}  // namespace loopwright
