import { repairPrompt } from '@copydesk/contract';
import type { MissedPath } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { plainModel } from '../../../src/agent/model.ts';
import { createCopyeditor } from '../../../src/agent/models/builtin/copyeditor.ts';
import { createJob } from '../../../src/jobs/request/create.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const lines = (word: string): string => Array.from({ length: 12 }, (_, line) => `${word} ${line}.\n\n`).join('');

const files = {
  'docs/.vitepress/config.ts': 'export default { title: "Docs" };\n',
  'docs/public/_redirects': '/first /guide/setup\n',
  'docs/index.md': '# Home\n',
  'docs/install.md': `# Install\n\n${lines('Install')}`,
  'docs/guide/setup.md': `# Setup\n\n${lines('Setup')}`,
  'docs/guide/webhooks.md': `# Webhooks\n\n${lines('Webhook')}`,
};

const missed: MissedPath[] = [
  { path: '/install', human: 20, ai: 300 },
  { path: '/wp-login.php', human: 0, ai: 90 },
  { path: '/guide/terraform', human: 3, ai: 40 },
  { path: '/guide/webhoks', human: 30, ai: 0 },
  { path: '/first', human: 2, ai: 2 },
];

async function repair(rig: WorkerRig, paths: MissedPath[]) {
  const prompt = repairPrompt({ from: 'both', minViews: 2, minAgents: 0, days: 30 }, paths.length);
  const request = {
    project: rig.project,
    prompt,
    model: 'test/scripted',
    sourceRepository: 'https://git.test/docs.git',
  };
  await createJob(rig.db, { ...request, missed: paths, baseRef: 'main', now: new Date() });
  return await rig.work({
    resolveModel: (_, { docs }) => ({ ...plainModel('builtin/copyeditor', createCopyeditor({ docs })) }),
  });
}

test('each address gets a redirect, a decision for people, or nothing, with evidence in the pull request', async () => {
  await using rig = await workerRig(() => ({ text: 'Unused' }), { files });
  await rig.repository.commit({
    'docs/install.md': null,
    'docs/guide/installation.md': `# Install\n\n${lines('Install')}`,
  });
  const job = await repair(rig, missed);
  expect(job.error).toBeNull();
  expect(job.outcome?.text).toContain('Redirect an address that readers did not find');
  const branch = job.source.ref;
  expect(await rig.repository.git('show', '--format=', '--name-only', branch)).toBe('docs/public/_redirects');
  expect(await rig.repository.git('show', `${branch}:docs/public/_redirects`)).toBe(
    '/first /guide/setup\n/install /guide/installation',
  );
  const { description } = await rig.db.selectFrom('pull_request').select('description').executeTakeFirstOrThrow();
  expect(description).toMatch(
    /added now: 1\n[^]*`\/install` \| 20 \| 300 \| `docs\/guide\/installation.md` \| 95 % \| `Its page was moved/,
  );
  expect(description).toMatch(/for you to decide: 2\n[^]*`\/guide\/terraform` \| 3 \| 40 \| a page of its own \| 86 %/);
  expect(description).toMatch(/`\/guide\/webhoks` \| 30 \| 0 \| `docs\/guide\/webhooks.md` \| 70 %/);
  expect(description).toMatch(/left unchanged: 2\n[^]*`\/wp-login.php` \| 0 \| 90 \| nothing \| 99 %/);
});

test('if no redirect is certain, the job changes nothing, and lists what people must decide', async () => {
  await using rig = await workerRig(() => ({ text: 'Unused' }), { files });
  const job = await repair(rig, missed.slice(1));
  expect(job).toMatchObject({ status: 'completed', prLink: null, error: null });
  expect(job.outcome?.text).toContain('/guide/terraform (3 by people, 40 by AI)');
});

test("a provider's model gets the tool in such a job only, and decides about uncertain paths", async () => {
  const calls = [
    { calls: [{ tool: 'repair_not_found', input: {} }] },
    { calls: [{ tool: 'add_redirect', input: { from: '/guide/webhoks', to: 'docs/guide/webhooks.md' } }] },
    { text: 'Done' },
  ];
  await using rig = await workerRig((call) => calls[call] ?? { text: 'Done' }, { files });
  await createJob(rig.db, {
    project: rig.project,
    prompt: 'Repair',
    model: 'test/scripted',
    baseRef: 'main',
    now: new Date(),
    sourceRepository: 'https://git.test/docs.git',
    missed,
  });
  expect((await rig.work()).status).toBe('completed');
  const { description } = await rig.db.selectFrom('pull_request').select('description').executeTakeFirstOrThrow();
  expect(description).toMatch(/added now: 1\n[^]*`\/guide\/webhoks`/);
  await rig.create('Something else');
  await rig.work();
  const offers = rig.model.calls.map(({ tools = [] }) => tools.some(({ name }) => name === 'repair_not_found'));
  expect([offers[0], offers.at(-1)]).toEqual([true, false]);
});
