"""Drives router-window as a person and a screen reader do. Window/Tests/run starts it."""
import copy
import os
import subprocess
import time
import unittest

import pyatspi

import reader
from desk import Desk, Window, wait
from questions import ACTIONS, CHOOSER, HAND_OVER, PAID, PAYMENT, address, amount, own, paragraph, quoted


def setUpModule():
    global desk
    desk = Desk()


def tearDownModule():
    desk.end()


def read(descriptor, count):
    return os.read(descriptor, count)


def texts(question):
    """All texts of a question, as one."""
    paragraphs = question["heading"] + [p for group in question["groups"] for p in group]
    return ["".join(text for run in p["runs"] for text in run.values()) for p in paragraphs]


def squeezed(text):
    return "".join(text.split())


LONG = PAYMENT | {"groups": PAYMENT["groups"] + [[paragraph(own("one more line"))] * 60]}


class WindowTest(unittest.TestCase):
    def open(self, question, **variables):
        window = Window(**variables).ready().ask(question)
        self.addCleanup(window.end)
        window.number = window.shown()
        # Until then it takes no key as an answer.
        wait(lambda: self.sensitive(window, "Close" if question["form"] == "tell" else "Refuse"), "an answer")
        return window

    def answer(self, window):
        report = window.report()
        self.assertEqual((report["report"], report["id"], report["nonce"]), ("answer", window.id, f"nonce-{window.id}"))
        return report

    def tab_to(self, window, name):
        for _ in range(9):
            Desk.keys("Tab")
            time.sleep(0.1)
            focused = reader.focused(window)
            if focused is not None and focused.name == name:
                return
        self.fail(f"no way to {name} by the keyboard")

    def sensitive(self, window, name):
        return reader.is_sensitive(reader.find(window, "push button", name))


