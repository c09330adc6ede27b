import { JobPages } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '../../http/support/accessibility.ts';
import { testBrowser } from '../../support/browser.ts';
import type { ScriptedStep } from '../../support/scripted-model.ts';
import { jobSite } from './job-site.ts';
import type { JobSite } from './job-site.ts';

const files = {
  'mkdocs.yml': 'site_name: Example\nnav:\n  - index.md\n  - guide.md\n',
  'docs/index.md': '# Home\n\nSee [the guide](guide.md).\n',
  'docs/guide.md': '# Guide\n\nInstall it.\n\n![The window](window.png)\n',
  'docs/window.png': new Uint8Array([137, 80, 78, 71]),
};

const change: ScriptedStep[] = [
  { calls: [{ tool: 'read_file', input: { path: 'docs/guide.md' } }] },
  {
    calls: [
      {
        tool: 'edit_file',
        input: {
          path: 'docs/guide.md',
          edits: [
            { old: 'Install it.', new: 'Install it, and go [here](index.md).\n\n<script>window.hit = 1</script>' },
          ],
        },
      },
    ],
  },
  { text: 'Say where to go\n\nThe guide leads home.' },
  { text: 'Say where to go\n\nThe guide leads home.' },
];

let site: JobSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let address: string;
beforeAll(async () => {
  site = await jobSite((call) => change[call] ?? { text: 'done' }, files);
  browser = await testBrowser();
  const { id } = await site.api.newJob({ project: site.docs, prompt: 'Say where to go' });
  await site.api.db.updateTable('project').set({ page_code: 'allow' }).where('id', '=', site.docs.id).execute();
  address = site.jobs(`/${id}/pages`);
  await settled(id);
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

async function settled(id: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const job = await site.api.db.selectFrom('job').select(['status', 'error']).where('id', '=', id).executeTakeFirst();
    if (job?.status === 'completed') return;
    if (job?.status === 'failed') throw new Error(JSON.stringify(job.error));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the job has not ended');
}

async function json(query = ''): Promise<JobPages> {
  const headers = { accept: 'application/json', authorization: `Bearer ${await site.newKey()}` };
  const reply = await fetch(`${site.origin}${address}${query}`, { headers });
  expect(reply.status).toBe(200);
  return JobPages.parse(await reply.json());
}

test('the changed pages are listed as readers get them, before and after', async () => {
  const { pages, pagesInAll, warnings } = await json();
  expect(pagesInAll).toBe(1);
  expect(pages).toMatchObject([
    {
      path: 'docs/guide.md',
      before: { text: null, lost: [{ kind: 'image', line: 5, name: 'window.png' }] },
      after: { text: null, lost: [{ kind: 'image', line: 7, name: 'window.png' }] },
      why: null,
    },
  ]);
  expect(warnings.map(({ rule, path, line }) => [rule, path, line])).toStrictEqual([
    ['link-words', 'docs/guide.md', 3],
  ]);
});

test('a page that is named is returned with its text', async () => {
  const { pages, pagesInAll } = await json(`?path=${encodeURIComponent('docs/guide.md')}`);
  expect(pagesInAll).toBe(1);
  expect(pages[0]?.before?.text).toBe(files['docs/guide.md']);
  expect(pages[0]?.after?.text).toBe('# Guide\n\nInstall it, and go [here](index.md).\n\n![The window](window.png)\n');
  expect((await json('?path=docs/index.md')).pages).toStrictEqual([]);
});

const switchOff = async (rules: string[]) =>
  await site.api.db.updateTable('project').set({ readability_off: rules }).where('id', '=', site.docs.id).execute();

test('a rule that the project switched off gives no warnings', async () => {
  await switchOff(['link-words', 'a-rule-of-a-later-version']);
  expect((await json()).warnings).toStrictEqual([]);
  await switchOff([]);
});

test('people see both versions on an accessible page', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(site.origin + (await site.signInLink('Ann Example', address)));
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
  await page.getByRole('heading', { name: '1 page', exact: true }).waitFor();
  expect(await page.locator('main').innerText()).toMatch(/1 image[\s\S]*1 new warning[\s\S]*link-words/);
  expect(await accessibilityFaults(page)).toStrictEqual([]);
  await page.getByRole('link', { name: 'docs/guide.md' }).first().click();
  await page.getByRole('heading', { name: 'As AI readers get it' }).waitFor();
  expect(await page.locator('#agent-text').innerText()).toContain('go [here](index.md)');
  expect(await page.locator('.preview').innerText()).toContain('Install it, and go here.');
  expect(await page.evaluate('window.hit')).toBeUndefined();
  expect(await accessibilityFaults(page)).toStrictEqual([]);
  await page.getByRole('link', { name: 'Show it as it was before' }).click();
  await page.getByRole('link', { name: 'Show it as the job leaves it' }).waitFor();
  expect(await page.locator('#agent-text').innerText()).not.toContain('here');
  await context.close();
});

test('a page that the job does not change is not found', async () => {
  const cookie = await site.session('viewer');
  const reply = await fetch(`${site.origin}${address}?path=docs/index.md`, {
    headers: { accept: 'text/html', cookie },
  });
  expect(reply.status).toBe(404);
});
