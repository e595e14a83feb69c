#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

// The block types `Goto` and `From`, which stand for a wire. They are no systems of their own: when
// a diagram is built, what a From feeds is connected to what feeds the Goto. A wire that is not
// drawn: the check joins a Goto with the Froms of its tag on the same level.
BlockDescriptor GotoBlock() {
  BlockDescriptor block;
  block.type = "Goto";
  block.category = "routing";
  block.title = "Goto";
  block.summary = "Sends a signal to the From blocks of the same tag.";
  block.search_words = "send, tag, wireless, label, jump wire";
  block.names_elsewhere = "GOTO, Data Store Write";
  block.icon = R"(
  <path d="M2 12 H7"/>
  <path d="M7 6.5 H15.5 L21 12 L15.5 17.5 H7 Z" fill="currentColor" fill-opacity="0.16"/>
)";
  block.shape.outline = BlockOutline::kPill;
  block.inputs = {"u"};
  block.parameters = {
      MakeParameter("tag", ParameterKind::kText, "A", "", "unique per diagram level", ""),
  };
  block.role = BlockRole::kGoto;
  block.face = [](const FaceParameters& p) { return Face::Text("[" + p.Text("tag") + "]"); };
  return block;
}

// It has no system of its own; who reads it reads what drives the Goto.
BlockDescriptor FromBlock() {
  BlockDescriptor block;
  block.type = "From";
  block.category = "routing";
  block.title = "From";
  block.summary = "Receives a Goto's signal.";
  block.search_words = "receive, tag, wireless, label";
  block.names_elsewhere = "FROM, Data Store Read";
  block.icon = R"(
  <path d="M3 6.5 H11.5 L17 12 L11.5 17.5 H3 Z" fill="currentColor" fill-opacity="0.16"/>
  <path d="M17 12 H22"/>
)";
  block.shape.outline = BlockOutline::kPill;
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("tag", ParameterKind::kText, "A", "", "a Goto of that tag in the same level",
                    ""),
  };
  block.role = BlockRole::kFrom;
  block.face = [](const FaceParameters& p) { return Face::Text("[" + p.Text("tag") + "]"); };
  return block;
}

}  // namespace loopwright
