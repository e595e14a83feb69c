#include "blocklib/design/new_blocks.h"

#include <optional>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/edits/edit_helpers.h"

namespace loopwright {

// All signals have to be of one level, because a wire cannot cross the border of a subsystem. How
// many wires the level has now is kept, to tell them from those of the new blocks.
NewBlocks::NewBlocks(Transaction* transaction, const std::vector<std::string>& signals)
    : transaction_(transaction) {
  std::optional<std::string> level;
  for (const std::string& signal : signals) {
    const auto path = ParseSignalPath(signal);
    if (!path || path->element >= 0 || signal.starts_with('>')) {
      throw UsageError("--apply: \"" + signal + "\" is not a whole output, BLOCK.PORT");
    }
    const std::string here = SplitPath(path->block).first;
    if (level && *level != here) {
      throw UsageError("--apply: \"" + signals.front() + "\" and \"" + signal +
                       "\" are in different subsystems; lead them out to one level");
    }
    level = here;
  }
  level_ = level.value_or("");
  num_old_wires_ = transaction_->Diagram(level_).wires.size();
}

std::string NewBlocks::Add(
    const std::string& type, const std::string& name,
    const std::vector<std::pair<std::string, ParameterSetting>>& parameters) {
  Block block;
  block.type = type;
  block.name = name;
  for (const auto& [parameter, value] : parameters) block.SetParameter(parameter, value);
  return AddBlock(transaction_, level_, std::move(block));
}

// An input takes one wire. So several signals are joined by a Mux, in their order: `filter.u` gets
// a block `filter_u`.
void NewBlocks::Connect(const std::vector<std::string>& signals, const std::string& to) {
  if (signals.size() == 1) return AddWire(signals[0], to);
  const size_t dot = to.find('.');
  const int count = static_cast<int>(signals.size());
  const std::string mux =
      Add("Mux", to.substr(0, dot) + "_" + to.substr(dot + 1), {{"inputs", count}});
  for (int i = 0; i < count; ++i) {
    AddWire(signals[i], mux + ".u" + std::to_string(i + 1));
  }
  AddWire(mux + ".y", to);
}

// The other way round, one output for several signals is taken apart by a Demux, whose parts are as
// wide as the signals.
void NewBlocks::AddOnto(const std::string& from, const std::vector<std::string>& signals,
                        const std::vector<int>& widths) {
  const std::string name = from.substr(0, from.find('.'));
  if (signals.size() == 1) return AddSum(from, signals[0], name + "_sum");
  ParameterSetting::List parts;
  for (const int width : widths) parts.emplace_back(width);
  const std::string demux = Add("Demux", name + "_parts", {{"widths", parts}});
  AddWire(from, demux + ".u");
  for (size_t i = 0; i < signals.size(); ++i) {
    AddSum(demux + ".y" + std::to_string(i + 1), signals[i], name + "_sum");
  }
}

// The wires that were there before are led to the Sum; new blocks read what is before it.
void NewBlocks::AddSum(const std::string& from, const std::string& signal,
                       const std::string& name) {
  const auto path = ParseSignalPath(signal);
  const std::string source = SplitPath(path->block).second + "." + path->port;
  const std::string sum = Add("Sum", name, {{"signs", ParameterSetting("++")}});
  for (size_t i = 0; i < num_old_wires_; ++i) {
    Wire wire = transaction_->Diagram(level_).wires[i];
    if (wire.from != source) continue;
    wire.from = sum + ".y";
    wire.route.reset();
    transaction_->Apply(WireEdit{level_, i, ListAction::kReplace, std::move(wire)});
  }
  AddWire(signal, sum + ".u1");
  AddWire(from, sum + ".u2");
}

// Signals of the document have their level before them, those of new blocks have none.
void NewBlocks::AddWire(const std::string& signal, const std::string& to) {
  const auto path = ParseSignalPath(signal);
  Wire wire;
  wire.from = SplitPath(path->block).second + "." + path->port;
  wire.to = to;
  loopwright::Connect(transaction_, level_, std::move(wire));
}

ParameterSetting SettingOf(const Eigen::MatrixXd& matrix) {
  ParameterSetting::List rows;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    ParameterSetting::List row;
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.emplace_back(matrix(i, j));
    rows.emplace_back(row);
  }
  return rows;
}

}  // namespace loopwright
