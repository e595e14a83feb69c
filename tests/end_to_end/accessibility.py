"""What assistive technology sees of a program: its widgets with role, name, text, place and states,
asked for over the accessibility bus. An answer is of now: what is remembered is only where a widget
was found, and it is asked again whether it still is what was looked for."""

import re

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
TIMEOUT = 20000  # milliseconds

# Numbers of states (AtspiStateType).
ACTIVE, FOCUSABLE, FOCUSED, SELECTED, SHOWING = 1, 11, 12, 23, 25

# Nothing is looked for in these. Each question is a message through the bus, and most widgets of the
# editor are such, the entries of its palette above all.
LEAVES = {"check box", "graphic", "label", "list item", "menu item", "push button", "scroll bar",
          "text"}


class Gone(Exception):
    """The widget is no longer there."""


def call(bus, owner, path, interface, method, arguments=None):
    try:
        return bus.call_sync(owner, path, interface, method, arguments, None,
                             Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
    except GLib.Error as error:
        raise Gone(error.message) from error


class Widget:
    def __init__(self, bus, owner, path=ROOT):
        self._bus, self._owner, self._path = bus, owner, path
        self._found = {}  # By role and name: where `find` found it last.

    def _call(self, interface, method, arguments=None):
        return call(self._bus, self._owner, self._path, interface, method, arguments)

    @property
    def name(self):
        question = GLib.Variant("(ss)", (ACCESSIBLE, "Name"))
        return self._call("org.freedesktop.DBus.Properties", "Get", question)[0]

    @property
    def role(self):
        return self._call(ACCESSIBLE, "GetRoleName")[0]

    @property
    def text(self):
        return self._call("org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, -1)))[0]

    @property
    def place(self):
        """x, y, width and height on the screen in pixels."""
        return self._call("org.a11y.atspi.Component", "GetExtents", GLib.Variant("(u)", (0,)))[0]

    @property
    def middle(self):
        x, y, width, height = self.place
        return x + width // 2, y + height // 2

    def has(self, state):
        words = self._call(ACCESSIBLE, "GetState")[0]
        return bool(words[state // 32] >> state % 32 & 1)

    @property
    def children(self):
        return [Widget(self._bus, owner, path)
                for owner, path in self._call(ACCESSIBLE, "GetChildren")[0]]

    def search(self, role=None, name=None):
        """The widgets in this one that are on the screen, one after the other, so that who wants the
        first one asks for no more. `name` is a regular expression."""
        try:
            for child in self.children:
                its_role = child.role
                fits = child._fits(its_role, role, name)
                if (fits or its_role not in LEAVES) and child.has(SHOWING):
                    if fits:
                        yield child
                    if its_role not in LEAVES:
                        yield from child.search(role, name)
        except Gone:
            pass  # It went while it was looked at.

    def _fits(self, its_role, role, name):
        return ((role is None or its_role == role)
                and (name is None or re.fullmatch(name, self.name) is not None))

    def find_all(self, role=None, name=None):
        """All that `search` gives."""
        return list(self.search(role, name))

    def find(self, role=None, name=None):
        """The one that was found last time if it is still there, else the first one; or None."""
        known = self._found.get((role, name))
        try:
            if known and known.has(SHOWING) and known._fits(known.role, role, name):
                return known
        except Gone:
            pass
        self._found[role, name] = next(self.search(role, name), None)
        return self._found[role, name]


def program(bus, process_id):
    """The root of what a program shows, None before it shows anything."""
    for owner, _ in call(bus, "org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren")[0]:
        try:
            its_id = call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                          "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                          GLib.Variant("(s)", (owner,)))[0]
        except Gone:
            continue
        if its_id == process_id:
            return Widget(bus, owner)
    return None
