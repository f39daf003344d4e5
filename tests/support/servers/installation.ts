import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { compiled } from '../demonstration/compiled';
import { fastFolder } from './fastFolder';

const ROOT = join(import.meta.dirname, '../../..');

export type SignIn = { email: string; password: string };

/** Differences of an installation from the template: no demonstration, another mode, database, store or secrets. */
const UNLIKE = /^(DEMONSTRATION|MODE|DATABASE_URL|STORAGE_URL|.*_SECRETS?(_OLD)?)$/;

const isPlain = (environment: Record<string, string>): boolean =>
  !Object.keys(environment).some((name) => UNLIKE.test(name));

/** Returns the build's file of an operator's command, which needs no compiling; null for scripts of the tests. */
function builtCommand(script: string, root: string): string | null {
  const built = join(root, 'build/commands', basename(script).replace(/\.ts$/, '.js'));
  return script.startsWith('scripts/') && existsSync(built) ? built : null;
}

/** Limits that tests of other things don't meet. */
const LIMITS =
  'requestsPerMinute=100000,processorSeconds=60,uploadsAtOnce=400,mailsIn10Minutes=1000,minutesBetweenMails=0';

/** Running server of the built app with its own folder, started as an operator would. */
export class Installation {
  readonly dataDir: string;
  origin = '';
  /** Output of the process, for a look when a test fails. */
  output: string[] = [];
  /** Calls `line` with each line of output. */
  readonly lines = new EventEmitter();
  #process: ChildProcess | null = null;
  #port = '';

  readonly #environment: Record<string, string>;
  readonly #script: 'serve' | 'start';
  readonly #beside: Installation | undefined;
  readonly #root: string;

  /** @param options.script server alone or `npm start`; `beside` shares another one's folder; `root` is another version */
  constructor(
    environment: Record<string, string> = {},
    {
      script = 'serve',
      beside,
      root = ROOT,
    }: { script?: 'serve' | 'start'; beside?: Installation; root?: string } = {},
  ) {
    this.#root = root;
    this.#environment = environment;
    this.#script = script;
    this.#beside = beside;
    this.dataDir = beside?.dataDir ?? mkdtempSync(join(fastFolder(), 'mirrorbook-e2e-'));
    const { DEMONSTRATION_TEMPLATE: template } = process.env;
    if (template && !beside && isPlain(environment)) cpSync(template, this.dataDir, { recursive: true });
  }

  readonly #hear = (line: string) => {
    this.output.push(line);
    this.lines.emit('line');
  };

  async start(): Promise<this> {
    const child = spawn(process.execPath, [`scripts/${this.#script}.mjs`], {
      cwd: this.#root,
      env: this.#env({ PORT: this.#port || (this.#environment.PORT ?? '0') }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    createInterface({ input: child.stderr }).on('line', this.#hear);
    for await (const line of createInterface({ input: child.stdout })) {
      this.#hear(line);
      const served = /^Mirrorbook is at (http:\/\/\S+)/.exec(line)?.[1];
      if (!served) continue;
      this.origin = served;
      this.#port = new URL(served).port;
      // Later output (mails, in paper mode) must be read, or the pipe fills.
      createInterface({ input: child.stdout }).on('line', this.#hear);
      return this;
    }
    throw new Error(`The server did not start:\n${this.output.join('\n')}`);
  }

  /** Ends the process as an operator would, or (`SIGKILL`) without warning; the data stays. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Resolves with the exit code when the process exits without being stopped. */
  async ended(): Promise<number | null> {
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child?.exitCode ?? null;
  }

  /** Dies without warning, and is started again on the same port. */
  async crash(): Promise<void> {
    await this.stop('SIGKILL');
    await this.start();
  }

  async remove(): Promise<void> {
    await this.stop();
    if (!this.#beside) rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** The serving process. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Credentials of the demonstration. */
  get demonstration(): { url: string; admin: SignIn; investor: SignIn; copied: SignIn } {
    return JSON.parse(readFileSync(join(this.dataDir, 'demonstration.json'), 'utf8'));
  }

  /** Moves the product's clock: `+2d`. */
  async moveClock(by: string): Promise<void> {
    await this.#command('scripts/clock.ts', [by]);
  }

  /** Runs a script of a test's own on the installation's data. */
  async run(script: string, args: string[]): Promise<void> {
    const { status, output } = await this.#command(script, args);
    if (status !== 0) throw new Error(output);
  }

  /** Creates an administrator as an operator would. */
  async createAdministrator(email: string, name: string, password: string): Promise<void> {
    const { status, output } = await this.#command('scripts/admin-create.ts', [email, name, '--stdin'], password);
    if (status !== 0) throw new Error(output);
  }

  /** Backs it up as an operator would. */
  async backUp(): Promise<{ status: number | null; output: string }> {
    return await this.#command('scripts/backup.ts');
  }

  /** Restores a backup of it as an operator would, while the server is stopped. */
  async restore(folder: string): Promise<{ status: number | null; output: string }> {
    return await this.#command('scripts/restore.ts', [folder, '--replace']);
  }

  /** Rotates the secrets as an operator would. */
  async rotateKeys(): Promise<{ status: number | null; output: string }> {
    return await this.#command('scripts/keys-rotate.ts');
  }

  /** Runs the doctor beside the server. */
  async doctor(): Promise<{ status: number | null; output: string }> {
    return await this.#command('scripts/doctor.ts');
  }

  /** Runs the audit as an operator would. */
  async audit(): Promise<{ clean: boolean; output: string }> {
    const { status, output } = await this.#command('scripts/audit.ts');
    return { clean: status === 0, output };
  }

  /** Sends a request from a connection outside of the tests: one in a stalled test would miss that the server closes idle connections. */
  async #command(script: string, args: string[] = [], input = ''): Promise<{ status: number | null; output: string }> {
    const env = this.#env(this.#port ? { PORT: this.#port } : {});
    const file = builtCommand(script, this.#root) ?? compiled(script, this.#root);
    const ran = spawn(process.execPath, [file, ...args], { cwd: this.#root, env });
    ran.stdin.end(input);
    const [printed, complained] = await Promise.all([text(ran.stdout), text(ran.stderr), once(ran, 'close')]);
    return { status: ran.exitCode, output: printed + complained };
  }

  #env(more: Record<string, string>): NodeJS.ProcessEnv {
    const { DATABASE_URL: _, TEST_ENGINE: __, ...own } = process.env;
    return {
      ...own,
      DATA_DIR: this.dataDir,
      NODE_ENV: 'production',
      // Overrides the MODE of the test runner.
      MODE: 'paper',
      LOG_LEVEL: 'warn',
      // Three simulated traders of ten weeks: a year of twelve takes half a minute on a busy machine.
      DEMONSTRATION: 'small',
      ...this.#environment,
      ...more,
      // The last value of a repeated limit applies.
      LIMITS: [LIMITS, this.#environment.LIMITS, more.LIMITS].filter(Boolean).join(','),
    };
  }
}
