"""The editor as a process of its own, worked by pointer and keys of the X server."""

import json
import re
import signal
import time

import accessibility
from accessibility import ACTIVE, FOCUSED, Gone
from desktop import PATIENCE, wait_until

STEPS = 6            # of a drag
STEP_SECONDS = 0.01  # from one to the next, or the program sees the last one only
DOUBLE_CLICK_SECONDS = 0.6  # what comes later is no double-click


class Editor:
    def __init__(self, desktop, program, *arguments):
        self._desktop = desktop
        self._file = None
        self._last_press = (0.0, (0, 0))
        self._known = (None, (0, 0))  # a block, and its corner in the diagram
        self.gestures = 0  # keys, words, clicks, drags and turns of the wheel so far
        self.log = desktop.folder / "editor.log"
        with open(self.log, "ab") as log:
            self.process = desktop.run(program, *map(str, arguments), stdout=log, stderr=log)
        self.root = wait_until(self._find_root, "the program shows a window")
        self.wait_active()

    def _find_root(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended with {self.process.returncode}: "
                                 f"{self.log.read_text(errors='replace')}")
        return accessibility.program(self._desktop.accessibility, self.process.pid)

    # ---- what is to be seen

    def windows(self):
        return [window for window in self.root.children if window.has(accessibility.SHOWING)]

    def active_window(self):
        try:
            return next((window for window in self.windows() if window.has(ACTIVE)), None)
        except Gone:
            return None

    def wait_active(self, title=".*"):
        """Waits for the window or dialog with that title to have the keyboard; returns it."""
        def found():
            window = self.active_window()
            return window if window and re.fullmatch(title, window.name) else None
        return wait_until(found, lambda: f"a window '{title}' is active, there are "
                                         f"{[window.name for window in self.windows()]}")

    @property
    def title(self):
        return self.main_window().name

    def main_window(self):
        return next(w for w in self.root.children if w.role == "frame")

    def wait_title(self, title):
        wait_until(lambda: re.fullmatch(title, self.title),
                   lambda: f"the title is '{title}', it is '{self.title}'")

    def find(self, role=None, name=None):
        return self.root.find(role, name)

    def wait_for(self, role=None, name=None):
        return wait_until(lambda: self.root.find(role, name), f"there is a {role or ''} '{name}'")

    def wait_gone(self, role=None, name=None):
        wait_until(lambda: self.root.find(role, name) is None, f"'{name}' is gone")

    def wait_focused(self, name):
        """Waits for the widget of that name to have the keyboard; returns it."""
        def found():
            try:
                return next((w for w in self.root.search(None, name) if w.has(FOCUSED)), None)
            except Gone:
                return None
        return wait_until(found, f"'{name}' has the keyboard")

    def wait_zoom(self, percent):
        wait_until(lambda: self.zoom() == percent,
                   lambda: f"the zoom is {percent} %, it is {self.zoom()} %")

    def zoom(self):
        """In percent, as the status bar says."""
        label = self.root.find("label", r"seed .*")
        return int(re.search(r"(\d+) %$", label.name).group(1)) if label else None

    # ---- the diagram's places on the screen

    def canvas(self):
        return self.wait_for("canvas", "Diagram")

    def block(self, name):
        """A block on the canvas, None where the level shown has none of that name."""
        return self.canvas().find("graphic", name)

    def wait_block(self, name):
        return wait_until(lambda: self.block(name), f"the canvas shows the block {name}")

    def look_at(self, block, corner):
        """Shows the diagram in actual size. `block`, whose top left corner in the diagram is
        `corner`, tells `at` from then on where things are."""
        self.wait_block(block)
        self.key("ctrl+0")
        self.wait_zoom(100)
        self._known = (block, corner)

    def at(self, x, y):
        """Where a place of the diagram is on the screen, at 100 %."""
        block, corner = self._known
        left, top, _, _ = self.wait_block(block).place
        return round(left + x - corner[0]), round(top + y - corner[1])

    # ---- the hand

    def _do(self, *words):
        self._desktop.xdotool(*words)

    def key(self, *keys):
        self.gestures += len(keys)
        self._do("key", "--delay", 0, *keys)

    def type(self, text):
        """Types over what is selected."""
        self.gestures += 1
        self._do("type", "--delay", 1, "--", text)

    def hold(self, *keys):
        for key in keys:
            self._do("keydown", key)

    def let_go(self, *keys):
        for key in keys:
            self._do("keyup", key)

    def point(self, place):
        self._do("mousemove", *place)

    def _be_no_double_click(self, place):
        then, where = self._last_press
        near = abs(place[0] - where[0]) + abs(place[1] - where[1]) < 20
        if near:
            time.sleep(max(0.0, then + DOUBLE_CLICK_SECONDS - time.monotonic()))
        self._last_press = (time.monotonic(), place)

    def click(self, place, button=1, keys=()):
        self.gestures += 1
        self._be_no_double_click(place)
        self.point(place)
        self.hold(*keys)
        self._do("click", button)
        self.let_go(*keys)

    def double_click(self, place):
        self.gestures += 1
        self._be_no_double_click(place)
        # Two clicks at one time, which no hand can do, are sometimes taken for one.
        self._do("mousemove", *place, "click", "--repeat", 2, "--delay", 20, 1)

    def wheel(self, place, steps, keys=()):
        """Turns the wheel away from the hand, or towards it where `steps` is negative."""
        self.gestures += 1
        self.point(place)
        self.hold(*keys)
        self._do("click", "--repeat", abs(steps), "--delay", 0, 4 if steps > 0 else 5)
        self.let_go(*keys)

    def press(self, place, button=1):
        self._be_no_double_click(place)
        self._do("mousemove", *place, "mousedown", button)

    def move(self, begin, end):
        words = []
        for i in range(1, STEPS + 1):
            words += ["mousemove", *(b + (e - b) * i // STEPS for b, e in zip(begin, end)),
                      "sleep", STEP_SECONDS]
        self._do(*words)

    def release(self, button=1):
        self._do("mouseup", button)

    def drag(self, begin, end, button=1, keys=(), keys_at_end=()):
        """Drags with `keys` held; `keys_at_end` are pressed before the button is let go."""
        self.gestures += 1
        self.point(begin)
        self.hold(*keys)
        self.press(begin, button)
        self.move(begin, end)
        self.hold(*keys_at_end)
        self.release(button)
        self.let_go(*keys, *keys_at_end)

    def leave_nothing_pressed(self):
        self._do("mouseup", 1, "mouseup", 2, "keyup", "ctrl", "keyup", "shift", "keyup", "alt",
                 "keyup", "space")

    # ---- gestures of several parts

    def quick_add(self, text):
        """Chooses from the list of blocks that has opened."""
        self.wait_focused("Block to add")
        self.type(text)
        self.key("Return")
        self.wait_gone(None, "Block to add")

    def palette_entry(self, title):
        """Searches the palette for a block; returns its entry."""
        self.key("ctrl+shift+b")
        self.wait_focused("Search blocks")
        self.key("ctrl+a")
        self.type(title)
        self.wait_for("check box", "Found")
        return self.wait_for("list item", title)

    def command(self, text):
        """Does something by the command palette."""
        self.key("ctrl+shift+p")
        self.wait_focused("Command")
        self.type(text)
        self.key("Return")
        self.wait_focused("Diagram")

    # ---- the file

    def use_file(self, path):
        self._file = path

    def _stamp(self):
        if not self._file.exists():
            return None
        stat = self._file.stat()
        return stat.st_ino, stat.st_mtime_ns

    def save_bytes(self):
        """Saves what has changed; returns what is in the file then. The key comes after all earlier
        ones, so the file holds what they did."""
        before = self._stamp()
        self.key("ctrl+s")
        wait_until(lambda: self._stamp() not in (None, before),
                   lambda: f"the changes are saved, the title is '{self.title}'")
        wait_until(lambda: "*" not in self.title and "●" not in self.title,
                   "the title shows no changes")
        return self._file.read_bytes()

    def save(self):
        return json.loads(self.save_bytes())

    def settle(self):
        """Waits until the program has dealt with all that was sent to its canvas."""
        self.key("ctrl+f")
        self.wait_focused("Find in all levels")
        self.key("Escape")
        self.wait_focused("Diagram")

    def is_changed(self):
        self.settle()
        return "*" in self.title

    # ---- the end

    def quit(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
