import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HostAccess } from '../../../src/code-hosts/access.ts';
import type { HostedCodeHost, PullRequestDraft } from '../../../src/code-hosts/code-host.ts';
import { detectHost } from '../../../src/code-hosts/detect.ts';
import { gitea } from '../../../src/code-hosts/gitea/gitea.ts';
import { tryConnection } from '../../../src/wiring/hosts/try-connection.ts';
import { guide, liveServers, neededScopes, startLiveGitea } from '../../support/hosts/live-gitea.ts';
import type { LiveGitea, LiveServer } from '../../support/hosts/live-gitea.ts';
import { runnerLabel, startLiveRunner } from '../../support/hosts/live-runner.ts';
import { testWorkspace } from '../../support/workspace.ts';
import { draft as standInDraft } from './support.ts';

// The same tests as with the stand-in, against servers that somebody runs for this.

const now = () => new Date();

describe.each(liveServers)('a live $title', ({ server, isThere }) => {
  describe.skipIf(!isThere)('server', () => {
    suite(server);
  });
});

function suite(server: LiveServer): void {
  let live: LiveGitea;
  let draft: PullRequestDraft;
  beforeEach(async () => {
    live = await startLiveGitea(server);
    const headCommit = await live.push({ 'docs/guide.md': guide('Acme Platform') }, 'copydesk/job_1');
    draft = { ...standInDraft, headCommit };
  });
  afterEach(async () => await live[Symbol.asyncDispose]());

  const opened = (change?: Partial<HostAccess>): HostedCodeHost => gitea.open(live.access(change));
  const mayOnly = async (...scopes: string[]): Promise<Partial<HostAccess>> => ({
    credential: { kind: 'token', token: await live.newToken(live.bot, scopes) },
  });
  const changed = async (settings: object): Promise<Partial<HostAccess>> => {
    await live.ask('PATCH', '', settings);
    return {};
  };
  const pullRequest = async (number: number) =>
    (await live.ask('GET', `pulls/${number}`)) as {
      title: string;
      body: string;
      draft: boolean;
      labels: { name: string }[];
      requested_reviewers: { login: string }[] | null;
    };

  test('is reported by its address, and connecting tries everything and leaves nothing behind', async () => {
    const { host, url } = server;
    const detected = { host, apiUrl: live.apiUrl, repository: live.path };
    expect(await detectHost(`${url}/${live.path}`, {}, now)).toMatchObject(detected);
    await using space = await testWorkspace();
    const access = live.access({ labels: ['docs'], reviewers: [live.wren.login] });
    const trial = { workspace: space.workspace, access, gitUrl: live.gitUrl, ref: undefined, now };
    const checks: object[] = [];
    const isWell = await tryConnection(trial, (check) => checks.push(check));
    expect(checks.filter((check) => !('ok' in check && check.ok === true))).toEqual([]);
    expect([isWell, checks.length]).toEqual([true, 13]);
    expect(await live.branches()).toEqual(['copydesk/job_1', 'main']);
    expect(await live.ask('GET', 'pulls?state=all')).toEqual([]);
    expect(JSON.stringify(checks)).not.toContain(live.token);
  });

  const troubles: { what: string; change: () => Promise<Partial<HostAccess>>; name: string; says: RegExp }[] = [
    {
      what: 'a token that is not known',
      change: async () => ({ credential: { kind: 'token', token: 'f'.repeat(40) } }),
      name: 'token',
      says: /does not accept the token/,
    },
    {
      what: 'a token without read:user',
      change: () => mayOnly('write:repository', 'write:issue'),
      name: 'token',
      says: /lacks a scope to read its own account .*read:user/,
    },
    {
      what: 'a token without a scope for the repository',
      change: () => mayOnly('read:user'),
      name: 'repository',
      says: /lacks a scope to read the repository/,
    },
    {
      what: 'a token that may only read',
      change: () => mayOnly('read:user', 'read:repository', 'write:issue'),
      name: 'push branches',
      says: /lacks a scope to push a branch .*required\b.*\[write:repository\]/,
    },
    {
      what: 'a token that may not comment',
      change: () => mayOnly('read:user', 'write:repository'),
      name: 'comment',
      says: /lacks a scope to comment .*required\b.*\[write:issue\]/,
    },
    {
      what: 'a repository that is not there',
      change: async () => ({ repository: `${live.path}-elsewhere` }),
      name: 'repository',
      says: /does not show acme-/,
    },
    {
      what: 'an account that may only read',
      change: async () => ({ credential: { kind: 'token', token: await live.newToken(live.guest, neededScopes) } }),
      name: 'push branches',
      says: /Make it a collaborator who may write/,
    },
    {
      what: 'a renamed repository',
      change: () => changed({ name: 'manual' }),
      name: 'repository',
      says: /has moved to acme-\w+\/manual/,
    },
    {
      what: 'an archived repository',
      change: () => changed({ archived: true }),
      name: 'repository',
      says: /Unarchive it/,
    },
    {
      what: 'no pull requests',
      change: () => changed({ has_pull_requests: false }),
      name: 'repository',
      says: /switched off/,
    },
    {
      what: 'a rule that protects the branches of jobs',
      change: async () => {
        await live.ask('PUT', `collaborators/${live.bot.login}`, { permission: 'admin' });
        await live.ask('POST', 'branch_protections', { rule_name: 'copydesk/**', enable_push: false });
        return {};
      },
      name: 'push branches',
      says: /The rule "copydesk\/\*\*" protects/,
    },
  ];

  test.each(troubles)('connecting finds $what', async ({ change, name, says }) => {
    const checks = await opened(await change()).check();
    expect(checks.find(({ ok }) => !ok)).toMatchObject({ name, detail: expect.stringMatching(says) });
    expect(JSON.stringify(checks)).not.toContain(live.token);
  });

  test('opens a pull request once, finds it by its branch, and adopts the one that is open', async () => {
    const client = opened();
    expect(await client.find(draft.headRef)).toBeUndefined();
    const first = await client.open(draft);
    expect(first).toEqual({
      number: 1,
      link: `${server.url}/${live.path}/pulls/1`,
      state: 'open',
      headRef: draft.headRef,
      baseRef: 'main',
      headCommit: draft.headCommit,
    });
    expect(await client.find(draft.headRef)).toEqual(first);
    expect(await client.read(1)).toEqual(first);
    expect(await client.read(2)).toBeUndefined();
    expect(await client.open({ ...draft, title: 'Another title' })).toMatchObject({ number: 1 });
    expect(await pullRequest(1)).toMatchObject({ title: 'Another title', draft: false });
    const gone = { code: 'pull_request_failed', message: expect.stringContaining('has no branch "copydesk/gone"') };
    // Forgejo answers with 500.
    const refusal = server.host === 'gitea' ? gone : { code: 'code_host_unreachable' };
    await expect(opened().open({ ...draft, headRef: 'copydesk/gone' })).rejects.toMatchObject({
      retryable: true,
      ...refusal,
    });
  });

  test('opens a draft with labels and reviewers, and says what is not there', async () => {
    const { wren, bot } = live;
    const labels = ['docs', 'unheard of'];
    await opened({ draft: true, labels, reviewers: [wren.login, 'nobody', bot.login] }).open(draft);
    const made = await pullRequest(1);
    expect(made).toMatchObject({ title: `WIP: ${draft.title}`, draft: true });
    expect(made.labels.map(({ name }) => name)).toEqual(['docs']);
    expect(made.requested_reviewers?.map(({ login }) => login)).toEqual([wren.login]);
    expect((await live.comments(1)).map(({ body }) => body)).toEqual([
      expect.stringMatching(/^There is no label `unheard of` .* No review could be asked of `nobody`, `bot-\w+`\./),
    ]);
  });

  test('a follow-up and an answer are posted once, and not on a pull request that has ended', async () => {
    const client = opened();
    await client.open(draft);
    await live.ask('PATCH', 'pulls/1', { title: 'What people call it' });
    const headCommit = await live.push({ 'docs/guide.md': guide('Acme Sky') }, draft.headRef);
    const next = { ...draft, headCommit, description: 'Next text.', asDraft: true };
    for (const _ of [1, 2]) await client.update(1, next);
    for (const _ of [1, 2]) await client.comment({ number: 1, body: 'Done.', mark: 'answer-1' });
    expect((await live.comments(1)).map(({ body }) => body)).toEqual([
      `Next text.\n\n<!-- copydesk:follow-up-${headCommit} -->`,
      'Done.\n\n<!-- copydesk:answer-1 -->',
    ]);
    expect(await pullRequest(1)).toMatchObject({ title: 'WIP: What people call it', draft: true });
    await live.close(1);
    await expect(client.update(1, next)).rejects.toMatchObject({ code: 'pull_request_not_open' });
  });

  test.each(['merge', 'close'] as const)('an ended pull request reports the commit it ended with (%s)', async (how) => {
    const client = opened();
    await client.open(draft);
    await live[how](1);
    const state = how === 'merge' ? 'merged' : 'closed';
    const ended = { number: 1, state, headRef: draft.headRef, headCommit: draft.headCommit };
    expect(await client.find(draft.headRef)).toMatchObject(ended);
    const later = await live.push({ 'docs/guide.md': guide('Acme Sky') }, draft.headRef);
    expect(await client.find(draft.headRef)).toMatchObject(ended);
    expect(await client.open(draft)).toMatchObject(ended);
    expect(await client.open({ ...draft, headCommit: later })).toMatchObject({ number: 2, state: 'open' });
    await live.close(2);
    await live.ask('DELETE', `branches/${draft.headRef}`);
    expect(await client.find(draft.headRef)).toMatchObject({ number: 2, state: 'closed', headCommit: later });
    expect(await client.read(1)).toMatchObject(ended);
  });

  test('write access is read from the permissions, or from the list if the account is not an administrator', async () => {
    for (const permission of ['write', 'admin']) {
      await live.ask('PUT', `collaborators/${live.bot.login}`, { permission });
      const client = opened();
      expect(await client.mayWrite(live.wren.login)).toBe(true);
      expect(await client.mayWrite(live.guest.login)).toBe(false);
      expect(await client.mayWrite('nobody')).toBe(false);
    }
  });

  test('reports comments and ended pull requests since a time, and the commit of the base branch', async () => {
    const client = opened();
    await client.open(draft);
    await live.say(1, '@copydesk shorter', live.wren);
    const line = { path: 'docs/guide.md', body: '@copydesk one word', new_position: 3 };
    const review = { body: '@copydesk see below', event: 'COMMENT', commit_id: draft.headCommit, comments: [line] };
    await live.ask('POST', 'pulls/1/reviews', review, live.wren);
    await live.ask('POST', 'pulls/1/reviews', { body: 'Not said yet.', comments: [line] }, live.guest);
    const since = new Date(Date.now() - 60_000);
    const events = await client.changesSince(since);
    const author = live.wren.login;
    const part: unknown = expect.stringMatching(/^review-[\da-f]{20}$/);
    expect(events.map((event) => (event.kind === 'comment' ? event.comment : event))).toEqual([
      expect.objectContaining({ number: 1, author, isBot: false, body: '@copydesk shorter', place: null }),
      expect.objectContaining({ number: 1, author, body: '@copydesk see below', review: part, place: null }),
      expect.objectContaining({
        number: 1,
        author,
        body: '@copydesk one word',
        review: part,
        place: { path: 'docs/guide.md', line: 3, excerpt: expect.stringContaining('Use Acme Platform.') },
      }),
      { kind: 'pushed', branch: 'main', commit: await live.repository.git('rev-parse', 'main') },
    ]);
    await live.merge(1);
    const ended = (await client.changesSince(since)).filter(({ kind }) => kind === 'ended');
    expect(ended).toEqual([{ kind: 'ended', number: 1, state: 'merged' }]);
  });

  const checksOf = async (commit: string) => {
    const { checks, ...rest } = await opened().checksOf(commit);
    return { checks: checks.toSorted((one, other) => one.key.localeCompare(other.key)), ...rest };
  };

  test('reports the newest status of each context, and previews', async () => {
    const { headCommit } = draft;
    const none = { checks: [], previews: [], isWhole: true };
    expect(await checksOf(headCommit)).toEqual(none);
    expect(await checksOf('f'.repeat(40))).toEqual(none);
    await live.status(headCommit, { context: 'ci/build', state: 'pending' });
    const preview = 'https://deploy-preview-7--docs.netlify.app/';
    await live.status(headCommit, { context: 'netlify', state: 'success', target_url: preview });
    await live.status(headCommit, { context: 'style', state: 'warning' });
    await live.status(headCommit, { context: 'tests', state: 'error', target_url: 'https://ci.example/4' });
    await live.status(headCommit, { context: 'ci/build', state: 'failure', description: 'Line 3 is wrong.' });
    expect(await checksOf(headCommit)).toEqual({
      checks: [
        reported('ci/build', { state: 'failed', summary: 'Line 3 is wrong.' }),
        reported('netlify', { state: 'passed', link: preview }),
        reported('style', { state: 'skipped' }),
        reported('tests', { state: 'failed', link: 'https://ci.example/4' }),
      ],
      previews: [{ name: 'netlify', link: preview }],
      isWhole: true,
    });
    expect(await opened().logOf(headCommit, 'status tests', 1000)).toBeUndefined();
    expect(await opened(await mayOnly('read:user')).checksOf(headCommit)).toEqual(none);
  });

  test('reads all pages of statuses', async () => {
    const { headCommit } = draft;
    for (let count = 1; count <= 55; count += 1) {
      await live.status(headCommit, { context: `ci ${count}`, state: count === 1 ? 'failure' : 'success' });
    }
    const { checks, isWhole } = await checksOf(headCommit);
    expect([checks.length, isWhole]).toEqual([55, true]);
    expect(checks.filter(({ state }) => state === 'failed').map(({ name }) => name)).toEqual(['ci 1']);
  });

  test('follows the jobs of Actions, and reads the end of a log if the API provides it', async () => {
    const runner = await startLiveRunner(server, live);
    const commit = await live.push({ '.gitea/workflows/docs.yml': workflow }, draft.headRef);
    const job = await runner.take();
    const name = 'Docs / links (push)';
    // The host decides the number of a run: a busy Forgejo was seen to give 2 to the first.
    const link = expect.stringMatching(new RegExp(`^${server.url}/${live.path}/actions/runs/\\d+/jobs/\\d+$`));
    const running = [{ key: `status ${name}`, name, state: 'running', link }];
    // Both set the statuses of a job a little after its state has changed.
    const tells = async (checks: object[]) =>
      await vi.waitFor(async () => expect((await checksOf(commit)).checks).toMatchObject(checks), { timeout: 30_000 });
    await tells(running);
    await job.end('FAILURE', ['Building', 'docs/guide.md:3 leads nowhere']);
    const failed = { name, state: 'failed', summary: expect.stringMatching(/^Failing after /) };
    await tells([failed]);
    const log = async () => await opened().logOf(commit, `status ${name}`, 1000);
    const printed = server.host === 'gitea' ? 'Building\ndocs/guide.md:3 leads nowhere' : undefined;
    // Up to Gitea 1.25 the URL of the first job of a run has the number 0, which is not a job's number.
    const isNumbered = (await checksOf(commit)).checks[0]?.link?.endsWith('/jobs/0') === false;
    expect(await log()).toBe(isNumbered ? printed : undefined);
    await live.ask('PUT', `/teams/${await ownersOf(live)}/members/${live.bot.login}`);
    expect(await log()).toBe(printed);
  });
}

function reported(name: string, more: object): object {
  return { key: `status ${name}`, name, link: undefined, summary: undefined, ...more };
}

/** Returns the id of the organisation's team that owns its repositories. */
async function ownersOf(live: LiveGitea): Promise<number | undefined> {
  const teams = await live.ask('GET', `/orgs/${live.path.split('/')[0]}/teams`);
  return (teams as { id: number; name: string }[]).find(({ name }) => name === 'Owners')?.id;
}

const workflow = `name: Docs
on: push
jobs:
  links:
    runs-on: ${runnerLabel}
    steps: [{ run: ./links }]
`;
