import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startGitHost } from '../support/git-host.ts';
import { runGit, testFolder, testRepository } from '../support/git-repository.ts';

async function openRig() {
  await using stack = new AsyncDisposableStack();
  const source = stack.use(await testRepository());
  const folder = stack.use(await testFolder());
  await source.commit({ 'a.md': 'A\n', 'large.txt': `${Math.PI}`.repeat(200_000) });
  const host = stack.use(await startGitHost({ docs: source.path, nothing: folder.path }));
  const owned = stack.move();
  const clone = join(folder.path, 'clone');
  return { source, host, clone, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

describe('git over HTTP', () => {
  test('clones, pushes, and sends a large pack', async () => {
    await using rig = await openRig();
    await runGit(['clone', '--quiet', rig.host.url('docs'), rig.clone]);
    expect(await runGit(['-C', rig.clone, 'rev-parse', 'HEAD'])).toBe(await rig.source.git('rev-parse', 'main'));
    await runGit(['-C', rig.clone, 'checkout', '--quiet', '-b', 'b']);
    await runGit(['-C', rig.clone, 'commit', '--quiet', '--allow-empty', '--message=x']);
    await runGit(['-C', rig.clone, '-c', 'http.postBuffer=1024', 'push', '--quiet', 'origin', 'b']);
    expect(await rig.source.git('rev-parse', 'b')).toBe(await runGit(['-C', rig.clone, 'rev-parse', 'b']));
  });

  test('speaks protocol version 2 with clients that request it', async () => {
    await using rig = await openRig();
    const address = `${rig.host.url('docs')}/info/refs?service=git-upload-pack`;
    const plain = await fetch(address);
    expect(plain.headers.get('content-type')).toBe('application/x-git-upload-pack-advertisement');
    expect(await plain.text()).toContain('refs/heads/main');
    const second = await fetch(address, { headers: { 'git-protocol': 'version=2' } });
    expect(await second.text()).toContain('version 2');
  });

  test('refuses a push if pushes are off, and to a branch that is checked out', async () => {
    await using rig = await openRig();
    await runGit(['clone', '--quiet', rig.host.url('docs'), rig.clone]);
    await runGit(['-C', rig.clone, 'commit', '--quiet', '--allow-empty', '--message=x']);
    await expect(runGit(['-C', rig.clone, 'push', '--quiet', 'origin', 'main'])).rejects.toThrow('checked out');
    rig.host.receivePack = false;
    await expect(runGit(['-C', rig.clone, 'push', '--quiet', 'origin', 'main:c'])).rejects.toThrow('403');
    expect(await rig.source.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });

  test('accepts branches and tags, and no other refs', async () => {
    await using rig = await openRig();
    await runGit(['clone', '--quiet', rig.host.url('docs'), rig.clone]);
    await runGit(['-C', rig.clone, 'push', '--quiet', 'origin', 'main:refs/tags/v1', 'main:refs/heads/one']);
    const commit = await rig.source.git('rev-parse', 'main');
    for (const ref of [
      `refs/replace/${commit}`,
      'refs/notes/commits',
      'refs/pull/1/head',
      'refs/stash',
      'refs/headsup/a',
    ]) {
      await expect(runGit(['-C', rig.clone, 'push', '--quiet', 'origin', `main:${ref}`])).rejects.toThrow('hidden ref');
    }
    expect(await rig.source.git('for-each-ref', '--format=%(refname)')).toBe(
      ['refs/heads/main', 'refs/heads/one', 'refs/tags/v1'].join('\n'),
    );
  });

  test('serves no file of the repository, and no other service', async () => {
    await using rig = await openRig();
    for (const path of [
      '/HEAD',
      '/config',
      '/objects/info/packs',
      '/info/refs',
      '/../../etc/passwd',
      '/git-upload-archive',
    ]) {
      const response = await fetch(rig.host.url('docs') + path);
      expect([path, response.status, await response.text()]).toEqual([path, 404, '']);
    }
  });

  test('refuses a folder that is not a repository', async () => {
    await using rig = await openRig();
    const { status } = await fetch(`${rig.host.url('nothing')}/info/refs?service=git-upload-pack`);
    expect(status).toBe(422);
  });

  test('continues after clients disconnect in the middle', async () => {
    await using rig = await openRig();
    rig.host.fault = { kind: 'cut', afterBytes: 100 };
    await expect(runGit(['clone', '--quiet', rig.host.url('docs'), rig.clone])).rejects.toThrow('exited with');
    rig.host.fault = undefined;
    const half = request(`${rig.host.url('docs')}/git-receive-pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request', 'content-length': '1000' },
    });
    half.on('error', () => {});
    await new Promise<void>((resolve) => {
      half.write('0000', () => resolve());
    });
    half.destroy();
    await runGit(['clone', '--quiet', rig.host.url('docs'), rig.clone]);
  });
});
