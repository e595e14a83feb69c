#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "engine/blocks/block_descriptor.h"
#include "engine/document/document.h"
#include "engine/document/parameter_setting.h"

namespace loopwright {

/// A setting as a person types it: `2.5`, `2*m`, `[1, k]`, `true`; null is empty.
QString settingText(const ParameterSetting& setting);

/// The setting that a person's `text` means for a parameter of that kind: what looks like a number,
/// a list of numbers or a truth value becomes one, all else is kept as typed, but for blanks and
/// ';' between brackets, which get their canonical form (CanonicalBrackets()). Elements of a vector
/// or matrix need no brackets around them: `1 2 1`. Nothing for empty
/// text where the kind has no empty text: the default.
std::optional<ParameterSetting> settingFromText(const QString& text, ParameterKind kind);

/// The elements of a list as typed, `[1, 2*m]`; empty where the text is no list.
QStringList listElements(const QString& text);

/// `uniform(0.9, 1.1)` of a distribution, and back; nothing, with the reason, where the text is
/// none.
QString randomText(const RandomSetting& random);
std::optional<RandomSetting> randomFromText(const QString& text, QString* problem);

}  // namespace loopwright
