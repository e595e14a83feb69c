#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/document/analysis_setting.h"
#include "engine/document/diagnostics.h"
#include "engine/document/file_folder.h"
#include "engine/document/origin.h"
#include "engine/document/parameter_setting.h"
#include "engine/document/simulation_settings.h"
#include "engine/document/slider_setting.h"

namespace loopwright {

/// The newest version of the file format that this program knows.
inline constexpr int kFormatVersion = 1;

/// How deep subsystems may nest: a block of the top level is at depth 0.
inline constexpr int kMaxSubsystemDepth = 64;

/// A distribution used by the runs of a study: `uniform` (lower, upper), `gaussian` (mean,
/// standard_deviation), `exponential` (rate). Arguments are numbers or expressions.
struct RandomSetting {
  std::string distribution;
  std::vector<std::pair<std::string, ParameterSetting>> arguments;  ///< in the order given above
  ExtraKeys extras;
  Origin origin;
  friend bool operator==(const RandomSetting&, const RandomSetting&) = default;
};

/// The names of a distribution's arguments in their order, or null where there is no such one.
const std::vector<std::string>* DistributionArguments(std::string_view distribution);

/// A parameter of a diagram (the whole one or a subsystem's), used in expressions by its name.
struct DiagramParameter {
  std::string name;
  ParameterSetting value;
  std::optional<std::string> unit;
  std::optional<std::string> description;
  std::optional<RandomSetting> random;
  ExtraKeys extras;
  Origin origin;        ///< of the name
  Origin value_origin;  ///< of the value
  friend bool operator==(const DiagramParameter&, const DiagramParameter&) = default;
};

/// A place on the canvas in points: x grows to the right, y downwards.
struct Point {
  double x = 0;
  double y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

/// Where a block is drawn: its top left corner, in points.
struct Layout {
  double x = 0;
  double y = 0;
  std::optional<double> width;
  std::optional<double> height;
  std::optional<int> rotation;  ///< 0, 90, 180 or 270 degrees
  std::optional<bool> flipped;
  ExtraKeys extras;
  friend bool operator==(const Layout&, const Layout&) = default;
};

/// One parameter that a block gives.
struct BlockParameter {
  std::string name;
  ParameterSetting value;
  Origin origin;  ///< of the value
  friend bool operator==(const BlockParameter&, const BlockParameter&) = default;
};

struct DiagramModel;

/// An owned T, or none, that is copied with its owner.
template <typename T>
class ValuePointer {
 public:
  /// Empty.
  ValuePointer() = default;
  /// A copy holds a copy of the value: a block that is copied has a diagram of its own.
  ValuePointer(const ValuePointer& other) : value_(other ? new T(*other) : nullptr) {}
  ValuePointer(ValuePointer&&) noexcept = default;
  ValuePointer& operator=(const ValuePointer& other) {
    if (this != &other) value_.reset(other ? new T(*other) : nullptr);
    return *this;
  }
  ValuePointer& operator=(ValuePointer&&) noexcept = default;
  ~ValuePointer() = default;

  /// Makes a new value in place of the old one, and returns it.
  T& emplace() {
    value_.reset(new T());
    return *value_;
  }
  void reset() { value_.reset(); }
  explicit operator bool() const { return value_ != nullptr; }
  T& operator*() const { return *value_; }
  T* operator->() const { return value_.get(); }
  T* get() const { return value_.get(); }

  /// Compares values; two that are empty are the same.
  friend bool operator==(const ValuePointer& a, const ValuePointer& b) {
    return a.get() == b.get() || (a && b && *a == *b);
  }

