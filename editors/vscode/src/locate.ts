// Which graphmend runs. Nothing of the editor is needed here, so this is tested by itself.
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

export type ImportStrategy = "useBundled" | "fromEnvironment";

export interface Search {
  /** Setting `graphmend.path`; empty: not set. */
  path: string;
  importStrategy: ImportStrategy;
  /** Whether the workspace is trusted: only then may it say what runs. */
  trusted: boolean;
  /** Folder of the extension. */
  extension: string;
  workspaceFolders: string[];
  /** The interpreter of the active environment, as the Python extension tells it. */
  interpreter?: string;
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
}

export interface Located {
  program: string;
  /** For people: "bundled", "setting graphmend.path", … */
  origin: string;
}

export class NotFound extends Error {}

export function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

export function programName(platform: NodeJS.Platform): string {
  return platform === "win32" ? "graphmend.exe" : "graphmend";
}

/** `${workspaceFolder}`, `${userHome}`, `${env:NAME}` and `~`, as other settings have them. */
export function expand(text: string, search: Search): string {
  return text
    .replace(/^~(?=$|[\\/])/, os.homedir())
    .replace(/\$\{(workspaceFolder|userHome|env:([^}]+))\}/g, (_, name: string, variable?: string) => {
      if (name === "workspaceFolder") return search.workspaceFolders[0] ?? "";
      if (name === "userHome") return os.homedir();
      return search.environment[variable ?? ""] ?? "";
    });
}

function bundled(search: Search): Located[] {
  return [{ program: path.join(search.extension, "server", "bin", programName(search.platform)), origin: "bundled" }];
}

function ofEnvironments(search: Search): Located[] {
  const name = programName(search.platform);
  const found: Located[] = [];
  if (search.trusted) {
    // An environment is a folder with the interpreter in it, so the program lies beside that.
    if (search.interpreter)
      found.push({ program: path.join(path.dirname(search.interpreter), name), origin: "Python environment" });
    const scripts = search.platform === "win32" ? "Scripts" : "bin";
    for (const folder of search.workspaceFolders)
      for (const environment of [".venv", "venv"])
        found.push({ program: path.join(folder, environment, scripts, name), origin: `${environment} of the workspace` });
  }
  const separator = search.platform === "win32" ? ";" : ":";
  const variable = search.platform === "win32" ? search.environment.Path ?? search.environment.PATH : search.environment.PATH;
  for (const folder of (variable ?? "").split(separator))
    // A relative entry means whatever folder is current: a workspace could bring its own program.
    if (path.isAbsolute(folder)) found.push({ program: path.join(folder, name), origin: "PATH" });
  return found;
}

export function locate(search: Search): Located {
  const asked = search.trusted ? search.path.trim() : "";
  if (asked) {
    let program = expand(asked, search);
    if (!path.isAbsolute(program)) program = path.join(search.workspaceFolders[0] ?? process.cwd(), program);
    if (isProgram(program)) return { program, origin: "setting graphmend.path" };
    throw new NotFound(`the setting graphmend.path names ${program}, which is no program`);
  }
  const first = search.trusted && search.importStrategy === "fromEnvironment";
  const places = first ? [...ofEnvironments(search), ...bundled(search)] : [...bundled(search), ...ofEnvironments(search)];
  const found = places.find((place) => isProgram(place.program));
  if (found) return found;
  throw new NotFound("there is no graphmend in the extension, in the Python environment or in PATH; `pip install graphmend`, or set graphmend.path");
}
