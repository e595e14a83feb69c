#!/usr/bin/env python3
"""Finds texts in the editor's sources that a user sees and no translator would.

    check_literals.py FOLDER ALLOWED

Reads every source below FOLDER, leaves out what is given to tr(), translate(), QT_TR_NOOP() and the
like, and looks for

  - a literal with a word in a call that shows a text: setText("…"), addAction("…"), new QLabel("…"),
  - a literal anywhere that reads like a sentence: two words with a space between them.

ALLOWED lists literals that need no translation, one a line, as they stand in the source; lines that
begin with # are comments. An entry that no source has is an error as well.
"""

import re
import sys
from pathlib import Path

SHOWING = (
    r"(?:set(?:Text|ToolTip|WindowTitle|Title|PlaceholderText|Accessible(?:Name|Description)|"
    r"StatusTip|WhatsThis|Label|LabelText|TabText|TabToolTip|HeaderLabels?|HorizontalHeaderLabels|"
    r"InformativeText|EmptyLabel|SpecialValueText|Suffix|Prefix)|"
    r"add(?:Action|Menu|Tab|Button|Item|Items|Row)|insert(?:Tab|Item)|show(?:Message|Hint|Text)|"
    r"messageShown|drawText|new Q(?:Label|PushButton|ToolButton|CheckBox|RadioButton|Action|Menu|"
    r"GroupBox|DockWidget|ListWidgetItem|TableWidgetItem|TreeWidgetItem)|"
    r"QMessageBox::(?:about|information|question|warning|critical))"
)
TRANSLATED = r"(?:\btr|\btranslate|\bQT_TR\w*_NOOP3?|\bQ_DECLARE_TR_FUNCTIONS)"
# What is no text for users: names of objects, style sheets, warnings for developers, ...
UNSEEN = (
    r"(?:setObjectName|setStyleSheet|setDefaultStyleSheet|setProperty|property|qWarning|qFatal|"
    r"qCritical|static_assert|Q_ASSERT\w*|logic_error|invalid_argument)"
)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"(?:\s*"((?:[^"\\\n]|\\.)*)")*')
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"[^\W\d_]{2,},? [^\W\d_]{2,}")


def without_comments(text):
    """The text with comments, includes and raw strings blanked, line breaks kept."""
    pattern = re.compile(
        r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|^\s*#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)\'',
        re.DOTALL | re.MULTILINE,
    )

    def blank(match):
        if match.group(0)[0] in "\"'":
            return match.group(0)
        return re.sub(r"[^\n]", " ", match.group(0))

    return pattern.sub(blank, text)


def end_of_call(text, start):
    """The place after the parenthesis that closes the one at `start`."""
    depth = 0
    place = start
    while place < len(text):
        literal = LITERAL.match(text, place)
        if literal:
            place = literal.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            break
    return place


def blank_calls(text, names):
    """Blanks the calls of these functions."""
    for match in list(re.finditer(names + r"\s*\(", text)):
        end = end_of_call(text, match.end() - 1)
        text = text[: match.start()] + re.sub(r"[^\n]", " ", text[match.start() : end]) + text[end:]
    return text


def literals(text, start=0, end=None):
    """Places and contents of literals; parts that follow each other are one."""
    for match in LITERAL.finditer(text, start, len(text) if end is None else end):
        parts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', match.group(0))
        yield match.start(), "".join(parts)


def shown_literals(text):
    for match in re.finditer(SHOWING + r"\s*\(", text):
        end = end_of_call(text, match.end() - 1)
        # What a lambda among the arguments does is looked at by itself.
        body = re.search(r"\[[^\]]*\]\s*(?:\([^)]*\)\s*)?\{", text[match.end() : end])
        stop = match.end() + body.start() if body else end
        for place, literal in literals(text, match.end(), stop):
            if WORD.search(re.sub(r"%L?\d+|<[^>]*>|\\.", " ", literal)):
                yield place, literal


def sentences(text):
    for place, literal in literals(text):
        if SENTENCE.search(literal) and not re.search(r"[{};<>=\\]", literal):
            yield place, literal


def main():
    folder, allowed_path = Path(sys.argv[1]), Path(sys.argv[2])
    lines = allowed_path.read_text(encoding="utf-8").splitlines()
    allowed = {line for line in lines if line and not line.startswith("#")}
    used = set()
    problems = []
    paths = sorted(list(folder.rglob("*.cpp")) + list(folder.rglob("*.h")))
    if not paths:
        sys.exit(f"there is no source in {folder}")
    for path in paths:
        text = without_comments(path.read_text(encoding="utf-8"))
        text = blank_calls(blank_calls(text, TRANSLATED), UNSEEN)
        for place, literal in sorted(set(shown_literals(text)) | set(sentences(text))):
            used.add(literal)
            if literal not in allowed:
                line = text.count("\n", 0, place) + 1
                problems.append(f'{path}:{line}: "{literal}" is shown, but not translated: use tr()')
    problems += [f'{allowed_path}: "{text}" is in no source' for text in sorted(allowed - used)]
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(f"{len(problems)} problems with texts of the editor")


if __name__ == "__main__":
    main()
