#include "engine/document/diagnostics.h"

#include <algorithm>
#include <tuple>

#include "engine/text/utf8.h"

namespace loopwright {
namespace {

constexpr int kMaxArgument = 200;
constexpr int kMaxPath = 400;

// Puts the arguments where the text says {0}, {1}, ...
std::string Fill(std::string_view text, const std::vector<std::string_view>& arguments) {
  std::string filled;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}') {
      const std::size_t argument = text[i + 1] - '0';
      if (argument < arguments.size()) filled += Printable(arguments[argument], kMaxArgument);
      i += 2;
    } else {
      filled += text[i];
    }
  }
  return filled;
}

}  // namespace

std::string_view SeverityName(Severity severity) {
  constexpr std::string_view kNames[] = {"error", "warning", "info"};
  return kNames[static_cast<std::size_t>(severity)];
}

// The list is made from the file that also makes the enumeration, so that code and text cannot get
// apart.
const std::vector<DiagnosticEntry>& DiagnosticList() {
  static const std::vector<DiagnosticEntry> list = {
#define LOOPWRIGHT_DIAGNOSTIC(enumerator, severity, code, text) \
  {DiagnosticCode::enumerator, Severity::severity, code, text},
#include "engine/document/diagnostic_list.inc"
#undef LOOPWRIGHT_DIAGNOSTIC
  };
  return list;
}

// The entries lie in the order of the enumeration.
const DiagnosticEntry& DescribeDiagnostic(DiagnosticCode id) {
  return DiagnosticList()[static_cast<std::size_t>(id)];
}

std::string_view Diagnostic::code() const { return DescribeDiagnostic(id).code; }

// Names come from files and may hold anything, of any length, so they are made printable here,
// once, for the terminal and the editor alike.
Diagnostic MakeDiagnostic(DiagnosticCode id, SourcePlace place, std::string_view path,
                          const std::vector<std::string_view>& arguments) {
  const DiagnosticEntry& entry = DescribeDiagnostic(id);
  return {id, entry.severity, place, Printable(path, kMaxPath), Fill(entry.text, arguments)};
}

// The form that compilers use, in which editors find the place: `a.loop.json:3:5: error: gain: ...
// [code]`.
std::string FormatDiagnostic(std::string_view file, const Diagnostic& diagnostic) {
  std::string line(file);
  if (diagnostic.place.line > 0) {
    line +=
        ':' + std::to_string(diagnostic.place.line) + ':' + std::to_string(diagnostic.place.column);
  }
  line.append(": ").append(SeverityName(diagnostic.severity)).append(": ");
  if (!diagnostic.path.empty()) line += diagnostic.path + ": ";
  return line.append(diagnostic.text).append(" [").append(diagnostic.code()).append("]");
}

bool HasErrors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

// Errors are the least value of Severity and so come first at one place.
void SortByPlace(std::vector<Diagnostic>* diagnostics) {
  std::ranges::stable_sort(*diagnostics, [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place, a.severity) < std::tie(b.place, b.severity);
  });
}

// Characters are counted, and not bytes, so that no letter is cut in two.
std::string Printable(std::string_view text, int max_characters) {
  std::string printable;
  std::size_t position = 0;
  for (int count = 0; position < text.size(); ++count) {
    if (count == max_characters) return printable + "...";
    const char32_t c = DecodeUtf8(text, &position);
    const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    AppendUtf8(c == kNotUtf8 || control ? U'?' : c, &printable);
  }
  return printable;
}

}  // namespace loopwright
