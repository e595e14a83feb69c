#include "gui/inspector/inspector_rows.h"

#include <QStringList>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/check/ports.h"
#include "engine/document/document.h"
#include "engine/document/port_key.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/inspector/inspector_texts.h"
#include "gui/language/library_text.h"

namespace loopwright {

namespace {

constexpr size_t kMostOrigins = 200;  // rows that explain a value

// The texts of sections and rows, for translators.
constexpr const char* kPorts = QT_TRANSLATE_NOOP("Inspector", "Ports");
constexpr const char* kState = QT_TRANSLATE_NOOP("Inspector", "State");
constexpr const char* kParameters = QT_TRANSLATE_NOOP("Inspector", "Parameters");
constexpr const char* kEvents = QT_TRANSLATE_NOOP("Inspector", "Events");
constexpr const char* kCache = QT_TRANSLATE_NOOP("Inspector", "Cache");
constexpr const char* kWhy = QT_TRANSLATE_NOOP("Inspector", "Why this value?");
constexpr const char* kDependsOn = QT_TRANSLATE_NOOP("Inspector", "depends on");
constexpr const char* kStaleBy = QT_TRANSLATE_NOOP("Inspector", "made out of date by");
constexpr const char* kValueText = QT_TRANSLATE_NOOP("Inspector", "value");
constexpr const char* kInStep = QT_TRANSLATE_NOOP("Inspector", "in this step");
constexpr const char* kSoFar = QT_TRANSLATE_NOOP("Inspector", "in this step so far");
constexpr const char* kInRun = QT_TRANSLATE_NOOP("Inspector", "in the run so far");
constexpr const char* kNotCounted =
    QT_TRANSLATE_NOOP("Inspector", "not counted; “Blocks by computations” has runs count it");
constexpr const char* kNotMade = QT_TRANSLATE_NOOP("Inspector", "no step made from here");
constexpr const char* kNothing = QT_TRANSLATE_NOOP("Inspector", "nothing that changes");
constexpr const char* kAbove = QT_TRANSLATE_NOOP("Inspector", "%1, see above");
constexpr const char* kLeads = QT_TRANSLATE_NOOP("Inspector", "Enter leads to the block");
constexpr const char* kExplains =
    QT_TRANSLATE_NOOP("Inspector", "Enter explains below where this value comes from");

std::shared_ptr<const InstantContext> contextAt(const RunInstant& instant, int phase) {
  return phase == 0 ? instant.inside : instant.phases[phase - 1].inside;
}

// The last of the phases in which an update or a branch changes values, as the ● of signals is.
std::optional<InstantReader> readerAfter(const RunInstant& instant, int phase) {
  if (phase > 0) return std::nullopt;
  for (auto one = instant.phases.rbegin(); one != instant.phases.rend(); ++one) {
    const bool changes =
        one->name == "unrestricted" || one->name == "discrete" || one->name == "mode";
    if (changes && one->inside) return InstantReader(one->inside);
  }
  return std::nullopt;
}

std::optional<InstantReader> readerAtEnd(const RunInstant& instant, int phase) {
  if (phase > 0 || instant.phases.empty() || !instant.phases.back().inside) return std::nullopt;
  return InstantReader(instant.phases.back().inside);
}

// "plant.u, scope.u1": what the wires of an output lead to.
QString targetsOf(const Document& document, const std::string& path, const std::string& port) {
  const auto [level, name] = SplitPath(path);
  const DiagramModel* const diagram = document.FindDiagram(level);
  if (diagram == nullptr) return {};
  const std::string from = name + '.' + port;
  QStringList targets;
  for (const Wire& wire : diagram->wires) {
    if (wire.from == from) targets += toQt(wire.to);
  }
  return targets.join(QStringLiteral(", "));
}

// The output that a wire leads to an input from, by its path; "" where none does.
std::string sourceOf(const Document& document, const std::string& path, const std::string& port) {
  const auto [level, name] = SplitPath(path);
  const DiagramModel* const diagram = document.FindDiagram(level);
  if (diagram == nullptr) return {};
  const std::size_t index = diagram->FindWireTo(name + '.' + port);
  return index < diagram->wires.size() ? JoinPath(level, diagram->wires[index].from) : "";
}

}  // namespace

// An instant holds its context before, after each phase, and at the end of the step. Of the instant
// as a whole (phase 0) rows show x⁻ and x⁺, the latter from the last phase that changes values; of
// one of its phases there is one value each. What was counted in a step is known at its end.
InspectorRows::InspectorRows(const DiagramDocument& document,
                             std::shared_ptr<const RunInstant> instant, int phase)
    : document_(document.document()),
      registry_(document.registry()),
      units_(document.units()),
      instant_(std::move(instant)),
      phase_(phase),
      before_(contextAt(*instant_, phase)),
      after_(readerAfter(*instant_, phase)),
      end_(readerAtEnd(*instant_, phase)) {}

// The sections of the panel for a block; those that are empty are left out.
std::vector<InspectorRow> InspectorRows::of(const std::string& path, int output) const {
  std::vector<InspectorRow> sections;
  const int node = before_.FindBlock(path);
  if (node >= 0) {
    sections = {ports(path, node), state(node), parameters(node),
                events(node),      cache(node), why(node, output)};
  } else if (const Block* const block = document_.FindBlock(path)) {
    sections = {outerPorts(path, *block)};
  }
  std::erase_if(sections, [](const InspectorRow& section) { return section.rows.empty(); });
  return sections;
}

// --- values ---

QString InspectorRows::valueOf(const ValueRef& value) const {
  const QString before = shownText(before_.Read(value));
  return after_ ? bothText(before, shownText(after_->Read(value))) : before;
}

QString InspectorRows::nameOf(const ValueRef& value) const { return nameText(before_, value); }

QString InspectorRows::pathOf(const ValueRef& value) const { return pathText(before_, value); }

QString InspectorRows::inUnit(const QString& text, const std::string& signal) const {
  return withUnit(text, toQt(units_.Of(signal)));
}

// "u ← error.y", which leads to the block at the other end.
InspectorRow InspectorRows::inputRow(const ValueRef& input) const {
  InspectorRow row{nameOf(input), valueOf(input)};
  if (const auto source = before_.SourceOf(input)) {
    row.name += QStringLiteral(" ← ") + pathOf(*source);
    row.value = inUnit(row.value, pathOf(*source).toStdString());
    row.block = toQt(before_.BlockOf(*source));
    row.toolTip = inspectorText(kLeads);
  }
  return row;
}

// Inputs with what they read, outputs with their values.
InspectorRow InspectorRows::ports(const std::string& path, int node) const {
  InspectorRow section{inspectorText(kPorts)};
  for (const ValueRef& input : before_.ValuesOf(node, ValueKind::kInput)) {
    section.rows.push_back(inputRow(input));
  }
  for (const ValueRef& output : before_.ValuesOf(node, ValueKind::kOutput)) {
    const std::string port = before_.NameOf(output);
    InspectorRow row{nameOf(output), inUnit(valueOf(output), path + '.' + port),
                     inspectorText(kExplains)};
    const QString targets = targetsOf(document_, path, port);
    if (!targets.isEmpty()) row.name += QStringLiteral(" → ") + targets;
    row.output = output.number;
    section.rows.push_back(row);
  }
  return section;
}

// A signal by its path, as the run has it; "" where it has none of that name.
QString InspectorRows::signalText(const std::string& path) const {
  const std::vector<double>& values =
      phase_ == 0 ? instant_->before : instant_->phases[phase_ - 1].values;
  const auto before = instant_->Part(values, path);
  if (before.empty()) return {};
  QString text = shownText({{before.begin(), before.end()}, {}, {}});
  const auto after = instant_->Part(instant_->after, path);
  if (phase_ > 0 || after.empty()) return text;
  return bothText(text, shownText({{after.begin(), after.end()}, {}, {}}));
}

// The run has no system for such a block, but signals under the names of its ports and of those
// that its wires come from.
InspectorRow InspectorRows::outerPorts(const std::string& path, const Block& block) const {
  InspectorRow section{inspectorText(kPorts)};
  const PortNames ports = FindPorts(document_, SplitPath(path).first, block, registry_);
  for (const std::string& port : ports.inputs) {
    const std::string source = sourceOf(document_, path, port);
    const QString value = signalText(source);
    if (value.isEmpty()) continue;
    section.rows.push_back({toQt(port) + QStringLiteral(" ← ") + toQt(source),
                            inUnit(value, source), inspectorText(kLeads), toQt(BlockOf(source))});
  }
  for (const std::string& port : ports.outputs) {
    const std::string output = path + '.' + port;
    const QString value = signalText(output);
    if (value.isEmpty()) continue;
    const QString targets = targetsOf(document_, path, port);
    const QString name = toQt(port);
    section.rows.push_back(
        {targets.isEmpty() ? name : name + QStringLiteral(" → ") + targets, inUnit(value, output)});
  }
  return section;
}

// A row for each group, or for each element where the block names them.
void InspectorRows::addValues(int node, ValueKind kind, InspectorRow* section) const {
  for (const ValueRef& value : before_.ValuesOf(node, kind)) {
    if (!before_.HasElementNames(value)) {
      const std::vector<std::string> parts = partsOf(value);
      if (addParts(value, parts, section)) continue;
      InspectorRow row{nameOf(value), withUnit(valueOf(value), toQt(before_.UnitOf(value)))};
      if (parts.size() == 1) row.name += u' ' + libraryText(parts.front());
      section->rows.push_back(row);
      continue;
    }
    const ShownValue before = before_.Read(value);
    const ShownValue after = after_ ? after_->Read(value) : before;
    for (size_t i = 0; i < before.numbers.size(); ++i) {
      section->rows.push_back({toQt(before_.NameOf(value, static_cast<int>(i))),
                               bothText(shownText(before, i, 1), shownText(after, i, 1))});
    }
  }
}

// What the authors of its block call the parts of a state; empty for all else.
std::vector<std::string> InspectorRows::partsOf(const ValueRef& value) const {
  using Kind = StateDescriptor::Kind;
  constexpr Kind kContinuous[] = {Kind::kPosition, Kind::kVelocity, Kind::kContinuous};
  const Block* const block = document_.FindBlock(before_.BlockOf(value));
  const BlockDescriptor* const type = block != nullptr ? registry_.Find(block->type) : nullptr;
  if (type == nullptr) return {};
  switch (value.kind) {
    case ValueKind::kContinuousState:
      return type->StateParts(kContinuous[value.number], 0);
    case ValueKind::kDiscreteState:
      return type->StateParts(Kind::kDiscrete, value.number);
    case ValueKind::kAbstractState:
      return type->StateParts(Kind::kObject, value.number);
    default:
      return {};
  }
}

// A row for each of several parts, all of one size: "x[1] current". False where there are none.
bool InspectorRows::addParts(const ValueRef& value, const std::vector<std::string>& parts,
                             InspectorRow* section) const {
  const ShownValue before = before_.Read(value);
  const size_t size = parts.size() > 1 ? before.numbers.size() / parts.size() : 0;
  if (size == 0 || size * parts.size() != before.numbers.size()) return false;
  const ShownValue after = after_ ? after_->Read(value) : before;
  for (size_t i = 0; i < parts.size(); ++i) {
    const size_t first = i * size;
    QString place = QString::number(first);
    if (size > 1) place += QStringLiteral("…") + QString::number(first + size - 1);
    section->rows.push_back(
        {QStringLiteral("%1[%2] %3").arg(nameOf(value), place, libraryText(parts[i])),
         bothText(shownText(before, first, size), shownText(after, first, size))});
  }
  return true;
}

// All kinds of state, modes included.
InspectorRow InspectorRows::state(int node) const {
  InspectorRow section{inspectorText(kState)};
  for (const ValueKind kind : {ValueKind::kContinuousState, ValueKind::kDiscreteState,
                               ValueKind::kAbstractState, ValueKind::kMode}) {
    addValues(node, kind, &section);
  }
  return section;
}

InspectorRow InspectorRows::parameters(int node) const {
  InspectorRow section{inspectorText(kParameters)};
  addValues(node, ValueKind::kParameter, &section);
  addValues(node, ValueKind::kAbstractParameter, &section);
  return section;
}

// When the block is updated, and when next.
InspectorRow InspectorRows::events(int node) const {
  InspectorRow section{inspectorText(kEvents)};
  for (const InspectedEvent& event : EventsOf(before_, node, ProgressOf(*instant_, phase_))) {
    section.rows.push_back({eventText(event), nextText(event), eventToolTip(event)});
  }
  return section;
}

// --- the cache ---

// Up to date or not is said of the instant, what was counted of the whole step where it was made.
InspectorRow InspectorRows::cache(int node) const {
  InspectorRow section{inspectorText(kCache)};
  const std::vector<InspectedEntry> counted =
      end_ ? end_->EntriesOf(node) : std::vector<InspectedEntry>{};
  std::vector<InspectedEntry> entries = before_.EntriesOf(node, instant_->costs.get());
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i < counted.size()) {
      InspectedEntry ofStep = counted[i];
      ofStep.is_up_to_date = entries[i].is_up_to_date;
      ofStep.in_run = entries[i].in_run;
      entries[i] = std::move(ofStep);
    }
    section.rows.push_back(entry(entries[i]));
  }
  return section;
}

