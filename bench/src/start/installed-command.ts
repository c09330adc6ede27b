import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { anyPort } from '../support/any-port.ts';
import { untilReady } from '../support/until-ready.ts';

type Environment = Record<string, string | undefined>;

/** The command as it is installed from its package. All times are in milliseconds, of whole processes. */
export interface InstalledCommand {
  /** Returns how long Node itself takes, with a program that does nothing. */
  timeNode: () => Promise<number>;
  time: (words: string[], more?: Environment) => Promise<number>;
  run: (words: string[], more?: Environment) => Promise<string>;
  program: string;
  /** The folder for the data of its servers. */
  home: string;
  environment: Environment;
}

/** @param home the folder for everything that the command writes, also in place of the user's home. */
export async function installedCommand(installed: string, home: string): Promise<InstalledCommand> {
  const program = path.join(installed, 'bin/copydesk.js');
  const user = path.join(home, 'user');
  await mkdir(user);
  const environment = { PATH: process.env.PATH, HOME: user };
  const node = async (words: string[], more: Environment = {}): Promise<string> =>
    (await promisify(execFile)(process.execPath, words, { env: { ...environment, ...more }, cwd: home })).stdout;
  const run = async (words: string[], more?: Environment) => await node([program, ...words], more);
  return {
    timeNode: async () => await timeOf(() => node(['--eval', '0'])),
    time: async (words, more) => await timeOf(() => run(words, more)),
    run,
    program,
    home,
    environment,
  };
}

export interface StartedServer extends AsyncDisposable {
  /** From the start of the process to the first 200 of `/readyz`. */
  readyAfter: number;
  /** Creates a project and a key for it; returns what a command on another machine needs. */
  createProject: () => Promise<Environment>;
  /** Returns how long `/metrics` took. */
  scrape: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts `copydesk serve` with the data folder of that name, and waits until it is ready. */
export async function startServer(command: InstalledCommand, name: string): Promise<StartedServer> {
  const data = { COPYDESK_DATA_DIR: path.join(command.home, name) };
  const [port, metricsPort] = [await anyPort(), await anyPort()];
  const ports = { COPYDESK_PORT: String(port), COPYDESK_METRICS_PORT: String(metricsPort) };
  const logFile = path.join(command.home, `${name}.log`);
  const log = await open(logFile, 'a');
  const from = performance.now();
  const child = spawn(process.execPath, [command.program, 'serve'], {
    env: { ...command.environment, ...data, ...ports },
    cwd: command.home,
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  await untilReady({ url, hasEnded: () => child.exitCode !== null, logFile, everyMilliseconds: 5 }).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  return {
    readyAfter: performance.now() - from,
    createProject: async () => ({ COPYDESK_URL: url, ...(await createProject(command, data)) }),
    scrape: async () => await timeOf(() => scrape(metricsPort)),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function createProject({ run }: InstalledCommand, data: Environment): Promise<Environment> {
  const created = await run(['project', 'create', '--name', 'Handbook', '--json'], data);
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(created));
  const made = await run(['key', 'create', '--name', 'bench', '--project', id, '--json'], data);
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(made));
  return { COPYDESK_KEY: key, COPYDESK_PROJECT: id };
}

async function scrape(port: number): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (!(await reply.text()).includes('copydesk_build_info'))
    throw new Error('The reply contains no metrics of Copydesk');
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