 private:
  std::unique_ptr<T> value_;
};

/// A block, as in the file: what is not given there has no value here.
struct Block {
  std::string name;
  std::string type;
  std::vector<BlockParameter> parameters;                     ///< those given, as read
  std::vector<std::pair<std::string, RandomSetting>> random;  ///< parameter name → distribution
  std::optional<Layout> layout;
  std::optional<bool> enabled;                       ///< see is_enabled()
  std::optional<std::string> color;                  ///< "#rrggbb"
  std::vector<DiagramParameter> diagram_parameters;  ///< of a Subsystem
  ValuePointer<DiagramModel> diagram;                ///< of a Subsystem, never null there
  ExtraKeys extras;
  Origin origin;       ///< of the name
  Origin type_origin;  ///< of the type's text

  bool is_enabled() const { return enabled.value_or(true); }
  /// By its type alone, whatever it holds.
  bool is_subsystem() const { return type == "Subsystem"; }
  /// Whether it is a port of its diagram: of the subsystem, or of the whole at the top level.
  bool is_port() const { return is_inport() || type == "Outport"; }
  bool is_inport() const { return type == "Inport"; }

  /// The setting of a parameter that the block gives, or null.
  const BlockParameter* FindParameter(std::string_view parameter) const;
  /// The distribution given for a parameter, or null.
  const RandomSetting* FindRandom(std::string_view parameter) const;
  /// Sets a parameter (a new one comes last), or removes it where `value` is empty.
  void SetParameter(std::string_view parameter, std::optional<ParameterSetting> value);

