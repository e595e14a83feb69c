#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace loopwright {

/// A part of a help text, as HTML.
struct HelpSection {
  QString title;
  QString html;
};

/// The hand-written help of a block type (resources/help/blocks/TYPE.md); empty where there is
/// none.
QString readHelpText(const QString& type);

/// The sections of a help text, in its order. A text is written in a little of Markdown: `## Title`
/// begins a section, an empty line ends a paragraph, lines that begin with `- ` are a list, text
/// between backticks is code; `<sub>`, `<sup>` and their ends are themselves.
std::vector<HelpSection> helpSections(const QString& text);

/// The block types that the section "See also" names, separated by commas.
QStringList seeAlso(const QString& text);

}  // namespace loopwright
