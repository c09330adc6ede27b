import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { basic } from '../../../src/code-hosts/requests/basic-authorization.ts';
import { openMirrors } from '../../../src/workspace/kept/mirror.ts';
import type { Source } from '../../../src/workspace/source.ts';
import { runGit, testFolder, testRepository } from '../../support/git-repository.ts';
import { liveServers, startLiveGitea } from '../../support/hosts/live-gitea.ts';
import type { LiveServer } from '../../support/hosts/live-gitea.ts';

// Mirrors at servers that somebody runs for this. `mirror.long.test.ts` tests the same with git over HTTP.

describe.each(liveServers)('a live $title', ({ server, isThere }) => {
  describe.skipIf(!isThere)('server', () => {
    suite(server);
  });
});

type Rig = Awaited<ReturnType<typeof rig>>;

/**
 * A kept repository with one commit, and an empty repository of an organisation at the server, to which the bot may
 * write.
 */
async function rig(server: LiveServer) {
  await using stack = new AsyncDisposableStack();
  const live = stack.use(await startLiveGitea(server));
  const kept = stack.use(await testRepository({ bare: true }));
  const folder = stack.use(await testFolder());
  const mirrors = openMirrors();
  stack.defer(() => mirrors.close());
  const [owner = ''] = live.path.split('/');
  const repository = `/repos/${owner}/prj_1`;
  await live.ask('POST', `/orgs/${owner}/repos`, { name: 'prj_1', private: true, default_branch: 'main' });
  await live.ask('PUT', `${repository}/collaborators/${live.bot.login}`, { permission: 'write' });
  await kept.commit({ 'index.md': '# One\n' });
  const mirrorWith = (token: string): Source => ({
    id: 'prj_1',
    kind: 'url',
    location: `${server.url}/${owner}/prj_1.git`,
    authorization: async () => basic('copydesk', token),
  });
  const parts = stack.move();
  return {
    live,
    kept,
    repository,
    mirrorWith,
    update: async (token = live.token) => await mirrors.update(kept.path, mirrorWith(token)),
    /** Returns what the server has, by cloning it as another machine would. */
    async restored(name: string): Promise<string> {
      const path = join(folder.path, name);
      await mirrors.restore(path, mirrorWith(live.token), { initialBranch: 'main' });
      return await refsOf(path);
    },
    [Symbol.asyncDispose]: async () => await parts.disposeAsync(),
  };
}

const refsOf = async (path: string) =>
  await runGit(['-C', path, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags']);

function suite(server: LiveServer): void {
  let it: Rig;
  beforeEach(async () => {
    it = await rig(server);
  });
  afterEach(async () => await it[Symbol.asyncDispose]());

  test('a mirror has the same branches and tags, also after force and deletion, and restores them', async () => {
    const { kept } = it;
    await kept.commit({ 'index.md': '# Draft\n' }, { branch: 'copydesk/job_1' });
    await kept.git('tag', 'v1', 'main');
    await it.update();
    expect(await it.restored('first')).toBe(await refsOf(kept.path));
    await kept.git('update-ref', '-d', 'refs/heads/copydesk/job_1');
    await kept.commit({ 'index.md': '# Two\n' });
    await it.update();
    await kept.git('update-ref', 'refs/heads/main', 'refs/heads/main~1');
    await kept.commit({ 'index.md': '# Another two\n' });
    await it.update();
    expect(await it.restored('second')).toBe(await refsOf(kept.path));
  });

  test('a token that is unknown, or may only read, is reported without being shown', async () => {
    const unknown = 'f'.repeat(40);
    const { live } = it;
    const reading = await live.newToken(live.bot, ['read:repository']);
    const failure = async (token: string) =>
      await it.update(token).then(
        () => 'done',
        (error: unknown) => JSON.stringify(error, Object.getOwnPropertyNames(error)),
      );
    for (const [token, code] of [
      [unknown, 'repository_unauthorized'],
      [reading, 'code_host_forbidden'],
    ] as const) {
      const reported = await failure(token);
      expect(reported).toContain(code);
      expect(reported).toContain('COPYDESK_MIRROR_TOKEN');
      expect(reported).not.toContain(token);
    }
  });

  test('a repository that is archived is reported', async () => {
    await it.update();
    await it.live.ask('PATCH', it.repository, { archived: true });
    await it.kept.commit({ 'index.md': '# Two\n' });
    await expect(it.update()).rejects.toMatchObject({ code: 'repository_archived' });
    await it.live.ask('PATCH', it.repository, { archived: false });
    await it.update();
  });

  test('a branch that is protected is reported', async () => {
    await it.update();
    await it.live.ask('POST', `${it.repository}/branch_protections`, { rule_name: 'main', enable_push: false });
    await it.kept.commit({ 'index.md': '# Two\n' });
    await expect(it.update()).rejects.toMatchObject({
      code: 'branch_protected',
      message: expect.stringContaining('Remove the protection there'),
    });
  });

  test('a default branch that is deleted here is reported, and blocks nothing else', async () => {
    const { kept, live, repository } = it;
    await it.update();
    await kept.git('branch', '--move', 'main', 'trunk');
    const commit = await kept.commit({ 'index.md': '# Two\n' }, { branch: 'trunk' });
    await expect(it.update()).rejects.toMatchObject({
      message: expect.stringContaining('Set another default branch'),
    });
    expect(await live.ask('GET', `${repository}/branches/trunk`)).toMatchObject({ commit: { id: commit } });
    await live.ask('PATCH', repository, { default_branch: 'trunk' });
    await it.update();
    expect(await it.restored('mended')).toBe(await refsOf(kept.path));
  });
}
