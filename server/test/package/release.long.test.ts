import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { unpackCommand } from '../../../scripts/unpack-command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
/** What the release printed. */
let said: string;
/** The folder of the packed command, as if it were installed, and the names of its files. */
let installed: string;
let files: string[];

const Manifest = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()),
  bundleDependencies: z.array(z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

const fromElsewhere = /^package\/node_modules\/(?!@copydesk\/)/;

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

/** Makes a release of a copy of the repository, with a history of its own and the packages that npm has installed. */
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
  await git('tag', 'v0.0.9');
  await git('commit', '--quiet', '--allow-empty', '--message', 'Count pages by the hour');
  await git('remote', 'add', 'origin', 'git@git.example.com:acme/copydesk.git');
  ({ stdout: said } = await release('9.8.7', '--to', path.join(folder, 'dist/release')));
  // Root's PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const elsewhere = await mkdtemp(path.join(folder, 'dist/installed-'));
  ({ installed, files } = await unpackCommand(path.join(folder, 'dist/release/copydesk-9.8.7.tgz'), elsewhere));
}, 300_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('a release writes its version everywhere, and files with their checksums', async () => {
  expect(said).toContain('npm publish --provenance dist/release/copydesk-9.8.7.tgz');

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

  const released = await readdir(path.join(folder, 'dist/release'));
  const packages = ['', '-client', '-contract', '-node', '-tracker'].map((name) => `copydesk${name}-9.8.7.tgz`);
  expect(released.toSorted()).toEqual(['SHA256SUMS', ...packages, 'copydesk-9.8.7.cdx.json'].toSorted());
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

async function manifest(): Promise<z.infer<typeof Manifest>> {
  return Manifest.parse(JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')));
}

test('the package contains what it runs and shows, and nothing that only its developers need', () => {
  for (const name of [
    'bin/copydesk.js',
    'src/main.js',
    'src/main.js.map',
    // Programs that are started by name.
    'src/wiring/alone-program.js',
    'src/docs/parse-worker.js',
    'src/analytics/store/pack-worker.js',
    'src/workspace/search/search-worker.js',
    'src/workspace/programs/spawner-program.js',
    'src/postgres/migrations/0001_foundation.sql',
    'src/pages/assets/style/page.css',
    'src/http/script/script.js',
    'sample-site/index.mdx',
    'docs/.vitepress/config.js',
    'docs/getting-started.md',
    'docs/pictures/readers-dark.png',
    'systemd/copydesk.service',
    'README.md',
    'LICENSE',
    'node_modules/@copydesk/contract/index.d.ts',
    'node_modules/@copydesk/tracker/views.js',
  ]) {
    expect(files).toContain(`package/${name}`);
  }
  expect(files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
  const ours = files.filter((name) => !fromElsewhere.test(name));
  expect(ours.filter((name) => /\/(?:test|bench|chaos|scripts)\//.test(name))).toEqual([]);
});

test('the package contains each program that a module names by its source', async () => {
  const source = fileURLToPath(new URL('../../src/', import.meta.url));
  const modules = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const named = await Promise.all(
    modules.map(async (name) => {
      const text = await readFile(path.join(source, name), 'utf8');
      const found = text.matchAll(/(?<!`)new URL\('(\.{1,2}\/[^']+)\.ts', import\.meta\.url\)/g);
      return [...found].map(([, program = '']) => path.posix.join('package/src', path.dirname(name), `${program}.js`));
    }),
  );
  const programs = named.flat();
  expect(programs).toContain('package/src/workspace/programs/spawner-program.js');
  expect(programs.filter((name) => !files.includes(name))).toEqual([]);
});

test('the modules are joined into few files, whose source maps contain no folder of this machine', async () => {
  const source = path.join(installed, 'src');
  const names = await readdir(source, { recursive: true });
  const programs = names.filter((name) => name.endsWith('.js') && !/^(?:pages|http)\//.test(name));
  const joined = programs.filter((name) => names.includes(`${name}.map`));
  expect(joined.length).toBeLessThan(300);
  // What has no code of ours has no map: a file that only hands on, and the bundler's own functions.
  for (const name of programs.filter((one) => !joined.includes(one) && !one.includes('rolldown-runtime'))) {
    expect(await readFile(path.join(source, name), 'utf8')).toMatch(/^(?:(?:import|export) [^;]*;\n)+$/);
  }
  const sources = new Set<string>();
  for (const name of joined) {
    const map: unknown = JSON.parse(await readFile(path.join(source, `${name}.map`), 'utf8'));
    for (const one of z.object({ sources: z.array(z.string()) }).parse(map).sources) sources.add(one);
  }
  expect([...sources].filter((one) => !/^(?:server\/src|contract\/src|client\/src|node_modules)\//.test(one))).toEqual(
    [],
  );
  expect([...sources]).toContain('server/src/worker/work-job.ts');
});

test('the package runs no install script, and needs no other package of this repository', async () => {
  const { dependencies, bundleDependencies, optionalDependencies } = await manifest();
  expect(bundleDependencies).toEqual(Object.keys(dependencies));
  // Its install script downloads the binary.
  expect(Object.keys(dependencies)).not.toContain('node');
  // From the registry, as a release is published.
  expect(optionalDependencies).toMatchObject({ '@copydesk/node': '9.8.7' });
  expect(files.filter((name) => fromElsewhere.test(name) && /\.(?:map|node)$/.test(name))).toEqual([]);
  const whole: unknown = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
  expect(whole).not.toHaveProperty('scripts');
});

const importing = /(?:^(?:import|export|\}).*\bfrom |^import |\bimport\()["']([@a-z][\w@./:-]*)["']/gm;

test('the package contains everything that it imports', async () => {
  const source = path.join(installed, 'src');
  const programs = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.js'));
  const imported = new Set<string>();
  for (const name of programs) {
    const text = (await readFile(path.join(source, name), 'utf8')).replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '');
    for (const [, specifier] of text.matchAll(importing)) imported.add(specifier ?? '');
  }
  // A missing module, or one that reads a file which was left out, is reported by name.
  const program = `for (const name of ${JSON.stringify([...imported])}) {
    if (import.meta.resolve(name).startsWith('node:')) continue;
    if (!import.meta.resolve(name).startsWith(${JSON.stringify(pathToFileURL(installed).href)})) console.log(name);
    else if (!name.endsWith('.json')) await import(name);
  }`;
  expect(imported.size).toBeGreaterThan(50);
  await writeFile(path.join(installed, 'imports.js'), program);
  const { stdout } = await run(process.execPath, path.join(installed, 'imports.js'));
  expect(stdout).toBe('');
});

test('the installed package alone runs a job from the prompt to the pull request', { timeout: 180_000 }, async () => {
  const copydesk = path.join(installed, 'bin/copydesk.js');
  const env = { PATH: process.env.PATH, TZ: 'UTC' };
  const { name } = await manifest();
  expect(name).toBe('copydesk');
  const { stdout } = await promisify(execFile)(process.execPath, [copydesk, 'demo'], {
    cwd: path.dirname(installed),
    env,
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(stdout).toContain('prLink  http://127.0.0.1:');
  expect(stdout).toContain('files changed');
});
