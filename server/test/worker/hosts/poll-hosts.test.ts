import { CopydeskError } from '@copydesk/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetHostEvents } from '../../../src/jobs/hosts/host-events.ts';
import { handleHosts } from '../../../src/worker/hosts/handle-hosts.ts';
import { startWorker } from '../../../src/worker/worker.ts';
import { replacer } from '../../races/support.ts';
import { connectProject } from '../../support/connection.ts';
import { insertProject } from '../../support/project.ts';
import { comment, hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';

let rig: HostRig;
beforeEach(async () => {
  rig = await hostRig(replacer);
  await rig.create('Acme Cloud -> Acme Platform');
  await rig.work();
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const never = () => () => {};
const polls = () => rig.host.asked.filter((asked) => asked === 'changesSince').length;
const connection = async () =>
  await rig.db
    .selectFrom('code_host_connection')
    .select(['poll_after', 'synced_until', 'attend_after'])
    .where('project_id', '=', rig.project.id)
    .executeTakeFirstOrThrow();
const secondsUntil = (date: Date) => (date.getTime() - Date.now()) / 1000;

test('a host without webhooks is polled every minute, by one worker', async () => {
  await Promise.all([rig.handleHosts(), rig.handleHosts(), rig.handleHosts()]);
  expect(polls()).toBe(1);
  expect(secondsUntil((await connection()).poll_after)).toBeGreaterThan(50);
  expect(secondsUntil((await connection()).poll_after)).toBeLessThan(70);
});

test('a host whose webhook works is polled rarely', async () => {
  await rig.db.updateTable('code_host_connection').set({ webhook_seen_at: new Date() }).execute();
  await rig.handleHosts();
  expect(secondsUntil((await connection()).poll_after)).toBeGreaterThan(500);
});

test('a project without open pull requests causes no request', async () => {
  await rig.db.updateTable('job_delivery').set({ pull_request_state: 'merged' }).execute();
  await rig.handleHosts();
  expect(rig.host.asked.filter((asked) => asked === 'changesSince')).toEqual([]);
  expect(secondsUntil((await connection()).poll_after)).toBeGreaterThan(50);
});

test('changes missed while the host was away are read when it is back', async () => {
  const { synced_until: before } = await connection();
  rig.host.before = (asked) => {
    if (asked === 'changesSince') throw new CopydeskError('code_host_limited', 'later', { retryAfterSeconds: 900 });
  };
  await rig.handleHosts();
  const after = await connection();
  expect(after.synced_until).toEqual(before);
  expect(secondsUntil(after.poll_after)).toBeGreaterThan(800);
});

test('webhook events are handled even if polling is forbidden', async () => {
  rig.host.before = (asked) => {
    if (asked === 'changesSince') throw new CopydeskError('code_host_forbidden', 'The token may not list.');
  };
  await rig.notify(comment('a', '@copydesk Run it. -> Start it.'));
  await rig.handleHosts();
  expect(await rig.outcomes()).toMatchObject({ a: expect.stringContaining('message to') });
  // The host would refuse again every few seconds.
  expect(secondsUntil((await connection()).poll_after)).toBeGreaterThan(50);
});

test('comments that do not concern Copydesk are not stored', async () => {
  rig.host.changes = [comment('a', 'nice'), comment('b', '@copydesk hm', { number: 99 }), comment('c', '@copydesk do')];
  await rig.handleHosts();
  expect(Object.keys(await rig.outcomes()).filter((key) => !key.startsWith('pushed-'))).toEqual(['c']);
});

test('a webhook that reports something to read causes polling at once', async () => {
  await rig.handleHosts();
  rig.host.changes = [comment('a', '@copydesk Run it. -> Start it.')];
  await rig.notify({ kind: 'look', number: 1, at: '2026-01-05T10:00:00Z' });
  await rig.handleHosts();
  expect(await rig.outcomes()).toMatchObject({ a: expect.stringContaining('message to') });
});

test('a host that does not answer does not delay other projects', async () => {
  const other = await insertProject(rig.db);
  await connectProject(rig.db, other.id);
  const hanging = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const attended: string[] = [];
  const hosted = rig.services.hosted;
  const attending = rig.handleHosts({
    hosted: async (projectId) => {
      attended.push(projectId);
      if (attended.length === 2) reached.resolve();
      if (projectId === rig.project.id) await hanging.promise;
      return await hosted?.(projectId);
    },
  });
  await reached.promise;
  expect(attended.toSorted()).toEqual([rig.project.id, other.id].toSorted());
  hanging.resolve();
  await attending;
});

test('a project whose host answers slowly is polled by one worker only', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const arrived = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  rig.host.before = async (asked) => {
    if (asked !== 'changesSince') return;
    arrived.resolve();
    await answered.promise;
  };
  const hostHandling = handleHosts(rig.services, new AbortController().signal);
  // It polls again before it has an answer: that must not find what follows.
  await hostHandling.handleDue();
  await arrived.promise;
  await rig.passTime();
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(secondsUntil((await connection()).attend_after)).toBeGreaterThan(0));
  await rig.handleHosts();
  answered.resolve();
  await hostHandling.stop();
  expect(polls()).toBe(1);
});

test('events are deleted after 30 days', async () => {
  await rig.notify(comment('old', 'x'), comment('new', 'x'));
  const received = new Date(Date.now() - 31 * 86_400_000);
  await rig.db.updateTable('host_event').set({ received_at: received }).where('key', '=', 'old').execute();
  await forgetHostEvents(rig.db);
  expect(Object.keys(await rig.outcomes())).toEqual(['new']);
});

test('a running worker handles events until it is stopped', async () => {
  const wakes: (() => void)[] = [];
  const options = { concurrency: 1, projectConcurrency: 1, leaseSeconds: 60, pollMilliseconds: 1e6 };
  const asked = Promise.withResolvers<void>();
  const worker = startWorker(rig.services, {
    ...options,
    patienceMilliseconds: 1_000,
    onJobActive: never,
    onJobArchived: never,
    onHostEvent: (callback) => {
      wakes.push(callback);
      return () => wakes.splice(0);
    },
  });
  rig.host.before = (name) => {
    if (name === 'mayWrite') asked.resolve();
  };
  await rig.notify(comment('a', '@copydesk Run it. -> Start it.'));
  for (const wake of wakes) wake();
  await asked.promise;
  await worker.stop();
  expect(wakes).toEqual([]);
});
