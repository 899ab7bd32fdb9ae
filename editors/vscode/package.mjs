#!/usr/bin/env node
// Packages the extension: package.mjs [--server PROGRAM] [--target TARGET] [--out FOLDER]
//
//   --server   the graphmend to bundle: a wheel, or a program such as build/src/graphmend; without
//              it the extension takes the one of the environment or of PATH, and fits each platform
//   --target   what that program is for, as VS Code names it ("linux-x64", "alpine-arm64",
//              "darwin-arm64", "win32-x64"); without it, what the wheel says, or this machine
//   --out      where graphmend-TARGET-VERSION.vsix goes; without it, dist/
//
// The version is that of meson.build. What is packaged is put together in a folder of its own, with
// the licences of what is bundled.
import { createVSIX } from "@vscode/vsce";
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { targetOfWheel } from "./targets.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const top = path.resolve(here, "../..");

const { values: given } = parseArgs({
  options: { server: { type: "string" }, target: { type: "string" }, out: { type: "string", default: path.join(here, "dist") } },
});
if (given.target && !given.server) fail("--target says what --server is for");
if (given.server && !fs.existsSync(given.server)) fail(`there is no ${given.server}`);
const wheel = given.server?.endsWith(".whl");
const thisPlatform = `${process.platform}-${process.arch}`;
const target = given.server ? given.target ?? (wheel ? targetOfWheel(path.basename(given.server)) : thisPlatform) : undefined;
if (given.server && !target) fail(`VS Code has no name for the platform of ${given.server}; --target says it`);
const own = target === thisPlatform;

function fail(message) {
  console.error(`package.mjs: ${message}`);
  process.exit(2);
}

function unpackedWheel() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "graphmend-wheel-"));
  execFileSync(process.platform === "win32" ? "python" : "python3", ["-m", "zipfile", "-e", given.server, folder]);
  const data = fs.readdirSync(folder).find((name) => name.endsWith(".data"));
  const name = target.startsWith("win32") ? "graphmend.exe" : "graphmend";
  return { folder, program: path.join(folder, data ?? "", "scripts", name), package: path.join(folder, "graphmend") };
}

function projectVersion() {
  const match = /^\s*version: '([^']+)'/m.exec(fs.readFileSync(path.join(top, "meson.build"), "utf8"));
  if (!match) fail("meson.build does not say the version");
  // The marketplace takes three numbers only.
  return match[1].replace(/^(\d+\.\d+\.\d+).*$/, "$1");
}

/** The packages that a bundle is made of, with the texts of their licences. */
function licences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) packages.add(match[0]);
  }
  return [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(here, folder, "package.json"), "utf8"));
    const file = fs.readdirSync(path.join(here, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) fail(`${name} has no licence to pass on`);
    return `${name} ${version} (${license})\n\n${fs.readFileSync(path.join(here, folder, file), "utf8").trim()}\n`;
  });
}

function strip(program) {
  try {
    execFileSync("strip", [program]);
  } catch {
    console.log("no strip here: the program keeps its symbols");
  }
}

function addServer(stage, program) {
  const name = target.startsWith("win32") ? "graphmend.exe" : "graphmend";
  const server = path.join(stage, "server/bin", name);
  fs.mkdirSync(path.dirname(server), { recursive: true });
  fs.copyFileSync(program, server);
  fs.chmodSync(server, 0o755);
  if (!own) return;
  if (!wheel) strip(server);
  console.log(`bundles ${execFileSync(server, ["--version"], { encoding: "utf8" }).trim()}`);
}

/** Where the program looks for it: what `graphmend validate` and `triage` run in Python. */
function addPackage(stage, folder) {
  fs.cpSync(folder, path.join(stage, "server/graphmend"), {
    recursive: true, filter: (file) => path.basename(file) !== "__pycache__",
  });
}

const stage = fs.mkdtempSync(path.join(os.tmpdir(), "graphmend-vsix-"));
// vsce may end the process.
process.on("exit", () => fs.rmSync(stage, { recursive: true, force: true }));
const { metafile } = await build({
  absWorkingDir: here, entryPoints: ["src/extension.ts"], bundle: true, platform: "node", target: "node18",
  external: ["vscode"], minify: true, legalComments: "none", metafile: true,
  outfile: path.join(stage, "dist/extension.js"), logLevel: "warning",
});
const manifest = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"));
manifest.version = projectVersion();
for (const field of ["scripts", "dependencies", "devDependencies"]) delete manifest[field];
manifest.files = ["dist", "media", ...(given.server ? ["server"] : []), "LICENSE", "NOTICE", "README.md", "CHANGELOG.md"];
fs.writeFileSync(path.join(stage, "package.json"), JSON.stringify(manifest, null, 2));
for (const file of ["README.md", "CHANGELOG.md", "media"])
  fs.cpSync(path.join(here, file), path.join(stage, file), { recursive: true });
fs.copyFileSync(path.join(top, "LICENSE"), path.join(stage, "LICENSE"));
const notice = path.join(top, "NOTICE");
const ofProgram = given.server && fs.existsSync(notice) ? [fs.readFileSync(notice, "utf8").trim() + "\n"] : [];
fs.writeFileSync(path.join(stage, "NOTICE"), [...ofProgram, ...licences(metafile)].join(`\n${"-".repeat(80)}\n\n`));
if (given.server) {
  const from = wheel ? unpackedWheel() : { program: given.server, package: path.join(top, "python/graphmend") };
  addServer(stage, from.program);
  addPackage(stage, from.package);
  if (from.folder) fs.rmSync(from.folder, { recursive: true });
}
fs.mkdirSync(given.out, { recursive: true });
const packagePath = path.join(given.out, `graphmend-${target ?? "universal"}-${manifest.version}.vsix`);
await createVSIX({ cwd: stage, packagePath, target, dependencies: false });
console.log(packagePath);
