import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CheckCoverage } from '@copydesk/contract';
import Ajv from 'ajv-draft-04';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pages, testSite } from '../sitemap/site.ts';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const Checked = z.object({
  site: z.object({ kind: z.string(), label: z.string(), isRecognised: z.boolean(), pages: z.number() }),
  problems: z.array(z.object({ rule: z.string(), path: z.string(), line: z.number() })),
  coverage: CheckCoverage,
});

const Sarif = z.object({
  runs: z.tuple([z.object({ results: z.array(z.object({ ruleId: z.string(), locations: z.array(z.unknown()) })) })]),
});

const broken = {
  'mkdocs.yml': 'site_name: Handbook\n',
  'docs/index.md': '# Handbook\n\n[Install](<a b/install.md>) and [gone](gone.md), [a site](/elsewhere/)\n',
  'docs/a b/install.md': '# Install\n\n[Back](../index.md#none)\n',
  'docs/notes.rst': 'Notes\n',
};

test('the current docs of a branch are checked, and printed as a table, as JSON and as SARIF', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await repository.commit(broken);
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const project = async (...argv: string[]) => await runCommand(['project', ...argv], { env });
  const created = await project('create', '--name', 'Handbook', '--repository', repository.path);
  expect(created.out).toMatch(/\nMkDocs, 2 pages\.\nNot checked: 1 file of reStructuredText\.\n/);

  const table = await project('check', 'Handbook');
  expect(table.code).toBe(1);
  expect(table.out).toMatch(
    /docs\/index\.md\n +3 {2}error +The link leads to docs\/gone\.md, which does not exist \(gone\.md\)\./,
  );
  expect(table.out).toContain("not judged: 1 of 4 links, because addresses from the top are the web server's");
  expect(table.out).toMatch(/2 errors and 0 warnings; 1 of \d links could not be judged\.\n$/);
  expect(table.err).toMatch(/MkDocs, 2 pages, main at [0-9a-f]{10}\./);

  const json = Checked.parse(JSON.parse((await project('check', 'Handbook', '--json')).out));
  expect(json.site).toEqual({
    kind: 'mkdocs',
    label: 'MkDocs',
    isRecognised: true,
    pages: 2,
  });
  expect(json.coverage).toMatchObject({ others: [], leftAlone: [{ kind: 'reStructuredText', files: 1 }] });
  expect(json.problems.map(({ rule, path: at, line }) => `${at}:${line} ${rule}`)).toEqual([
    'docs/a b/install.md:3 anchor-broken',
    'docs/index.md:3 link-broken',
  ]);

  const sarif: unknown = JSON.parse((await project('check', 'Handbook', '--format', 'sarif')).out);
  const validate = new Ajv.default({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
    await sarifSchema(),
  );
  expect(validate(sarif) ? [] : validate.errors).toEqual([]);
  expect(Sarif.parse(sarif).runs[0].results.map(({ locations }) => JSON.stringify(locations))).toEqual([
    expect.stringContaining('"uri":"docs/a%20b/install.md"'),
    expect.stringContaining('"uri":"docs/index.md"'),
  ]);

  await repository.commit({
    ...broken,
    'docs/index.md': '# Handbook\n\n[Install](<a b/install.md>)\n',
    'docs/a b/install.md': '# Install\n',
  });
  const clean = await project('check', 'Handbook');
  expect(clean).toMatchObject({
    code: 0,
    out: 'not checked: 1 file of reStructuredText\nNo problem was found. The only link was judged; there are no broken links.\n',
  });
  expect(await project('check', 'Handbook', '--ref', 'none')).toMatchObject({
    code: 1,
    err: expect.stringContaining('none'),
  });

  await repository.commit({ '.vale.ini': 'StylesPath = styles\n' });
  expect((await project('check', 'Handbook')).out).toContain(
    'style not checked: Vale does not run here; jobs are checked by .vale.ini where the server has --vale\n',
  );
});

/** Returns the schema of SARIF 2.1.0 as its authors publish it. */
async function sarifSchema(): Promise<object> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@microsoft/jest-sarif/package.json'));
  const text = await readFile(path.join(folder, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

test('the sitemap of the published site reports pages that no file makes', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await using site = await testSite();
  site.answers['/sitemap.xml'] = pages(`${site.url}/`, `${site.url}/api/one/`);
  await repository.commit({
    'mkdocs.yml': 'site_name: x\nplugins:\n  - unheard-of\n',
    'docs/index.md': '# Home\n\n[One](api/one/)\n',
  });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const allowed = { ...env, COPYDESK_PRIVATE_NETWORKS: '127.0.0.0/8' };
  await runCommand(['project', 'create', '--name', 'Handbook', '--repository', repository.path], { env });
  await runCommand(['project', 'set', 'Handbook', '--site-url', site.url], { env });

  const refused = await runCommand(['project', 'check', 'Handbook'], {
    env: { ...env, COPYDESK_DATA_DIR: path.join(folder.path, 'other') },
  });
  expect(refused.err).toContain('1 page');
  expect(refused.out).toContain('not judged: 1 of 1 link, because the plugin unheard-of may add or move pages');
  expect(refused.out).toMatch(
    /\nThe sitemap of http:\/\/127\.0\.0\.1:\d+ was not used: the host leads to an address that is not public; .*COPYDESK_PRIVATE_NETWORKS\.\n/,
  );
  expect(site.asked).toEqual([]);
  expect(await runCommand(['project', 'check', 'Handbook'], { env: allowed })).toMatchObject({
    code: 0,
    out: 'No problem was found. The only link was judged; there are no broken links.\n',
  });
  // Cached for a day, for all processes.
  await runCommand(['project', 'check', 'Handbook', '--format', 'sarif'], { env: allowed });
  expect(site.asked).toEqual(['/sitemap.xml']);
});
