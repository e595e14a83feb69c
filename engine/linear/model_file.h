#pragma once

#include <string>

#include "engine/linear/linear_model.h"
#include "engine/linear/result_tree.h"

namespace loopwright {

/// The keys of a model: A, B, C, D, Ts, delays (s), states, inputs, outputs.
void AddModel(const LinearModel& model, ResultTree* result);

/// Reads a model from a file that --out wrote: `.json`, an object with these keys, of which A, B, C
/// and D are required; or `.mat`, variables of these names. FileError where it cannot be read,
/// UsageError where it holds no model.
LinearModel ReadModelFile(const std::string& path);

/// Writes a result: `.json` all of it, `.mat` its numbers and matrices, `.csv` its lists of numbers
/// of one length as columns. FileError where it cannot be written, UsageError for another name.
void WriteResultFile(const ResultTree& result, const std::string& path);

}  // namespace loopwright
