#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "engine/edits/edit.h"

namespace loopwright {

/// Blocks that a design puts into a diagram, with what their inputs read and what reads them:
///
///     NewBlocks blocks(&transaction, {"motor/u.y", "motor/speed.y"});
///     const std::string name = blocks.Add("StateSpace", "filter", {});
///     blocks.Connect({"motor/u.y", "motor/speed.y"}, name + ".u");       through a Mux
///     blocks.AddOnto(name + ".y", {"motor/u.y"}, {1});                   through a Sum
class NewBlocks {
 public:
  /// Into the level of the blocks whose outputs `signals` are. UsageError where one is no whole
  /// output, or they are of different levels.
  NewBlocks(Transaction* transaction, const std::vector<std::string>& signals);

  /// Returns the block's name: `name`, with a number behind it where there is one of that name.
  std::string Add(const std::string& type, const std::string& name,
                  const std::vector<std::pair<std::string, ParameterSetting>>& parameters);
  /// Wires signals, one after another, to an input `BLOCK.PORT` of such a block.
  void Connect(const std::vector<std::string>& signals, const std::string& to);
  /// Adds an output `BLOCK.PORT` of such a block to signals of these widths, one part after another
  /// to each: what has read them up to now reads a Sum.
  void AddOnto(const std::string& from, const std::vector<std::string>& signals,
               const std::vector<int>& widths);

 private:
  void AddWire(const std::string& signal, const std::string& to);
  void AddSum(const std::string& from, const std::string& signal, const std::string& name);

  Transaction* transaction_;
  std::string level_;
  size_t num_old_wires_ = 0;  ///< of those that the level had, which are the first
};

/// A matrix as it stands in a file.
ParameterSetting SettingOf(const Eigen::MatrixXd& matrix);

}  // namespace loopwright
