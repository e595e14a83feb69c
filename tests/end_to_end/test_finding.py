"""What newcomers try: other words for blocks and commands, wires begun beside a port, a signal that
is to be recorded, a note left by Esc."""

from scenario import CHAIN, INPUT, MIDDLE, OUTPUT, Scenario, blocks, main, position, wires


class Finding(Scenario):
    def test_blocks_and_commands_by_other_words(self):
        editor = self.open()
        with self.step("'gn 5' is a gain of 5"):
            editor.double_click(editor.at(40, 180))
            editor.quick_add("gn 5")
            diagram = editor.save()
            self.assertEqual(blocks(diagram)["Gain"], {
                **blocks(diagram)["Gain"], "type": "Gain", "parameters": {"gain": 5}})
        with self.step("a name of another program is known"):
            editor.double_click(editor.at(160, 180))
            editor.wait_focused("Block to add")
            editor.type("BIGSOM_f")
            self.picture("quick add by synonym")
            editor.key("Return")
            editor.wait_gone(None, "Block to add")
            self.assertEqual(blocks(editor.save())["Sum"]["type"], "Sum")
        with self.step("what is not known is said"):
            editor.double_click(editor.at(160, 230))
            editor.wait_focused("Block to add")
            editor.type("qqq")
            editor.wait_for("list item", "No block is called “qqq”")
            editor.key("Escape")
            editor.wait_focused("Diagram")
        with self.step("blocks are aligned by the command palette"):
            editor.click(editor.at(*MIDDLE["beta"]))
            editor.click(editor.at(*MIDDLE["delta"]), keys=["shift"])
            editor.command("align left")
            diagram = editor.save()
            self.assertEqual(position(diagram, "beta")[0], position(diagram, "delta")[0])

    def test_wires_beside_their_ports(self):
        editor = self.open()
        begin = OUTPUT["gamma"][0] + 18, OUTPUT["gamma"][1] + 14
        end = INPUT["delta"][0] - 16, INPUT["delta"][1] - 14
        with self.step("begun and ended 20 px beside the ports"):
            editor.drag(editor.at(*begin), editor.at(*end))
            self.picture("wired from afar")
            self.assertEqual(wires(editor.save())["delta.u"], "gamma.y")

    def test_a_recorded_signal_and_a_note(self):
        editor = self.open()
        with self.step("a selected wire shows its signal, and it is recorded there"):
            editor.click(editor.at(270, 20))
            box = editor.wait_for("check box", "Record this signal")
            editor.click(box.middle)
            self.assertEqual(editor.save()["diagram"]["signals"], {"beta.y": {"log": True}})
            self.picture("recorded signal")
        with self.step("with nothing selected the panel is about the diagram"):
            editor.click(editor.at(60, 180))
            editor.wait_for("text", "Title of the diagram")
            editor.wait_gone("check box", "Record this signal")
        with self.step("Esc in a new note keeps its text"):
            editor.point(editor.at(60, 180))
            editor.key("ctrl+shift+n")
            editor.wait_focused("Text of the note")
            editor.type("Kept")
            editor.key("Escape")
            editor.wait_focused("Diagram")
            self.assertEqual([note["text"] for note in editor.save()["diagram"]["notes"]], ["Kept"])
            editor.key("ctrl+z", "ctrl+z")
            self.assertEqual(editor.save_bytes().decode(), CHAIN)


if __name__ == "__main__":
    main()
