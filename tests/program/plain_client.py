"""A client of the language server that says what it is told to, sound or not."""
import json
import queue
import subprocess
import threading
import time
import urllib.parse

import program


class Client:
    def __init__(self, root, *arguments):
        self.process = subprocess.Popen(
            [program.GRAPHMEND, "server", *arguments], cwd=root, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.root = root
        self.messages = queue.Queue()
        self.kept = []  # what was not waited for yet
        self.next_id = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        stream = self.process.stdout
        while header := stream.readline():
            length = int(header.split(b":")[1])
            assert stream.readline() == b"\r\n"
            self.messages.put(json.loads(stream.read(length)))
        self.messages.put(None)

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        data = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def wait(self, wanted, timeout=30):
        """The first message that is `wanted`; others are kept."""
        for message in self.kept:
            if wanted(message):
                self.kept.remove(message)
                return message
        end = time.monotonic() + timeout
        while True:
            message = self.messages.get(timeout=max(0.01, end - time.monotonic()))
            if message is None:
                raise EOFError("the server has gone")
            if wanted(message):
                return message
            self.kept.append(message)

    def request(self, method, params=None):
        self.next_id += 1
        number = self.next_id
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return self.wait(lambda m: m.get("id") == number and "method" not in m)

    def uri(self, name):
        return "file://" + urllib.parse.quote(str(self.root / name))

    def start(self, capabilities=None, folders=True, options=None):
        answer = self.request("initialize", {
            "processId": None, "rootUri": None, "capabilities": capabilities or {},
            "initializationOptions": options,
            "workspaceFolders": [{"uri": self.uri(""), "name": "w"}] if folders else None,
        })
        self.notify("initialized", {})
        return answer["result"]

    def open(self, name, text):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri(name), "languageId": "python", "version": 1, "text": text}})

    def change(self, name, version, *changes):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri(name), "version": version},
            "contentChanges": list(changes)})

    def published(self, name, version=None):
        """The next diagnostics of a document, of that version where one is given."""
        uri = self.uri(name)
        return self.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                         and m["params"]["uri"] == uri
                         and (version is None or m["params"].get("version") == version))["params"]["diagnostics"]

    def about(self, name, **more):
        return {"textDocument": {"uri": self.uri(name)}, **more}

    def stop(self):
        try:
            self.request("shutdown")
            self.notify("exit", None)
            return self.process.wait(10)
        finally:
            self.process.kill()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
