"""Blocks come into the diagram: by double-click, from the palette, at the end of a wire, in one."""

from accessibility import SELECTED
from desktop import wait_until
from scenario import CHAIN, MIDDLE, OUTPUT, Scenario, blocks, main, position, route, wires

BENT = """{
  "format": "loopwright",
  "version": 1,
  "diagram": {
    "blocks": {
      "alpha": {"type": "Sine", "layout": {"x": 0, "y": 0, "width": 60, "height": 40}},
      "gamma": {"type": "Integrator", "layout": {"x": 340, "y": 100, "width": 60, "height": 40}},
      "loose": {"type": "Gain", "layout": {"x": 170, "y": 40, "width": 60, "height": 40}}
    },
    "wires": [
      {"from": "alpha.y", "to": "gamma.u", "route": [[100, 20], [100, 180], [300, 180], [300, 120]]}
    ]
  }
}
"""


class Drawing(Scenario):
    def test_point_01_double_click_and_type(self):
        editor = self.open()
        with self.step("Esc in the list of blocks adds nothing"):
            editor.double_click(editor.at(190, 143))
            editor.wait_focused("Block to add")
            editor.type("gain")
            offered = editor.wait_for("list", "Block types")
            wait_until(lambda: offered.find("list item", "Gain"), "Gain is offered")
            wait_until(lambda: not offered.find("list item", "Sine"), "Sine no longer is")
            self.picture("list of blocks")
            editor.key("Escape")
            editor.wait_gone(None, "Block to add")
            self.assertFalse(editor.is_changed())

        with self.step("double-click, gain, Enter adds one Gain there"):
            editor.double_click(editor.at(190, 143))
            editor.quick_add("gain")
            diagram = editor.save()
            self.assertEqual(set(blocks(diagram)) - set(MIDDLE), {"Gain"})
            x, y = position(diagram, "Gain")
            self.assertTrue(editor.block("Gain").has(SELECTED))

        with self.step("it is one undo step"):
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)
            editor.key("ctrl+shift+z")
            self.assertEqual(position(editor.save(), "Gain"), (x, y))

        with self.step("its middle is within 5 pixels of the click"):
            self.assertLessEqual(abs(x + 30 - 190), 5)
            self.assertLessEqual(abs(y + 20 - 143), 5)

        with self.step("Ctrl+Space, gain 5 gives a Gain of 5"):
            editor.point(editor.at(30, 150))
            editor.key("ctrl+space")
            editor.quick_add("gain 5")
            added = blocks(editor.save())["Gain2"]
            self.assertEqual(added["parameters"], {"gain": 5})

    def test_point_02_palette(self):
        editor = self.open()
        with self.step("the palette is searched"):
            entry = editor.palette_entry("Saturation")

        with self.step("dropped outside of the canvas nothing is added"):
            left, top, width, height = editor.canvas().place
            outside = (left + width // 2, top - 60)
            editor.drag(entry.middle, outside)
            self.assertNotIn("*", editor.title)

        with self.step("a ghost follows the pointer, and Esc takes it back"):
            there = editor.at(103, 157)
            editor.press(entry.middle)
            editor.move(entry.middle, there)
            self.picture("palette drag")
            editor.key("Escape")
            editor.release()
            self.assertFalse(editor.is_changed())

        with self.step("dropped it snaps to the grid"):
            editor.drag(editor.palette_entry("Saturation").middle, there)
            diagram = editor.save()
            self.assertEqual(set(blocks(diagram)) - set(MIDDLE), {"Saturation"})
            x, y = position(diagram, "Saturation")
            self.assertEqual((x % 10, y % 10), (0, 0))
            self.assertLess(abs(x - 103) + abs(y - 157), 80)
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)

        with self.step("Enter places the first hit"):
            editor.palette_entry("Derivative")
            editor.key("Return")
            editor.wait_focused("Diagram")
            added = set(blocks(editor.save())) - set(MIDDLE)
            self.assertEqual(added, {"Derivative"})

    def test_point_03_block_at_the_end_of_a_wire(self):
        editor = self.open()
        with self.step("a drag from an output to empty canvas offers blocks"):
            editor.press(editor.at(*OUTPUT["gamma"]))
            editor.move(editor.at(*OUTPUT["gamma"]), editor.at(450, 60))
            self.picture("wire in progress")
            editor.release()
            editor.quick_add("gain 3")
            diagram = editor.save()
            self.assertEqual(blocks(diagram)["Gain"]["parameters"], {"gain": 3})
            self.assertEqual(wires(diagram)["Gain.u"], "gamma.y")
        with self.step("one undo takes block and wire back"):
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)

    def test_point_04_drop_on_a_wire(self):
        editor = self.open(BENT, "loose", (170, 40))
        with self.step("with Alt held the block is only moved"):
            editor.drag(editor.at(200, 60), editor.at(200, 183), keys_at_end=["alt"])
            diagram = editor.save()
            self.assertEqual(wires(diagram), {"gamma.u": "alpha.y"})
            self.assertNotEqual(position(diagram, "loose"), (170, 40))
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), BENT)
        with self.step("dropped on a wire it is spliced in"):
            editor.drag(editor.at(200, 60), editor.at(200, 183))
            diagram = editor.save()
            self.assertEqual(wires(diagram), {"loose.u": "alpha.y", "gamma.u": "loose.y"})
            self.assertEqual(position(diagram, "loose"), (170, 160))
            self.assertEqual(route(diagram, "loose.u"), [[100, 20], [100, 180]])
            self.assertEqual(route(diagram, "gamma.u"), [[300, 180], [300, 120]])
        with self.step("one undo restores the wire with its corners"):
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), BENT)
        with self.step("a block from the palette is spliced in too"):
            editor.drag(editor.palette_entry("Dead zone").middle, editor.at(200, 180))
            diagram = editor.save()
            name = (set(blocks(diagram)) - {"alpha", "gamma", "loose"}).pop()
            self.assertEqual(wires(diagram), {f"{name}.u": "alpha.y", "gamma.u": f"{name}.y"})
            editor.key("ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), BENT)


if __name__ == "__main__":
    main()
