#pragma once

#include <set>
#include <string>

namespace loopwright {

class Document;
class Transaction;
struct DiagramModel;
struct SignalSetting;

/// What a level says of the signal of output `key` (`BLOCK.PORT`), or nothing but its key.
SignalSetting signalSettingOf(const DiagramModel& diagram, const std::string& key);

/// The outputs of a level (`BLOCK.PORT`) whose signals are to be recorded for their own sake,
/// whether that level says so or one outside, which calls them `SUB/BLOCK.PORT`.
std::set<std::string> recordedSignals(const Document& document, const std::string& level);

/// Whether the signal of output `key` is one of them.
bool isRecorded(const Document& document, const std::string& level, const std::string& key);

/// Lets runs record the signal of an output for its own sake, or not any more, whichever level
/// said so.
void recordSignal(Transaction* transaction, const std::string& level, const std::string& key,
                  bool recorded);

/// Says the unit of an output's signal; "" takes it out of the file.
void setUnit(Transaction* transaction, const std::string& level, const std::string& key,
             const std::string& unit);

}  // namespace loopwright
