import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HostedCodeHost } from '../../../src/code-hosts/code-host.ts';
import { gitea } from '../../../src/code-hosts/gitea/gitea.ts';
import type { MergeOutcome } from '../../../src/code-hosts/merge.ts';
import { guide, liveServers, startLiveGitea } from '../../support/hosts/live-gitea.ts';
import type { LiveGitea, LiveServer } from '../../support/hosts/live-gitea.ts';
import { draft } from './support.ts';

// What the merge policy asks of a code host, against servers that somebody runs for this.

describe.each(liveServers)('a live $title', ({ server, isThere }) => {
  describe.skipIf(!isThere)('server', () => {
    suite(server);
  });
});

function suite(server: LiveServer): void {
  let live: LiveGitea;
  let client: HostedCodeHost;
  let head: string;
  beforeEach(async () => {
    live = await startLiveGitea(server);
    head = await live.push({ 'docs/guide.md': guide('Acme Platform') }, draft.headRef);
    client = gitea.open(live.access());
    await client.open({ ...draft, headCommit: head });
  });
  afterEach(async () => await live[Symbol.asyncDispose]());

  const standing = async () => await client.mergeStanding(1, new Date(0));
  const isMergeable = (expected: boolean) =>
    vi.waitFor(async () => expect((await standing())?.isMergeable).toBe(expected), { timeout: 30_000, interval: 200 });
  /** The host tests in the background whether it can merge. Until it knows, it asks to try again later. */
  const merged = async (headCommit: string): Promise<MergeOutcome> => {
    let outcome: MergeOutcome | undefined;
    await vi.waitFor(async () => (outcome = await client.merge({ number: 1, headCommit })), {
      timeout: 30_000,
      interval: 200,
    });
    return outcome ?? { kind: 'refused', because: 'it was not asked' };
  };
  const parentsOfMain = async () => {
    const main = (await live.ask('GET', 'git/commits/main')) as { parents: { sha: string }[] };
    return main.parents.map(({ sha }) => sha);
  };

  test('merges the judged commit, and says by whom it was merged', async () => {
    await isMergeable(true);
    const open = { isDraft: false, labels: [], changesRequestedBy: [], openThreads: 0, isOwnMerge: false };
    expect(await standing()).toMatchObject({ ...open, lastCommentAt: undefined, pullRequest: { headCommit: head } });
    const base = await live.repository.git('rev-parse', 'main');
    expect(await merged(head)).toEqual({ kind: 'merged' });
    expect(await parentsOfMain()).toEqual([base.trim(), head]);
    expect(await standing()).toMatchObject({ isOwnMerge: true, pullRequest: { state: 'merged' } });
  });

  test('does not merge a commit that nobody judged', async () => {
    await isMergeable(true);
    const later = await live.push({ 'docs/guide.md': guide('Acme Sky') }, draft.headRef);
    await vi.waitFor(async () => expect((await standing())?.pullRequest.headCommit).toBe(later), { timeout: 30_000 });
    expect(await merged(head)).toEqual({ kind: 'moved' });
    expect(await standing()).toMatchObject({ pullRequest: { state: 'open' } });
  });

  test('sees a conflict', async () => {
    await live.push({ 'docs/guide.md': guide('Acme Suite') }, 'main');
    await isMergeable(false);
    expect((await standing())?.pullRequest.state).toBe('open');
  });

  test('merges by a method that the repository allows, or says that there is none', async () => {
    const methods = ['allow_merge_commits', 'allow_squash_merge', 'allow_rebase', 'allow_rebase_explicit'];
    const allow = async (...allowed: string[]) =>
      await live.ask('PATCH', '', {
        has_pull_requests: true,
        allow_fast_forward_only_merge: false,
        ...Object.fromEntries(methods.map((method) => [method, allowed.includes(method)])),
        ...(allowed.length > 0 && { default_merge_style: 'squash' }),
      });
    await allow();
    await isMergeable(true);
    expect(await merged(head)).toMatchObject({ kind: 'refused' });
    await allow('allow_squash_merge');
    const base = await live.repository.git('rev-parse', 'main');
    expect(await merged(head)).toEqual({ kind: 'merged' });
    expect(await parentsOfMain()).toEqual([base.trim()]);
  });

  test("returns a branch rule's words when it refuses", async () => {
    await live.ask('POST', 'branch_protections', { rule_name: 'main', branch_name: 'main', required_approvals: 1 });
    await isMergeable(true);
    expect(await merged(head)).toEqual({ kind: 'refused', because: expect.stringMatching(/approvals/i) });
  });

  test('reads requested changes, open threads and the last words of people', async () => {
    const line = { path: 'docs/guide.md', body: 'One word?', new_position: 3 };
    const review = { body: 'Not yet.', event: 'REQUEST_CHANGES', commit_id: head, comments: [line] };
    await live.ask('POST', 'pulls/1/reviews', review, live.wren);
    expect(await standing()).toMatchObject({
      changesRequestedBy: [live.wren.login],
      openThreads: 1,
      lastCommentAt: expect.any(Date),
    });
    await client.comment({ number: 1, mark: 'effect-1', body: 'What came of it.' });
    const before = (await standing())?.lastCommentAt;
    await client.comment({ number: 1, mark: 'effect-2', body: 'And later.' });
    expect((await standing())?.lastCommentAt).toEqual(before);
    await live.ask('POST', 'pulls/1/reviews', { body: 'Good.', event: 'APPROVED' }, live.wren);
    expect(await standing()).toMatchObject({ changesRequestedBy: [] });
  });
}
