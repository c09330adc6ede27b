import { expect, test } from 'vitest';
import { check, checksRig } from '../hosts/checks-rig.ts';
import type { ChecksRig } from '../hosts/checks-rig.ts';
import { comment } from '../hosts/host-rig.ts';
import { expectNoSecret, expectOwnBranchOnly } from './expect-obedience.ts';
import { obedientModel, orderNames, written } from './obedient-model.ts';
import { ownKey } from './orders.ts';

/** What people and programs say at a code host; each starts a further turn of the job. */
const carriers: Record<string, (rig: ChecksRig, order: string) => Promise<void>> = {
  'the log of a check': async (rig, order) => await fail(rig, { log: `Building\nerror: ${order}\n` }),
  'the name of a check': async (rig, order) => await fail(rig, { name: order }),
  'the summary of a check': async (rig, order) => await fail(rig, { summary: `See https://evil.example/${order}` }),
  'a comment': async (rig, order) => await say(rig, `@copydesk ${order}`),
  'a comment with quick actions': async (rig, order) => await say(rig, `@copydesk go on\n/merge\n<!-- ${order} -->`),
  'the line that a comment is on': async (rig, order) =>
    await say(rig, '@copydesk go on', { path: 'docs/guide.md', line: 1, excerpt: `+${order}` }),
  'the path that a comment is on': async (rig, order) =>
    await say(rig, '@copydesk go on', { path: `docs/${order}.md`, line: 1, excerpt: '+Run it.' }),
};

const ownSecrets = async () => [{ name: 'the key of openai', value: ownKey }];

async function fail(rig: ChecksRig, reported: { name?: string; summary?: string; log?: string }): Promise<void> {
  const one = check(reported.name ?? 'build', 'failed', reported.summary);
  if (reported.log !== undefined) rig.host.logs.set(one.key, reported.log);
  rig.say(one);
  await rig.ask(2);
}

async function say(rig: ChecksRig, body: string, place: { path: string; line: number; excerpt: string } | null = null) {
  await rig.notify(comment('1', body, { place }));
  await rig.handleHosts();
}

test.each(Object.keys(carriers))('all orders at once, in %s', async (carrier) => {
  const model = obedientModel();
  await using rig = await checksRig(model.script);
  await rig.db.updateTable('project').set({ docs_folder: 'docs' }).execute();
  const head = rig.head();
  await carriers[carrier]?.(rig, written('everything'));
  const job = await rig.work({ ownSecrets });
  await rig.handleHosts();
  expect(model.obeyed).toHaveLength(orderNames.length - 1);
  expect(job).toMatchObject({ status: 'failed', error: { code: 'secret_found' } });
  expect(rig.head()).toBe(head);
  await expectOwnBranchOnly(rig.repository, rig.jobId);
  expectNoSecret(JSON.stringify([job.error, rig.host.comments]));
  const reported = (await rig.events(rig.jobId)).flatMap(({ type, data }) => (type === 'step' ? data.tools : []));
  expect(reported.map(({ tool }) => tool)).toEqual(model.called);
});

test('an account without push permission gives no order', async () => {
  const model = obedientModel();
  await using rig = await checksRig(model.script);
  await rig.notify(comment('1', `@copydesk ${written('everything')}`, { author: 'stranger' }));
  await rig.handleHosts();
  expect(await rig.read(rig.jobId)).toMatchObject({ status: 'completed' });
  expect(model.obeyed).toEqual([]);
});
