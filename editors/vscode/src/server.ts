// Starts the server, and starts it again when what runs or how it runs has changed.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, RevealOutputChannelOn, ServerOptions, State } from "vscode-languageclient/node";
import { ImportStrategy, Located, locate, Search } from "./locate";
import { ServerState } from "./status";

/** What the client does itself when a code lens asks for it. */
export const VALIDATE = "graphmend.validate";

interface PythonApi {
  environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath?: vscode.Event<unknown>;
  };
}

export class ServerControl implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private located: Located | undefined;
  private current: ServerState = { kind: "off" };
  private readonly changed = new vscode.EventEmitter<ServerState>();
  private readonly disposables: vscode.Disposable[] = [this.changed];
  private turn: Promise<void> = Promise.resolve();
  private watchesPython = false;
  private activeInterpreter: string | undefined;

  readonly onDidChangeState = this.changed.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** The program that runs; nothing while none does. */
  get program(): string | undefined {
    return this.located?.program;
  }

  /** The interpreter of the active environment, where it is known and may be run. */
  get python(): string | undefined {
    return vscode.workspace.isTrusted ? this.activeInterpreter : undefined;
  }

  /** One after the other, however often it is asked for. */
  restart(): Promise<void> {
    this.turn = this.turn.then(() => this.stopNow()).then(() => this.startNow());
    return this.turn;
  }

  stop(): Promise<void> {
    this.turn = this.turn.then(() => this.stopNow());
    return this.turn;
  }

  dispose(): void {
    void this.stop();
    for (const one of this.disposables) one.dispose();
  }

  private set(state: ServerState): void {
    this.current = state;
    this.changed.fire(state);
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.located = undefined;
    if (client) {
      try {
        await client.dispose(2000);
      } catch (error) {
        this.log.warn(`the server did not end as it should: ${String(error)}`);
      }
    }
    this.set({ kind: "off" });
  }

  private async startNow(): Promise<void> {
    const settings = vscode.workspace.getConfiguration("graphmend");
    if (!settings.get<boolean>("enable", true)) return;
    this.set({ kind: "starting" });
    try {
      this.located = locate(await this.search(settings));
      this.log.info(`runs ${this.located.program} (${this.located.origin})`);
      this.client = this.newClient(this.located, settings);
      await this.client.start();
      const version = this.client.initializeResult?.serverInfo?.version ?? "of unknown version";
      this.set({ kind: "running", version, ...this.located });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.located = undefined;
      this.log.error(message);
      this.set({ kind: "failed", message });
      void this.offerHelp(message);
    }
  }

  private async offerHelp(message: string): Promise<void> {
    const settings = "Open Settings";
    const chosen = await vscode.window.showErrorMessage(`graphmend is not running: ${message}`, settings, "Show Log");
    if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "graphmend");
    else if (chosen) this.log.show();
  }

  private async search(settings: vscode.WorkspaceConfiguration): Promise<Search> {
    this.activeInterpreter = await this.interpreter();
    return {
      path: settings.get<string>("path", ""),
      importStrategy: settings.get<ImportStrategy>("importStrategy", "useBundled"),
      trusted: vscode.workspace.isTrusted,
      extension: this.context.extensionPath,
      workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
      interpreter: this.activeInterpreter,
      environment: process.env,
      platform: process.platform,
    };
  }

  /** What the Python extension, where there is one, says is active. */
  private async interpreter(): Promise<string | undefined> {
    const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
    if (!extension) return undefined;
    try {
      const environments = (extension.isActive ? extension.exports : await extension.activate()).environments;
      if (!environments) return undefined;
      if (!this.watchesPython && environments.onDidChangeActiveEnvironmentPath) {
        this.watchesPython = true;
        this.disposables.push(environments.onDidChangeActiveEnvironmentPath(() => {
          void this.restart();
        }));
      }
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      const resolved = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
      return resolved?.executable.uri?.fsPath;
    } catch (error) {
      this.log.warn(`the Python extension does not say which environment is active: ${String(error)}`);
      return undefined;
    }
  }

  private newClient(located: Located, settings: vscode.WorkspaceConfiguration): LanguageClient {
    const run = { command: located.program, args: ["server", ...settings.get<string[]>("serverArguments", [])] };
    const server: ServerOptions = { run, debug: run };
    const options: LanguageClientOptions = {
      documentSelector: [
        { scheme: "file", language: "python" },
        { scheme: "untitled", language: "python" },
      ],
      diagnosticCollectionName: "graphmend",
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { commands: [VALIDATE], hoverShowsDiagnostics: true },
    };
    const client = new LanguageClient("graphmend", "graphmend", server, options);
    client.onDidChangeState(({ newState }) => {
      // The client starts a server that has died a few times; then it gives up.
      if (newState === State.Stopped && this.client === client) this.set({ kind: "failed", message: "the server has ended; see the log" });
      if (newState === State.Running && this.client === client && this.located)
        this.set({ kind: "running", version: client.initializeResult?.serverInfo?.version ?? "", ...this.located });
    });
    return client;
  }
}
