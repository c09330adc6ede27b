import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { codeHostByCall } from '../../../src/code-hosts/hosted.ts';
import { hostWebhooksOf } from '../../../src/wiring/hosts/host-webhooks.ts';
import { openHosts } from '../../../src/wiring/hosts/hosts.ts';
import { sourceOf } from '../../../src/wiring/hosts/repositories.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { startApi } from '../../http/support/api.ts';
import { connectProject, testBox } from '../../support/connection.ts';
import { guide, liveServers, neededScopes, startLiveGitea } from '../../support/hosts/live-gitea.ts';
import type { LiveServer } from '../../support/hosts/live-gitea.ts';
import { corrector } from './checks-rig.ts';
import { hostRig } from './host-rig.ts';

// The whole product against servers that somebody runs for this: it clones from them, pushes to them, and uses their
// API.

describe.each(liveServers)('a live $title', ({ server, isThere }) => {
  describe.skipIf(!isThere)('server', () => {
    suite(server);
  });
});

type Desk = Awaited<ReturnType<typeof liveDesk>>;

/** A worker whose project is at a live server. */
async function liveDesk(server: LiveServer) {
  const stack = new AsyncDisposableStack();
  const rig = stack.use(await hostRig(corrector));
  const live = stack.use(await startLiveGitea(server));
  const { db, project } = rig;
  const connect = async (token: string): Promise<void> => {
    await db.deleteFrom('code_host_connection').execute();
    const { apiUrl, path } = live;
    const connection = { host: server.host, apiUrl, repository: path, login: null, webhookSecret: 'shared' };
    await connectProject(db, project.id, { ...connection, token });
  };
  await connect(live.token);
  await db
    .updateTable('project')
    .set({ repository_kind: 'url', repository: live.gitUrl, archive_on: ['merge', 'close'] })
    .execute();
  const hosts = openHosts({ db, box: testBox, now: () => new Date() });
  const services: Partial<WorkerServices> = {
    source: (of) => sourceOf({ hosts }, of),
    hosted: (projectId) => hosts.hosted(projectId),
    codeHost: ({ id }) =>
      codeHostByCall(async () => {
        const hosted = await hosts.hosted(id);
        if (hosted === undefined) throw new Error('The project is not connected.');
        return hosted.host;
      }),
  };
  return {
    rig,
    live,
    connect,
    work: async () => await rig.work(services),
    handleHosts: async () => await rig.handleHosts(services),
    /** Polls the host, and acts on the result. */
    poll: async () => {
      await rig.passTime();
      await rig.handleHosts(services);
    },
    /** The last commit of the pull request. */
    head: async (): Promise<string> => ((await live.ask('GET', 'pulls/1')) as { head: { sha: string } }).head.sha,
    /** The page that the job changes, as on a branch at the server. */
    page: async (branch: string): Promise<string> => {
      const file = await live.ask('GET', `contents/docs/guide.md?ref=${encodeURIComponent(branch)}`);
      return Buffer.from((file as { content: string }).content, 'base64').toString();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function suite(server: LiveServer): void {
  let desk: Desk;
  beforeEach(async () => {
    desk = await liveDesk(server);
  });
  afterEach(async () => await desk[Symbol.asyncDispose]());

  const change = 'Acme Cloud -> Acme Platform';
  const said = async () => (await desk.live.comments(1)).map(({ body }) => body);

  test('by polling: a comment is a follow-up, answered there; a conflict is reported; closing archives the job', async () => {
    const { rig, live, work, poll, page } = desk;
    await rig.create(change);
    const job = await work();
    expect(job).toMatchObject({ status: 'completed', prLink: `${server.url}/${live.path}/pulls/1` });
    const branch = `copydesk/${job.id}`;
    expect(await page(branch)).toBe(guide('Acme Platform'));
    await poll();
    await live.say(1, '@copydesk Run it. -> Break it.', live.guest);
    await live.say(1, '@copydesk Run it. -> Start it.', live.wren);
    await poll();
    expect(await work()).toMatchObject({ status: 'completed', prLink: job.prLink });
    for (const _ of [1, 2]) await poll();
    expect((await said()).filter((body) => body.includes('Done as told'))).toHaveLength(1);
    expect(await page(branch)).toContain('Start it.');
    await live.push({ 'docs/guide.md': guide('Acme Sky') });
    for (const _ of [1, 2]) await poll();
    expect((await said()).filter((body) => body.includes('conflicts with'))).toHaveLength(1);
    await live.close(1);
    await poll();
    expect(await rig.read(job.id)).toMatchObject({ status: 'archived', prLink: job.prLink });
    expect((await rig.events(job.id)).at(-1)?.data).toEqual({ by: 'close' });
  });

  test('by webhook: each event is handled once, as with polling, and merging archives the job', async () => {
    const { rig, live, work, handleHosts, poll, head } = desk;
    await using api = await startApi({ db: rig.db, hostWebhooks: hostWebhooksOf(rig, testBox) });
    const url = `http://127.0.0.1:${api.port}/v1/code-host/${rig.project.id}/webhook`;
    const config = { url, content_type: 'json', secret: 'shared' };
    await live.ask('POST', 'hooks', { type: server.host, active: true, config, events: hookEvents });
    const checkEvents = server.host === 'gitea' ? [/^checks-[\da-f]{40}-/] : [];
    await rig.create(change);
    const job = await work();
    const reported = async (): Promise<string[]> => Object.keys(await rig.outcomes()).toSorted();
    const untilStored = async (...expected: (string | RegExp)[]): Promise<void> => {
      const all = expected.map((one) => expect.stringMatching(one));
      await vi.waitFor(async () => expect(await reported()).toEqual(expect.arrayContaining(all)), { timeout: 30_000 });
    };
    // A worker waits for a review as long as more of it may arrive.
    const allHandled = async (): Promise<void> => {
      await poll();
      expect(Object.values(await rig.outcomes())).not.toContain(null);
    };
    await live.say(1, '@copydesk Run it. -> Start it.', live.wren);
    const line = { path: 'docs/guide.md', body: 'Set up -> Install', new_position: 3 };
    const review = { body: '@copydesk Use -> Take', event: 'REQUEST_CHANGES', comments: [line] };
    await live.ask('POST', 'pulls/1/reviews', review, live.wren);
    await live.status(await head(), { context: 'ci/build', state: 'pending' });
    await untilStored(/^issue-comment-/, /^review-[\da-f]{20}$/, /^look-1-/, ...checkEvents);
    await handleHosts();
    const before = (await reported()).filter((key) => !key.startsWith('pushed-'));
    expect(before.filter((key) => key.startsWith('issue-comment-'))).toHaveLength(2);
    await poll();
    expect((await reported()).filter((key) => !key.startsWith('pushed-'))).toEqual(before);
    await vi.waitFor(allHandled, { timeout: 30_000, interval: 500 });
    expect(await work()).toMatchObject({ status: 'completed', prLink: job.prLink });
    await handleHosts();
    expect((await said()).filter((body) => body.includes('copydesk:answer-'))).toHaveLength(3);
    const commit = await live.push({ 'docs/other.md': '# Other\n' });
    await untilStored(`pushed-main-${commit}`);
    await live.merge(1);
    await live.ask('DELETE', `branches/copydesk/${job.id}`);
    await untilStored('ended-1-merged', `pushed-copydesk/${job.id}-gone`);
    await handleHosts();
    expect(await rig.read(job.id)).toMatchObject({ status: 'archived' });
    expect((await rig.events(job.id)).at(-1)?.data).toEqual({ by: 'merge' });
  });

  /** The outcomes of following the job's commits, oldest first. */
  const followed = async () =>
    (await desk.rig.db.selectFrom('checked_commit').select('outcome').orderBy('since').execute()).map(
      ({ outcome }) => outcome,
    );
  const untilFollowed = async (...outcomes: string[]): Promise<void> => {
    const look = async () => {
      await desk.poll();
      expect(await followed()).toEqual(outcomes);
    };
    await vi.waitFor(look, { timeout: 30_000 });
  };

  test('a failed check causes a commit on the same pull request; passing ends the round', async () => {
    const { rig, live, work, head, page } = desk;
    await rig.create('Acme Cloud. -> Acme Platform.');
    const { id, prLink } = await work();
    const first = await head();
    await live.status(first, { context: 'ci/build', state: 'failure', description: 'Acme Platform is unknown' });
    await live.status(first, { context: 'ci/lint', state: 'success' });
    await untilFollowed('a turn was begun');
    expect(await work()).toMatchObject({ id, status: 'completed', prLink });
    expect(await page(`copydesk/${id}`)).toBe(guide('Acme Platform 1'));
    const messages = (await rig.events(id)).flatMap((event) => (event.type === 'message' ? [event.data] : []));
    expect(messages.at(-1)).toMatchObject({ from: { kind: 'checks' } });
    expect(messages.at(-1)?.prompt).toContain('> Check: ci/build\n> Acme Platform is unknown');
    await vi.waitFor(async () => expect(await head()).not.toBe(first), { timeout: 30_000 });
    await live.status(await head(), { context: 'ci/build', state: 'success' });
    await untilFollowed('a turn was begun', 'all have passed');
    expect(await live.ask('GET', 'pulls?state=all')).toHaveLength(1);
  });

  test('a check that also fails on the base begins no round', async () => {
    const { rig, live, work, head } = desk;
    const base = await live.repository.git('rev-parse', 'main');
    await live.status(base, { context: 'CI / build (push)', state: 'failure' });
    await rig.create(change);
    const { id } = await work();
    await live.status(await head(), { context: 'CI / build (pull_request)', state: 'failure' });
    await untilFollowed('the base fails them too');
    expect(await rig.read(id)).toMatchObject({ status: 'completed' });
    expect((await rig.events(id)).at(-1)).toMatchObject({
      type: 'noted',
      data: { detail: expect.stringContaining('they fail on main too: CI / build (pull_request)') },
    });
  });

  test('a protected base branch is no problem; a rule for the branches of jobs is named', async () => {
    const { rig, live, work } = desk;
    await live.ask('POST', 'branch_protections', { rule_name: 'main', enable_push: false });
    await rig.create(change);
    expect(await work()).toMatchObject({ status: 'completed', prLink: expect.stringMatching(/\/1$/) });
    await live.ask('POST', 'branch_protections', { rule_name: 'copydesk/**', enable_push: false });
    await rig.create(change);
    expect(await work()).toMatchObject({ status: 'failed', error: { code: 'branch_protected' } });
  });

  const scopes = { readOnly: ['read:repository', 'write:issue', 'read:user'], noUser: neededScopes.slice(0, 2) };

  test('a token without write permission fails the job, which continues with a better token', async () => {
    const { rig, live, connect, work } = desk;
    await connect(await live.newToken(live.bot, scopes.readOnly));
    const { id } = await rig.create(change);
    expect(await work()).toMatchObject({ status: 'failed', error: { code: 'code_host_forbidden' } });
    expect(await live.branches()).toEqual(['main']);
    await connect(live.token);
    await rig.send(id, 'Run it. -> Start it.');
    expect(await work()).toMatchObject({ id, status: 'completed', prLink: expect.stringMatching(/\/1$/) });
  });

  test('a read-only account, a deleted token and an archived repository fail the job with different codes', async () => {
    const { rig, live, connect, work } = desk;
    await connect(await live.newToken(live.guest, neededScopes));
    await rig.create(change);
    expect(await work()).toMatchObject({ status: 'failed', error: { code: 'code_host_forbidden' } });
    await connect('f'.repeat(40));
    await rig.create(change);
    expect(await work()).toMatchObject({ status: 'failed', error: { code: 'repository_unauthorized' } });
    await connect(live.token);
    await live.ask('PATCH', '', { archived: true });
    await rig.create(change);
    expect(await work()).toMatchObject({ status: 'failed', error: { code: 'repository_archived' } });
  });
}

/** The events that docs/gitea.md recommends. Forgejo has none for statuses. */
const hookEvents = [
  'push',
  'delete',
  'issue_comment',
  'pull_request',
  'pull_request_comment',
  'pull_request_review',
  'status',
];
