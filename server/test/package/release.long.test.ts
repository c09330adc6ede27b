import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;

const run = async (program: string, ...words: string[]) => {
  const env = {
    ...process.env,
    ...Object.fromEntries(['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_NAME`, 'Release'])),
    ...Object.fromEntries(['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_EMAIL`, 'release@example.com'])),
  };
  return await promisify(execFile)(program, words, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
};
const git = async (...words: string[]) => (await run('git', ...words)).stdout.trim();
const release = (...words: string[]) => run(process.execPath, 'scripts/release.ts', ...words);
const read = (name: string) => readFile(path.join(folder, name), 'utf8');

/** Copies the repository into a new history, with the packages that npm has installed. */
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'copydesk-release-')));
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  for (const name of stdout.split('\0').filter((file) => file !== '' && !file.includes('/test/'))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await cp(path.join(root, name), path.join(folder, name)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  for (const name of ['node_modules', 'server/node_modules']) {
    await symlink(path.join(root, name), path.join(folder, name)).catch(() => undefined);
  }
  await writeFile(path.join(folder, '.git-ignored'), 'node_modules\ndist\n');
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('config', 'core.excludesFile', path.join(folder, '.git-ignored'));
  await writeFile(path.join(folder, '.git/info/exclude'), '.git-ignored\n');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('a release writes its version everywhere, and files with their checksums', { timeout: 240_000 }, async () => {
  await git('tag', 'v0.0.9');
  await git('commit', '--quiet', '--allow-empty', '--message', 'Count pages by the hour');
  await git('remote', 'add', 'origin', 'git@git.example.com:acme/copydesk.git');
  const { stdout } = await release('9.8.7', '--to', path.join(folder, 'dist/release'));
  expect(stdout).toContain('npm publish --provenance dist/release/copydesk-9.8.7.tgz');

  expect(await git('status', '--porcelain')).toBe('');
  expect(await git('log', '-1', '--format=%s')).toBe('Release 9.8.7');
  expect(await git('cat-file', '-t', 'v9.8.7')).toBe('tag');
  expect(await read('CHANGELOG.md')).toMatch(/^## 9\.8\.7 \([\d-]{10}\)\n\n- Count pages by the hour\n$/m);
  for (const name of ['package.json', 'client/package.json', 'compose.yaml', 'chart/Chart.yaml', 'README.md']) {
    expect(await read(name)).toContain('9.8.7');
  }
  expect(JSON.parse(await read('server/package.json'))).toMatchObject({
    dependencies: { '@copydesk/contract': '9.8.7' },
  });
  expect(JSON.parse(await read('package-lock.json'))).toMatchObject({
    version: '9.8.7',
    packages: { server: { version: '9.8.7', dependencies: { '@copydesk/tracker': '9.8.7' } } },
  });

  const files = await readdir(path.join(folder, 'dist/release'));
  const packages = ['', '-client', '-contract', '-node', '-tracker'].map((name) => `copydesk${name}-9.8.7.tgz`);
  expect(files.toSorted()).toEqual(['SHA256SUMS', ...packages, 'copydesk-9.8.7.cdx.json'].toSorted());
  for (const line of (await read('dist/release/SHA256SUMS')).trim().split('\n')) {
    const [sum, name = ''] = line.split('  ');
    const content = await readFile(path.join(folder, 'dist/release', name));
    expect(createHash('sha256').update(content).digest('hex')).toBe(sum);
  }
  const packed = await run('tar', '-xOf', 'dist/release/copydesk-client-9.8.7.tgz', 'package/package.json');
  expect(JSON.parse(packed.stdout)).toMatchObject({
    repository: { type: 'git', url: 'git+https://git.example.com/acme/copydesk.git', directory: 'client' },
  });
  expect(JSON.parse(await read('dist/release/copydesk-9.8.7.cdx.json'))).toMatchObject({ bomFormat: 'CycloneDX' });
});

test.each([
  ['9.8', 'is not a version'],
  ['0.0.1', 'is older than'],
])('%s is refused, and nothing changes', async (version, reason) => {
  await expect(release(version)).rejects.toThrow(reason);
  expect(await git('status', '--porcelain')).toBe('');
});

test('a work tree with changes is refused and keeps its changes', async () => {
  await writeFile(path.join(folder, 'note.txt'), 'mine');
  await expect(release('10.0.0')).rejects.toThrow('The work tree has changes');
  expect(await read('note.txt')).toBe('mine');
});
