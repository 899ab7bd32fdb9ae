"""Files whose names would steer a terminal, a job or a page, in every report."""
import json
import re
import shutil
import xml.etree.ElementTree as ElementTree

PROGRAM = b"import torch\nimport warnings\n@torch.compile\ndef f(x):\n    warnings.warn('a')\n    print(x)\n    return x\n"
NAMES = [
    b"line\nbreak.py", b"esc\x1b[31mred\x1b[0m.py", b"title\x1b]0;title\x07.py", b"\xff\xfe.py", b"::error title=x::x.py",
    b"##vso[task.setvariable variable=A]b.py", b"##[error]x.py", b"a\"b<c>&'d.py", b"%0A%25.py", b"a blank.py",
    b"|pipe`tick.py", b"[l](http:evil).py", b"\xe2\x80\xaertl.py", b"\r.py", b"a\tb.py", b"-o.py", b"--fix.py", b"@x.py",
    b"$(touch made).py", b"x" * 252 + b".py", b"c1\xc2\x9b31m.py", b"?q#frag.py", b"C:\\x.py",
    b"<img src=x onerror=alert(1)>.py"]
FORMATS = ["full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "azure", "junit", "rdjson",
           "pylint", "markdown"]
# Controls but tab and the end of a line; C1 controls; what turns or hides text.
STEERING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
READERS = {"json": json.loads, "sarif": json.loads, "gitlab": json.loads, "rdjson": json.loads,
           "junit": ElementTree.fromstring, "json-lines": lambda text: [json.loads(line) for line in text.splitlines()]}
# What a job would take for a command, where a line begins with it.
COMMANDS = {"github": re.compile(r"^(?!::(error|warning|notice|group|endgroup)[ :]).*(::|##\[)", re.M),
            "azure": re.compile(r"^(?!##vso\[task\.(logissue|complete)[ \]]).*##(vso)?\[", re.M)}


def judge(campaign, kind, text, files):
    try:
        shown = text.decode()
    except UnicodeDecodeError:
        return campaign.fault(f"{kind} is not UTF-8", {"report": text})
    if found := STEERING.search(shown):
        return campaign.fault(f"{kind} shows {found[0]!r}", {"report": text})
    if kind not in COMMANDS and re.search(r"^\s*(::|##\[|##vso\[)", shown, re.M):
        return campaign.fault(f"{kind} begins a line with a command", {"report": text})
    if kind in COMMANDS and (found := COMMANDS[kind].search(shown)):
        return campaign.fault(f"{kind} says what a job would take for a command: {found[0]!r}", {"report": text})
    if kind in READERS:
        try:
            READERS[kind](shown)
        except (ValueError, ElementTree.ParseError) as error:
            campaign.fault(f"{kind} cannot be read: {error}", {"report": text})


def run(campaign):
    while campaign.goes_on():
        folder = campaign.folder()
        names = NAMES if campaign.tried == 0 else [made_up(campaign.random) for _ in range(12)]
        for name in set(names):
            with open(bytes(folder) + b"/" + name, "wb") as file:
                file.write(PROGRAM)
        for kind in FORMATS:
            done = campaign.run("check", "--no-cache", "--isolated", "-j", "1", "-o", kind, ".", cwd=folder)
            if done.defect() or done.status != 1:
                campaign.fault(f"{kind}: status {done.status}: {done.defect()}")
            judge(campaign, kind, done.output, names)
            judge(campaign, f"{kind} on standard error", done.errors, names)
        for arguments in (["--diff"], ["--statistics"], ["--fix", "-o", "concise"]):
            done = campaign.run("check", "--no-cache", "--isolated", "-j", "1", *arguments, ".", cwd=folder)
            judge(campaign, " ".join(arguments), done.output + done.errors, names)
        if (folder / "made").exists():
            campaign.fault("code in a name was run")
        campaign.did(len(set(names)), reports=(len(FORMATS) + 3))
        shutil.rmtree(folder)


def made_up(random):
    parts = [b"\x1b[", b"\n", b"::", b"##[", b"\xff", b"\xc2\x9b", b"\xe2\x80\xae", b"<b>", b"`", b"|", b"%0A", b"]", b"(",
             b"\r", b"\x00"[:0], b"a", b" ", b"\\", b"\"", b"'", b"&", b"#", b"-", b"--", b"$(x)", b"\xed\xa0\x80"]
    return b"".join(random.choice(parts) for _ in range(random.randrange(1, 12))) + b"%d.py" % random.randrange(1000)
