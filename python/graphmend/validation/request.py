"""What the program handed over, and the project's settings, made into a plan.

Entries come from the command line, or where it names none from pyproject.toml, or from graphmend.toml,
where the tables are [validate] and [[validate.entries]]:

    [tool.graphmend.validate]
    timeout = 300                         # any option of the command line, without its dashes
    [[tool.graphmend.validate.entries]]
    entry = "shop.models:Ranker"          # or hf-config = {class = "T5Model", d_model = 64}
    name = "ranker, small"                # default: the entry itself
    calls = [["x=float32[2,16]"], ["x=float32[3,16]"]]    # or inputs = "shop.tests:make_inputs"
    train = true                          # also dtype, dynamic, device, first-party
    max-breaks = 0
    require = "fullgraph"
"""

from __future__ import annotations

import difflib
import json
import os
import re
import sys
from dataclasses import dataclass, field

from . import specs
from .entry import Options


class UsageError(Exception):
    """Something asked for cannot be done: said in one line, exit status 2."""

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.hint = hint


@dataclass
class Plan:
    entries: list = field(default_factory=list)
    options: Options = field(default_factory=Options)
    program: str = "graphmend"
    tool_version: str = ""
    jobs: int = 1
    format: str = "full"
    output: str = ""
    color: str = "auto"
    write_fixes: bool = False
    ray: str = ""  # "local", or the address of a cluster


_SIZES = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_ENTRY_KEYS = (
    "entry hf-config name inputs input calls vary train dtype dynamic device first-party max-breaks "
    "require timeout memory-limit"
).split()
_TABLE_KEYS = (
    "entries python timeout memory-limit jobs max-breaks require train dtype dynamic device "
    "first-party"
).split()
_ADDRESS = re.compile(r"auto|\w+://.+|[\w.-]+:\d+")
_DTYPES = ("float64", "float32", "float16", "bfloat16")


def _number(name: str, text, kind=int, least=0):
    try:
        value = kind(text)
    except (TypeError, ValueError):
        raise UsageError(f"{name}: `{text}` is not a number") from None
    if value < least:
        raise UsageError(f"{name}: {value} is less than {least}")
    return value


def _size(name: str, text) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", str(text), re.IGNORECASE)
    if not match:
        raise UsageError(f"{name}: `{text}` is not a size", "for example 8G or 500M")
    return int(float(match[1]) * _SIZES[match[2].upper()])


def _not_on_windows(name: str, wanted) -> None:
    if wanted and os.name == "nt":
        raise UsageError(f"{name} does not work on Windows", "leave it out, or use WSL")


def choice(name: str, text, choices):
    if text not in choices:
        raise UsageError(f"{name}: `{text}` is not known", "one of " + ", ".join(choices))
    return text


def _device(text: str) -> str:
    if not re.fullmatch(r"auto|cpu|cuda(:\d+)?", str(text)):
        raise UsageError(f"--device: `{text}` is not known", "one of auto, cpu, cuda, cuda:0")
    return text


def parse_hf_options(words: list) -> dict:
    """`key=value …`: values are JSON where they read as such, else text."""
    options = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key:
            hint = "for example --hf-config T5Model d_model=64 num_layers=2"
            raise UsageError(f"--hf-config: `{word}` is not key=value", hint)
        try:
            options[key] = json.loads(text)
        except ValueError:
            options[key] = text
    return options


def _calls(values: dict) -> dict | None:
    """The `inputs` of an entry from `inputs`, or from `input` and `vary`, or from `calls`."""
    if values.get("inputs"):
        if values.get("input") or values.get("calls"):
            raise UsageError("inputs are given both as a function and as shapes", "give one of the two")
        return {"kind": "import", "name": values["inputs"]}
    try:
        if values.get("calls"):
            return {"kind": "specs", "calls": [specs.parse_call(call) for call in values["calls"]]}
        if not values.get("input"):
            if values.get("vary"):
                raise UsageError("--vary changes one of the inputs, but no --input is given")
            return None
        first = specs.parse_call(values["input"])
        calls = [first] * 3
        for text in values.get("vary") or []:
            calls.append(_varied(first, specs.parse(text).as_json(), text))
    except specs.SpecError as error:
        raise UsageError(str(error)) from None
    return {"kind": "specs", "calls": calls}


