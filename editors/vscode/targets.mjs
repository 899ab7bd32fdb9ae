// Platforms, as wheels and as VS Code name them.
const ARCHITECTURES = { x86_64: "x64", amd64: "x64", aarch64: "arm64", arm64: "arm64", armv7l: "armhf" };

/** "graphmend-1.0-py3-none-manylinux_2_28_x86_64.whl" → "linux-x64"; nothing where VS Code has no such. */
export function targetOfWheel(name) {
  const platform = name.replace(/\.whl$/, "").split("-").at(-1).split(".").at(0);
  const match = /^(manylinux|linux|musllinux|macosx|win)(?:_?\d+)*_(.+)$/.exec(platform);
  const architecture = match && ARCHITECTURES[match[2]];
  if (!architecture) return undefined;
  const system = { manylinux: "linux", linux: "linux", musllinux: "alpine", macosx: "darwin", win: "win32" }[match[1]];
  return `${system}-${architecture}`;
}