class Agreement(WindowTest):
    """S5: the consent is complete, and “no” by default."""

    def test_return_alone_agrees_to_nothing(self):
        window = self.open(PAYMENT)
        Desk.keys("Return", "KP_Enter")
        self.assertTrue(window.is_silent())
        plain = self.open(HAND_OVER | {"title": "Plain"})
        Desk.keys("Return", "Return")
        self.assertEqual(self.answer(plain)["answer"], "refused")

    def test_return_on_the_button_agrees_to_nothing_and_space_does(self):
        window = self.open(HAND_OVER)
        wait(lambda: self.sensitive(window, "Open Electrum"), "the button")
        Desk.keys("Tab")
        wait(lambda: reader.focused(window).name == "Open Electrum", "the focus")
        Desk.keys("Return")
        self.assertTrue(window.is_silent())
        Desk.keys("space")
        self.assertEqual(self.answer(window)["answer"], "agreed")

    def test_the_focus_never_starts_on_the_button_that_agrees(self):
        for question, role in [(PAYMENT, "password text"), (HAND_OVER, "push button"), (CHOOSER, "push button"),
                               (HAND_OVER | {"typed": "yes"}, "text")]:
            window = self.open(question)
            focused = wait(lambda: reader.focused(window), "a focus")
            self.assertEqual(focused.getRoleName(), role)
            self.assertIn(focused.name, ("Refuse", "Passcode:", "Type yes to agree:"))
            window.process.kill()

    def test_the_button_waits_until_the_end_was_shown(self):
        window = self.open(LONG)
        Desk.type("1234")
        self.assertFalse(self.sensitive(window, "Pay"))
        self.assertIn("Scroll to the end to go on.", reader.labels(window))
        Desk.keys("Return")
        self.assertTrue(window.is_silent())
        for _ in range(12):
            Desk.keys("Page_Down")
        wait(lambda: self.sensitive(window, "Pay"), "the end")
        Desk.keys("Page_Up", "Return")
        self.assertEqual(self.answer(window)["answer"], "secret")

    def test_what_fits_needs_no_scrolling(self):
        for question in (PAYMENT, HAND_OVER, ACTIONS):
            window = self.open(question)
            self.assertNotIn("Scroll to the end to go on.", reader.labels(window))
            window.process.kill()

    def test_escape_and_closing_refuse(self):
        window = self.open(PAYMENT)
        Desk.keys("Escape")
        self.assertEqual(self.answer(window)["answer"], "refused")
        other = self.open(HAND_OVER | {"title": "Other"})
        Desk.keys("alt+F4")
        self.assertEqual(self.answer(other)["answer"], "refused")

    def test_keys_on_their_way_answer_nothing(self):
        window = Window().ready().ask(HAND_OVER)
        self.addCleanup(window.end)
        window.shown()
        window.ask(HAND_OVER | {"title": "Second"})
        Desk.keys("Escape", "space", "Return")
        self.assertTrue(window.is_silent() or self.answer(window)["answer"] == "refused")

    def test_a_word_is_typed_where_it_must_be(self):
        window = self.open(HAND_OVER | {"typed": "yes", "agree": "Send it now"})
        Desk.type("no")
        self.assertFalse(self.sensitive(window, "Send it now"))
        Desk.keys("Return")
        self.assertTrue(window.is_silent())
        Desk.keys("BackSpace", "BackSpace")
        Desk.type("yes")
        wait(lambda: self.sensitive(window, "Send it now"), "the button")
        Desk.keys("Return")
        self.assertEqual(self.answer(window)["answer"], "agreed")

    def test_everything_is_shown_whole_and_in_order(self):
        for question in (PAYMENT, HAND_OVER, ACTIONS):
            window = self.open(question)
            shown = squeezed("".join(reader.labels(window)))
            for text in texts(question):
                # A single amount comes first, so a paragraph may be in two places.
                for part in (text, ):
                    self.assertTrue(squeezed(part) in shown or all(squeezed(word) in shown for word in part.split()), part)
            window.process.kill()

    def test_the_amount_is_first_and_the_callers_words_last(self):
        window = self.open(PAYMENT)
        labels = reader.labels(window)
        where = lambda text: next(i for i, label in enumerate(labels) if text in label)
        self.assertLess(where("0.5 DASH"), where("XiUs EXvL"))
        self.assertLess(where("XiUs EXvL"), where("0.50000226 DASH"))
        self.assertLess(where("0.50000226 DASH"), where("Application shop"))
        self.assertLess(where("Application shop"), where("“Order 1234, thank you”"))

    def test_texts_are_no_markup(self):
        evil = "<b>bold</b> &lt; <a href='x'>link</a> _u %s"
        window = self.open(HAND_OVER | {"title": evil.replace("'", ""), "agree": "_Pay <b>", "groups": [[paragraph(quoted(f"“{evil}”"))]]})
        self.assertIn(f"“{evil}”", reader.labels(window))
        self.assertTrue(reader.has(window, "push button", "_Pay <b>"))

    def test_nobody_answers(self):
        window = Window().ready().ask(PAYMENT | {"seconds": 1})
        self.addCleanup(window.end)
        self.assertEqual(self.answer(window)["answer"], "timed-out")


class Practice(WindowTest):
    """S14: practice money is never mistaken for real money."""

    def test_practice_is_said_first(self):
        window = self.open(PAYMENT)
        self.assertEqual(reader.labels(window)[0], "PRACTICE – no real money")
        self.assertIn("alert", [role for role, _ in reader.roles(window)])

    def test_real_money_has_no_band(self):
        window = self.open(PAYMENT | {"practice": False, "title": "Dash"})
        self.assertNotIn("PRACTICE – no real money", reader.labels(window))

    def test_it_looks_different(self):
        window = self.open(PAYMENT)
        left, top, right, _ = Desk.box(window.number)
        from PIL import ImageGrab
        pixel = ImageGrab.grab(bbox=(left + 4, top + 4, right, top + 20), xdisplay=os.environ["DISPLAY"]).getpixel((0, 0))
        self.assertEqual(pixel, (0xF6, 0xD3, 0x2D))


