#pragma once

#include <string>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/jacobian/diagram_jacobian.h"

namespace loopwright {

/// Between which signals a diagram is linearised. Of dead times the signals that go in are the last
/// outputs and those that come out the last inputs, as in LinearModel.
struct AnalysisPorts {
  DiagramPorts ports;                          ///< without updates
  std::vector<std::string> inputs, outputs;    ///< names, without those of dead times
  std::vector<int> input_nodes, output_nodes;  ///< their blocks
  std::vector<double> delays_sec;
  std::vector<int> delay_nodes;  ///< by element of dead times: its block
};

/// The ports that the options name, or else the Inports and Outports, and what else they do to
/// signals: openings, and gains in the place of blocks. Columns of inputs begin behind
/// `num_states`. UsageError names a signal or block that is not there, comes twice, or stands where
/// nothing can be added or cut.
AnalysisPorts ListPorts(const OperatingPoint& point, const PointOptions& options, int num_states);

}  // namespace loopwright
