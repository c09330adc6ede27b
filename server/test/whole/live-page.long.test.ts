import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createJob } from '../../src/jobs/request/create.ts';
import { appendEvents } from '../../src/jobs/events.ts';
import { createPerson } from '../../src/people/people.ts';
import { createSession } from '../../src/people/sessions.ts';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { createProject } from '../../src/projects/project.ts';
import { testBrowser } from '../support/browser.ts';
import type { TestBrowser } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { testFolder } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine, ServerProcess } from '../support/server-process.ts';

// A busy machine is slow.
vi.setConfig({ testTimeout: 120_000 });

const stack = new AsyncDisposableStack();
let database: TestDatabase;
let copydesk: CommandLine;
let server: ServerProcess;
let browser: TestBrowser;
let page: Page;
let jobId: string;
let steps = 0;

beforeAll(async () => {
  database = stack.use(await testDatabase());
  const folder = stack.use(await testFolder());
  copydesk = await commandLine({ COPYDESK_DATA_DIR: folder.path, DATABASE_URL: database.url });
  browser = stack.use(await testBrowser());
  server = await serve();
  page = await openJob();
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await stack.disposeAsync();
});

/** The test itself makes the steps, so no worker may work on the job. */
async function serve(): Promise<ServerProcess> {
  return await copydesk.serve('--no-worker');
}

/** Opens the page of an active job, as a signed-in person sees it. */
async function openJob(): Promise<Page> {
  const { db } = database;
  const now = new Date();
  // The server creates it too, at some moment after it is ready.
  const organisationId = await defaultOrganisation(db);
  const repository = { repositoryKind: 'path' as const, repository: '/nowhere', ref: 'main' };
  const project = await createProject(db, { organisationId, name: 'Handbook', ...repository });
  const { sourceRepository, baseRef, model } = { sourceRepository: 'x', baseRef: 'main', model: 'builtin/copyeditor' };
  const { job } = await createJob(db, { project, prompt: 'Look at it', model, sourceRepository, baseRef, now });
  jobId = job.id;
  const person = await createPerson(db, { organisationId, name: 'Ann Example', role: 'viewer' });
  const { sessionToken } = await createSession(db, person.id, { now });
  const context = await browser.newContext();
  await context.addCookies([{ name: 'copydesk_session', value: `person.${sessionToken}`, url: server.url }]);
  const opened = await context.newPage();
  await opened.goto(`${server.url}/projects/${project.id}/jobs/${job.id}`);
  await opened.evaluate('window.wasHere = true');
  return opened;
}

async function step(): Promise<void> {
  steps += 1;
  const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: null, cacheWriteTokens: null };
  const data = { step: steps, messages: [], text: `Step ${steps}.`, tools: [], changedFiles: [], usage };
  await database.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('job').set({ steps }).where('id', '=', jobId).execute();
    await appendEvents(transaction, jobId, [{ type: 'step', data }]);
  });
}

/** Returns every step of the page in order; those out of sight have no inner text. */
async function shown(): Promise<string[]> {
  return await page.locator('.transcript .entry.step .said').allTextContents();
}

const all = () => Array.from({ length: steps }, (_, index) => `Step ${index + 1}.`);
const away = () => page.getByText('The server does not answer.');

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'an open page shows that the server ended by %s is away, and then shows the steps that it missed',
  async (signal) => {
    await step();
    await expect.poll(shown, { timeout: 30_000 }).toEqual(all());
    expect(await away().isVisible()).toBe(false);
    await server.end(signal);
    await away().waitFor();
    for (let count = 0; count < 60; count += 1) await step();
    server = await serve();
    await expect.poll(shown, { timeout: 30_000 }).toEqual(all());
    await away().waitFor({ state: 'hidden' });
    await step();
    await expect.poll(shown, { timeout: 30_000 }).toEqual(all());
    expect(await page.evaluate('window.wasHere')).toBe(true);
  },
);

test('a page shows each step once although the server restarts while steps arrive', async () => {
  const restarted = server.end('SIGTERM').then(async () => (server = await serve()));
  const isOver = restarted.then(() => true);
  while (!(await Promise.race([isOver, setTimeout(20, false)]))) await step();
  await restarted;
  await expect.poll(shown, { timeout: 30_000 }).toEqual(all());
  await away().waitFor({ state: 'hidden' });
  expect(await page.evaluate('window.wasHere')).toBe(true);
});
