import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { runCommand } from '../operator/run-command.ts';
import { databaseOfRun } from './database.ts';
import { copyCluster } from './made-cluster.ts';

const ownProgram = fileURLToPath(new URL('../../bin/copydesk.js', import.meta.url));

/** The `copydesk` command on a data directory, as a person runs it. */
export interface CommandLine {
  /** Runs a command with `--json` and returns its parsed output; throws with its error message when it fails. */
  json: (...command: string[]) => Promise<unknown>;
  /** Starts `copydesk serve` and waits until it is ready. */
  serve: (...options: string[]) => Promise<ServerProcess>;
}

/** It ends with its test, even when that fails. */
export interface ServerProcess extends AsyncDisposable {
  url: string;
  child: ChildProcess;
  /** All its output so far. */
  output: () => string;
  /** Sends the signal and waits for the process to end. */
  end: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

interface CommandLineOptions {
  /** The launcher, by default of this version. */
  program?: string;
  /** Whether the installation has the embedded PostgreSQL; by default it has a database of the run's server. */
  isEmbedded?: boolean;
}

/**
 * An installation that was started once. With a database of the run's server, its server starts in half the time, and
 * commands run in the process of the test; with the embedded one, each is a process.
 */
export async function commandLine(
  environment: Record<string, string>,
  { program = ownProgram, isEmbedded = false }: CommandLineOptions = {},
): Promise<CommandLine> {
  const port = await anyPort();
  const { COPYDESK_DATA_DIR: data } = environment;
  // Another version makes its database itself.
  if (isEmbedded && program === ownProgram && data !== undefined && !existsSync(data)) await copyCluster(data);
  const needsNone = isEmbedded || 'DATABASE_URL' in environment || 'COPYDESK_KEY' in environment;
  const database: Record<string, string> = needsNone ? {} : { DATABASE_URL: await databaseOfRun() };
  const env = { COPYDESK_PORT: String(port), ...database, ...environment };
  return {
    async json(...command) {
      const { code, out, err } = await runCommand([...command, '--json'], { env, program });
      if (code !== 0) throw new Error(`copydesk ${command.join(' ')} ended with ${code}: ${err}${out}`);
      return JSON.parse(out);
    },
    async serve(...options) {
      const child = spawn(process.execPath, [program, 'serve', ...options], {
        env: { PATH: process.env.PATH, ...env },
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const url = `http://127.0.0.1:${port}`;
      await untilReady(child, url, () => output);
      const end: ServerProcess['end'] = async (signal) => {
        const exited = once(child, 'exit');
        child.kill(signal);
        const [code, by] = await exited;
        return { code, signal: by };
      };
      return {
        url,
        child,
        output: () => output,
        end,
        async [Symbol.asyncDispose]() {
          if (child.exitCode === null && child.signalCode === null) await end('SIGTERM');
        },
      };
    },
  };
}

/**
 * Generous, not a measurement: on two cores with a load of 20, four starts and a job took 87 s; alone they take
 * seconds.
 */
const readyMilliseconds = 120_000;

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const started = performance.now();
  while (performance.now() - started < readyMilliseconds) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server was not ready within ${readyMilliseconds / 1000} seconds: ${output()}`);
}

/** Returns a port that was free a moment ago. */
export async function anyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('The port is not known');
  return address.port;
}
