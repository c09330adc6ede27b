import { z } from 'zod';
import { askingForChanges, isOfPerson, lastRemark } from '../../merge.ts';
import type { MergeStanding, Remark } from '../../merge.ts';
import type { GithubClient } from '../client.ts';
import { ownLogin } from './comments.ts';
import { Author, IssueComment, Pull, pullRequestOf, Review, ReviewComment } from '../shapes.ts';

/** https://docs.github.com/rest/pulls/pulls#get-a-pull-request */
const MergePull = Pull.extend({
  title: z.string(),
  draft: z.boolean().nullish(),
  labels: z.array(z.object({ name: z.string() })).nullish(),
  /** Null while GitHub works it out in the background. */
  mergeable: z.boolean().nullish(),
  merged_by: Author,
});

const GivenReview = Review.extend({ state: z.string() });

/** Reads what decides about a merge: the pull request, its reviews, and what people have written. */
export async function mergeStanding(
  client: GithubClient,
  number: number,
  since: Date,
): Promise<MergeStanding | undefined> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
  const answer = await client.try(route, { pull_number: number });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw await client.refusal(answer, route);
  const pull = client.read(MergePull, answer, route);
  const reviews = await allPages(client, GivenReview, `${route}/reviews`, { pull_number: number });
  const ofLines = await allPages(client, ReviewComment, `${route}/comments`, { pull_number: number });
  const path = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const comments = await allPages(client, IssueComment, path, { issue_number: number });
  const lines = ofLines.map((one) => remarkOf(one, one.created_at));
  const written = reviews.filter(({ body }) => body != null && body.trim() !== '');
  return {
    pullRequest: pullRequestOf(pull),
    title: pull.title,
    isDraft: pull.draft === true,
    labels: (pull.labels ?? []).map(({ name }) => name),
    isMergeable: pull.mergeable ?? undefined,
    changesRequestedBy: askingForChanges(reviews.map(({ user, state }) => ({ login: user?.login ?? 'ghost', state }))),
    openThreads: lines.filter((one) => isOfPerson(one) && Date.parse(one.at ?? '') > since.getTime()).length,
    lastCommentAt: lastRemark([
      ...comments.map((one) => remarkOf(one, one.created_at)),
      ...lines,
      ...written.map((one) => remarkOf(one, one.submitted_at)),
    ]),
    isOwnMerge: pull.merged_by != null && (await isOwn(client, pull.merged_by)),
  };
}

type Written = Pick<z.infer<typeof IssueComment>, 'body' | 'user'>;

function remarkOf({ body, user }: Written, at: string | null | undefined): Remark {
  return { at, body, isBot: user?.type === 'Bot' || user?.login.endsWith('[bot]') === true };
}

async function isOwn(client: GithubClient, user: NonNullable<z.infer<typeof Author>>): Promise<boolean> {
  const own = await ownLogin(client);
  return own === undefined ? user.type === 'Bot' : user.login.toLowerCase() === own.toLowerCase();
}

const pageSize = 100;

/** More of them than this on one pull request is not a small change that needs no review. */
const mostPages = 20;

async function allPages<T>(
  client: GithubClient,
  schema: z.ZodType<T>,
  route: string,
  parameters: Record<string, number>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const found = await client.ask(z.array(schema), route, { ...parameters, per_page: pageSize, page });
    all.push(...found);
    if (found.length < pageSize) break;
  }
  return all;
}
