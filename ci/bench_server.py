#!/usr/bin/env python3
"""Time from a keystroke to diagnostics: bench_server.py GRAPHMEND FOLDER [FILE]

Opens FILE (default: the file of FOLDER nearest to 2,000 lines among those with a forward) in the
language server with FOLDER as its workspace, waits until the workspace has been looked at, types 30
characters one by one, and prints the median and the worst time to the diagnostics of each version.
Exit status 1 when the median is over LIMIT.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import time

LIMIT = 0.100


def main():
    graphmend, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    files = sorted(folder.rglob("*.py"))
    texts = {f: f.read_text(errors="replace") for f in files}
    if len(sys.argv) > 3:
        file = pathlib.Path(sys.argv[3]).resolve()
    else:
        modules = [f for f in files if "def forward" in texts[f]]
        file = min(modules, key=lambda f: abs(texts[f].count("\n") - 2000))
    server = subprocess.Popen([graphmend, "server"], cwd=folder, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def send(message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        server.stdin.flush()

    def receive(wanted):
        while True:
            length = int(server.stdout.readline().split(b":")[1])
            server.stdout.readline()
            message = json.loads(server.stdout.read(length))
            if wanted(message):
                return message

    uri = file.as_uri()
    of_version = lambda version: lambda m: (
        m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri
        and m["params"].get("version") == version)
    send({"id": 0, "method": "initialize", "params": {
        "capabilities": {"workspace": {"codeLens": {"refreshSupport": True}}},
        "workspaceFolders": [{"uri": folder.as_uri(), "name": "w"}]}})
    send({"method": "initialized", "params": {}})
    start = time.monotonic()
    send({"method": "textDocument/didOpen", "params": {
        "textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": texts[file]}}})
    receive(of_version(1))
    first = time.monotonic() - start
    receive(lambda m: m.get("method") == "workspace/codeLens/refresh")
    whole = time.monotonic() - start
    line = texts[file].count("\n") // 2
    times = []
    for i in range(30):
        time.sleep(0.2)
        start = time.monotonic()
        place = {"line": line, "character": i + 1 if i else 0}
        send({"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": uri, "version": i + 2},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": "#" if i == 0 else "x"}]}})
        receive(of_version(i + 2))
        times.append(time.monotonic() - start)
    send({"id": 1, "method": "shutdown"})
    receive(lambda m: m.get("id") == 1)
    send({"method": "exit"})
    server.wait(10)
    median = statistics.median(times)
    print(f"{len(files)} files, {sum(t.count(chr(10)) for t in texts.values())} lines; {file.relative_to(folder)} "
          f"({texts[file].count(chr(10))} lines): first diagnostics after {first:.2f} s, workspace after {whole:.2f} s; "
          f"keystroke to diagnostics: median {median * 1000:.0f} ms, worst {max(times) * 1000:.0f} ms")
    return 0 if median < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
