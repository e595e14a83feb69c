"""A run in the hand: stepped, paced, tuned, kept, looked into, and shown in figures. The points are
those of running, plots and timeline; see test_first_tasks.py for whole tasks."""

import shutil
import subprocess

from desktop import Desktop, wait_until
from scenario import COMMAND_LINE, Scenario, main

# A controller that samples every 0.1 s from 0 on, and a plant that it drives to 1.
LOOP = """{
  "format": "loopwright",
  "version": 1,
  "simulation": {"stop_time": 2},
  "diagram": {
    "blocks": {
      "set": {"type": "Constant", "layout": {"x": 0, "y": 0, "width": 60, "height": 40}},
      "error": {"type": "Sum", "parameters": {"signs": "+-"}, \
"layout": {"x": 120, "y": 0, "width": 40, "height": 40}},
      "pid": {"type": "DiscretePid", "parameters": {"kp": 2, "ki": 1, "period": 0.1}, \
"layout": {"x": 220, "y": 0, "width": 90, "height": 40}},
      "plant": {"type": "FirstOrderLag", "layout": {"x": 380, "y": 0, "width": 60, "height": 40}},
      "scope": {"type": "Scope", "parameters": {"inputs": 2}, \
"layout": {"x": 520, "y": 0, "width": 60, "height": 60}}
    },
    "wires": [
      {"from": "set.y", "to": "error.u1"},
      {"from": "plant.y", "to": "error.u2"},
      {"from": "error.y", "to": "pid.u"},
      {"from": "pid.y", "to": "plant.u"},
      {"from": "plant.y", "to": "scope.u1"},
      {"from": "pid.y", "to": "scope.u2"}
    ]
  }
}
"""
# The same driven by what it puts out, without any delay.
ALGEBRAIC = LOOP.replace('"DiscretePid", "parameters": {"kp": 2, "ki": 1, "period": 0.1}', '"Gain"'
                         ).replace('"FirstOrderLag"', '"Gain"')


