import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { basic } from '../../../src/code-hosts/requests/basic-authorization.ts';
import { openMirrors } from '../../../src/workspace/kept/mirror.ts';
import type { Source } from '../../../src/workspace/source.ts';
import { startGitHost } from '../../support/git-host.ts';
import { runGit, testFolder, testRepository } from '../../support/git-repository.ts';

const refsOf = async (path: string) =>
  await runGit(['-C', path, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags']);

/** A kept repository and a mirror of it: a folder, or another repository over HTTP that requires a token. */
async function rig(kind: Source['kind']) {
  await using stack = new AsyncDisposableStack();
  const kept = stack.use(await testRepository({ bare: true }));
  const far = stack.use(await testRepository({ bare: true }));
  const folder = stack.use(await testFolder());
  const host = stack.use(await startGitHost({ 'prj_1.git': far.path }));
  host.authorization = basic('copydesk', 'right');
  const mirrors = openMirrors();
  stack.defer(() => mirrors.close());
  const mirrorPath = kind === 'path' ? join(folder.path, 'prj_1.git') : far.path;
  const withToken = (token: string): Source =>
    kind === 'path'
      ? { id: 'prj_1', kind, location: mirrorPath }
      : { id: 'prj_1', kind, location: host.url('prj_1.git'), authorization: async () => basic('copydesk', token) };
  const parts = stack.move();
  return {
    kept,
    host,
    folder,
    mirrors,
    mirrorPath,
    withToken,
    mirror: withToken('right'),
    [Symbol.asyncDispose]: async () => await parts.disposeAsync(),
  };
}

test.each(['path', 'url'] as const)(
  'a mirror by %s has the same refs as the repository, and can restore it',
  async (kind) => {
    await using it = await rig(kind);
    const { kept, mirrors, mirror } = it;
    await kept.commit({ 'index.md': '# One\n' });
    await kept.commit({ 'index.md': '# Draft\n' }, { branch: 'copydesk/job_1' });
    await kept.git('tag', 'v1', 'main');
    const first = await mirrors.digest(kept.path);
    await mirrors.update(kept.path, mirror);
    expect(await refsOf(it.mirrorPath)).toBe(await refsOf(kept.path));

    await kept.git('update-ref', '-d', 'refs/heads/copydesk/job_1');
    await kept.commit({ 'index.md': '# Two\n' });
    await kept.git('update-ref', 'refs/heads/main', 'refs/heads/main~1');
    await kept.commit({ 'index.md': '# Another two\n' });
    expect(await mirrors.digest(kept.path)).not.toEqual(first);
    await mirrors.update(kept.path, mirror);
    expect(await refsOf(it.mirrorPath)).toBe(await refsOf(kept.path));

    const restored = join(it.folder.path, 'restored.git');
    await mirrors.restore(restored, mirror, { initialBranch: 'main' });
    expect(await refsOf(restored)).toBe(await refsOf(kept.path));
    expect(await mirrors.digest(restored)).toEqual(await mirrors.digest(kept.path));
    expect(await runGit(['-C', restored, 'show', 'HEAD:index.md'])).toBe('# Another two');
    expect(await runGit(['-C', restored, 'fsck', '--strict'])).toBe('');
  },
);

test('a missing or refusing mirror at an address is reported, without its token', async () => {
  await using it = await rig('url');
  const { kept, host, mirrors } = it;
  await kept.commit({ 'index.md': '# One\n' });
  const failure = async (mirror: Source) =>
    await mirrors.update(kept.path, mirror).then(
      () => 'done',
      (error: unknown) => JSON.stringify(error, Object.getOwnPropertyNames(error)),
    );
  const refused = await failure(it.withToken('wrong-token'));
  expect(refused).toContain('repository_unauthorized');
  expect(refused).not.toContain('wrong-token');
  expect(refused).not.toContain(Buffer.from('copydesk:wrong-token').toString('base64'));
  expect(await failure({ ...it.mirror, location: host.url('none.git') })).toContain('repository_not_found');
  host.fault = { kind: 'status', status: 503 };
  expect(await failure(it.mirror)).toContain('repository_unreachable');
  host.fault = undefined;
  expect(await failure(it.mirror)).toBe('done');
});

test('a default branch that a mirror does not delete is reported, and does not block the rest', async () => {
  await using it = await rig('url');
  const { kept, mirrors, mirror } = it;
  await kept.commit({ 'index.md': '# One\n' });
  await mirrors.update(kept.path, mirror);
  await kept.git('branch', '--move', 'main', 'trunk');
  const commit = await kept.commit({ 'index.md': '# Two\n' }, { branch: 'trunk' });
  await expect(mirrors.update(kept.path, mirror)).rejects.toMatchObject({
    code: 'branch_protected',
    message: expect.stringContaining('Set another default branch there, one that exists here.'),
  });
  expect(await refsOf(it.mirrorPath)).toContain(`${commit} refs/heads/trunk`);
  await runGit(['-C', it.mirrorPath, 'symbolic-ref', 'HEAD', 'refs/heads/trunk']);
  await mirrors.update(kept.path, mirror);
  expect(await refsOf(it.mirrorPath)).toBe(await refsOf(kept.path));
});

test('a missing parent folder is not created', async () => {
  await using it = await rig('path');
  await it.kept.commit({ 'index.md': '# One\n' });
  const mirror = { ...it.mirror, location: join(it.folder.path, 'not-mounted', 'prj_1.git') };
  await expect(it.mirrors.update(it.kept.path, mirror)).rejects.toMatchObject({ code: 'repository_not_found' });
  expect(await readdir(it.folder.path)).toEqual([]);
});

test('a repository with tags only has lost its branches, and has no digest', async () => {
  await using it = await rig('path');
  await it.kept.commit({ 'index.md': '# One\n' });
  await it.kept.git('tag', 'v1', 'main');
  expect(await it.mirrors.digest(it.kept.path)).toHaveLength(32);
  await it.kept.git('update-ref', '-d', 'refs/heads/main');
  expect(await it.mirrors.digest(it.kept.path)).toBeUndefined();
});

test('an empty mirror restores nothing, and an empty repository has no digest', async () => {
  await using it = await rig('url');
  expect(await it.mirrors.digest(it.kept.path)).toBeUndefined();
  const restored = join(it.folder.path, 'restored.git');
  await expect(it.mirrors.restore(restored, it.mirror, { initialBranch: 'main' })).rejects.toMatchObject({
    code: 'repository_empty',
  });
});