  friend bool operator==(const Block&, const Block&) = default;
};

/// A wire from an output to an input of the same diagram; ends are `BLOCK.PORT`. An input has at
/// most one wire, so `to` names it.
struct Wire {
  std::string from;
  std::string to;
  std::optional<std::vector<Point>> route;  ///< its own corners; absent: routed automatically
  ExtraKeys extras;
  Origin origin;
  Origin from_origin;
  Origin to_origin;
  friend bool operator==(const Wire&, const Wire&) = default;
};

/// The two sides of a wire's end or a signal: the path of the block (with `/` inside subsystems),
/// its port, and the element, -1 for the whole signal.
struct SignalPath {
  std::string block;
  std::string port;
  int element = -1;
  friend bool operator==(const SignalPath&, const SignalPath&) = default;
};

/// Takes `SUB/BLOCK.PORT` or `SUB/BLOCK.PORT[2]` apart; empty where the text is neither.
std::optional<SignalPath> ParseSignalPath(std::string_view text);
/// The text of a signal's path.
std::string ToString(const SignalPath& path);

/// The name and the unit of an output port's signal, and whether it is logged.
struct SignalSetting {
  std::string key;  ///< BLOCK.PORT, or SUB/BLOCK.PORT of a deeper level
  std::optional<std::string> name;
  std::optional<std::string> unit;  ///< "m/s": see SignalUnits
  std::optional<bool> log;
  ExtraKeys extras;
  Origin origin;
  friend bool operator==(const SignalSetting&, const SignalSetting&) = default;
};

/// A measure of the runs of a study: a formula of what a run did, such as `greatest(plant.y)`.
struct StudyMeasure {
  std::string name;
  std::string formula;
  Origin origin;  ///< of the formula
  friend bool operator==(const StudyMeasure&, const StudyMeasure&) = default;
};

/// When a study has run enough: the confidence interval of something about a measure is narrow.
struct StudyStop {
  std::string measure;
  std::string of = "mean";  ///< or `proportion` (runs in which it is not 0), or `quantile`
  std::optional<ParameterSetting> quantile;  ///< which, from 0 to 1
  std::optional<ParameterSetting> half_width;
  ExtraKeys extras;
  Origin origin;
  friend bool operator==(const StudyStop&, const StudyStop&) = default;
};

/// Parameters as `--set` calls them (`NAME`, `BLOCK.NAME`), each with a value, or with a list of
/// values.
using StudyParameters = std::vector<std::pair<std::string, ParameterSetting>>;

/// A variant of the diagram: what it is called, and the parameters that it has other values of.
struct StudyVariant {
  std::string name;
  StudyParameters parameters;
  Origin origin;
  friend bool operator==(const StudyVariant&, const StudyVariant&) = default;
};

/// What is asked of many runs of a diagram (engine/studies): `study` in a file.
struct StudySettings {
  std::optional<ParameterSetting> runs;  ///< how many
  std::optional<ParameterSetting> grid;  ///< seconds between the times of the ensemble
  std::optional<std::string> signal;     ///< whose paths the editor shows: `SUB/BLOCK.PORT[1]`
  std::vector<StudyMeasure> measures;
  std::optional<StudyStop> stop;
  std::optional<bool> antithetic;    ///< every second run has the draws of the one before, mirrored
  std::optional<bool> sobol;         ///< random parameters are points of a Sobol' sequence
  std::vector<StudyVariant> common;  ///< variants that are compared with the same draws
  StudyParameters sweep;             ///< lists of values, of which every combination is a variant
  ExtraKeys extras;
  Origin runs_origin, grid_origin, sweep_origin;  ///< of the values
  friend bool operator==(const StudySettings&, const StudySettings&) = default;
};

/// A text on the canvas, in Markdown.
struct Note {
  std::string text;
  double x = 0;
  double y = 0;
  std::optional<double> width;
  std::optional<double> height;
  ExtraKeys extras;
  friend bool operator==(const Note&, const Note&) = default;
};

/// A rectangle with a title behind the blocks.
struct Frame {
  std::optional<std::string> title;
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  std::optional<std::string> color;  ///< "#rrggbb"
  ExtraKeys extras;
  friend bool operator==(const Frame&, const Frame&) = default;
};

/// One axis of a plot; `name` is "x", "y", "y2", ...
struct PlotAxis {
  std::string name;
  std::optional<std::string> label;
  std::optional<std::string> scale;  ///< "linear" (also where not given) or "log"
  ExtraKeys extras;
  friend bool operator==(const PlotAxis&, const PlotAxis&) = default;
};

/// The visible range of an axis; a limit that is not given is automatic.
struct PlotRange {
  std::string axis;
  std::optional<double> lower;
  std::optional<double> upper;
  friend bool operator==(const PlotRange&, const PlotRange&) = default;
};

/// How a curve of a plot looks; what is not given is chosen.
struct PlotCurve {
  std::string signal_path;           ///< `PATH.PORT` or `PATH.PORT[i]`: one curve
  std::optional<std::string> color;  ///< "#rrggbb"
  std::optional<std::string> line;   ///< "solid", "dash", "dot" or "dash-dot"
  std::optional<std::string> axis;   ///< "y", "y2", ...; not given: that of the signal's unit
  ExtraKeys extras;
  friend bool operator==(const PlotCurve&, const PlotCurve&) = default;
};

/// A line across a plot at a value of one of its axes.
struct PlotReference {
  std::string axis;  ///< "x", "y", ...
  double value = 0;
  std::optional<std::string> label;
  ExtraKeys extras;
  friend bool operator==(const PlotReference&, const PlotReference&) = default;
};

/// A plot: `kind` is "time" (also where not given), "xy", "histogram" or "spectrum"; signals are
/// `PATH.PORT` or `PATH.PORT[i]`. One with a `block` is the plot of that sink (a Scope, XYScope,
/// Histogram or Spectrum), whose signals, kind and title follow from the block.
struct PlotSetting {
  std::optional<std::string> title;
  std::optional<std::string> kind;
  std::optional<std::string> block;  ///< its path
  std::vector<std::string> signal_paths;
  std::vector<PlotAxis> axes;
  std::vector<PlotRange> ranges;
  std::vector<PlotCurve> curves;
  std::vector<PlotReference> references;
  std::optional<std::string> circles;  ///< "on", "off"; not given: where they have room
  std::optional<double> row;           ///< where it stands among the plots, counted from 0
  std::optional<double> column;
  ExtraKeys extras;
  Origin origin;
  std::vector<Origin> signal_origins;  ///< one per signal where the plot was read
  friend bool operator==(const PlotSetting&, const PlotSetting&) = default;
};

/// A figure that is made of the file by `loopwright --export` (resources/docs/figures.md); what is
/// not given has the value said here.
struct FigureSetting {
  std::string file;                    ///< from the diagram's folder; its ending chooses the format
  std::optional<std::string> show;     ///< one of kFigureContents: "diagram"
  std::optional<std::string> level;    ///< the path of the subsystem that is drawn: the top level
  std::vector<std::string> plots;      ///< which, by name; none: all
  std::optional<std::string> signal;   ///< of "study": that of the study
  std::optional<std::string> variant;  ///< of "study": the first one; otherwise none
  std::optional<std::string> beside;   ///< a variant whose fan, run or analysis is behind; none
  std::optional<bool> theory;          ///< of "study": what theory says of it: no
  std::optional<double> paths;         ///< of "study": how many runs are drawn: none
  std::optional<double> time;          ///< of "instant", seconds: the end of the run
  std::optional<double> from;          ///< of "timeline", seconds: the start of the run
  std::optional<double> to;            ///< likewise: its end
  std::optional<std::string> analysis;    ///< of "analysis", by name: the first one of the file
  std::optional<std::string> view;        ///< likewise, of kAnalysisViews: the analysis' first one
  std::optional<std::string> input;       ///< of an analysis with several inputs: the first one
  std::optional<std::string> output;      ///< the same of its outputs
  std::optional<std::string> layout;      ///< rows and columns, "2x1": one plot below the other
  std::optional<std::string> style;       ///< one of kFigureStyles: "paper"
  std::optional<ParameterSetting> width;  ///< mm, or one of kColumnWidths: as wide as it is
  std::optional<double> height;           ///< mm: as follows from the width
  std::optional<std::string> font;        ///< a family: that of TeX
  std::optional<double> font_size;        ///< points: 8, of .tex 10
  std::optional<bool> names;              ///< whether blocks have their names beside them: no
  std::optional<bool> standalone;         ///< of .tex: a document of its own: no
  ExtraKeys extras;
  Origin origin;

