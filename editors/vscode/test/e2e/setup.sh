#!/bin/sh
# Installs what run.mjs needs into a folder (default ~/.cache/graphmend-e2e): code-server and
# playwright-core. Native modules are compiled here; nothing is downloaded but packages of npm.
# Needs node 20, npm, g++, make, python3, ripgrep, and a Chromium.
#
#   setup.sh [FOLDER]
set -eu
folder=${1:-"$HOME/.cache/graphmend-e2e"}
mkdir -p "$folder" && cd "$folder"
[ -f package.json ] || echo '{"private": true}' > package.json
# Without install scripts, some of which download programs; what is needed of them follows.
npm install --no-audit --no-fund --ignore-scripts code-server@4.100 playwright-core@1
npm rebuild argon2 --foreground-scripts
cd node_modules/code-server/lib/vscode
npm install --no-audit --no-fund --ignore-scripts --omit=dev
for module in @vscode/spdlog native-watchdog @vscode/deviceid; do
  npm rebuild "$module" --foreground-scripts
done
# Its last step, after everything has been compiled, starts another npx, which may fail.
npm rebuild node-pty --foreground-scripts || [ -f node_modules/node-pty/build/Release/pty.node ]
mkdir -p node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
ln -sfn node_modules node_modules.asar
ln -sf code-linux.sh bin/remote-cli/code-server
ln -sf browser-linux.sh bin/helpers/browser.sh
cd extensions && npm install --no-audit --no-fund --ignore-scripts --omit=dev
