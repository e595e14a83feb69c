#pragma once

#include <string_view>
#include <tuple>

#include "engine/document/analysis_words.h"
#include "engine/document/document.h"
#include "engine/document/field.h"
#include "engine/document/figure_words.h"

namespace loopwright {

// The keys of the objects that a file is made of, in the order in which they are saved, from the
// smallest objects to the file as a whole (kDocumentFields, at the end). Two lists stand elsewhere,
// since their keys have defaults: the parameters of a block, in the descriptor of its type, and the
// keys of `simulation`, in SimulationKeys().

// The words that some keys take.

inline constexpr std::string_view kPlotKinds[] = {"time", "xy", "histogram", "spectrum"};
inline constexpr std::string_view kPlotScales[] = {"linear", "log"};
inline constexpr std::string_view kCurveLines[] = {"solid", "dash", "dot", "dash-dot"};
inline constexpr std::string_view kCircleModes[] = {"on", "off"};
/// What of a measure a study may know well enough to end.
inline constexpr std::string_view kStopQuantities[] = {"mean", "proportion", "quantile"};

// A level of a diagram.

/// A parameter, under its name: "mass": {"value": 0.5, "unit": "kg"}.
inline constexpr std::tuple kDiagramParameterFields{
    RequiredKey("value", &DiagramParameter::value, SettingForm{},
                "a parameter has one: {\"value\": 1}"),
    OptionalKey("unit", &DiagramParameter::unit, TextForm{}),
    OptionalKey("description", &DiagramParameter::description, TextForm{}),
    OptionalKey("random", &DiagramParameter::random, RandomForm{})};

/// Where a block is drawn: {"x": 120, "y": 80, "rotation": 90}.
inline constexpr std::tuple kLayoutFields{
    OptionalKey("x", &Layout::x, NumberForm{}),
    OptionalKey("y", &Layout::y, NumberForm{}),
    OptionalKey("width", &Layout::width, PositiveForm{}),
    OptionalKey("height", &Layout::height, PositiveForm{}),
    OptionalKey("rotation", &Layout::rotation, RightAngleForm{}),
    OptionalKey("flipped", &Layout::flipped, BooleanForm{})};

/// A wire: {"from": "sum.y", "to": "gain.u"}. The corners of a route are those that a person set.
inline constexpr std::tuple kWireFields{
    RequiredKey("from", &Wire::from, TextForm{"an output, BLOCK.PORT"},
                "a wire comes from an output: \"from\": \"BLOCK.PORT\""),
    RequiredKey("to", &Wire::to, TextForm{"an input, BLOCK.PORT"},
                "a wire goes to an input: \"to\": \"BLOCK.PORT\""),
    OptionalKey("route", &Wire::route, CornersForm{})};

/// What is said of a signal, under its path: "plant.y": {"name": "speed", "unit": "m/s"}.
inline constexpr std::tuple kSignalFields{OptionalKey("name", &SignalSetting::name, TextForm{}),
                                          OptionalKey("unit", &SignalSetting::unit, TextForm{}),
                                          OptionalKey("log", &SignalSetting::log, BooleanForm{})};

/// A note on the canvas: {"text": "**Plant**", "x": 40, "y": 10}.
inline constexpr std::tuple kNoteFields{
    RequiredKey("text", &Note::text, TextForm{"Markdown"}, "a note has one"),
    OptionalKey("x", &Note::x, NumberForm{}), OptionalKey("y", &Note::y, NumberForm{}),
    OptionalKey("width", &Note::width, PositiveForm{}),
    OptionalKey("height", &Note::height, PositiveForm{})};

inline constexpr std::string_view kFrameAdvice = "a frame has x, y, width and height";
/// A frame around blocks: {"title": "Plant", "x": 0, "y": 0, "width": 200, "height": 120}.
inline constexpr std::tuple kFrameFields{
    OptionalKey("title", &Frame::title, TextForm{}),
    RequiredKey("x", &Frame::x, NumberForm{}, kFrameAdvice),
    RequiredKey("y", &Frame::y, NumberForm{}, kFrameAdvice),
    RequiredKey("width", &Frame::width, PositiveForm{}, kFrameAdvice),
    RequiredKey("height", &Frame::height, PositiveForm{}, kFrameAdvice),
    OptionalKey("color", &Frame::color, ColorForm{})};

/// What all blocks have behind their parameters: a distribution for some of these, and a look.
inline constexpr std::tuple kBlockLookFields{
    OptionalKey("random", &Block::random, BlockRandomForm{}),
    OptionalKey("layout", &Block::layout, ObjectForm(kLayoutFields, "layout")),
    OptionalKey("enabled", &Block::enabled, BooleanForm{"false: the block is commented out"}),
    OptionalKey("color", &Block::color, ColorForm{})};

inline constexpr std::tuple kBlockTypeFields{
    RequiredKey("type", &Block::type, BlockTypeForm{}, "a block has one, like \"type\": \"Gain\"")};

/// A block, under its name: "gain": {"type": "Gain", "parameters": {"gain": 2}}.
inline constexpr auto kBlockFields =
    std::tuple_cat(kBlockTypeFields,
                   std::tuple{OptionalKey("parameters", &Block::parameters, BlockParametersForm{})},
                   kBlockLookFields);

/// What a subsystem has in place of a block's settings: parameters with values and units, which
/// expressions of its level use, and that level.
inline constexpr std::tuple kSubsystemParameterFields{
    OptionalKey("parameters", &Block::diagram_parameters, ParametersForm{})};
inline constexpr std::tuple kSubsystemDiagramFields{RequiredKey(
    "diagram", &Block::diagram, DiagramForm{}, "a Subsystem has \"diagram\": {\"blocks\": {...}}")};

/// A subsystem: "motor": {"type": "Subsystem", "diagram": {"blocks": {}}}.
inline constexpr auto kSubsystemFields = std::tuple_cat(kBlockTypeFields, kSubsystemParameterFields,
                                                        kBlockLookFields, kSubsystemDiagramFields);

/// A level: the file's own, or the one in a subsystem.
inline constexpr std::tuple kDiagramFields{
    RequiredKey("blocks", &DiagramModel::blocks, BlocksForm{}, "a diagram has \"blocks\": {...}"),
    OptionalKey("wires", &DiagramModel::wires, RowsForm(kWireFields, "wire")),
    OptionalKey("signals", &DiagramModel::signal_settings, SignalsForm{}),
    OptionalKey("notes", &DiagramModel::notes, RowsForm(kNoteFields, "note")),
    OptionalKey("frames", &DiagramModel::frames, RowsForm(kFrameFields, "frame"))};

// What is asked of many runs.

/// When a study is known well enough: {"measure": "peak", "of": "mean", "half_width": 0.01}.
inline constexpr std::tuple kStudyStopFields{
    RequiredKey("measure", &StudyStop::measure, TextForm{}, "it is the name of one of `measures`"),
    OptionalKey("of", &StudyStop::of, WordForm{kStopQuantities}),
    OptionalKey("quantile", &StudyStop::quantile, ExpressionForm{}),
    RequiredKey("half_width", &StudyStop::half_width, ExpressionForm{},
                "it is half the width of the confidence interval")};

/// The section itself: {"runs": 500, "measures": {"peak": "greatest(plant.y)"}}.
inline constexpr std::tuple kStudyFields{
    OptionalKey("runs", &StudySettings::runs, ExpressionForm{}),
    OptionalKey("grid", &StudySettings::grid, ExpressionForm{}),
    OptionalKey("signal", &StudySettings::signal,
                TextForm{"the signal whose paths the editor shows: plant.y"}),
    OptionalKey("measures", &StudySettings::measures, MeasuresForm{}),
    OptionalKey("stop", &StudySettings::stop, ObjectForm(kStudyStopFields)),
    OptionalKey("antithetic", &StudySettings::antithetic, BooleanForm{}),
    OptionalKey("sobol", &StudySettings::sobol, BooleanForm{}),
    OptionalKey("common", &StudySettings::common, VariantsForm{}),
    OptionalKey("sweep", &StudySettings::sweep, SweepForm{})};

// Plots.

/// An axis, under its name: "y": {"label": "speed in m/s", "scale": "log"}.
inline constexpr std::tuple kPlotAxisFields{
    OptionalKey("label", &PlotAxis::label, TextForm{}),
    OptionalKey("scale", &PlotAxis::scale, WordForm{kPlotScales})};

/// How a curve looks, under the path of its signal: "plant.y": {"color": "#cc0000", "line":
/// "dash"}.
inline constexpr std::tuple kPlotCurveFields{
    OptionalKey("color", &PlotCurve::color, ColorForm{}),
    OptionalKey("line", &PlotCurve::line, WordForm{kCurveLines}),
    OptionalKey("axis", &PlotCurve::axis, TextForm{"y, y2, ..."})};

inline constexpr std::string_view kReferenceAdvice = "a line of reference has an axis and a value";
/// A line across a plot: {"axis": "y", "value": 1, "label": "limit"}.
inline constexpr std::tuple kPlotReferenceFields{
    RequiredKey("axis", &PlotReference::axis, TextForm{"x, y, y2, ..."}, kReferenceAdvice),
    RequiredKey("value", &PlotReference::value, NumberForm{}, kReferenceAdvice),
    OptionalKey("label", &PlotReference::label, TextForm{})};

/// A row or a column of the page of plots. The limit keeps it from having millions of empty places.
inline constexpr WholeForm kPlotPlaceForm{0, 99, {}};

/// A plot: {"title": "Speed", "signals": ["plant.y"], "row": 0, "column": 1}.
inline constexpr std::tuple kPlotFields{
    OptionalKey("title", &PlotSetting::title, TextForm{}),
    OptionalKey("kind", &PlotSetting::kind, WordForm{kPlotKinds}),
    OptionalKey("block", &PlotSetting::block, TextForm{"the sink that this is the plot of"}),
    OptionalKey("signals", &PlotSetting::signal_paths, SignalListForm{}),
    OptionalKey("axes", &PlotSetting::axes, ObjectMapForm(&PlotAxis::name, kPlotAxisFields)),
    OptionalKey("ranges", &PlotSetting::ranges, RangesForm{}),
    OptionalKey("curves", &PlotSetting::curves,
                ObjectMapForm(&PlotCurve::signal_path, kPlotCurveFields, true)),
    OptionalKey("references", &PlotSetting::references, ObjectListForm(kPlotReferenceFields)),
    OptionalKey("circles", &PlotSetting::circles, WordForm{kCircleModes}),
    OptionalKey("row", &PlotSetting::row, kPlotPlaceForm),
    OptionalKey("column", &PlotSetting::column, kPlotPlaceForm)};

/// A slider beside the plots: {"parameter": "controller.kp", "lower": 1, "upper": 100}.
inline constexpr std::tuple kSliderFields{
    RequiredKey("parameter", &SliderSetting::parameter,
                TextForm{"Kp, BLOCK.gain, SUBSYSTEM.Kp or SUBSYSTEM/BLOCK.gain"},
                "a slider is for one, like \"controller.kp\""),
    OptionalKey("lower", &SliderSetting::lower, NumberForm{"where the range begins"}),
    OptionalKey("upper", &SliderSetting::upper, NumberForm{"where it ends"})};

// Figures: the key `export`.

inline constexpr BoundedForm kFigureLengthForm{kLeastFigureLength, kLargestFigureLength, "mm"};

/// A figure: {"file": "figures/loop.pdf", "show": "both", "width": "ieee"}.
inline constexpr std::tuple kFigureFields{
    RequiredKey("file", &FigureSetting::file, FigureFileForm{},
                "a figure is written into one, like \"figures/loop.pdf\""),
    OptionalKey("show", &FigureSetting::show, WordForm{kFigureContents}),
    OptionalKey("level", &FigureSetting::level, TextForm{"the subsystem that is drawn"}),
    OptionalKey("plots", &FigureSetting::plots, TextListForm{"the title of a plot"}),
    OptionalKey("signal", &FigureSetting::signal, TextForm{"of which signal a study is shown"}),
    OptionalKey("variant", &FigureSetting::variant,
                TextForm{"which variant is studied, run or analysed"}),
    OptionalKey("beside", &FigureSetting::beside,
                TextForm{"the variant whose fan, run or analysis stands behind"}),
    OptionalKey("theory", &FigureSetting::theory, BooleanForm{"what theory says of the signal"}),
    OptionalKey("paths", &FigureSetting::paths,
                WholeForm{1, kMostFigurePaths, "how many single runs of a study are drawn"}),
    OptionalKey("time", &FigureSetting::time, NumberForm{"of the instant; s"}),
    OptionalKey("from", &FigureSetting::from, NumberForm{"where the timeline begins; s"}),
    OptionalKey("to", &FigureSetting::to, NumberForm{"where the timeline ends; s"}),
    OptionalKey("analysis", &FigureSetting::analysis, TextForm{"which analysis is shown"}),
    OptionalKey("view", &FigureSetting::view, WordForm{kAnalysisViews}),
    OptionalKey("input", &FigureSetting::input, PointForm{}),
    OptionalKey("output", &FigureSetting::output, PointForm{}),
    OptionalKey("layout", &FigureSetting::layout, FigureLayoutForm{}),
    OptionalKey("style", &FigureSetting::style, WordForm{kFigureStyles}),
    OptionalKey("width", &FigureSetting::width, FigureWidthForm{}),
    OptionalKey("height", &FigureSetting::height, kFigureLengthForm),
    OptionalKey("font", &FigureSetting::font, TextForm{"a family"}),
    OptionalKey("font_size", &FigureSetting::font_size,
                BoundedForm{kLeastFigureFont, kLargestFigureFont, "points"}),
    OptionalKey("names", &FigureSetting::names, BooleanForm{"the names of blocks beside them"}),
    OptionalKey("standalone", &FigureSetting::standalone,
                BooleanForm{"of .tex: a document of its own"})};

// Linear analyses.

/// An equilibrium: {"free": ["u.y", "plant.mass=0.5..2"], "target": ["plant.y=1"]}.
inline constexpr std::tuple kAnalysisTrimFields{
    OptionalKey("free", &AnalysisTrim::frees,
                TextListForm{"what may change: NAME, or NAME=LO..HI"}),
    OptionalKey("target", &AnalysisTrim::targets,
                TextListForm{"what a signal has at the equilibrium: SIGNAL=EXPR"})};

/// Where the diagram is taken: {"time": 2.5, "side": "-"}.
inline constexpr std::tuple kAnalysisPlaceFields{
    OptionalKey("trim", &AnalysisPlace::trim, ObjectForm(kAnalysisTrimFields)),
    OptionalKey("time", &AnalysisPlace::time, NumberForm{"of a run; s"}),
    OptionalKey("periodic", &AnalysisPlace::periodic, PeriodForm{}),
    OptionalKey("side", &AnalysisPlace::side, WordForm{kAnalysisSides})};

/// An analysis: {"name": "loop", "loop": "controller.y", "at": {"trim": {}}, "views": ["bode"]}.
inline constexpr std::tuple kAnalysisFields{
    RequiredKey("name", &AnalysisSetting::name, TextForm{"what --analysis calls it"},
                "an analysis has one, by which --analysis calls it"),
    OptionalKey("inputs", &AnalysisSetting::inputs, PointListForm{}),
    OptionalKey("outputs", &AnalysisSetting::outputs, PointListForm{}),
    OptionalKey("open", &AnalysisSetting::open, PointListForm{}),
    OptionalKey("loop", &AnalysisSetting::loop, PointForm{}),
    OptionalKey("at", &AnalysisSetting::at, ObjectForm(kAnalysisPlaceFields)),
    OptionalKey("views", &AnalysisSetting::views, WordListForm{kAnalysisViews})};

// The file as a whole.

/// What `format` says in each file: the mark by which a file is known for a diagram.
inline constexpr char kFormatName[] = "loopwright";

/// All that a file has behind the mark.
inline constexpr std::tuple kDocumentFields{
    RequiredKey("version", &Document::version, VersionForm{}, "this program writes \"version\": 1"),
    OptionalKey("title", &Document::title, TextForm{}),
    OptionalKey("description", &Document::description, TextForm{"Markdown, shown in the editor"}),
    OptionalKey("parameters", &Document::parameters, ParametersForm{}),
    OptionalKey("simulation", &Document::simulation, SimulationForm{}),
    OptionalKey("study", &Document::study, StudyForm{}),
    RequiredKey("diagram", &Document::root, DiagramForm{},
                "a diagram file has \"diagram\": {\"blocks\": {...}}"),
    OptionalKey("plots", &Document::plots, RowsForm(kPlotFields, "plot")),
    OptionalKey("sliders", &Document::sliders, RowsForm(kSliderFields, "slider")),
    OptionalKey("export", &Document::figures, RowsForm(kFigureFields, "figure")),
    OptionalKey("analyses", &Document::analyses, RowsForm(kAnalysisFields, "analysis"))};

}  // namespace loopwright
