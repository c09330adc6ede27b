import { Gitlab } from '@gitbeaker/rest';
import { expect, test } from 'vitest';
import { gitlab } from '../../../src/code-hosts/gitlab/gitlab.ts';
import { startGitLab } from '../../support/hosts/gitlab.ts';
import type { GitLabStandIn } from '../../support/hosts/gitlab.ts';
import { essenceOf } from '../../support/hosts/stand-in.ts';
import { alwaysMerges } from '../../support/hosts/host-merges.ts';
import { accessTo, draft, opened, token } from './support.ts';

/**
 * GitLab's best maintained client knows its API independently of us: every request of ours must equal one of its
 * requests.
 */
test('every request equals one of another client for the same task', async () => {
  await using host = await startGitLab({ merges: alwaysMerges });
  await sayEverything(host);
  const ours = host.requests.splice(0).map(essenceOf);
  await sayTheSame(host);
  const theirs = new Set(host.requests.map(essenceOf));
  expect(ours.filter((request) => !theirs.has(request))).toEqual([]);
  expect(new Set(ours).size).toBe(28);
});

const since = new Date('2026-11-21T10:02:00Z');
const merged = 'c'.repeat(40);
const next = { ...draft, headCommit: 'e'.repeat(40), description: 'More.' };

/** Makes every request that is ever sent to GitLab. */
async function sayEverything(host: GitLabStandIn): Promise<void> {
  const client = opened(host, { labels: ['docs', 'copydesk'], reviewers: ['wren'], draft: true });
  await client.check();
  await client.open(draft);
  await client.open(draft);
  await client.find(draft.headRef);
  await client.read(1);
  await client.update(1, next);
  const { discussion } = host.say({ on: 1, author: 'wren', body: 'Shorter.' });
  await client.comment({ number: 1, body: 'Done.', mark: 'answer-1', thread: discussion });
  await client.mayWrite('wren');
  await client.changesSince(since);
  host.state.automation.pipelines.push({ id: 5, sha: draft.headCommit, status: 'failed', source: 'push' });
  await client.checksOf(draft.headCommit);
  await client.logOf(draft.headCommit, 'job 77', 1000);
  await client.mergeStanding(1, since);
  await client.merge({ number: 1, headCommit: draft.headCommit });
  await gitlab.pullRequestOf(accessTo(host), merged);
}

async function sayTheSame(host: GitLabStandIn): Promise<void> {
  const api = new Gitlab({ host: host.origin, token });
  const project = host.state.path;
  const { headRef, baseRef } = draft;
  const title = `Draft: ${draft.title}`;
  const description = `${draft.description}\n\n<!-- copydesk:follow-up-${draft.headCommit} -->`;
  const newest = { orderBy: 'created_at', sort: 'desc' } as const;
  const all = { perPage: 100, maxPages: 1, page: 1 };
  const thread = host.state.notes.find(({ author }) => author === 'wren')?.discussion ?? '';
  const requests = [
    () => api.PersonalAccessTokens.show(),
    () => api.Users.showCurrentUser(),
    () => api.Metadata.show(),
    () => api.Projects.show(project),
    () => api.Branches.create(project, 'copydesk/check', '0000000000000000000000000000000000000001'),
    () => api.ProtectedBranches.all(project),
    () => api.MergeRequests.create(project, 'main', 'main', 'Check of permissions'),
    () => api.Branches.show(project, 'main'),
    () => api.Users.all({ username: 'wren' }),
    () => api.ProjectMembers.show(project, 8, { includeInherited: true }),
    () =>
      api.MergeRequests.all({ projectId: project, sourceBranch: headRef, state: 'all' as 'opened', ...newest, ...all }),
    () =>
      api.MergeRequests.create(project, headRef, baseRef, title, {
        description,
        labels: 'docs,copydesk',
        reviewerIds: [8],
      }),
    () => api.MergeRequests.edit(project, 1, { targetBranch: baseRef, title, description }),
    () => api.MergeRequests.show(project, 1),
    () => api.MergeRequestNotes.all(project, 1, { ...newest, ...all }),
    () => api.MergeRequestNotes.create(project, 1, `More.\n\n<!-- copydesk:follow-up-${next.headCommit} -->`),
    () => api.MergeRequestDiscussions.addNote(project, 1, thread, 'Done.\n\n<!-- copydesk:answer-1 -->'),
    () => api.MergeRequestDiscussions.all(project, 1, all),
    () =>
      api.MergeRequests.all({
        projectId: project,
        updatedAfter: '2026-11-21T10:00:00.000Z',
        state: 'all' as 'opened',
        orderBy: 'updated_at',
        sort: 'asc',
        ...all,
      }),
    () => api.MergeRequests.all({ projectId: project, state: 'opened', scope: 'created_by_me', ...all }),
    () => api.Pipelines.all(project, { perPage: 1 }),
    () => api.Pipelines.all(project, { sha: draft.headCommit, orderBy: 'id', sort: 'desc', ...all, perPage: 20 }),
    () => api.Jobs.all(project, { pipelineId: 5, ...all }),
    () => api.Commits.allStatuses(project, draft.headCommit, all as object),
    () => api.Deployments.all(project, { orderBy: 'id', sort: 'desc', status: 'success', ...all }),
    () => api.Jobs.showLog(project, 77),
    () => api.MergeRequests.merge(project, 1, { sha: draft.headCommit }),
    () => api.Commits.allMergeRequests(project, merged),
  ];
  for (const ask of requests) await (ask() as Promise<unknown>).catch(() => undefined);
}
