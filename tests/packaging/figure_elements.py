"""What a figure's file has drawn in it: texts with their sizes and circles, each at its place.

    page = read_svg("figure.svg")
    page = read_pdf("figure.pdf")[0]

All lengths are points (1/72 inch) from the upper left corner of the page, x to the right, y downwards,
whatever units the file has: they are what a ruler would find on paper. Of PDF this reads what Qt and
pdfTeX write (ISO 32000-1: content streams in chapter 8, texts in chapter 9); it is no reader for others.
"""

import collections
import math
import re
import xml.etree.ElementTree
import zlib

# A text, or of PDF a part of one: its first letter begins at (x, y) on the base line.
Text = collections.namedtuple("Text", "text x y size")
# `fill` is None, or how much of each colour it has, (1, 1, 1) for white. `role` and `name` are what
# an SVG says of it.
Circle = collections.namedtuple("Circle", "x y radius fill is_drawn role name", defaults=("", ""))
# Texts and circles are in the order in which they are drawn.
Page = collections.namedtuple("Page", "width height texts circles")

POINTS_PER_MM = 72 / 25.4


def read_svg(path):
    """Reads an SVG whose lengths are mm outside and units of its viewBox inside."""
    root = xml.etree.ElementTree.parse(path).getroot()
    left, top, units, _ = map(float, root.get("viewBox").split())
    width, height = (float(root.get(side).removesuffix("mm")) * POINTS_PER_MM for side in ("width", "height"))
    scale = width / units
    texts, circles = [], []
    for element in root.iter():
        kind = element.tag.rpartition("}")[2]
        if kind == "text":
            texts.append(Text(element.text or "", (float(element.get("x")) - left) * scale,
                              (float(element.get("y")) - top) * scale, float(element.get("font-size")) * scale))
        elif kind == "circle":
            colour = element.get("fill")
            fill = None if colour == "none" else tuple(int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))
            circles.append(Circle((float(element.get("cx")) - left) * scale, (float(element.get("cy")) - top) * scale,
                                  float(element.get("r")) * scale, fill, element.get("stroke") is not None,
                                  element.get("class"), element.get("data-name") or ""))
    return Page(width, height, texts, circles)


def read_pdf(path):
    """Reads the pages of a PDF, which all are as high as the first one."""
    objects = {int(number): body for number, body in
               re.findall(rb"(\d+) 0 obj\b(.*?)\bendobj", open(path, "rb").read(), re.DOTALL)}
    streams = {number: _stream_of(body) for number, body in objects.items()}
    dictionaries = b" ".join(list(objects.values()) +
                             [stream for number, stream in streams.items() if b"/ObjStm" in objects[number]])
    box = [float(number) for number in re.search(rb"/MediaBox\s*\[([^\]]*)\]", dictionaries).group(1).split()]
    letters = {}
    for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", dictionaries):
        to_unicode = re.search(rb"/ToUnicode (\d+) 0 R", objects.get(int(number), b""))
        if to_unicode:
            letters[name] = _letters_of(streams[int(to_unicode.group(1))])
    pages = []
    for number in sorted(objects):
        # Fonts, pictures and lists of objects say what they are; what is drawn has a length alone.
        keys = set(re.findall(rb"/([A-Za-z]\w*)", objects[number].partition(b"stream")[0]))
        if streams[number] is None or keys - {b"Length", b"Filter", b"FlateDecode"} or \
                b"begincmap" in streams[number]:
            continue
        drawing = _Drawing(letters)
        drawing.run(streams[number])
        pages.append(Page(box[2] - box[0], box[3] - box[1],
                          [text._replace(x=text.x - box[0], y=box[3] - text.y) for text in drawing.texts],
                          [circle._replace(x=circle.x - box[0], y=box[3] - circle.y) for circle in drawing.circles]))
    return pages


def _stream_of(body):
    """The bytes of an object's stream; None where it has none."""
    begin = re.search(rb"stream\r?\n", body)
    if begin is None:
        return None
    if b"/FlateDecode" not in body[:begin.start()]:
        return body[begin.end():body.rindex(b"endstream")]
    return zlib.decompressobj().decompress(body[begin.end():])


def _letters_of(to_unicode):
    """What the codes of a font are as texts."""
    def text(code):
        return bytes.fromhex(code.decode()).decode("utf-16-be")
    letters = {}
    for part in re.findall(rb"beginbfrange(.*?)endbfrange", to_unicode, re.DOTALL):
        for first, last, target in re.findall(rb"<(\w+)>\s*<(\w+)>\s*(<\w+>|\[[^\]]*\])", part):
            targets = re.findall(rb"<(\w+)>", target)
            for code in range(int(first, 16), int(last, 16) + 1):
                i = code - int(first, 16)
                letters[code] = text(targets[i]) if target.startswith(b"[") else \
                    text(targets[0][:-4] + b"%04x" % (int(targets[0][-4:], 16) + i))
    for part in re.findall(rb"beginbfchar(.*?)endbfchar", to_unicode, re.DOTALL):
        for code, target in re.findall(rb"<(\w+)>\s*<(\w+)>", part):
            letters[int(code, 16)] = text(target)
    return letters


