#include "engine/studies/run_block.h"

namespace loopwright {

void PutEndings(const std::vector<RunEnding>& endings, BytesWriter* out) {
  out->Put(uint64_t{endings.size()});
  for (const RunEnding& ending : endings) {
    out->Put(ending.run);
    out->Put(ending.end == RunEnd::kFailed);
    out->Put(ending.time);
    out->Put(std::string_view(ending.block));
    out->Put(std::string_view(ending.reason));
  }
}

std::vector<RunEnding> GetEndings(BytesReader* in) {
  std::vector<RunEnding> endings;
  const auto count = in->Get<uint64_t>();
  for (uint64_t i = 0; i < count; ++i) {
    RunEnding& ending = endings.emplace_back();
    ending.run = in->Get<uint64_t>();
    ending.end = in->Get<bool>() ? RunEnd::kFailed : RunEnd::kTerminated;
    ending.time = in->Get<double>();
    ending.block = in->GetText();
    ending.reason = in->GetText();
  }
  return endings;
}

std::string RunBlockBytes(const RunBlock& block) {
  BytesWriter out;
  for (const uint64_t number : {block.first, block.asked, block.made}) out.Put(number);
  out.Put(block.values);
  PutEndings(block.endings, &out);
  out.Put(block.on_grid);
  return out.bytes();
}

RunBlock ReadRunBlock(std::string_view bytes, std::size_t num_values, std::size_t num_cells) {
  BytesReader in(bytes);
  RunBlock block;
  for (uint64_t* number : {&block.first, &block.asked, &block.made}) *number = in.Get<uint64_t>();
  block.values = in.GetNumbers();
  block.endings = GetEndings(&in);
  block.on_grid = in.GetNumbers();
  const bool fits = block.made <= block.asked && in.at_end() &&
                    block.values.size() == block.made * num_values &&
                    block.on_grid.size() == block.made * num_cells;
  if (!fits) throw DamagedBytes();
  return block;
}

}  // namespace loopwright
