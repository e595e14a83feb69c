#include "gui/help/help_text.h"

#include <QFile>

namespace loopwright {

namespace {

const char* const kSeeAlso = "See also";

// One paragraph: escaped, with code and raised and lowered text.
QString lineHtml(const QString& text) {
  QString html;
  bool code = false;
  for (const QString& part : text.toHtmlEscaped().split(u'`')) {
    html += code ? QStringLiteral("<code>%1</code>").arg(part) : part;
    code = !code;
  }
  for (const char* tag : {"sub", "sup"}) {
    html.replace(QStringLiteral("&lt;%1&gt;").arg(tag), QStringLiteral("<%1>").arg(tag));
    html.replace(QStringLiteral("&lt;/%1&gt;").arg(tag), QStringLiteral("</%1>").arg(tag));
  }
  return html;
}

// Lines that belong together, as a list or as a paragraph.
QString paragraphHtml(const QStringList& lines) {
  if (!lines.front().startsWith(QStringLiteral("- "))) {
    return QStringLiteral("<p>%1</p>\n").arg(lineHtml(lines.join(u' ')));
  }
  QString items;
  for (const QString& line : lines) {
    items += QStringLiteral("<li>%1</li>").arg(lineHtml(line.mid(2)));
  }
  return QStringLiteral("<ul>%1</ul>\n").arg(items);
}

// The lines of each section below its title.
std::vector<std::pair<QString, QStringList>> split(const QString& text) {
  std::vector<std::pair<QString, QStringList>> sections;
  for (const QString& line : text.split(u'\n')) {
    if (line.startsWith(QStringLiteral("## "))) {
      sections.emplace_back(line.mid(3).trimmed(), QStringList());
    } else if (!sections.empty()) {
      sections.back().second += line.trimmed();
    }
  }
  return sections;
}

}  // namespace

// The texts are resources of the program, so that help is there without any file.
QString readHelpText(const QString& type) {
  QFile file(QStringLiteral(":/help/blocks/%1.md").arg(type));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// An empty line is added at the end, so that the last paragraph ends like all others.
std::vector<HelpSection> helpSections(const QString& text) {
  std::vector<HelpSection> sections;
  for (const auto& [title, lines] : split(text)) {
    HelpSection& section = sections.emplace_back(HelpSection{title, QString()});
    QStringList paragraph;
    for (const QString& line : lines + QStringList(QString())) {
      if (!line.isEmpty()) {
        paragraph += line;
      } else if (!paragraph.isEmpty()) {
        section.html += paragraphHtml(paragraph);
        paragraph.clear();
      }
    }
  }
  return sections;
}

// The section is no text for people but a list: "Integrator, Delay".
QStringList seeAlso(const QString& text) {
  QStringList types;
  for (const auto& [title, lines] : split(text)) {
    if (title != QLatin1String(kSeeAlso)) continue;
    for (const QString& type : lines.join(u' ').split(u',', Qt::SkipEmptyParts)) {
      types += type.trimmed();
    }
  }
  return types;
}

}  // namespace loopwright
