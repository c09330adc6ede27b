import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostAccess } from '../../../src/code-hosts/access.ts';
import type { HostedCodeHost } from '../../../src/code-hosts/code-host.ts';
import { github } from '../../../src/code-hosts/github/github.ts';
import { draftOf, githubAccess, tokenOf } from '../../support/hosts/github-access.ts';
import { refusals } from '../../support/hosts/github-faults.ts';
import type { GithubRepository } from '../../support/hosts/github-state.ts';
import { startGithub } from '../../support/hosts/github.ts';
import type { GithubStandIn } from '../../support/hosts/github.ts';

let host: GithubStandIn;
let repository: GithubRepository;

beforeEach(async () => {
  host = await startGithub();
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  repository = host.add('acme/docs');
  repository.roles.set('copydesk-bot', 'write').set('ada', 'admin');
  repository.heads.set('copydesk/job_1', 'b'.repeat(40));
});

afterEach(() => host[Symbol.asyncDispose]());

function open(change: Partial<HostAccess> = {}): HostedCodeHost {
  return github.open(githubAccess(host.apiUrl, change));
}

function bodies(number = 1): string[] {
  return repository.comments.filter((comment) => comment.number === number).map(({ body }) => body);
}

function posts(path: string): number {
  return host.requests.filter((request) => request.method === 'POST' && request.path.endsWith(path)).length;
}

