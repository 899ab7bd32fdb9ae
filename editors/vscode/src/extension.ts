// The extension: finds the server, keeps it running, and adds what the protocol has no word for.
import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { ServerControl } from "./server";
import { StatusItem } from "./statusItem";

let control: ServerControl | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("graphmend", { log: true });
  control = new ServerControl(context, log);
  const status = new StatusItem(control);
  context.subscriptions.push(log, status, control);
  registerCommands(context, control, log);
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      const restarts = ["enable", "path", "importStrategy", "serverArguments"];
      if (restarts.some((name) => event.affectsConfiguration(`graphmend.${name}`))) void control?.restart();
      if (event.affectsConfiguration("graphmend.showStatus")) status.show();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void control?.restart()),
  );
  await control.restart();
}

export async function deactivate(): Promise<void> {
  await control?.stop();
}
