import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { unpackCommand } from '../../../scripts/unpack-command.ts';

const run = promisify(execFile);

let folder: string;
/** The folder of the packed files, as if they were installed. */
let installed: string;
let files: string[];

const Manifest = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()),
  bundleDependencies: z.array(z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

const fromElsewhere = /^package\/node_modules\/(?!@copydesk\/)/;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'copydesk-packed-')));
  ({ installed, files } = await unpackCommand(folder));
}, 240_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
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
  expect(programs.length).toBeLessThan(300);
  expect(names.filter((name) => name.endsWith('.js.map')).sort()).toEqual(programs.map((name) => `${name}.map`).sort());
  const sources = new Set<string>();
  for (const name of programs) {
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
  expect(Object.keys(optionalDependencies)).toContain('@copydesk/node');
  expect(files.filter((name) => fromElsewhere.test(name) && /\.(?:map|node)$/.test(name))).toEqual([]);
  const whole: unknown = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
  expect(whole).not.toHaveProperty('scripts');
});

const importing = /(?:^(?:import|export|\}).*\bfrom |^import |\bimport\()'([@a-z][\w@./:-]*)'/gm;

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
  const { stdout } = await run(process.execPath, [path.join(installed, 'imports.js')]);
  expect(stdout).toBe('');
});

test('the installed package alone runs a job from the prompt to the pull request', { timeout: 180_000 }, async () => {
  const copydesk = path.join(installed, 'bin/copydesk.js');
  const env = { PATH: process.env.PATH, TZ: 'UTC' };
  const { name } = await manifest();
  expect(name).toBe('copydesk');
  const { stdout } = await run(process.execPath, [copydesk, 'demo'], { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 });
  expect(stdout).toContain('prLink  http://127.0.0.1:');
  expect(stdout).toContain('files changed');
});
