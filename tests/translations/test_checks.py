#!/usr/bin/env python3
"""The two checks beside this file find what is planted for them.

    test_checks.py LUPDATE
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
LUPDATE = sys.argv.pop(1)

SOURCE = """
#include <QCoreApplication>
namespace loopwright {
class Texts { Q_DECLARE_TR_FUNCTIONS(Texts) };
QString text() { return Texts::tr("&Open %1…"); }
}
"""


def run(script, *arguments):
    command = [sys.executable, HERE / script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Literals(unittest.TestCase):
    def check(self, source, allowed=""):
        with tempfile.TemporaryDirectory() as folder:
            gui = Path(folder) / "gui"
            gui.mkdir()
            (gui / "a.cpp").write_text(source, encoding="utf-8")
            allowed_path = Path(folder) / "allowed.txt"
            allowed_path.write_text(allowed, encoding="utf-8")
            return run("check_literals.py", gui, allowed_path)

    def test_translated_and_unseen_texts_pass(self):
        source = (
            '#include "gui/some file.h"\n'
            '// label->setText("in a comment");\n'
            'label->setText(tr("An open file"));\n'
            'label->setText(tr("A (file) named %1").arg(name));\n'
            'label->setObjectName(QStringLiteral("some name"));\n'
            'label->setText(QStringLiteral("%1 %2"));\n'
            'menu->addAction(tr("Open"), this, [this] { find("openAction"); });\n'
        )
        result = self.check(source)
        self.assertEqual((result.returncode, result.stdout), (0, ""))

    def test_texts_without_tr_are_found(self):
        for line, text in (
            ('label->setText("Open");', "Open"),
            ('label->setToolTip(QStringLiteral("Opens %1").arg(tr("it")));', "Opens %1"),
            ('menu->addAction("Open", this, [this] {});', "Open"),
            ('auto* label = new QLabel("Öffnen");', "Öffnen"),
            ('return QStringLiteral("the file "\n    "is gone");', "the file is gone"),
        ):
            result = self.check("int before;\n" + line + "\n")
            self.assertEqual(result.returncode, 1, line)
            self.assertIn(f'a.cpp:2: "{text}" is shown', result.stdout)

    def test_allowed_texts_pass_and_stale_ones_do_not(self):
        self.assertEqual(self.check('l->setText("Loopwright");', "# a name\nLoopwright\n").returncode, 0)
        result = self.check("int x;", "Loopwright\n")
        self.assertEqual(result.returncode, 1)
        self.assertIn('"Loopwright" is in no source', result.stdout)


class Translations(unittest.TestCase):
    def check(self, source, translation, attribute="", library=""):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            translations = root / "resources" / "translations"
            translations.mkdir(parents=True)
            (root / "gui").mkdir()
            (root / "gui" / "a.cpp").write_text(SOURCE, encoding="utf-8")
            (translations / "loopwright_de.ts").write_text(
                '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS>'
                '<TS version="2.1" language="de_DE"><context><name>Texts</name><message>'
                f"<source>{source}</source><translation{attribute}>{translation}</translation>"
                "</message></context></TS>",
                encoding="utf-8",
            )
            program = root / "library_texts"
            program.write_text(f"#!/bin/sh\necho '{library}' > \"$2\"\n", encoding="utf-8")
            program.chmod(0o755)
            return run("check_translations.py", root, LUPDATE, program)

    def refused(self, text, *arguments, **named):
        result = self.check(*arguments, **named)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(text, result.stdout)

    def test_a_complete_translation_passes(self):
        result = self.check("&amp;Open %1…", "%1 &amp;öffnen…")
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_missing_and_vanished_texts_are_found(self):
        arguments = ("&amp;Close", "S&amp;chließen")
        self.refused('Texts: "&Open %1…" is missing', *arguments)
        self.refused('Texts: "&Close" is in no source any more', *arguments)

    def test_unfinished_texts_are_found(self):
        self.refused(
            'Texts: "&Open %1…" is unfinished', "&amp;Open %1…", "", ' type="unfinished"'
        )

    def test_other_places_endings_and_mnemonics_are_found(self):
        for translation, text in (
            ("&amp;Öffnen…", "has other places"),
            ("%1 &amp;öffnen", "must end in …"),
            ("%1 öffnen…", "has another number of mnemonics"),
            (" %1 &amp;öffnen…", "begins or ends with a space"),
            ("", "is empty"),
        ):
            self.refused(text, "&amp;Open %1…", translation)

    def test_a_missing_text_of_the_library_is_found(self):
        self.refused(
            'blocklib: "Gain" is missing',
            "&amp;Open %1…",
            "%1 &amp;öffnen…",
            library='QT_TRANSLATE_NOOP("blocklib", "Gain")',
        )


if __name__ == "__main__":
    unittest.main()
