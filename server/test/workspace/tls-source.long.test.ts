import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../src/workspace/repository.ts';
import type { Source } from '../../src/workspace/source.ts';
import { openWorkspace } from '../../src/workspace/workspace.ts';
import { testFolder, testRepository } from '../support/git-repository.ts';
import { startTlsGitHost } from '../support/tls-git-host.ts';
import { author } from '../support/workspace.ts';

/** Unique on this machine, because the test searches its processes. */
const firstToken = `first-${randomBytes(12).toString('hex')}`;

const at = new Date('2026-03-01T12:00:00Z');

/** A repository behind TLS and Basic authorization, and a workspace that trusts its certificate. */
async function openRig(environment: NodeJS.ProcessEnv = {}) {
  await using stack = new AsyncDisposableStack();
  const repository = stack.use(await testRepository({ bare: true }));
  const head = await repository.commit({ 'a.md': 'A\n' });
  const host = stack.use(await startTlsGitHost({ 'acme/docs.git': repository.path }));
  host.tokens.add(firstToken);
  const folder = stack.use(await testFolder());
  const workspace = openWorkspace({
    directory: join(folder.path, 'clones'),
    environment: { PATH: process.env.PATH, GIT_SSL_CAINFO: host.certificateFile, ...environment },
  });
  stack.defer(() => workspace.close());
  const given = { token: firstToken, asked: 0 };
  const source: Source = {
    id: 'src_1',
    kind: 'url',
    location: host.url('acme/docs.git'),
    authorization: async () => {
      given.asked += 1;
      return basicOf(given.token);
    },
  };
  const owned = stack.move();
  return {
    repository,
    head,
    host,
    folder,
    workspace,
    source,
    given,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const basicOf = (token: string) => `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;

async function edit(repository: Repository, parent: string): Promise<string> {
  const tree = await repository.openTree(parent);
  tree.write('a.md', Buffer.from('edited\n'));
  return repository.commit({ tree, parents: [parent], message: 'Edit', author, at });
}

describe('over TLS with Basic authorization', () => {
  test('a repository can be read and written, and a branch can be removed', async () => {
    await using rig = await openRig();
    expect((await rig.workspace.probe(rig.source)).defaultRef).toBe('main');
    const repository = await rig.workspace.repository(rig.source);
    const commit = await edit(repository, rig.head);
    await repository.push({ branch: 'copydesk/x', commit, expected: null });
    expect(await rig.repository.git('rev-parse', 'copydesk/x')).toBe(commit);
    await expect(repository.removeBranch('copydesk/x', rig.head)).rejects.toMatchObject({ code: 'push_rejected' });
    await repository.removeBranch('copydesk/x', commit);
    expect(await rig.repository.git('branch', '--list', 'copydesk/x')).toBe('');
    expect(rig.host.requests.every(({ login }) => login?.password === firstToken)).toBe(true);
  });

  test('a token that expires during the work is reported, and a new one is used at once', async () => {
    await using rig = await openRig();
    const repository = await rig.workspace.repository(rig.source);
    const commit = await edit(repository, rig.head);
    rig.host.tokens.delete(firstToken);
    const push = () => repository.push({ branch: 'b', commit, expected: null });
    await expect(push()).rejects.toMatchObject({ code: 'repository_unauthorized', retryable: false });
    rig.host.tokens.add('second-token');
    rig.given.token = 'second-token';
    await push();
    expect(await rig.repository.git('rev-parse', 'b')).toBe(commit);
    expect(rig.given.asked).toBe(3);
  });

  test('an untrusted certificate is reported with what to do', async () => {
    await using rig = await openRig({ GIT_SSL_CAINFO: undefined });
    await expect(rig.workspace.probe(rig.source)).rejects.toMatchObject({
      code: 'repository_unreachable',
      message: expect.stringMatching(/certificate is not trusted.*GIT_SSL_CAINFO/),
    });
    expect(rig.host.requests).toEqual([]);
  });

  test('a token that may only read is reported when it pushes', async () => {
    await using rig = await openRig();
    rig.host.tokens.clear();
    rig.host.readOnly.add(firstToken);
    const repository = await rig.workspace.repository(rig.source);
    const commit = await edit(repository, rig.head);
    await expect(repository.push({ branch: 'b', commit, expected: null })).rejects.toMatchObject({
      code: 'code_host_forbidden',
      message: expect.stringContaining('Contents: read and write'),
    });
  });

  test('a token that may not push is reported even if the host says only 403', async () => {
    await using rig = await openRig();
    const repository = await rig.workspace.repository(rig.source);
    const commit = await edit(repository, rig.head);
    rig.host.rule = ({ service }) => (service === 'git-receive-pack' ? { status: 403, text: 'Forbidden' } : undefined);
    await expect(repository.push({ branch: 'b', commit, expected: null })).rejects.toMatchObject({
      code: 'code_host_forbidden',
      message: expect.stringMatching(/\(403\)\. It says: Forbidden\. Give the account a role .*write:repository/),
    });
  });

  test.each([
    ['GH006: Protected branch update failed for refs/heads/b.', 'branch_protected'],
    ['GitLab: You are not allowed to push code to protected branches on this project.', 'branch_protected'],
    ['Forgejo: User permission denied for writing.', 'code_host_forbidden'],
    ['GitLab: The repository is temporarily read-only. Please try again later.', 'repository_unreachable'],
    ['Ticket missing in the message.', 'push_rejected'],
  ])('a host whose hook says "%s" is understood', async (words, code) => {
    await using rig = await openRig();
    const hook = join(rig.repository.gitDirectory, 'hooks', 'pre-receive');
    await writeFile(hook, `#!/bin/sh\necho "${words}" >&2\nexit 1\n`);
    await chmod(hook, 0o755);
    const repository = await rig.workspace.repository(rig.source);
    const commit = await edit(repository, rig.head);
    await expect(repository.push({ branch: 'b', commit, expected: null })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words.replace(/\.$/, '')),
      retryable: code === 'repository_unreachable',
    });
  });
});

