"""A desktop for one test: an X server without a screen, a window manager, and the buses that
assistive technology uses. All of it ends with the test."""

import atexit
import ctypes
import os
import pathlib
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import zlib

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio  # noqa: E402

WIDTH, HEIGHT = 1600, 1000
# Seconds: what has not happened until then does not happen.
PATIENCE = float(os.environ.get("LOOPWRIGHT_PATIENCE", "60"))


def die_with_the_test():
    """For a child: it ends with the test, even where that is killed."""
    set_death_signal = 1  # PR_SET_PDEATHSIG
    ctypes.CDLL(None).prctl(set_death_signal, signal.SIGTERM)


def wait_until(condition, what):
    """Waits until `condition()` is true and returns its value; `what` says what was waited for. A
    condition that takes long to ask is asked less often, so that what it waits for gets on."""
    end = time.monotonic() + PATIENCE
    while True:
        begin = time.monotonic()
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain until {what() if callable(what) else what}")
        time.sleep(max(0.02, time.monotonic() - begin))


class Desktop:
    def __init__(self, width=WIDTH, height=HEIGHT):
        self._size = f"{width}x{height}x24"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="loopwright-desktop-"))
        self._processes = []
        self._log = self.folder / "desktop.log"
        atexit.register(self.close)
        self._environment = dict(os.environ)
        for kind in ("data", "config", "cache", "runtime"):
            place = self.folder / kind
            place.mkdir(mode=0o700)
            key = "XDG_RUNTIME_DIR" if kind == "runtime" else f"XDG_{kind.upper()}_HOME"
            self._environment[key] = str(place)
        for key in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"):
            self._environment.pop(key, None)
        self._environment.update(LC_ALL="C.UTF-8", LANGUAGE="en", QT_QPA_PLATFORM="xcb",
                                 QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", HOME=str(self.folder))
        self._start_display()
        self._start_bus()
        self._start("openbox", "--sm-disable")
        wait_until(self._has_window_manager,
                   lambda: f"the window manager runs: {self._log.read_text(errors='replace')}"
                           f"{[process.poll() for process in self._processes]}")

    def _start(self, *command, stdout=subprocess.DEVNULL, **options):
        with open(self._log, "ab") as log:
            process = subprocess.Popen(command, env=self._environment, stdin=subprocess.DEVNULL,
                                       stdout=stdout, stderr=log, preexec_fn=die_with_the_test,
                                       **options)
        self._processes.append(process)
        return process

    @staticmethod
    def _first_line(descriptor, what):
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([descriptor], [], [], PATIENCE)
            more = os.read(descriptor, 4096) if ready else b""
            if not more:
                raise AssertionError(f"{what} does not start")
            line += more
        return line.decode().strip()

    def _start_display(self):
        # The server finds a free number itself and writes it when it is ready.
        reading, writing = os.pipe()
        self._start("Xvfb", "-displayfd", str(writing), "-screen", "0", self._size,
                    "-nolisten", "tcp", "-noreset", "-fbdir", str(self.folder), pass_fds=[writing])
        os.close(writing)
        self._environment["DISPLAY"] = ":" + self._first_line(reading, "Xvfb")
        os.close(reading)

    def _start_bus(self):
        daemon = self._start("dbus-daemon", "--session", "--nofork", "--print-address=1",
                             stdout=subprocess.PIPE)
        with daemon.stdout:
            address = self._first_line(daemon.stdout.fileno(), "dbus-daemon")
        self._environment["DBUS_SESSION_BUS_ADDRESS"] = address
        session = connect(address)
        answer = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                                   None, None, Gio.DBusCallFlags.NONE, int(PATIENCE * 1000), None)
        self.accessibility = connect(answer.unpack()[0])

    def _has_window_manager(self):
        # A window manager that has started owns this property of the root window.
        return self.xdotool("get_num_desktops", check=False).returncode == 0

    def run(self, *command, **options):
        """Starts a program on this desktop."""
        return subprocess.Popen(command, env=self._environment, stdin=subprocess.DEVNULL,
                                preexec_fn=die_with_the_test, **options)

    def xdotool(self, *words, check=True):
        words = [str(word) for word in words]
        result = subprocess.run(["xdotool", *words], env=self._environment, capture_output=True,
                                text=True, timeout=PATIENCE, check=False)
        if check and result.returncode != 0:
            raise AssertionError(f"xdotool {' '.join(words)}: {result.stderr.strip()}")
        return result

    def _screen(self):
        """What the screen shows, its size, where its rows begin and how long each is. Xvfb keeps it
        in a file in the format of xwd, with four bytes a pixel: blue, green, red, nothing."""
        data = (self.folder / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", data[:100])
        width, height, line, colours = header[4], header[5], header[12], header[19]
        return data, width, height, header[0] + 12 * colours, line

    def count_dark(self, left, top, width, height):
        """How many pixels of an area are nearly black, counted by their greens."""
        data, _, _, start, line = self._screen()
        count = 0
        for y in range(top, top + height):
            row = start + y * line
            greens = data[row + 4 * left + 1:row + 4 * (left + width):4]
            count += sum(green < 0x40 for green in greens)
        return count

    def screenshot(self, path):
        """Writes what the screen shows as PNG."""
        data, width, height, start, line = self._screen()
        rows = bytearray()
        for y in range(height):
            row = data[start + y * line:start + y * line + 4 * width]
            rgb = bytearray(3 * width)
            rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
            rows += b"\0" + rgb

        def chunk(kind, content):
            body = kind + content
            return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

        path.write_bytes(b"\x89PNG\r\n\x1a\n"
                         + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                         + chunk(b"IDAT", zlib.compress(bytes(rows), 6)) + chunk(b"IEND", b""))

    def close(self):
        for process in reversed(self._processes):
            process.terminate()
        for process in self._processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._processes.clear()
        shutil.rmtree(self.folder, ignore_errors=True)


def connect(address):
    flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
             | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