def _product(first, second):
    """The matrix [a b c d e f] that does `first` and then `second`."""
    a, b, c, d, e, f = first
    m, n, o, p, q, r = second
    return (a * m + b * o, a * n + b * p, c * m + d * o, c * n + d * p, e * m + f * o + q, e * n + f * p + r)


def _mapped(matrix, x, y):
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


UNIT = (1, 0, 0, 1, 0, 0)
TOKEN = re.compile(rb"\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|[\[\]]|/[^\s/\[\]<>(){}%]*|"
                   rb"[^\s/\[\]<>(){}%]+|%[^\n\r]*", re.DOTALL)


class _Drawing:
    """Follows the operators of a content stream."""

    def __init__(self, letters):
        self.letters = letters
        self.texts, self.circles = [], []
        self.matrix, self.fill = UNIT, (0, 0, 0)
        self.kept = []  # by q, until Q
        self.path = []  # of pieces (operator, points on the page)
        self.font, self.size = b"", 0
        self.text_matrix = UNIT

    def run(self, content):
        operands = []
        for token in TOKEN.findall(content):
            if token[:1] in b"(<[]/%" or re.fullmatch(rb"[-+]?[\d.]+", token):
                operands.append(token)
                continue
            self.take(token, operands)
            operands = []

    def take(self, operator, operands):
        def numbers():
            return [float(operand) for operand in operands]
        if operator == b"q":
            self.kept.append((self.matrix, self.fill))
        elif operator == b"Q":
            self.matrix, self.fill = self.kept.pop()
        elif operator == b"cm":
            self.matrix = _product(numbers(), self.matrix)
        elif operator in (b"rg", b"g", b"scn", b"sc"):
            colours = [float(operand) for operand in operands if not operand.startswith(b"/")]
            if len(colours) in (1, 3):
                self.fill = tuple(colours * (3 // len(colours)))
        elif operator in (b"m", b"l", b"c", b"h"):
            values = numbers()
            points = [_mapped(self.matrix, *values[i:i + 2]) for i in range(0, len(values), 2)]
            self.path.append((operator, points))
        elif operator in (b"f", b"f*", b"F", b"S", b"s", b"B", b"B*", b"b", b"b*", b"n"):
            self.paint(operator[:1])
        elif operator == b"BT":
            self.text_matrix = UNIT
        elif operator == b"Tf":
            self.font, self.size = operands[0][1:], float(operands[1])
        elif operator == b"Tm":
            self.text_matrix = tuple(numbers())
        elif operator in (b"Td", b"TD"):
            self.text_matrix = _product((1, 0, 0, 1, *numbers()), self.text_matrix)
        elif operator in (b"Tj", b"TJ"):
            self.write([operand for operand in operands if operand.startswith(b"<")])

    def write(self, strings):
        """Letters of fonts with codes of two bytes; of others there is no need to know them."""
        matrix = _product(self.text_matrix, self.matrix)
        codes = "".join(re.sub(rb"[^0-9A-Fa-f]", b"", string).decode() for string in strings)
        letters = self.letters.get(self.font)
        if letters is None or not codes:
            return
        text = "".join(letters.get(int(codes[i:i + 4], 16), "\ufffd") for i in range(0, len(codes), 4))
        # Letters go up by the second column of the matrix.
        self.texts.append(Text(text, *_mapped(matrix, 0, 0), self.size * math.hypot(matrix[2], matrix[3])))

    def paint(self, how):
        pieces, self.path = self.path, []
        circle = _circle_of(pieces)
        if circle is None or how == b"n":
            return
        fill = self.fill if how in b"fFBb" else None
        is_drawn = how in b"SsBb"
        last = self.circles[-1] if self.circles else None
        # Inside and line of one circle may be painted one after the other.
        if last is not None and fill is None and not last.is_drawn and \
                all(abs(one - other) < 1e-3 for one, other in zip(last[:3], circle)):
            self.circles[-1] = last._replace(is_drawn=True)
            return
        self.circles.append(Circle(*circle, fill, is_drawn))


def _circle_of(pieces):
    """(x, y, radius) of a path of four curves around a middle; None where it is none."""
    curves = [points for operator, points in pieces if operator == b"c"]
    others = [operator for operator, _ in pieces if operator not in b"ch"]
    # TikZ goes to the middle once it has drawn one.
    if len(curves) != 4 or others not in ([b"m"], [b"m", b"l"], [b"m", b"m"]):
        return None
    ends = [points[-1] for points in curves]
    x = sum(end[0] for end in ends) / 4
    y = sum(end[1] for end in ends) / 4
    radii = [math.hypot(end[0] - x, end[1] - y) for end in ends]
    if max(radii) - min(radii) > 0.02 * max(radii) or max(radii) == 0:
        return None
    # A rectangle with round corners has its ends elsewhere: a quarter of a turn lies between these.
    for one, other in zip(ends, ends[1:]):
        if abs(math.hypot(one[0] - other[0], one[1] - other[1]) / max(radii) - math.sqrt(2)) > 0.05:
            return None
    return x, y, sum(radii) / 4
