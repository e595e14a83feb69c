"""Selecting, moving, copying, renaming, changing values and turning blocks."""

from accessibility import SELECTED
from desktop import wait_until
from scenario import CHAIN, CORNER, MIDDLE, Scenario, blocks, main, position, wires

EMPTY = """{
  "format": "loopwright",
  "version": 1,
  "diagram": {
    "blocks": {
      "anchor": {"type": "Clock", "layout": {"x": 0, "y": 0, "width": 60, "height": 40}}
    }
  }
}
"""


class Editing(Scenario):
    def places(self, editor):
        diagram = editor.save()
        return {name: position(diagram, name) for name in blocks(diagram)}

    def test_point_10_rubber_bands(self):
        editor = self.open()
        def moved_by_an_arrow():
            editor.key("Down")
            places = self.places(editor)
            editor.key("ctrl+z")
            self.assertEqual(self.places(editor), CORNER)
            return {name for name, place in places.items() if place != CORNER[name]}

        with self.step("a band from left to right takes what is fully inside"):
            editor.drag(editor.at(-40, -40), editor.at(240, 80))
            self.assertEqual(moved_by_an_arrow(), {"alpha", "beta"})
        with self.step("half of a block is not inside"):
            editor.drag(editor.at(-40, -40), editor.at(190, 80))
            self.assertEqual(moved_by_an_arrow(), {"alpha"})
        with self.step("a band from right to left takes what it touches"):
            editor.drag(editor.at(190, 80), editor.at(-40, -40))
            self.assertEqual(moved_by_an_arrow(), {"alpha", "beta"})
        with self.step("Shift+click adds"):
            editor.click(editor.at(*MIDDLE["delta"]))
            editor.click(editor.at(*MIDDLE["alpha"]), keys=["shift"])
            self.assertEqual(moved_by_an_arrow(), {"alpha", "delta"})
        with self.step("a click on empty canvas clears the selection"):
            editor.click(editor.at(190, 150))
            editor.key("Delete")
            self.assertFalse(editor.is_changed())

    def test_point_11_arrow_keys(self):
        editor = self.open()
        editor.click(editor.at(*MIDDLE["delta"]))
        with self.step("an arrow moves by one step of the grid"):
            editor.key("Right")
            self.assertEqual(self.places(editor)["delta"], (330, 120))
        with self.step("with Shift by one pixel"):
            editor.key("shift+Down")
            self.assertEqual(self.places(editor)["delta"], (330, 121))
            editor.key("ctrl+z", "ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)
        with self.step("quick presses are one undo step"):
            editor.key(*["Left"] * 5)
            self.assertEqual(self.places(editor)["delta"], (270, 120))
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)
        with self.step("aligning is one undo step"):
            editor.click(editor.at(*MIDDLE["alpha"]), keys=["shift"])
            editor.command("left edges")
            places = self.places(editor)
            self.assertEqual(places["alpha"][0], places["delta"][0])
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)

    def test_point_12_copies(self):
        editor = self.open()
        editor.drag(editor.at(-40, -40), editor.at(240, 80))
        with self.step("a copy lands at the pointer with its wires, values and new names"):
            editor.key("ctrl+c")
            editor.point(editor.at(110, 140))
            editor.key("ctrl+v")
            diagram = editor.save()
            added = sorted(set(blocks(diagram)) - set(MIDDLE))
            self.assertEqual(added, ["alpha2", "beta2"])
            self.assertEqual(wires(diagram)["beta2.u"], "alpha2.y")
            self.assertEqual(blocks(diagram)["beta2"]["parameters"], {"gain": 2})
            (ax, ay), (bx, by) = (position(diagram, name) for name in added)
            self.assertEqual((bx - ax, by - ay), (160, 0))
            self.assertLessEqual(abs(ax + 110 - 110), 10)
            self.assertLessEqual(abs(ay + 20 - 140), 15)
        with self.step("it can be pasted in a new tab"):
            editor.key("ctrl+n")
            editor.wait_title("untitled 1 — Loopwright")
            editor.wait_focused("Diagram")
            editor.key("ctrl+v")
            editor.wait_title(r"untitled 1\* — Loopwright")
            editor.key("ctrl+z", "ctrl+w")
            editor.wait_title("diagram — Loopwright")
        with self.step("and in a second program"):
            other = self.open(EMPTY, "anchor", (0, 0), "other.loop.json")
            other.point(other.at(150, 100))
            other.key("ctrl+v")
            diagram = other.save()
            self.assertEqual(set(blocks(diagram)), {"anchor", "alpha", "beta"})
            self.assertEqual(wires(diagram), {"beta.u": "alpha.y"})

    def test_point_13_names_and_values(self):
        editor = self.open()
        editor.click(editor.at(*MIDDLE["beta"]))
        with self.step("a name that exists is refused in place"):
            editor.key("F2")
            editor.wait_focused("Name of the block")
            editor.type("gamma")
            editor.key("Return")
            editor.wait_for("label", ".*gamma.*")
            self.picture("refused name")
            self.assertNotIn("*", editor.title)
        with self.step("F2 renames, and the wires follow"):
            editor.key("ctrl+a")
            editor.type("booster")
            editor.key("Return")
            editor.wait_focused("Diagram")
            self.assertEqual(wires(editor.save()), {"booster.u": "alpha.y", "gamma.u": "booster.y"})
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)
        with self.step("a wrong number says what is wrong and changes nothing"):
            editor.click(editor.at(*MIDDLE["beta"]))
            editor.key("Return")
            editor.wait_focused("gain")
            editor.key("ctrl+a")
            editor.type("2.4kk")
            editor.key("Return")
            editor.wait_for("label", ".*kk.*")
            self.picture("refused value")
            self.assertNotIn("*", editor.title)
        with self.step("a number with a prefix is taken"):
            editor.key("ctrl+a")
            editor.type("2.4k")
            editor.key("Return")
            self.assertEqual(blocks(editor.save())["beta"]["parameters"], {"gain": "2.4k"})
        with self.step("an expression is kept as it was written"):
            editor.key("ctrl+a")
            editor.type("2*pi")
            editor.key("Return")
            self.assertEqual(blocks(editor.save())["beta"]["parameters"], {"gain": "2*pi"})

    def test_point_16_find_turn_and_comment_out(self):
        editor = self.open()
        with self.step("Ctrl+F leads to a block"):
            editor.key("ctrl+f")
            editor.wait_focused("Find in all levels")
            editor.type("delta")
            editor.key("Return")
            self.picture("find")
            editor.key("Escape")
            editor.wait_focused("Diagram")

            def is_in_the_middle():
                here, there = editor.block("delta").middle, editor.canvas().middle
                return abs(here[0] - there[0]) + abs(here[1] - there[1]) <= 4
            wait_until(is_in_the_middle, "delta is in the middle of the canvas")
            self.assertTrue(editor.block("delta").has(SELECTED))
            editor.look_at("delta", CORNER["delta"])
        with self.step("R turns, F flips"):
            editor.key("r")
            editor.key("f")
            layout = blocks(editor.save())["delta"]["layout"]
            self.assertEqual((layout["rotation"], layout["flipped"]), (90, True))
            editor.key("ctrl+z", "ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)
        with self.step("Ctrl+Shift+X comments out"):
            editor.key("ctrl+shift+x")
            self.assertEqual(blocks(editor.save())["delta"]["enabled"], False)
            editor.key("ctrl+shift+x")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)
        with self.step("Ctrl+D duplicates"):
            editor.key("ctrl+d")
            diagram = editor.save()
            self.assertEqual(position(diagram, "delta2"), (340, 140))
            editor.key("ctrl+z")
        with self.step("Ctrl+drag duplicates too"):
            editor.drag(editor.at(350, 140), editor.at(200, 160), keys=["ctrl"])
            diagram = editor.save()
            self.assertEqual(position(diagram, "delta"), (320, 120))
            self.assertLess(position(diagram, "delta2")[0], 200)

    def test_point_17_undo_everything(self):
        editor = self.open()
        with self.step("twelve gestures of all kinds"):
            editor.drag(editor.at(*MIDDLE["delta"]), editor.at(200, 140))
            editor.key("r")
            editor.key("ctrl+d")
            editor.key("Delete")
            editor.double_click(editor.at(40, 150))
            editor.quick_add("constant 3")
            editor.click(editor.at(*MIDDLE["gamma"]))
            editor.key("ctrl+shift+x")
            editor.key("ctrl+a")
            editor.key("Down", "Down")
            editor.key("ctrl+x")
            editor.key("ctrl+v")
            self.assertNotEqual(editor.save_bytes().decode(), CHAIN)
            self.picture("before undo")
        with self.step("undone one by one the file is what it was, to the byte"):
            editor.key(*["ctrl+z"] * 12)
            self.assertEqual(editor.save_bytes().decode(), CHAIN)
        with self.step("the history lists them, and a click leads there"):
            editor.key("ctrl+shift+h")
            entry = editor.wait_for("list item", "Move delta")
            editor.click(entry.middle)
            diagram = editor.save()
            self.assertEqual(set(blocks(diagram)), set(MIDDLE))
            self.assertNotEqual(position(diagram, "delta"), (320, 120))


if __name__ == "__main__":
    main()
