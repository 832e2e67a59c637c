"""The model against the vectors of the documents, and its parts against published values."""
import json
import unittest
from pathlib import Path
from random import Random

from linkmodel import base58, bech32, strict_json
from linkmodel.amounts import read as read_amount
from linkmodel.coins import BITCOIN, DASH
from linkmodel.compare import disagreement
from linkmodel.generate import Generator
from linkmodel.minimise import minimise
from linkmodel.model import predict
from linkmodel.mutate import mutate
from linkmodel.verdict import NotModelled, Refused

VECTORS = Path(__file__).resolve().parents[1] / "Vectors"
COINS = {"btc": "bitcoin", "ltc": "litecoin", "doge": "dogecoin"}


class Model(unittest.TestCase):
    def test_requests_of_dash_and_axe(self):
        self.check(json.loads((VECTORS / "dash-axe/requests.json").read_text())["cases"], least=90)

    def test_links_of_bip321(self):
        self.check(json.loads((VECTORS / "links/bip321.json").read_text())["cases"], least=35)

    def check(self, cases, least):
        read = 0
        for case in cases:
            if case.get("context"):
                continue
            try:
                codes, fields = predict(case["url"].encode())
            except NotModelled:
                continue
            read += 1
            expected = case["expect"]
            if expected["outcome"] == "reject":
                allowed = {expected["error"], *expected.get("orError", [])}
                self.assertTrue(codes and codes & allowed, (case["url"], codes, expected))
                continue
            self.assertIsNone(codes, (case["url"], codes))
            for name in ("outcome", "address", "amount", "sender", "account", "label", "message", "form", "proof"):
                if name in expected and name in fields:
                    self.assertEqual(fields[name], expected[name], (case["url"], name))
            if "coin" in expected:
                self.assertEqual(fields["coin"], COINS.get(expected["coin"], expected["coin"]), case["url"])
        self.assertGreaterEqual(read, least)

    def test_amounts(self):
        for case in json.loads((VECTORS / "dash-axe/amounts.json").read_text())["parse"]:
            if case["ok"] and case["units"] >= DASH.dust:
                self.assertEqual(read_amount(case["text"], DASH), case["units"])
            elif not case["ok"] and case["text"]:
                with self.assertRaises(Refused, msg=case["text"]) as refused:
                    read_amount(case["text"], DASH)
                self.assertIn(case["error"], refused.exception.codes)

    def test_published_addresses(self):
        self.assertEqual(base58.decode_check("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")[0], BITCOIN.p2pkh)
        self.assertIsNone(base58.decode_check("175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W"))
        self.assertEqual(bech32.segwit("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"), ("bc", 0))
        self.assertEqual(bech32.segwit("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"), ("bc", 1))
        self.assertIsNone(bech32.segwit("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"))
        self.assertEqual(bech32.encode_segwit("bc", 0, bytes.fromhex("751e76e8199196d454941c45d1b3a323f1433bd6")),
                         "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")

    def test_json_that_means_two_things(self):
        for text in ('{"a":1,"a":1}', '{"a":NaN}', '[1]', '{"a":"\\ud800"}', '{"a":1}x', '{"a":' * 33 + "1" + "}" * 33):
            with self.assertRaises(Refused, msg=text):
                strict_json.read(text.encode())
        self.assertEqual(strict_json.read(b'{"a":1.0E-4}'), {"a": "1.0E-4"})

    def test_a_seed_gives_the_same_links(self):
        def make():
            random = Random("1/0")
            generator = Generator(random)
            return [mutate(generator.link(), random) for _ in range(500)]
        links = make()
        self.assertEqual(links, make())
        self.assertFalse(any(b"\n" in link for link in links))

    def test_every_link_has_a_prediction(self):
        random = Random(7)
        for _ in range(2000):
            try:
                codes, fields = predict(random.randbytes(random.randrange(40)))
            except NotModelled:
                continue
            self.assertNotEqual(codes is None, fields is None)

    def test_every_lie_about_a_payment_is_a_disagreement(self):
        link = b"dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=0.5&sender=myapp&message=a&IS=1&foo=1"
        codes, fields = predict(link)
        self.assertIsNone(codes)
        honest = {**fields, "warnings": [], "ignored": ["foo"]}
        self.assertIsNone(disagreement((codes, fields), honest, len(link)))
        lies = {"warnings": [[{"code": "textSanitised"}]], "ignored": [[], ["bar"], ["foo", "foo"]]}
        for name in fields:
            for lie in lies.get(name, (None, "x", 1)):
                if lie != honest[name]:
                    answer = {**honest, name: lie}
                    self.assertIsNotNone(disagreement((codes, fields), answer, len(link)), (name, lie))
        refused = {"outcome": "reject", "error": {"code": "dust", "range": [0, 1]}}
        self.assertIsNotNone(disagreement((codes, fields), refused, len(link)))

    def test_every_lie_about_a_refusal_is_a_disagreement(self):
        link = b"dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=0&sender=myapp"
        prediction = predict(link)
        self.assertEqual(prediction, ({"amountOutOfRange"}, None))
        self.assertIsNone(self.refusal(prediction, "amountOutOfRange", [50, 51], link))
        self.assertIsNotNone(self.refusal(prediction, "dust", [50, 51], link))
        self.assertIsNotNone(self.refusal(prediction, "amountOutOfRange", [50, 500], link))
        self.assertIsNotNone(self.refusal(prediction, "amountOutOfRange", [51, 50], link))
        self.assertIsNotNone(disagreement(prediction, {"outcome": "pay"}, len(link)))

    def refusal(self, prediction, code, place, link):
        return disagreement(prediction, {"outcome": "reject", "error": {"code": code, "range": place}}, len(link))

    def test_minimising_keeps_the_fault(self):
        def fault_of(link):
            return "x stands there" if b"x" in link else None
        self.assertEqual(minimise(b"aaaaaaaaaxbbbbbbbbbbbb", fault_of), b"x")


if __name__ == "__main__":
    unittest.main()