class Running(Scenario):
    """The tests share one desktop; each starts the program with empty settings."""

    @classmethod
    def setUpClass(cls):
        cls.shared = Desktop(*cls.SCREEN)
        cls.addClassCleanup(cls.shared.close)

    def setUp(self):
        self.desktop = self.shared
        for kind in ("data", "config", "cache", "files"):
            shutil.rmtree(self.desktop.folder / kind, ignore_errors=True)
            (self.desktop.folder / kind).mkdir(mode=0o700)
        self.folder = self.desktop.folder / "files"
        self.editors = []

    def show(self, text=LOOP, *keys):
        """The program with a diagram; keys open panels, a last one runs it to its end."""
        path = self.write(text)
        editor = self.start(path)
        editor.use_file(path)
        editor.wait_title(".* — Loopwright")
        editor.wait_focused("Diagram")
        if keys:
            editor.key(*keys)
        if keys and keys[-1] == "F5":
            editor.wait_for("label", "100 %.*")
        return editor

    def choose(self, editor, command, title):
        """Asks for a window by the command palette."""
        editor.key("ctrl+shift+p")
        editor.wait_focused("Command")
        editor.type(command)
        editor.key("Return")
        editor.wait_active(title)

    def cells(self, table):
        return [cell.name for cell in table.children]

    def test_point_23_steps_forward_and_back(self):
        editor = self.show()
        with self.step("to the next update, to the next step, to a time"):
            editor.key("F11")
            editor.wait_for("label", "0 % · paused · .* · 1 step")
            editor.key("ctrl+F10")
            editor.wait_active("Run to a time")
            editor.type("0.95")
            editor.key("Return")
            editor.wait_for("label", "(47|48|49|5.) % · paused · .*")
        with self.step("back to the last update: the run stays where it is"):
            editor.key("shift+F11")
            editor.wait_for("label", "45 % · before the step · .*")
            editor.key("F12")
            editor.wait_for("label", "45 % · after the discrete updates · .*")
            self.picture("inside a step")
        with self.step("on to the end"):
            editor.key("F5")
            editor.wait_for("label", "100 %.*")

    def test_point_23_pace_and_pause(self):
        editor = self.show(LOOP.replace('"stop_time": 2', '"stop_time": 1000'))
        with self.step("slower by keys: 100, 10, 2 times as fast as the clock, and as it"):
            editor.key("alt+Next", "alt+Next", "alt+Next", "alt+Next", "F5")
            editor.wait_for("label", "[0-9]+ % · [0-9.]+× real time.*")
            self.assertEqual(editor.save()["simulation"].get("realtime_rate"), 1)
        with self.step("paused and stopped"):
            editor.key("ctrl+F5")
            editor.wait_for("label", "[0-9]+ % · paused · .*")
            editor.key("shift+F5")
            editor.wait_gone("label", "[0-9]+ % · paused · .*")

    def test_point_23_a_slider_tunes_a_paused_run(self):
        pinned = LOOP.replace('  "diagram"', '  "sliders": [{"parameter": "pid.kp"}],\n  "diagram"')
        editor = self.show(pinned)
        editor.key("F11")
        editor.wait_for("label", "0 % · paused · .*")
        with self.step("a drag is one change, of which the run sees the last value"):
            x, y, width, height = editor.wait_for("slider", "pid.kp").place
            middle = (x + width // 2, y + height // 2)
            editor.drag(middle, (middle[0] + width // 4, middle[1]))
            editor.wait_for("label", "0 % · paused · .* · 1 change")
            self.picture("slider below the plots")
        editor.key("F5")
        editor.wait_for("label", "100 %.* · 1 change")
        self.assertGreater(editor.save()["diagram"]["blocks"]["pid"]["parameters"]["kp"], 2)

    def test_point_24_a_loop_is_broken_where_it_is_told(self):
        editor = self.show(ALGEBRAIC)
        editor.key("F5")
        editor.wait_for("label", "Not started: the diagram has 1 error.")
        with self.step("the offer says what it changes, and does it"):
            self.picture("a loop lights up")
            editor.click(editor.wait_for("push button", "Insert a unit delay").middle)
            editor.key("F5")
            editor.wait_for("label", "100 %.*")
        types = [block["type"] for block in editor.save()["diagram"]["blocks"].values()]
        self.assertIn("UnitDelay", types)

    def test_point_25_values_on_wires(self):
        editor = self.show(LOOP, "F5")
        area = editor.canvas().place
        before = self.desktop.count_dark(*area)
        with self.step("dark labels on all wires"):
            editor.key("ctrl+shift+v")
            wait_until(lambda: self.desktop.count_dark(*area) > before + 1500,
                       "values stand at the wires")
            self.picture("values on all wires")
        with self.step("and none again"):
            editor.key("ctrl+shift+v")
            wait_until(lambda: self.desktop.count_dark(*area) < before + 200, "they are gone")

    def test_point_26_cursors_read_both_values(self):
        editor = self.show(LOOP, "ctrl+shift+u", "F5")
        with self.step("a cursor on an update reads ○ and ●"):
            table = editor.wait_for("table", "Cursors")
            # The plot's title has a place of its own above the plot.
            x, y, _, _ = editor.wait_for("label", "scope").place
            editor.click((x + 60, y + 120))
            editor.key("ctrl+Right")
            wait_until(lambda: any("○" in cell and "●" in cell for cell in self.cells(table)),
                       lambda: f"a cell has both values, there are {self.cells(table)}")
            self.picture("cursors")

    def test_point_27_a_signal_is_dragged_onto_the_plot(self):
        editor = self.show(LOOP, "ctrl+shift+i", "F5")
        with self.step("from the list of all signals"):
            row = editor.wait_for("tree item", "error.y.*")
            x, y, _, _ = editor.wait_for("label", "scope").place
            editor.drag(row.middle, (x + 200, y + 120))
            editor.wait_title(".*[*●].*")
            plots = editor.save()["plots"]
            self.assertIn("error.y", plots[0]["signals"])
            self.picture("signal list")

    def test_point_28_runs_are_saved_and_compared(self):
        editor = self.show(LOOP, "ctrl+shift+r", "F5")
        editor.wait_for("tree item", "run 1")
        paths = []
        for number, gain in ((1, None), (2, "3")):
            with self.step(f"run {number} is saved"):
                if gain:
                    editor.click(editor.block("pid").middle)
                    editor.click(editor.wait_for("text", "kp").middle)
                    editor.key("ctrl+a")
                    editor.type(gain)
                    editor.key("Return", "F5", "ctrl+shift+r")
                    editor.wait_for("tree item", "run 2")
                editor.click(editor.wait_for("tree item", f"run {number}").middle)
                self.choose(editor, "save the run", "Save the run")
                path = self.folder / f"run{number}.loop-run"
                editor.type(str(path))
                editor.key("Return")
                wait_until(path.exists, "the run is saved")
                editor.wait_for("label", f"Saved run {number} as .*")
                paths.append(path)
        self.picture("runs panel")
        with self.step("the command line makes them again, and compares"):
            for path in paths:
                subprocess.run([COMMAND_LINE, "verify", path], check=True, capture_output=True)
            compared = subprocess.run([COMMAND_LINE, "compare", *paths], capture_output=True,
                                      text=True, check=False)
            self.assertEqual(compared.returncode, 1)
            self.assertIn("pid.y", compared.stdout + compared.stderr)

    def test_point_30_data_of_plots(self):
        editor = self.show(LOOP, "F5")
        self.choose(editor, "export plots", "Export the plots into")
        editor.type(str(self.folder))
        editor.key("Return")
        editor.wait_for("label", "Exported .* files?")
        found = list(self.folder.glob("*.csv"))
        lines = found[0].read_text().splitlines()
        self.assertTrue(any("pid.y" in line for line in lines[:3]), lines[:3])
        self.assertGreater(len(lines), 40)

    def test_point_31_the_timeline_leads_to_an_instant(self):
        editor = self.show(LOOP, "ctrl+shift+j", "ctrl+shift+t", "F5")
        with self.step("the last event, and the one before"):
            editor.key("Left", "Return")
            editor.wait_for("label", "at t = 1.900 s, .*")
            editor.key("Left", "Return")
            editor.wait_for("label", "at t = 1.800 s, .*")
            self.picture("timeline and inspector")
        with self.step("on from there as a new run"):
            editor.key("ctrl+shift+F5")
            editor.wait_for("label", "100 %.*")
            editor.key("ctrl+shift+r")
            editor.wait_for("tree item", "run 2")
            self.picture("a fork is a run of its own")

    def test_point_32_a_block_is_looked_into(self):
        editor = self.show(LOOP, "ctrl+shift+j", "F5")
        editor.click(editor.block("pid").middle)
        with self.step("ports, state in words, parameters, events"):
            editor.wait_for("label", "pid, Discrete PID")
            editor.wait_for("tree item", "x1 sum of the errors: .*")
            editor.wait_for("tree item", "every 0.1 s: next at .*")
            self.picture("inspector")
        with self.step("over the wire to the block that the value comes from"):
            item = editor.wait_for("tree item", "u ← error.y: .*")
            editor.double_click(item.middle)
            editor.wait_for("label", "error, Sum")

    def test_trust_in_the_steps(self):
        editor = self.show(LOOP)
        self.choose(editor, "check the steps", "How far the steps matter")
        editor.wait_for("tree item", "plant.y")
        self.picture("step check")
        editor.key("Escape")


if __name__ == "__main__":
    main()