class Passcode(WindowTest):
    def test_it_comes_by_its_own_pipe(self):
        window = self.open(PAYMENT)
        Desk.type("s3cret")
        Desk.keys("Return")
        self.assertEqual(self.answer(window), {"report": "answer", "id": 1, "nonce": "nonce-1", "answer": "secret", "bytes": 6})
        self.assertEqual(read(window.secret, 100), b"s3cret")

    def test_it_can_be_corrected(self):
        window = self.open(PAYMENT)
        Desk.type("abXd")
        Desk.keys("Left", "BackSpace")
        Desk.type("Y")
        Desk.keys("Home", "Delete", "End")
        Desk.type("!")
        Desk.keys("Return")
        self.answer(window)
        self.assertEqual(read(window.secret, 100).decode(), "bYd!")

    def test_nobody_on_the_accessibility_bus_reads_it(self):
        ears = reader.Ears()
        self.addCleanup(ears.end)
        window = self.open(PAYMENT)
        Desk.type("s3cret")
        Desk.keys("BackSpace")
        Desk.type("Q")
        field = reader.find(window, "password text")
        wait(lambda: field.queryText().characterCount == 6, "what was typed")
        for node in reader.nodes(window):
            self.assertNotIn("s3cr", reader.text(node))
        self.assertEqual(reader.raw(field), "•" * 6)
        ears.listen()
        said = "".join(text for kind, text in ears.heard if "text-changed" in kind)
        self.assertFalse(set(said) & set("s3cretQ"), ears.heard)
        Desk.keys("Return")
        self.answer(window)
        self.assertEqual(read(window.secret, 100), b"s3creQ")

    def test_it_cannot_be_copied(self):
        for selection in ("clipboard", "primary"):
            subprocess.run(["xclip", "-selection", selection], input=b"before", check=True)
        window = self.open(PAYMENT)
        Desk.type("s3cret")
        Desk.keys("ctrl+a", "ctrl+c", "ctrl+x", "ctrl+Insert")
        for selection in ("clipboard", "primary"):
            seen = subprocess.run(["timeout", "5", "xclip", "-o", "-selection", selection], capture_output=True).stdout
            self.assertNotIn(b"s3c", seen)
        Desk.keys("End", "Return")
        self.answer(window)
        self.assertEqual(read(window.secret, 100), b"s3cret")

    def test_pasted_line_feeds_are_no_part_of_it(self):
        subprocess.run(["xclip", "-selection", "clipboard"], input="\nabc\r\ndé€\n".encode(), check=True)
        window = self.open(PAYMENT)
        Desk.keys("ctrl+v")
        field = reader.find(window, "password text")
        wait(lambda: field.queryText().characterCount == 6, "what was pasted")
        Desk.keys("Return")
        self.answer(window)
        self.assertEqual(read(window.secret, 100).decode(), "abcdé€")

    def test_a_wrong_one_stays_in_the_window(self):
        window = self.open(PAYMENT)
        Desk.type("wrong")
        Desk.keys("Return")
        self.answer(window)
        self.assertEqual(read(window.secret, 100), b"wrong")
        self.assertIn("One moment…", reader.labels(window))
        self.assertFalse(self.sensitive(window, "Pay"))
        window.id = 2
        window.send({"order": "again", "id": 2, "nonce": "nonce-2", "mistake": "That passcode is wrong. 2 tries left."})
        wait(lambda: "That passcode is wrong. 2 tries left." in reader.labels(window), "the mistake")
        self.assertEqual(reader.find(window, "password text").queryText().characterCount, 0)
        Desk.type("right")
        Desk.keys("Return")
        self.answer(window)
        self.assertEqual(read(window.secret, 100), b"right")
        window.send({"order": "finish"})
        wait(lambda: not Desk.output("xdotool", "search", "--onlyvisible", "--name", f"^{window.title}$"), "the end")

    def test_it_has_a_limit(self):
        subprocess.run(["xclip", "-selection", "clipboard"], input=b"x" * 5000, check=True)
        window = self.open(PAYMENT)
        Desk.keys("ctrl+v")
        Desk.type("12")
        Desk.keys("Return")
        self.assertEqual(self.answer(window)["bytes"], 2)


