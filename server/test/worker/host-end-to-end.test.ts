import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeHostByCall } from '../../src/code-hosts/hosted.ts';
import { hostWebhooksOf } from '../../src/wiring/host-webhooks.ts';
import { openHosts } from '../../src/wiring/hosts.ts';
import type { WorkerServices } from '../../src/worker/services.ts';
import { startApi } from '../http/support/api.ts';
import { replacer } from '../races/support.ts';
import { connectProject, testBox } from '../support/connection.ts';
import { startGitea } from '../support/hosts/gitea.ts';
import { startGitLab } from '../support/hosts/gitlab.ts';
import { startGithub } from '../support/hosts/github.ts';
import { hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';

/** A code host over its API, with the branches of a real repository. */
interface Place extends AsyncDisposable {
  connection: Parameters<typeof connectProject>[2];
  merge: () => Promise<void>;
  close: () => Promise<void>;
  say: (author: string, body: string) => Promise<unknown>;
  /** What was said on the pull request. */
  said: () => string[];
}

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(async () => await stack.disposeAsync());

async function github(rig: HostRig) {
  const host = await startGithub();
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  const repository = host.add('acme/docs', { gitDirectory: rig.repository.gitDirectory });
  repository.roles.set('copydesk-bot', 'write').set('wren', 'write').set('guest', 'read');
  return {
    connection: { host: 'github', apiUrl: host.apiUrl, repository: 'acme/docs', token: 'ghp_test' },
    merge: () => host.merge(repository, 1),
    close: () => host.close(repository, 1),
    say: (login: string, body: string) => host.say(repository, { number: 1, body, author: { login, type: 'User' } }),
    said: () => repository.comments.map(({ body }) => body),
    host,
    repository,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

async function gitlab(rig: HostRig): Promise<Place> {
  const host = await startGitLab({ head: headIn(rig) });
  return {
    connection: { host: 'gitlab', apiUrl: host.apiUrl, repository: 'acme/handbook/docs', token: 'glpat-test' },
    merge: () => host.merge(1),
    close: () => host.close(1),
    say: async (author, body) => host.say({ on: 1, author, body }),
    said: () => host.state.notes.map(({ body }) => body),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

async function gitea(rig: HostRig): Promise<Place> {
  const host = await startGitea({ head: headIn(rig) });
  return {
    connection: { host: 'gitea', apiUrl: host.apiUrl, repository: 'acme/docs', token: 'gitea-token' },
    merge: () => host.merge(1),
    close: () => host.close(1),
    say: async (author, body) => host.say({ on: 1, author, body }),
    said: () => host.state.comments.map(({ body }) => body),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

function headIn(rig: HostRig) {
  return (branch: string) => rig.repository.git('rev-parse', '--verify', '-q', branch).catch(() => undefined);
}

/** A job whose pull request is open at a host. */
async function openedAt<P extends Place>(start: (rig: HostRig) => Promise<P>) {
  const rig = stack.use(await hostRig(replacer));
  const place = stack.use(await start(rig));
  await rig.db.deleteFrom('code_host_connection').execute();
  await connectProject(rig.db, rig.project.id, { login: null, webhookSecret: 'shared', ...place.connection });
  const hosts = openHosts({ db: rig.db, box: testBox, now: () => new Date() });
  const services: Partial<WorkerServices> = {
    hosted: (projectId) => hosts.hosted(projectId),
    codeHost: ({ id }) =>
      codeHostByCall(async () => {
        const hosted = await hosts.hosted(id);
        if (hosted === undefined) throw new Error('The project is not connected.');
        return hosted.host;
      }),
  };
  const { id } = await rig.create('Acme Cloud -> Acme Platform');
  const job = await rig.work(services);
  return {
    rig,
    place,
    job,
    work: async () => await rig.work(services),
    read: async () => await rig.read(id),
    attend: async () => {
      await rig.passTime();
      await rig.attend(services);
    },
  };
}

const places = { github, gitlab, gitea };

describe.each(Object.entries(places))('%s, without webhooks', (_name, start) => {
  test('a comment is a follow-up that is answered there, a conflict is told, and the end archives', async () => {
    const { rig, place, job, work, read, attend } = await openedAt<Place>(start);
    expect(job).toMatchObject({ status: 'completed', prLink: expect.stringMatching(/\/1$/) });
    await attend();
    await place.say('guest', '@copydesk Run it. -> Break it.');
    await place.say('wren', '@copydesk Run it. -> Start it.');
    await attend();
    expect(await read()).toMatchObject({ status: 'active' });
    expect(await work()).toMatchObject({ status: 'completed', prLink: job.prLink });
    await attend();
    await attend();
    const answers = place.said().filter((body) => body.includes(`copydesk:answer-${job.id.replace('_', '-')}-1`));
    expect(answers).toHaveLength(1);
    expect(answers[0]).toContain('Done as told');
    expect(await rig.repository.git('show', `copydesk/${job.id}:docs/guide.md`)).toContain('Start it.');
    await rig.repository.commit({ 'docs/guide.md': '# Guide\n\nUse Acme Sky.\n' });
    await attend();
    await attend();
    expect(place.said().filter((body) => body.includes('conflicts with'))).toHaveLength(1);
    await rig.db
      .updateTable('project')
      .set({ archive_on: ['merge', 'close'] })
      .execute();
    await place.close();
    await attend();
    expect(await read()).toMatchObject({ status: 'archived', prLink: job.prLink });
    expect((await rig.events(job.id)).at(-1)?.data).toEqual({ by: 'close' });
  });

  test('a merged one archives its job where the project wants that', async () => {
    const { rig, place, job, read, attend } = await openedAt<Place>(start);
    await rig.db
      .updateTable('project')
      .set({ archive_on: ['merge'] })
      .execute();
    await place.merge();
    await attend();
    expect(await read()).toMatchObject({ status: 'archived' });
    expect((await rig.events(job.id)).at(-1)?.data).toEqual({ by: 'merge' });
  });
});

test('GitHub tells by webhook, signed, and what is told is acted on once', async () => {
  const { rig, place, job, work, read } = await openedAt(github);
  await rig.db
    .updateTable('project')
    .set({ archive_on: ['merge', 'close'] })
    .execute();
  await using api = await startApi({ db: rig.db, hostWebhooks: hostWebhooksOf(rig, testBox) });
  place.host.webhook = { url: `http://127.0.0.1:${api.port}/v1/code-host/${rig.project.id}/webhook`, secret: 'shared' };
  await place.say('wren', '@copydesk Run it. -> Start it.');
  const [told] = await rig.db.selectFrom('host_event').select(['key', 'handled_at']).execute();
  expect(told).toMatchObject({ key: expect.stringMatching(/^issue-comment-/), handled_at: null });
  const before = place.host.requests.length;
  // Nothing is asked for: the webhook has told it.
  await rig.db
    .updateTable('code_host_connection')
    .set({ poll_after: new Date(Date.now() + 1e7) })
    .execute();
  const hosts = openHosts({ db: rig.db, box: testBox, now: () => new Date() });
  const services = { hosted: (projectId: string) => hosts.hosted(projectId) };
  await rig.attend(services);
  expect(place.host.requests.slice(before).map(({ method }) => method)).not.toContain('POST');
  expect(await work()).toMatchObject({ status: 'completed' });
  await place.merge();
  await rig.attend(services);
  expect(place.said().some((body) => body.includes('copydesk:answer-'))).toBe(true);
  expect(await read()).toMatchObject({ id: job.id, status: 'archived' });
  const [seen] = await rig.db.selectFrom('code_host_connection').select('webhook_seen_at').execute();
  expect(seen?.webhook_seen_at).not.toBeNull();
});
