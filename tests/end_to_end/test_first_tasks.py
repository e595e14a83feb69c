"""What a new user sets out to do, from nothing to the result, with the gestures counted: a loop that
is tuned, two tunings compared, a figure for a paper, and why a signal jumps where it does."""

import contextlib

from desktop import wait_until
from scenario import Scenario, main

# A controller that samples every 50 ms; the reference steps in between, at 0.12 s.
SAMPLED = """{
  "format": "loopwright",
  "version": 1,
  "simulation": {"stop_time": 0.24},
  "diagram": {
    "blocks": {
      "reference": {"type": "Step", "parameters": {"time": 0.12}, \
"layout": {"x": 0, "y": 0, "width": 60, "height": 40}},
      "error": {"type": "Sum", "parameters": {"signs": "+-"}, \
"layout": {"x": 120, "y": 0, "width": 40, "height": 40}},
      "controller": {"type": "DiscretePid", "parameters": {"kp": 3, "period": 0.05}, \
"layout": {"x": 220, "y": 0, "width": 60, "height": 40}},
      "plant": {"type": "TransferFunction", "layout": {"x": 340, "y": 0, "width": 80, "height": 40}},
      "scope": {"type": "Scope", "layout": {"x": 500, "y": 0, "width": 60, "height": 40}}
    },
    "wires": [
      {"from": "reference.y", "to": "error.u1"},
      {"from": "plant.y", "to": "error.u2"},
      {"from": "error.y", "to": "controller.u"},
      {"from": "controller.y", "to": "plant.u"},
      {"from": "controller.y", "to": "scope.u1"}
    ]
  }
}
"""


class FirstTasks(Scenario):
    @contextlib.contextmanager
    def task(self, editor, what, most):
        """A task that takes so many gestures at most."""
        before = editor.gestures
        with self.step(what):
            yield
            gestures = editor.gestures - before
            print(f"{what}: {gestures} gestures")
            self.picture(what)
            self.assertLessEqual(gestures, most, f"gestures for '{what}'")

    def enter(self, editor, **values):
        """Types values into fields of the form that is shown."""
        for name, value in values.items():
            editor.click(editor.wait_for("text", name).middle)
            editor.key("ctrl+a")
            editor.type(value)
        editor.key("Return")

    def wire(self, editor, begin, end):
        """Drags from the output of a block to the first input of another one, both at half height."""
        left, top, width, height = editor.block(begin).place
        to, over, _, tall = editor.block(end).place
        editor.drag((left + width + 3, top + height // 2), (to - 3, over + tall // 2))

    def overshoot(self, editor):
        """As the table of measures says, in percent; None before it says one."""
        table = editor.find("table", "Measures of what is visible")
        texts = [cell.name for cell in table.children] if table else []
        title = "overshoot, %"  # of a row, before its value
        return float(texts[texts.index(title) + 1]) if title in texts[:-1] else None

    def run_again(self, editor, overshoots):
        editor.key("F5")
        editor.wait_for("label", "100 %.*")
        return wait_until(lambda: (value := self.overshoot(editor)) is not None
                          and overshoots(value) and value,
                          lambda: f"the overshoot is another, it is {self.overshoot(editor)} %")

    def test_a_loop_is_tuned_compared_and_shown(self):
        editor = self.start()
        with self.task(editor, "a PI loop from nothing to a tuned response", 50):
            editor.click(editor.wait_for("push button", "New diagram").middle)
            left, top, _, _ = editor.canvas().place
            for i, block in enumerate(("step", "sum +-", "pid", "transfer", "scope")):
                editor.double_click((left + 70 + 150 * i, top + 120))
                editor.quick_add(block)
            names = ("Step", "Sum", "PidController", "TransferFunction", "Scope")
            for begin, end in zip(names, names[1:]):
                self.wire(editor, begin, end)
            x, y, width, height = editor.block("Sum").place
            plant = editor.block("TransferFunction").place
            editor.drag((plant[0] + plant[2] + 30, y + height // 2), (x + width // 2, y + height + 3),
                        keys=["ctrl"])
            editor.click(editor.block("TransferFunction").middle)
            self.enter(editor, denominator="[1, 2, 1]")
            editor.click(editor.block("PidController").middle)
            self.enter(editor, kp="4", ki="6")
            editor.key("ctrl+shift+m")
            lively = self.run_again(editor, lambda value: value > 50)
            self.enter(editor, kp="3", ki="1.5")
            self.run_again(editor, lambda value: value < 20)
            self.assertGreater(lively, 50)
        with self.task(editor, "two tunings compared", 3):
            editor.key("ctrl+shift+r")
            editor.click(editor.wait_for("push button", "Compare two runs…").middle)
            editor.wait_active("run 1 and run 2")
            editor.wait_for("label", "The runs differ first at t = 1.*in TransferFunction.y: .*")
            editor.wait_for("list item", "block PidController.kp: 4 → 3")
            editor.wait_for("list item", "block PidController.ki: 6 → 1.5")
            editor.key("Escape")
            editor.wait_active("untitled 1.*")
        with self.task(editor, "a figure for a paper", 7):
            editor.key("ctrl+shift+e")
            editor.wait_active("Export a figure")
            editor.click(editor.wait_for("combo box", "The diagram").middle)
            editor.key("Down", "Return")
            editor.wait_for("label", ".* mm")
            editor.click(editor.wait_for("push button", "Save…").middle)
            editor.wait_active("Save the figure")
            path = self.folder / "response.svg"
            editor.type(str(path))
            editor.key("Return")
            wait_until(path.exists, "the figure is saved")
            editor.wait_active("untitled 1.*")
            self.assertIn("TransferFunction", path.read_text())

    def test_why_a_signal_jumps(self):
        editor = self.start(self.write(SAMPLED))
        editor.wait_title(".* — Loopwright")
        editor.wait_focused("Diagram")
        with self.task(editor, "why does this signal jump here", 6):
            # The timeline collects the phases of runs that begin while it is open.
            editor.key("ctrl+shift+j", "ctrl+shift+t", "F5")
            editor.wait_for("label", "100 %.*")
            # The last update, then the one before, at which the reference was seen first.
            editor.key("Left", "Left", "Return")
            editor.wait_for("label", "at t = 0.150. s, .*")
            self.assertEqual(editor.wait_for("label", "controller, .*").name, "controller, Discrete PID")
            editor.wait_for("tree item", "y → .*: ○ 0 ● 3")
            editor.wait_for("tree item", "controller.y: ○ 0 ● 3")
            # From the output by the state to the error, and on to the reference.
            editor.wait_for("tree item", "error.y: 1")
            editor.wait_for("tree item", "reference.y: 1")


if __name__ == "__main__":
    main()
