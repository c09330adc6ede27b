import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../src/workspace/repository.ts';
import { startGitHost, type Fault } from '../support/git-host.ts';
import { runGit, testRepository, type TestRepository } from '../support/git-repository.ts';
import { author, sourceOf, testWorkspace } from '../support/workspace.ts';

const at = new Date('2026-03-01T12:00:00Z');
const secret = 'Basic c2VjcmV0OnNlY3JldA==';

/** A served repository with three commits, and a workspace that can access it. */
async function openRig() {
  await using stack = new AsyncDisposableStack();
  const source = stack.use(await testRepository({ bare: true }));
  await source.commit({ 'a.md': 'A\n' });
  await source.commit({ 'docs/b.md': 'B\n' });
  const head = await source.commit({ 'docs/c.md': 'C\n' });
  const host = stack.use(await startGitHost({ docs: source.path }));
  const rig = stack.use(await testWorkspace());
  const owned = stack.move();
  return { source, head, host, ...rig, url: host.url('docs'), [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function edit(repository: Repository, parent: string, content: string): Promise<string> {
  const tree = await repository.openTree(parent);
  tree.write('a.md', Buffer.from(content));
  return repository.commit({ tree, parents: [parent], message: content, author, at });
}

const isShallow = async (directory: string) =>
  readFile(join(directory, 'src_1.git', 'shallow')).then(
    () => true,
    () => false,
  );

describe('a repository behind a URL', () => {
  test('is probed, cloned, fetched and pushed to', async () => {
    await using rig = await openRig();
    const { defaultRef, refs } = await rig.workspace.probe(sourceOf(rig.url));
    expect([defaultRef, refs.get('main')]).toEqual(['main', rig.head]);

    const repository = await rig.open(rig.url);
    expect(await repository.head('main')).toBe(rig.head);
    const later = await rig.source.commit({ 'd.md': 'D\n' });
    await repository.fetch();
    expect(await repository.head('main')).toBe(later);
    const commit = await edit(repository, later, 'edited\n');
    await repository.push({ branch: 'copydesk/job_1', commit, expected: null });
    await repository.push({ branch: 'copydesk/job_1', commit, expected: null });
    expect(await rig.source.git('show', 'copydesk/job_1:a.md')).toBe('edited');
    expect(await repository.head('copydesk/job_1')).toBe(commit);
    await rig.source.git('fsck', '--strict');
  });

  test('is read without its history until something needs it', async () => {
    await using rig = await openRig();
    const repository = await rig.open(rig.url);
    expect(await isShallow(rig.directory)).toBe(true);
    const first = await rig.source.git('rev-parse', 'main~2');
    const commit = await edit(repository, rig.head, 'x');
    await repository.push({ branch: 'b', commit, expected: null });
    expect(await repository.mergeBase(rig.head, commit)).toBe(rig.head);
    expect(await isShallow(rig.directory)).toBe(true);
    expect(await repository.isAncestor(first, commit)).toBe(true);
    expect(await isShallow(rig.directory)).toBe(false);
    expect((await repository.commits(first, commit)).map(({ title }) => title)).toEqual(['A change', 'A change', 'x']);
  });

  test('returns an older commit for a resumed job', async () => {
    await using rig = await openRig();
    const repository = await rig.open(rig.url);
    const older = await rig.source.git('rev-parse', 'main~1');
    expect((await repository.openTree(older)).entries().map(({ path }) => path)).toEqual(['a.md', 'docs/b.md']);
    await expect(repository.openTree('0123456789'.repeat(4))).rejects.toMatchObject({ code: 'ref_not_found' });
  });

  test('keeps what others pushed', async () => {
    await using rig = await openRig();
    const repository = await rig.open(rig.url);
    const commit = await edit(repository, rig.head, 'ours');
    const theirs = await rig.source.commit({ 'a.md': 'theirs' }, { branch: 'b' });
    const rejected = { code: 'push_rejected', message: expect.stringContaining('Nothing was overwritten') };
    await expect(repository.push({ branch: 'b', commit, expected: null })).rejects.toMatchObject(rejected);
    await expect(repository.push({ branch: 'b', commit, expected: rig.head })).rejects.toMatchObject(rejected);
    expect(await rig.source.git('rev-parse', 'b')).toBe(theirs);
    await repository.fetch();
    expect(await repository.head('b')).toBe(theirs);
  });

  test('is merged into', async () => {
    await using rig = await openRig();
    const repository = await rig.open(rig.url);
    const commit = await edit(repository, rig.head, 'x');
    await repository.push({ branch: 'b', commit, expected: null });
    await rig.source.commit({ 'docs/b.md': 'B2\n' });
    const merge = await repository.mergeInto({ base: 'main', head: commit, message: 'Merge b', author, at });
    expect(await rig.source.git('log', '-1', '--format=%H %P %s', 'main')).toBe(
      `${merge} ${await rig.source.git('rev-parse', 'main^1')} ${commit} Merge b`,
    );
    expect(await repository.mergeInto({ base: 'main', head: commit, message: 'Merge b', author, at })).toBe(merge);
  });

  test('reports a deleted branch after the next fetch', async () => {
    await using rig = await openRig();
    const repository = await rig.open(rig.url);
    await rig.source.git('branch', 'b', 'main');
    await repository.fetch();
    await rig.source.git('branch', '-D', 'b');
    await rig.source.git('branch', 'b/c', 'main');
    await repository.fetch();
    expect([await repository.head('b'), await repository.head('b/c')]).toEqual([undefined, rig.head]);
  });
});

describe('credentials', () => {
  test('give access, and are not written to the disk', async () => {
    await using rig = await openRig();
    rig.host.authorization = secret;
    await expect(rig.workspace.probe(sourceOf(rig.url))).rejects.toMatchObject({ code: 'repository_unauthorized' });
    await expect(rig.open(rig.url, { authorization: async () => 'Basic wrong' })).rejects.toMatchObject({
      code: 'repository_unauthorized',
    });
    const repository = await rig.open(rig.url, { authorization: async () => secret });
    const commit = await edit(repository, rig.head, 'x');
    await repository.push({ branch: 'b', commit, expected: null });
    const found = await runGit(['grep', '--no-index', '--text', '-l', 'c2VjcmV0', '--', rig.directory]).catch(
      () => 'nowhere',
    );
    expect(found).toBe('nowhere');
  });

  test('that were refused are renewed once, for a fetch and for a push', async () => {
    await using rig = await openRig();
    rig.host.authorization = secret;
    let current = 'Basic revoked';
    const refused: string[] = [];
    const source = {
      authorization: async () => current,
      renewAuthorization: async (which: string) => {
        refused.push(which);
        current = secret;
        return true;
      },
    };
    const repository = await rig.open(rig.url, source);
    const commit = await edit(repository, rig.head, 'x');
    current = 'Basic revoked again';
    await repository.push({ branch: 'b', commit, expected: null });
    expect(refused).toEqual(['Basic revoked', 'Basic revoked again']);
    current = 'Basic revoked for good';
    rig.host.authorization = 'Basic another';
    await expect(repository.fetch()).rejects.toMatchObject({ code: 'repository_unauthorized' });
    expect(refused).toHaveLength(3);
  });

  test('are not sent to another host that a redirect names', async () => {
    await using rig = await openRig();
    rig.host.fault = { kind: 'status', status: 301, location: 'http://127.0.0.1:1/elsewhere' };
    await expect(
      rig.workspace.probe({ ...sourceOf(rig.url), authorization: async () => secret }),
    ).rejects.toMatchObject({
      code: 'repository_moved',
      message: expect.stringContaining('redirect'),
    });
  });

  test('cannot add a header, and are in no message', async () => {
    await using rig = await openRig();
    rig.host.authorization = 'Basic other';
    for (const authorization of [secret, `${secret}\r\nX-Evil: 1`]) {
      const error: unknown = await rig.workspace
        .probe({ ...sourceOf(rig.url), authorization: async () => authorization })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'repository_unauthorized' });
      expect(String(error)).not.toContain('c2VjcmV0');
    }
  });
});

describe('a server', () => {
  const faults: [string, Fault, string][] = [
    ['does not know the repository', { kind: 'status', status: 404 }, 'repository_not_found'],
    ['forbids it', { kind: 'status', status: 403 }, 'repository_unauthorized'],
    ['is broken', { kind: 'status', status: 500 }, 'repository_unreachable'],
    ['is overloaded', { kind: 'status', status: 503 }, 'repository_unreachable'],
    ['hangs up', { kind: 'cut', afterBytes: 0 }, 'repository_unreachable'],
    ['hangs up in the middle', { kind: 'cut', afterBytes: 10 }, 'repository_unreachable'],
  ];
  test.each(faults)('that %s is reported, and the next attempt succeeds', async (_, fault, code) => {
    await using rig = await openRig();
    rig.host.fault = fault;
    await expect(rig.workspace.probe(sourceOf(rig.url))).rejects.toMatchObject({ code });
    await expect(rig.open(rig.url)).rejects.toMatchObject({ code });
    rig.host.fault = undefined;
    const repository = await rig.open(rig.url);
    const commit = await edit(repository, rig.head, 'x');
    rig.host.fault = fault;
    await expect(repository.fetch()).rejects.toMatchObject({ code });
    await expect(repository.push({ branch: 'b', commit, expected: null })).rejects.toMatchObject({ code });
    rig.host.fault = undefined;
    await repository.fetch();
    await repository.push({ branch: 'b', commit, expected: null });
    expect(await rig.source.git('rev-parse', 'b')).toBe(commit);
  });

  test('that is unreachable, or accepts no push, is reported', async () => {
    await using rig = await openRig();
    await expect(rig.workspace.probe(sourceOf('http://127.0.0.1:1/x'))).rejects.toMatchObject({
      code: 'repository_unreachable',
      message: expect.stringContaining('refuses connections'),
    });
    const repository = await rig.open(rig.url);
    const commit = await edit(repository, rig.head, 'x');
    rig.host.receivePack = false;
    await expect(repository.push({ branch: 'b', commit, expected: null })).rejects.toMatchObject({
      code: 'repository_unauthorized',
    });
  });

  test('that never answers is given up when a signal aborts the call', async () => {
    await using rig = await openRig();
    rig.host.fault = { kind: 'silence' };
    const controller = new AbortController();
    const opening = rig.workspace.repository(sourceOf(rig.url), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 100);
    await expect(opening).rejects.toThrow('enough');
  });

  test('that refuses a push by a rule of its own is reported in its words', async () => {
    await using rig = await openRig();
    const repository = await rig.open(rig.url);
    const commit = await edit(repository, rig.head, 'x');
    await protect(rig.source, 'refs/heads/b');
    await expect(repository.push({ branch: 'b', commit, expected: null })).rejects.toMatchObject({
      code: 'push_rejected',
      message: expect.stringContaining('deny updating a hidden ref'),
    });
  });
});

/** Makes the server refuse to update a ref. */
async function protect(source: TestRepository, ref: string): Promise<void> {
  await source.git('config', 'receive.hideRefs', ref);
}
