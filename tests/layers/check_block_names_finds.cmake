# Proves that check_block_names.cmake can fail: plants a source that names a block type.
#
#   cmake -DCHECK=<check_block_names.cmake> -DWORK=<a folder to write in> -P <this file>
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)

file(REMOVE_RECURSE "${WORK}")
file(WRITE "${WORK}/gui/run/fields.cpp" "label->setText(tr(\"Gain\"))\\;\nload(\"Scopes\")\\;\n")
expect("no catalogue" 1 "")
file(WRITE "${WORK}/tests/blocklib/catalogue.json" "{}")
expect("a catalogue without types" 1 "no block type was found")
file(WRITE "${WORK}/tests/blocklib/catalogue.json"
  "{\"blocks\": [\n  {\"type\": \"Gain\"},\n  {\"type\": \"Scope\"}]}")
expect("a tree without names" 0 "none of 2 block types")
file(WRITE "${WORK}/gui/plots/kinds.cpp" "if (block.type == \"Scope\") return kTime\\;\n")
expect("a source with a name" 1 "gui/plots/kinds.cpp: Scope")
file(REMOVE "${WORK}/gui/plots/kinds.cpp")
file(WRITE "${WORK}/tests/blocklib/catalogue.json"
  "{\"blocks\": [\n  {\"type\": \"Gain\"},\n  {\"type\": \"Inport\"}]}")
file(WRITE "${WORK}/engine/document/level.cpp" "if (type == \"Inport\") return true\;\n")
expect("an engine that knows levels" 0 "none of 2 block types")
file(WRITE "${WORK}/engine/analysis/kinds.cpp" "if (type == \"Gain\") return 1\;\n")
expect("an engine with a name" 1 "engine/analysis/kinds.cpp: Gain")
file(WRITE "${WORK}/engine/analysis/kinds.cpp" "// such as \"Gain\"\n")
file(WRITE "${WORK}/gui/run/ports.cpp" "if (type == \"Inport\") return 1\;\n")
expect("an editor that knows levels" 1 "gui/run/ports.cpp: Inport")
file(REMOVE_RECURSE "${WORK}")
