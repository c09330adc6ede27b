import { previewIn, previewsOf } from '../checks/previews.ts';
import { commitCheck } from '../checks/commit-check.ts';
import type { CommitCheck, CommitChecks } from '../host-checks.ts';
import type { GiteaClient } from './client.ts';
import { CommitStatus } from './shapes.ts';

/** The newest come first: a status that is set again is listed again. */
const mostPages = 6;

/** Returns the newest status of each context; Actions report by statuses too. Sends at most six requests. */
export async function checksOf(client: GiteaClient, commit: string): Promise<CommitChecks> {
  const { statuses, isWhole } = await statusesOf(client, commit);
  return {
    checks: statuses.map((status) => statusCheck(client, status)),
    previews: previewsOf(
      statuses
        .filter(({ status }) => status === 'success')
        .map(({ context: name, target_url: link }) => previewIn({ name, link })),
    ),
    isWhole,
  };
}

/** What the token may not read counts as absent, and so does a commit that the host does not know. */
export async function statusesOf(
  client: GiteaClient,
  commit: string,
): Promise<{ statuses: CommitStatus[]; isWhole: boolean }> {
  const path = `${client.repository}/commits/${commit}/statuses`;
  const { found, isWhole } = await client.readable(CommitStatus, 'read commit statuses', { path, most: mostPages });
  const newest = new Map<string, CommitStatus>();
  for (const status of found) {
    if ((newest.get(status.context)?.id ?? 0) < status.id) newest.set(status.context, status);
  }
  return { statuses: [...newest.values()], isWhole };
}

/** Completes a link: Actions link to their jobs without the host (services/actions/commit_status.go of Gitea). */
export function linkOf({ access }: GiteaClient, { target_url: link }: CommitStatus): string | undefined {
  if (link == null || !/^\/(?![/\\])/.test(link)) return link ?? undefined;
  return new URL(link, new URL(access.apiUrl).origin).href;
}

/** The only key of a status is its context, cleaned: `status ci/build`. */
export function statusCheck(client: GiteaClient, status: CommitStatus): CommitCheck {
  return commitCheck({
    key: `status ${status.context}`,
    name: status.context,
    state: stateOf(status),
    link: linkOf(client, status),
    summary: [status.description],
  });
}

const states: Readonly<Record<string, CommitCheck['state']>> = {
  pending: 'running',
  success: 'passed',
  failure: 'failed',
  error: 'failed',
};

/** The host reports a cancelled job of Actions as a failure; only its description shows the difference. */
function stateOf({ status, target_url: link, description }: CommitStatus): CommitCheck['state'] {
  const isOfActions = /\/actions\/runs\/\d+\/jobs\/\d+$/.test(link ?? '');
  if (isOfActions && /^(?:Has been cancell?ed|Cancell?ed after )/.test(description ?? '')) return 'skipped';
  return states[status] ?? 'skipped';
}
