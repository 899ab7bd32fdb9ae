// The command line of `graphmend validate`, as the code lens "validate" asks for it.

export interface Target {
  /** "package.module:Name" */
  entry: string;
  /** The folder that it is imported from. */
  folder: string;
}

/** What the server sends as the argument of the command; anything else is not run. */
export function readTarget(value: unknown): Target | undefined {
  const target = value as Partial<Target> | null | undefined;
  if (typeof target?.entry !== "string" || typeof target.folder !== "string") return undefined;
  return /^[\w.]+:\w+$/u.test(target.entry) ? { entry: target.entry, folder: target.folder } : undefined;
}

/** Splits what was typed into words, as a shell does with quotes; no variables, no globs. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word = "";
  let inWord = false;
  let quote = "";
  for (const c of text) {
    if (quote) {
      if (c === quote) quote = "";
      else word += c;
    } else if (c === '"' || c === "'") {
      quote = c;
      inWord = true;
    } else if (/\s/.test(c)) {
      if (inWord) words.push(word);
      word = "";
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push(word);
  return words;
}

const DTYPE = /^(\w+=)?(bool|u?int\d*|b?float\d*\w*|complex\d*|half|double|long|short)\[/;

/** What the input box took: shapes become `--input`, options stay as they are. */
export function inputArguments(text: string): string[] {
  return splitWords(text).flatMap((word, at, words) => {
    const taken = words[at - 1] === "--input" || words[at - 1] === "--vary";
    return DTYPE.test(word) && !taken ? ["--input", word] : [word];
  });
}

/** The words behind the program. `python`: the interpreter to use unless an option names one. */
export function validateArguments(target: Target, typed: string, always: string[], python?: string): string[] {
  const options = [...always, ...inputArguments(typed)];
  const says = options.some((word) => word === "--python" || word.startsWith("--python="));
  return ["validate", target.entry, ...(python && !says ? ["--python", python] : []), ...options];
}