  /// Whether plots are in it, and whether the diagram is above them.
  bool shows_plots() const { return show == "plots" || show == "both"; }
  bool shows_both() const { return show == "both"; }
  bool shows_instant() const { return show == "instant"; }
  bool shows_timeline() const { return show == "timeline"; }
  bool shows_study() const { return show == "study"; }
  bool shows_analysis() const { return show == "analysis"; }
  /// Whether it is of a run.
  bool needs_run() const { return shows_plots() || shows_instant() || shows_timeline(); }
  friend bool operator==(const FigureSetting&, const FigureSetting&) = default;
};

/// The blocks of one diagram, in the order of the file, found by name. Copies share their blocks
/// (and the index of names) until one of them changes, so a copy costs little more than a list of
/// pointers, and may be read by another thread.
class BlockList {
 public:
  /// Goes along the list in the order of the file. Blocks are const: they are changed through the
  /// list, which knows who shares them.
  class Iterator {
   public:
    using value_type = Block;
    using reference = const Block&;
    using difference_type = std::ptrdiff_t;
    Iterator(const BlockList* list, std::size_t index) : list_(list), index_(index) {}
    const Block& operator*() const { return (*list_)[index_]; }
    const Block* operator->() const { return &(*list_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

   private:
    const BlockList* list_;
    std::size_t index_;
  };

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  /// The block at an index, which must be less than size().
  const Block& operator[](std::size_t index) const { return *entries_[index].block; }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

  /// The block of that name, or null. The pointer holds until the list changes.
  const Block* Find(std::string_view name) const;
  /// Whether there is a block of that name. By hashing, whatever the number of blocks is.
  bool contains(std::string_view name) const { return names_ && names_->contains(name); }
  /// Its index, or size() where there is none.
  std::size_t IndexOf(std::string_view name) const;

  /// Makes room for so many blocks in all, before a file is read.
  void Reserve(std::size_t count);
  /// Adds a block at the end. Its name must be new (std::invalid_argument).
  void Append(Block block);
  /// Adds a block before `index` (size() for the end). Its name must be new.
  void Insert(std::size_t index, Block block);
  /// Puts `block` at `index` and returns the one that was there. Its name must be new or the same.
  Block Replace(std::size_t index, Block block);
  /// Takes a block out.
  Block Remove(std::size_t index);
  /// The diagram of the Subsystem at `index`, to be changed; null where it is none.
  DiagramModel* MutableDiagram(std::size_t index);
  /// Its parameters, to be changed; null where it is no Subsystem.
  std::vector<DiagramParameter>* MutableParameters(std::size_t index);

  friend bool operator==(const BlockList& a, const BlockList& b);

 private:
  // `order` grows along the list with gaps, so that an index is found from a name by hashing and
  // bisection, and adding or removing a block touches no other.
  struct Entry {
    std::uint64_t order;
    std::shared_ptr<Block> block;  // shared by copies of the list; changed only when held alone
  };
  /// Lets a name be looked up by a view of it, without a copy.
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>()(name);
    }
  };
  using NameIndex = std::unordered_map<std::string, std::uint64_t, NameHash, std::equal_to<>>;

