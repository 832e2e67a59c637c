"""What a handler in Python would do before it asks: read the link, read the descriptors, start the prompt program."""
import subprocess
import sys
import urllib.parse

import yaml

link, schemes, prompt = sys.argv[1:]
parts = urllib.parse.urlsplit(link)
parameters = urllib.parse.parse_qs(parts.netloc)
with open(schemes, encoding="utf-8") as file:
    scheme = yaml.safe_load(file)["schemes"][parts.scheme]
assert parameters["pay"] and scheme["coin"] == "dash"
child = subprocess.Popen([prompt], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdin.write(b"SETTITLE Dash\nBYE\n")
child.stdin.close()
child.wait()
