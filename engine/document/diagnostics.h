#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

/// A place in a diagram file. Lines and columns count from 1, columns in characters (code points);
/// 0 means that there is no place.
struct SourcePlace {
  int line = 0;
  int column = 0;
  friend auto operator<=>(const SourcePlace&, const SourcePlace&) = default;
};

/// An error keeps a diagram from running, a warning does not, and an info only explains. From grave
/// to slight, which is the order in which they are sorted.
enum class Severity { kError, kWarning, kInfo };

/// "error", "warning" or "info": words of the format, on which other programs rely.
std::string_view SeverityName(Severity severity);

/// Every diagnostic of the program; see diagnostic_list.inc, where each has its severity, code and
/// text in one line.
enum class DiagnosticCode {
#define LOOPWRIGHT_DIAGNOSTIC(enumerator, severity, code, text) enumerator,
#include "engine/document/diagnostic_list.inc"
#undef LOOPWRIGHT_DIAGNOSTIC
};

/// The path of a diagnostic about the file as a whole.
inline constexpr std::string_view kFilePath = "file";

/// One line of the list. In `text`, {0}, {1}, ... stand for the arguments.
struct DiagnosticEntry {
  DiagnosticCode id;
  Severity severity;
  std::string_view code;
  std::string_view text;
};

/// What is wrong with a diagram, where, and what would be right.
struct Diagnostic {
  DiagnosticCode id{};
  Severity severity = Severity::kError;
  SourcePlace place;
  std::string path;  ///< what it is about: BLOCK, SUB/BLOCK, BLOCK.PORT, simulation.stop_time, ...
  std::string text;

  /// The code printed in brackets, for example "unknown-type".
  std::string_view code() const;
};

/// The whole list, in the order of the enumeration.
const std::vector<DiagnosticEntry>& DiagnosticList();

/// The list's entry of `id`.
const DiagnosticEntry& DescribeDiagnostic(DiagnosticCode id);

/// A diagnostic with the list's severity and text. Arguments and path are shortened to what a
/// reader can take in, and made printable (see Printable()).
Diagnostic MakeDiagnostic(DiagnosticCode id, SourcePlace place, std::string_view path,
                          const std::vector<std::string_view>& arguments = {});

/// `FILE:LINE:COLUMN: error: PATH: text [code]`; what is unknown (place, path) is left out.
std::string FormatDiagnostic(std::string_view file, const Diagnostic& diagnostic);

/// True when one of them is an error.
bool HasErrors(const std::vector<Diagnostic>& diagnostics);

/// Sorts by place, errors first where places are equal; otherwise the order stays.
void SortByPlace(std::vector<Diagnostic>* diagnostics);

/// `text` as one line of valid UTF-8 of at most `max_characters`: control characters and bytes that
/// are not UTF-8 become `?`, and what is cut ends in "...".
std::string Printable(std::string_view text, int max_characters = 120);
/// That in double quotes, as messages name things.
inline std::string Quoted(std::string_view text, int max_characters = 120) {
  return '"' + Printable(text, max_characters) + '"';
}

}  // namespace loopwright
