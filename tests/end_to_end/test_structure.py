"""Subsystems, zoom and pan, and the whole by the keyboard alone."""

from accessibility import FOCUSABLE
from scenario import CHAIN, INPUT, MIDDLE, OUTPUT, Scenario, blocks, main, position, results, wires

# The chain, with a sink in the place of what is below it.
RUNNING = CHAIN.replace(
    """"delta": {"type": "Gain", "layout": {"x": 320, "y": 120""",
    """"sink": {"type": "Scope", "layout": {"x": 480, "y": 0""").replace(
        """"to": "gamma.u"}""", """"to": "gamma.u"},
      {"from": "gamma.y", "to": "sink.u1"}""")


def values(path):
    """The results of a run without the names of the columns."""
    return results(path).split("\n", 1)[1]


class Structure(Scenario):
    def test_point_14_subsystems(self):
        editor = self.open(RUNNING, "gamma")
        file = self.folder / "diagram.loop.json"
        before = values(file)
        with self.step("Ctrl+G makes a subsystem of the selection, with its ports"):
            editor.drag(editor.at(120, -40), editor.at(420, 80))
            editor.key("ctrl+g")
            diagram = editor.save()
            name = (set(blocks(diagram)) - {"alpha", "sink"}).pop()
            inside = blocks(diagram)[name]
            self.assertEqual(inside["type"], "Subsystem")
            self.assertLessEqual({"beta", "gamma"}, set(blocks(inside)))
            self.assertEqual(wires(diagram)["sink.u1"].split(".")[0], name)
        with self.step("it gives the same numbers to the last digit"):
            self.assertEqual(values(file), before)
        with self.step("a double-click opens it"):
            editor.look_at("alpha", (0, 0))
            place = editor.block(name).place
            editor.double_click(editor.block(name).middle)
            editor.wait_for("push button", name)  # The breadcrumb's last part.
            editor.wait_block("beta")
            self.assertIsNone(editor.block("alpha"))
            self.picture("inside the subsystem")
        with self.step("Esc leads back to the old zoom and place"):
            editor.key("ctrl+plus")
            editor.settle()
            editor.key("Escape", "Escape")
            editor.wait_gone("push button", name)
            editor.wait_zoom(100)
            self.assertEqual(editor.wait_block(name).place, place)
        with self.step("Ctrl+Shift+G dissolves it"):
            editor.click(editor.block(name).middle)
            editor.key("ctrl+shift+g")
            diagram = editor.save()
            self.assertEqual(set(blocks(diagram)), {"alpha", "beta", "gamma", "sink"})
            self.assertEqual(wires(diagram), {"beta.u": "alpha.y", "gamma.u": "beta.y",
                                              "sink.u1": "gamma.y"})
            self.assertEqual(values(file), before)
        with self.step("both undone the file is what it was"):
            editor.key("ctrl+z", "ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), RUNNING)

    def add_at(self, editor, place):
        """Adds a block there, and returns where its middle is, on the grid of 5."""
        editor.double_click(place)
        editor.quick_add("sum")
        diagram = editor.save()
        (name,) = set(blocks(diagram)) - set(MIDDLE)
        editor.key("ctrl+z")
        x, y = position(diagram, name)
        return x + 20, y + 20  # The circle of a sum is 40 wide.

    def test_point_15_zoom_and_pan(self):
        editor = self.open()
        place = editor.at(130, 120)
        with self.step("the wheel with Ctrl zooms about the pointer"):
            self.assertEqual(self.add_at(editor, place), (130, 120))
            editor.wheel(place, 3, keys=["ctrl"])
            editor.wait_zoom(195)
            self.assertEqual(self.add_at(editor, place), (130, 120))
            editor.wheel(place, -5, keys=["ctrl"])
            editor.wait_zoom(64)
            self.assertEqual(self.add_at(editor, place), (130, 120))
            editor.wheel(place, 2, keys=["ctrl"])
            editor.wait_zoom(100)
        with self.step("the middle button pans"):
            x, y = place
            editor.drag(place, (x + 50, y - 30), button=2)
            self.assertEqual(self.add_at(editor, (x + 50, y - 30)), (130, 120))
        with self.step("Space and a drag pan back"):
            editor.drag((x + 50, y - 30), place, keys=["space"])
            editor.wait_zoom(100)
            self.assertEqual(self.add_at(editor, place), (130, 120))
        with self.step("Space alone fits all"):
            editor.key("ctrl+minus", "ctrl+minus", "ctrl+minus")
            editor.wait_zoom(51)
            editor.key("space")
            editor.wait_zoom(125)
        with self.step("nothing of this changed the diagram"):
            self.assertEqual(set(blocks(editor.save())), set(MIDDLE))

    def test_point_18_keyboard_alone(self):
        editor = self.open()
        with self.step("a wire is drawn with Tab, Enter and arrows"):
            editor.settle()
            for _ in range(6):  # alpha.y, beta.u, beta.y, gamma.u, gamma.y, delta.u
                editor.key("Tab")
            editor.key("shift+Tab")  # gamma.y
            editor.wait_for("label", "Output y of gamma.*")
            self.picture("port with the keyboard")
            editor.key("Return")
            editor.key("Down")
            editor.wait_for("label", "Enter ends the wire at delta.u")
            self.picture("wire by keyboard")
            editor.key("Return")
            self.assertEqual(wires(editor.save())["delta.u"], "gamma.y")
        with self.step("a block is added, named and moved"):
            editor.key("Escape", "Escape", "ctrl+space")
            editor.quick_add("constant 4")
            editor.key("F2")
            editor.wait_focused("Name of the block")
            editor.type("four")
            editor.key("Return")
            editor.wait_focused("Diagram")
            x, y = position(editor.save(), "four")
            editor.key("Up", "Left")
            self.assertEqual(position(editor.save(), "four"), (x - 10, y - 10))
        with self.step("the outline lists blocks and wires and leads to them"):
            editor.key("ctrl+shift+o")
            outline = editor.wait_focused("Outline of the diagram")
            names = {item.name for item in outline.find_all()}
            self.assertLessEqual({
                "Block alpha, Sine. Outputs: y to beta.u",
                "Block beta, Gain. Inputs: u from alpha.y. Outputs: y to gamma.u",
                "Block gamma, Integrator. Inputs: u from beta.y. Outputs: y to delta.u",
                "Block delta, Gain. Inputs: u from gamma.y",
                "Block four, Constant"}, names)
            self.picture("outline")
            editor.key("Home", "Down", "Down", "Return")
            editor.wait_focused("Diagram")
            editor.key("Down")
            self.assertEqual(position(editor.save(), "gamma"), (320, 10))

    def test_point_18_names_for_screen_readers(self):
        editor = self.open()
        with self.step("everything that takes the keyboard has a name"):
            editor.click(editor.at(*MIDDLE["beta"]))
            editor.wait_for("text", "Name")
            nameless = []
            for widget in editor.root.find_all():
                # Qt lets containers, which hand the keyboard on, take it too.
                if widget.has(FOCUSABLE) and widget.role != "filler" and not widget.name:
                    nameless.append(f"{widget.role} at {widget.place}")
            self.assertEqual(nameless, [])


if __name__ == "__main__":
    main()
