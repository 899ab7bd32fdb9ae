import * as assert from "node:assert/strict";
import { test } from "node:test";
import { shownStatus } from "../../src/status";

const none = { errors: 0, warnings: 0, notes: 0 };
const running = { kind: "running", version: "1.2", program: "/x/graphmend", origin: "bundled" } as const;

test("what runs, and how much it found", () => {
  const clean = shownStatus(running, none);
  assert.equal(clean.text, "$(check) graphmend");
  assert.match(clean.tooltip, /^no graph break found\ngraphmend 1\.2 \(bundled\)\n\/x\/graphmend$/);
  const some = shownStatus(running, { errors: 0, warnings: 2, notes: 1 });
  assert.equal(some.text, "$(debug-disconnect) graphmend 2+1");
  assert.match(some.tooltip, /^2 warnings: breaks whenever it runs\n1 note: breaks under a condition\n/);
  assert.equal(some.severity, "none");
  assert.equal(shownStatus(running, { errors: 1, warnings: 0, notes: 0 }).severity, "warning");
});

test("what does not run says why", () => {
  assert.match(shownStatus({ kind: "failed", message: "no program" }, none).tooltip, /no program/);
  assert.equal(shownStatus({ kind: "failed", message: "" }, none).severity, "error");
  assert.match(shownStatus({ kind: "off" }, none).tooltip, /graphmend\.enable/);
  assert.match(shownStatus({ kind: "starting" }, none).text, /spin/);
});
