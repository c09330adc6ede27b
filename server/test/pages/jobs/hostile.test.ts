import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendEvents } from '../../../src/jobs/events.ts';
import type { NewEvent } from '../../../src/jobs/events.ts';
import { accessibilityFaults } from '../../http/support/accessibility.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { testBrowser } from '../../support/browser.ts';

const script = '<script>window.hit = 1</script><img src=x onerror="window.hit = 1"><svg onload="window.hit = 1">';
const breakOut = `"'></textarea></title><style>*{display:none}</style><a href="javascript:window.hit=1">x</a>`;
const bidi = '\u202Egnp.exe\u2066 \u200b\u2069 \u0007';
const zalgo = `z${'\u0335\u0321\u0489\u036f'.repeat(200)}algo`;
const long = 'x'.repeat(100_000);

const evil: [string, string][] = [
  ['scripts', script],
  ['markup that breaks out', breakOut],
  ['characters that turn the direction', bidi],
  ['a pile of accents', zalgo],
  ['a line of 100,000 characters', long],
];

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  site = await startSite({
    services: () => ({
      readDiff: async () => ({
        baseCommit: null,
        headCommit: null,
        additions: 1,
        deletions: 1,
        files: evil.map(([, text], index) => ({
          path: `docs/${index}-${text.slice(0, 2_000)}.md`,
          oldPath: null,
          change: 'modified' as const,
          binary: false,
          additions: 1,
          deletions: 1,
          patch: `@@ -1,1 +1,1 @@ ${text}\n-${text}\n+${text}!\n`,
        })),
      }),
    }),
  });
  browser = await testBrowser();
  context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const [name = '', value = ''] = (await site.session('owner')).split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

/** A job that has this text wherever somebody else may put one. */
async function evilJob(text: string): Promise<string> {
  const { db } = site.api;
  const author = { kind: 'person' as const, id: 'per_evil', name: text.replaceAll('\0', '').slice(0, 5_000) };
  const { id } = await site.api.newJob({ project: site.docs, prompt: text.slice(0, 30_000), author });
  const tool = { tool: text.slice(0, 60), summary: `edit ${text}`, ok: true, result: text };
  const coverage = { site: null, links: 0, notJudged: [], others: [], leftAlone: [] };
  const events: NewEvent[] = [
    { type: 'message', data: { position: 1, prompt: text, from: { author: text, link: 'javascript:window.hit=1' } } },
    { type: 'turn_started', data: { turn: 1, baseCommit: text, branch: text, resumed: false } },
    {
      type: 'step',
      data: {
        step: 1,
        messages: [],
        text,
        tools: [tool, { ...tool, ok: false }],
        changedFiles: [text],
        usage: { inputTokens: 1, outputTokens: 1 },
      },
    },
    { type: 'noted', data: { detail: text } },
    {
      type: 'checked',
      data: {
        problems: [text, text],
        warnings: [text],
        repairRound: 1,
        contested: [{ problem: text, reason: text }],
        coverage,
      },
    },
    { type: 'pushed', data: { branch: text, commit: text } },
    { type: 'pull_request', data: { number: 7, link: 'javascript:window.hit=1', opened: true } },
    { type: 'conflict', data: { number: 7, baseRef: text, files: [text] } },
    {
      type: 'checks',
      data: {
        number: 7,
        commit: text,
        state: 'failed',
        running: 0,
        passed: 0,
        failed: 1,
        failing: [{ name: text, link: 'javascript:window.hit=1' }],
      },
    },
    { type: 'completed', data: { prLink: null, summary: text } },
  ];
  await db.transaction().execute(async (transaction) => await appendEvents(transaction, id, events));
  const messages = [
    { role: 'user', content: text },
    {
      role: 'assistant',
      content: [
        { type: 'text', text },
        {
          type: 'tool-call',
          toolCallId: 'a',
          toolName: 'edit_file',
          input: { path: text, edits: [{ old: text, new: `${text}!` }] },
        },
        { type: 'tool-call', toolCallId: 'b', toolName: text, input: { [text.slice(0, 200)]: text, deep: [text] } },
      ],
    },
    {
      role: 'tool',
      content: ['a', 'b'].map((toolCallId) => ({
        type: 'tool-result',
        toolCallId,
        toolName: 'x',
        output: { type: 'text', value: text },
      })),
    },
  ];
  await db
    .insertInto('job_step')
    .values({
      job_id: id,
      number: 1,
      turn: 1,
      messages: JSON.stringify(messages),
      tree: 'a',
      usage: '{}',
      finish_reason: 'stop',
      started_at: new Date(),
      finished_at: new Date(),
    })
    .execute();
  const bad = { name: text, link: 'javascript:window.hit=1' };
  const counts = { running: 0, passed: 0, failed: 1, skipped: 0 };
  const found = JSON.stringify({
    isWhole: true,
    counts,
    checks: [{ ...bad, state: 'failed', summary: text }],
    previews: [bad],
  });
  await db
    .insertInto('checked_commit')
    .values({
      job_id: id,
      commit: 'a'.repeat(40),
      number: 7,
      ask_after: new Date(),
      state: 'failed',
      found,
      listed: found,
    })
    .execute();
  await db
    .updateTable('job')
    .set({
      status: 'completed',
      pr_link: 'javascript:window.hit=1',
      model: text.slice(0, 200),
      branch: text,
      steps: 1,
      outcome: JSON.stringify({ kind: 'nothing_to_do', text: text.slice(0, 2_000) }),
    })
    .where('id', '=', id)
    .execute();
  return id;
}

describe.each(evil)('%s', (_name, text) => {
  test('neither run nor stick out, on any page of jobs', { timeout: 60_000 }, async () => {
    const id = await evilJob(text);
    const jobs = `${site.origin}/projects/${site.docs.id}/jobs`;
    const addresses = [
      '',
      `?q=${encodeURIComponent(text.slice(0, 150))}`,
      `/new?prompt=${encodeURIComponent(text.slice(0, 2_000))}`,
    ];
    const ofJob = ['', '?step=1', '?message=0', '/changes'].map((suffix) => `/${id}${suffix}`);
    for (const address of [...addresses, ...ofJob]) {
      const reply = await page.goto(jobs + address);
      expect([address, reply?.status()]).toEqual([address, 200]);
      for (const summary of await page.locator('.entry summary').all()) await summary.click();
      if (address === `/${id}`) await page.locator('.step-body').waitFor();
      expect([address, await page.evaluate('window.hit')]).toEqual([address, undefined]);
      expect([address, await stickingOut()]).toEqual([address, []]);
      expect(
        await page.locator('main script, main style, main img, main [onload], a[href^="javascript"]').count(),
      ).toBe(0);
      expect([address, await accessibilityFaults(page)]).toEqual([address, []]);
    }
  });
});

/** Where the page is wider than its window: what reaches beyond it, and neither scrolls nor is clipped by itself. */
async function stickingOut(): Promise<string[]> {
  return await page.evaluate<string[]>(`
    document.documentElement.scrollWidth === innerWidth ? [] : [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map(({ tagName, className, id }) => tagName + '.' + className + '#' + id).slice(0, 12)
  `);
}

test('what turns the direction is named where it stands', async () => {
  const id = await evilJob(bidi);
  await page.goto(`${site.origin}/projects/${site.docs.id}/jobs/${id}`);
  expect(await page.locator('h1 .hidden-character').allInnerTexts()).toEqual([
    'U+202E',
    'U+2066',
    'U+200B',
    'U+2069',
    'U+0007',
  ]);
  expect(await page.title()).toContain('[U+202E]gnp.exe');
});
