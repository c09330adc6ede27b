import type { HostEvent } from '../../../src/code-hosts/host-event.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { check, checksRig } from './checks-rig.ts';
import type { ChecksRig } from './checks-rig.ts';

let rig: ChecksRig;
/** How many reports are not handled yet, at each query for checks. */
let left: number[];

beforeEach(async () => {
  rig = await checksRig();
  rig.say(check('build', 'running'));
  await rig.ask();
  left = [];
  rig.host.before = async (name) => {
    if (name === 'checksOf') left.push((await reported()).length);
  };
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const reported = async () => Object.keys(await rig.outcomes()).filter((key) => key.startsWith('checks'));

const changed = (headCommit: string, at: number): HostEvent => ({ kind: 'checks_changed', headCommit, at: `${at}` });

test('all notifications of a commit cause one request', async () => {
  await rig.db
    .updateTable('checked_commit')
    .set({ asked_at: new Date(0), ask_after: new Date(8e12) })
    .execute();
  await rig.notify(...Array.from({ length: 300 }, (_, at) => changed(rig.head(), at)));
  await rig.handleHosts();
  expect(left).toEqual([0]);
});

test('due checks are read even with many other notifications', async () => {
  await rig.passTime();
  const others = Array.from({ length: 250 }, (_, index) => index.toString(16).padStart(40, '0'));
  await rig.notify(...others.map((commit) => changed(commit, 1)));
  await rig.handleHosts();
  expect(left).toEqual([150]);
  expect(await reported()).toEqual([]);
});

test('a notification older than the last request does not restart an ended commit', async () => {
  rig.say(check('build', 'passed'));
  await rig.ask(2);
  const followed = async () =>
    await rig.db.selectFrom('checked_commit').select(['ended_at', 'outcome', 'asked_at']).executeTakeFirstOrThrow();
  const storeEventAt = async (milliseconds: number) => {
    await rig.passTime();
    const { asked_at: asked } = await followed();
    await rig.notify(changed(rig.head(), milliseconds), changed(rig.head(), milliseconds + 1));
    await rig.db
      .updateTable('host_event')
      .set({ received_at: new Date((asked?.getTime() ?? 0) + milliseconds) })
      .where('handled_at', 'is', null)
      .execute();
    left = [];
    await rig.handleHosts();
  };

  await storeEventAt(-1_000);
  expect([await reported(), left]).toEqual([[], []]);
  expect(await followed()).toMatchObject({ outcome: 'all have passed' });

  await storeEventAt(1_000);
  expect([await reported(), left]).toEqual([[], [0]]);
});
