"""Finds codes in pictures with `scanner`, and opens them with the real `router` if it is told where that is."""
import base64
import io
import json
import os
import shutil
import struct
import subprocess
import tempfile
import time
import unittest
import zlib

from PIL import Image, ImageOps

import codes

SCANNER = os.path.join(os.path.dirname(os.environ["ROUTER_WINDOW_PROGRAM"]), "scanner")
VECTORS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/Vectors/links-2026/images/qr.json")
ADDRESS = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
LINK = f"dash:{ADDRESS}?amount=0.5"
OTHER = "bitcoin:bc1qgs0hv9rdcm05mgnlm0hlkj6hu2naa2ju442q5y?amount=0.01"
# The key that everybody knows, of the number 1.
SECRET = "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"


def file_of(image, kind="PNG", **more):
    data = io.BytesIO()
    image.save(data, kind, **more)
    return data.getvalue()


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def declaring(width, height):
    """A PNG that says it is so large, with the pixels of one line."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def moving():
    frames = [codes.draw(LINK), codes.draw(OTHER)]
    return file_of(frames[0], save_all=True, append_images=frames[1:])


def corners():
    """Nothing but corners of codes, for which zbar tries all triples."""
    corner, whole = codes.draw("1", 1).crop((4, 4, 11, 11)), Image.new("L", (3840, 2160), 255)
    for y in range(0, 2151, 9):
        for x in range(0, 3831, 9):
            whole.paste(corner, (x, y))
    return whole


class Finding(unittest.TestCase):
    """What `scanner` says, without anything around it."""

    def scan(self, data):
        done = subprocess.run([SCANNER], input=b"%d\n" % len(data) + data, capture_output=True, timeout=600, check=True)
        return json.loads(done.stdout)

    def texts(self, image, kind="whole"):
        data = image if isinstance(image, bytes) else file_of(image)
        found = self.scan(data)
        self.assertIn("codes", found)
        self.assertEqual({code["kind"] for code in found["codes"]} - {kind}, set())
        return [base64.b64decode(code["bytes"]) for code in found["codes"]]

    def test_the_pictures_of_others(self):
        with open(VECTORS, encoding="utf8") as file:
            images = json.load(file)["images"]
        self.assertGreater(len(images), 20)
        for image in images:
            with self.subTest(image["name"]):
                found = self.scan(base64.b64decode(image["base64"]))
                wanted = [text for text in image["expect"]["texts"] or [] if text is not None]
                if image["format"] == "svg":
                    # Refused, which is as good: router names the format.
                    self.assertEqual(found, {"unreadable": "broken"})
                    continue
                whole = [base64.b64decode(code["bytes"]) for code in found["codes"] if code["kind"] == "whole"]
                shown = [text.decode("latin1" if image["name"] == "latin1" else "utf8") for text in whole]
                self.assertEqual(shown, wanted)

    def test_bytes_arrive_as_they_stand(self):
        for data in (b"a\x00b\xff\xfe\x80", "₿Müller".encode(), b"dash:X\ny", bytes(range(256)) * 4):
            self.assertEqual(self.texts(codes.draw(data)), [data])

    def test_several_codes_in_the_order_of_reading_and_each_once(self):
        one, two, three = codes.draw(LINK), codes.draw(OTHER), codes.draw("third")
        row = codes.beside(one, two, one)
        both = Image.new("L", (row.width, row.height * 2), 255)
        both.paste(three, (0, 0))
        both.paste(row, (0, row.height))
        self.assertEqual(self.texts(both), [b"third", LINK.encode(), OTHER.encode()])

    def test_light_on_dark_mirrored_turned_and_small(self):
        one = codes.draw(LINK)
        for image in (ImageOps.invert(one), ImageOps.mirror(one), one.rotate(33, expand=True, fillcolor=255),
                      codes.draw(LINK, 1), codes.beside(codes.draw(LINK, 2), size=(3840, 2160), colour=230)):
            self.assertEqual(self.texts(image), [LINK.encode()])

    def test_a_photograph(self):
        photograph = codes.beside(codes.draw(LINK, 6), size=(1600, 1200), colour=90).convert("RGB")
        self.assertEqual(self.texts(file_of(photograph, "JPEG", quality=70, progressive=True)), [LINK.encode()])

    def test_a_part_of_a_text_is_called_so_and_all_parts_are_one_text(self):
        text = LINK * 3
        parts = codes.parts(text, 5)
        self.assertGreater(len(parts), 1)
        self.assertEqual(self.texts(codes.beside(*reversed(parts))), [text.encode()])
        self.assertEqual(len(self.texts(parts[0], "part")), 1)

    def test_a_label_for_goods_is_called_so(self):
        self.assertEqual(self.texts(codes.for_goods("dash:XYZ%25A"), "goods"), [b"37dash:XYZ%25A"])

    def test_what_is_no_single_whole_picture(self):
        good, photograph = file_of(codes.draw(LINK)), file_of(codes.draw(LINK), "JPEG")
        damaged = bytearray(good)
        damaged[len(good) // 2] ^= 0x55
        for data, problem in [
            (declaring(100_000, 100_000), "too-large"), (declaring(2**31 - 1, 2**31 - 1), "broken"), (declaring(0, 9), "broken"),
            (moving(), "animated"), (good[:len(good) // 2], "broken"), (bytes(damaged), "broken"), (good[:20], "broken"),
            (photograph[:len(photograph) // 2], "broken"), (photograph[:4], "broken"), (declaring(2000, 2000), "broken"),
            (b"", "broken"), (b"GIF89a", "broken"),
        ]:
            with self.subTest(problem=problem, start=data[:16], count=len(data)):
                self.assertEqual(self.scan(data), {"unreadable": problem})

    def test_more_codes_than_anybody_chooses_from(self):
        many = codes.beside(*[codes.draw(f"dash:{number}", 2) for number in range(65)])
        self.assertEqual(self.scan(file_of(many)), {"unreadable": "too-many-codes"})

    def test_only_router_starts_it(self):
        for text in (b"", b"12", b"x\n", b"9\nshort", b"99999999999999999999\n"):
            done = subprocess.run([SCANNER], input=text, capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (64, b""))


@unittest.skipUnless(os.environ.get("ROUTER_PROGRAM"), "no router was named")
class Explaining(unittest.TestCase):
    """What `router` makes of pictures, without a display."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.mkdtemp(prefix="pictures-")
        os.makedirs(cls.directory + "/usr/bin")
        os.makedirs(cls.directory + "/usr/libexec/schemerouter")
        shutil.copy(os.environ["ROUTER_PROGRAM"], cls.directory + "/usr/bin/router")
        shutil.copy(SCANNER, cls.directory + "/usr/libexec/schemerouter/scanner")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.directory)

    def start(self, *arguments):
        environment = {"PATH": "/usr/bin:/bin", "HOME": self.directory, "LANG": "C.UTF-8"}
        return subprocess.Popen(
            [self.directory + "/usr/bin/router", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True)

    def picture(self, image, name="shop.png"):
        path = f"{self.directory}/{name}"
        with open(path, "wb") as file:
            file.write(image if isinstance(image, bytes) else file_of(image))
        return path

    def explain(self, image, *more, name="shop.png"):
        process = self.start("explain", *more, "--image", self.picture(image, name))
        output, errors = process.communicate(timeout=600)
        return process.returncode, output, errors

    def refused(self, image, **more):
        """The reason, and everything that is said."""
        status, output, errors = self.explain(image, "--json", **more)
        error = json.loads((output or errors).splitlines()[-1])["error"]
        if error["code"] in ("noPicture", "unreadablePicture", "noCodeInPicture", "severalCodes"):
            self.assertTrue(error["hint"], error)
        return status, error["code"], error.get("reason"), output + errors

    def test_a_link_in_a_picture_is_read_and_shown(self):
        status, output, errors = self.explain(codes.draw(LINK), "--json")
        self.assertEqual(status, 0, errors)
        self.assertEqual((json.loads(output)["outcome"], json.loads(output)["address"]), ("pay", ADDRESS))
        status, output, _ = self.explain(codes.draw(LINK))
        self.assertEqual((status, output.splitlines()[0]), (0, f"The QR code in “shop.png” says “{LINK}”"))
        # Something else that stands beside it does not matter.
        status, output, _ = self.explain(codes.beside(codes.draw("WIFI:S:home;;"), codes.draw(LINK)), "--json")
        self.assertEqual((status, json.loads(output)["address"]), (0, ADDRESS))

    def test_a_text_that_is_not_utf8_is_what_the_standard_says(self):
        text = f"{LINK}&label=Müller"
        typed = self.start("explain", "--json", text)
        expected = typed.communicate(timeout=600)[0]
        self.assertTrue(expected)
        for data in (text.encode(), text.encode("latin1")):
            status, output, _ = self.explain(codes.draw(data), "--json")
            self.assertEqual((status, output), (typed.returncode, expected))

    def test_what_is_no_picture_is_refused_by_name(self):
        good = file_of(codes.draw(LINK))
        for data, reason in [
            (b"", "emptyFile"), (b"hello", "unsupportedFormat"), (LINK.encode(), "unsupportedFormat"),
            (file_of(codes.draw(LINK), "GIF"), "unsupportedFormat"), (file_of(codes.draw(LINK), "BMP"), "unsupportedFormat"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "unsupportedFormat"), (moving(), "animated"),
            (good[:len(good) // 2], "broken"), (declaring(60_000, 60_000), "tooLarge"), (good + bytes(33 << 20), "tooLarge"),
        ]:
            with self.subTest(reason=reason, start=data[:12]):
                self.assertEqual(self.refused(data)[:3], (65, "unreadablePicture", reason))
        for path in ("/nonexistent.png", "/dev/zero", self.directory):
            process = self.start("explain", "--image", path)
            _, errors = process.communicate(timeout=600)
            self.assertEqual(process.returncode, 65)
            self.assertIn("[unreadablePicture]", errors)

    def test_what_has_no_link(self):
        parts = codes.parts(LINK * 3, 5)
        for image, code, reason in [
            (Image.new("L", (400, 300), 255), "noCodeInPicture", None), (parts[0], "noCodeInPicture", "partOfCode"),
            (codes.for_goods(LINK), "noCodeInPicture", "codeForGoods"),
            (codes.beside(codes.draw("one"), codes.draw("two")), "noCodeInPicture", "noLink"),
            (codes.draw("WIFI:S:home;P:12345678;;"), "unsupportedScheme", None),
            (codes.draw(b"\x00\xff\x80\x01" * 8), None, None), (codes.draw(f"dash:\n{ADDRESS}"), None, None),
        ]:
            status, found, why, said = self.refused(image)
            self.assertEqual(status, 65, said)
            if code:
                self.assertEqual((found, why), (code, reason), said)

    def test_several_links_are_named_where_nobody_is_asked(self):
        status, code, _, said = self.refused(codes.beside(codes.draw(LINK), codes.draw(OTHER)))
        self.assertEqual((status, code), (65, "severalCodes"))
        self.assertIn(LINK, said)
        self.assertIn(OTHER, said)

    def test_a_secret_is_refused_and_never_repeated(self):
        for text in (SECRET, f"dash:{SECRET}?amount=1", "abandon " * 11 + "about"):
            image = codes.draw(text)
            for picture in (image, codes.beside(image, codes.draw("plain")), codes.beside(image, codes.draw(LINK))):
                for form in ((), ("--json",)):
                    _, output, errors = self.explain(picture, *form)
                    for word in (SECRET, "abandon"):
                        self.assertNotIn(word, output + errors)
            self.assertEqual(self.refused(image)[0], 65)
        # Not in the log either.
        process = self.start("open", "--dry-run", "--image", self.picture(codes.draw(SECRET)))
        output, errors = process.communicate(timeout=600)
        self.assertEqual(process.returncode, 65)
        self.assertNotIn(SECRET, output + errors)

    def test_a_picture_that_takes_too_long_is_given_up(self):
        process = self.start("explain", "--json", "--image", self.picture(corners()))
        scanner = None
        while scanner is None and process.poll() is None:
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{pid}/status", encoding="utf8") as file:
                        status = {name: value.strip() for name, value in (line.split(":", 1) for line in file)}
                except OSError:
                    continue
                if status["Name"] == "scanner" and status["PPid"] == str(process.pid):
                    scanner = status
            time.sleep(0.01)
        # It is confined: no new privileges, and calls are filtered.
        self.assertEqual((scanner["NoNewPrivs"], scanner["Seccomp"]), ("1", "2"))
        output, errors = process.communicate(timeout=600)
        self.assertEqual(json.loads((output or errors).splitlines()[-1])["error"]["reason"], "tooSlow")
        self.assertEqual(process.returncode, 65)

    def test_without_the_program_it_says_what_to_install(self):
        path = self.directory + "/usr/libexec/schemerouter/scanner"
        os.rename(path, path + "-away")
        try:
            status, code, reason, said = self.refused(codes.draw(LINK))
        finally:
            os.rename(path + "-away", path)
        self.assertEqual((status, code, reason), (69, "noPicture", "scanner"))
        self.assertIn("schemerouter-window", said)


if __name__ == "__main__":
    unittest.main()
