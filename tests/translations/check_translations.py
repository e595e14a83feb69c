#!/usr/bin/env python3
"""Checks the translations of the editor against its sources.

    check_translations.py ROOT LUPDATE LIBRARY_TEXTS

ROOT is the project's folder, LUPDATE Qt's program, LIBRARY_TEXTS the program that lists what the
block library says. Fails, and says where and how to mend it, if a translation

  - lacks a text of the sources, or has one that is no longer in them,
  - is not finished,
  - has other places (%1, %n), another ending (…), mnemonic or line breaks than the text.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

REMEDY = "cmake --build BUILD --target translations, then translate what is unfinished"


def forms(message):
    """The texts of a translation: one, or one for each plural form."""
    translation = message.find("translation")
    plural = [form.text or "" for form in translation.findall("numerusform")]
    return plural or [translation.text or ""]


def key(context, message):
    comment = message.find("comment")
    return (
        context.find("name").text,
        message.find("source").text,
        "" if comment is None else comment.text,
    )


def read(path):
    """The messages of a .ts file by context, source and comment."""
    messages = {}
    for context in ElementTree.parse(path).getroot().findall("context"):
        for message in context.findall("message"):
            messages[key(context, message)] = message
    return messages


def mnemonics(text):
    return len(re.findall(r"&(?=\w)", text))


def problems_of(source, text):
    """What is wrong with one translated text."""
    if not text.strip():
        yield "is empty"
    if sorted(re.findall(r"%(?:L?\d|n)", source)) != sorted(re.findall(r"%(?:L?\d|n)", text)):
        yield "has other places (%1, %n)"
    if source.endswith("…") != text.endswith("…"):
        yield "must end in … where the text does, and only there"
    if mnemonics(source) != mnemonics(text):
        yield "has another number of mnemonics (&)"
    if source.count("\n") != text.count("\n"):
        yield "has another number of line breaks"
    if source.strip() == source and text.strip() != text:
        yield "begins or ends with a space"


def check_message(name, place, message):
    context, source, _ = place
    kind = message.find("translation").get("type")
    if kind is not None:
        yield f'{name}: {context}: "{source}" is {kind}'
        return
    for text in forms(message):
        for problem in problems_of(source, text):
            yield f'{name}: {context}: the translation of "{source}" {problem}: "{text}"'


def check_file(path, root, lupdate, library_texts):
    committed = read(path)
    with tempfile.TemporaryDirectory() as folder:
        fresh_path = Path(folder) / path.name
        shutil.copy(path, fresh_path)
        subprocess.run(
            [lupdate, "-silent", "-locations", "none", "-no-obsolete", "-I", root, root / "gui"]
            + [library_texts, "-ts", fresh_path],
            check=True,
            cwd=root,
        )
        fresh = read(fresh_path)
    for place in sorted(fresh.keys() - committed.keys()):
        yield f'{path.name}: {place[0]}: "{place[1]}" is missing'
    for place in sorted(committed.keys() - fresh.keys()):
        yield f'{path.name}: {place[0]}: "{place[1]}" is in no source any more'
    for place, message in committed.items():
        yield from check_message(path.name, place, message)


def main():
    root = Path(sys.argv[1]).resolve()
    lupdate, program = sys.argv[2:4]
    folder = root / "resources" / "translations"
    files = sorted(folder.glob("*.ts"))
    if not files:
        sys.exit(f"there is no translation in {folder}")
    problems = []
    with tempfile.TemporaryDirectory() as work:
        library_texts = Path(work) / "library_texts.h"
        subprocess.run([program, root / "resources" / "examples", library_texts], check=True)
        for path in files:
            problems += check_file(path, root, lupdate, library_texts)
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(f"{len(problems)} problems with translations; the remedy: {REMEDY}")


if __name__ == "__main__":
    main()
