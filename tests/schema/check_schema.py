"""Checks the schema that the program prints: it is one, accepts every diagram of the project that the
program accepts, and refuses what the program refuses by form.

    check_schema.py ROOT LOOPWRIGHT_CLI
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator

GOOD = {
    "format": "loopwright",
    "version": 1,
    "parameters": {"k": {"value": "2*3", "unit": "N/m"}},
    "simulation": {"stop_time": 1, "integrator": "dopri5"},
    "diagram": {
        "blocks": {
            "source": {"type": "Step", "parameters": {"initial": [0, 0], "final": ["k", 1]},
                       "layout": {"x": 0, "y": 0}},
            "pulse": {"type": "Pulse", "parameters": {"duty": 0.3}},
            "sum": {"type": "Sum", "parameters": {"signs": "+-"}},
            "gain": {"type": "Gain", "parameters": {"gain": [[1, "k"], [0, 1]]}},
            "function": {"type": "MathFunction", "parameters": {"function": "sin"}},
            "system": {"type": "DifferentialEquation", "parameters": {"derivatives": ["-x1"]}},
            "part": {
                "type": "Subsystem",
                "parameters": {"m": {"value": 1}},
                "diagram": {"blocks": {"inner": {"type": "Clock"}}},
            },
        },
        "wires": [
            {"from": "source.y", "to": "gain.u", "route": [[1, 2]]},
            {"from": "pulse.y", "to": "sum.u1"},
            {"from": "pulse.y", "to": "sum.u2"},
            {"from": "pulse.y", "to": "function.u"},
        ],
        "frames": [{"x": 0, "y": 0, "width": 1, "height": 1, "color": "#88aacc"}],
    },
    "plots": [{"kind": "xy", "signals": ["source.y"], "ranges": {"y": [0, None]}}],
    "export": [{"file": "figures/loop.pdf", "show": "both", "layout": "2x1", "width": "ieee"},
               {"file": "loop.tex", "style": "mono", "width": 90, "height": 50, "font_size": 9},
               {"file": "lanes.svg", "show": "timeline", "from": 0, "to": 1.5},
               {"file": "fan.svg", "show": "study", "signal": "source.y", "variant": "A",
                "beside": "B", "theory": True, "paths": 24},
               {"file": "now.svg", "show": "instant", "time": 0.5}],
    "analyses": [{"name": "loop", "inputs": ["pulse.y"], "outputs": ["sum.y"], "open": [">gain.u"],
                  "loop": ">sum.u1", "at": {"trim": {"free": ["k=0..1"], "target": ["sum.y=0"]}},
                  "views": ["bode", "poles"]},
                 {"name": "run", "at": {"time": 1, "side": "-"}},
                 {"name": "orbit", "at": {"periodic": "auto"}}],
}

# Where to put what, and what then is wrong with GOOD; DELETE takes a key away.
DELETE = object()
BLOCKS = ("diagram", "blocks")
MISTAKES = [
    (("format",), "simulink", "another format"),
    (("version",), 0, "no version"),
    (("diagram",), DELETE, "no diagram"),
    ((*BLOCKS, "source", "type"), DELETE, "no type"),
    ((*BLOCKS, "source", "type"), "Stepp", "an unknown type"),
    ((*BLOCKS, "source", "parameters", "finall"), 1, "an unknown parameter"),
    ((*BLOCKS, "source", "parameters", "time"), [1], "a list for a number"),
    ((*BLOCKS, "source", "parameters", "time"), True, "a truth value for a number"),
    ((*BLOCKS, "source", "parameters", "final"), {"value": 1}, "an object for a vector"),
    ((*BLOCKS, "source", "layout", "rotation"), 45, "a slanted block"),
    ((*BLOCKS, "source", "layout", "x"), "0", "a text for a place"),
    ((*BLOCKS, "source", "enabled"), "no", "a text for a truth value"),
    ((*BLOCKS, "source", "random"), {"final": {"distribution": "gaussian", "mean": 1}},
     "a distribution without its deviation"),
    ((*BLOCKS, "source", "random"), {"finall": {"distribution": "exponential", "rate": 1}},
     "a distribution of an unknown parameter"),
    ((*BLOCKS, "pulse", "parameters", "duty"), 1.5, "a duty above 1"),
    ((*BLOCKS, "pulse", "parameters", "period"), 0, "a period of 0"),
    ((*BLOCKS, "sum", "parameters", "signs"), "+*", "a sign that is none"),
    ((*BLOCKS, "gain", "parameters", "gain"), [[1, None]], "null in a matrix"),
    ((*BLOCKS, "function", "parameters", "function"), "sine", "an unknown choice"),
    ((*BLOCKS, "system", "parameters", "inputs"), 0.5, "half an input"),
    ((*BLOCKS, "system", "parameters", "derivatives"), [["-x1"]], "a matrix for a list of formulas"),
    ((*BLOCKS, "part", "diagram"), DELETE, "a subsystem without a diagram"),
    ((*BLOCKS, "part", "parameters", "m"), 1, "a subsystem's parameter without \"value\""),
    ((*BLOCKS, "part", "diagram", "blocks", "inner", "parameters"), {"speed": 1},
     "an unknown parameter inside"),
    ((*BLOCKS, "a.b"), {"type": "Clock"}, "a name with a point"),
    (("diagram", "wires", 0, "to"), DELETE, "a wire to nowhere"),
    (("diagram", "wires", 0, "route"), [[1, 2, 3]], "a corner in space"),
    (("diagram", "frames", 0, "color"), "blue", "a colour by name"),
    (("diagram", "frames", 0, "width"), DELETE, "a frame without width"),
    (("parameters", "k", "value"), DELETE, "a parameter without value"),
    (("parameters", "k", "value"), None, "null for a value"),
    (("simulation", "integrator"), "ode45", "an unknown integrator"),
    (("simulation", "seed"), -1, "a negative seed"),
    (("simulation", "max_step"), False, "a truth value for a step"),
    (("plots", 0, "kind"), "polar", "an unknown kind of plot"),
    (("plots", 0, "ranges", "y"), [0], "a range with one end"),
    (("export", 0, "file"), DELETE, "a figure without a file"),
    (("export", 0, "file"), "loop.gif", "a figure of an unknown format"),
    (("export", 0, "file"), "../loop.pdf", "a figure outside the folder"),
    (("export", 0, "file"), "a/../../loop.pdf", "a figure outside the folder by a detour"),
    (("export", 0, "file"), "/tmp/loop.pdf", "a figure anywhere"),
    (("export", 0, "show"), "all", "a figure of something unknown"),
    (("export", 0, "layout"), "0x1", "a layout without rows"),
    (("export", 0, "width"), "acm", "an unknown column"),
    (("export", 1, "style"), "fancy", "an unknown style"),
    (("export", 1, "width"), 5, "a figure that is too narrow"),
    (("export", 1, "height"), "50", "a text for a height"),
    (("export", 1, "font_size"), 100, "texts that are too large"),
    (("analyses", 0, "name"), DELETE, "an analysis without a name"),
    (("analyses", 0, "name"), "", "an analysis with an empty name"),
    (("analyses", 0, "inputs"), "pulse.y", "a text for a list of points"),
    (("analyses", 0, "views"), ["polar"], "an unknown view"),
    (("analyses", 0, "at", "trim"), True, "a truth value for an equilibrium"),
    (("analyses", 0, "at", "time"), 1, "rest and a time at once"),
    (("analyses", 1, "at", "side"), "before", "an unknown side"),
    (("analyses", 2, "at", "periodic"), 0, "an orbit of no period"),
    (("analyses", 2, "at", "periodic"), "T", "an orbit of an unknown word"),
]


def changed(path, value):
    document = copy.deepcopy(GOOD)
    place = document
    for key in path[:-1]:
        place = place[key] if isinstance(place, list) else place.setdefault(key, {})
    if value is DELETE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return document


def is_refused(program, document, folder):
    file = pathlib.Path(folder) / "diagram.loop.json"
    file.write_text(json.dumps(document))
    done = subprocess.run([program, "check", file], capture_output=True, text=True, check=False)
    return done.returncode == 2


def main(root, program):
    schema = json.loads(subprocess.run([program, "schema"], capture_output=True, check=True).stdout)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    known = set(schema["$defs"]["blocks"])
    problems = []

    def accept(name, document):
        for error in validator.iter_errors(document):
            place = "/".join(str(key) for key in error.absolute_path)
            problems.append(f"{name}: {place}: {error.message[:200]}")

    accepted = 0
    for folder in ("resources/examples", "resources/help/diagrams", "tests/problems"):
        for file in sorted((root / folder).rglob("*.loop.json")):
            document = json.loads(file.read_text())
            accept(file.relative_to(root), document)
            accepted += 1
    if accepted < 150:
        problems.append(f"only {accepted} files were found")
    accept("the good diagram", GOOD)
    for type_name in known - {"Subsystem"}:
        accept(type_name, changed((*BLOCKS, "new"), {"type": type_name, "parameters": {}}))
        unknown = {"type": type_name, "parameters": {"no_such_parameter": 1}}
        if validator.is_valid(changed((*BLOCKS, "new"), unknown)):
            problems.append(f"{type_name}: an unknown parameter is accepted")
    with tempfile.TemporaryDirectory() as folder:
        if is_refused(program, GOOD, folder):
            problems.append("the program refuses the good diagram")
        for path, value, mistake in MISTAKES:
            document = changed(path, value)
            if validator.is_valid(document):
                problems.append(f"the schema accepts {mistake}")
            if not is_refused(program, document, folder):
                problems.append(f"the program accepts {mistake}")
    print(*problems, sep="\n", end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
