#include "engine/linear/result_tree.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/text/number_format.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

// JSON has no infinity: what is not finite is a text.
void AppendNumberAsJson(double number, std::string* out) {
  if (std::isfinite(number)) {
    AppendNumber(number, out);
  } else {
    *out += '"' + FormatNumber(number) + '"';
  }
}

std::string Short(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number == 0 ? 0 : number);
  return text;
}

// Columns of texts, each as wide as its longest one.
void AppendColumns(const std::vector<std::vector<std::string>>& rows, const std::string& indent,
                   std::string* out) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], CountCharacters(row[i]));
  }
  for (const auto& row : rows) {
    std::string line = indent;
    for (size_t i = 0; i < row.size(); ++i) {
      line += row[i] + std::string(widths[i] + 2 - CountCharacters(row[i]), ' ');
    }
    *out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
}

}  // namespace

// In the place of one of the same name, else at the end.
ResultTree& ResultTree::Add(const std::string& name, ResultTree value) {
  for (auto& [other, present] : elements_) {
    if (other == name) return present = std::move(value);
  }
  return elements_.emplace_back(name, std::move(value)).second;
}

const ResultTree* ResultTree::Find(const std::string& name) const {
  for (const auto& [other, value] : elements_) {
    if (other == name) return &value;
  }
  return nullptr;
}

void ResultTree::AppendJson(std::string* out) const {
  const auto append_list = [out](auto count, const auto& append) {
    *out += '[';
    for (decltype(count) i = 0; i < count; ++i) {
      if (i > 0) *out += ", ";
      append(i);
    }
    *out += ']';
  };
  switch (kind_) {
    case Kind::kNumber:
      return AppendNumberAsJson(number_, out);
    case Kind::kWhole:
      *out += std::to_string(static_cast<int>(number_));
      return;
    case Kind::kTruth:
      *out += number_ != 0 ? "true" : "false";
      return;
    case Kind::kText:
      return AppendJsonString(text_, out);
    case Kind::kComplex:
      return append_list(2, [&](int i) { AppendNumberAsJson(i == 0 ? number_ : imaginary_, out); });
    case Kind::kMatrix:
      return append_list(matrix_.rows(), [&](Eigen::Index row) {
        append_list(matrix_.cols(),
                    [&](Eigen::Index column) { AppendNumberAsJson(matrix_(row, column), out); });
      });
    case Kind::kList:
      return append_list(elements_.size(), [&](size_t i) { elements_[i].second.AppendJson(out); });
    case Kind::kObject:
      *out += '{';
      for (size_t i = 0; i < elements_.size(); ++i) {
        if (i > 0) *out += ", ";
        AppendJsonString(elements_[i].first, out);
        *out += ": ";
        elements_[i].second.AppendJson(out);
      }
      *out += '}';
  }
}

// A line for each member of the whole; what is in them is on its line.
std::string ResultTree::ToJson() const {
  std::string out = "{";
  for (size_t i = 0; i < elements_.size(); ++i) {
    out += i > 0 ? ",\n  " : "\n  ";
    AppendJsonString(elements_[i].first, &out);
    out += ": ";
    elements_[i].second.AppendJson(&out);
  }
  return out + "\n}\n";
}

// As much of a value as fits into a line.
std::string ResultTree::ShortText() const {
  switch (kind_) {
    case Kind::kNumber:
      return Short(number_);
    case Kind::kWhole:
      return std::to_string(static_cast<int>(number_));
    case Kind::kTruth:
      return number_ != 0 ? "yes" : "no";
    case Kind::kText:
      return text_;
    case Kind::kComplex:
      return imaginary_ == 0 ? Short(number_)
                             : Short(number_) + (imaginary_ < 0 ? " - " : " + ") +
                                   Short(std::abs(imaginary_)) + "i";
    default: {
      std::string text;
      for (const auto& [name, value] : elements_) {
        text += (text.empty() ? "" : ", ") + value.ShortText();
      }
      return text;
    }
  }
}

// Fits into one line: no matrix, no object, no list of such.
bool ResultTree::is_flat() const {
  if (kind_ == Kind::kMatrix || kind_ == Kind::kObject) return false;
  return std::all_of(elements_.begin(), elements_.end(), [](const auto& element) {
    return element.second.kind_ != Kind::kList && element.second.is_flat();
  });
}

// A list of objects of flat values, which make a row each.
bool ResultTree::is_table() const {
  return kind_ == Kind::kList && !elements_.empty() &&
         std::all_of(elements_.begin(), elements_.end(), [](const auto& element) {
           const auto& values = element.second.elements_;
           return element.second.kind_ == Kind::kObject &&
                  std::all_of(values.begin(), values.end(),
                              [](const auto& value) { return value.second.is_flat(); });
         });
}

void ResultTree::AppendRows(const std::string& indent, std::string* out) const {
  std::vector<std::vector<std::string>> rows;
  if (kind_ == Kind::kMatrix) {
    for (Eigen::Index i = 0; i < matrix_.rows(); ++i) {
      auto& row = rows.emplace_back();
      for (Eigen::Index j = 0; j < matrix_.cols(); ++j) row.push_back(Short(matrix_(i, j)));
    }
  } else if (is_table()) {
    auto& head = rows.emplace_back();
    for (const auto& [name, value] : elements_[0].second.elements_) head.push_back(name);
    for (const auto& element : elements_) {
      auto& row = rows.emplace_back();
      for (const auto& value : element.second.elements_) row.push_back(value.second.ShortText());
    }
  } else {
    for (const auto& element : elements_) rows.push_back({element.second.ShortText()});
  }
  AppendColumns(rows, indent, out);
}

void ResultTree::AppendTable(const std::string& indent, std::string* out) const {
  std::vector<std::vector<std::string>> lines;
  const auto flush = [&] {
    AppendColumns(lines, indent, out);
    lines.clear();
  };
  for (const auto& [name, value] : elements_) {
    const bool is_long = value.kind_ == Kind::kList && value.elements_.size() > 4;
    const bool has_elements = value.kind_ == Kind::kList || value.kind_ == Kind::kObject;
    const bool is_empty = (has_elements && value.elements_.empty()) ||
                          (value.kind_ == Kind::kMatrix && value.matrix_.size() == 0);
    if (is_empty) {
      lines.push_back({name, "none"});
    } else if (value.is_flat() && !is_long) {
      lines.push_back({name, value.ShortText()});
    } else {
      flush();
      *out += indent + name + "\n";
      value.kind_ == Kind::kObject ? value.AppendTable(indent + "  ", out)
                                   : value.AppendRows(indent + "  ", out);
    }
  }
  flush();
}

std::string ResultTree::ToTable() const {
  std::string out;
  AppendTable("", &out);
  return out;
}

}  // namespace loopwright
