#include "gui/help/help_pages.h"

#include <QCoreApplication>

#include "engine/blocks/block_registry.h"
#include "gui/document/setting_text.h"
#include "gui/help/help_text.h"
#include "gui/language/language.h"
#include "gui/language/library_text.h"
#include "gui/theme/block_icons.h"

namespace loopwright {

namespace {

const char* const kStyle = R"(
:root { color-scheme: light dark; --ink: #1f2937; --muted: #6b7280; --line: #d7dbe2;
  --page: #ffffff; --code: #f4f5f7; --accent: #2f6fed; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --muted: #9ca3af; --line: #374151;
  --page: #0f1623; --code: #1a2230; --accent: #6ea0ff; } }
body { font: 15px/1.55 Inter, "DejaVu Sans", sans-serif; color: var(--ink);
  background: var(--page); max-width: 44rem; margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.6rem; margin: 0.6rem 0 0.2rem; } h1 svg { width: 32px; height: 32px;
  vertical-align: -6px; margin-right: 0.5rem; }
h2 { font-size: 1.05rem; margin: 1.6rem 0 0.3rem; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
.muted, figcaption, th { color: var(--muted); } code { background: var(--code);
  padding: 0.05em 0.3em; border-radius: 3px; font-size: 0.9em; }
.equation { border-left: 3px solid var(--accent); padding-left: 1rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top;
  padding: 0.25rem 0.8rem 0.25rem 0; border-bottom: 1px solid var(--line); font-weight: normal; }
figure { margin: 1.2rem 0; } img { max-width: 100%; }
.entry svg { width: 20px; height: 20px; vertical-align: -4px; margin-right: 0.6rem; }
)";

// Whose texts these are, for translators.
class Help {
  Q_DECLARE_TR_FUNCTIONS(Help)
};
QString Qt(const std::string& text) { return QString::fromStdString(text); }
QString escaped(const std::string& text) { return Qt(text).toHtmlEscaped(); }

// What the block library says, in the language of the user interface.
QString Said(const std::string& text) { return libraryText(text).toHtmlEscaped(); }

// One row of a table: `tag` is "td" or "th"; the cells are HTML already.
QString Cells(const char* tag, const QStringList& cells) {
  QString row;
  for (const QString& cell : cells) row += QStringLiteral("<%1>%2</%1>").arg(tag, cell);
  return QStringLiteral("<tr>%1</tr>\n").arg(row);
}

// A table of HTML with a row of headings above `rows`, which Cells() made.
QString Table(const QStringList& headings, const QString& rows) {
  return QStringLiteral(
             "<table cellspacing=\"0\" cellpadding=\"3\" width=\"100%\">\n%1%2</table>\n")
      .arg(Cells("th", headings), rows);
}

// A heading with HTML below it.
QString Section(const QString& title, const QString& html) {
  return QStringLiteral("<h2>%1</h2>\n%2").arg(title, html);
}

// The sections of the texts below resources/help.
[[maybe_unused]] constexpr const char* kSectionTitles[] = {QT_TRANSLATE_NOOP("Help", "Equation"),
                                                           QT_TRANSLATE_NOOP("Help", "Use"),
                                                           QT_TRANSLATE_NOOP("Help", "Pitfalls")};

// Whether captions are in another language than the texts.
bool isTranslated() { return installedLanguage() != QStringLiteral("en"); }

// What the two values of an output at an update are.
QString atUpdates(const BlockDescriptor& block) {
  if (block.outputs.empty()) return Help::tr("The block has no outputs.");
  if (block.state == "discrete") {
    return Help::tr(
        "State is discrete: at an update of the block, ○ shows the state before it and ● the "
        "state after it.");
  }
  if (block.state == "continuous") {
    return Help::tr(
        "State is continuous: it does not move while others are updated, so what depends on "
        "it alone has equal ○ and ●, except where the block itself sets it anew.");
  }
  if (block.state == "abstract") {
    return Help::tr(
        "State is a history of the input: ○ and ● differ where a jump of the input comes "
        "out.");
  }
  if (block.inputs.empty())
    return Help::tr("There is no state: ○ and ● are equal at every update.");
  return Help::tr(
      "There is no state: at an update, ○ and ● of the output follow ○ and ● of the inputs.");
}

// Whether outputs follow the inputs at once, which decides if the block can stand in a loop;
// nothing for blocks without inputs or outputs.
QString Feedthrough(const BlockDescriptor& block) {
  if (block.outputs.empty() || block.inputs.empty()) return QString();
  if (block.feedthrough == "all") {
    return Help::tr("Direct feedthrough: an output depends on the inputs at the same instant.");
  }
  if (block.feedthrough == "none") {
    return Help::tr("No direct feedthrough: the block can close a loop.");
  }
  return Help::tr("Direct feedthrough: %1.").arg(Said(block.feedthrough));
}

// What an input without a wire is worth, as HTML; empty where it needs a wire.
QString defaultOf(const BlockDescriptor& block, const std::string& input) {
  for (const auto& [name, setting] : block.input_defaults) {
    if (name == input) return settingText(setting).toHtmlEscaped();
  }
  return QString();
}

}  // namespace

QString HelpPages::pictureFile(const QString& name, HelpMedium medium, bool dark) {
  if (medium == HelpMedium::kWindow) return name + QStringLiteral(".png");
  return name + (dark ? QStringLiteral("-dark.svg") : QStringLiteral("-light.svg"));
}

// The frame of a page. In a browser it has a style sheet; the help window has its own.
QString HelpPages::document(const QString& title, const QString& body) const {
  const QString style = medium_ == HelpMedium::kBrowser
                            ? QStringLiteral("<style>%1</style>\n").arg(kStyle)
                            : QString();
  return QStringLiteral(
             "<!DOCTYPE html>\n<html lang=\"%4\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>%1</title>\n%2</head>\n<body>\n%3</body>\n</html>\n")
      .arg(title, style, body, installedLanguage());
}

// The icon beside a title: in the window as a picture that the browser draws, in a file as the
// drawing itself, so that it takes the page's colour.
QString HelpPages::icon(const QString& type) const {
  if (medium_ == HelpMedium::kWindow)
    return QStringLiteral("<img src=\"icon:%1\" style=\"vertical-align: middle\"> ").arg(type);
  return QString::fromUtf8(blockIconDrawing(type));
}

// The first lines of a page: where it stands among all blocks, title and summary.
QString HelpPages::heading(const BlockDescriptor& block) const {
  return QStringLiteral(
             "<p class=\"muted\"><a href=\"%1\">%2</a> › %3 › <code>%4</code></p>\n"
             "<h1>%5%6</h1>\n<p>%7</p>\n")
      .arg(indexFileName(), Help::tr("Blocks"), Said(block.category), escaped(block.type),
           icon(Qt(block.type)), Said(block.title), Said(block.summary));
}

// A picture of the example. A browser gets two of them and takes the one that fits its theme.
QString HelpPages::picture(const QString& name, const QString& description) const {
  const auto file = [&](bool dark) {
    return QStringLiteral("images/") + pictureFile(name, medium_, dark);
  };
  const QString image =
      QStringLiteral("<img src=\"%1\" alt=\"%2\">").arg(file(false), description.toHtmlEscaped());
  if (medium_ == HelpMedium::kWindow) return QStringLiteral("<p>%1</p>\n").arg(image);
  return QStringLiteral(
             "<p><picture><source media=\"(prefers-color-scheme: dark)\" "
             "srcset=\"%1\">%2</picture></p>\n")
      .arg(file(true), image);
}

// The section with diagram and plots; empty where the type has no example.
QString HelpPages::example(const HelpPictures& pictures) const {
  if (pictures.diagram.isEmpty()) return QString();
  QString html = QStringLiteral("<p>%1.</p>\n").arg(pictures.title.toHtmlEscaped());
  html += picture(pictures.diagram, Help::tr("Diagram: %1").arg(pictures.title));
  for (const QString& plot : pictures.plots) {
    html += picture(plot, Help::tr("Plot: %1").arg(pictures.title));
  }
  if (medium_ == HelpMedium::kBrowser) {
    html += QStringLiteral("<p><a href=\"images/%1\">%1</a></p>\n").arg(pictures.file);
  }
  return Section(Help::tr("Example"), html);
}

// The table of inputs and outputs, and below it what holds for all of them.
QString HelpPages::ports(const BlockDescriptor& block) const {
  QString rows;
  for (const std::string& input : block.inputs) {
    const QString unwired = defaultOf(block, input);
    const QString note = !unwired.isEmpty() ? Help::tr("unwired: %1").arg(unwired)
                         : block.is_sink    ? Help::tr("may stay unwired")
                                            : Help::tr("needs a wire");
    rows += Cells("td",
                  {Help::tr("input"), QStringLiteral("<code>%1</code>").arg(escaped(input)), note});
  }
  for (const std::string& output : block.outputs) {
    rows += Cells("td",
                  {Help::tr("output"), QStringLiteral("<code>%1</code>").arg(escaped(output)), ""});
  }
  if (rows.isEmpty()) rows = Cells("td", {Help::tr("none"), "", ""});
  const QString facts = QStringLiteral("<p>%1 %2</p>\n").arg(Feedthrough(block), atUpdates(block));
  return Section(Help::tr("Ports"), Table({"", Help::tr("name"), ""}, rows) + facts);
}

// The table of parameters, from the descriptor alone: it cannot say other things than the program
// does.
QString HelpPages::parameters(const BlockDescriptor& block) const {
  if (block.parameters.empty()) return QString();
  QString rows;
  for (const ParameterDescriptor& parameter : block.parameters) {
    QStringList notes;
    if (!parameter.description.empty()) notes += Said(parameter.description);
    if (!parameter.constraint.empty()) notes += Said(parameter.constraint);
    rows +=
        Cells("td", {QStringLiteral("<code>%1</code>").arg(escaped(parameter.name)),
                     settingText(parameter.default_value).toHtmlEscaped(), Said(parameter.unit),
                     Said(std::string(ToText(parameter.kind))), notes.join(QStringLiteral("; "))});
  }
  return Section(
      Help::tr("Parameters"),
      Table({Help::tr("name"), Help::tr("default"), Help::tr("unit"), Help::tr("kind"), ""}, rows));
}

// The types that are worth reading about next; one that the registry does not have is no link.
QString HelpPages::links(const QStringList& types) const {
  QStringList texts;
  for (const QString& type : types) {
    const BlockDescriptor* block = registry_.Find(type.toStdString());
    texts += block == nullptr
                 ? type.toHtmlEscaped()
                 : QStringLiteral("<a href=\"%1\">%2</a>").arg(fileName(type), Said(block->title));
  }
  return QStringLiteral("<p>%1</p>\n").arg(texts.join(QStringLiteral(" · ")));
}

// The hand-written text, with the example behind its equation, and then what the descriptor says:
// ports, parameters, behaviour.
QString HelpPages::blockPage(const QString& type, const HelpPictures& pictures) const {
  const BlockDescriptor* block = registry_.Find(type.toStdString());
  if (block == nullptr) {
    const QString text = Help::tr("There is no block type \"%1\".").arg(type).toHtmlEscaped();
    return document(type,
                    QStringLiteral("<h1>%1</h1>\n<p>%2</p>\n").arg(type.toHtmlEscaped(), text) +
                        QStringLiteral("<p><a href=\"%1\">%2</a></p>\n")
                            .arg(indexFileName(), Help::tr("All blocks")));
  }
  const QString text = readHelpText(type);
  QString body = heading(*block);
  if (isTranslated()) {
    body += QStringLiteral("<p class=\"muted\">%1</p>\n")
                .arg(Help::tr("The explanations on this page are in English."));
  }
  // The sections in the order of the text; the example follows the equation.
  for (const HelpSection& section : helpSections(text)) {
    if (section.title == QStringLiteral("See also")) continue;
    const QString title = Help::tr(section.title.toUtf8().constData());
    const bool equation = section.title == QStringLiteral("Equation");
    body += equation
                ? Section(title,
                          QStringLiteral("<div class=\"equation\">%1</div>\n").arg(section.html)) +
                      example(pictures)
                : Section(title, section.html);
  }
  body += ports(*block) + parameters(*block);
  if (!block->behaviour.empty()) {
    body +=
        Section(Help::tr("In short"), QStringLiteral("<p>%1</p>\n").arg(Said(block->behaviour)));
  }
  body += Section(Help::tr("See also"), links(seeAlso(text)));
  return document(Said(block->title), body);
}

// All types in the order of the registry, a heading where the category changes.
QString HelpPages::indexPage() const {
  QString body = QStringLiteral("<h1>%1</h1>\n").arg(Help::tr("Blocks"));
  std::string category;
  for (const BlockDescriptor& block : registry_.all()) {
    if (block.category != category) {
      category = block.category;
      QString title = Said(category);
      title[0] = title[0].toUpper();
      body += Section(title, QString());
    }
    body += QStringLiteral(
                "<p class=\"entry\">%1<a href=\"%2\">%3</a> <span class=\"muted\">%4"
                "</span></p>\n")
                .arg(icon(Qt(block.type)), fileName(Qt(block.type)), Said(block.title),
                     Said(block.summary));
  }
  return document(Help::tr("Blocks"), body);
}

}  // namespace loopwright
