import type { BitbucketClient } from './client.ts';
import { commentOnce } from './comments.ts';
import { DefaultReviewer } from './shapes.ts';

/** A reviewer, as requests name one. */
export type Reviewer = { uuid: string } | { account_id: string };

const uuidForm = /^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/i;

/** Of an Atlassian account: `712020:` and a UUID, or 24 hexadecimal digits. */
const accountIdForm = /^(?:\d+:[\da-f-]{36}|[\da-f]{24})$/i;

/** Returns the configured reviewers, and those whose names Bitbucket could not look up: nicknames are not unique. */
export function configuredReviewers(names: readonly string[]): { reviewers: Reviewer[]; unclear: string[] } {
  const reviewers: Reviewer[] = [];
  const unclear: string[] = [];
  for (const name of names) {
    if (uuidForm.test(name)) reviewers.push({ uuid: name });
    else if (accountIdForm.test(name)) reviewers.push({ account_id: name });
    else unclear.push(name);
  }
  return { reviewers, unclear };
}

/**
 * Returns the default reviewers of the repository and its project. Bitbucket's own form enters them in each new pull
 * request; the API does not.
 */
export async function defaultReviewers(client: BitbucketClient): Promise<Reviewer[]> {
  const list = { path: `${client.repository}/effective-default-reviewers`, most: 1 };
  const { found } = await client.readable(DefaultReviewer, 'read the default reviewers', list);
  return found.map(({ user: { uuid } }) => ({ uuid }));
}

/**
 * Comments which settings could not be applied. That is no reason to hold back a change, and people see it on the pull
 * request.
 */
export async function commentOnMissing(
  client: BitbucketClient,
  number: number,
  missing: { labels: readonly string[]; unclear: readonly string[]; refused: boolean },
): Promise<void> {
  const sentences = [
    ...(missing.labels.length > 0 ? [`Bitbucket has no labels, so ${writeAsCode(missing.labels)} is not set.`] : []),
    ...(missing.unclear.length > 0
      ? [`No review was asked of ${writeAsCode(missing.unclear)}: reviewers are given by UUID or account id.`]
      : []),
    ...(missing.refused ? ['Bitbucket refused the reviewers, so no review was asked of anybody.'] : []),
  ];
  if (sentences.length === 0) return;
  const body = [...sentences, "Labels and reviewers are settings of the project's connection."].join(' ');
  await commentOnce(client, { number, body, mark: 'settings-not-applied' });
}

/** Writes names as code, where they mention no one. */
function writeAsCode(names: readonly string[]): string {
  return names.map((name) => `\`${name.replaceAll('`', '')}\``).join(', ');
}
