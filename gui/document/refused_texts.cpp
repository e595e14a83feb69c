#include "gui/document/refused_texts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/document/text_diagnostic.h"
#include "gui/document/diagram_document.h"
#include "gui/language/library_text.h"

namespace loopwright {

namespace {

// The code that the check of a document would give for what is wrong there.
DiagnosticCode codeOf(const ValuePlace& place, const ValuePreview& preview) {
  if (place.kind == ValuePlace::Kind::kDiagramName) return DiagnosticCode::kBadParameterName;
  return preview.isExpression ? DiagnosticCode::kExpression : DiagnosticCode::kParameterValue;
}

// What is said of a refused text in the list of problems. A text may have become right meanwhile
// without having been taken over yet; then it says how to do that.
QString tellOf(const ValuePlace& place, const QString& text, const ValuePreview& preview) {
  if (preview.isRight()) {
    return RefusedTexts::tr("`%1`: %2 was not taken over; press Enter in its field")
        .arg(QString::fromStdString(place.name), text);
  }
  if (place.kind == ValuePlace::Kind::kDiagramName) {
    return RefusedTexts::tr("its new name was not taken: %1").arg(preview.problem);
  }
  return preview.told(place.name);
}

}  // namespace

RefusedTexts::RefusedTexts(DiagramDocument* document) : QObject(document), document_(document) {
  connect(document, &DiagramDocument::changed, this, &RefusedTexts::onDocumentChanged);
}

// The value that the document has now is noted with the text: when it changes otherwise, the text
// is out of date.
void RefusedTexts::keep(const ValuePlace& place, const QString& text) {
  const auto before = valueAt(document_->document(), document_->registry(), place);
  if (!before) return;
  texts_.insert_or_assign(place, Refused{text, *before});
  noteParameters();
  Q_EMIT changed();
}

void RefusedTexts::drop(const ValuePlace& place) {
  if (texts_.erase(place) > 0) Q_EMIT changed();
}

void RefusedTexts::clear() {
  if (!std::exchange(texts_, {}).empty()) Q_EMIT changed();
}

std::optional<QString> RefusedTexts::find(const ValuePlace& place) const {
  const auto found = texts_.find(place);
  return found == texts_.end() ? std::nullopt : std::optional(found->second.text);
}

// Each text is judged by the document as it is now. Places that are gone, with a deleted block, say
// nothing but are kept for an undo.
std::vector<Diagnostic> RefusedTexts::diagnostics() const {
  std::vector<Diagnostic> diagnostics;
  const Document& document = document_->document();
  for (const auto& [place, refused] : texts_) {
    if (!valueAt(document, document_->registry(), place)) continue;
    const ValuePreview preview = previewValue(document, document_->registry(), place, refused.text);
    const QString told = tellOf(place, refused.text, preview);
    diagnostics.push_back(
        MakeTextDiagnostic(codeOf(place, preview), {}, place.path(), told.toStdString()));
  }
  return diagnostics;
}

// Texts go along with their blocks where these are renamed.
void RefusedTexts::followRenames(const ChangeSet& changes) {
  for (const Change& change : changes.changes()) {
    if (change.subject != ChangeSubject::kBlock || change.old_name.empty()) continue;
    const std::string from = JoinPath(change.level, change.old_name);
    const std::string to = JoinPath(change.level, change.name);
    std::map<ValuePlace, Refused> moved;
    for (auto& [place, refused] : texts_) {
      ValuePlace now = place;
      const bool isInside = place.owner == from || place.owner.rfind(from + "/", 0) == 0;
      if (isInside) now.owner = to + place.owner.substr(from.size());
      moved.emplace(std::move(now), std::move(refused));
    }
    texts_ = std::move(moved);
    noteParameters();
  }
}

namespace {

// The names of a level's parameters in their order; none where there is no such level.
std::vector<std::string> namesOf(const std::vector<DiagramParameter>* parameters) {
  std::vector<std::string> names;
  if (parameters == nullptr) return names;
  for (const DiagramParameter& parameter : *parameters) names.push_back(parameter.name);
  return names;
}

}  // namespace

// Of the levels whose parameters the values can use: their own one and those around it.
void RefusedTexts::noteParameters() {
  parameters_.clear();
  for (const auto& [place, refused] : texts_) {
    for (std::string level = place.owner;; level = SplitPath(level).first) {
      if (!parameters_.contains(level)) {
        parameters_.emplace(level, namesOf(document_->document().FindParameters(level)));
      }
      if (level.empty()) break;
    }
  }
}

// The texts of a parameter that has another name now. That of its name is done.
void RefusedTexts::moveParameter(const std::string& level, const std::string& before,
                                 const std::string& name) {
  for (const ValuePlace::Kind kind : {ValuePlace::Kind::kDiagram, ValuePlace::Kind::kDiagramName,
                                      ValuePlace::Kind::kDiagramRandom}) {
    auto text = texts_.extract(ValuePlace{kind, level, before});
    if (!text || kind == ValuePlace::Kind::kDiagramName) continue;
    text.key().name = name;
    texts_.insert(std::move(text));
  }
}

// A change says of parameters only that they changed: one was renamed where a single place of the
// list has another name and all others are as before. Returns whether there was such a one.
bool RefusedTexts::followParameterRenames() {
  bool anyRenamed = false;
  for (const auto& [level, before] : std::map(parameters_)) {
    const auto now = namesOf(document_->document().FindParameters(level));
    if (now.size() != before.size()) continue;
    const auto [old, fresh] = std::mismatch(before.begin(), before.end(), now.begin());
    if (old == before.end()) continue;
    if (!std::equal(old + 1, before.end(), fresh + 1)) continue;
    moveParameter(level, *old, *fresh);
    anyRenamed = true;
  }
  return anyRenamed;
}

// Keeps the texts in step with the document: they follow renames, go where a new block took the
// name of their own or where the value changed, and are taken over later if they became right.
void RefusedTexts::onDocumentChanged(const ChangeSet& changes) {
  if (texts_.empty()) return;
  followRenames(changes);
  for (const Change& change : changes.changes()) {
    // A block that is new knows nothing of one that was called so.
    const bool isNew = change.subject == ChangeSubject::kBlock &&
                       change.kind == ChangeKind::kAdded && !document_->isStepping();
    const std::string path = JoinPath(change.level, change.name);
    if (isNew) std::erase_if(texts_, [&](const auto& one) { return one.first.owner == path; });
  }
  // A value that changed meanwhile is what counts now; one that only follows a renamed parameter is
  // no other.
  const bool followsName = followParameterRenames();
  for (auto entry = texts_.begin(); entry != texts_.end();) {
    const auto now = valueAt(document_->document(), document_->registry(), entry->first);
    if (now && followsName) entry->second.before = *now;
    entry = now && *now != entry->second.before ? texts_.erase(entry) : std::next(entry);
  }
  noteParameters();
  Q_EMIT changed();
  // After all who listen to the change, and not in the middle of an undo, which it would cut off.
  if (!document_->isStepping()) {
    QMetaObject::invokeMethod(this, &RefusedTexts::takeOver, Qt::QueuedConnection);
  }
}

// Makes an edit of every text that is right now. The list is copied, since each edit comes back
// here as a change of the document and may remove texts.
void RefusedTexts::takeOver() {
  if (document_->isInGesture()) return;
  for (const auto& [place, refused] : std::map(texts_)) {
    const auto now = valueAt(document_->document(), document_->registry(), place);
    if (!now || !texts_.contains(place)) continue;
    const Document& document = document_->document();
    if (!previewValue(document, document_->registry(), place, refused.text).isRight()) continue;
    const auto value = readValue(document, document_->registry(), place, refused.text);
    texts_.erase(place);
    setValue(document_, place, tr("Change %1").arg(parameterLabel(place.name)), value);
    Q_EMIT changed();
  }
}

}  // namespace loopwright
