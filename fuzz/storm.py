"""An editor that types faster than anybody, gives up what it asks for, and sends what is no message."""
import json
import pathlib
import queue
import subprocess
import threading
import time

from mutate import mutated
from seeds import seeds

BAD = [b"{", b"[]", b"[1]", b"\xff\xfe", b"null", b'{"id":"x","method":7}', b'{"jsonrpc":"2.0","id":"\\ud800","method":"x"}',
       b'{"id":1e400,"method":"shutdown_"}', b"[" * 100000, b'{"a":' * 100000,
       b'{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":1},'
       b'"contentChanges":[{"range":{"start":{"line":-1,"character":-1},"end":{"line":99999999999,"character":1}},"text":""}]}}',
       b'{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://%zz\\u0000","text":1}}}']
ASKED = ["textDocument/diagnostic", "textDocument/hover", "textDocument/codeAction", "textDocument/codeLens"]
LARGEST = 2_000_000  # KiB of memory


class Client:
    def __init__(self, campaign, folder):
        self.campaign, self.folder = campaign, folder
        self.process = subprocess.Popen([campaign.program, "server", "--isolated", "-j", "1"], cwd=folder,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=campaign.environment())
        self.answers, self.broken, self.number = {}, "", 0
        self.arrived = queue.Queue()
        self.errors = b""
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(target=self.read_errors, daemon=True).start()

    def read_errors(self):
        self.errors = self.process.stderr.read()

    def read(self):
        stream = self.process.stdout
        try:
            while header := stream.readline():
                length = int(header.split(b":")[1])
                if stream.readline() != b"\r\n":
                    raise ValueError("no empty line")
                message = json.loads(stream.read(length))
                if "method" not in message and isinstance(message.get("id"), int):
                    self.answers[message["id"]] = self.answers.get(message["id"], 0) + 1
                    self.arrived.put(message["id"])
        except (ValueError, IndexError) as error:
            self.broken = str(error)

    def send_bytes(self, data):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send_bytes(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def ask(self, method, params):
        self.number += 1
        self.send_bytes(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode())
        return self.number

    def answered(self, number, seconds=120):
        end = time.monotonic() + seconds
        while number not in self.answers:
            if self.process.poll() is not None or time.monotonic() > end:
                return False
            try:
                self.arrived.get(timeout=0.2)
            except queue.Empty:
                pass
        return True

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def place(random, text):
    line = random.randrange(text.count("\n") + 2)
    return {"line": line, "character": random.choice([0, 1, 4, 10, 80, 1 << 20])}


def type_and_ask(random, client, uris):
    """One thing that an editor does; the number of the request, if it was one."""
    uri = random.choice(list(uris))
    kind, document = random.random(), {"uri": uri}
    if kind < 0.45:
        change = {"text": mutated(random).decode("utf-8", "replace")}
        if random.random() < 0.8:
            change = {"range": {"start": place(random, uris[uri]), "end": place(random, uris[uri])},
                      "text": random.choice(["", "x", "\n", "(", "if x:\n    ", "é😀", '"""', "\r\n", "x.item()"])}
        client.notify("textDocument/didChange", {"textDocument": {**document, "version": random.randrange(9999)},
                                                 "contentChanges": [change] * random.choice([1, 1, 3])})
    elif kind < 0.80:
        where = place(random, uris[uri])
        number = client.ask(random.choice(ASKED), {
            "textDocument": document, "position": where, "range": {"start": where, "end": place(random, uris[uri])},
            "context": {"diagnostics": []}})
        if random.random() < 0.3:
            client.notify("$/cancelRequest", {"id": number})
    elif kind < 0.88:
        client.send_bytes(random.choice(BAD))
    elif kind < 0.93:
        client.notify("textDocument/didClose", {"textDocument": document})
        client.notify("textDocument/didOpen", {"textDocument": {**document, "version": 1, "languageId": "python",
                                                                "text": uris[uri]}})
    elif kind < 0.97:
        client.notify("textDocument/didSave", {"textDocument": document})
    else:
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": random.choice([1, 2, 3])}]})


def session(campaign, steps):
    random, folder = campaign.random, campaign.folder()
    for i in range(5):
        (folder / f"on_disk{i}.py").write_text(random.choice(seeds()))
    client = Client(campaign, folder)
    try:
        client.ask("initialize", {"capabilities": {"textDocument": {"diagnostic": {}} if random.random() < 0.5 else {}},
                                  "workspaceFolders": [{"uri": f"file://{folder}", "name": "w"}]})
        client.notify("initialized", {})
        uris = {f"file://{folder}/m{i}.py": random.choice(seeds()) for i in range(3)}
        for uri, text in uris.items():
            client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "version": 1, "languageId": "python",
                                                                    "text": text}})
        for _ in range(steps):
            type_and_ask(random, client, uris)
        last = client.ask("shutdown", None)
        alive = client.answered(last)
        missing = [n for n in range(1, client.number + 1) if client.answers.get(n) != 1]
        memory = client.memory()
        client.notify("exit", None)
        status = client.process.wait(timeout=60)
        if not alive or missing or status != 0 or client.broken:
            campaign.fault(f"the server: alive {alive}, status {status}, broken {client.broken!r}, not answered once "
                           f"{missing[:5]}: {client.errors[-1500:].decode(errors='replace')}")
        if memory > LARGEST:
            campaign.fault(f"the server takes {memory} KiB")
    except (BrokenPipeError, subprocess.TimeoutExpired) as error:
        client.process.kill()
        client.process.wait()
        time.sleep(0.2)
        campaign.fault(f"the server has gone or does not end: {error!r}: {client.errors[-3000:].decode(errors='replace')}")
    campaign.did(messages=steps, requests=client.number)


def run(campaign):
    while campaign.goes_on():
        session(campaign, campaign.random.choice([50, 200]))
