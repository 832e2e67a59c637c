"""What Python's parser of RFC 3986 does with wallet links, as Documentation/url-parsers.md says."""
import unittest
from urllib.parse import urlsplit


class Parsers(unittest.TestCase):
    def split(self, link, **parts):
        url = urlsplit(link)
        for name, expected in parts.items():
            self.assertEqual(getattr(url, name), expected, (link, name))

    def test_hosts_are_made_small(self):
        self.split("dashwallet://pay=XiUs&sender=a", netloc="pay=XiUs&sender=a", hostname="pay=xius&sender=a", path="")
        self.split("DASHWALLET://pay=XiUs", scheme="dashwallet", hostname="pay=xius")
        self.split("mykey://MyKey.org/protocol", hostname="mykey.org", path="/protocol")

    def test_forms_without_a_host_are_kept(self):
        self.split("dashwallet:?pay=XiUs", netloc="", path="", query="pay=XiUs")
        self.split("dashwallet:pay=XiUs", netloc="", path="pay=XiUs", query="")
        self.split("dashwallet:///pay=XiUs", netloc="", path="/pay=XiUs")
        self.split("XiUs", scheme="", path="XiUs")
        self.split("dash:", scheme="dash", path="")

    def test_a_separator_at_the_end_is_a_port_and_a_path(self):
        self.split("dashwallet://pay=XiUs&sender=a://", netloc="pay=XiUs&sender=a:", path="//", port=None,
                   hostname="pay=xius&sender=a")

    def test_ports_and_users(self):
        with self.assertRaises(ValueError):
            _ = urlsplit("dashwallet://pay=XiUs:80&sender=a").port
        self.split("mykey://mykey.org:80/", port=80)
        self.split("dashwallet://pay=XiUs@pay=Xjk", username="pay=XiUs", hostname="pay=xjk")
        with self.assertRaises(ValueError):
            urlsplit("dashwallet://[pay=X")

    def test_backslashes_and_spaces_stay(self):
        self.split("dashwallet://pay=X\\y", netloc="pay=X\\y", path="")
        self.split("https://MyKey.org\\x", hostname="mykey.org\\x")
        self.split("dash:Xi Us", path="Xi Us")
        self.split("dash://Xi Us", netloc="Xi Us")
        self.split("dash:XiUs?label=a b#c d", query="label=a b", fragment="c d")

    def test_tabs_and_line_ends_go(self):
        self.split("dash:Xi\tUs\nEX?amount=1", path="XiUsEX", query="amount=1")
        self.split("  dash:XiUs  ", scheme="dash", path="XiUs  ")

    def test_nothing_is_decoded_or_resolved(self):
        self.split("dashwallet://pay=X%41&sender=a%26b", netloc="pay=X%41&sender=a%26b")
        self.split("dash:XiUs?label=\u00e9", query="label=\u00e9")
        self.split("dash://XiUs\u00e9", netloc="XiUs\u00e9")
        self.split("dash:XiUs?a=%zz", query="a=%zz")
        self.split("dash:XiUs?a=%00", query="a=%00")
        self.split("dash:XiUs/../Y", path="XiUs/../Y")
        self.split("dash://XiUs/../Y", netloc="XiUs", path="/../Y")
        self.split("mykey://mykey.org/a/../protocol", path="/a/../protocol")
        self.split("payto://ach/1/%2e%2e/2", netloc="ach", path="/1/%2e%2e/2")
        self.split('mykey://mykey.org/protocol?param={"a":1}', query='param={"a":1}')

    def test_queries(self):
        self.split("dashwallet://pay=XiUs?a=1", netloc="pay=XiUs", query="a=1")
        self.split("dash:XiUs??x=1", query="?x=1")


if __name__ == "__main__":
    unittest.main()
