#include "gui/document/diagram_search.h"

#include <algorithm>
#include <utility>

#include "engine/document/document.h"
#include "gui/document/qt_text.h"
#include "gui/document/setting_text.h"

namespace loopwright {

namespace {

// Collects the places of a document in which a text is found, with how well it fits there.
class Search {
 public:
  explicit Search(QString text) : text_(std::move(text)) {}

  // All of one level: its parameters, named signals, blocks with what is inside them, notes,
  // frames.
  void runIn(const DiagramModel& diagram, const std::vector<DiagramParameter>& parameters,
             const std::string& level) {
    for (const DiagramParameter& parameter : parameters) {
      const QString value = settingText(parameter.value);
      const QString name = toQt(parameter.name);
      add(SearchHit::Kind::kParameter, level, parameter.name, -1,
          QStringLiteral("%1 = %2").arg(name, value),
          {name, value, toQt(parameter.description.value_or(""))});
    }
    for (const SignalSetting& setting : diagram.signal_settings) {
      if (!setting.name) continue;
      add(SearchHit::Kind::kSignal, level, setting.key, -1,
          QStringLiteral("%1 · %2").arg(toQt(*setting.name), toQt(setting.key)),
          {toQt(*setting.name)});
    }
    for (const Block& block : diagram.blocks) addBlock(block, level);
    for (std::size_t i = 0; i < diagram.notes.size(); ++i) {
      const QString text = toQt(diagram.notes[i].text);
      add(SearchHit::Kind::kNote, level, "", static_cast<int>(i), text.simplified().left(60),
          {text});
    }
    for (std::size_t i = 0; i < diagram.frames.size(); ++i) {
      const QString title = toQt(diagram.frames[i].title.value_or(""));
      add(SearchHit::Kind::kFrame, level, "", static_cast<int>(i), title, {title});
    }
  }

  // The best first, and equally good ones in the order of the document.
  std::vector<SearchHit> take(int most) {
    std::stable_sort(hits_.begin(), hits_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<SearchHit> result;
    for (auto& [rank, hit] : hits_) {
      if (static_cast<int>(result.size()) == most) break;
      result.push_back(std::move(hit));
    }
    return result;
  }

 private:
  // 0: it is the text, 1: begins with it, 2: contains it, 3: does not. Small and capital letters
  // are the same.
  int rank(const QString& candidate) const {
    if (candidate.compare(text_, Qt::CaseInsensitive) == 0) return 0;
    if (candidate.startsWith(text_, Qt::CaseInsensitive)) return 1;
    return candidate.contains(text_, Qt::CaseInsensitive) ? 2 : 3;
  }

  // Adds a place to the hits if one of its texts contains what is looked for; its rank is that of
  // the text that fits best.
  void add(SearchHit::Kind kind, const std::string& level, const std::string& key, int index,
           const QString& title, const QStringList& texts) {
    int best = 3;
    for (const QString& text : texts) best = std::min(best, rank(text));
    if (best < 3) hits_.push_back({best, {kind, level, key, index, title}});
  }

  // A block is found by its name and type, its parameters by name and value; then what is inside
  // it.
  void addBlock(const Block& block, const std::string& level) {
    const QString name = toQt(block.name);
    add(SearchHit::Kind::kBlock, level, block.name, -1,
        name + QStringLiteral(" · ") + toQt(block.type), {name, toQt(block.type)});
    for (const BlockParameter& parameter : block.parameters) {
      const QString value = settingText(parameter.value);
      const QString parameterName = toQt(parameter.name);
      add(SearchHit::Kind::kBlockParameter, level, block.name + '.' + parameter.name, -1,
          QStringLiteral("%1 · %2 = %3").arg(name, parameterName, value), {parameterName, value});
    }
    if (block.diagram) {
      runIn(*block.diagram, block.diagram_parameters, JoinPath(level, block.name));
    }
  }

  QString text_;
  std::vector<std::pair<int, SearchHit>> hits_;
};

}  // namespace

// Blanks around the text do not count; without a text nothing is found, rather than everything.
std::vector<SearchHit> searchDiagram(const Document& document, const QString& text, int most) {
  const QString wanted = text.trimmed();
  if (wanted.isEmpty()) return {};
  Search search(wanted);
  search.runIn(document.root, document.parameters, "");
  return search.take(most);
}

}  // namespace loopwright
