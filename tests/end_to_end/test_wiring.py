"""Wires: what refuses them, how they run, how their ends and names are changed."""

from scenario import CHAIN, INPUT, OUTPUT, Scenario, json, main, position, route, wires

# The wire to gamma goes around; delta and epsilon are free.
BENT = """{
  "format": "loopwright",
  "version": 1,
  "diagram": {
    "blocks": {
      "alpha": {"type": "Sine", "layout": {"x": 0, "y": 0, "width": 60, "height": 40}},
      "gamma": {"type": "Integrator", "layout": {"x": 300, "y": 100, "width": 60, "height": 40}},
      "delta": {"type": "Gain", "layout": {"x": 300, "y": -80, "width": 60, "height": 40}}
    },
    "wires": [
      {"from": "alpha.y", "to": "gamma.u", "route": [[160, 20], [160, 120]]}
    ],
    "signals": {
      "alpha.y": {"name": "swing"}
    }
  }
}
"""


def is_orthogonal(points):
    return all(a[0] == b[0] or a[1] == b[1] for a, b in zip(points, points[1:]))


def leads_through(points, place):
    return any(all(min(a[i], b[i]) <= place[i] <= max(a[i], b[i]) for i in (0, 1))
               for a, b in zip(points, points[1:]))


class Wiring(Scenario):
    def test_point_05_refusals(self):
        editor = self.open()
        with self.step("an output does not take a wire from an output, and it is said why"):
            begin, end = editor.at(*OUTPUT["gamma"]), editor.at(*OUTPUT["delta"])
            editor.press(begin)
            editor.move(begin, end)
            editor.wait_for("label", "delta.y is an output.*")
            self.picture("refused wire")
            editor.release()
            self.assertFalse(editor.is_changed())
        with self.step("an occupied input refuses with a message"):
            editor.drag(editor.at(*OUTPUT["gamma"]), editor.at(*INPUT["beta"]))
            editor.wait_for("label", ".*beta.u.*")
            self.picture("occupied input")
            self.assertFalse(editor.is_changed())
        with self.step("a compatible port takes it"):
            editor.drag(editor.at(*OUTPUT["gamma"]), editor.at(*INPUT["delta"]))
            self.assertEqual(wires(editor.save()), {"beta.u": "alpha.y", "gamma.u": "beta.y",
                                                    "delta.u": "gamma.y"})

    def test_point_06_routes(self):
        editor = self.open(BENT, "alpha")
        with self.step("a dragged middle piece moves itself and its neighbours only"):
            editor.drag(editor.at(160, 70), editor.at(203, 75))
            self.assertEqual(route(editor.save(), "gamma.u"), [[200, 20], [200, 120]])
        with self.step("a moved block keeps its wire horizontal and vertical, its end on the port"):
            editor.drag(editor.at(30, 20), editor.at(10, 100))
            diagram = editor.save()
            x, y = position(diagram, "alpha")
            self.assertNotEqual((x, y), (0, 0))
            points = [[x + 60, y + 20], *route(diagram, "gamma.u"), [300, 120]]
            self.assertTrue(is_orthogonal(points), points)
        with self.step("undone twice the file is what it was"):
            editor.key("ctrl+z", "ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), BENT)

    def test_point_07_ends_and_branches(self):
        editor = self.open(BENT, "alpha")
        with self.step("a wire's end is taken to another port, its name stays"):
            editor.drag(editor.at(300, 120), editor.at(300, -60))
            diagram = editor.save()
            self.assertEqual(wires(diagram), {"delta.u": "alpha.y"})
            self.assertEqual(diagram["diagram"]["signals"]["alpha.y"]["name"], "swing")
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), BENT)
        with self.step("Ctrl+drag from a wire draws a branch"):
            editor.drag(editor.at(160, 70), editor.at(300, -60), keys=["ctrl"])
            diagram = editor.save()
            self.assertEqual(wires(diagram), {"gamma.u": "alpha.y", "delta.u": "alpha.y"})
            self.picture("branch")
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), BENT)

    def test_point_08_signal_names(self):
        editor = self.open()
        with self.step("a double-click on a wire and a name name the signal"):
            editor.double_click(editor.at(110, 20))
            editor.wait_focused("Name of the signal")
            editor.type("swing")
            editor.key("Return")
            editor.wait_focused("Diagram")
            diagram = editor.save()
            self.assertEqual(diagram["diagram"]["signals"]["alpha.y"], {"name": "swing"})
        with self.step("one undo takes it back"):
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)

    def test_point_09_escape_and_backspace(self):
        editor = self.open()
        output = editor.at(*OUTPUT["gamma"])
        with self.step("Esc while a wire is drawn leaves nothing"):
            editor.click(output)
            editor.click(editor.at(430, 80))
            editor.key("Escape")
            self.assertFalse(editor.is_changed())
        with self.step("Backspace takes back the last corner"):
            editor.click(output)
            editor.click(editor.at(440, 60))
            editor.click(editor.at(480, 180))
            self.picture("corners")
            editor.key("BackSpace")
            editor.click(editor.at(*INPUT["delta"]))
            corners = route(editor.save(), "delta.u")
            way = [[380, 20], *corners, [320, 140]]
            self.assertTrue(is_orthogonal(way), corners)
            # The wire leads through the first corner, straight on below gamma's name, and the
            # second one is gone.
            self.assertTrue(leads_through(way, [440, 60]), corners)
            self.assertFalse(leads_through(way, [480, 180]), corners)
        with self.step("it was one undo step"):
            editor.key("ctrl+z")
            self.assertEqual(json.loads(editor.save_bytes()), json.loads(CHAIN))


if __name__ == "__main__":
    main()
