#pragma once

#include <string>

namespace loopwright {

class Transaction;
struct DiagramModel;

/// Whether the signal of output `key` (`BLOCK.PORT`) of a level is to be recorded for its own sake.
bool isRecorded(const DiagramModel& diagram, const std::string& key);

/// Lets runs record the signal of an output for its own sake, or not any more.
void recordSignal(Transaction* transaction, const std::string& level, const std::string& key,
                  bool recorded);

}  // namespace loopwright
