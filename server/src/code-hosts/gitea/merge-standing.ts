import { z } from 'zod';
import { askingForChanges, isOfPerson, lastRemark } from '../merge.ts';
import type { MergeStanding, Remark } from '../merge.ts';
import type { GiteaClient } from './client.ts';
import { isSubmitted } from './host-comments.ts';
import { isBot } from './people.ts';
import { presentOptional } from './pull-requests.ts';
import { Comment, Label, PullRequest, Review, ReviewComment, User } from './shapes.ts';

/** https://docs.gitea.com/api/ (PullRequest) */
const MergePull = PullRequest.extend({
  labels: z.array(Label).nullish(),
  mergeable: z.boolean().nullish(),
  merged_by: User.nullish(),
});

const GivenReview = Review.extend({ dismissed: z.boolean().nullish() });

/** The account that resolved the thread of a line; absent while it is open. */
const LineComment = ReviewComment.extend({ resolver: User.nullish() });

const mostPages = 20;

/** Reads what decides about a merge: the pull request, its reviews, and what people have written. */
export async function mergeStanding(client: GiteaClient, number: number): Promise<MergeStanding | undefined> {
  const doing = 'read a pull request';
  const path = `${client.repository}/pulls/${number}`;
  const answer = await client.attempt(doing, { path });
  if (answer.status === 404) return undefined;
  const found = await client.read(MergePull, doing, answer);
  const pullRequest = await presentOptional(client, found);
  if (pullRequest === undefined) return undefined;
  const reviews = await reviewsOf(client, path);
  const lines = await linesOf(client, path, reviews);
  const comments = await client.ask(z.array(Comment), 'read comments', {
    path: `${client.repository}/issues/${number}/comments`,
  });
  const isOwn = found.merged_by?.login === (await client.login());
  return {
    pullRequest,
    title: found.title ?? '',
    isDraft: found.draft === true,
    labels: (found.labels ?? []).map(({ name }) => name),
    isMergeable: found.mergeable ?? undefined,
    changesRequestedBy: askingForChanges(
      reviews.map(({ user, state, dismissed }) => ({
        login: user?.login ?? 'ghost',
        state: dismissed === true ? 'DISMISSED' : state,
      })),
    ),
    openThreads: lines.filter(({ isOpen, remark }) => isOpen && isOfPerson(remark)).length,
    lastCommentAt: lastRemark([
      ...comments.map(({ created_at: at, body, user }) => ({ at, body, isBot: isBot(user) })),
      ...lines.map(({ remark }) => remark),
      ...reviews.filter(({ body }) => body != null && body.trim() !== '').map(remarkOf),
    ]),
    isOwnMerge: isOwn,
  };
}

function remarkOf({ updated_at: updated, submitted_at: submitted, body, user }: z.infer<typeof GivenReview>): Remark {
  return { at: updated ?? submitted, body, isBot: isBot(user) };
}

async function reviewsOf(client: GiteaClient, path: string): Promise<z.infer<typeof GivenReview>[]> {
  const reviews: z.infer<typeof GivenReview>[] = [];
  const request = { path: `${path}/reviews`, most: mostPages };
  for await (const page of client.pages(GivenReview, 'read reviews', request))
    reviews.push(...page.filter(isSubmitted));
  return reviews;
}

async function linesOf(
  client: GiteaClient,
  path: string,
  reviews: readonly z.infer<typeof GivenReview>[],
): Promise<{ remark: Remark; isOpen: boolean }[]> {
  const lines: { remark: Remark; isOpen: boolean }[] = [];
  for (const { id, comments_count: count } of reviews) {
    if (count === 0) continue;
    const request = { path: `${path}/reviews/${id}/comments` };
    const found = await client.ask(z.array(LineComment), 'read the comments of a review', request);
    lines.push(
      ...found.map(({ created_at: at, body, user, resolver }) => ({
        remark: { at, body, isBot: isBot(user) },
        isOpen: resolver == null,
      })),
    );
  }
  return lines;
}
