import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { anyPort } from '../../support/any-port.ts';
import { untilReady } from '../../support/until-ready.ts';
import { commandOf } from './lane.ts';
import type { Lane } from './lane.ts';

/** `copydesk serve` of a lane, with its embedded PostgreSQL. It is spoken to by the command and over HTTP alone. */
export interface Serving extends AsyncDisposable {
  url: string;
  processId: number;
  /** From the start of the process to the first 200 of `/readyz`. */
  readyAfterMilliseconds: number;
  /** Runs the command on the data of the server, and returns what it wrote. */
  command: (...words: string[]) => Promise<string>;
}

/** @param modelUrl the base address of the stand-in for a model. */
export async function serve(lane: Lane, modelUrl: string, dataName = 'data'): Promise<Serving> {
  const [program, script] = commandOf(lane.state);
  const port = await anyPort();
  const env = environmentOf(lane, { dataName, port, modelUrl });
  await mkdir(env.COPYDESK_DATA_DIR, { recursive: true });
  const logFile = path.join(lane.folder, `${dataName}.log`);
  const log = await open(logFile, 'a');
  const from = performance.now();
  const child = spawn(program, [script, 'serve'], { env, cwd: lane.folder, stdio: ['ignore', log.fd, log.fd] });
  await log.close();
  const url = `http://127.0.0.1:${port}`;
  // A bench that is interrupted leaves no server behind.
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  const stop = async (): Promise<void> => {
    process.off('exit', end);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await untilReady({ url, hasEnded, logFile, everyMilliseconds: 5 }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    url,
    processId: child.pid ?? 0,
    readyAfterMilliseconds: performance.now() - from,
    command: async (...words) =>
      (await promisify(execFile)(program, [script, ...words], { env, cwd: lane.folder })).stdout,
    [Symbol.asyncDispose]: stop,
  };
}

/** Only settings that every state knows. */
function environmentOf(lane: Lane, { dataName, port, modelUrl }: { dataName: string; port: number; modelUrl: string }) {
  return {
    PATH: process.env.PATH,
    HOME: lane.folder,
    COPYDESK_DATA_DIR: path.join(lane.folder, dataName),
    COPYDESK_PORT: String(port),
    COPYDESK_MODEL: 'compatible/bench',
    COMPATIBLE_BASE_URL: modelUrl,
    COPYDESK_QUOTA_CREATE: '1000000',
    COPYDESK_QUOTA_ANALYTICS: '1000000',
    COPYDESK_COLLECT_RATE: '100000000',
  };
}

/** Creates a key that may do everything. */
export async function createKey({ command }: Serving): Promise<string> {
  const made = await command('key', 'create', '--name', 'bench', '--scopes', 'admin', '--json');
  return z.object({ key: z.string() }).parse(JSON.parse(made)).key;
}

/** Creates a project, and returns its id. Without a repository the server keeps one itself. */
export async function createProject({ command }: Serving, name: string, repository?: string): Promise<string> {
  const from = repository === undefined ? [] : ['--repository', repository];
  const made = await command('project', 'create', '--name', name, ...from, '--json');
  return z.object({ id: z.string() }).parse(JSON.parse(made)).id;
}
