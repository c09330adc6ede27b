import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EventList, Job } from '@copydesk/contract';
import { expect } from 'vitest';
import { z } from 'zod';
import { testFolder, testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import type { StandIn } from '../support/hosts/stand-in.ts';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine, ServerProcess } from '../support/server-process.ts';
import { startTlsGitHost } from '../support/tls-git-host.ts';
import type { TlsGitHost } from '../support/tls-git-host.ts';

/** A server process, git over TLS, and the stand-in of a host that has the branches of the same repository. */
export interface JobsAtHost extends AsyncDisposable {
  bare: TestRepository;
  git: TlsGitHost;
  copydesk: CommandLine;
  server: ServerProcess;
  projectId: string;
  /** The output of the command that connected the project. */
  printed: string;
  /** The secret to configure at the host for its webhooks. */
  webhookSecret: string;
  create: (prompt: string) => Promise<string>;
  message: (id: string, prompt: string) => Promise<void>;
  /** Returns the job as soon as it meets the condition, after a minute at the latest. */
  jobThat: (id: string, is: (job: Job) => boolean) => Promise<Job>;
  ended: (id: string) => Promise<Job>;
  eventsOf: (id: string) => Promise<EventList['events']>;
  /** The files of the data directory (database, clones, logs) that contain a text. */
  filesWith: (text: string) => Promise<string[]>;
  /** Sends a webhook as the host would. */
  hook: (webhook: { headers: Record<string, string>; body: string }) => Promise<void>;
}

export interface HostToStart {
  kind: 'gitlab' | 'gitea' | 'forgejo';
  /** By the host's name for it. */
  repository: string;
  token: string;
  /** Options of `project connect`. */
  settings: string[];
  standIn: StandIn & { apiUrl: string; state: { head: (branch: string) => Promise<string | undefined> } };
}

const sample = fileURLToPath(new URL('../../sample-site', import.meta.url));

const Connected = z.object({
  project: z.object({ id: z.string() }),
  webhook: z.object({ url: z.string(), secret: z.string() }),
  ok: z.literal(true),
  stored: z.literal(true),
});

/** Connects a project of the host, detecting its kind, and starts a server. */
export async function jobsAtHost(host: HostToStart): Promise<JobsAtHost> {
  const stack = new AsyncDisposableStack();
  const bare = stack.use(await testRepository({ bare: true }));
  await pushSample(bare);
  const names = [host.repository, `${host.repository}.git`];
  const git = stack.use(await startTlsGitHost(Object.fromEntries(names.map((name) => [name, bare.path]))));
  git.tokens.add(host.token);
  git.other = (request, response) => host.standIn.handle(request, response);
  stack.use(host.standIn);
  Object.assign(host.standIn, { origin: git.origin });
  host.standIn.state.head = (branch) => headOf(bare, branch);
  const folder = stack.use(await testFolder());
  const data = path.join(folder.path, 'data');
  // The files of the embedded database are searched for the credential, too.
  const copydesk = await commandLine(
    {
      COPYDESK_DATA_DIR: data,
      GIT_SSL_CAINFO: git.certificateFile,
      NODE_EXTRA_CA_CERTS: git.certificateFile,
    },
    { isEmbedded: true },
  );
  const server = await copydesk.serve();
  stack.defer(async () => {
    if (server.child.exitCode === null) await server.end('SIGTERM');
  });
  const tokenFile = path.join(folder.path, 'token');
  await writeFile(tokenFile, `${host.token}\n`);
  const address = git.url(host.repository);
  const connected = await copydesk.json('project', 'connect', address, '--token-from', tokenFile, ...host.settings);
  const { project, webhook } = Connected.parse(connected);
  await copydesk.json('project', 'set', project.id, '--archive-on', 'merge,close');
  const made = await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'agent:read,agent:write');
  const { key } = z.object({ key: z.string() }).parse(made);

  async function call(below: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return await (await fetch(`${server.url}/v2/agent/${project.id}${below}`, { headers, ...post })).json();
  }

  async function jobThat(id: string, is: (job: Job) => boolean): Promise<Job> {
    let job: Job | undefined;
    await expect
      .poll(async () => is((job = Job.parse(await call(`/job/${id}`)))), { timeout: 60_000, interval: 50, message: id })
      .toBe(true);
    return job ?? expect.unreachable();
  }

  return {
    bare,
    git,
    copydesk,
    server,
    projectId: project.id,
    printed: JSON.stringify(connected),
    webhookSecret: webhook.secret,
    create: async (prompt) => Job.parse(await call('/job', { prompt })).id,
    message: async (id, prompt) => void Job.parse(await call(`/job/${id}/message`, { prompt })),
    jobThat,
    ended: (id) => jobThat(id, ({ status }) => status !== 'active'),
    eventsOf: async (id) => EventList.parse(await call(`/job/${id}/events?limit=500`)).events,
    filesWith: (text) => filesWith(data, text),
    async hook({ headers, body }) {
      const { pathname } = new URL(webhook.url);
      const answer = await fetch(`${server.url}${pathname}`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The webhook was refused: ${await answer.text()}`);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function pushSample(bare: TestRepository): Promise<void> {
  await using site = await testRepository();
  await cp(sample, site.path, { recursive: true });
  await site.git('add', '--all');
  await site.git('commit', '--quiet', '--message=The sample site');
  await site.git('push', '--quiet', bare.path, 'HEAD:main');
}

export async function headOf(bare: TestRepository, branch: string): Promise<string | undefined> {
  return await bare.git('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`).then(
    (head) => head.trim(),
    () => undefined,
  );
}

/** Returns the number of the pull request that a job has opened. */
export function numberOf({ prLink }: Job): number {
  return Number(/\/(\d+)$/u.exec(prLink ?? '')?.[1]);
}

/** grep exits with 1 when it finds nothing. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const found = promisify(execFile)('grep', ['-rlaF', '--', text, folder]);
  const { stdout } = await found.catch((error: { code: unknown; stdout: string }) => {
    if (error.code === 1) return error;
    throw error;
  });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Returns all that every user of this machine can read while the server runs. */
export async function processList(): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'], { maxBuffer: 2 ** 24 });
  return stdout;
}