// A cached value, whether it is up to date, and what made it stale.
InspectorRow InspectorRows::entry(const InspectedEntry& entry) const {
  // What made it stale before the step is not known, what did in the step is told below.
  InspectedEntry now = entry;
  if (phase_ == 0) now.cause.reset();
  InspectorRow row{nameOf(entry.value), freshnessText(before_, now)};
  row.isOpen = false;
  row.isWarning = !entry.is_up_to_date;
  if (entry.value.kind != ValueKind::kOutput) {
    row.rows.push_back({inspectorText(kValueText), valueOf(entry.value)});
  }
  row.rows.push_back(
      {inspectorText(phase_ == 0 ? kInStep : kSoFar),
       entry.is_counted ? countsText(entry.computed, entry.reused) : inspectorText(kNotMade)});
  row.rows.push_back({inspectorText(kInRun),
                      entry.in_run ? countsText(entry.in_run->computed, entry.in_run->reused)
                                   : inspectorText(kNotCounted)});
  if (entry.cause) {
    InspectorRow cause = dependencyRow(*entry.cause);
    cause.name = inspectorText(kStaleBy);
    cause.value = pathOf(*entry.cause);
    row.rows.push_back(cause);
  }
  for (const ValueRef& value : entry.depends) row.rows.push_back(dependencyRow(value));
  if (entry.depends.empty()) {
    row.rows.push_back({inspectorText(kDependsOn), inspectorText(kNothing)});
  }
  return row;
}

