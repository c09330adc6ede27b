import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testBrowser } from '../../support/browser.ts';
import type { ScriptedStep } from '../../support/scripted-model.ts';
import { jobSite } from './job-site.ts';
import type { JobSite } from './job-site.ts';

let site: JobSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;
let complaints: string[] = [];

const files = {
  'docs/index.md': '# Welcome\n\nStart with the [guide](guide.md).\n',
  'docs/guide.md': '# Guide\n\nUse Acme Cloud.\n\n## Set up\n\nRun it.\n',
};
const read = { tool: 'read_file', input: { path: 'docs/guide.md' } };
const edit = (from: string, to: string) => ({
  tool: 'edit_file',
  input: { path: 'docs/guide.md', edits: [{ old: from, new: to }] },
});

/** The model's next answers; a call waits until one exists. */
const answers: ScriptedStep[] = [];
let more = Promise.withResolvers<void>();
function answer(...steps: ScriptedStep[]): void {
  answers.push(...steps);
  more.resolve();
}

beforeAll(async () => {
  site = await jobSite(async () => {
    while (answers.length === 0) {
      await more.promise;
      more = Promise.withResolvers();
    }
    return answers.shift() ?? { text: 'done' };
  }, files);
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  answer({ text: 'done' });
  await site[Symbol.asyncDispose]();
});
afterEach(async () => {
  await context.close();
  // The content security policy refused nothing, and everything loaded.
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

async function open(options: Parameters<typeof browser.newContext>[0] = {}): Promise<void> {
  context = await browser.newContext(options);
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

async function signIn(path: string): Promise<void> {
  await page.goto(site.origin + (await site.signInLink('Ann Example', path)));
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
}

const entry = (text: string) => page.locator('.transcript .entry').filter({ hasText: text });

describe('a job from its start to its end', () => {
  test('is started, watched live, read, followed up and archived on its page', async () => {
    await open();
    await signIn(site.jobs());
    await page.getByRole('link', { name: 'New job' }).click();
    await page.getByLabel('What must be done?').fill('Say Acme Platform\nin the guide');
    await page.getByRole('button', { name: 'Start the job' }).click();
    expect(new URL(page.url()).pathname).toMatch(/\/jobs\/job_\w{26}$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Say Acme Platform…');
    await page.evaluate('window.wasHere = true');

    answer({ text: 'I look at the guide.', calls: [read] });
    await entry('Read docs/guide.md').waitFor();
    expect(await entry('Read docs/guide.md').innerText()).toContain('I look at the guide.');
    await entry('Read docs/guide.md').locator('summary').click();
    await page.locator('.step-body .result', { hasText: 'Use Acme Cloud.' }).waitFor();

    answer({ calls: [edit('Acme Cloud', 'Acme Platform')] });
    await entry('Edited docs/guide.md').locator('summary').click();
    await page.locator('.step-body ins', { hasText: 'Platform' }).waitFor();
    await page.locator('#job-changes ins', { hasText: 'Platform' }).waitFor();

    answer({ text: 'Say Acme Platform\n\nThe guide says Acme Platform now.' });
    await page.locator('.job-state.changed').waitFor();
    expect(await page.locator('.job-banner').innerText()).toMatch(/Open\s+Pull request #1/);
    expect(await page.locator('#job-aside').innerText()).toMatch(/Steps\s+3[\s\S]*Cost\s+\$0\.0[56]/);
    expect(await page.locator('#job-aside').innerText()).toMatch(/Problems of the change[\s\S]*no problem/);
    expect(await page.evaluate('window.wasHere')).toBe(true);

    await page.getByLabel('Follow up').fill('And in the title');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await entry('And in the title').waitFor();
    expect(await page.locator('.job-state').first().innerText()).toBe('At work');
    answer({ calls: [read, edit('# Guide', '# Guide to Acme Platform')] }, { text: 'Done.' });
    await page.locator('.job-state.changed').waitFor();
    await entry('Pull request #1 updated').waitFor();

    await page.locator('summary', { hasText: 'Archive' }).click();
    await page.getByRole('button', { name: 'Archive for good' }).click();
    expect(await page.locator('.job-state').first().innerText()).toBe('Archived');
    expect(await page.getByLabel('Follow up').count()).toBe(0);
  });

  test('does the same without scripts', async () => {
    await open({ javaScriptEnabled: false });
    await signIn(site.jobs('/new'));
    await page.getByLabel('What must be done?').fill('Say Start instead of Run');
    await page.getByRole('button', { name: 'Start the job' }).click();
    answer({ calls: [read] }, { calls: [edit('Run it', 'Start it')] }, { text: 'Say Start' });
    const reload = async () => {
      await page.reload();
      return await page.locator('.job-state').first().innerText();
    };
    await expect.poll(reload, { timeout: 20_000 }).toBe('Completed');
    await entry('Edited docs/guide.md').locator('summary').click();
    await page.getByRole('link', { name: 'All of step 2' }).click();
    expect(await page.locator('tr.i .c').allInnerTexts()).toEqual(['Start it']);
    await page.getByRole('link', { name: 'Back to the job' }).click();
    await page.getByRole('link', { name: 'What it has changed', exact: true }).click();
    expect(await page.locator('tr.i .c').allInnerTexts()).toEqual(['Start it.']);
    expect(await page.locator('.sections').innerText()).toContain('Guide › Set up');
    await page.getByRole('link', { name: 'Back to the job' }).click();
    await page.getByLabel('Follow up').fill('Look again');
    await page.getByRole('button', { name: 'Send the message' }).click();
    answer({ text: 'Which page do you mean?' });
    await expect.poll(reload, { timeout: 20_000 }).toBe('Completed');
    await page.locator('summary', { hasText: 'Archive' }).click();
    await page.getByRole('button', { name: 'Archive for good' }).click();
    expect(await page.locator('.job-state').first().innerText()).toBe('Archived');
  });
});
