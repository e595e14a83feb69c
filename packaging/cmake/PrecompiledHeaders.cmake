# What is included nearly everywhere is parsed once. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds
# without: every source includes what it uses, so nothing else changes.
#
# Making one takes a while, too. The word UNLESS_JOINED among the headers says that a library which is
# joined to one or two sources (see JoinedSources.cmake) then has none.
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

# For a library without Qt: the headers of the standard library, and those that follow, such as
# <QString> or engine/system/leaf_system.h.
function(loopwright_precompile target)
  if(LOOPWRIGHT_JOIN_SOURCES AND "UNLESS_JOINED" IN_LIST ARGN)
    return()
  endif()
  list(REMOVE_ITEM ARGN UNLESS_JOINED)
  list(TRANSFORM ARGN REPLACE "^([^/<]+/.+)$" "\"\\1\"")
  target_precompile_headers(${target} PRIVATE ${LOOPWRIGHT_STANDARD_HEADERS} ${ARGN})
endfunction()

# For a library of widgets; further headers may follow.
function(loopwright_precompile_widgets target)
  loopwright_precompile(${target} ${LOOPWRIGHT_WIDGET_HEADERS} ${ARGN})
endfunction()

# For the tests of a folder; headers of the project may follow.
function(loopwright_precompile_tests target)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if("loopwright::gui" IN_LIST libraries)
    list(APPEND ARGN ${LOOPWRIGHT_WIDGET_HEADERS})
  endif()
  loopwright_precompile(${target} <QObject> <QString> <QTest> ${ARGN})
endfunction()

# ccache keeps what is compiled with a precompiled header only if g++ names that header in its
# preprocessed output (and ccache's sloppiness has pch_defines and time_macros).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  add_compile_options(-fpch-preprocess)
endif()
