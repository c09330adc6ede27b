import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { testFolder } from './support/git-repository.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Runs the project's linter on a small separate source tree; returns its complaints. */
async function lint(files: Record<string, string>): Promise<string> {
  await using folder = await testFolder();
  await Promise.all(
    ['oxlint.config.ts', 'rooms.ts', 'tsconfig.base.json', 'tsconfig.json', 'package.json'].map((name) =>
      cp(path.join(root, name), path.join(folder.path, name)),
    ),
  );
  await symlink(path.join(root, 'node_modules'), path.join(folder.path, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder.path, 'server/src', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const linted = run(process.execPath, [path.join(root, 'node_modules/oxlint/bin/oxlint')], { cwd: folder.path });
  return await linted.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

const lease = "export const lease = 'a lease';\nexport type Lease = string;\n";

describe('lint', () => {
  test('lets a room import what rooms.ts allows', async () => {
    const complaint = await lint({
      'jobs/lease.ts': lease,
      'worker/turn.ts': "import { lease } from '../jobs/lease.ts';\nexport const turn = `a turn on ${lease}`;\n",
    });
    expect(complaint).toBe('');
  });

  test.each([
    ['a value', "import { lease } from '../../jobs/lease.ts';\nexport const tool = lease;\n"],
    ['a type', "import type { Lease } from '../../jobs/lease.ts';\nexport const tool: Lease = 'mine';\n"],
    ['a value on its way elsewhere', "export { lease } from '../../jobs/lease.ts';\n"],
  ])('refuses %s from a room against the arrows, with what to do', async (_, tool) => {
    const complaint = await lint({ 'jobs/lease.ts': lease, 'agent/tools/tool.ts': tool });
    expect(complaint).toContain('agent/ may not import jobs/');
    expect(complaint).toContain('Declare what you need as an interface in agent/ports.ts');
  });

  test('lets a room that parses no request import the errors of the contract, but only types of its shapes', async () => {
    const types = "import type { Job } from '@copydesk/contract';\nexport type Page = Job;\n";
    const errors = "import { CopydeskError } from '@copydesk/contract/errors';\nexport const page = CopydeskError;\n";
    expect(await lint({ 'docs/types.ts': types, 'docs/page.ts': errors })).toBe('');
    const shapes = "import { CopydeskError } from '@copydesk/contract';\nexport const page = CopydeskError;\n";
    expect(await lint({ 'docs/page.ts': shapes })).toContain('import @copydesk/contract/errors');
  });

  test('refuses settings read anywhere but at the top', async () => {
    const complaint = await lint({
      'settings.ts': 'export const settings = 1;\n',
      'jobs/lease.ts': "import { settings } from '../settings.ts';\nexport const lease = settings;\n",
    });
    expect(complaint).toContain('take what they know by argument');
  });

  describe.each(['tracker', 'client'])('refuses that the %s', (library) => {
    test.each([
      ['the server', "import { lease } from '../../server/src/jobs/lease.ts';\nexport const view = lease;\n"],
      ['a package', "import { z } from 'zod';\nexport const view = z.string();\n"],
      ['Node', "import { createHash } from 'node:crypto';\nexport const view = createHash('md5');\n"],
    ])('imports %s', async (_, view) => {
      const complaint = await lint({ 'jobs/lease.ts': lease, [`../../${library}/src/view.ts`]: view });
      expect(complaint).toContain(`${library}/ may import nothing but itself`);
    });
  });

  // The linter's rule examines only import declarations. Packages, and files of the same room, may be loaded when they
  // are first needed.
  test('no room uses import() to bypass the lint rules', async () => {
    const source = path.join(root, 'server/src');
    const files = await readdir(source, { recursive: true });
    const elsewhere = ["import('../../jobs/a.ts')", "import('./../../jobs/a.ts')", 'import(name)', 'import(`./a.ts`)'];
    expect(importsBeyondRoom('http/routes/a.ts', elsewhere.join())).toHaveLength(elsewhere.length);
    const allowed = ["import('../jobs/a.ts')", "import('./a.ts')", "import('zod')"];
    expect(importsBeyondRoom('http/routes/a.ts', allowed.join())).toEqual([]);
    const inRooms = files.filter((file) => file.endsWith('.ts') && !/^(wiring|main)\b/.test(file));
    const loading = await Promise.all(
      inRooms.map(async (file) => importsBeyondRoom(file, await readFile(path.join(source, file), 'utf8'))),
    );
    expect(inRooms.length).toBeGreaterThan(100);
    expect(loading.flat()).toEqual([]);
  });

  test.each([
    ['of values', 'import', 'import'],
    ['of types', 'import type', 'import type'],
  ])('refuses a cycle %s', async (_, one, other) => {
    const complaint = await lint({
      'jobs/a.ts': `${one} { B } from './b.ts';\nexport class A {\n  b?: B;\n}\n`,
      'jobs/b.ts': `${other} { A } from './a.ts';\nexport class B {\n  a?: A;\n}\n`,
    });
    expect(complaint).toContain('import(no-cycle)');
  });
});

/** Returns what a file loads by `import()` that is neither a package nor in its own room, or cannot be known. */
function importsBeyondRoom(file: string, text: string): string[] {
  const [room] = file.split('/');
  return [...text.matchAll(/\bimport\(([^)]*)\)/g)].flatMap(([all, argument = '']) => {
    const name = /^'([^']+)'$/.exec(argument)?.[1];
    if (name === undefined) return [`${file}: ${all}`];
    const isElsewhere = name.startsWith('.') && path.posix.join(path.posix.dirname(file), name).split('/')[0] !== room;
    return isElsewhere ? [`${file}: ${all}`] : [];
  });
}
