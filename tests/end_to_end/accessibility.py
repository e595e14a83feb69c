"""What assistive technology sees of a program: its widgets with role, name, text, place and states,
asked for over the accessibility bus. Nothing is cached, so an answer is of now."""

import re

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
TIMEOUT = 20000  # milliseconds

# Numbers of states (AtspiStateType).
ACTIVE, FOCUSABLE, FOCUSED, SELECTED, SHOWING = 1, 11, 12, 23, 25


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

    def _search(self, role, name):
        """One after the other, so that who wants the first one asks for no more."""
        try:
            for child in self.children:
                if not child.has(SHOWING):
                    continue
                its_role = child.role
                if ((role is None or its_role == role)
                        and (name is None or re.fullmatch(name, child.name))):
                    yield child
                if its_role != "menu item":
                    yield from child._search(role, name)
        except Gone:
            pass  # It went while it was looked at.

    def find_all(self, role=None, name=None):
        """The widgets in this one that are on the screen. `name` is a regular expression."""
        return list(self._search(role, name))

    def find(self, role=None, name=None):
        return next(self._search(role, name), None)


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