describe('a credential', () => {
  test.runIf(process.platform === 'linux')(
    'is in no command line of a process, and only in the environment of git',
    async () => {
      await using rig = await openRig();
      const seen: ProcessList[] = [];
      rig.host.rule = async () => {
        seen.push(await processes());
        return undefined;
      };
      const repository = await rig.workspace.repository(rig.source);
      await repository.push({ branch: 'b', commit: await edit(repository, rig.head), expected: null });
      const all = seen.flat();
      const secrets = [firstToken, basicOf(firstToken).slice('Basic '.length)];
      const holds = (text: string) => secrets.some((secret) => text.includes(secret));
      expect(all.some(({ command }) => command.includes('git-remote-https'))).toBe(true);
      expect(all.filter(({ command }) => holds(command))).toEqual([]);
      const holders = all.filter(({ environment }) => holds(environment)).map(({ command }) => command.split('\0')[0]);
      expect(new Set(holders.map((name) => name?.split('/').at(-1)))).toEqual(new Set(['git', 'git-remote-https']));
    },
  );

  test('is not written to a trace file, whatever tracing the environment asks of git', async () => {
    await using folder = await testFolder();
    const trace = join(folder.path, 'trace');
    const names = ['GIT_TRACE', 'GIT_TRACE_CURL', 'GIT_TRACE_PACKET', 'GIT_TRACE2', 'GIT_TRACE2_EVENT'];
    await using rig = await openRig({
      ...Object.fromEntries(names.map((name) => [name, trace])),
      GIT_CURL_VERBOSE: '1',
      GIT_TRACE_REDACT: '0',
    });
    const repository = await rig.workspace.repository(rig.source);
    await repository.push({ branch: 'b', commit: await edit(repository, rig.head), expected: null });
    expect(await readdir(folder.path)).toEqual([]);
    expect(await filesThatHold(rig.folder.path, [firstToken, basicOf(firstToken).slice(6)])).toEqual([]);
  });

  test('that a host repeats is in no error and none of its causes', async () => {
    await using rig = await openRig();
    rig.host.rule = ({ login }) => ({
      status: 403,
      text: `${login?.password} ${basicOf(login?.password ?? '')} may not do that. Write access to repository not granted.`,
    });
    const error: unknown = await rig.workspace.probe(rig.source).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'code_host_forbidden' });
    const said = everythingIn(error);
    expect(said).toContain('may not do that');
    expect(said).not.toContain(firstToken);
    expect(said).not.toContain(basicOf(firstToken).slice(6));
  });

  test('is sent to one origin: a redirect is reported, not followed', async () => {
    await using rig = await openRig();
    await using other = await startTlsGitHost({ 'acme/docs.git': rig.repository.path });
    rig.host.rule = () => ({ status: 301, headers: { location: other.url('acme/docs.git') } });
    await expect(rig.workspace.probe(rig.source)).rejects.toMatchObject({ code: 'repository_moved' });
    expect(other.requests).toEqual([]);
  });
});

type ProcessList = { command: string; environment: string }[];

/** Returns what every user, and what the same user, can read about all processes of this machine. */
async function processes(): Promise<ProcessList> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return await Promise.all(
    ids.map(async (id) => ({ command: await read(id, 'cmdline'), environment: await read(id, 'environ') })),
  );
}

/** Reads a file of a process; empty when the process has ended meanwhile, or belongs to another user. */
async function read(id: string, name: string): Promise<string> {
  return await readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '');
}

async function filesThatHold(directory: string, secrets: string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const));
  return texts.filter(([, text]) => secrets.some((secret) => text.includes(secret))).map(([file]) => file);
}

/** Returns an error as a log would print it, with all causes. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return `${error.message}\n${error.stack}\n${JSON.stringify(error)}\n${everythingIn(error.cause)}`;
}
