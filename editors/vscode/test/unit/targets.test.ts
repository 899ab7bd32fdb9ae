import * as assert from "node:assert/strict";
import { test } from "node:test";
// @ts-expect-error: a script without types
import { targetOfWheel } from "../../targets.mjs";

test("what a wheel is for", () => {
  for (const [platform, target] of [
    ["manylinux_2_28_x86_64", "linux-x64"], ["manylinux_2_17_aarch64.manylinux2014_aarch64", "linux-arm64"],
    ["manylinux2014_x86_64", "linux-x64"], ["linux_x86_64", "linux-x64"], ["musllinux_1_2_x86_64", "alpine-x64"],
    ["macosx_11_0_arm64", "darwin-arm64"], ["macosx_10_13_x86_64", "darwin-x64"],
    ["win_amd64", "win32-x64"], ["win_arm64", "win32-arm64"], ["any", undefined], ["linux_s390x", undefined],
  ] as const)
    assert.equal(targetOfWheel(`graphmend-0.1.0-py3-none-${platform}.whl`), target, platform);
});
