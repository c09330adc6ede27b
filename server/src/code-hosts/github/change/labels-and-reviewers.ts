import type { CopydeskError } from '@copydesk/contract';
import type { GithubClient } from '../client.ts';
import { commentOnce } from './comments.ts';
import { messageOf } from '../requests/message.ts';
import type { Answer } from '../requests/transport.ts';

/**
 * Gives a pull request the labels and reviewers of the project. The pull request stays valid when GitHub refuses some
 * of them: one comment on it lists what was refused, where the people who can fix it see it.
 *
 * @param notes what else differs from the settings.
 * @throws CopydeskError `code_host_limited`, `code_host_unreachable`: both are temporary, and all of it may be
 *   repeated.
 */
export async function addLabelsAndReviewers(client: GithubClient, number: number, notes: string[]): Promise<void> {
  const refused = [...notes, ...(await label(client, number)), ...(await askReviewers(client, number))];
  if (refused.length === 0) return;
  const body = `This pull request differs from the settings of the project:\n\n${refused.map((note) => `- ${note}`).join('\n')}`;
  await commentOnce(client, { number, body, mark: 'not-as-set' });
}

async function label(client: GithubClient, number: number): Promise<string[]> {
  const { labels } = client.access;
  if (labels.length === 0) return [];
  const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
  const answer = await client.try(route, { issue_number: number, labels });
  if (answer.status === 200) return [];
  const why = await reasonToShow(client, answer, route);
  return [`the labels ${labels.map(code).join(', ')} could not be added: ${why}`];
}

/** One reviewer who cannot be requested makes the whole request fail: then each is requested alone. */
async function askReviewers(client: GithubClient, number: number): Promise<string[]> {
  const { reviewers } = client.access;
  if (reviewers.length === 0) return [];
  if ((await request(client, number, reviewers)) === undefined) return [];
  const notes: string[] = [];
  for (const reviewer of reviewers) {
    const why = await request(client, number, [reviewer]);
    if (why !== undefined) notes.push(`${code(reviewer)} could not be asked for a review: ${why}`);
  }
  return notes;
}

/** Returns why they could not be requested; undefined when they were. A team is written as `organisation/team`. */
async function request(client: GithubClient, number: number, reviewers: string[]): Promise<string | undefined> {
  const route = 'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers';
  const users = reviewers.filter((reviewer) => !reviewer.includes('/'));
  const teams = reviewers.filter((reviewer) => reviewer.includes('/')).map((team) => team.split('/')[1] ?? team);
  const answer = await client.try(route, {
    pull_number: number,
    ...(users.length === 0 ? {} : { reviewers: users }),
    ...(teams.length === 0 ? {} : { team_reviewers: teams }),
  });
  return answer.status < 300 ? undefined : await reasonToShow(client, answer, route);
}

/** Returns GitHub's reason, safe to show in a comment. @throws CopydeskError when the failure is temporary. */
async function reasonToShow(client: GithubClient, answer: Answer, route: string): Promise<string> {
  const error = await client.refusal(answer, route);
  if (error.retryable || !lastingCodes.has(error.code)) throw error;
  return code(messageOf(answer, client.access));
}

const lastingCodes = new Set<CopydeskError['code']>([
  'code_host_forbidden',
  'pull_request_failed',
  'repository_not_found',
]);

/** Writes a text as code, so that it mentions no one. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
