#pragma once

#include <map>
#include <string>

namespace loopwright {

class BlockRegistry;
struct DiagramModel;
class Document;

/// The units of a document's signals. A unit is said of an output port, in `signals`; it is that of
/// the same signal under its other names too, within a subsystem and around it: where `plant.speed`
/// is in m/s, so is the output of the block inside that drives the subsystem's Outport `speed`, and
/// so is an Inport's output into which it leads. What a Goto sends has one unit at all its Froms.
/// What is said of a name itself goes first.
class SignalUnits {
 public:
  /// Takes what it needs; the document may change or go.
  SignalUnits(const Document& document, const BlockRegistry& registry);

  /// The unit of `SUB/BLOCK.PORT`, or of one of its elements `SUB/BLOCK.PORT[1]`; "" where none is
  /// known.
  std::string Of(const std::string& path) const;

 private:
  void Collect(const DiagramModel& diagram, const std::string& level);
  void Spread(const Document& document, const BlockRegistry& registry);

  std::map<std::string, std::string> units_;  // by path
};

}  // namespace loopwright
