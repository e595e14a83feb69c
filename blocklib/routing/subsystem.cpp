#include "blocklib/routing/subsystem.h"

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"

namespace loopwright {

BlockDescriptor SubsystemBlock() {
  BlockDescriptor block;
  block.type = "Subsystem";
  block.category = "routing";
  block.title = "Subsystem";
  block.summary = "A diagram inside a block.";
  block.shape = {.width = 80};
  block.inputs = {"its Inport blocks"};
  block.outputs = {"its Outport blocks"};
  block.feedthrough = "as its contents";
  block.behaviour =
      "holds a nested `diagram`; ports are named after the Inport and Outport blocks inside, "
      "ordered by their `index`";
  block.role = BlockRole::kSubsystem;
  return block;
}

BlockDescriptor InportBlock() {
  BlockDescriptor block;
  block.type = "Inport";
  block.category = "routing";
  block.title = "Inport";
  block.summary =
      "An input of the enclosing subsystem; at the top level an input of the whole diagram.";
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
  return block;
}

BlockDescriptor OutportBlock() {
  BlockDescriptor block;
  block.type = "Outport";
  block.category = "routing";
  block.title = "Outport";
  block.summary = "An output of the enclosing subsystem or of the whole diagram.";
  block.shape.outline = BlockOutline::kPill;
  block.inputs = {"u"};
  block.parameters = {
      MakeParameter("index", ParameterKind::kInteger, 1, "", ">= 1", ""),
  };
  block.role = BlockRole::kOutport;
  return block;
}

}  // namespace loopwright
