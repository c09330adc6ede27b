import { forgejoApi } from 'forgejo-js';
import { giteaApi } from 'gitea-js';
import { expect, test } from 'vitest';
import { gitea } from '../../../src/code-hosts/gitea/gitea.ts';
import { followUpMark, marked } from '../../../src/code-hosts/marks.ts';
import { startGitea } from '../../support/hosts/gitea.ts';
import type { GiteaStandIn } from '../../support/hosts/gitea.ts';
import { essenceOf } from '../../support/hosts/stand-in.ts';
import { alwaysMerges } from '../../support/hosts/host-merges.ts';
import { accessTo, draft, opened, token } from './support.ts';

/**
 * The clients are generated from the API descriptions that the hosts publish, of Gitea 1.23 and Forgejo 11: what their
 * types allow is documented, and what they send shows how it is sent. Every request of ours must equal one of theirs.
 */
const clients = [
  { name: 'Gitea', client: giteaApi },
  { name: 'Forgejo', client: forgejoApi },
];

test.each(clients)('every request is one that $name describes', async ({ client }) => {
  await using host = await startGitea({ merges: alwaysMerges });
  await sayEverything(host);
  const ours = host.requests.splice(0).map(essenceOf);
  await sayTheSame(client(host.origin, { token }));
  const theirs = new Set(host.requests.map(essenceOf));
  expect(ours.filter((request) => !theirs.has(request))).toEqual([]);
  expect(new Set(ours).size).toBe(33);
});

const merged = 'c'.repeat(40);
const next = { ...draft, headCommit: 'e'.repeat(40), description: 'More.' };
const since = new Date('2026-11-21T10:02:00Z');

/** Makes every request that is ever sent to a host. */
async function sayEverything(host: GiteaStandIn): Promise<void> {
  const client = opened(host, { labels: ['docs', 'unheard of'], reviewers: ['wren'] });
  await client.check();
  await client.open(draft);
  await client.open(draft);
  await client.update(1, next);
  await client.comment({ number: 1, body: 'Done.', mark: 'answer-1' });
  await client.mayWrite('wren');
  const lines = [{ path: 'docs/a.md', position: 1, diffHunk: '', body: 'Line.' }];
  await host.review({ on: 1, author: 'wren', body: '', lines });
  await client.changesSince(since);
  await client.checksOf(draft.headCommit);
  await client.mergeStanding(1, since);
  await client.merge({ number: 1, headCommit: draft.headCommit });
  await gitea.pullRequestOf(accessTo(host), merged);
  await client.find(draft.headRef);
  const withoutBranch = opened(host);
  host.state.head = (branch) => Promise.resolve(branch === 'main' ? 'b'.repeat(40) : undefined);
  await expect(withoutBranch.open({ ...draft, headRef: 'copydesk/gone' })).rejects.toThrow('has no branch');
}

/** Makes the same requests with a generated client, whose types say what may be sent. */
async function sayTheSame(api: ReturnType<typeof giteaApi> | ReturnType<typeof forgejoApi>): Promise<void> {
  const { repos } = api;
  const [owner, repo] = ['acme', 'docs'] as const;
  const page = { limit: 50, page: 1 };
  const { title, headRef: head, baseRef: base } = draft;
  const words = { title, body: marked(draft.description, followUpMark(draft.headCommit)) };
  const all = [
    () => api.user.userGetCurrent(),
    () => api.version.getVersion(),
    () => repos.repoGet(owner, repo),
    () =>
      repos.repoCreateBranch(owner, repo, {
        new_branch_name: 'copydesk/check',
        old_branch_name: 'copydesk/check-from-nowhere',
      }),
    () => repos.repoListBranchProtection(owner, repo),
    () => repos.repoCreatePullRequest(owner, repo, { head: 'main', base: 'main', title: 'Check of permissions' }),
    () => repos.issueEditIssue(owner, repo, 2_000_000_000, {}),
    () => repos.repoGetBranch(owner, repo, 'main'),
    () => repos.repoGetBranch(owner, repo, 'copydesk/gone'),
    () => repos.issueListLabels(owner, repo, page),
    () => api.orgs.orgListLabels(owner, { limit: 50 }),
    () => repos.repoGetReviewers(owner, repo),
    () => repos.repoListPullRequests(owner, repo, { ...page, state: 'all' }),
    () => repos.repoListPullRequests(owner, repo, { ...page, state: 'open' }),
    () => repos.repoListPullRequests(owner, repo, { ...page, state: 'all', sort: 'recentupdate' }),
    () => repos.repoGetPullRequest(owner, repo, 1),
    () => repos.repoCreatePullRequest(owner, repo, { head, base, ...words, labels: [11] }),
    () => repos.repoCreatePullRequest(owner, repo, { head: 'copydesk/gone', base, ...words }),
    () => repos.repoEditPullRequest(owner, repo, 1, { base, ...words }),
    () => repos.repoCreatePullReviewRequests(owner, repo, 1, { reviewers: ['wren'] }),
    () => repos.issueGetComments(owner, repo, 1),
    () => repos.issueCreateComment(owner, repo, 1, { body: marked(next.description, followUpMark(next.headCommit)) }),
    () => repos.issueCreateComment(owner, repo, 1, { body: 'Done.\n\n<!-- copydesk:answer-1 -->' }),
    () => repos.issueCreateComment(owner, repo, 1, { body: missingWords }),
    () => repos.repoGetRepoPermissions(owner, repo, 'wren'),
    () => repos.repoGetAssignees(owner, repo),
    () => repos.issueGetRepoComments(owner, repo, { ...page, since: '2026-11-21T10:00:00.000Z' }),
    () => repos.repoListPullReviews(owner, repo, 1, page),
    () => repos.repoGetPullReviewComments(owner, repo, 1, 71 + 3),
    () => repos.repoListStatusesByRef(owner, repo, draft.headCommit, page),
    () => repos.repoMergePullRequest(owner, repo, 1, { Do: 'merge', head_commit_id: draft.headCommit }),
    () => repos.repoGetCommitPullRequest(owner, repo, merged),
    () => repos.repoListGitRefs(owner, repo, 'pull/1/head'),
  ];
  // A refusal is thrown with the answer, but the request was sent.
  for (const ask of all) await ask().catch(() => undefined);
}

const missingWords =
  "There is no label `unheard of` in this repository. Labels and reviewers are settings of the project's connection.\n\n<!-- copydesk:settings-not-applied -->";
