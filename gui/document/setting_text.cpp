#include "gui/document/setting_text.h"

#include <QStringList>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "engine/common/number_format.h"
#include "engine/expression/formula.h"

namespace loopwright {

namespace {

std::optional<double> plainNumber(const QString& text) {
  const std::string bytes = text.toStdString();
  double value = 0;
  const char* begin = bytes.data();
  const char* end = begin + bytes.size();
  const auto result = std::from_chars(begin, end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) return {};
  // A number that would be written otherwise ("1e3", "0.10") stays as typed.
  if (FormatNumber(value) != bytes) return {};
  return value;
}

/// Reads numbers, texts in quotes and lists of them, as settingText() writes lists of texts.
class ListReader {
 public:
  explicit ListReader(const QString& text) : text_(text) {}

  std::optional<ParameterSetting> read() {
    std::optional<ParameterSetting> list = readList();
    skipSpace();
    if (!list || at_ != text_.size()) return {};
    return list;
  }

 private:
  QChar peek() const { return at_ < text_.size() ? text_[at_] : QChar(0); }
  void skipSpace() {
    while (peek().isSpace()) ++at_;
  }

  std::optional<ParameterSetting> readList() {
    skipSpace();
    if (peek() != u'[') return {};
    ++at_;
    ParameterSetting::List elements;
    skipSpace();
    while (peek() != u']') {
      std::optional<ParameterSetting> element = peek() == u'[' ? readList() : readElement();
      if (!element) return {};
      elements.push_back(std::move(*element));
      skipSpace();
      if (peek() == u',') {
        ++at_;
        skipSpace();
      } else if (peek() != u']') {
        return {};
      }
    }
    ++at_;
    return ParameterSetting(std::move(elements));
  }

  /// Up to the next comma or bracket that belongs to the list.
  std::optional<ParameterSetting> readElement() {
    QString element;
    int depth = 0;
    while (at_ < text_.size()) {
      const QChar letter = peek();
      if (depth == 0 && (letter == u',' || letter == u']')) break;
      if (letter == u'(' || letter == u'[') ++depth;
      if (letter == u')' || letter == u']') --depth;
      element += letter;
      ++at_;
    }
    element = element.trimmed();
    if (element.isEmpty()) return {};
    if (const auto number = plainNumber(element)) return ParameterSetting(*number);
    if (element.size() >= 2 && element.startsWith(u'"') && element.endsWith(u'"')) {
      element = element.mid(1, element.size() - 2);
    }
    return ParameterSetting(element.toStdString());
  }

  QString text_;
  qsizetype at_ = 0;
};

}  // namespace

QString settingText(const ParameterSetting& setting) {
  if (setting.is_number()) return QString::fromStdString(FormatNumber(setting.number()));
  if (setting.is_boolean()) return setting.boolean() ? "true" : "false";
  if (setting.is_text()) return QString::fromStdString(setting.text());
  if (!setting.is_list()) return {};
  QStringList elements;
  for (const ParameterSetting& element : setting.list()) elements += settingText(element);
  return u'[' + elements.join(QStringLiteral(", ")) + u']';
}

std::optional<ParameterSetting> settingFromText(const QString& text, ParameterKind kind) {
  const QString trimmed = text.trimmed();
  if (kind == ParameterKind::kText) return ParameterSetting(text.toStdString());
  if (trimmed.isEmpty()) return {};
  if (kind == ParameterKind::kChoice) return ParameterSetting(trimmed.toStdString());
  if (kind == ParameterKind::kBoolean) {
    if (trimmed == QStringLiteral("true")) return ParameterSetting(true);
    if (trimmed == QStringLiteral("false")) return ParameterSetting(false);
  }
  const bool isList = kind == ParameterKind::kTextList || kind == ParameterKind::kTextMatrix;
  if (!isList) {
    if (const auto number = plainNumber(trimmed)) return ParameterSetting(*number);
  }
  const std::string canonical = CanonicalBrackets(trimmed.toStdString());
  if (trimmed.startsWith(u'[')) {
    if (auto list = ListReader(QString::fromStdString(canonical)).read()) return list;
  }
  return ParameterSetting(canonical);
}

}  // namespace loopwright
