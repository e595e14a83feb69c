"""The frame of a test program: a desktop, a folder, editors, and pictures of what went wrong."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import unittest

from desktop import HEIGHT, WIDTH, Desktop
from editor import Editor

PROGRAM = os.environ["LOOPWRIGHT"]
COMMAND_LINE = os.environ["LOOPWRIGHT_CLI"]
PICTURES = pathlib.Path(os.environ["LOOPWRIGHT_PICTURES"])

# Three blocks in a row, 60 by 40, ports at half of their height, and one below. As the program
# writes it.
CHAIN = """{
  "format": "loopwright",
  "version": 1,
  "simulation": {"stop_time": 1},
  "diagram": {
    "blocks": {
      "alpha": {"type": "Sine", "layout": {"x": 0, "y": 0, "width": 60, "height": 40}},
      "beta": {"type": "Gain", "parameters": {"gain": 2}, \
"layout": {"x": 160, "y": 0, "width": 60, "height": 40}},
      "gamma": {"type": "Integrator", "layout": {"x": 320, "y": 0, "width": 60, "height": 40}},
      "delta": {"type": "Gain", "layout": {"x": 320, "y": 120, "width": 60, "height": 40}}
    },
    "wires": [
      {"from": "alpha.y", "to": "beta.u"},
      {"from": "beta.y", "to": "gamma.u"}
    ]
  }
}
"""
CORNER = {"alpha": (0, 0), "beta": (160, 0), "gamma": (320, 0), "delta": (320, 120)}
MIDDLE = {"alpha": (30, 20), "beta": (190, 20), "gamma": (350, 20), "delta": (350, 140)}
INPUT = {"beta": (160, 20), "gamma": (320, 20), "delta": (320, 140)}
OUTPUT = {"alpha": (60, 20), "beta": (220, 20), "gamma": (380, 20), "delta": (380, 140)}


class Scenario(unittest.TestCase):
    SCREEN = (WIDTH, HEIGHT)

    def setUp(self):
        self.desktop = Desktop(*self.SCREEN)
        self.addCleanup(self.desktop.close)
        self.folder = self.desktop.folder / "files"
        self.folder.mkdir()
        self.editors = []

    def tearDown(self):
        for editor in self.editors:
            editor.leave_nothing_pressed()
            editor.quit()

    def start(self, *arguments):
        editor = Editor(self.desktop, PROGRAM, *arguments)
        self.editors.append(editor)
        return editor

    def write(self, text, name="diagram.loop.json"):
        path = self.folder / name
        path.write_text(text)
        return path

    def open(self, text=CHAIN, block="beta", corner=None, name="diagram.loop.json"):
        """An editor that shows a diagram, in which the corner of `block` is at `corner`."""
        path = self.write(text, name)
        editor = self.start(path)
        editor.use_file(path)
        editor.wait_title(".* — Loopwright")
        editor.look_at(block, corner or CORNER[block])
        return editor

    def picture(self, name):
        PICTURES.mkdir(parents=True, exist_ok=True)
        test = self.id().split(".")[-1]
        path = PICTURES / f"{test}-{re.sub('[^a-z0-9]+', '-', name.lower())}.png"
        self.desktop.screenshot(path)
        return path

    @contextlib.contextmanager
    def step(self, what):
        """A part of a test: a failure in it names it and leaves a picture of the screen."""
        try:
            yield
        except Exception as error:
            path = self.picture(f"failed {what}")
            raise AssertionError(f"{what}: {error} (the screen then: {path})") from error


def blocks(diagram):
    return diagram["diagram"]["blocks"]


def wires(diagram):
    """The wires, {input: output}."""
    return {wire["to"]: wire["from"] for wire in diagram["diagram"].get("wires", [])}


def route(diagram, to):
    return next(w for w in diagram["diagram"]["wires"] if w["to"] == to).get("route")


def position(diagram, block):
    layout = blocks(diagram)[block]["layout"]
    return layout["x"], layout["y"]


def results(path):
    """The final values of a run on the command line."""
    run = subprocess.run([COMMAND_LINE, "run", path], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise AssertionError(run.stderr)
    return run.stdout


def main():
    unittest.main(verbosity=2)


__all__ = ["CHAIN", "CORNER", "INPUT", "MIDDLE", "OUTPUT", "Scenario", "blocks", "json", "main", "position",
           "results", "route", "wires"]
