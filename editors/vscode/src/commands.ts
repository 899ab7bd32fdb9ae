// The commands: whole-file code actions by name, and graphmend's own commands in a terminal.
import * as vscode from "vscode";
import { ServerControl, VALIDATE } from "./server";
import { readTarget, Target, validateArguments } from "./validate";

const FIX_ALL = "source.fixAll.graphmend";
const ORGANIZE = "source.organizeSuppressions.graphmend";

/** Applies the code actions of one kind to the file in the editor. */
async function applyKind(kind: string, nothing: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const document = editor.document;
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider", document.uri, whole, kind, 8);
  let applied = false;
  for (const action of actions ?? []) {
    if (action.kind?.value !== kind || !action.edit || action.edit.size === 0) continue;
    applied = (await vscode.workspace.applyEdit(action.edit)) || applied;
  }
  if (!applied) void vscode.window.showInformationMessage(nothing);
}

/** Runs the program with these words, each as it is: no shell reads them. */
function runInTerminal(control: ServerControl, name: string, words: string[], cwd: string | undefined): void {
  if (!control.program) {
    void vscode.window.showErrorMessage("graphmend is not running; see its log");
    return;
  }
  const execution = new vscode.ProcessExecution(control.program, words, { cwd });
  const task = new vscode.Task({ type: "process" }, vscode.TaskScope.Workspace, name, "graphmend", execution, []);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  void vscode.tasks.executeTask(task);
}

/** The entries of the file in the editor, as the code lenses name them. */
async function chooseTarget(): Promise<Target | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return undefined;
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 1000);
  const targets = (lenses ?? [])
    .filter((lens) => lens.command?.command === VALIDATE)
    .map((lens) => readTarget(lens.command?.arguments?.[0]))
    .filter((target): target is Target => target !== undefined);
  if (targets.length < 2) {
    if (targets.length === 0) void vscode.window.showInformationMessage("Nothing that is compiled in this file can be imported by name.");
    return targets[0];
  }
  const chosen = await vscode.window.showQuickPick(
    targets.map((target) => ({ label: target.entry, target })), { title: "What should be validated?" });
  return chosen?.target;
}

async function validate(context: vscode.ExtensionContext, control: ServerControl, argument: unknown): Promise<void> {
  const target = argument === undefined ? await chooseTarget() : readTarget(argument);
  if (!target) return;
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showErrorMessage("Validating runs the code of this workspace, which is not trusted yet.");
    return;
  }
  const key = `graphmend.inputs:${target.entry}`;
  const typed = await vscode.window.showInputBox({
    title: `graphmend validate ${target.entry}`,
    prompt: "This runs the code. Inputs by shape, and other options; leave empty if pyproject.toml or a factory gives them",
    placeHolder: "x=float32[2,16] ids=int64[1,8]:0..100 --train",
    value: context.workspaceState.get<string>(key, ""),
  });
  if (typed === undefined) return;
  await context.workspaceState.update(key, typed);
  const always = vscode.workspace.getConfiguration("graphmend").get<string[]>("validate.arguments", []);
  runInTerminal(control, `validate ${target.entry}`, validateArguments(target, typed, always, control.python), target.folder);
}

function why(control: ServerControl): void {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const folder = vscode.workspace.getWorkspaceFolder(editor.document.uri);
  const file = vscode.workspace.asRelativePath(editor.document.uri, false);
  const words = ["why", `${file}:${editor.selection.active.line + 1}`, ...(folder ? ["."] : [])];
  if (editor.document.isDirty) void vscode.window.showInformationMessage("`graphmend why` reads the saved file.");
  runInTerminal(control, `why ${file}`, words, folder?.uri.fsPath);
}

async function showMenu(control: ServerControl, log: vscode.LogOutputChannel): Promise<void> {
  const items = [
    { label: "$(list-unordered) Show problems", run: "workbench.actions.view.problems" },
    { label: "$(wand) Apply all safe fixes in this file", run: "graphmend.fixAll" },
    { label: "$(beaker) Validate with torch.compile…", run: "graphmend.validate" },
    { label: "$(debug-restart) Restart server", run: "graphmend.restart" },
    { label: "$(output) Show log", run: "graphmend.showLog" },
  ];
  const state = control.state;
  const title = state.kind === "running" ? `graphmend ${state.version} (${state.origin})` : state.kind === "failed" ? `graphmend: ${state.message}` : `graphmend is ${state.kind}`;
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (chosen?.run === "graphmend.showLog") log.show();
  else if (chosen) await vscode.commands.executeCommand(chosen.run);
}

export function registerCommands(context: vscode.ExtensionContext, control: ServerControl, log: vscode.LogOutputChannel): void {
  const add = (name: string, run: (argument?: unknown) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  add("graphmend.fixAll", () => applyKind(FIX_ALL, "graphmend has no safe fix for this file."));
  add("graphmend.organizeSuppressions", () => applyKind(ORGANIZE, "Every suppression comment is needed."));
  add(VALIDATE, (argument) => validate(context, control, argument));
  add("graphmend.why", () => why(control));
  add("graphmend.restart", () => control.restart());
  add("graphmend.showLog", () => log.show());
  add("graphmend.showMenu", () => showMenu(control, log));
}
