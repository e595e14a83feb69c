#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/field.h"
#include "engine/file/field_reader.h"

namespace loopwright {

/// What a diagnostic calls the element of a list: "SUB/notes[2]".
std::string ElementPath(std::string_view level, std::string_view list, std::size_t index);

/// Reads objects by the tables of their keys (engine/document/field_tables.h), strictly: a value
/// that has not the form that its key asks for, and a key that is missing, is an error; a key that
/// the table does not have is kept, with a warning. What is right is kept all the same, so that a
/// user sees all errors at once.
class ObjectReader {
 public:
  /// `sink`, which gets the errors, must outlive this.
  explicit ObjectReader(DiagnosticSink* sink) : sink_(*sink), read_(sink) {}

  /// Reads an object into `owner`; `path` is what diagnostics call it. Returns false, with an
  /// error, where the value is no object.
  template <typename Table, typename Owner>
  bool Object(JsonValue value, const std::string& path, const Table& fields, Owner* owner) {
    if (!read_.Object(value, path)) return false;
    Members(value, path, fields, owner);
    return true;
  }

  /// Reads the members of an object by a table of which only the caller knows all forms: a level of
  /// the diagram, for example, has blocks. Values are read in the order of the file, each by a call
  /// `read_value(member, form, out)`; what is missing is reported after them. Keys in `read_before`
  /// are those that the caller has read already, without a place in the table.
  template <typename Table, typename Owner, typename ReadValue>
  void Members(JsonValue object, const std::string& path, const Table& fields, Owner* owner,
               ReadValue read_value, std::initializer_list<std::string_view> read_before = {}) {
    for (const JsonValue member : object.children()) {
      bool is_known =
          std::find(read_before.begin(), read_before.end(), member.key()) != read_before.end();
      ForEachField(fields, [&](const auto& field) {
        if (is_known || member.key() != field.key) return;
        is_known = true;
        read_value(member, field.form, &(owner->*field.member));
      });
      if (!is_known) read_.Unknown(member, path, &owner->extras);
    }
    ForEachField(fields, [&](const auto& field) {
      if (field.is_required()) read_.Require(object, field.key, path, field.advice);
    });
  }

  /// Reads one value by its form: what such a caller does with the forms that it has no own way
  /// for.
  template <typename Form, typename T>
  void Read(JsonValue value, const std::string& path, const Form& form, T* out) {
    Value({value, path}, form, out);
  }

  /// Reads the list `key` of a level (`level` is its path, empty at the top) and appends each
  /// element, also one with errors, so that indices are those of the file. `finish` is called with
  /// each element that is an object, with its path and with what was read of it.
  template <typename Table, typename Element, typename Finish>
  void List(JsonValue value, const std::string& level, std::string_view key, const Table& fields,
            std::vector<Element>* list, Finish finish) {
    if (!read_.List(value, JoinPath(level, key))) return;
    for (const JsonValue child : value.children()) {
      const std::string path = ElementPath(level, key, list->size());
      Element& element = list->emplace_back();
      if (Object(child, path, fields, &element)) finish(child, path, &element);
    }
  }
  template <typename Table, typename Element>
  void List(JsonValue value, const std::string& level, std::string_view key, const Table& fields,
            std::vector<Element>* list) {
    List(value, level, key, fields, list, [](JsonValue, const std::string&, Element*) {});
  }

 private:
  /// The members of an object of which this knows all forms.
  template <typename Table, typename Owner>
  void Members(JsonValue object, const std::string& path, const Table& fields, Owner* owner) {
    Members(object, path, fields, owner, [&](JsonValue member, const auto& form, auto* out) {
      Value({member, path}, form, out);
    });
  }

  /// The value of a key, and the path of the object that has the key.
  struct Given {
    JsonValue value;
    const std::string& path;
  };