// "depends on: u ← error.y". Over a wire it leads to the block there.
InspectorRow InspectorRows::dependencyRow(const ValueRef& value) const {
  if (value.kind == ValueKind::kInput) {
    InspectorRow row = inputRow(value);
    row.value = std::exchange(row.name, inspectorText(kDependsOn));
    return row;
  }
  InspectorRow row{inspectorText(kDependsOn), nameOf(value)};
  row.block = toQt(before_.BlockOf(value));
  return row;
}

// --- where a value comes from ---

// The list has parents before children, so rows are put together from its end.
InspectorRow InspectorRows::why(int node, int output) const {
  InspectorRow section{inspectorText(kWhy)};
  const std::vector<ValueRef> outputs = before_.ValuesOf(node, ValueKind::kOutput);
  if (outputs.empty()) return section;
  const size_t chosen = output >= 0 && output < std::ssize(outputs) ? size_t(output) : 0;
  const std::vector<ValueOrigin> origins = before_.OriginOf(outputs[chosen], kMostOrigins);
  std::vector<InspectorRow> rows;
  for (const ValueOrigin& origin : origins) {
    InspectorRow row{pathOf(origin.value), valueOf(origin.value)};
    if (origin.is_repeated) row.value = inspectorText(kAbove).arg(row.value);
    row.block = toQt(before_.BlockOf(origin.value));
    if (!row.block.isEmpty()) row.toolTip = inspectorText(kLeads);
    rows.push_back(row);
  }
  for (size_t i = rows.size(); i-- > 1;) {
    auto& siblings = rows[origins[i].parent].rows;
    siblings.insert(siblings.begin(), std::move(rows[i]));
  }
  section.rows.push_back(std::move(rows.front()));
  return section;
}

}  // namespace loopwright
