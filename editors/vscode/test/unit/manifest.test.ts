// What the manifest promises is there.
import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

const root = process.cwd();
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const sources = fs.readdirSync(path.join(root, "src")).map((name) => fs.readFileSync(path.join(root, "src", name), "utf8")).join("\n");

test("each command is registered, and each that is registered is declared", () => {
  const declared = manifest.contributes.commands.map((one: { command: string }) => one.command).sort();
  const registered = [...sources.matchAll(/add\((?:"([\w.]+)"|VALIDATE)/g)].map((match) => match[1] ?? "graphmend.validate").sort();
  assert.deepEqual(registered, declared);
});

test("each setting is read, and each that is read is declared", () => {
  const declared = Object.keys(manifest.contributes.configuration.properties).map((name) => name.replace("graphmend.", ""));
  const read = new Set([...sources.matchAll(/\.get<[^>]+>\("([\w.]+)"/g)].map((match) => match[1]));
  for (const name of read) assert.ok(declared.includes(name), name);
  // The client of the protocol reads this one.
  for (const name of declared) assert.ok(read.has(name) || name === "trace.server", name);
});

test("settings that say what runs need a trusted workspace", () => {
  const restricted: string[] = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  for (const name of ["path", "importStrategy", "serverArguments", "validate.arguments"])
    assert.ok(restricted.includes(`graphmend.${name}`), name);
});

test("pictures and pages of the walkthrough are there, and their commands exist", () => {
  const commands = manifest.contributes.commands.map((one: { command: string }) => one.command);
  assert.ok(fs.existsSync(path.join(root, manifest.icon)));
  for (const walkthrough of manifest.contributes.walkthroughs)
    for (const step of walkthrough.steps) {
      assert.ok(fs.existsSync(path.join(root, step.media.markdown)), step.media.markdown);
      for (const match of step.description.matchAll(/command:(graphmend\.\w+)/g)) assert.ok(commands.includes(match[1]), match[1]);
    }
});

test("the lock file says nothing of where packages come from", () => {
  const lock = fs.readFileSync(path.join(root, "package-lock.json"), "utf8");
  assert.doesNotMatch(lock, /"resolved"/);
});