describe('opening a pull request', () => {
  test('updates an open one', async () => {
    await open().open(draftOf());
    const again = await open().open(draftOf({ headCommit: 'c'.repeat(40), description: 'More of it.' }));
    expect(again.number).toBe(1);
    expect(repository.pulls).toHaveLength(1);
    expect(bodies()).toEqual([`More of it.\n\n<!-- copydesk:follow-up-${'c'.repeat(40)} -->`]);
    // A comment's author gets an answer there, and no other comment is written.
    await open().update(1, draftOf({ headCommit: 'e'.repeat(40), isAnswered: true }));
    expect(bodies()).toHaveLength(1);
  });

  test('adopts one that another worker opens at the same time', async () => {
    const other = open();
    let isFirst = true;
    host.rule = ({ method, path }) => {
      if (!isFirst || method !== 'POST' || !path.endsWith('/pulls')) return undefined;
      isFirst = false;
      const message = 'A pull request already exists for acme:copydesk/job_1.';
      void other.open(draftOf());
      return refusals.invalid('PullRequest', { code: 'custom', message });
    };
    // What the other process opens is visible before or after this one's query: a later attempt finds it.
    const opened = await open()
      .open(draftOf())
      .catch(async () => await open().open(draftOf()));
    expect(opened.number).toBe(1);
    expect(repository.pulls).toHaveLength(1);
    expect(bodies()).toEqual([]);
  });

  test('opens no second one and posts no comment after a lost answer', async () => {
    host.rule = ({ method, path }) => (method === 'POST' && path.endsWith('/pulls') ? 'cut-after-work' : undefined);
    await expect(open({ labels: ['docs'] }).open(draftOf())).rejects.toMatchObject({
      code: 'code_host_unreachable',
      retryable: true,
    });
    host.rule = undefined;
    expect(await open({ labels: ['docs'] }).find('copydesk/job_1')).toMatchObject({ number: 1, state: 'open' });
    await open({ labels: ['docs'] }).update(1, draftOf());
    expect(repository.pulls).toHaveLength(1);
    expect(repository.pulls[0]?.labels).toEqual(['docs']);
    expect(bodies()).toEqual([]);
  });

  test('treats half an answer as no answer', async () => {
    host.rule = ({ method, path }) => (method === 'POST' && path.endsWith('/pulls') ? 'half-an-answer' : undefined);
    await expect(open().open(draftOf())).rejects.toMatchObject({ code: 'code_host_unreachable', retryable: true });
    host.rule = undefined;
    expect((await open().open(draftOf())).number).toBe(1);
  });

  test('returns one that ended with the same commit, and opens a new one for another commit', async () => {
    await open().open(draftOf());
    await host.merge(repository, 1);
    expect(await open().open(draftOf())).toMatchObject({ number: 1, state: 'merged', headCommit: 'b'.repeat(40) });
    repository.heads.set('copydesk/job_1', 'd'.repeat(40));
    expect(await open().open(draftOf({ headCommit: 'd'.repeat(40) }))).toMatchObject({ number: 2, state: 'open' });
  });

  test('opens a draft if people must look first, whatever the settings say', async () => {
    await open().open(draftOf({ asDraft: true }));
    expect(repository.pulls[0]).toMatchObject({ draft: true });
  });

  test('opens an ordinary one if the plan has no drafts, and comments on that', async () => {
    repository.hasDrafts = false;
    await open({ draft: true }).open(draftOf());
    expect(repository.pulls[0]).toMatchObject({ draft: false });
    expect(bodies()).toEqual([expect.stringContaining('drafts are not available')]);
  });

  test('sets labels and reviewers; refused ones are reported once, without a mention', async () => {
    repository.teams.add('writers');
    const settings = { labels: ['docs'], reviewers: ['ada', 'stranger', 'acme/writers', 'acme/nobody'] };
    await open(settings).open(draftOf());
    await open(settings).update(1, draftOf());
    expect(repository.pulls[0]).toMatchObject({ labels: ['docs'], reviewers: ['ada'], teams: ['writers'] });
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toContain('`stranger` could not be asked for a review: `Reviews may only be requested');
    expect(bodies()[0]).toContain('`acme/nobody`');
    expect(bodies()[0]).not.toContain('@');
    expect(bodies()[0]).not.toContain('`ada`');
  });

  test('reports a rate limit during labelling, and sets the labels afterwards', async () => {
    host.rule = ({ path }) => (path.endsWith('/labels') ? refusals.secondaryLimit(30) : undefined);
    const refused = open({ labels: ['docs'] }).open(draftOf());
    await expect(refused).rejects.toMatchObject({ code: 'code_host_limited', retryAfterSeconds: 30 });
    host.rule = undefined;
    await open({ labels: ['docs'] }).update(1, draftOf());
    expect(repository.pulls).toMatchObject([{ labels: ['docs'] }]);
    expect(bodies()).toEqual([]);
  });

  test.each([
    [
      'a branch without changes',
      () => repository.heads.set('copydesk/job_1', 'a'.repeat(40)),
      'pull_request_failed',
      false,
      /contains nothing that main lacks/u,
    ],
    [
      'a base branch that is gone',
      () => repository.heads.delete('main'),
      'ref_not_found',
      false,
      /branch main is not in acme\/docs/u,
    ],
    [
      'a head branch that was deleted',
      () => repository.heads.delete('copydesk/job_1'),
      'pull_request_failed',
      true,
      /copydesk\/job_1 is not in acme\/docs/u,
    ],
  ])('reports %s', async (_, prepare, code, retryable, detail) => {
    prepare();
    const refused = open().open(draftOf());
    await expect(refused).rejects.toMatchObject({ code, retryable });
    await expect(refused).rejects.toThrow(detail);
  });

  test('reports other refusals in GitHub’s own words, on one line of 200 characters at most', async () => {
    const message = `The branch\nis ${'very '.repeat(80)}odd ghp_test`;
    host.rule = ({ method }) =>
      method === 'POST' ? refusals.invalid('PullRequest', { code: 'custom', message }) : undefined;
    const error = await open()
      .open(draftOf())
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'pull_request_failed', retryable: false });
    const text = String(error);
    expect(text).toContain('Validation Failed; The branch is very');
    expect(text).not.toMatch(/\n|ghp_test/u);
    expect(text.length).toBeLessThan(330);
  });

  test('cuts a text that is too long for GitHub, and keeps its mark', async () => {
    await open().open(draftOf({ description: '```\n'.concat('line of text\n'.repeat(10_000)) }));
    const body = repository.pulls[0]?.body ?? '';
    expect(body.length).toBeLessThan(65_536);
    expect(body).toContain('The rest is left out');
    expect(body.match(/^```/gmu)).toHaveLength(2);
    expect(body.endsWith(`<!-- copydesk:opened-with-${'b'.repeat(40)} -->`)).toBe(true);
  });
});

describe('finding a pull request', () => {
  test('returns the newest of the branch, whatever its state', async () => {
    await open().open(draftOf());
    await host.close(repository, 1);
    expect(await open().find('copydesk/job_1')).toMatchObject({ number: 1, state: 'closed' });
    repository.heads.set('copydesk/job_1', 'd'.repeat(40));
    await open().open(draftOf({ headCommit: 'd'.repeat(40) }));
    expect(await open().find('copydesk/job_1')).toMatchObject({ number: 2, state: 'open', headCommit: 'd'.repeat(40) });
    expect(await open().find('copydesk/job_2')).toBeUndefined();
  });

  test('returns undefined for a missing pull request, and throws for a missing repository', async () => {
    expect(await open().read(7)).toBeUndefined();
    await expect(open({ repository: 'acme/nothing' }).read(7)).rejects.toMatchObject({ code: 'repository_not_found' });
  });
});

describe('following up a pull request', () => {
  test('leaves a closed one unchanged', async () => {
    await open().open(draftOf());
    await host.close(repository, 1);
    const refused = open().update(1, draftOf({ headCommit: 'c'.repeat(40) }));
    await expect(refused).rejects.toMatchObject({ code: 'pull_request_not_open' });
    expect(bodies()).toEqual([]);
  });

  test('keeps a title and description that people edited, and ignores a mark in another account’s comment', async () => {
    await open().open(draftOf());
    Object.assign(repository.pulls[0] ?? {}, { title: 'Ours', body: 'Ours' });
    const quoted = `> <!-- copydesk:follow-up-${'c'.repeat(40)} -->`;
    await host.say(repository, { number: 1, body: quoted });
    await open().update(1, draftOf({ headCommit: 'c'.repeat(40), description: 'Theirs' }));
    expect(repository.pulls[0]).toMatchObject({ title: 'Ours', body: 'Ours' });
    expect(bodies()).toEqual([quoted, expect.stringContaining('Theirs')]);
  });
});

describe('commenting', () => {
  test("an answer is posted in its thread once, even if GitHub's response was lost", async () => {
    await open().open(draftOf());
    const remark = await host.say(repository, { number: 1, body: 'Why?', kind: 'review-comment', path: 'a.md' });
    const draft = { number: 1, body: 'So.', mark: 'answer-9', thread: `review-comment-${remark.id}` };
    host.rule = ({ method }) => (method === 'POST' ? 'cut-after-work' : undefined);
    await expect(open().comment(draft)).rejects.toMatchObject({ code: 'code_host_unreachable' });
    host.rule = undefined;
    await open().comment(draft);
    expect(repository.comments.slice(1)).toMatchObject([
      { inReplyTo: remark.id, body: 'So.\n\n<!-- copydesk:answer-9 -->' },
    ]);
    expect(posts('/replies')).toBe(1);
  });

  test('an answer whose thread is gone is posted as an ordinary comment', async () => {
    await open().open(draftOf());
    await open().comment({ number: 1, body: 'So.', mark: 'answer-9', thread: 'review-comment-4711' });
    await open().comment({ number: 1, body: 'So.', mark: 'answer-9', thread: 'review-comment-4711' });
    expect(repository.comments).toMatchObject([{ kind: 'issue', body: 'So.\n\n<!-- copydesk:answer-9 -->' }]);
  });

  test('an own comment is found on a later page', async () => {
    await open().open(draftOf());
    for (let at = 0; at < 120; at += 1) await host.say(repository, { number: 1, body: `Remark ${at}` });
    await open().comment({ number: 1, body: 'So.', mark: 'answer-9' });
    await open().comment({ number: 1, body: 'So.', mark: 'answer-9' });
    expect(bodies().filter((body) => body.startsWith('So.'))).toHaveLength(1);
  });

  test('a token of an unknown installation, which cannot read its own account, comments once, too', async () => {
    host.accounts.set('ghs_given', {
      login: 'ci[bot]',
      type: 'Bot',
      permissions: { contents: 'write', pull_requests: 'write' },
      repositories: ['docs'],
    });
    const given = open({ credential: tokenOf('ghs_given') });
    await given.open(draftOf());
    await given.comment({ number: 1, body: 'So.', mark: 'answer-9' });
    await given.comment({ number: 1, body: 'So.', mark: 'answer-9' });
    expect(bodies()).toHaveLength(1);
  });
});
