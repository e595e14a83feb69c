# What is included nearly everywhere is parsed once. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds
# without: every source includes what it uses, so nothing else changes.
#
# A precompiled header serves only sources compiled with the same flags, hence three kinds: the
# libraries without Qt, the editor (its plots apart), and the tests (with Qt Test).

set(LOOPWRIGHT_STANDARD_HEADERS
  <Eigen/Core> <algorithm> <array> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory>
  <optional> <set> <stdexcept> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
set(LOOPWRIGHT_WIDGET_HEADERS
  <QAction> <QApplication> <QColor> <QComboBox> <QDockWidget> <QFont> <QGraphicsItem>
  <QGraphicsScene> <QGraphicsView> <QHash> <QLabel> <QLineEdit> <QMainWindow> <QMouseEvent>
  <QPainter> <QPainterPath> <QPointer> <QSettings> <QString> <QStringList> <QStyle> <QTimer>
  <QToolButton> <QTreeView> <QUndoStack> <QVBoxLayout> <QVector> <QWidget>)

# For a library without Qt; `from`, where given, is a library whose header is shared.
function(loopwright_precompile_core target)
  if(ARGC GREATER 1)
    target_precompile_headers(${target} REUSE_FROM ${ARGV1})
  else()
    target_precompile_headers(${target} PRIVATE ${LOOPWRIGHT_STANDARD_HEADERS})
  endif()
endfunction()

# For a library of widgets; further headers follow.
function(loopwright_precompile_widgets target)
  target_precompile_headers(${target} PRIVATE
    ${LOOPWRIGHT_STANDARD_HEADERS} ${LOOPWRIGHT_WIDGET_HEADERS} ${ARGN})
endfunction()

# Makes the object library `name`, linked with the libraries that follow, whose header tests with
# the same libraries share: target_precompile_headers(test REUSE_FROM name).
function(loopwright_add_test_header name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Carries the precompiled header.\n")
  add_library(${name} OBJECT ${source})
  loopwright_compile_options(${name})
  target_link_libraries(${name} PRIVATE ${ARGN} Qt6::Core Qt6::Test)
  set(headers ${LOOPWRIGHT_STANDARD_HEADERS} <QObject> <QString> <QTest>)
  if("loopwright::gui" IN_LIST ARGN)
    list(APPEND headers ${LOOPWRIGHT_WIDGET_HEADERS})
  endif()
  target_precompile_headers(${name} PRIVATE ${headers})
endfunction()

# ccache keeps what is compiled with a precompiled header only if g++ names that header in its
# preprocessed output (and ccache's sloppiness has pch_defines and time_macros).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  add_compile_options(-fpch-preprocess)
endif()
