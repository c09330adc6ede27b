import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testBrowser } from '../support/browser.ts';
import type { TestBrowser } from '../support/browser.ts';
import { testFolder, testRepository } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await testBrowser();
});
afterAll(() => browser.close());

const Started = z.object({ ownerLink: z.url() });
const password = 'correct horse battery';

/** Two lines of a log in the combined format, dated yesterday: a person and an agent on one page. */
function accessLog(): string {
  const day = new Date(Date.now() - 86_400_000).toUTCString();
  const [, date = '', month = '', year = ''] = /(\d\d) (\w{3}) (\d{4})/.exec(day) ?? [];
  const line = (address: string, agent: string) =>
    `${address} - - [${date}/${month}/${year}:12:00:00 +0000] "GET /guide HTTP/1.1" 200 512 "-" "${agent}"\n`;
  const people = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0';
  return (
    line('192.0.2.1', people) + line('192.0.2.2', 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)')
  );
}

test.each([true, false])(
  'the pages lead from an empty folder to a merged change, reader numbers and a viewer (script: %s)',
  { timeout: 180_000 },
  async (javaScriptEnabled) => {
    await using folder = await testFolder();
    await using repository = await testRepository({ bare: true });
    await repository.commit({ 'docs/guide.md': '# Guide\n\nUse Acme Cloud.\n' });
    const copydesk = await commandLine({
      COPYDESK_DATA_DIR: folder.path,
      COPYDESK_LOG_LEVEL: 'silent',
      COPYDESK_REPOSITORY_FOLDERS: repository.path,
    });
    await using server = await copydesk.serve('--json');
    await expect.poll(server.output).toContain('}\n');
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();

    // Create the owner.
    await page.goto(Started.parse(JSON.parse(server.output())).ownerLink);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create the account' }).click();

    // Create a project, after a look at its repository.
    await page.goto(`${server.url}/projects/new`);
    await page.getByLabel('Address of the repository').fill(repository.path);
    await page.getByRole('button', { name: 'Look at it' }).click();
    expect(await page.locator('main').innerText()).toContain('1 page');
    await page.getByLabel('Name', { exact: true }).fill('Guide');
    await page.getByRole('button', { name: 'Make the project' }).click();
    const projectId = z.string().parse(/prj_\w{22}/.exec(page.url())?.[0]);
    const project = `${server.url}/projects/${projectId}`;

    // Create a key, and send a request with it.
    await page.goto(`${server.url}/keys`);
    expect(await page.locator('main').innerText()).toContain(projectId);
    await page.getByLabel('Name', { exact: true }).fill('laptop');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const token = await page.locator('#new-token').innerText();
    const withKey = { headers: { authorization: `Bearer ${token}` } };
    expect((await fetch(`${server.url}/v2/agent/${projectId}/jobs`, withKey)).status).toBe(200);

    // Create a job, send a follow-up, and merge.
    await page.goto(`${project}/jobs/new`);
    await page.getByLabel('What must be done?').fill('Replace "Acme Cloud" with "Acme Platform"');
    await page.getByRole('button', { name: 'Start the job' }).click();
    await ended(page, javaScriptEnabled);
    await page.getByLabel('Follow up').fill('Rename "Guide" to "Handbook"');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await page.locator('.transcript .entry', { hasText: 'Handbook' }).first().waitFor();
    await ended(page, javaScriptEnabled);
    await page.getByRole('link', { name: 'Pull request #1' }).first().click();
    expect(await page.locator('tr.i .c').allInnerTexts()).toEqual(['# Handbook', 'Use Acme Platform.']);
    await page.getByRole('button', { name: 'Merge' }).first().click();
    expect(await page.locator('.standing').innerText()).toMatch(/Merged[\s\S]*merged by\s+Ada/);
    expect(await repository.git('show', 'main:docs/guide.md')).toBe('# Handbook\n\nUse Acme Platform.');

    // Import readers from a log.
    const log = path.join(folder.path, 'access.log');
    await writeFile(log, accessLog());
    await copydesk.json('views', 'import', log, '--project', 'Guide');
    await page.goto(`${project}/readers?range=7d`);
    expect(await page.locator('.totals').innerText()).toMatch(/People\s+1\s[\s\S]*AI\s+1\s[\s\S]*Total\s+2/);
    await page.getByRole('link', { name: '/guide' }).click();
    await page.getByRole('link', { name: 'Replace "Acme Cloud" with "Acme Platform"' }).click();
    expect(page.url()).toContain('/jobs/job_');

    // A viewer may read, but change nothing, neither by a page nor by the API.
    await page.goto(`${server.url}/people`);
    await page.getByRole('link', { name: 'Invite somebody' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Vic');
    await page.getByLabel('Viewer').check();
    await page.getByRole('button', { name: 'Create the invitation' }).click();
    const invitation = z.string().parse(/http:\S+\/sign-in\/\w{43}/.exec(await page.locator('main').innerText())?.[0]);
    await guestChangesNothing(invitation, { project, projectId, server: server.url, javaScriptEnabled });

    // The owner signs in with the password, and finds all of it in the audit log.
    await page.context().clearCookies();
    await page.goto(`${server.url}/audit`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const audit = await page.locator('main').innerText();
    for (const entry of [
      'signed in',
      'invited',
      'merged',
      'sent a message to',
      'started a job',
      'made the API key',
      'created the project',
    ]) {
      expect(audit).toContain(entry);
    }
    await page.context().close();
  },
);

/** Waits for the end of a job on its page: the page updates by itself, or when it is reloaded. */
async function ended(page: Page, isLive: boolean): Promise<void> {
  const state = async () => {
    if (!isLive) await page.reload();
    return await page.locator('.job-state').first().innerText();
  };
  await expect.poll(state, { timeout: 60_000, interval: 300 }).toBe('Completed');
}

async function guestChangesNothing(
  invitation: string,
  of: { project: string; projectId: string; server: string; javaScriptEnabled: boolean },
): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: of.javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(invitation);
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
  await page.goto(of.project);
  expect(await page.getByRole('link', { name: 'New job' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  for (const address of [
    `${of.project}/jobs/new`,
    `${of.project}/settings`,
    `${of.server}/keys`,
    `${of.server}/people`,
  ]) {
    expect([address, (await page.goto(address))?.status()]).toEqual([address, 403]);
  }
  const sent = await page.request.post(`${of.server}/v2/agent/${of.projectId}/job`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { prompt: 'Fix broken links' },
  });
  expect(sent.status()).toBe(403);
  await context.close();
}