  /// The block at an index as this list's own, copied where another list shares it.
  Block* Mutable(std::size_t index);
  NameIndex& MutableNames();
  /// An `order` for a new entry before `index`.
  std::uint64_t OrderBefore(std::size_t index);

  std::vector<Entry> entries_;
  std::shared_ptr<NameIndex> names_;  // name → order; shared by copies, as the blocks
};

/// One diagram: the top level or the inside of a subsystem.
struct DiagramModel {
  BlockList blocks;
  std::vector<Wire> wires;
  std::vector<SignalSetting> signal_settings;
  std::vector<Note> notes;
  std::vector<Frame> frames;
  ExtraKeys extras;

  /// The index of the wire into `to`, or wires.size(). Linear.
  std::size_t FindWireTo(std::string_view to) const;
  /// The index of the setting of signal `key`, or signal_settings.size(). Linear.
  std::size_t FindSignal(std::string_view key) const;

  friend bool operator==(const DiagramModel&, const DiagramModel&) = default;
};

/// A diagram file as values. It is copied freely; a level is named by its path: "" is the top
/// level, "A/B" the inside of subsystem B of subsystem A.
class Document {
 public:
  int version = kFormatVersion;  ///< as read; a newer one is kept
  std::optional<std::string> title;
  std::optional<std::string> description;
  std::vector<DiagramParameter> parameters;
  SimulationSettings simulation;
  std::optional<StudySettings> study;
  DiagramModel root;
  std::vector<PlotSetting> plots;
  std::vector<SliderSetting> sliders;
  std::vector<FigureSetting> figures;  ///< `export` in a file
  std::vector<AnalysisSetting> analyses;
  ExtraKeys extras;
  FileFolder folder;  ///< set by LoadFile()

  /// The diagram of a level, or null where there is no such subsystem.
  const DiagramModel* FindDiagram(std::string_view level) const;
  /// The same to be changed; edit.h's transactions are the way to change a document that is shown.
  DiagramModel* FindMutableDiagram(std::string_view level);
  /// The block at `path` ("A/B/gain"), or null.
  const Block* FindBlock(std::string_view path) const;
  /// The analysis of that name, or null.
  const AnalysisSetting* FindAnalysis(std::string_view name) const;
  /// The parameters of a level's diagram, or null.
  const std::vector<DiagramParameter>* FindParameters(std::string_view level) const;
  /// To be changed. Null where there is no such level.
  std::vector<DiagramParameter>* FindMutableParameters(std::string_view level);

  friend bool operator==(const Document&, const Document&) = default;
};

/// "A/B" of level "A" and name "B"; "B" of level "".
std::string JoinPath(std::string_view level, std::string_view name);
/// Level and name of a path: {"A", "B"} of "A/B".
std::pair<std::string, std::string> SplitPath(std::string_view path);

}  // namespace loopwright
