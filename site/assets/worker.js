// The linter, away from the page's own thread: {id, what, text, unsafe} in, {id, answer | error} out.
/* global graphmend, importScripts */
"use strict";

let module = null;

function load() {
  if (!module) {
    importScripts("graphmend_wasm.js");
    module = graphmend();
  }
  return module;
}

onmessage = async ({ data: { id, what, text, unsafe } }) => {
  try {
    const linter = await load();
    const call = (name, types, values) => linter.ccall(name, "string", types, values);
    let answer = null;
    if (what === "check") answer = call("graphmend_check", ["string"], [text]);
    if (what === "fix") answer = call("graphmend_fix", ["string", "number"], [text, unsafe ? 1 : 0]);
    postMessage({ id, answer: answer ? JSON.parse(answer) : {} });
  } catch (error) {
    postMessage({ id, error: String((error && error.message) || error) });
  }
};
