import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CheckCoverage } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { docsFolder } from '../../src/manual/folder.ts';
import { runCommand } from '../operator/run-command.ts';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { findPinned } from '../support/pinned-packages.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const Checked = z.object({
  site: z.object({ label: z.string(), pages: z.number() }),
  problems: z.array(z.unknown()),
  coverage: CheckCoverage,
});

/** Returns the files of the docs, by their paths in a repository. */
function docsFiles(): Record<string, Uint8Array> {
  const entries = readdirSync(docsFolder(), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.posix.join('docs', path.relative(docsFolder(), file)), readFileSync(file)];
    }),
  );
}

test('Copydesk finds nothing broken in its own docs, and judges every link of them', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await repository.commit(docsFiles());
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const create = ['project', 'create', '--name', 'Docs', '--repository', repository.path, '--docs', 'docs'];
  expect((await runCommand(create, { env })).code).toBe(0);
  const check = async () => await runCommand(['project', 'check', 'Docs', '--json'], { env });
  const clean = Checked.parse(JSON.parse((await check()).out));
  expect(clean.problems).toEqual([]);
  expect(clean.site.label).toBe('VitePress');
  expect(clean.coverage).toMatchObject({ others: [], leftAlone: [] });
  expect(clean.site.pages).toBe(Object.keys(docsFiles()).filter((name) => name.endsWith('.md')).length);

  await repository.commit({ 'docs/debugging.md': '# Debugging\n\n[Gone](gone.md) and [none](installing.md#none)\n' });
  const broken = await check();
  expect(broken.code).toBe(1);
  expect(Checked.parse(JSON.parse(broken.out)).problems).toHaveLength(2);
});

test('VitePress builds the docs, and finds no dead link in them', { timeout: 600_000 }, async (context) => {
  const pinned = fileURLToPath(new URL('vitepress/', import.meta.url));
  const { folder, missing } = await findPinned({ pinned, name: 'copydesk-vitepress', what: 'VitePress' });
  context.skip(missing !== undefined, missing);
  await using site = await temporaryFolder();
  const docs = path.join(site.path, 'docs');
  await mkdir(docs);
  await cp(docsFolder(), docs, { recursive: true });
  await symlink(folder, path.join(site.path, 'node_modules'));
  const program = path.join(folder, 'vitepress/bin/vitepress.js');
  const build = async () => await promisify(execFile)(process.execPath, [program, 'build', 'docs'], { cwd: site.path });

  await build();
  const built = path.join(docs, '.vitepress/dist');
  const pages = (await readdir(built)).filter((name) => name.endsWith('.html') && name !== '404.html');
  expect(pages.toSorted()).toEqual(
    (await readdir(docs))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replace('.md', '.html'))
      .toSorted(),
  );
  const desk = await readFile(path.join(built, 'desk.html'), 'utf8');
  expect(desk).toMatch(/<img alt="The list of projects[^"]*" src="\/assets\/projects-light\.[\w-]+\.png">/);
  expect(desk).toContain('<meta name="description" content="The pages of Copydesk in a browser');

  await writeFile(path.join(docs, 'backup.md'), '# Backup\n\n[Gone](gone.md)\n');
  await expect(build()).rejects.toThrow(/dead link/i);
});