class Choosing(WindowTest):
    def test_nothing_is_selected_until_somebody_does(self):
        window = self.open(CHOOSER)
        self.assertFalse(self.sensitive(window, "OK"))
        rows = [node for node in reader.nodes(window) if node.getRoleName() == "list item"]
        self.assertEqual(rows[0].name, "Open in Electrum, on-chain, /usr/bin/electrum")
        self.assertEqual(len(rows), 5)
        Desk.keys("shift+Tab", "Home")
        wait(lambda: self.sensitive(window, "OK"), "a selection")
        Desk.keys("Down", "Return")
        self.assertTrue(window.is_silent())
        self.tab_to(window, "OK")
        Desk.keys("space")
        answer = self.answer(window)
        self.assertEqual((answer["answer"], answer["position"]), ("selected", 1))

    def test_two_ways(self):
        window = self.open(HAND_OVER | {"form": "choose", "otherwise": "Pay without it", "agree": "Use InstantSend"})
        wait(lambda: self.sensitive(window, "Pay without it"), "the button")
        Desk.keys("Tab", "Return")
        self.assertTrue(window.is_silent())
        Desk.keys("space")
        self.assertEqual(self.answer(window)["answer"], "otherwise")

    def test_a_line(self):
        window = self.open(PAYMENT | {"form": "line", "label": "Amount in DASH:", "agree": "Continue"})
        Desk.type("1.5")
        Desk.keys("Return")
        self.assertEqual(self.answer(window)["text"], "1.5")

    def test_what_is_finished_has_one_button(self):
        window = self.open(PAID)
        self.assertEqual([name for role, name in reader.roles(window) if role == "push button"], ["Close"])
        Desk.keys("Return")
        self.assertEqual(self.answer(window)["answer"], "agreed")


class Desktop(WindowTest):
    def test_a_screen_reader_has_names_roles_and_the_order(self):
        window = self.open(PAYMENT)
        told = [(role, name) for role, name in reader.roles(window)
                if role in ("label", "image", "password text", "push button") and name]
        wanted = [("label", "PRACTICE – no real money"), ("label", "Pay"), ("label", "0.5 DASH"), ("label", "to"),
                  ("label", "XiUs EXvL jqhu z1Gu nbym tw7J Uwtk QXQH aa"), ("image", "QR code of the recipient"),
                  ("label", "Fee:"), ("label", "0.00000226 DASH"), ("label", "Total:"),
                  ("label", "0.50000226 DASH, from account 0")]
        self.assertEqual(told[:len(wanted)], wanted)
        self.assertEqual([name for role, name in told if role in ("push button", "password text")], ["Passcode:", "Refuse", "Pay"])

    def test_the_keyboard_alone(self):
        window = self.open(PAYMENT)
        Desk.type("1234")
        wait(lambda: self.sensitive(window, "Pay"), "the button")
        self.tab_to(window, "Pay")
        Desk.keys("space")
        self.assertEqual(self.answer(window)["answer"], "secret")

    def test_an_address_is_copied_without_its_spaces(self):
        window = self.open(PAYMENT)
        Desk.keys("shift+Tab")
        wait(lambda: "XiUs" in (reader.focused(window).name or ""), "the address")
        Desk.keys("ctrl+a", "ctrl+c")
        copied = wait(lambda: subprocess.run(["timeout", "5", "xclip", "-o", "-selection", "clipboard"],
                                             capture_output=True, text=True).stdout, "what was copied")
        self.assertEqual(copied, "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa")

    def test_widths(self):
        window = self.open(PAYMENT)
        for width, is_beside in ((360, False), (1300, True)):
            subprocess.run(["xdotool", "windowsize", "--sync", window.number, str(width), "700"], check=True)

            def arranged():
                left, _, right, _ = Desk.box(window.number)
                label = next(node for node in reader.nodes(window) if "XiUs" in reader.text(node)).queryComponent()
                code = reader.find(window, "image", "QR code of the recipient").queryComponent()
                one, other = label.getExtents(pyatspi.WINDOW_COORDS), code.getExtents(pyatspi.WINDOW_COORDS)
                beside = other.x >= one.x + one.width
                return right - left == width and beside == is_beside and one.width <= 620
            wait(arranged, f"a width of {width}")

    def test_it_comes_to_the_front_by_the_token_of_the_click(self):
        window = self.open(HAND_OVER, DESKTOP_STARTUP_ID="click-7_TIME1")
        leader = Desk.output("xprop", "-id", window.number, "WM_CLIENT_LEADER").split()[-1]
        self.assertIn("click-7_TIME1", Desk.output("xprop", "-id", leader, "_NET_STARTUP_ID"))

    def test_dark(self):
        window = self.open(HAND_OVER, GTK_THEME="Adwaita:dark")
        from PIL import ImageGrab
        left, top, _, _ = Desk.box(window.number)
        self.assertLess(max(ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).getpixel((left + 3, top + 3))), 90)

    def test_foreign_text_keeps_its_direction_to_itself(self):
        window = self.open(ACTIONS)
        raw = [reader.raw(node) for node in reader.nodes(window) if node.getRoleName() == "label"]
        self.assertTrue(any("\u2068“order 7, שלום עולם”\u2069" in text for text in raw))
        self.assertTrue(any("“Lucky Game”" in text and "\u2068" not in text for text in raw))


