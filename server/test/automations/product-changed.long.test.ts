import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MergedPullRequest } from '../../src/code-hosts/host-module.ts';
import { dryRun } from '../../src/automations/dry-run.ts';
import { addContextRepository } from '../../src/projects/connection/context-repositories.ts';
import { testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { automationRig, settle } from './rig.ts';
import type { AutomationRig } from './rig.ts';

let rig: AutomationRig;
let product: TestRepository;
/** The prompts, and the answer. */
let asked: string[];
let answer: string | undefined | Error;
/** The pull requests that the code host knows, by commit. */
const pullRequests = new Map<string, MergedPullRequest>();

beforeAll(async () => {
  product = await testRepository({ bare: true });
  rig = await automationRig({
    hosts: { pullRequestOf: async (_project, _address, commit) => pullRequests.get(commit) },
    sources: {
      async ask(_project, { prompt }) {
        asked.push(prompt);
        if (answer instanceof Error) throw answer;
        return answer === undefined ? undefined : { text: answer, costUsd: 0.002 };
      },
    },
  });
  await product.commit({ 'src/cli.ts': 'export {};\n' }, { message: 'Begin' });
  const context = { name: 'product', repositoryKind: 'path' as const, repository: product.path, ref: null };
  await addContextRepository(rig.db, rig.project.id, context);
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await product[Symbol.asyncDispose]();
});
beforeEach(async () => {
  asked = [];
  answer = 'Yes: a flag is new.';
  await sql`delete from automation`.execute(rig.db);
});

let count = 0;

async function change(message: string, files: Record<string, string> = {}): Promise<string> {
  count += 1;
  return await product.commit({ 'src/cli.ts': `export const version = ${count};\n`, ...files }, { message });
}

/** Creates an automation that has looked once, and knows the branch's commit. */
async function watching(trigger: object = {}): Promise<string> {
  const { id } = await rig.create({ trigger: { kind: 'product_changed', ...trigger }, prompt: 'Document it.' });
  expect(await rig.look()).toBe(1);
  return id;
}

async function checkAgain(id: string): Promise<void> {
  await rig.letTimeCome(id);
  await rig.look();
}

test('the first check reports where the watched branch is, and later ones report nothing until it changes', async () => {
  const id = await watching();
  expect(await rig.runs(id)).toMatchObject([
    { decision: 'nothing', why: expect.stringContaining('It watches product from') },
  ]);
  await checkAgain(id);
  await checkAgain(id);
  expect(await rig.runs(id)).toHaveLength(1);
  expect((await rig.read(id)).nextAt?.getTime()).toBeGreaterThan(Date.now() + 800_000);
  expect(asked).toEqual([]);
});

test('a change that the model judges relevant starts a job; for another one the run reports the reason', async () => {
  const id = await watching();
  answer = 'No, only an internal constant changed.';
  await change('Count versions');
  await checkAgain(id);
  expect((await rig.runs(id)).at(-1)).toMatchObject({
    decision: 'nothing',
    why: expect.stringMatching(/“Count versions”: left, the model says no: only an internal constant changed\./),
    costUsd: 0.002,
  });
  answer = 'yes';
  const commit = await change('Add --watch', { 'src/watch.ts': 'export const watch = true;\n' });
  await checkAgain(id);
  const run = (await rig.runs(id)).at(-1);
  expect(run).toMatchObject({
    decision: 'job',
    why: expect.stringContaining('“Add --watch”: taken, the model says yes.'),
  });
  const [prompt = ''] = await rig.prompts(run?.jobId ?? '');
  expect(prompt).toMatch(/^Document it\./);
  expect(prompt).toContain(`Commit ${commit} of the context repository product`);
  expect(prompt).toContain('+export const watch = true;');
  expect(asked).toHaveLength(2);
});

test('later changes are sent to the open pull request, several of them in one message', async () => {
  const id = await watching();
  await change('First');
  await checkAgain(id);
  const [, begun] = await rig.runs(id);
  await settle(rig.db, begun?.jobId ?? '', 'open');
  await change('Second');
  await change('Third');
  await checkAgain(id);
  expect((await rig.decisions(id)).slice(1)).toEqual(['job', 'message']);
  const prompts = await rig.prompts(begun?.jobId ?? '');
  expect(prompts[1]).toMatch(/Second[\s\S]*Third/);
  expect(prompts[1]).not.toContain('First');
});

test('the model judges each change once, and only when the job can take one', async () => {
  const id = await watching();
  await change('First');
  await checkAgain(id);
  const job = (await rig.runs(id)).at(-1)?.jobId ?? '';
  expect(asked).toHaveLength(1);
  await change('Second');
  for (let time = 0; time < 3; time += 1) {
    await checkAgain(id);
    await rig.letPass(id);
  }
  expect(asked).toHaveLength(1);
  await settle(rig.db, job, 'open');
  await checkAgain(id);
  expect(asked).toHaveLength(2);
  expect((await rig.decisions(id)).slice(1)).toEqual(['job', 'message']);
});

const of = (number: number, labels: string[], headRef = 'a-branch'): MergedPullRequest => {
  const link = `https://host.example/acme/product/pull/${number}`;
  return { number, title: `Pull request ${number}`, body: `What ${number} does.`, labels, link, headRef };
};

test('at a code host, the labels of a commit’s pull request decide, and the run links to it', async () => {
  const id = await watching({ paths: ['nowhere/**'] });
  pullRequests.set(await change('Merge 1'), of(1, ['No-Docs', 'docs-needed']));
  pullRequests.set(await change('Merge 2'), of(2, ['Docs-Needed']));
  pullRequests.set(await change('Merge 3'), of(3, ['docs-needed'], 'copydesk/job_01jd9z2v0d6q3m5x8e7r4t1w9k'));
  pullRequests.set(await change('Merge 4'), of(4, []));
  await checkAgain(id);
  const run = (await rig.runs(id)).at(-1);
  expect(run).toMatchObject({ decision: 'job', links: ['https://host.example/acme/product/pull/2'] });
  const taken = '#2 “Pull request 2”: taken, it has the label "docs-needed".';
  expect(run?.why).toBe(
    `#1 “Pull request 1”: left, it has the label "no-docs". ${taken} #3 “Pull request 3”: left, a job of Copydesk has made it. ` +
      '#4 “Pull request 4”: left, it touches none of the paths that count.',
  );
  const [prompt = ''] = await rig.prompts(run?.jobId ?? '');
  expect(prompt).toContain(taken);
  expect(prompt).not.toContain('Pull request 1');
  expect(prompt).toContain('Name https://host.example/acme/product/pull/2 in the description of the pull request.');
  expect(prompt).toContain('What 2 does.');
  expect(prompt).not.toMatch(/What [134] does/);
  expect(asked).toEqual([]);
});

test('changes outside of the given paths are left out without asking the model', async () => {
  const id = await watching({ paths: ['api/**'] });
  await change('Inside');
  await checkAgain(id);
  expect((await rig.runs(id)).at(-1)).toMatchObject({
    decision: 'nothing',
    why: expect.stringContaining('none of the paths'),
  });
  expect(asked).toEqual([]);
  await change('Outside', { 'api/v1.yaml': 'openapi: 3.1.0\n' });
  await checkAgain(id);
  expect((await rig.decisions(id)).at(-1)).toBe('job');
});

test('without a model that can be asked, the run reports it and starts nothing', async () => {
  answer = undefined;
  const id = await watching();
  await change('Something');
  await checkAgain(id);
  expect((await rig.runs(id)).at(-1)).toMatchObject({
    decision: 'nothing',
    why: expect.stringContaining('no model that could be asked'),
  });
});

test('an unreachable model loses no change: the same change is judged later', async () => {
  const id = await watching();
  answer = new Error('away');
  await change('Kept');
  await checkAgain(id);
  await checkAgain(id);
  expect((await rig.decisions(id)).slice(1)).toEqual(['failed']);
  expect((await rig.read(id)).heldUntil?.getTime()).toBeGreaterThan(Date.now());
  answer = 'yes';
  await rig.letPass(id);
  await rig.look();
  expect((await rig.runs(id)).at(-1)).toMatchObject({ decision: 'job', why: expect.stringContaining('Kept') });
});

test('changes beyond the limit of a check are judged in the next checks, each once', async () => {
  answer = 'no';
  const id = await watching();
  for (let one = 0; one < 23; one += 1) await change(`Change ${one}`);
  await checkAgain(id);
  expect(await rig.look()).toBe(1);
  expect(await rig.look()).toBe(1);
  expect(await rig.look()).toBe(0);
  expect(asked).toHaveLength(23);
});

test('hundreds of changes at once are judged from the oldest on', async () => {
  answer = 'no';
  const id = await watching();
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  const first = await change('The first of many');
  const trees = await Promise.all(['main~^{tree}', 'main^{tree}'].map((name) => product.git('rev-parse', name)));
  let head = first;
  for (let one = 0; one < 210; one += 1) {
    const tree = trees[one % 2] ?? '';
    head = await product.git(...identity, 'commit-tree', tree, '-p', head, '-m', `One of many, ${one}`);
  }
  await product.git('update-ref', 'refs/heads/main', head);
  await checkAgain(id);
  expect((await rig.runs(id)).at(-1)?.why).toContain(`${first.slice(0, 10)} “The first of many”: left`);
  expect(asked).toHaveLength(10);
  expect(await rig.look()).toBe(1);
  expect(asked).toHaveLength(20);
});

test('a change that a job delivered starts no job, however it was merged', async () => {
  const id = await watching();
  const title = 'Document the flags';
  const delivered = await product.commit(
    { 'docs/flags.md': '# Flags\n' },
    { branch: 'copydesk/job_x', message: title },
  );
  const { id: jobId } = await rig.create({ trigger: { kind: 'schedule' } });
  await rig.letTimeCome(jobId);
  await rig.look();
  const [run] = await rig.runs(jobId);
  await settle(rig.db, run?.jobId ?? '', 'merged');
  await sql`update job_delivery set commit = ${delivered}, title = ${title} where job_id = ${run?.jobId}`.execute(
    rig.db,
  );
  // A squashed commit with the title, a merge commit, and the commit as delivered.
  await change(`${title} (#12)`, { 'docs/flags.md': '# Flags\n' });
  await product.git('update-ref', 'refs/heads/side', delivered);
  const tree = await product.git('rev-parse', 'main^{tree}');
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  const merge = await product.git(...identity, 'commit-tree', tree, '-p', 'main', '-p', delivered, '-m', 'Merge it');
  await product.git('update-ref', 'refs/heads/main', merge);
  await checkAgain(id);
  const last = (await rig.runs(id)).at(-1);
  expect(last?.decision).toBe('nothing');
  expect(last?.why.match(/a job of Copydesk has made it/g)).toHaveLength(2);
  expect(asked).toEqual([]);
});

test('a rewritten history is reported, and the branch is watched from its new commit', async () => {
  const id = await watching();
  const root = await product.git('rev-list', '--max-parents=0', 'main');
  await product.git('update-ref', 'refs/heads/main', root.split('\n')[0] ?? '');
  await checkAgain(id);
  expect((await rig.runs(id)).at(-1)).toMatchObject({
    decision: 'nothing',
    why: expect.stringContaining('was rewritten'),
  });
  await change('After');
  await checkAgain(id);
  expect((await rig.decisions(id)).at(-1)).toBe('job');
});

test('an unreachable repository fails the run with the reason, and the change is judged later', async () => {
  const id = await watching();
  await change('While away');
  await sql`update context_repository set repository = '/nowhere'`.execute(rig.db);
  await checkAgain(id);
  expect((await rig.runs(id)).at(-1)).toMatchObject({ decision: 'failed', why: expect.stringContaining('/nowhere') });
  await sql`update context_repository set repository = ${product.path}`.execute(rig.db);
  await rig.letPass(id);
  await rig.look();
  expect((await rig.decisions(id)).at(-1)).toBe('job');
});

test('a dry run does not ask the model, and reports it', async () => {
  const automation = await rig.create({ trigger: { kind: 'product_changed' }, enabled: false });
  const project = await rig.projectNow();
  // The test repository's commits are from 2023.
  const now = new Date(1_700_000_000_000 + 86_400_000);
  const reported = await dryRun(rig.services, automation, { project, now });
  expect(reported.runs.length).toBeGreaterThan(0);
  expect(reported.runs.map(({ why }) => why).join(' ')).toContain('the model would have been asked');
  expect(reported.notes.join(' ')).toContain('The model was not asked about');
  expect(asked).toEqual([]);
});

test('a dry run over hundreds of changes reports that it read only the last ones', async () => {
  const at = new Date(1_750_000_000_000);
  for (let line = 0; line < 203; line += 1) await product.commit({ 'src/many.ts': `// ${line}\n` }, { at });
  const automation = await rig.create({ trigger: { kind: 'product_changed' }, enabled: false });
  const project = await rig.projectNow();
  const now = new Date(at.getTime() + 86_400_000);
  const reported = await dryRun(rig.services, automation, { project, now });
  expect(reported.runs).toHaveLength(200);
  expect(reported.notes).toContain('product had more changes: only the last 200 were looked at.');
});