def _varied(call: list, spec: dict, text: str) -> list:
    names = [one["name"] for one in call]
    if spec["name"] not in names:
        raise UsageError(f"--vary: `{text}` names no --input", "inputs: " + ", ".join(names))
    return [spec if one["name"] == spec["name"] else one for one in call]


def _target(values: dict) -> dict:
    if values.get("hf-config"):
        given = values["hf-config"]
        if isinstance(given, dict):
            given = dict(given)
            model = given.pop("class", "")
            if not model:
                raise UsageError("hf-config: `class` is missing")
            return {"kind": "huggingface", "model": model, "options": given}
        return {"kind": "huggingface", "model": given[0], "options": parse_hf_options(given[1:])}
    name = values.get("entry") or ""
    if ":" not in name:
        raise UsageError(f"`{name}` names no module and attribute", "write pkg.module:name")
    return {"kind": "import", "name": name}


def make_entry(values: dict) -> dict:
    """The description that a worker takes. Raises UsageError."""
    target = _target(values)
    dynamic = values.get("dynamic", "auto")
    dynamic = {True: "true", False: "false"}.get(dynamic, dynamic)
    entry = {
        "name": values.get("name") or target.get("name") or target["model"],
        "target": target,
        "inputs": _calls(values),
        "train": bool(values.get("train", False)),
        "device": _device(values.get("device", "auto")),
        "dtype": values.get("dtype") and choice("--dtype", values["dtype"], _DTYPES),
        "dynamic": {"auto": None, "true": True, "false": False}[
            choice("--dynamic", dynamic, ("auto", "true", "false"))
        ],
        "first_party": [os.path.abspath(path) for path in values.get("first-party") or []],
        "require": values.get("require") and choice("--require", values["require"], ("fullgraph",)),
        "max_breaks": None,
        "seconds": _number("--timeout", values.get("timeout", 600), float, 1),
        "memory_bytes": _size("--memory-limit", values.get("memory-limit", 0)),
    }
    _not_on_windows("--memory-limit", entry["memory_bytes"])
    if values.get("max-breaks") is not None:
        entry["max_breaks"] = _number("--max-breaks", values["max-breaks"])
    return entry


def _toml(path: str) -> dict:
    try:
        import tomllib
    except ModuleNotFoundError:
        try:
            import tomli as tomllib
        except ModuleNotFoundError:
            raise UsageError(
                f"{path} cannot be read by Python {sys.version.split()[0]}",
                "install tomli, or name the entry on the command line",
            ) from None
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {error}") from None


def _known(keys, known: list, where: str) -> None:
    for key in keys:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = f"did you mean `{near[0]}`?" if near else "one of " + ", ".join(known)
            raise UsageError(f"{where}: `{key}` is not known", hint)


def _table(folder: str) -> tuple:
    """(the settings of graphmend that a folder holds, where they stand); graphmend.toml wins."""
    path = os.path.join(folder, "graphmend.toml")
    if os.path.isfile(path):
        own = _toml(path)
        # The heading that pyproject.toml needs may stand here, too.
        return (own["tool"].get("graphmend", own) if list(own) == ["tool"] else own), path
    path = os.path.join(folder, "pyproject.toml")
    if os.path.isfile(path):
        return _toml(path).get("tool", {}).get("graphmend"), path
    return None, ""


def read_settings() -> dict:
    """The table `validate` of the nearest settings upwards; {} where there are none."""
    folder = os.getcwd()
    while True:
        settings, path = _table(folder)
        if settings is not None:
            table = settings.get("validate", {})
            _known(table, _TABLE_KEYS, f"{path}: validate")
            for entry in table.get("entries", []):
                _known(entry, _ENTRY_KEYS, f"{path}: validate.entries")
            return table
        parent = os.path.dirname(folder)
        if parent == folder:
            return {}
        folder = parent