  /// Each reads a value of one form into the member for it: what has not the form is an error that
  /// says what would be right. A form may have members of several types, where some objects need a
  /// value and others can do without.
  template <typename Text>
  void Value(const Given& given, const TextForm&, Text* out) {
    read_.Text(given.value, given.path, out);
  }
  void Value(const Given& given, const WordForm& form, std::string* out);
  void Value(const Given& given, const WordForm& form, std::optional<std::string>* out) {
    read_.Choice(given.value, given.path, form.words, out);
  }
  void Value(const Given& given, const ColorForm&, std::optional<std::string>* out) {
    read_.Color(given.value, given.path, out);
  }
  void Value(const Given& given, const BooleanForm&, std::optional<bool>* out) {
    read_.Boolean(given.value, given.path, out);
  }
  void Value(const Given& given, const NumberForm&, double* out) {
    read_.Number(given.value, given.path, out);
  }
  void Value(const Given& given, const NumberForm& form, std::optional<double>* out);
  void Value(const Given& given, const PositiveForm& form, double* out);
  void Value(const Given& given, const PositiveForm&, std::optional<double>* out) {
    read_.Size(given.value, given.path, out);
  }
  void Value(const Given& given, const BoundedForm& form, std::optional<double>* out);
  void Value(const Given& given, const WholeForm& form, std::optional<double>* out);
  void Value(const Given& given, const RightAngleForm& form, std::optional<int>* out);
  void Value(const Given& given, const ExpressionForm& form, std::optional<ParameterSetting>* out);
  void Value(const Given& given, const SettingForm&, ParameterSetting* out) {
    read_.Setting(given.value, given.path, out);
  }
  void Value(const Given& given, const RandomForm&, std::optional<RandomSetting>* out) {
    read_.Random(given.value, given.path, &out->emplace());
  }
  void Value(const Given& given, const CornersForm& form, std::optional<std::vector<Point>>* out);
  void Value(const Given& given, const TextListForm& form, std::vector<std::string>* out);
  void Value(const Given& given, const SignalListForm& form, std::vector<std::string>* out);
  void Value(const Given& given, const PointForm& form, std::optional<std::string>* out);
  void Value(const Given& given, const PointListForm& form, std::vector<std::string>* out);
  void Value(const Given& given, const WordListForm& form, std::vector<std::string>* out);
  void Value(const Given& given, const PeriodForm& form, std::optional<ParameterSetting>* out);
  void Value(const Given& given, const RangesForm& form, std::vector<PlotRange>* out);
  void Value(const Given& given, const FigureFileForm& form, std::string* out);
  void Value(const Given& given, const FigureLayoutForm& form, std::optional<std::string>* out);
  void Value(const Given& given, const FigureWidthForm& form, std::optional<ParameterSetting>* out);

  /// Objects within an object, alone, in a list or by their names. Diagnostics call what is in them
  /// by the path of the whole.
  template <typename Table, typename Owner>
  void Value(const Given& given, const ObjectForm<Table>& form, std::optional<Owner>* out) {
    Object(given.value, given.path, form.fields, &out->emplace());
  }
  template <typename Table, typename Element>
  void Value(const Given& given, const ObjectListForm<Table>& form, std::vector<Element>* out) {
    if (!read_.List(given.value, given.path)) return;
    const std::string path = given.path + '.' + std::string(given.value.key());
    for (const JsonValue child : given.value.children()) {
      Element& element = out->emplace_back();
      if (read_.Object(child, path)) Members(child, given.path, form.fields, &element);
    }
  }
  template <typename Table, typename Element>
  void Value(const Given& given, const ObjectMapForm<Element, Table>& form,
             std::vector<Element>* out) {
    if (!read_.Object(given.value, given.path)) return;
    for (const JsonValue member : given.value.children()) {
      Element& element = out->emplace_back();
      std::string& name = element.*form.name;
      name = member.key();
      if (form.are_signals && !IsSignal(member, given.path, name)) continue;
      Object(member, given.path, form.fields, &element);
    }
  }

  /// Reads a list of texts, and calls check(element, path of the object, text) with each.
  template <typename Check>
  void Texts(const Given& given, std::vector<std::string>* out, Check check);
  /// Whether a text has the form of a signal's path; an error at `value` where it has not. Whether
  /// there is such a signal is found when the document is checked.
  bool IsSignal(JsonValue value, const std::string& path, const std::string& signal);
  /// As IsSignal(), of a point of an analysis, `>BLOCK.PORT` too.
  void CheckPoint(JsonValue value, const std::string& path, const std::string& point);

  DiagnosticSink& sink_;
  FieldReader read_;
};

}  // namespace loopwright
