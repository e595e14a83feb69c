#include "gui/document/file_questions.h"

#include <stdexcept>

#include "engine/common/result_file.h"
#include "engine/document/document.h"
#include "engine/file/diagram_files.h"

namespace loopwright {

namespace {

// Whether a diagnostic names this remedy, which tells what kind of question it is.
bool says(const Diagnostic& diagnostic, const char* remedy) {
  return diagnostic.text.find(remedy) != std::string::npos;
}

}  // namespace

// Diagnostics about files whose remedy is a permission become questions: of the block and its file,
// so that the user can allow that one.
std::set<FileQuestion> findFileQuestions(const Document& document,
                                         const std::vector<Diagnostic>& diagnostics) {
  std::set<FileQuestion> questions;
  const DiagramFiles files(document.folder, true);
  for (const Diagnostic& diagnostic : diagnostics) {
    const bool isOutside = says(diagnostic, kAllowPathsRemedy);
    if (!isOutside && !says(diagnostic, kAllowReplacingRemedy)) continue;
    // The path is that of the parameter, BLOCK.path.
    const std::size_t dot = diagnostic.path.rfind('.');
    const Block* const block = document.FindBlock(diagnostic.path.substr(0, dot));
    if (block == nullptr || dot == std::string::npos) continue;
    const BlockParameter* const given = block->FindParameter(diagnostic.path.substr(dot + 1));
    if (given == nullptr || !given->value.is_text()) continue;
    try {
      questions.insert({isOutside ? FileQuestion::Kind::kOutside : FileQuestion::Kind::kReplace,
                        diagnostic.path.substr(0, dot), files.Resolve(given->value.text())});
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
  return questions;
}

}  // namespace loopwright
