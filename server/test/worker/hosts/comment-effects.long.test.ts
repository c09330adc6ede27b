import { CopydeskError } from '@copydesk/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { commentEffects } from '../../../src/worker/hosts/comment-effects.ts';
import { arrivalOf, viewOf } from '../../analytics/support/views.ts';
import { replacer } from '../../races/support.ts';
import { hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';

const day = 86_400_000;
const mergedAt = new Date('2026-11-05T09:00:00Z');
/** The first moment when the 14 days after the day of the merge are over. */
const over = Date.parse('2026-11-20T00:00:00Z');

let rig: HostRig;
beforeEach(async () => {
  rig = await hostRig(replacer);
  await rig.create('Acme Cloud -> Acme Platform');
  await rig.work();
  rig.host.end(1, 'merged');
  await rig.db
    .updateTable('job_delivery')
    .set({ pull_request_state: 'merged', pull_request_ended_at: mergedAt })
    .execute();
  await rig.db
    .updateTable('delivered_file')
    .set({ pages: ['/guide'] })
    .execute();
  await want('on');
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const want = async (effect_comment: 'on' | 'off') =>
  await rig.db.updateTable('project').set({ effect_comment }).execute();

const comment = async (at: number) => await commentEffects({ ...rig.services, now: () => new Date(at) });

const posted = () => rig.host.comments.map(({ number, mark }) => `${mark} on ${number}`);

const ofDay = (path: string, at: number, views: number) =>
  Array.from({ length: views }, (_, one) => viewOf({ path, at: at + one * 60_000 }));

/** Writes ten views a day for thirty pages, and three times as many for the changed page afterwards. */
async function count(guide: { before: number; after: number }): Promise<void> {
  const { number } = await rig.db.selectFrom('project').select('number').executeTakeFirstOrThrow();
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  const store = openViewStore({ db: rig.db, log, now: () => new Date(over), retentionMonths: 25 });
  for (let back = -14; back <= 14; back += 1) {
    const at = Date.parse('2026-11-05') + back * day;
    const others = Array.from({ length: 30 }, (_, page) => ofDay(`/page-${page}`, at, 9 + ((page + back + 28) % 3)));
    const own = ofDay('/guide', at, back > 0 ? guide.after : guide.before);
    await store.write(arrivalOf(number, [...others.flat(), ...own]));
  }
  await store.close();
}

test('the effect of a merged pull request is posted there once, after fourteen days', async () => {
  await count({ before: 10, after: 17 });
  await comment(over - 1);
  expect(posted()).toEqual([]);
  await comment(over);
  expect(posted()).toEqual(['effect-1 on 1']);
  expect(rig.host.comments[0]?.body).toMatch(/\| `\/guide` \| people \| 140 \| 238 \| \*\*\+\d\d %\*\*/);
  for (const hours of [1, 30, 100]) await comment(over + hours * 3_600_000);
  expect(posted()).toEqual(['effect-1 on 1']);
});

test('nothing is posted while the project does not want it, and later only effects that ended within a week', async () => {
  await count({ before: 10, after: 17 });
  await want('off');
  await comment(over);
  await want('on');
  await comment(over + 7 * day);
  expect([posted(), rig.host.asked.includes('comment')]).toEqual([[], false]);
  await comment(over + 6 * day);
  expect(posted()).toEqual(['effect-1 on 1']);
});

test('an effect with too few views is not posted, and not read again', async () => {
  await count({ before: 0, after: 1 });
  await comment(over);
  const { effect_ended_at } = await rig.db
    .selectFrom('job_delivery')
    .select('effect_ended_at')
    .executeTakeFirstOrThrow();
  expect([posted(), effect_ended_at]).toEqual([[], new Date(over)]);
});

test('an unreachable host is tried again after an hour, by one worker at a time', async () => {
  await count({ before: 10, after: 17 });
  rig.host.before = (asked) => {
    if (asked === 'comment') throw new CopydeskError('code_host_unreachable', 'It is away.');
  };
  await comment(over);
  rig.host.before = () => {};
  await comment(over + 60_000);
  expect(posted()).toEqual([]);
  const later = over + 3_600_000;
  await Promise.all([comment(later), comment(later)]);
  expect(posted()).toEqual(['effect-1 on 1']);
});

test('a different pull request with the same number gets no comment', async () => {
  await count({ before: 10, after: 17 });
  const pull = rig.host.pulls.get(1);
  if (pull === undefined) throw new Error('There is no pull request');
  rig.host.pulls.set(1, { ...pull, headRef: 'somebody/else' });
  await comment(over);
  expect(posted()).toEqual([]);
});
