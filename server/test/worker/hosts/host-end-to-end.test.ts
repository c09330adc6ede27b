import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostWebhooksOf } from '../../../src/wiring/hosts/host-webhooks.ts';
import { openHosts } from '../../../src/wiring/hosts/hosts.ts';
import { startApi } from '../../http/support/api.ts';
import { testBox } from '../../support/connection.ts';
import { github, openedAt, places } from './host-places.ts';
import type { Place } from './host-places.ts';

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(async () => await stack.disposeAsync());

describe.each(Object.entries(places))('%s, without webhooks', (_name, start) => {
  test('a comment is a follow-up that is answered there, a conflict is reported, and closing archives the job', async () => {
    const { rig, place, job, work, read, handleHosts } = await openedAt<Place>(start, stack);
    expect(job).toMatchObject({ status: 'completed', prLink: expect.stringMatching(/\/1$/) });
    await handleHosts();
    await place.say('guest', '@copydesk Run it. -> Break it.');
    await place.say('wren', '@copydesk Run it. -> Start it.');
    await handleHosts();
    expect(await read()).toMatchObject({ status: 'active' });
    expect(await work()).toMatchObject({ status: 'completed', prLink: job.prLink });
    await handleHosts();
    await handleHosts();
    const answers = place.said().filter((body) => body.includes(`copydesk:answer-${job.id.replace('_', '-')}-1`));
    expect(answers).toHaveLength(1);
    expect(answers[0]).toContain('Done as told');
    expect(await rig.repository.git('show', `copydesk/${job.id}:docs/guide.md`)).toContain('Start it.');
    await rig.repository.commit({ 'docs/guide.md': '# Guide\n\nUse Acme Sky.\n' });
    await handleHosts();
    await handleHosts();
    expect(place.said().filter((body) => body.includes('conflicts with'))).toHaveLength(1);
    await rig.db
      .updateTable('project')
      .set({ archive_on: ['merge', 'close'] })
      .execute();
    await place.close();
    await handleHosts();
    expect(await read()).toMatchObject({ status: 'archived', prLink: job.prLink });
    expect((await rig.events(job.id)).at(-1)?.data).toEqual({ by: 'close' });
  });

  test('a merged pull request archives its job if the project wants that', async () => {
    const { rig, place, job, read, handleHosts } = await openedAt<Place>(start, stack);
    await rig.db
      .updateTable('project')
      .set({ archive_on: ['merge'] })
      .execute();
    await place.merge();
    await handleHosts();
    expect(await read()).toMatchObject({ status: 'archived' });
    expect((await rig.events(job.id)).at(-1)?.data).toEqual({ by: 'merge' });
  });
});

test('signed webhooks of GitHub are each handled once', async () => {
  const { rig, place, job, work, read } = await openedAt(github, stack);
  await rig.db
    .updateTable('project')
    .set({ archive_on: ['merge', 'close'] })
    .execute();
  await using api = await startApi({ db: rig.db, hostWebhooks: hostWebhooksOf(rig, testBox) });
  place.host.webhook = { url: `http://127.0.0.1:${api.port}/v1/code-host/${rig.project.id}/webhook`, secret: 'shared' };
  await place.say('wren', '@copydesk Run it. -> Start it.');
  const [reported] = await rig.db.selectFrom('host_event').select(['key', 'handled_at']).execute();
  expect(reported).toMatchObject({ key: expect.stringMatching(/^issue-comment-/), handled_at: null });
  const before = place.host.requests.length;
  // No polling: the webhook has reported it.
  await rig.db
    .updateTable('code_host_connection')
    .set({ poll_after: new Date(Date.now() + 1e7) })
    .execute();
  const hosts = openHosts({ db: rig.db, box: testBox, now: () => new Date() });
  const services = { hosted: (projectId: string) => hosts.hosted(projectId) };
  await rig.handleHosts(services);
  expect(place.host.requests.slice(before).map(({ method }) => method)).not.toContain('POST');
  expect(await work()).toMatchObject({ status: 'completed' });
  await place.merge();
  await rig.handleHosts(services);
  expect(place.said().some((body) => body.includes('copydesk:answer-'))).toBe(true);
  expect(await read()).toMatchObject({ id: job.id, status: 'archived' });
  const [seen] = await rig.db.selectFrom('code_host_connection').select('webhook_seen_at').execute();
  expect(seen?.webhook_seen_at).not.toBeNull();
});
