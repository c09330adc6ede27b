import { AutomationRequest } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAutomation } from '../../src/automations/automation.ts';
import { claimDue } from '../../src/automations/claim.ts';
import { checkAutomation } from '../../src/automations/check-automation.ts';
import type { AutomationServices, AutomationSources } from '../../src/automations/ports.ts';
import { listRuns } from '../../src/automations/runs.ts';
import type { HostEvent } from '../../src/code-hosts/host-event.ts';
import { editGuide } from './rig.ts';
import { hostRig } from './hosts/host-rig.ts';
import type { HostRig } from './hosts/host-rig.ts';

let rig: HostRig;
let services: AutomationServices;
const blind = async (): Promise<never> => {
  throw new Error('This kind sees nothing');
};

beforeEach(async () => {
  rig = await hostRig([
    editGuide('Run it.', 'Start it.'),
    { text: 'Done' },
    editGuide('Start it.', 'Launch it.'),
    { text: 'Done again' },
  ]);
  const sources: AutomationSources = {
    missed: blind,
    reportedPages: blind,
    reports: blind,
    contextRepositories: blind,
    changes: blind,
    changesWithin: blind,
    pages: blind,
    productTouches: blind,
    ask: blind,
  };
  const defaults = { model: 'test/scripted', sourceRepository: 'https://git.test/docs.git', baseRef: 'main' };
  const log = { info: () => {}, warn: () => {} };
  services = {
    db: rig.db,
    log,
    jobDefaults: () => defaults,
    followsPrompt: async () => true,
    prices: () => undefined,
    sources,
  };
});
afterEach(async () => await rig[Symbol.asyncDispose]());

async function create(trigger: object): Promise<string> {
  const draft = AutomationRequest.parse({ name: 'Issues', trigger, prompt: 'Fix what the issue says.' });
  return (await createAutomation(rig.db, { ...draft, projectId: rig.project.id }, new Date())).id;
}

/** Handles what is due, as soon as everything that is batched has arrived. */
async function look(): Promise<number> {
  await sql`update automation set due_at = now() where due_at < now() + interval '1 minute'`.execute(rig.db);
  const { claimed } = await claimDue(rig.db, { most: 10, leaseSeconds: 60 });
  for (const one of claimed) await checkAutomation(services, one);
  return claimed.length;
}

const issue = (number: number, labels: string[]): HostEvent => ({
  kind: 'issue',
  number,
  title: `Issue ${number}`,
  body: 'The step is wrong.',
  link: `https://host.test/acme/docs/issues/${number}`,
  labels,
  assignees: [],
});

test('an issue with the label opens a pull request at the host, and another issue is added to it', async () => {
  const id = await create({ kind: 'issue', labels: ['docs'] });
  await rig.notify(issue(3, ['bug']), issue(4, ['docs']));
  await rig.handleHosts();
  expect(Object.values(await rig.outcomes())).toEqual(['no automation waits for it', 'kept for Issues']);
  expect(await look()).toBe(1);
  const first = await rig.work();
  expect(first).toMatchObject({ status: 'completed', prLink: expect.stringContaining('/pull/1') });
  await rig.notify(issue(4, ['docs', 'urgent']), issue(5, ['docs']));
  await rig.handleHosts();
  expect(await look()).toBe(1);
  expect(await rig.work()).toMatchObject({ id: first.id, status: 'completed', prLink: first.prLink });
  const { runs } = await listRuns(rig.db, { projectId: rig.project.id, id }, { limit: 10 });
  expect(runs.map(({ decision, links }) => [decision, links])).toEqual([
    ['message', ['https://host.test/acme/docs/issues/5']],
    ['job', ['https://host.test/acme/docs/issues/4']],
  ]);
  const opened = await rig.db
    .selectFrom('job_delivery')
    .select('description')
    .where('job_id', '=', first.id)
    .orderBy('number')
    .executeTakeFirst();
  expect(opened?.description).toContain(
    'Started by the automation `Issues`, about <https://host.test/acme/docs/issues/4>.',
  );
  expect(await rig.repository.git('show', `copydesk/${first.id}:docs/guide.md`)).toContain('Launch it.');
});

test('a push to a context repository makes only the automations that watch it due', async () => {
  await create({ kind: 'product_changed', repositories: ['product'] });
  await create({ kind: 'product_changed', repositories: ['other'] });
  await sql`update automation set due_at = null, next_at = null`.execute(rig.db);
  await rig.notify({ kind: 'product', repository: 'product', what: `main-${'a'.repeat(40)}` });
  await rig.handleHosts();
  const due = await rig.db.selectFrom('automation').select('trigger').where('due_at', 'is not', null).execute();
  expect(due).toMatchObject([{ trigger: { repositories: ['product'] } }]);
});
