#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

// The block types of which nested diagrams are made. They are no systems of their own: a Subsystem
// becomes a Diagram, Inport and Outport become its ports. A type without a system of its own:
// building a diagram puts the subsystem's blocks in its place. Its ports are Inports and Outports
// inside, which is why none are named here.
BlockDescriptor SubsystemBlock() {
  BlockDescriptor block;
  block.type = "Subsystem";
  block.category = "routing";
  block.title = "Subsystem";
  block.summary = "A diagram inside a block.";
  block.search_words = "group, hierarchy, superblock, block of blocks, module, component, atomic";
  block.names_elsewhere = "SUPER_f, Model, Atomic Subsystem, SUBSYSTEM";
  block.icon = R"(
  <path d="M2.8 4.5 H21.2 V19.5 H2.8 Z"/>
  <path d="M6 9 H10 V15 H6 Z" fill="currentColor" fill-opacity="0.16"/>
  <path d="M14 9 H18 V15 H14 Z" fill="currentColor" fill-opacity="0.16"/>
  <path d="M10 12 H14"/>
)";
  block.shape = {.width = 80};
  block.inputs = {"its Inport blocks"};
  block.outputs = {"its Outport blocks"};
  block.feedthrough = "as its contents";
  block.behaviour =
      "holds a nested `diagram`; ports are named after the Inport and Outport blocks inside, "
      "ordered by their `index`";
  block.role = BlockRole::kSubsystem;
  block.face = [](const FaceParameters&) {
    Face face =
        Face::Picture({{"M-18.5 -9 H-9.5 C-8.7 -9 -8 -8.3 -8 -7.5 V-2.5 C-8 -1.7 -8.7 -1 -9.5 -1 "
                        "H-18.5 C-19.3 -1 -20 -1.7 -20 -2.5 V-7.5 C-20 -8.3 -19.3 -9 -18.5 -9 Z "
                        "M9.5 -9 H18.5 C19.3 -9 20 -8.3 20 -7.5 V-2.5 C20 -1.7 19.3 -1 18.5 -1 "
                        "H9.5 C8.7 -1 8 -1.7 8 -2.5 V-7.5 C8 -8.3 8.7 -9 9.5 -9 Z "
                        "M-4.5 3 H4.5 C5.3 3 6 3.7 6 4.5 V9.5 C6 10.3 5.3 11 4.5 11 "
                        "H-4.5 C-5.3 11 -6 10.3 -6 9.5 V4.5 C-6 3.7 -5.3 3 -4.5 3 Z "
                        "M-8 -5 H8 M20 -5 H23 V7 H6 M-6 7 H-23 V-5 H-20",
                        FaceStroke::Colour::kMuted, 1.1}},
                      {52, 30});
    face.least_width = 30;  // in less, the names of its ports say enough
    return face;
  };
  return block;
}

// Inside a subsystem an Inport stands for what is wired to the subsystem. Its width and its
// distribution are for the top level, where it is an input of the whole diagram.
BlockDescriptor InportBlock() {
  BlockDescriptor block;
  block.type = "Inport";
  block.category = "routing";
  block.title = "Inport";
  block.summary =
      "An input of the enclosing subsystem; at the top level an input of the whole diagram.";
  block.search_words = "input, in, input port, connector, entry";
  block.names_elsewhere = "In1, IN_f, INPORT, INIMPL_f";
  block.icon = R"(
  <path d="M11 4 H20.5 V20 H11"/>
  <path d="M2.5 12 H14.5 M10.6 8.1 L14.6 12 L10.6 15.9"/>
)";
  block.shape.outline = BlockOutline::kPill;
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("index", ParameterKind::kInteger, 1, "", ">= 1", ""),
      MakeParameter("width", ParameterKind::kInteger, 1, "", ">= 1", "used at the top level"),
      MakeParameter("default", ParameterKind::kVector, 0, "", "", "value of an unconnected input"),
      MakeParameter(
          "random", ParameterKind::kChoice, "none", "", "none | uniform | gaussian | exponential",
          "marks a random input; at the top level a random source is connected (period below)"),
      MakeParameter("period", ParameterKind::kNumber, 0.1, "s", "> 0",
                    "sampling period of that source"),
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireElements(arguments, {"default"}, problems);
  };
  block.role = BlockRole::kInport;
  block.face = [](const FaceParameters& p) { return Face::Text(p.Text("index")); };
  return block;
}

// The `index` orders the ports on the block around, so that they can be put where the reader
// expects them.
BlockDescriptor OutportBlock() {
  BlockDescriptor block;
  block.type = "Outport";
  block.category = "routing";
  block.title = "Outport";
  block.summary = "An output of the enclosing subsystem or of the whole diagram.";
  block.search_words = "output, out, output port, exit";
  block.names_elsewhere = "Out1, OUT_f, OUTPORT, OUTIMPL_f";
  block.icon = R"(
  <path d="M12 4 H3.5 V20 H12"/>
  <path d="M9 12 H21 M17.3 8.1 L21.3 12 L17.3 15.9"/>
)";
  block.shape.outline = BlockOutline::kPill;
  block.inputs = {"u"};
  block.parameters = {
      MakeParameter("index", ParameterKind::kInteger, 1, "", ">= 1", ""),
  };
  block.role = BlockRole::kOutport;
  block.face = [](const FaceParameters& p) { return Face::Text(p.Text("index")); };
  return block;
}

}  // namespace loopwright
