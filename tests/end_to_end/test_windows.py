"""Panels: floating above the window, and folded in a window that is too small for them."""

from desktop import wait_until
from scenario import CORNER, MIDDLE, Scenario, blocks, main


class FloatingPanels(Scenario):
    def test_a_floating_panel_stays_above_after_a_restart(self):
        editor = self.open()
        with self.step("the panel floats over the window"):
            editor.key("ctrl+shift+b")
            editor.wait_focused("Search blocks")
            editor.key("ctrl+shift+F6")
            editor.wait_active("Blocks")
        with self.step("the next start shows it again"):
            editor.key("ctrl+q")
            editor.process.wait(60)
            editor = self.start(self.folder / "diagram.loop.json")
            editor.wait_title("diagram — Loopwright")
            wait_until(lambda: "Blocks" in [window.name for window in editor.windows()],
                       "the panel is a window of its own")
            editor.look_at("delta", CORNER["delta"])
        with self.step("a click into the window leaves it above"):
            editor.click(editor.at(*MIDDLE["delta"]))
            editor.wait_focused("Diagram")
            self.picture("floating after a restart")
            search = editor.wait_for("text", "Search blocks")
            wait_until(lambda: search.place[1] > 100, "the panel knows where it is")
            editor.click(search.middle)
            editor.wait_focused("Search blocks")
            editor.wait_active("Blocks")


class SmallScreen(Scenario):
    SCREEN = (1280, 720)

    def test_panels_come_out_of_their_icons(self):
        editor = self.start()
        with self.step("the panels are folded, and an icon lets one out"):
            editor.key("ctrl+n")
            editor.wait_title("untitled 1 — Loopwright")
            editor.wait_focused("Diagram")
            left, top, width, height = editor.canvas().place
            self.assertGreater(width, 1280 * 0.9)
            self.picture("folded")
            editor.click(editor.wait_for(None, "Blocks").middle)
            editor.wait_focused("Search blocks")
            self.picture("drawer")
            self.assertEqual(editor.canvas().place, (left, top, width, height))
        with self.step("a block is dragged out of it onto the canvas"):
            entry = editor.palette_entry("Clock")
            editor.drag(entry.middle, (left + 2 * width // 3, top + height // 2))
            editor.wait_block("Clock")
        with self.step("a click on the canvas folds it back"):
            editor.click((left + 2 * width // 3, top + height // 2 + 90))
            wait_until(lambda: editor.find("text", "Search blocks") is None, "the panel is folded")
            self.picture("folded again")
        with self.step("what was drawn is saved"):
            editor.key("ctrl+s")
            editor.wait_active("Save as")
            path = self.folder / "small.loop.json"
            editor.key("ctrl+a")
            editor.type(str(path))
            editor.key("Return")
            editor.wait_title("small — Loopwright")
            editor.use_file(path)
            editor.click(editor.wait_block("Clock").middle)
            editor.key("Down")
            self.assertEqual(list(blocks(editor.save())), ["Clock"])


if __name__ == "__main__":
    main()
