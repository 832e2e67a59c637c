"""Pays practice money with the real `router` and its window. Window/Tests/run starts it if it is told where `router` is."""
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import unittest

import codes
import reader
from desk import Desk, wait

ADDRESS = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

@unittest.skipUnless(os.environ.get("ROUTER_PROGRAM"), "no router was named")
class Paying(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.desk = Desk()
        root = cls.root = cls.desk.directory + "/usr"
        os.makedirs(root + "/bin")
        os.makedirs(root + "/libexec/schemerouter")
        built = os.path.dirname(os.environ["ROUTER_PROGRAM"])
        shutil.copy(os.environ["ROUTER_PROGRAM"], root + "/bin/router")
        shutil.copy(built + "/courier", root + "/libexec/schemerouter/courier")
        shutil.copy(os.environ["ROUTER_WINDOW_PROGRAM"], root + "/libexec/schemerouter/router-window")
        scanner = os.path.join(os.path.dirname(os.environ["ROUTER_WINDOW_PROGRAM"]), "scanner")
        shutil.copy(scanner, root + "/libexec/schemerouter/scanner")
        cls.new_wallet()

    @classmethod
    def tearDownClass(cls):
        cls.desk.end()

    @classmethod
    def router(cls, *arguments, before=(), **more):
        return subprocess.Popen(
            [*before, cls.root + "/bin/router", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True, **more)

    @classmethod
    def new_wallet(cls):
        process = cls.router("wallet", "create")
        for text in ("longpasscode7", "longpasscode7"):
            window = Shown(cls, "Wallet")
            Desk.type(text)
            Desk.keys("Return")
            window.waits_for_another()
        words, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        assert len(words.split()) >= 12
        for arguments in (["sandbox", "on", "dash"], ["sandbox", "fund", "dash", "10"]):
            done = cls.router(*arguments)
            assert done.wait(timeout=120) == 0, done.stderr.read()

    def open(self, link):
        process = self.router("open", "--json", link)
        self.addCleanup(process.kill)
        return process

    def test_a_payment_with_a_wrong_passcode_first(self):
        process = self.open(f"dash:{ADDRESS}?amount=0.5&label=Shop")
        window = Shown(self, "Practice: Dash")
        labels = wait(lambda: reader.labels(window), "the labels")
        self.assertEqual(labels[:3], ["PRACTICE – no real money", "Pay", "0.5 DASH"])
        self.assertIn("The link names the recipient: “Shop”", labels)
        Desk.type("wrongpasscode")
        Desk.keys("Return")
        wait(lambda: any("2 tries left" in label for label in reader.labels(window)), "the mistake")
        Desk.type("longpasscode7")
        Desk.keys("Return")
        # A window tells the end only if nothing else does.
        wait(lambda: process.poll() is not None or can_close(window), "the end")
        if process.poll() is None:
            self.assertFalse(reader.has(window, "push button", "Refuse"))
            Desk.keys("Escape")
        output, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(json.loads(output.splitlines()[-1])["outcome"], "pay")

    def test_refusing(self):
        process = self.open(f"dash:{ADDRESS}?amount=0.25")
        Shown(self, "Practice: Dash").ready()
        Desk.keys("Escape")
        self.assertEqual(process.wait(timeout=120), 130)
        process.communicate()

    def test_a_killed_window_agrees_to_nothing(self):
        process = self.open(f"dash:{ADDRESS}?amount=0.125")
        window = Shown(self, "Practice: Dash")
        Desk.type("longpasscode7")
        os.kill(window.process.pid, signal.SIGKILL)
        # Where there is a pinentry it asks now, and nobody answers.
        limit = threading.Timer(120, process.kill)
        limit.start()
        said = any("failed, so nothing was agreed to: it ended." in line for line in process.stderr)
        limit.cancel()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        self.assertTrue(said)
        history = self.router("history", "--json").communicate(timeout=120)[0]
        self.assertFalse([line for line in history.splitlines() if json.loads(line).get("amount") == 12_500_000
                          and json.loads(line).get("end") == "done"])

    def picture(self, image):
        path = self.desk.directory + "/a shop.png"
        image.save(path)
        return path

    def test_the_link_in_a_picture_is_shown_and_then_paid(self):
        link = f"dash:{ADDRESS}?amount=0.0625&label=Shop"
        process = self.router("open", "--json", "--image", self.picture(codes.draw(link)))
        self.addCleanup(process.kill)
        window = Shown(self, "QR code")
        self.assertIn("The QR code in “a shop.png” says:", window.before)
        self.assertIn(f"“{link}”", window.before)
        window.press("Open it")
        window = Shown(self, "Practice: Dash")
        self.assertEqual(window.before[:3], ["PRACTICE – no real money", "Pay", "0.0625 DASH"])
        Desk.type("longpasscode7")
        Desk.keys("Return")
        wait(lambda: process.poll() is not None or can_close(window), "the end")
        if process.poll() is None:
            Desk.keys("Escape")
        output, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(json.loads(output.splitlines()[-1])["outcome"], "pay")

    def test_of_several_links_the_person_chooses_and_still_sees_the_whole(self):
        links = [f"dash:{ADDRESS}?amount=0.03", f"dash:{ADDRESS}?amount=0.04"]
        process = self.router("open", "--image", self.picture(codes.beside(*map(codes.draw, links), codes.draw("WIFI:S:x;;"))))
        self.addCleanup(process.kill)
        window = Shown(self, "QR code")
        rows = [node.name for node in reader.nodes(window) if node.getRoleName() == "list item"]
        self.assertEqual(len(rows), 2, rows)
        Desk.keys("shift+Tab", "Home", "Down")
        window.press("OK")
        window.waits_for_another()
        wait(lambda: f"“{links[1]}”" in reader.labels(window), "the chosen link")
        self.assertIn("There is another QR code, which is not a wallet link.", reader.labels(window))
        Desk.keys("Escape")
        _, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, errors)

    def explained(self, *arguments, before=()):
        process = self.router("explain", "--json", *arguments, before=before)
        output, errors = process.communicate(timeout=120)
        return process.returncode, json.loads((output or errors).splitlines()[-1]), errors

    def test_a_picture_on_the_clipboard(self):
        path = self.picture(codes.draw(f"dash:{ADDRESS}?amount=0.07"))
        subprocess.run(["xclip", "-selection", "clipboard", "-target", "image/png", path], check=True)
        status, said, errors = self.explained("--clipboard")
        self.assertEqual((status, said["amount"]), (0, 7_000_000), errors)
        subprocess.run(["xclip", "-selection", "clipboard"], input=b"text", check=True)
        status, said, _ = self.explained("--clipboard")
        # xclip gives its text whatever kind it is asked for.
        self.assertEqual((status, said["error"]["code"], said["error"]["reason"]), (65, "unreadablePicture", "unsupportedFormat"))

    def test_a_picture_of_the_screen(self):
        path = self.picture(codes.draw(f"dash:{ADDRESS}?amount=0.08"))
        for arguments, status, found in (([path], 0, 8_000_000), ([], 130, None)):
            # Root may look into any process, and without that right only into what lacks it, too.
            unprivileged = ["setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"] if os.geteuid() == 0 else []
            portal = subprocess.Popen(
                [*unprivileged, sys.executable, os.path.dirname(os.path.abspath(__file__)) + "/portal.py", *arguments],
                stdout=subprocess.PIPE)
            self.addCleanup(portal.stdout.close)
            try:
                self.assertEqual(portal.stdout.readline(), b"ready\n")
                ended, said, errors = self.explained("--screen", before=unprivileged)
            finally:
                portal.kill()
                portal.wait()
            self.assertEqual((ended, said.get("amount")), (status, found), errors)
            # The file is the desktop's, which keeps it.
            self.assertTrue(os.path.exists(path))
        ended, said, _ = self.explained("--screen")
        self.assertEqual((ended, said["error"]["code"], said["error"]["reason"]), (69, "noPicture", "screen"))


def can_close(window):
    return reader.has(window, "push button", "Close") and reader.is_sensitive(reader.find(window, "push button", "Close"))


class Shown:
    """A window that `router` started."""

    def __init__(self, case, title):
        self.title = title
        self.number = wait(lambda: Desk.output("xdotool", "search", "--onlyvisible", "--name", f"^{title}$").split(), title)[0]
        pid = int(Desk.output("xdotool", "getwindowpid", self.number))
        self.process = type("Process", (), {"pid": pid})
        subprocess.run(["xdotool", "windowactivate", "--sync", self.number], check=False, capture_output=True)
        self.ready()
        self.before = wait(lambda: reader.labels(self), "labels")

    def ready(self):
        wait(lambda: any(reader.is_sensitive(node) for node in reader.nodes(self) if node.getRoleName() == "push button"),
             "an answer")

    def press(self, name):
        """By the keyboard, as soon as it can be pressed."""
        def reached():
            focused = reader.focused(self)
            if focused is not None and focused.name == name:
                return True
            Desk.keys("Tab")
            return False
        wait(lambda: reader.is_sensitive(reader.find(self, "push button", name)), name)
        wait(reached, f"the focus on {name}")
        Desk.keys("space")

    def waits_for_another(self):
        def changed():
            try:
                return reader.labels(self) != self.before and "One moment…" not in reader.labels(self)
            except Exception:  # it has ended
                return True
        wait(changed, "another question")


if __name__ == "__main__":
    unittest.main()
