"""Draws QR codes with libqrencode, for pictures that tests make themselves."""
import ctypes

from PIL import Image, ImageOps

LIBRARY = ctypes.CDLL("libqrencode.so.4", use_errno=True)


class Code(ctypes.Structure):
    _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_ubyte))]


class Entry(ctypes.Structure):
    pass


Entry._fields_ = [("code", ctypes.POINTER(Code)), ("next", ctypes.POINTER(Entry))]
LIBRARY.QRcode_encodeData.restype = ctypes.POINTER(Code)
LIBRARY.QRcode_encodeInput.restype = ctypes.POINTER(Code)
LIBRARY.QRcode_encodeInput.argtypes = [ctypes.c_void_p]
LIBRARY.QRcode_encodeDataStructured.restype = ctypes.POINTER(Entry)
LIBRARY.QRinput_new2.restype = ctypes.c_void_p
LIBRARY.QRinput_setFNC1Second.argtypes = [ctypes.c_void_p, ctypes.c_ubyte]
LIBRARY.QRinput_append.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_char_p]


def image(code, scale):
    width = code.contents.width
    modules = bytes(0 if code.contents.data[i] & 1 else 255 for i in range(width * width))
    return ImageOps.expand(Image.frombytes("L", (width, width), modules), 4, 255).resize(
        ((width + 8) * scale, (width + 8) * scale), Image.NEAREST)


def draw(text, scale=4):
    """The picture of a code, black on white, with its margin."""
    data = text if isinstance(text, bytes) else text.encode()
    return image(LIBRARY.QRcode_encodeData(len(data), data, 0, 1), scale)


def parts(text, version, scale=4):
    """The pictures of a text that is divided over several codes (structured append)."""
    data, pictures = text.encode(), []
    entry = LIBRARY.QRcode_encodeDataStructured(len(data), data, version, 1)
    while entry:
        pictures.append(image(entry.contents.code, scale))
        entry = entry.contents.next
    return pictures


def for_goods(text, scale=4):
    """A code with FNC1, as goods have it, of the industry 37. (libqrencode 4.1.1 cannot draw those of GS1.)"""
    data, made = text.encode(), LIBRARY.QRinput_new2(0, 1)
    LIBRARY.QRinput_setFNC1Second(made, 37)
    LIBRARY.QRinput_append(made, 2, len(data), data)
    return image(LIBRARY.QRcode_encodeInput(made), scale)


def beside(*pictures, size=None, colour=255):
    """One picture with others beside each other, from the left."""
    width, height = size or (sum(each.width for each in pictures), max(each.height for each in pictures))
    whole, x = Image.new("L", (width, height), colour), 0
    for each in pictures:
        whole.paste(each, (x, 0))
        x += each.width
    return whole
