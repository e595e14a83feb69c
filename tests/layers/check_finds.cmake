# Proves that check_layers.cmake can fail: plants one wrong include, circle of folders, crowded
# folder or long file at a time in a small tree and expects the message for it, and none for the tree as
# it should be.
#
#   cmake -DCHECK=<check_layers.cmake> -DWORK=<a folder to write in> -P check_finds.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

function(write_good_tree)
  file(REMOVE_RECURSE "${WORK}")
  file(WRITE "${WORK}/engine/a.h" "#pragma once\n#include <vector>\n// #include <QString>\n")
  file(WRITE "${WORK}/engine/a.cpp" "#include \"engine/a.h\"\n#include <nlohmann/json.hpp>\n")
  file(WRITE "${WORK}/blocklib/b.h" "#pragma once\n#include \"engine/a.h\"\n")
  file(WRITE "${WORK}/gui/c.h" "#pragma once\n#include <QString>\n#include \"blocklib/b.h\"\n")
  file(WRITE "${WORK}/gui/c.cpp" "#include \"gui/c.h\"\n#include \"c.moc\"\n")
  file(WRITE "${WORK}/app/loopwright.cpp" "#include \"gui/c.h\"\n")
  file(WRITE "${WORK}/app/loopwright_cli.cpp" "#include <CLI/CLI.hpp>\n#include \"blocklib/b.h\"\n")
endfunction()

# Appends `text` to `file` of the good tree and expects the complaint `message`.
function(expect_complaint file text message)
  write_good_tree()
  file(APPEND "${WORK}/${file}" "${text}\n")
  expect("${text} in ${file}" 1 "${message}")
endfunction()

write_good_tree()
expect("a tree that keeps the layers" 0 "the includes of 7 files keep the layers")

expect_complaint(engine/a.h "#include <QString>" "engine/a.h:4: engine must not include <QString>")
expect_complaint(engine/a.h "#include <QtCore/qglobal.h>" "must not include <QtCore/qglobal.h>")
expect_complaint(engine/a.h "#include <nlohmann/json.hpp>" "engine/a.h:4: <nlohmann/json.hpp> belongs")
expect_complaint(engine/a.cpp "#include <CLI/CLI.hpp>" "engine must not include <CLI/CLI.hpp>")
expect_complaint(engine/a.cpp "  #  include \"blocklib/b.h\"" "engine/a.cpp:3: engine must not include")
expect_complaint(engine/a.cpp "#include \"gui/c.h\"" "engine must not include \"gui/c.h\"")
expect_complaint(blocklib/b.h "#include <qcustomplot.h>" "blocklib must not include <qcustomplot.h>")
expect_complaint(blocklib/b.h "#include <qstring.h>" "blocklib must not include <qstring.h>")
expect_complaint(blocklib/b.h "#include \"gui/c.h\"" "blocklib/b.h:3: blocklib must not include")
expect_complaint(gui/c.h "#include \"app/loopwright.cpp\"" "gui must not include")
expect_complaint(gui/c.cpp "#include \"c.h\"" "\"c.h\" is not a path from the project's root")
expect_complaint(app/loopwright_cli.cpp "#include \"gui/c.h\"" "builds without Qt: no \"gui/c.h\"")
expect_complaint(app/loopwright_cli.cpp "#include <QString>" "builds without Qt: no <QString>")

# Rooms of a layer: each is read after those that it includes.
function(write_rooms)
  write_good_tree()
  file(WRITE "${WORK}/engine/context/plan.h" "#pragma once\n")
  file(WRITE "${WORK}/engine/system/system.h" "#pragma once\n#include \"engine/context/plan.h\"\n")
  file(WRITE "${WORK}/gui/a/a.h" "#pragma once\n")
  file(WRITE "${WORK}/gui/b/b.h" "#pragma once\n#include \"gui/a/a.h\"\n")
  file(WRITE "${WORK}/gui/c/c.h" "#pragma once\n\n#include \"gui/b/b.h\"\n#include \"gui/c/d.h\"\n")
  file(WRITE "${WORK}/gui/c/d.h" "#pragma once\n#include \"gui/a/a.h\"\n")
endfunction()

write_rooms()
expect("rooms without a circle" 0 "the includes of 13 files keep the layers")

file(APPEND "${WORK}/gui/a/a.h" "#include \"gui/c/c.h\"\n")
expect("a circle of three rooms" 1 "include each other in a circle:")
expect("a circle of three rooms" 1 "gui/a/a.h:2: includes \"gui/c/c.h\"")
expect("a circle of three rooms" 1 "gui/c/c.h:3: includes \"gui/b/b.h\"")
expect("a circle of three rooms" 1 "gui/b/b.h:2: includes \"gui/a/a.h\"")

write_rooms()
file(APPEND "${WORK}/gui/a/a.h" "#include \"gui/b/b.h\"\n")
expect("a circle of two rooms" 1 "the folders gui/a > gui/b > gui/a include each other in a circle:")

write_rooms()
file(WRITE "${WORK}/engine/context/plan.cpp" "#include \"engine/system/system.h\"\n")
expect("a circle in the engine" 1 "engine/context/plan.cpp:1: includes \"engine/system/system.h\"")
expect("a circle in the engine" 1 "engine/system/system.h:2: includes \"engine/context/plan.h\"")

write_rooms()
file(WRITE "${WORK}/gui/a/deep/e.h" "#include \"gui/a/a.h\"\n")
file(APPEND "${WORK}/gui/a/a.h" "#include \"gui/a/deep/e.h\"\n")
expect("a circle with a folder inside another" 1 "gui/a/a.h:2: includes \"gui/a/deep/e.h\"")

write_rooms()
foreach(i RANGE 1 38)
  file(WRITE "${WORK}/gui/c/more_${i}.svg" "")
endforeach()
expect("a folder with 40 files" 0 "keep the layers")
file(WRITE "${WORK}/gui/c/more_39.svg" "")
expect("a folder with 41 files" 1 "gui/c: has 41 files, more than 40: divide it by their purpose")

write_rooms()
foreach(i RANGE 1 40)
  file(WRITE "${WORK}/engine/system/more_${i}.h" "")
endforeach()
expect("a room of the engine with 41 files" 1 "engine/system: has 41 files, more than 40")

# Two lines are there.
write_good_tree()
string(REPEAT "int a;\n" 498 lines)
file(APPEND "${WORK}/gui/c.cpp" "${lines}")
expect("a file of 500 lines" 0 "keep the layers")
file(APPEND "${WORK}/gui/c.cpp" "int a;\n")
expect("a file of 501 lines" 1 "gui/c.cpp:502: the file has 501 lines, more than 500: divide it")
write_good_tree()
file(WRITE "${WORK}/engine/system/system.h" "${lines}int a;\nint a;\nint a;\n")
expect("a long header" 1 "engine/system/system.h:502: the file has 501 lines, more than 500")

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
expect("an empty tree" 1 "no source was found")
