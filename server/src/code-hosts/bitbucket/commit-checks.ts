import { commitCheck } from '../checks/commit-check.ts';
import { previewIn, previewsOf } from '../checks/previews.ts';
import type { CommitCheck, CommitChecks } from '../host-checks.ts';
import type { BitbucketClient } from './client.ts';
import { CommitStatus } from './shapes.ts';

const mostPages = 3;

/** Returns the statuses of a commit; Pipelines report by statuses too. Sends at most three requests. */
export async function checksOf(client: BitbucketClient, commit: string): Promise<CommitChecks> {
  const { statuses, isWhole } = await statusesOf(client, commit);
  return {
    checks: statuses.map(statusCheck),
    previews: previewsOf(
      statuses.filter(({ state }) => state === 'SUCCESSFUL').map(({ name, url: link }) => previewIn({ name, link })),
    ),
    isWhole,
  };
}

/** What the token may not read counts as absent, and so does a commit that the host does not know. */
export async function statusesOf(
  client: BitbucketClient,
  commit: string,
): Promise<{ statuses: CommitStatus[]; isWhole: boolean }> {
  const list = { path: `${client.repository}/commit/${commit}/statuses`, most: mostPages };
  const { found, isWhole } = await client.readable(CommitStatus, 'read commit statuses', list);
  return { statuses: found, isWhole };
}

export function statusCheck({ key, name, state, url: link, description }: CommitStatus): CommitCheck {
  return commitCheck({
    key: `status ${key}`,
    name: name ?? key,
    state: states[state] ?? 'skipped',
    link,
    summary: [description],
  });
}

/** `STOPPED` was stopped by somebody, so it is neither good nor bad. */
const states: Readonly<Record<string, CommitCheck['state']>> = {
  INPROGRESS: 'running',
  SUCCESSFUL: 'passed',
  FAILED: 'failed',
};
