#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>

namespace loopwright {

// What an object of a file may hold, the file as a whole included, is said once, in a table
// (engine/document/field_tables.h): its keys in the order of a saved file, the member of the
// document that each is kept in, and a form, which says what the value may be. Loading
// (engine/file/object_reader.h and load.cpp), saving (engine/file/save.cpp) and the schema of files
// (engine/blocks/schema_json.cpp) go through the same table, so a new key is one line there, and a
// form that one of them does not know is an error of the compiler.

/// One key of an object in a file. Where `advice` is given the key must be there, and the error
/// says the advice where it is not.
template <typename Owner, typename Member, typename Form>
struct Field {
  std::string_view key;
  Member Owner::*member;
  Form form;
  std::string_view advice;

  constexpr bool is_required() const { return !advice.empty(); }
};

/// A key that may be left out: `OptionalKey("title", &Frame::title, TextForm{})`.
template <typename Owner, typename Member, typename Form>
constexpr Field<Owner, Member, Form> OptionalKey(std::string_view key, Member Owner::*member,
                                                 Form form) {
  return {key, member, form, {}};
}

/// A key that must be there.
template <typename Owner, typename Member, typename Form>
constexpr Field<Owner, Member, Form> RequiredKey(std::string_view key, Member Owner::*member,
                                                 Form form, std::string_view advice) {
  return {key, member, form, advice};
}

/// Calls `visit` with each field of a table, in its order.
template <typename Table, typename Visit>
constexpr void ForEachField(const Table& fields, Visit visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, fields);
}

// The forms. A description is what the schema says of the key beside its type.

/// A text.
struct TextForm {
  std::string_view description;
};

/// A text that is one of a few words.
struct WordForm {
  std::span<const std::string_view> words;
};

/// "#rrggbb".
struct ColorForm {};

/// true or false.
struct BooleanForm {
  std::string_view description;
};

/// Any number.
struct NumberForm {
  std::string_view description;
};

/// A number above 0.
struct PositiveForm {};

/// A number from `least` to `most`.
struct BoundedForm {
  double least;
  double most;
  std::string_view unit;
};

/// A whole number from `least` to `most`.
struct WholeForm {
  int least;
  int most;
  std::string_view description;
};

/// 0, 90, 180 or 270: degrees.
struct RightAngleForm {};

/// A number, or an expression of the diagram's parameters.
struct ExpressionForm {};

/// What a parameter of a block can be: a number, a text, true or false, or a list of these.
struct SettingForm {};

/// A distribution with its arguments.
struct RandomForm {};

/// Corners, each as [x, y].
struct CornersForm {};

/// A list of texts.
struct TextListForm {
  std::string_view description;
};

/// A list of signals: `BLOCK.PORT`, `SUB/BLOCK.PORT` or `BLOCK.PORT[2]`.
struct SignalListForm {};

/// A point of an analysis: a signal, as in a list of signals, or the wire into an input,
/// `>BLOCK.PORT`.
struct PointForm {};

/// A list of such points.
struct PointListForm {};

/// A list of texts that are each one of a few words.
struct WordListForm {
  std::span<const std::string_view> words;
};

/// A period in seconds, above 0, or kAnyPeriod.
struct PeriodForm {};

/// Visible ranges by the names of axes, each as [lower, upper], where null is automatic.
struct RangesForm {};

/// The name of a figure's file: one of kFigureSuffixes at its end, below the diagram's folder.
struct FigureFileForm {};

/// Rows and columns of plots: "2x1".
struct FigureLayoutForm {};

/// The width of a figure in mm, or one of kColumnWidths.
struct FigureWidthForm {};

/// An object that has the keys of a table. A `definition` is the name under which the schema
/// describes the object once, for all places that have one: "layout".
template <typename Table>
struct ObjectForm {
  constexpr explicit ObjectForm(const Table& table, std::string_view definition_name = {})
      : fields(table), definition(definition_name) {}
  const Table& fields;
  std::string_view definition;
};

/// A list of objects that have the keys of a table.
template <typename Table>
struct ObjectListForm {
  constexpr explicit ObjectListForm(const Table& table) : fields(table) {}
  const Table& fields;
};

/// A list of such objects of which each has a line of its own in a saved file: wires, plots.
template <typename Table>
struct RowsForm {
  constexpr RowsForm(const Table& table, std::string_view definition_name)
      : fields(table), definition(definition_name) {}
  const Table& fields;
  std::string_view definition;
};

/// Objects that have the keys of a table, by names, which are kept in a member of theirs. The names
/// may have to be signals, of which one with an element has the form `BLOCK.PORT[2]`.
template <typename Element, typename Table>
struct ObjectMapForm {
  constexpr ObjectMapForm(std::string Element::*name_member, const Table& table,
                          bool of_signals = false)
      : name(name_member), fields(table), are_signals(of_signals) {}
  std::string Element::*name;
  const Table& fields;
  bool are_signals;
};

// The forms of the sections of a file. Each stands at one key, or at one key of each level, and has
// rules of its own beside the keys of its objects.

/// The version of the format: a whole number from 1 on.
struct VersionForm {};

/// Parameters of a level by their names, each with the keys of kDiagramParameterFields.
struct ParametersForm {};

/// The settings of the simulation: the keys of SimulationKeys().
struct SimulationForm {};

/// What is asked of many runs: the keys of kStudyFields.
struct StudyForm {};

/// Measures of a study: formulas by their names.
struct MeasuresForm {};

/// Variants of a study by their names: each is an object of settings by the names of parameters.
struct VariantsForm {};

/// Lists of settings, each of one or more, by the names of parameters.
struct SweepForm {};

/// A level of the diagram: the keys of kDiagramFields.
struct DiagramForm {};

/// The blocks of a level by their names, each with the keys of kBlockFields or kSubsystemFields.
struct BlocksForm {};

/// What is said of signals, by their paths, with the keys of kSignalFields.
struct SignalsForm {};

/// The name of a block type.
struct BlockTypeForm {};

/// Settings of a block's parameters, by their names: which there are is said by its type.
struct BlockParametersForm {};

/// Distributions of a block's parameters, by their names.
struct BlockRandomForm {};

}  // namespace loopwright
