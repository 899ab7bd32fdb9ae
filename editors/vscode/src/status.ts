// What the status item says.

export type ServerState =
  | { kind: "off" }
  | { kind: "starting" }
  | { kind: "running"; version: string; program: string; origin: string }
  | { kind: "failed"; message: string };

export interface Findings {
  errors: number;
  warnings: number;
  notes: number;
}

export interface Shown {
  text: string;
  tooltip: string;
  severity: "none" | "warning" | "error";
}

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export function shownStatus(state: ServerState, findings: Findings): Shown {
  switch (state.kind) {
    case "off":
      return { text: "$(circle-slash) graphmend", tooltip: "graphmend is off (setting graphmend.enable)", severity: "none" };
    case "starting":
      return { text: "$(sync~spin) graphmend", tooltip: "graphmend is starting", severity: "none" };
    case "failed":
      return { text: "$(error) graphmend", tooltip: `graphmend is not running: ${state.message}`, severity: "error" };
    case "running": {
      const { errors, warnings, notes } = findings;
      const breaks = errors + warnings;
      const said = [
        errors ? `${plural(errors, "error")}: a fullgraph=True entry will raise` : "",
        warnings ? `${plural(warnings, "warning")}: breaks whenever it runs` : "",
        notes ? `${plural(notes, "note")}: breaks under a condition` : "",
      ].filter(Boolean);
      return {
        text: breaks + notes ? `$(debug-disconnect) graphmend ${breaks}${notes ? `+${notes}` : ""}` : "$(check) graphmend",
        tooltip: [...(said.length ? said : ["no graph break found"]), `graphmend ${state.version} (${state.origin})`, state.program].join("\n"),
        severity: errors ? "warning" : "none",
      };
    }
  }
}