def _entries(operands: list, given: dict, settings: dict) -> list:
    # What the command line says holds for every entry, over what the settings say.
    common = {key: settings[key] for key in _ENTRY_KEYS if key in settings}
    if given.get("hf-config") and operands:
        raise UsageError("--hf-config is the entry; another one is named too", operands[0])
    if given.get("hf-config"):
        return [make_entry({**common, **given})]
    if operands:
        return [make_entry({**common, "entry": name, **given}) for name in operands]
    if not settings.get("entries"):
        hint = "name one, pkg.module:name, or list them in [tool.graphmend.validate] entries"
        raise UsageError("nothing to validate", hint)
    entries = []
    for values in settings["entries"]:
        try:
            entries.append(make_entry({**common, **values, **given}))
        except UsageError as error:
            label = values.get("name") or values.get("entry") or "an entry"
            raise UsageError(f"validate.entries: {label}: {error}", error.hint) from None
    return entries


def unfold(options: dict, many: tuple) -> dict:
    """{"max-breaks": ["3"]} → {"max-breaks": "3"}; [] of a flag → True; lists for those in many."""
    plain = {}
    for name, values in options.items():
        plain[name] = values if name in many else values[-1] if values else True
    return plain


def options_of_fixes(given: dict) -> list:
    """Which fixes are made beside the safe ones, and how, as options of `graphmend check`."""
    fixing = [f"--{name}" for name in ("unsafe-fixes", "outline") if name in given]
    if "side-effects" in given:
        how = choice("--side-effects", given["side-effects"], ("runtime", "inline", "guard"))
        fixing.append(f"--side-effects={how}")
    return fixing


def _fixing(given: dict) -> list | None:
    fixing = options_of_fixes(given)
    if "fix" in given or "diff" in given:
        return fixing
    if fixing:
        raise UsageError(f"{fixing[0].partition('=')[0]} goes with --fix or --diff")
    return None


def _backends(given: dict) -> list:
    if "backend" in given and "bench" not in given:
        raise UsageError("--backend goes with --bench")
    _not_on_windows("--bench", "bench" in given)
    return (given.get("backend") or ["inductor"]) if "bench" in given else []


def _traces(given: dict) -> str:
    """The folder for traces, which has to be there before hours of measuring."""
    folder = given.get("profile", "")
    try:
        if folder:
            os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--profile: cannot make {folder}: {error.strerror}") from None
    return folder


def validate_plan(request: dict) -> Plan:
    asked, operands = dict(request["options"]), list(request["operands"])
    ray = asked.pop("ray", None)
    if ray == [""]:  # the parser's word for "no value"
        ray = []
    if ray and not _ADDRESS.fullmatch(ray[0]):  # `--ray shop:Model`: the entry, not an address
        operands.insert(0, ray[0])
        ray = []
    given = unfold(asked, ("input", "vary", "hf-config", "first-party", "backend"))
    settings = read_settings()
    both = {**settings, **given}
    return Plan(
        entries=_entries(operands, given, settings),
        options=Options(
            python=sys.executable,
            sys_path=[os.getcwd()],
            program=request["program"],
            fix=_fixing(given),
            folder=os.getcwd(),
            bench=_backends(given),
            profile=_traces(given),
        ),
        write_fixes="fix" in given,
        ray="" if ray is None else ray[0] if ray else "local",
        program=request["program"],
        tool_version=request["tool_version"],
        jobs=_number("--jobs", both.get("jobs", 1), int, 1),
        format=choice(
            "--output-format", given.get("output-format", "full"), FORMATS["validate"]
        ),
        output=given.get("output-file", ""),
        color=choice("--color", given.get("color", "auto"), ("auto", "always", "never")),
    )


FORMATS = {
    "validate": ("full", "json", "sarif", "markdown", "html"),
    "triage": ("full", "json", "markdown", "html"),
}
