"""A desktop without a screen: Xvfb, a window manager, a session bus and accessibility; and windows on it."""
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

PATIENCE = 60


def wait(condition, what):
    """What `condition` returns, once it is true. The limit only ends a test that hangs."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            value = condition()
            if value:
                return value
        except RuntimeError:  # of accessibility: what was read changed meanwhile
            pass
        time.sleep(0.02)
    raise AssertionError(f"{what} does not come")


class Desk:
    """Starts everything in the constructor; sets the variables of this process, so that pyatspi finds the bus."""

    def __init__(self, width=1400, height=1000, manager=True):
        self.directory = tempfile.mkdtemp(prefix="window-")
        os.chmod(self.directory, 0o700)
        self.processes = []
        reading, writing = os.pipe()
        self.start(["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"], writing)
        os.close(writing)
        os.environ["DISPLAY"] = ":" + os.read(reading, 16).decode().strip()
        os.environ["XDG_RUNTIME_DIR"] = self.directory
        os.environ["HOME"] = self.directory
        for name in ["WAYLAND_DISPLAY", "GTK_THEME", "GTK_A11Y", "GDK_SCALE", "AT_SPI_BUS_ADDRESS"]:
            os.environ.pop(name, None)
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--print-address", "--nofork"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.processes.append(bus)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        if not manager:
            return
        self.start(["openbox"])
        wait(lambda: "_NET_SUPPORTING_WM_CHECK" in self.output("xprop", "-root", "_NET_SUPPORTING_WM_CHECK") and
             "not found" not in self.output("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), "a window manager")

    def start(self, command, *descriptors):
        self.processes.append(subprocess.Popen(
            command, pass_fds=descriptors, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    @staticmethod
    def output(*command):
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def end(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    @staticmethod
    def keys(*keys):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)

    @staticmethod
    def type(text):
        subprocess.run(["xdotool", "type", "--clearmodifiers", "--delay", "5", text], check=True)

    @staticmethod
    def box(number):
        """Left, top, right and bottom of a window, without its frame."""
        lines = Desk.output("xwininfo", "-id", number)
        value = lambda name: int(lines.split(name + ":")[1].split()[0])
        left, top = value("Absolute upper-left X"), value("Absolute upper-left Y")
        return left, top, left + value("Width"), top + value("Height")

    def at_rest(self, number):
        """Whether a window looks as it did half a second ago; the cursor in a field may blink."""
        from PIL import ImageChops, ImageGrab
        grab = lambda: ImageGrab.grab(bbox=self.box(number), xdisplay=os.environ["DISPLAY"])
        first = grab()
        time.sleep(0.5)
        changed = ImageChops.difference(first, grab()).getbbox()
        return changed is None or changed[2] - changed[0] < 8

    @staticmethod
    def picture(path, box=None):
        from PIL import ImageGrab
        image = ImageGrab.grab(xdisplay=os.environ["DISPLAY"])
        (image.crop(box) if box else image).save(path)


class Window:
    """A running router-window, and its three pipes."""

    def __init__(self, program=None, **variables):
        self.secret, secret_writing = os.pipe()
        program = program or os.environ["ROUTER_WINDOW_PROGRAM"]
        environment = {k: v for k, v in os.environ.items() if k in (
            "DISPLAY", "XDG_RUNTIME_DIR", "HOME", "DBUS_SESSION_BUS_ADDRESS", "PATH", "LANG")} | variables

        def place():
            os.dup2(secret_writing, 3)

        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
            preexec_fn=place, pass_fds=(3,) if secret_writing == 3 else (3, secret_writing), bufsize=0)
        os.close(secret_writing)
        self.id = 0
        self.rest = b""
        self.reports = []

    def send(self, order):
        self.process.stdin.write((json.dumps(order) if isinstance(order, dict) else order).encode() + b"\n")

    def report(self, patience=PATIENCE):
        """The next report that is not a sign of life; None if the window ends."""
        end = time.monotonic() + patience
        while True:
            while b"\n" in self.rest:
                line, self.rest = self.rest.split(b"\n", 1)
                report = json.loads(line)
                if report["report"] != "alive":
                    return report
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError("no report")
            chunk = os.read(self.process.stdout.fileno(), 65536)
            if not chunk:
                return None
            self.rest += chunk

    def is_silent(self, seconds=0.3):
        try:
            self.report(patience=seconds)
        except AssertionError:
            return True
        return False

    def ready(self):
        assert self.report() == {"report": "ready", "version": 1}
        return self

    def ask(self, question):
        self.id += 1
        asked = {"id": self.id, "nonce": f"nonce-{self.id}", "title": f"Question {self.id}", "agree": "Pay", "refuse": "Refuse",
                 "mistake": None, "seconds": 120, "subject": "payment", "practice": False, "heading": [], "groups": [],
                 "form": "confirm"} | question
        self.send({"order": "ask", "question": asked})
        self.title = asked["title"]
        return self

    def shown(self):
        """Waits until the window is on the screen and has the keyboard."""
        number = wait(lambda: Desk.output("xdotool", "search", "--onlyvisible", "--name", f"^{self.title}$").split(), "a window")[0]
        subprocess.run(["xdotool", "windowactivate", "--sync", number], check=False, capture_output=True)
        return number

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        os.close(self.secret)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
