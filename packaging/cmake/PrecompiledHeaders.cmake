# What is included nearly everywhere is parsed once. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds
# without: every source includes what it uses, so nothing else changes.
#
# A precompiled header serves only sources compiled with the same flags, so each library and each
# folder of tests has its own. Headers of the project are in it where most of its sources include them,
# and then of the layers below alone: who edits such a header compiles nearly all of these sources
# anyway, and its own layer is where the compiler warns of it (of precompiled headers it is silent).

set(LOOPWRIGHT_STANDARD_HEADERS
  <Eigen/Core> <algorithm> <array> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory>
  <optional> <set> <stdexcept> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
set(LOOPWRIGHT_WIDGET_HEADERS
  <QAction> <QApplication> <QColor> <QComboBox> <QDockWidget> <QFont> <QGraphicsItem>
  <QGraphicsScene> <QGraphicsView> <QHash> <QLabel> <QLineEdit> <QMainWindow> <QMouseEvent>
  <QPainter> <QPainterPath> <QPointer> <QSettings> <QString> <QStringList> <QStyle> <QTimer>
  <QToolButton> <QTreeView> <QUndoStack> <QVBoxLayout> <QVector> <QWidget>)

# For a library without Qt. Headers of the project may follow.
function(loopwright_precompile_core target)
  list(TRANSFORM ARGN REPLACE "^(.+)$" "\"\\1\"" OUTPUT_VARIABLE headers)
  target_precompile_headers(${target} PRIVATE ${LOOPWRIGHT_STANDARD_HEADERS} ${headers})
endfunction()

# For a library of widgets; further headers follow.
function(loopwright_precompile_widgets target)
  target_precompile_headers(${target} PRIVATE
    ${LOOPWRIGHT_STANDARD_HEADERS} ${LOOPWRIGHT_WIDGET_HEADERS} ${ARGN})
endfunction()

# For the tests of a folder; headers of the project may follow.
function(loopwright_precompile_tests target)
  list(TRANSFORM ARGN REPLACE "^(.+)$" "\"\\1\"")
  set(headers ${LOOPWRIGHT_STANDARD_HEADERS} <QObject> <QString> <QTest> ${ARGN})
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if("loopwright::gui" IN_LIST libraries)
    list(APPEND headers ${LOOPWRIGHT_WIDGET_HEADERS})
  endif()
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()

# ccache keeps what is compiled with a precompiled header only if g++ names that header in its
# preprocessed output (and ccache's sloppiness has pch_defines and time_macros).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  add_compile_options(-fpch-preprocess)
endif()
