"""What is refused, what is still open, and edits while a run goes on."""

from scenario import CHAIN, MIDDLE, Scenario, blocks, main

RUNNABLE = CHAIN.replace("""{"type": "Gain", "layout": {"x": 320, "y": 120""",
                         """{"type": "Constant", "layout": {"x": 320, "y": 120""")
SLOW = RUNNABLE.replace('{"stop_time": 1}', '{"stop_time": 1000, "realtime_rate": 10}')


class Values(Scenario):
    def give(self, editor, block, field, text):
        """Types a value into the form of a block."""
        editor.click(editor.at(*MIDDLE[block]))
        editor.key("Return")
        editor.wait_focused(field)
        editor.key("ctrl+a")
        editor.type(text)
        editor.key("Return")

    def test_a_refused_value_stays_and_stops_the_run(self):
        editor = self.open(RUNNABLE)
        with self.step("the field says what is wrong"):
            self.give(editor, "beta", "gain", "[pj]")
            editor.wait_for("label", "unknown name 'pj', did you mean 'pi'.*")
        with self.step("the run does not start and says how many problems there are"):
            editor.key("F5")
            editor.wait_for("label", "Not started: the diagram has 1 error.")
            self.picture("refused run")
        with self.step("another block and back: the text is still there"):
            editor.click(editor.at(*MIDDLE["gamma"]))
            editor.wait_gone("label", "unknown name 'pj'.*")
            editor.click(editor.at(*MIDDLE["beta"]))
            editor.wait_for("label", "unknown name 'pj', did you mean 'pi'.*")
            self.assertNotIn("*", editor.title)
        with self.step("mended it runs"):
            self.give(editor, "beta", "gain", "[pi]")
            editor.key("F5")
            editor.wait_for("label", "100 %.*")
            self.assertEqual(blocks(editor.save())["beta"]["parameters"], {"gain": ["pi"]})

    def test_an_unwired_input_is_open_until_a_run(self):
        editor = self.open()
        with self.step("nothing is wrong with a block that is not wired yet"):
            editor.wait_for("push button", "No problems")
            self.picture("open input")
        with self.step("a run needs its input"):
            editor.key("F5")
            editor.wait_for("label", "Not started: the diagram has 1 error.")
            self.picture("required input")

    def test_edits_while_a_run_goes_on(self):
        editor = self.open(SLOW)
        with self.step("a number is taken over and noted"):
            editor.key("F5")
            editor.wait_for("label", "[0-9]+ %.*")
            self.give(editor, "beta", "gain", "7")
            editor.wait_for("label", ".*beta.gain: 2 → 7 from t = .*")
            self.picture("a number in a run")
        with self.step("an initial value needs a new run, which a button starts"):
            self.give(editor, "gamma", "initial value", "5")
            button = editor.wait_for("push button", "Run again")
            self.picture("needs a new run")
            editor.click(button.middle)
            editor.wait_gone("push button", "Run again")
            editor.wait_for("label", "[0-9]+ %.*")
        editor.key("shift+F5")


if __name__ == "__main__":
    main()
