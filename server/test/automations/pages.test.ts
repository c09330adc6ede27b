import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dryRun } from '../../src/automations/dry-run.ts';
import { addContextRepository } from '../../src/projects/connection/context-repositories.ts';
import type { Project } from '../../src/projects/project.ts';
import { readers, viewOf } from '../analytics/support/views.ts';
import { countViews } from '../http/support/views.ts';
import { testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { automationRig, settle } from './rig.ts';
import type { AutomationRig } from './rig.ts';

let rig: AutomationRig;
let docs: TestRepository;
let product: TestRepository;
let project: Project;

const day = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * day);

beforeAll(async () => {
  docs = await testRepository({ bare: true });
  product = await testRepository({ bare: true });
  rig = await automationRig();
  await sql`update project set repository = ${docs.path}`.execute(rig.db);
  project = await rig.projectNow();
  const pages = ['old', 'older', 'unread', 'young', 'scheduler'].map((name) => [`${name}.md`, `# ${name}\n`]);
  const translated = { 'de/old.md': '# alt\n', 'fr/old.md': '# vieux\n', 'de/young.md': '# jung\n' };
  await docs.commit({ ...Object.fromEntries(pages), ...translated }, { at: daysAgo(400) });
  await docs.commit({ 'scheduler.md': '# Scheduler\n\nThe `scheduler` runs.\n' }, { at: daysAgo(380) });
  await docs.commit({ 'old.md': '# Old, again\n' }, { at: daysAgo(300) });
  await docs.commit({ 'fr/old.md': '# vieux, encore\n' }, { at: daysAgo(290) });
  await docs.commit({ 'young.md': '# young, again\n' }, { at: daysAgo(5) });
  for (const days of [370, 360, 350, 340]) {
    await product.commit({ 'src/scheduler.ts': `export const days = ${days};\n` }, { at: daysAgo(days) });
  }
  const context = { name: 'product', repositoryKind: 'path' as const, repository: product.path, ref: null };
  await addContextRepository(rig.db, rig.project.id, context);
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await docs[Symbol.asyncDispose]();
  await product[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await sql`delete from automation`.execute(rig.db);
});

const seen = (path: string, count: number) =>
  Array.from({ length: count }, () => viewOf({ path, reader: readers.person, at: Date.now() - day }));

async function materialOf(id: string): Promise<string> {
  return (await rig.prompts(await rig.jobOf(id))).at(-1) ?? '';
}

test('a project without page views has no most-read pages, and the run reports it', async () => {
  const { id } = await rig.create({ trigger: { kind: 'read_most' } });
  await rig.letTimeCome(id);
  await rig.look();
  expect(await rig.runs(id)).toMatchObject([
    { decision: 'nothing', why: expect.stringContaining('The project collects no page views') },
  ]);
});

test('pages are chosen by views, age and changes of the product that they mention', async () => {
  const views = [...seen('/old', 40), ...seen('/older', 20), ...seen('/young', 90), ...seen('/scheduler', 15)];
  await countViews({ db: rig.db, project }, views);
  const trigger = { kind: 'read_most' as const, pages: 2, minViews: 10, minAgeDays: 200 };
  const { id } = await rig.create({ trigger });
  await rig.letTimeCome(id);
  await rig.look();
  const material = await materialOf(id);
  // 15 views × 380 days × 5 against 40 × 300 and 20 × 400.
  expect(material).toMatch(
    /scheduler\.md {2}\(15 views in 30 days, not changed for 380 days, 4 changes[\s\S]*old\.md {2}\(40 views/,
  );
  expect(material).not.toMatch(/older|young|unread/);
  await settle(rig.db, await rig.jobOf(id), 'merged');
  await rig.letTimeCome(id);
  await rig.look();
  expect(await materialOf(id)).toMatch(/older\.md/);
  await settle(rig.db, await rig.jobOf(id), 'merged');
  await rig.letTimeCome(id);
  await rig.look();
  expect((await rig.runs(id)).at(-1)).toMatchObject({
    decision: 'nothing',
    why: expect.stringContaining('No page with 10 views'),
  });
  const reported = await dryRun(rig.services, await rig.read(id), { project, now: new Date() });
  expect(reported.notes.join(' ')).toContain('the pages and views of today');
});

test('each language gets a job and a pull request of its own with its outdated translations, each once', async () => {
  const { id } = await rig.create({ trigger: { kind: 'translations' } });
  await rig.letTimeCome(id);
  await rig.look();
  const [german, ...others] = await rig.runs(id);
  expect(others).toEqual([]);
  expect(german).toMatchObject({ decision: 'job', lane: 'de', why: expect.stringContaining('2 pages are behind') });
  expect(await materialOf(id)).toMatch(/de\/old\.md {2}\(of old\.md[\s\S]*de\/young\.md/);
  await settle(rig.db, german?.jobId ?? '', 'open');
  await docs.commit({ 'old.md': '# Old, a third time\n' }, { at: new Date() });
  await rig.letTimeCome(id);
  await rig.look();
  const runs = await rig.runs(id);
  const byLane = new Map(runs.slice(1).map((run) => [run.lane, run.decision]));
  expect(Object.fromEntries(byLane)).toEqual({ de: 'message', fr: 'job' });
  await rig.letTimeCome(id);
  await rig.look();
  expect((await rig.runs(id)).at(-1)).toMatchObject({
    decision: 'nothing',
    why: expect.stringContaining('none is behind'),
  });
});

test('the daily limit delays the languages that exceed it', async () => {
  await docs.commit({ 'old.md': '# Old, a fourth time\n' }, { at: new Date(Date.now() + 60_000) });
  const { id } = await rig.create({ trigger: { kind: 'translations' }, limits: { jobsPerDay: 1 } });
  await rig.letTimeCome(id);
  await rig.look();
  expect((await rig.decisions(id)).toSorted()).toEqual(['job', 'put_off']);
  await sql`update automation_run set created_at = now() - interval '25 hours'`.execute(rig.db);
  await rig.letTimeCome(id);
  await rig.look();
  expect((await rig.decisions(id)).filter((decision) => decision === 'job')).toHaveLength(2);
});

test('an automation whose prompt the model cannot follow starts no job that would fail, and works once it has another', async () => {
  let model = 'builtin/copyeditor';
  await using builtIn = await automationRig({
    jobDefaults: () => ({ model, sourceRepository: docs.path, baseRef: 'main' }),
  });
  const schedule = { trigger: { kind: 'schedule' as const, cron: '@daily' } };
  const prose = await builtIn.create({ ...schedule, prompt: 'Look for pages that are out of date' });
  const plain = await builtIn.create({ ...schedule, name: 'Plain', prompt: 'Fix broken links' });
  for (const { id } of [prose, plain]) await builtIn.letTimeCome(id);
  expect(await builtIn.look()).toBe(2);
  expect(await builtIn.runs(prose.id)).toMatchObject([
    { decision: 'failed', why: expect.stringContaining('Set the model of the project'), jobId: null },
  ]);
  expect(await builtIn.decisions(plain.id)).toEqual(['job']);
  for (let tries = 0; tries < 6; tries += 1) {
    await builtIn.letPass(prose.id);
    await builtIn.look();
  }
  // It is listed once, and looks again within minutes, however often it has refused.
  expect(await builtIn.decisions(prose.id)).toEqual(['failed']);
  const { heldUntil } = await builtIn.read(prose.id);
  expect((heldUntil?.getTime() ?? Infinity) - Date.now()).toBeLessThan(310_000);
  model = 'test/model';
  await builtIn.letPass(prose.id);
  await builtIn.look();
  expect(await builtIn.decisions(prose.id)).toEqual(['failed', 'job']);
});
