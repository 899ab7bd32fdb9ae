import * as assert from "node:assert/strict";
import { test } from "node:test";
import { inputArguments, readTarget, splitWords, validateArguments } from "../../src/validate";

test("only what the server sends is run", () => {
  const target = { entry: "pkg.models:Ranker", folder: "/w" };
  assert.deepEqual(readTarget(target), target);
  for (const wrong of [undefined, null, 3, {}, { entry: "pkg:Name" }, { entry: "--python=x:y", folder: "/" }, { entry: "a:b;c", folder: "/" }, { entry: "a:b.c", folder: "/" }])
    assert.equal(readTarget(wrong), undefined, JSON.stringify(wrong));
});

test("words are split as a shell splits them", () => {
  assert.deepEqual(splitWords(""), []);
  assert.deepEqual(splitWords("  a  'b c' d\"e f\"g '' "), ["a", "b c", "de fg", ""]);
  assert.deepEqual(splitWords("$(rm -rf x); `y`"), ["$(rm", "-rf", "x);", "`y`"]);
});

test("shapes become inputs, options stay", () => {
  assert.deepEqual(inputArguments("x=float32[2,16] int64[1,8]:0..100 --train --device cpu"),
    ["--input", "x=float32[2,16]", "--input", "int64[1,8]:0..100", "--train", "--device", "cpu"]);
  assert.deepEqual(inputArguments("bfloat16[2] bool[3] --vary x=float32[3,16]"),
    ["--input", "bfloat16[2]", "--input", "bool[3]", "--vary", "x=float32[3,16]"]);
});

test("the command line", () => {
  assert.deepEqual(validateArguments({ entry: "m:f", folder: "/" }, "x=float32[2]", ["--device", "cuda"]),
    ["validate", "m:f", "--device", "cuda", "--input", "x=float32[2]"]);
  const target = { entry: "m:f", folder: "/" };
  assert.deepEqual(validateArguments(target, "", [], "/p"), ["validate", "m:f", "--python", "/p"]);
  assert.deepEqual(validateArguments(target, "", ["--python=/q"], "/p"), ["validate", "m:f", "--python=/q"]);
  assert.deepEqual(validateArguments(target, "--python /q", [], "/p"), ["validate", "m:f", "--python", "/q"]);
});
