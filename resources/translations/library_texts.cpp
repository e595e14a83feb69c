// Writes what the block library and the engine say of themselves, and what the examples do, in the
// form in which lupdate finds it:
//
//   library_texts EXAMPLES OUT
//
// EXAMPLES is the folder of the examples, OUT the file to write.
#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "blocklib/registry.h"
#include "engine/blocks/block_registry.h"
#include "engine/document/simulation_settings.h"
#include "engine/integration/method_list.h"

namespace loopwright {

namespace {

using Texts = std::set<std::string>;

// Symbols (`n x m`, `> 0`, `kg m^2`) are the same in every language.
bool HasWord(const std::string& text) {
  int letters = 0;
  for (const char letter : text) {
    letters = std::isalpha(static_cast<unsigned char>(letter)) != 0 ? letters + 1 : 0;
    if (letters == 3) return true;
  }
  return false;
}

void Add(Texts* texts, const std::string& text) {
  if (HasWord(text)) texts->insert(text);
}

void AddName(Texts* names, std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  Add(names, name);
}

void AddBlock(const BlockDescriptor& block, Texts* texts, Texts* names) {
  for (const std::string& text : {block.category, block.title, block.summary, block.behaviour}) {
    Add(texts, text);
  }
  if (block.feedthrough != "all" && block.feedthrough != "none") Add(texts, block.feedthrough);
  for (const StateDescriptor& state : block.states) {
    for (const std::string& part : state.parts) Add(texts, part);
  }
  for (const ParameterDescriptor& parameter : block.parameters) {
    AddName(names, parameter.name);
    Add(texts, parameter.description);
    Add(texts, parameter.unit);
    Add(texts, std::string(ToText(parameter.kind)));
    // The values of a choice are words of the file.
    if (parameter.kind != ParameterKind::kChoice) Add(texts, parameter.constraint);
  }
}

// Their titles, and the first paragraphs of their descriptions.
Texts ExampleTexts(const std::string& folder) {
  Texts texts;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const nlohmann::json diagram = nlohmann::json::parse(file);
    Add(&texts, diagram.value("title", ""));
    const std::string description = diagram.value("description", "");
    Add(&texts, description.substr(0, description.find("\n\n")));
  }
  return texts;
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '\n') {
      quoted += "\\n";
      continue;
    }
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

void Write(const std::string& context, const Texts& texts, std::ostream* out) {
  for (const std::string& text : texts) {
    *out << "QT_TRANSLATE_NOOP(" << Quoted(context) << ", " << Quoted(text) << ")\n";
  }
}

// With what they mean beside them: a name such as "rate" is no sentence.
void WriteNames(const Texts& names, std::ostream* out) {
  for (const std::string& name : names) {
    *out << "QT_TRANSLATE_NOOP3(\"blocklib\", " << Quoted(name) << ", \"parameter\")\n";
  }
}

// Lists, of which each is translated as a whole: other languages have other synonyms.
void WriteSearchWords(std::ostream* out) {
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    *out << "QT_TRANSLATE_NOOP3(\"blocklib\", " << Quoted(block.search_words)
         << ", \"search words\")\n";
  }
}

void WriteTexts(const std::string& examples, std::ostream* out) {
  Texts texts;
  Texts names;
  for (const BlockDescriptor& block : BuiltInBlocks().all()) AddBlock(block, &texts, &names);
  for (const SimulationKey& key : SimulationKeys()) {
    AddName(&names, key.name);
    Add(&texts, key.description);
  }
  for (const IntegrationMethodInfo& method : IntegrationMethods()) {
    Add(&texts, std::string(method.description));
  }
  Write("blocklib", texts, out);
  WriteNames(names, out);
  WriteSearchWords(out);
  Write("examples", ExampleTexts(examples), out);
}

}  // namespace

}  // namespace loopwright

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "library_texts: name the folder of the examples and the file to write\n";
    return 1;
  }
  try {
    std::ofstream out(argv[2]);
    loopwright::WriteTexts(argv[1], &out);
    if (out.flush()) return 0;
    std::cerr << "library_texts: " << argv[2] << " cannot be written\n";
  } catch (const std::exception& error) {
    std::cerr << "library_texts: " << error.what() << '\n';
  }
  return 4;
}