class BadInput(WindowTest):
    def test_broken_orders_end_it(self):
        for line in ("", "{", "[]", '{"order":"shout"}', '{"order":"ask"}', '{"order":"ask","question":{"id":1}}',
                     '{"order":"again","id":1,"nonce":"n","mistake":"m"}', '{"order":"finish"}x', '\\xff\\xfe', '{"a":1,"a":2}'):
            window = Window().ready()
            window.send(line)
            self.assertIsNone(window.report(), line)
            self.assertEqual(window.process.wait(), 70)
            self.assertEqual(len(window.process.stderr.read().decode().splitlines()), 1)
            window.end()

    def test_texts_that_would_not_be_seen_as_they_are(self):
        for bad in ("a\u202eb", "a\u200bb", "a\tb", "a\x1bb", "a\x00b", "\u2066a", "a\u2028b"):
            window = Window().ready().ask(HAND_OVER | {"groups": [[paragraph(quoted(bad))]]})
            self.assertIsNone(window.report(), ascii(bad))
            window.end()

    def test_100_000_characters(self):
        long = "“" + "word ☃ שלום " * 8400 + "”"
        self.assertGreater(len(long), 100_000)
        window = self.open(HAND_OVER | {"groups": [[paragraph(quoted(long), role="quote")]], "heading": [paragraph(own("Sign:"))]})
        self.assertTrue(squeezed(long) in squeezed("".join(reader.labels(window))))
        self.assertFalse(self.sensitive(window, "Open Electrum"))
        self.assertTrue(window.is_silent())

    def test_it_ends_with_its_asker(self):
        window = self.open(PAYMENT)
        window.process.stdin.close()
        self.assertEqual(window.process.wait(timeout=60), 0)

    def test_without_a_display_it_says_nothing(self):
        window = Window(DISPLAY="")
        self.addCleanup(window.end)
        self.assertIsNone(window.report())
        self.assertEqual(window.process.wait(), 69)

    def test_it_is_confined(self):
        window = self.open(PAYMENT)
        with open(f"/proc/{window.process.pid}/status", encoding="utf8") as file:
            status = dict(line.split(":\t", 1) for line in file.read().splitlines())
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))
        sockets = Desk.output("ss", "-H", "-a", "-p", "-t", "-u", "-w")
        self.assertNotIn(f"pid={window.process.pid},", sockets)


if __name__ == "__main__":
    unittest.main()
