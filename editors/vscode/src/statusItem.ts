// The item in the status bar.
import * as vscode from "vscode";
import { ServerControl } from "./server";
import { Findings, shownStatus } from "./status";

function countFindings(): Findings {
  const findings: Findings = { errors: 0, warnings: 0, notes: 0 };
  for (const [, diagnostics] of vscode.languages.getDiagnostics())
    for (const one of diagnostics) {
      if (one.source !== "graphmend") continue;
      if (one.severity === vscode.DiagnosticSeverity.Error) ++findings.errors;
      else if (one.severity === vscode.DiagnosticSeverity.Warning) ++findings.warnings;
      else ++findings.notes;
    }
  return findings;
}

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("graphmend.status", vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: vscode.Disposable[];
  private due: NodeJS.Timeout | undefined;

  constructor(private readonly control: ServerControl) {
    this.item.name = "graphmend";
    this.item.command = "graphmend.showMenu";
    this.disposables = [
      this.item,
      control.onDidChangeState(() => this.show()),
      // Diagnostics come with each pause in typing; counting them all waits for a longer one.
      vscode.languages.onDidChangeDiagnostics(() => {
        clearTimeout(this.due);
        this.due = setTimeout(() => this.show(), 200);
      }),
    ];
    this.show();
  }

  show(): void {
    if (!vscode.workspace.getConfiguration("graphmend").get<boolean>("showStatus", true)) {
      this.item.hide();
      return;
    }
    const shown = shownStatus(this.control.state, countFindings());
    this.item.text = shown.text;
    this.item.tooltip = shown.tooltip;
    this.item.backgroundColor =
      shown.severity === "none" ? undefined : new vscode.ThemeColor(`statusBarItem.${shown.severity}Background`);
    this.item.show();
  }

  dispose(): void {
    clearTimeout(this.due);
    for (const one of this.disposables) one.dispose();
  }
}
