import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostEvent } from '../../../src/code-hosts/host-event.ts';
import { replacer } from '../../races/support.ts';
import { comment, hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';

let rig: HostRig;
let jobId: string;
beforeEach(async () => {
  rig = await hostRig(replacer);
  jobId = (await rig.create('Acme Cloud -> Acme Platform')).id;
  await rig.work();
});
afterEach(async () => await rig[Symbol.asyncDispose]());

/** The comment of the review as a whole. */
function whole(body: string): HostEvent {
  return comment('review-7', body, { review: 'review-7' });
}

/** A comment of the review on one line, in its own thread. */
function remark(id: number, body: string): HostEvent {
  const place = { path: 'docs/guide.md', line: id, excerpt: '+Run it.' };
  return comment(`review-comment-${id}`, body, { review: 'review-7', thread: `review-comment-${id}`, place });
}

/** Pretends that the events arrived so many seconds earlier, and that all pauses are over. */
async function age(seconds: number, ...keys: string[]): Promise<void> {
  const received = new Date(Date.now() - seconds * 1_000);
  await rig.db
    .updateTable('host_event')
    .set({ received_at: received })
    .where('key', 'in', keys.length === 0 ? Object.keys(await rig.outcomes()) : keys)
    .execute();
  await rig.passTime();
}

const prompts = async () =>
  (await rig.db.selectFrom('job_message').select('prompt').where('position', '>', 0).orderBy('position').execute()).map(
    ({ prompt }) => prompt.split('\n')[0],
  );

test('comments of a review that arrive one by one become one turn, answered in their threads', async () => {
  await rig.notify(remark(1, '@copydesk Run it. -> Start it.'));
  await rig.handleHosts();
  await rig.notify(remark(2, '@copydesk Start it. -> Begin.'));
  await rig.handleHosts();
  expect(await prompts()).toEqual([]);
  await age(4);
  await rig.handleHosts();
  expect(await prompts()).toEqual(['Run it. -> Start it.', 'Start it. -> Begin.']);
  await rig.work();
  await rig.handleHosts();
  expect(rig.host.comments.map(({ thread }) => thread)).toEqual(['review-comment-1', 'review-comment-2']);
  const turns = (await rig.events(jobId)).filter(({ type }) => type === 'completed');
  expect(turns).toHaveLength(2);
});

test('a comment waits at most 15 s, however many follow it', async () => {
  await rig.notify(remark(1, '@copydesk Run it. -> Start it.'), remark(2, '@copydesk more'));
  await age(16, 'review-comment-1');
  await rig.handleHosts();
  expect(await prompts()).toEqual(['Run it. -> Start it.']);
});

test('a review that addresses Copydesk requests all of its line comments', async () => {
  await rig.notify(remark(1, 'Run it. -> Start it.'), whole('@copydesk please do these'), remark(2, 'shorter'));
  await age(4);
  await rig.handleHosts();
  expect(await prompts()).toEqual(['please do these', 'Run it. -> Start it.', 'shorter']);
});

test('late comments of such a review are requested too', async () => {
  await rig.notify(whole('@copydesk please do these'));
  await age(4);
  await rig.handleHosts();
  await rig.notify(remark(1, 'shorter'));
  await age(4, 'review-comment-1');
  await rig.handleHosts();
  expect(await prompts()).toEqual(['please do these', 'shorter']);
});

test('a review to others requests nothing, and comments by others in its threads do not either', async () => {
  await rig.notify(whole('Thanks'), remark(1, 'shorter'));
  await rig.notify(comment('review-comment-9', 'no', { author: 'bob', review: 'review-7' }));
  await age(4);
  await rig.handleHosts();
  expect(await prompts()).toEqual([]);
});

test('polling finds a requesting review with all its comments', async () => {
  rig.host.changes = [remark(1, 'shorter'), whole('@copydesk please do these'), comment('review-comment-8', 'hm')];
  await rig.passTime();
  await rig.handleHosts();
  const reported = Object.keys(await rig.outcomes()).filter((key) => key.startsWith('review'));
  expect(reported.toSorted()).toEqual(['review-7', 'review-comment-1']);
});
