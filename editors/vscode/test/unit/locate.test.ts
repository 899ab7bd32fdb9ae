import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { expand, locate, NotFound, Search } from "../../src/locate";

let root: string;
beforeEach(() => { root = fs.mkdtempSync(path.join(os.tmpdir(), "graphmend-")); });
afterEach(() => fs.rmSync(root, { recursive: true }));

function program(...names: string[]): string {
  const file = path.join(root, ...names);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, "", { mode: 0o755 });
  return file;
}

const search = (more: Partial<Search> = {}): Search => ({
  path: "", importStrategy: "useBundled", trusted: true, extension: path.join(root, "extension"),
  workspaceFolders: [path.join(root, "w")], environment: { PATH: path.join(root, "bin") }, platform: "linux", ...more,
});

test("the setting wins, and says so where it names no program", () => {
  program("extension", "server", "bin", "graphmend");
  const mine = program("mine");
  assert.deepEqual(locate(search({ path: mine })), { program: mine, origin: "setting graphmend.path" });
  assert.throws(() => locate(search({ path: path.join(root, "none") })), NotFound);
  const inside = program("w", "tools", "graphmend");
  assert.equal(locate(search({ path: "tools/graphmend" })).program, inside);
  assert.equal(locate(search({ path: "${workspaceFolder}/tools/graphmend" })).program, inside);
});

test("bundled, then the environment's, then that of PATH", () => {
  const onPath = program("bin", "graphmend");
  assert.equal(locate(search()).origin, "PATH");
  const venv = program("w", ".venv", "bin", "graphmend");
  assert.equal(locate(search()).program, venv);
  const active = program("conda", "bin", "graphmend");
  const interpreter = path.join(root, "conda", "bin", "python");
  assert.equal(locate(search({ interpreter })).program, active);
  const bundled = program("extension", "server", "bin", "graphmend");
  assert.equal(locate(search({ interpreter })).program, bundled);
  assert.equal(locate(search({ interpreter, importStrategy: "fromEnvironment" })).program, active);
  fs.rmSync(active); fs.rmSync(venv); fs.rmSync(onPath);
  assert.equal(locate(search({ interpreter, importStrategy: "fromEnvironment" })).program, bundled);
});

test("a workspace that is not trusted does not say what runs", () => {
  const mine = program("mine");
  program("w", ".venv", "bin", "graphmend");
  const untrusted = search({ trusted: false, path: mine, importStrategy: "fromEnvironment", interpreter: path.join(root, "w", ".venv", "bin", "python") });
  assert.throws(() => locate(untrusted), NotFound);
  const bundled = program("extension", "server", "bin", "graphmend");
  assert.equal(locate(untrusted).program, bundled);
  // Nor does a folder of PATH that depends on where the editor was started.
  fs.rmSync(bundled);
  assert.throws(() => locate({ ...untrusted, environment: { PATH: "w:.:" } }), NotFound);
});

test("what cannot be run is passed over", () => {
  fs.mkdirSync(path.join(root, "extension", "server", "bin", "graphmend"), { recursive: true });
  const onPath = program("bin", "graphmend");
  fs.chmodSync(program("w", ".venv", "bin", "graphmend"), 0o644);
  assert.equal(locate(search()).program, onPath);
});

test("Windows has its own names", () => {
  const venv = program("w", ".venv", "Scripts", "graphmend.exe");
  assert.equal(locate(search({ platform: "win32", environment: {} })).program, venv);
});

test("variables in the setting", () => {
  const where = search({ environment: { HERE: "/there" } });
  assert.equal(expand("~/x", where), path.join(os.homedir(), "x"));
  assert.equal(expand("${userHome}/x", where), path.join(os.homedir(), "x"));
  assert.equal(expand("${env:HERE}/x${env:NONE}", where), "/there/x");
  assert.equal(expand("a~b", where), "a~b");
});
