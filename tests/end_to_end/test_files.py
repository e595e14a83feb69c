"""Opening, saving and closing, what a crash leaves, and the start page."""

from accessibility import FOCUSED
from desktop import wait_until
from scenario import CHAIN, CORNER, MIDDLE, Scenario, blocks, json, main, position

# Spaced as no program would.
BY_HAND = """{"format": "loopwright",   "version": 1,
  "diagram": {"blocks": {
      "anchor": {"type": "Clock",
                 "layout": {"x": 0, "y": 0, "width": 60, "height": 40}} } } }
"""


class Files(Scenario):
    def test_point_20_open_save_close(self):
        editor = self.open(BY_HAND, "anchor", (0, 0))
        path = self.folder / "diagram.loop.json"
        with self.step("opened and saved with no edit the file keeps its bytes"):
            self.assertFalse(editor.is_changed())
            editor.key("ctrl+s")
            editor.settle()
            self.assertEqual(path.read_text(), BY_HAND)
        with self.step("closing a changed diagram asks, and Esc stays"):
            editor.click(editor.at(30, 20))
            editor.key("Down")
            editor.wait_title(r"diagram\* — Loopwright")
            editor.key("ctrl+w")
            editor.wait_active("Unsaved changes.*")
            self.picture("unsaved changes")
            editor.key("Escape")
            editor.wait_active(".* — Loopwright")
            self.assertTrue(editor.is_changed())
            self.assertEqual(path.read_text(), BY_HAND)
        with self.step("so does closing the window"):
            editor.key("alt+F4")
            editor.wait_active("Unsaved changes.*")
            editor.key("Escape")
            editor.wait_active(".* — Loopwright")
        with self.step("not saved, the file keeps its bytes"):
            editor.key("ctrl+w")
            editor.wait_active("Unsaved changes.*")
            editor.click(editor.wait_for("push button", "Don't save").middle)
            editor.wait_title("untitled 1 — Loopwright|Loopwright")
            self.assertEqual(path.read_text(), BY_HAND)

    def test_point_20_closing_many_asks_once(self):
        first = self.write(CHAIN, "first.loop.json")
        second = self.write(CHAIN, "second.loop.json")
        editor = self.start(first, second)
        for name in ("second", "first"):
            editor.wait_title(f"{name} — Loopwright")
            editor.look_at("delta", CORNER["delta"])
            editor.click(editor.at(*MIDDLE["delta"]))
            editor.key("Down")
            editor.wait_title(rf"{name}\* — Loopwright")
            editor.key("ctrl+Next")
        with self.step("one question lists both"):
            editor.key("alt+F4")
            dialog = editor.wait_active("Unsaved changes")
            self.assertIsNotNone(dialog.find(None, "first"))
            self.assertIsNotNone(dialog.find(None, "second"))
            self.picture("many unsaved")
        with self.step("saved, both files hold the changes, and the program ends"):
            editor.key("Return")
            editor.process.wait(60)
            for path in (first, second):
                self.assertEqual(position(json.loads(path.read_text()), "delta"), (320, 130))

    def test_point_20_new_and_save_as(self):
        editor = self.start()
        with self.step("a new diagram asks for its file"):
            editor.wait_title("Loopwright")
            editor.key("ctrl+n")
            editor.wait_title("untitled 1 — Loopwright")
            editor.wait_focused("Diagram")
            left, top, width, height = editor.canvas().place
            editor.double_click((left + width // 3, top + height // 3))
            editor.quick_add("clock")
            path = self.save_new(editor, "made", "save as")
            self.assertEqual(list(blocks(json.loads(path.read_text()))), ["Clock"])
        with self.step("another file is opened in a tab of its own"):
            other = self.write(CHAIN, "chain.loop.json")
            editor.key("ctrl+o")
            editor.wait_active("Open")
            self.type_file_name(editor, other)
            editor.wait_title("chain — Loopwright")
            editor.use_file(other)
            editor.wait_for("page tab", "made")
            self.assertIsNone(editor.find("page tab", "untitled 1"))
            editor.look_at("delta", CORNER["delta"])
            editor.click(editor.at(*MIDDLE["delta"]))
            editor.key("Down")
            self.assertEqual(position(editor.save(), "delta"), (320, 130))
        with self.step("a file that cannot be read shows why and changes nothing that is open"):
            broken = self.write(CHAIN.replace('"Sine"', '"Sine'), "broken.loop.json")
            editor.key("ctrl+o")
            editor.wait_active("Open")
            self.type_file_name(editor, broken)
            editor.wait_active("(?!Open).*")
            self.picture("broken file")
            editor.key("Escape")
            editor.wait_active("chain — Loopwright")

    def type_file_name(self, editor, path):
        wait_until(lambda: any(w.has(FOCUSED) for w in editor.active_window().find_all("text")),
                   "the file's name can be typed")
        editor.key("ctrl+a")
        editor.type(str(path))
        editor.key("Return")

    def save_new(self, editor, name, picture):
        """Saves a diagram that has no file yet; returns the path that it has then."""
        editor.key("ctrl+s")
        editor.wait_active("Save as")
        self.picture(picture)
        path = self.folder / f"{name}.loop.json"
        self.type_file_name(editor, path)
        editor.wait_title(f"{name} — Loopwright")
        wait_until(path.exists, "the file is written")
        return path

    def test_point_21_recovery(self):
        editor = self.open()
        path = self.folder / "diagram.loop.json"
        with self.step("changes are kept beside the file"):
            editor.click(editor.at(*MIDDLE["delta"]))
            editor.key("Down")
            kept = self.folder / ".diagram.loop.json.autosave"
            wait_until(kept.exists, f"{kept.name} is there")
            wait_until(lambda: position(json.loads(kept.read_text()), "delta") == (320, 130),
                       "it holds the change")
        with self.step("after a kill the next start offers them"):
            editor.kill()
            self.assertEqual(path.read_text(), CHAIN)
            editor = self.start()
            editor.use_file(path)
            editor.wait_active("Recover unsaved changes")
            self.picture("recovery")
            editor.key("Return")
            editor.wait_active(r"diagram\* — Loopwright")
        with self.step("recovered they are open and not saved yet"):
            self.assertEqual(path.read_text(), CHAIN)
            self.assertEqual(position(editor.save(), "delta"), (320, 130))
        with self.step("they are not offered again"):
            editor.key("ctrl+q")
            editor.process.wait(60)
            self.assertFalse(kept.exists())
            editor = self.start()
            editor.wait_title("Loopwright")
            self.assertEqual([w.name for w in editor.windows()], ["Loopwright"])

    def test_point_21_changed_by_another_program(self):
        editor = self.open()
        path = self.folder / "diagram.loop.json"
        with self.step("a file that somebody else changed is noticed, with a choice"):
            path.write_text(CHAIN.replace('"gain": 2', '"gain": 7'))
            editor.wait_for("label", "diagram.loop.json was changed by another program.*")
            self.picture("changed on disk")
            editor.click(editor.wait_for("push button", "Reload").middle)
            editor.wait_gone("push button", "Reload")
            editor.click(editor.wait_block("beta").middle)
            self.assertEqual(editor.wait_for("text", "gain").text, "7")

    def test_point_22_start_page(self):
        editor = self.start()
        with self.step("the start page opens an example"):
            editor.wait_title("Loopwright")
            editor.click(editor.wait_for("push button", "Example: A counter").middle)
            editor.wait_title("counter — Loopwright")
            editor.wait_focused("Diagram")
        with self.step("it is a copy, so that saving asks for a place"):
            left, top, width, height = editor.canvas().place
            editor.double_click((left + width // 2, top + height - 60))
            editor.quick_add("clock")
            editor.wait_title(r"counter\* — Loopwright")
            path = self.save_new(editor, "mine", "save a copy")
            self.assertIn("Clock", blocks(json.loads(path.read_text())))
        with self.step("the next start lists it among the recent files"):
            editor.key("ctrl+q")
            editor.process.wait(60)
            editor = self.start()
            editor.wait_title("Loopwright")
            recent = editor.wait_for("push button", r"counter\.loop\.json.*")
            self.picture("start page")
            editor.click(recent.middle)
            editor.wait_title("counter — Loopwright")


if __name__ == "__main__":
    main()
